//! REXPaint drawings: samples, round trips, facts of the format, and damaged files.

use super::support::*;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use gridscope_formats::open;
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{Content, FormatError, Loaded, Options, read_bytes, read_content, read_file};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Progress, Scene, Size, Tile, Weight};
use std::io::{Read as _, Write as _};
use std::path::Path;

const CLEAR: [u8; 3] = [255, 0, 255];
const BLACK: [u8; 3] = [0; 3];

fn content(file: &Path) -> Result<Content, FormatError> {
    let name = file.display().to_string();
    let options = Options::default().at(file);
    let progress = Progress::default();
    at_once(read_content(&name, &mut open(file)?, &options, &progress))
}

/// A cell: the code and the background.
type Drawn = (u32, [u8; 3]);

/// Returns an unpacked drawing. Each layer has a width and its cells, row by row.
fn drawing(version: Option<i32>, layers: &[(u32, Vec<Drawn>)]) -> Vec<u8> {
    let mut bytes: Vec<u8> = version.into_iter().flat_map(i32::to_le_bytes).collect();
    bytes.extend((layers.len() as u32).to_le_bytes());
    for (width, cells) in layers {
        let height = cells.len() as u32 / width;
        bytes.extend(width.to_le_bytes());
        bytes.extend(height.to_le_bytes());
        for (x, y) in (0..*width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let (code, background) = cells[(y * width + x) as usize];
            bytes.extend(code.to_le_bytes());
            bytes.extend([9, 9, 9]);
            bytes.extend(background);
        }
    }
    bytes
}

/// Returns the cells of a layer in which each character is a code, and `_` is transparent.
fn layer(row: &str) -> (u32, Vec<Drawn>) {
    let cell = |c: char| if c == '_' { (32, CLEAR) } else { (c as u32, BLACK) };
    (row.len() as u32, row.chars().map(cell).collect())
}

fn read(bytes: &[u8]) -> Result<Loaded, FormatError> {
    read_bytes("a.xp", bytes, &Options::default())
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn unpack(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut out).unwrap();
    out
}

/// Codes of a layer, row by row, as libtcod reads them.
fn codes(bytes: &[u8], layer: usize) -> Vec<Vec<u32>> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let (width, height) = (word(8) as usize, word(12) as usize);
    let start = 8 + layer * (8 + width * height * 10) + 8;
    (0..height).map(|y| (0..width).map(|x| word(start + (x * height + y) * 10)).collect()).collect()
}

#[test]
fn rexpaint_samples_are_the_room() {
    for name in ["room", "gzip-with-name", "before-version-field"] {
        let file = sample(&format!("rexpaint/{name}.xp"));
        let loaded = read_file(&file, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.format, "xp");
        // A club is a tree, a double line a wall, and `~` deep water.
        let expected = ["########", "#..+..,#", "#..#.T,#", "##+#.#.#", "#..~..~#", "########"];
        assert_eq!(rows(&loaded.scene), expected, "{name}");
        let actors = &loaded.scene.actors;
        let expected = [Actor::new(ActorKind::Guard, (1, 1).into()), Actor::new(ActorKind::Goal, (6, 3).into())];
        assert_eq!(actors[..], expected, "{name}");
        assert_eq!(loaded.notes, Vec::<String>::new());
        // This file, after the caller has unpacked it.
        let Ok(Content::Scene(unpacked)) = content(&file) else { panic!("{name}") };
        assert_eq!(unpacked.scene, loaded.scene, "{name}");
    }
}

#[test]
fn code_outside_the_code_page_is_asked_for() {
    let error = read_sample("rexpaint/codes-not-cp437.xp").unwrap_err();
    assert_eq!(error.tiles().len(), 1);
    assert_eq!((error.tiles()[0].key.as_str(), error.tiles()[0].count), ("U+2588", 1));
    let tiles = TileAnswers::from_text("U+2588=window").unwrap();
    let options = Options { tiles, ..Options::default() };
    let loaded = read_file(&sample("rexpaint/codes-not-cp437.xp"), &options).unwrap();
    assert_eq!(loaded.scene.tiles[Cell::new(0, 0)], Tile::Window);
}

