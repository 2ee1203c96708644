//! Maps as arrays of NumPy, and arrays of events.
#![allow(clippy::disallowed_methods, reason = "tests make files")]

use crate::support::{
    ROOM, format, is_clear, random_scene, read_sample, round_trip, rows, sample, scenes, survives_damage,
};
use gridscope_formats::npy::{
    Event, EventWriter, Field, FieldKind, Number, StructuredWriter, event_names, write_bool, write_f64, write_u8,
};
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{ArrayMeaning, FormatError, Loaded, Options, read_bytes, read_file};
use gridscope_trace::terrain::{Tile, Walk};
use gridscope_trace::{Cell, Grid, Scene, Size, Weight};

/// Returns an array with this header (without its padding) and these elements.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut text = header.to_owned();
    while !(text.len() + 11).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let length = (text.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], text.as_bytes(), data].concat()
}

fn of(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    npy(&format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"), data)
}

fn array(meaning: ArrayMeaning) -> Options {
    Options { array: Some(meaning), ..Options::default() }
}

fn read(bytes: &[u8], options: &Options) -> Result<Loaded, FormatError> {
    read_bytes("map.npy", bytes, options)
}

#[track_caller]
fn refuses(bytes: &[u8], words: &[&str]) {
    let error = read(bytes, &Options::default()).expect_err("refused");
    is_clear("an array", &error);
    let said = error.to_string();
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
}

fn sample_rows(name: &str, options: &Options) -> Vec<String> {
    let loaded = read_file(&sample(&format!("numpy/{name}.npy")), options).unwrap();
    assert_eq!(loaded.format, "npy");
    rows(&loaded.scene)
}

fn free_room() -> Vec<String> {
    ROOM.iter().map(|row| row.chars().map(|c| if "#=".contains(c) { '#' } else { '.' }).collect()).collect()
}

#[test]
fn npy_samples_are_the_room() {
    let none = Options::default();
    assert_eq!(sample_rows("free-bool", &none), free_room());
    assert_eq!(sample_rows("costs-float64-inf", &none), free_room());
    assert_eq!(sample_rows("costs-big-endian", &array(ArrayMeaning::Cost)), free_room());
    assert_eq!(sample_rows("strings", &none), ROOM);
    // The numbers of the sample are its own: floor, wall, door, water, rubble, bush, window, lava.
    let names = "0=floor,1=wall,2=door,3=water,4=rubble,5=bush,6=window,7=lava";
    let answers = Options { tiles: TileAnswers::from_text(names).unwrap(), ..Options::default() };
    for name in ["tiles-uint8", "tiles-fortran", "three-dimensions"] {
        assert_eq!(sample_rows(name, &answers), ROOM, "{name}");
    }
    let said = |name: &str| read_sample(&format!("numpy/{name}.npy")).unwrap_err().to_string();
    assert!(said("one-dimension").contains("the shape (48,)"), "{}", said("one-dimension"));
    let asked = said("tiles-uint8");
    assert!(
        asked.contains("--array free, wall, cost, tiles or occupancy") && asked.contains("1 (27 times)"),
        "{asked}"
    );
    // −1 and 1 may be costs, or an occupancy grid without walls.
    assert!(said("costs-big-endian").contains("--array"), "{}", said("costs-big-endian"));
}

#[test]
fn pickles_and_npz_files_are_refused_with_advice() {
    let error = read_sample("hostile/object-pickle.npy").unwrap_err().to_string();
    assert!(error.contains("pickle") && error.contains("never read") && error.contains("astype"), "{error}");
    let error = read_sample("numpy/map-and-weights.npz").unwrap_err().to_string();
    assert!(error.contains("(.npz)") && error.contains("numpy.load(\"FILE.npz\")[\"tiles\"]"), "{error}");
    let error = read_sample("numpy/map-compressed.npz").unwrap_err().to_string();
    assert!(error.contains("[\"free\"]"), "{error}");
}

#[test]
fn advice_about_texts_of_bytes_works() {
    refuses(&of("|S1", "(1, 2)", b"#."), &["|S1", "which is bytes", "array.astype('U')"]);
}

#[test]
fn sizes_are_checked_before_memory_is_allocated() {
    let error = read_sample("hostile/npy-giant.npy").unwrap_err();
    is_clear("a giant array", &error);
    assert!(error.to_string().contains("2000000000"), "{error}");
    refuses(&of("|b1", "(4096, 4096)", &[0; 100]), &["byte 228", "cut short", "16777216 bytes", "from byte 128"]);
    refuses(&of("|b1", "(99999999999999999999999, 1)", &[]), &["cells"]);
    refuses(&of("|b1", "(0, 4)", &[]), &["no cells"]);
    refuses(&of("<U99999999999", "(1, 1)", &[0; 8]), &["cut short"]);
}

#[test]
fn npy_header_is_read_by_a_fixed_grammar() {
    for header in [
        "{'descr': '|b1', 'fortran_order': False, 'shape': (1, 3), }",
        "{\"shape\":(1,3),\"fortran_order\":False,\"descr\":\"|b1\"}",
        "{'shape': (1L, 3L), 'descr': '|b1', 'fortran_order': True}",
        "{'descr': '|b1', 'fortran_order': False, 'shape': (1, 1, 3)}",
    ] {
        let loaded = read(&npy(header, &[1, 0, 1]), &Options::default()).unwrap_or_else(|e| panic!("{header}: {e}"));
        assert_eq!(rows(&loaded.scene), [".#."], "{header}");
    }
    for (header, word) in [
        ("{'descr': '|b1', 'fortran_order': False, 'shape': (1, 3), 'x': 1}", "once each"),
        ("{'descr': '|b1', 'fortran_order': False}", "the keys descr, fortran_order and shape"),
        ("{'descr': '|b1', 'descr': '|b1', 'fortran_order': False, 'shape': (1, 3)}", "once each"),
        ("{'descr': '|b1', 'fortran_order': 0, 'shape': (1, 3)}", "True or False"),
        ("{'descr': '|b1', 'fortran_order': False, 'shape': (1, -3)}", "a whole number"),
        ("{'descr': '|b1', 'fortran_order': False, 'shape': (1, 3)} + exit()", "the end of the header"),
        ("{'descr': __import__('os'), 'fortran_order': False, 'shape': (1, 3)}", "a text in quotes"),
        ("{'descr': [('x', '<i4'), ('y', '<i4')], 'fortran_order': False, 'shape': (3,)}", "named fields"),
        ("{'descr': '<c16', 'fortran_order': False, 'shape': (1, 3)}", "astype"),
        ("{'descr': '|u2', 'fortran_order': False, 'shape': (1, 3)}", "the type"),
        ("{'descr': '<f2', 'fortran_order': False, 'shape': (1, 3)}", "the type"),
        ("{'descr': '|V8', 'fortran_order': False, 'shape': (1, 3)}", "the type"),
        ("{'descr': '>O', 'fortran_order': False, 'shape': (1, 3)}", "pickle"),
        ("{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3, 1)}", "(2, 3, 1)"),
        ("{'descr': '|b1', 'fortran_order': False, 'shape': ()}", "the shape ()"),
    ] {
        refuses(&npy(header, &[1, 0, 1]), &[word]);
    }
    // Versions 2 and 3 have a longer length.
    let one = of("|b1", "(1, 3)", &[1, 0, 1]);
    for major in [2, 3] {
        let long = [&one[..6], &[major, 0, one[8], one[9], 0, 0], &one[10..]].concat();
        assert_eq!(rows(&read(&long, &Options::default()).unwrap().scene), [".#."]);
    }
    let mut other = one.clone();
    other[6] = 9;
    refuses(&other, &["byte 6: the version is 9"]);
    refuses(&one[..9], &["byte 9: the header is cut short"]);
    let more = [&one[..], b"more"].concat();
    assert_eq!(read(&more, &Options::default()).unwrap().notes, ["4 bytes after the array were not read."]);
}

#[test]
fn npy_numbers_have_both_byte_orders() {
    let costs = |descr: &str, data: &[u8]| {
        let loaded =
            read(&of(descr, "(1, 2)", data), &array(ArrayMeaning::Cost)).unwrap_or_else(|e| panic!("{descr}: {e}"));
        (rows(&loaded.scene).concat(), loaded.scene.weights.map(|weights| weights.times().as_slice().to_vec()))
    };
    let expected = (".#".to_owned(), Some(vec![3, 0]));
    assert_eq!(costs("|u1", &[3, 0]), expected);
    assert_eq!(costs("|i1", &[3, 0xff]), expected);
    let both = |kind: &str, three: &[u8], wall: &[u8]| {
        assert_eq!(costs(&format!("<{kind}"), &[three, wall].concat()), expected, "<{kind}");
        let reversed = |bytes: &[u8]| bytes.iter().rev().copied().collect::<Vec<_>>();
        assert_eq!(costs(&format!(">{kind}"), &[reversed(three), reversed(wall)].concat()), expected, ">{kind}");
    };
    both("u2", &3_u16.to_le_bytes(), &0_u16.to_le_bytes());
    both("i2", &3_i16.to_le_bytes(), &(-300_i16).to_le_bytes());
    both("u4", &3_u32.to_le_bytes(), &0_u32.to_le_bytes());
    both("i4", &3_i32.to_le_bytes(), &(-70_000_i32).to_le_bytes());
    both("u8", &3_u64.to_le_bytes(), &0_u64.to_le_bytes());
    both("i8", &3_i64.to_le_bytes(), &(-1_i64 << 40).to_le_bytes());
    both("f4", &3_f32.to_le_bytes(), &f32::INFINITY.to_le_bytes());
    both("f8", &3_f64.to_le_bytes(), &f64::NAN.to_le_bytes());
    // A number that a 64-bit float cannot hold is refused.
    let large = [3_u64, 1 << 60].map(u64::to_le_bytes).concat();
    refuses(&of("<u8", "(1, 2)", &large), &["the cell (1,0)", "9007199254740991"]);
    let text = |c: char| u32::from(c).to_be_bytes();
    let glyphs = of(">U1", "(1, 2)", &[text('#'), text('↑')].concat());
    assert_eq!(rows(&read(&glyphs, &Options::default()).unwrap().scene), ["#↑"]);
    refuses(&of("<U1", "(1, 1)", &[0xff; 4]), &["the cell (0,0)", "no Unicode"]);
}

#[test]
fn fortran_order_is_transposed() {
    let header = "{'descr': '|b1', 'fortran_order': True, 'shape': (2, 3), }";
    let loaded = read(&npy(header, &[1, 0, 1, 1, 0, 1]), &Options::default()).unwrap();
    assert_eq!(rows(&loaded.scene), ["..#", "#.."]);
}

#[test]
fn npy_without_a_meaning_is_read_by_type() {
    let signed = |values: &[i8]| {
        let data: Vec<u8> = values.iter().map(|value| value.cast_unsigned()).collect();
        read(&of("|i1", &format!("(1, {})", values.len()), &data), &Options::default())
    };
    let grid = signed(&[-1, 0, 100, 65, 64]).unwrap();
    assert_eq!((rows(&grid.scene), grid.notes.len()), (vec!["..##.".to_owned()], 2));
    assert_eq!(grid.scene.known.unwrap().as_slice(), [false, true, true, true, false]);
    assert!(grid.notes[0].contains("--array occupancy"), "{:?}", grid.notes);
    for asked in [&[-1, 0, 1][..], &[0, 100], &[-1, 101, 100], &[-2, -1, 100]] {
        assert!(!signed(asked).unwrap_err().tiles().is_empty(), "{asked:?}");
    }
    let floats =
        |values: [f64; 2]| read(&of("<f8", "(1, 2)", &values.map(f64::to_le_bytes).concat()), &Options::default());
    assert!(floats([1.0, f64::INFINITY]).unwrap().notes[0].contains("--array cost"));
    assert_eq!(floats([0.0, 1.0]).unwrap_err().tiles().len(), 2);
    // An answer for each number comes before the type.
    let tiles = TileAnswers::from_text("-1=void,100=lava,0=floor").unwrap();
    let scene = read(&of("|i1", "(1, 3)", &[255, 0, 100]), &Options { tiles, ..Options::default() }).unwrap().scene;
    assert_eq!((rows(&scene), scene.known), (vec![" .!".to_owned()], None));
}

#[test]
fn npy_round_trips_every_array_meaning() {
    let walks = |tile: Tile| matches!(tile.info().walk, Walk::Yes | Walk::Opens | Walk::NotThief);
    for (name, scene) in scenes(200) {
        for (_, meaning) in ArrayMeaning::ALL {
            let mut options = array(meaning);
            options.write.array = Some(meaning);
            let (written, read) = round_trip("npy", &scene, &options);
            let mut expected = Scene::new(scene.tiles.clone());
            if meaning != ArrayMeaning::Tiles {
                for tile in expected.tiles.as_mut_slice() {
                    *tile = if walks(*tile) { Tile::Floor } else { Tile::Wall };
                }
            }
            match meaning {
                ArrayMeaning::Cost => {
                    let weights = scene.size().cells().map(|cell| (cell, scene.weight(cell).unwrap_or_default()));
                    let kept = |&(cell, weight): &(Cell, Weight)| weight.times() > 1 && walks(scene.tiles[cell]);
                    expected.set_weights(weights.filter(kept));
                }
                ArrayMeaning::Occupancy => {
                    expected.known = scene.known.clone().filter(|known| known.as_slice().contains(&false));
                    let known = scene.known.as_ref();
                    for cell in scene.size().cells().filter(|&cell| known.is_some_and(|known| !known[cell])) {
                        expected.tiles[cell] = Tile::Floor;
                    }
                }
                _ => {}
            }
            assert_eq!(read, expected, "{name}, {meaning:?}");
            let lossless = meaning == ArrayMeaning::Tiles && scene == Scene::new(scene.tiles.clone());
            assert!(written.lost.is_empty() || !lossless, "{name}: {:?}", written.lost);
        }
    }
    let written = format("npy").write(&random_scene(60), &Options::default()).unwrap();
    for what in ["the weights", "the known mask", "the title", "the notes", "1 room", "the run", "guard"] {
        assert!(written.lost.iter().any(|lost| lost.contains(what)), "{what}: {:?}", written.lost);
    }
}

#[test]
fn losses_of_cost_and_occupancy_arrays_are_named() {
    let lost = |scene: &Scene, meaning| {
        let mut options = Options::default();
        options.write.array = Some(meaning);
        format("npy").write(scene, &options).unwrap().lost
    };
    let mut scene = Scene::new(Grid::new(Size::new(3, 1), Tile::Floor));
    for (_, meaning) in ArrayMeaning::ALL {
        assert_eq!(lost(&scene, meaning), [""; 0], "{meaning:?}");
    }
    scene.tiles.set(Cell::new(2, 0), Tile::Wall);
    scene.set_weights([1, 2, 3].map(|n| (Cell::new(u16::from(n) - 1, 0), Weight::from(n))));
    assert_eq!(lost(&scene, ArrayMeaning::Cost), ["2 weights"]);
    scene.weights = None;
    scene.known = Some(Grid::new(Size::new(3, 1), false));
    assert_eq!(lost(&scene, ArrayMeaning::Occupancy), ["1 tile under unknown cells"]);
    scene.tiles.set(Cell::new(1, 0), Tile::Lava);
    assert_eq!(lost(&scene, ArrayMeaning::Free), ["the kinds of 1 tile", "the known mask"]);
}

#[test]
fn tile_names_file_beside_an_array_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.npy");
    let scene = random_scene(11);
    let written = format("npy").write(&scene, &Options::default().at(&path)).unwrap();
    let [(beside, names)] = &*written.beside else { panic!("{:?}", written.beside) };
    assert_eq!(beside, "room.tiles.json");
    std::fs::write(&path, &written.bytes).unwrap();
    assert!(read_file(&path, &Options::default()).unwrap_err().to_string().contains("--array"));
    std::fs::write(folder.path().join(beside), names).unwrap();
    let loaded = read_file(&path, &Options::default()).unwrap();
    assert_eq!(loaded.scene.tiles, scene.tiles);
    assert_eq!(loaded.notes, ["The names of the tiles are from room.tiles.json."]);
    let array = array(ArrayMeaning::Tiles);
    assert_eq!(read_file(&path, &array).unwrap().scene.tiles, scene.tiles);
    // The names decide, not their order in this version.
    std::fs::write(folder.path().join(beside), String::from_utf8_lossy(names).replace("\"floor\"", "\"lava\""))
        .unwrap();
    assert!(!read_file(&path, &array).unwrap().scene.tiles.as_slice().contains(&Tile::Floor));
    // Header of version 1.0, little endian, elements from a multiple of 64.
    assert!(written.bytes.starts_with(b"\x93NUMPY\x01\x00"));
    assert_eq!((written.bytes.len() - scene.size().area()) % 64, 0);
}