#[test]
fn scenes_survive_rexpaint_except_for_named_losses() {
    for (name, scene) in scenes(200) {
        let thief = scene.of_kind(ActorKind::Thief).next().is_some();
        let options = Options { thief, ..Options::default() };
        let (written, read) = round_trip("xp", &scene, &options);
        let lost = |what: &str| written.lost.iter().any(|lost| lost.contains(what));
        let unknown = |at: Cell| scene.known.as_ref().is_some_and(|known| !known[at]);
        let mut changed = 0;
        for at in scene.size().cells() {
            if scene.tiles[at] != read.tiles[at] {
                assert!(unknown(at) && read.tiles[at] == Tile::Floor, "{name}: {at}");
                changed += 1;
            }
            assert_eq!(unknown(at), read.known.as_ref().is_some_and(|known| !known[at]), "{name}: {at}");
            assert_eq!(scene.weight(at), read.weight(at), "{name}: {at}");
            let top = |scene: &Scene| scene.actor_at(at).map(|i| scene.actors[i].glyph());
            assert_eq!(top(&scene), top(&read), "{name}: {at}");
        }
        assert_eq!(changed > 0, lost("under unknown cells"), "{name}");
        let hidden = scene.actors.len() - read.actors.len();
        assert_eq!(hidden > 0, lost("under others"), "{name}: {:?}", written.lost);
        assert_eq!(!scene.title.is_empty(), lost("the title"), "{name}");
        assert_eq!(!scene.rooms.is_empty(), lost("room"), "{name}");
        if !lost("of the actors") && !lost("the order") && !lost("the kind of actor") && hidden == 0 {
            let sorted = |scene: &Scene| {
                let mut actors = scene.actors.clone();
                actors.sort_by_key(|actor| actor.at);
                actors
            };
            assert_eq!(sorted(&scene), sorted(&read), "{name}");
        }
        if written.lost.is_empty() {
            assert_eq!((&scene.tiles, &scene.weights), (&read.tiles, &read.weights), "{name}");
            assert_eq!((&scene.known, &scene.run), (&read.known, &read.run), "{name}");
        }
        let again = format("xp").write(&scene, &options).unwrap();
        assert_eq!(again, written, "{name}: the same scene gives the same bytes");
    }
}

#[test]
fn thief_becomes_an_explorer_by_default() {
    let mut scene = Scene::from_rows(&["...", "..."]).unwrap();
    scene.actors.push(Actor::new(ActorKind::Thief, (1, 1).into()));
    let (written, read) = round_trip("xp", &scene, &Options::default());
    assert_eq!(read.actors[0].kind, ActorKind::Explorer);
    assert!(written.lost.iter().any(|lost| lost.contains("thief")), "{:?}", written.lost);
    let (written, read) = round_trip("xp", &scene, &Options { thief: true, ..Options::default() });
    assert_eq!((read.actors[0].kind, written.lost.len()), (ActorKind::Thief, 0));
}

#[test]
fn rexpaint_cells_are_written_by_column() {
    let scene = Scene::from_rows(&["#↑→", "↓←G"]).unwrap();
    let written = format("xp").write(&scene, &Options::default()).unwrap();
    let bytes = unpack(&written.bytes);
    let word = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!([word(0), word(4), word(8), word(12)], [-1, 2, 3, 2]);
    assert_eq!(codes(&bytes, 0), [[35, 24, 26], [25, 27, 46]]);
    assert_eq!(codes(&bytes, 1), [[32, 32, 32], [32, 32, 71]]);
    // The second cell is the one below the first.
    assert_eq!(word(16 + 10), 25);
    assert_eq!(bytes.len(), 8 + 2 * (8 + 6 * 10));
}

#[test]
fn layer_of_a_run_is_not_read_back() {
    let mut scene = Scene::from_rows(&["#..", "...", "###"]).unwrap();
    scene.set_weight((2, 1).into(), Weight::from(7));
    let mut options = Options::default();
    let mut layer = Grid::new(scene.size(), None);
    for (x, value) in [0.0, 12.4, f64::INFINITY].into_iter().enumerate() {
        layer[Cell::new(x as u16, 1)] = Some(value);
    }
    options.write.layer = Some(layer);
    let written = format("xp").write(&scene, &options).unwrap();
    let bytes = unpack(&written.bytes);
    assert_eq!(codes(&bytes, 3), [[32, 32, 32], [48, 50, 236], [32, 32, 32]]);
    assert_eq!(codes(&bytes, 2), [[32, 32, 32], [32, 32, 55], [32, 32, 32]]);
    let loaded = read(&written.bytes).unwrap();
    assert_eq!((&loaded.scene.tiles, &loaded.scene.weights), (&scene.tiles, &scene.weights));
    assert!(
        loaded.notes.iter().any(|note| note.contains("values of a run") && note.contains('3')),
        "{:?}",
        loaded.notes
    );
}

#[test]
fn code_page_glyphs_are_read_as_documented_tiles() {
    let code = |code: u32| {
        let bytes = drawing(Some(-1), &[(1, vec![(code, BLACK)])]);
        read(&bytes).map(|loaded| loaded.scene.tiles[Cell::new(0, 0)])
    };
    for (codes, tile) in [
        (vec![0, 32], Tile::Void),
        (vec![46, 249, 250], Tile::Floor),
        ((176..=219).chain([35]).collect(), Tile::Wall),
        (vec![247, 126], Tile::Water),
        (vec![5, 6, 84], Tile::Tree),
        (vec![24], Tile::OneWayN),
        (vec![26], Tile::OneWayE),
        (vec![25], Tile::OneWayS),
        (vec![27], Tile::OneWayW),
        (vec![43], Tile::Door),
        (vec![61], Tile::Window),
    ] {
        for number in codes {
            assert_eq!(code(number).unwrap(), tile, "{number}");
        }
    }
    for (number, key) in [(234, "Ω"), (7, "•"), (255, "U+00FF"), (256, "U+0100"), (b'5'.into(), "5")] {
        assert_eq!(code(number).unwrap_err().tiles()[0].key, key);
    }
}

#[test]
fn topmost_opaque_rexpaint_layer_counts() {
    let blank_over_colour = (32, [1, 2, 3]);
    let mut third = layer("__~_");
    third.1[3] = blank_over_colour;
    let loaded = read(&drawing(Some(-1), &[layer("####"), layer("_+__"), third])).unwrap();
    assert_eq!(rows(&loaded.scene), ["#+~ "]);
    assert!(loaded.notes.iter().any(|note| note.contains("--by colour")), "{:?}", loaded.notes);
    // A glyph counts even where its background is transparent.
    let mut second = layer("____");
    second.1[1] = (43, CLEAR);
    let loaded = read(&drawing(Some(-1), &[layer("####"), second])).unwrap();
    assert_eq!(rows(&loaded.scene), ["#+##"]);
}

#[test]
fn rexpaint_actor_stands_on_the_tile_below() {
    let loaded = read(&drawing(Some(-1), &[layer(".,,"), layer("GX_")])).unwrap();
    assert_eq!(rows(&loaded.scene), [".,,"]);
    assert_eq!(actors(&loaded), [(ActorKind::Guard, 0), (ActorKind::Goal, 1)]);
    // A tile above an actor hides it, and that is a note.
    let loaded = read(&drawing(Some(-1), &[layer("..."), layer("G__"), layer("#__")])).unwrap();
    assert_eq!((rows(&loaded.scene), loaded.scene.actors.len()), (vec!["#..".to_owned()], 0));
    assert!(loaded.notes.iter().any(|note| note.contains("Actors")), "{:?}", loaded.notes);
}

fn actors(loaded: &Loaded) -> Vec<(ActorKind, u16)> {
    loaded.scene.actors.iter().map(|actor| (actor.kind, actor.at.x)).collect()
}

fn answered(layers: &[(u32, Vec<Drawn>)], tiles: &str, kinds: &str) -> Result<Loaded, FormatError> {
    let mut tiles = TileAnswers::from_text(tiles).unwrap();
    tiles.add_actors(kinds).unwrap();
    read_bytes("a.xp", &drawing(Some(-1), layers), &Options { tiles, ..Options::default() })
}