#[test]
fn arrays_have_the_bytes_of_numpy() {
    let mut bytes = Vec::new();
    let free: Vec<bool> = ROOM.concat().chars().map(|c| !"#=".contains(c)).collect();
    write_bool(&mut bytes, &Grid::from_vec(Size::new(8, 6), free.clone()).unwrap()).unwrap();
    assert_eq!(bytes, std::fs::read(sample("numpy/free-bool.npy")).unwrap());
    bytes.clear();
    let costs = free.iter().map(|&free| if free { 1.0 } else { f64::INFINITY }).collect();
    write_f64(&mut bytes, &Grid::from_vec(Size::new(8, 6), costs).unwrap()).unwrap();
    assert_eq!(bytes, std::fs::read(sample("numpy/costs-float64-inf.npy")).unwrap());
    bytes.clear();
    let tiles = ROOM.concat().chars().map(|c| ".#+~,b=!".find(c).unwrap() as u8).collect();
    write_u8(&mut bytes, &Grid::from_vec(Size::new(8, 6), tiles).unwrap()).unwrap();
    assert_eq!(bytes, std::fs::read(sample("numpy/tiles-uint8.npy")).unwrap());
}

#[test]
fn npy_layer_is_an_array_of_floats() {
    let scene = random_scene(3);
    let mut options = Options::default();
    let mut layer = Grid::new(scene.size(), None);
    layer.as_mut_slice()[0] = Some(2.5);
    options.write.layer = Some(layer);
    let written = format("npy").write(&scene, &options).unwrap();
    assert!(written.lost.contains(&"the tiles".to_owned()) && written.beside.is_empty());
    let data = &written.bytes[written.bytes.len() - scene.size().area() * 8..];
    assert_eq!(data[..8], 2.5_f64.to_le_bytes());
    assert!(f64::from_le_bytes(data[8..16].try_into().unwrap()).is_nan());
}