#[test]
fn letters_are_actors_only_if_the_user_says_so() {
    let ground = [layer("G.@")];
    let loaded = answered(&ground, "", "").unwrap();
    assert_eq!((rows(&loaded.scene), actors(&loaded)), (vec!["...".to_owned()], vec![]));
    let note = "no actors: @ (1), G (1). --map-actors='@=guard'";
    assert!(loaded.notes.iter().any(|own| own.contains(note)), "{:?}", loaded.notes);
    let loaded = answered(&ground, "", "G=none,@=thief").unwrap();
    assert_eq!((actors(&loaded), loaded.notes), (vec![(ActorKind::Thief, 2)], Vec::<String>::new()));
    // A layer above with other letters is a text.
    let label = [layer("...."), layer("GkX_").clone()];
    let clear = |(wide, cells): &(u32, Vec<Drawn>)| (*wide, cells.iter().map(|&(code, _)| (code, CLEAR)).collect());
    let loaded = answered(&[label[0].clone(), clear(&label[1])], "rest=floor", "").unwrap();
    assert_eq!(actors(&loaded), []);
    let error = answered(&ground, "", "h=guard").unwrap_err().to_string();
    assert!(error.contains("no object of the map has the type h"), "{error}");
}

#[test]
fn blanks_between_walls_are_floor() {
    let room = |text: &str| vec![(7, text.chars().map(|c| (c as u32, if c == '_' { CLEAR } else { BLACK })).collect())];
    let text = ["       ", " ##### ", " #   # ", " ### # ", "       "].concat();
    let loaded = answered(&room(&text), "", "").unwrap();
    assert_eq!(rows(&loaded.scene)[1..4], [" ##### ", " #   # ", " ### # "], "the room is open below");
    let text = ["       ", " ##### ", " #   # ", " ###+# ", "       "].concat();
    let loaded = answered(&room(&text), "", "").unwrap();
    assert_eq!(rows(&loaded.scene)[1..4], [" ##### ", " #...# ", " ###+# "]);
    assert!(
        loaded.notes.iter().any(|note| note.contains("Blanks between walls are floor: 3 cells")),
        "{:?}",
        loaded.notes
    );
    let loaded = answered(&room(&text), "empty=water", "").unwrap();
    assert_eq!(rows(&loaded.scene)[0..3], ["~~~~~~~", "~#####~", "~#~~~#~"]);
}

#[test]
fn digit_on_transparent_background_is_a_weight() {
    let mut second = layer("___");
    second.1[1] = (b'7'.into(), CLEAR);
    second.1[2] = (b'7'.into(), [1, 2, 3]);
    let loaded = read(&drawing(Some(-1), &[layer("..."), second.clone()])).unwrap();
    let weights: Vec<_> = (0..3).map(|x| loaded.scene.weight((x, 0).into())).collect();
    assert_eq!(weights, [None, Some(Weight::from(7)), None]);
    assert_eq!(read(&drawing(Some(-1), &[second])).unwrap_err().tiles()[0].key, "7");
}

#[test]
fn layers_of_other_sizes_are_cut() {
    let wide = (3, layer("~~~~~~").1);
    let mut bytes = drawing(Some(-1), &[layer(".."), wide]);
    let loaded = read(&bytes).unwrap();
    assert_eq!(rows(&loaded.scene), ["~~"]);
    assert!(loaded.notes.iter().any(|note| note.contains("first layer")), "{:?}", loaded.notes);
    bytes.push(0);
    for bytes in [bytes.clone(), pack(&bytes)] {
        let loaded = read(&bytes).unwrap();
        assert!(loaded.notes.iter().any(|note| note.contains("behind the last layer")), "{:?}", loaded.notes);
    }
}

#[test]
fn rexpaint_by_colour_reads_backgrounds() {
    let water = Tile::Water.info().colour.map(|channel| channel + 2);
    let cells = vec![(b'#'.into(), water), (32, Tile::Lava.info().colour), (b'x'.into(), CLEAR), (32, [7, 7, 7])];
    let bytes = drawing(Some(-1), &[(4, cells)]);
    let mut options = Options { by_colour: true, ..Options::default() };
    let error = read_bytes("a.xp", &bytes, &options).unwrap_err();
    assert_eq!((error.tiles()[0].key.as_str(), error.tiles()[0].colour), ("#070707", Some([7, 7, 7])));
    options.tiles = TileAnswers::from_text("#070707=swamp").unwrap();
    let loaded = read_bytes("a.xp", &bytes, &options).unwrap();
    assert_eq!(rows(&loaded.scene), ["~! \""]);
    assert!(loaded.notes.iter().any(|note| note.contains("without a background")), "{:?}", loaded.notes);
    // A drawing of gridscope is the same by glyph and by colour.
    for (name, scene) in scenes(40) {
        let options = Options { by_colour: true, ..Options::default() };
        let (_, by_glyph) = round_trip("xp", &scene, &Options::default());
        let (_, by_colour) = round_trip("xp", &scene, &options);
        assert_eq!(by_glyph, by_colour, "{name}");
    }
}