#[test]
fn npy_events_have_named_fields() {
    let mut bytes = Vec::new();
    let further = [Field::new("g", FieldKind::I8), Field::new("it's", FieldKind::U1)];
    let mut events = EventWriter::new(&mut bytes, &further, 2).unwrap();
    let numbers = [Number::Whole(-7), Number::Whole(200)];
    let first = Event { name: 1, cell: Some(Cell::new(3, 4)), g: Some(1.5), further: &numbers, ..Event::default() };
    events.event(&first).unwrap();
    events.event(&Event { from: Some(Cell::new(9, 8)), ..first }).unwrap();
    events.finish().unwrap();
    let header = String::from_utf8_lossy(&bytes[10..]).into_owned();
    let expected = "{'descr': [('event', '<u2'), ('x', '<i4'), ('y', '<i4'), ('from_x', '<i4'), ('from_y', '<i4'), \
                    ('g', '<f8'), ('h', '<f8'), ('f', '<f8'), ('g_', '<i8'), ('it\\'s', '|u1')], \
                    'fortran_order': False, 'shape': (2,), }";
    assert!(header.starts_with(expected), "{header}");
    let size = 2 + 4 * 4 + 3 * 8 + 8 + 1;
    let rows = &bytes[bytes.len() - 2 * size..];
    assert_eq!(rows[..18], [1, 0, 3, 0, 0, 0, 4, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]);
    assert_eq!(rows[18..26], 1.5_f64.to_le_bytes());
    assert!(f64::from_le_bytes(rows[26..34].try_into().unwrap()).is_nan());
    assert_eq!((&rows[42..50], rows[50]), (&(-7_i64).to_le_bytes()[..], 200));
    assert_eq!(rows[size + 10..size + 18], [9, 0, 0, 0, 8, 0, 0, 0]);
    let names: serde_json::Value = serde_json::from_str(&event_names(["opened", "expanded"])).unwrap();
    assert_eq!((&names["events"]["1"], &names["version"]), (&"expanded".into(), &1.into()));
    // Such an array is no map.
    refuses(&bytes, &["named fields"]);
}