#[test]
fn answer_overrides_the_meaning_of_a_glyph() {
    let tiles = TileAnswers::from_text("♣=bush,#=crate,G=table 3,5=lava").unwrap();
    let options = Options { tiles, ..Options::default() };
    let mut second = layer("____");
    second.1[3] = (b'5'.into(), CLEAR);
    let mut first = layer("_#G.");
    first.1[0] = (5, BLACK);
    let loaded = read_bytes("a.xp", &drawing(Some(-1), &[first, second]), &options).unwrap();
    assert_eq!((rows(&loaded.scene), loaded.scene.actors.len()), (vec!["b%t!".to_owned()], 0));
    assert_eq!(loaded.scene.weight((2, 0).into()), Some(Weight::from(3)));
}

#[test]
fn hostile_rexpaint_files_are_refused_in_one_sentence() {
    for (name, what) in [
        ("xp-giant", "2147483647 × 2147483647"),
        ("xp-negative", "-8 × -6"),
        ("xp-many-layers", "2147483647 layers"),
        ("xp-cut", "the file ends in layer 1"),
        ("xp-bomb", "0 × 0"),
    ] {
        let error = read_sample(&format!("hostile/{name}.xp")).unwrap_err();
        is_clear(name, &error);
        assert!(error.to_string().contains(what), "{error}");
        let error = content(&sample(&format!("hostile/{name}.xp"))).unwrap_err();
        is_clear(name, &error);
    }
    // More cells than a file may unpack to, and a code for each cell.
    let mut head: Vec<u8> = [-1, 1, 4096, 4096].into_iter().flat_map(i32::to_le_bytes).collect();
    assert!(read(&head).unwrap_err().found.contains("4096 × 4096"));
    head.truncate(8);
    let many = drawing(Some(-1), &[(300, (0..300).map(|code| (code + 1000, BLACK)).collect())]);
    assert!(read(&many).unwrap_err().found.contains("different codes"));
    let wide = |glyph: &str| (5_001, layer(&glyph.repeat(10_002)).1);
    let actors = drawing(Some(-1), &[wide("."), wide("G")]);
    assert!(read(&actors).unwrap_err().found.contains("actors"));
    // Packed data that unpack to far more than the sizes ask for.
    let mut long = drawing(Some(-1), &[layer("..")]);
    long.resize(40 << 20, 0);
    let began = std::time::Instant::now();
    assert_eq!(read(&pack(&long)).unwrap().notes.len(), 1);
    assert!(began.elapsed().as_secs() < 10);
}

#[test]
fn rexpaint_map_too_large_to_reread_is_refused() {
    let scene = Scene::new(Grid::new(Size::new(4096, 4096), Tile::Floor));
    let error = format("xp").write(&scene, &Options::default()).unwrap_err();
    assert!(error.found.contains("4096 × 4096"), "{error}");
}

#[test]
fn damaged_drawings_are_read_or_refused() {
    let mut scene = Scene::from_rows(&["#+G.", "..~X"]).unwrap();
    scene.set_weight((1, 1).into(), Weight::from(3));
    let written = format("xp").write(&scene, &Options::default()).unwrap().bytes;
    survives_damage("packed.xp", &written, &Options::default());
    survives_damage("unpacked.xp", &unpack(&written), &Options::default());
    let sample = std::fs::read(sample("rexpaint/before-version-field.xp")).unwrap();
    survives_damage("sample.xp", &unpack(&sample), &Options::default());
}

#[test]
fn rexpaint_recognises_drawings_only() {
    for bytes in
        [&b"####\n#..#\n"[..], b"\x01\0\0\0", b"\x01\0\0\0\x08\0\0\0\xff\xff\xff\xff", b"\x7f\0\0\0abcdefgh", b"{}"]
    {
        assert!(!format("xp").recognises(bytes), "{bytes:?}");
        assert!(!format("xp").recognises(&pack(bytes)), "{bytes:?}");
    }
}