#[test]
fn structured_array_checks_its_values() {
    let fields = [Field::new("n", FieldKind::U1), Field::new("cost", FieldKind::F8)];
    let mut bytes = Vec::new();
    let mut array = StructuredWriter::new(&mut bytes, &fields, 1).unwrap();
    let said = |result: std::io::Result<()>| result.unwrap_err().to_string();
    assert!(said(array.row(&[Number::Whole(1)])).contains("1 values; expected 2"));
    assert!(said(array.row(&[Number::Whole(256), Number::Real(0.0)])).contains("\"n\" cannot hold Whole(256)"));
    assert!(said(array.row(&[Number::Real(1.0), Number::Real(0.0)])).contains("\"n\""));
    array.row(&[Number::Whole(255), Number::Whole(3)]).unwrap();
    assert!(said(array.row(&[Number::Whole(1), Number::Real(0.0)])).contains("more rows"));
    array.finish().unwrap();
    assert_eq!(bytes[bytes.len() - 9..], [255, 0, 0, 0, 0, 0, 0, 8, 64]);
    let mut sink = std::io::sink();
    assert!(said(StructuredWriter::new(&mut sink, &fields, 1).unwrap().finish()).contains("1 rows fewer"));
    for (fields, word) in [
        (vec![], "no fields"),
        (vec![Field::new("", FieldKind::I4)], "no name"),
        (vec![Field::new("a", FieldKind::I4), Field::new("a", FieldKind::U2)], "two fields"),
        (vec![Field::new("long".repeat(4000), FieldKind::I4)], "too many fields"),
    ] {
        let error = StructuredWriter::new(&mut std::io::sink(), &fields, 0).err().unwrap().to_string();
        assert!(error.contains(word), "{error}");
    }
    assert_eq!([FieldKind::U1, FieldKind::U2, FieldKind::I4].map(FieldKind::none), [255, 65535, -1].map(Number::Whole));
}

#[test]
fn damaged_npy_is_read_or_refused() {
    let options = array(ArrayMeaning::Tiles);
    let written = format("npy").write(&random_scene(7), &Options::default()).unwrap();
    survives_damage("a written array", &written.bytes, &options);
    for name in ["costs-float64-inf", "strings", "tiles-fortran"] {
        survives_damage(name, &std::fs::read(sample(&format!("numpy/{name}.npy"))).unwrap(), &Options::default());
    }
}
