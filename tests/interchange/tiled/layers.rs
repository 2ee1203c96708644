//! Layers of tiles: encodings, tilesets, the meaning of tiles, and chunks.
#![expect(clippy::disallowed_methods, reason = "tests write the files that are beside a map")]

use super::{actors, answered, floor, layer, objects, read, tmx, tmx_with};
use crate::support::{is_clear, rows, sample};
use gridscope_formats::{FormatError, Options, read_file};
use gridscope_trace::{ActorKind, Cell, Weight};

#[test]
fn other_tiled_orientations_are_refused_or_noted() {
    for orientation in ["staggered", "hexagonal", "round"] {
        let error = read(&tmx_with(&format!("orientation=\"{orientation}\""), &floor())).expect_err(orientation);
        assert!(error.to_string().contains(orientation), "{error}");
    }
    let actor = objects("<object type=\"guard\" x=\"17\" y=\"4\"><point/></object>");
    let map = tmx_with("orientation=\"isometric\"", &format!("{}{actor}", floor()))
        .replace("tilewidth=\"16\" tileheight=\"16\">", "tilewidth=\"32\" tileheight=\"16\">");
    let loaded = read(&map).expect("an isometric map");
    assert!(loaded.notes.iter().any(|note| note.contains("isometric")), "{:?}", loaded.notes);
    // Coordinates of objects are in heights of a cell along both axes.
    assert_eq!(actors(&loaded), [(ActorKind::Guard, 1, 0)]);
}

#[test]
fn tmx_csv_allows_spaces_and_last_comma() {
    let loaded = read(&tmx(&layer("a", "\n 1 ,2\t,\r\n1,\n1,1,2,\n"))).expect("a map");
    assert_eq!(rows(&loaded.scene), [".#.", "..#"]);
    for (cells, found) in [
        ("1,1,1,1,1", "there are 5 cells"),
        ("1,1,1,1,1,1,1", "more than 6 cells"),
        ("1,1,1 1,1,1", "no comma between two numbers"),
        ("1,,1,1,1,1", "no number before a comma"),
        ("1,1,-1,1,1,1", "'-' is among the cells"),
        ("1,1,4294967296,1,1,1", "too large"),
    ] {
        let error = read(&tmx(&layer("a", cells))).expect_err(cells);
        assert!(error.to_string().contains(found), "{cells}: {error}");
        assert!(error.line.is_some(), "{cells}: {error}");
    }
}

#[test]
fn errors_name_line_and_column_or_the_path() {
    let text = tmx(&layer("a", "1,1,1,\n1,é,1"));
    let error = read(&text).expect_err("a letter");
    assert_eq!((error.line, error.column), (Some(2), Some(3)), "{error}");
    let text = r#"{"width": 2, "height": 1, "tilewidth": 8, "tileheight": 8, "tilesets": [],
        "layers": [{"type": "group", "layers": [{"type": "tilelayer", "width": 2, "height": 1, "data": [1, "x"]}]}]}"#;
    let error = read(text).expect_err("a text");
    assert!(error.to_string().contains("layers[0].layers[0].data: cell 1 is \"x\""), "{error}");
}

#[test]
fn tile_meaning_comes_from_name_properties_or_shape() {
    // Local ids are one below the numbers in the layer. The shape of tile 6 covers less than half.
    let loaded = answered(&tmx(&layer("a", "1,2,4,5,6,0")), "t:5=bush").expect("a map");
    assert_eq!(rows(&loaded.scene), [".#.", "#b "]);
    assert_eq!(loaded.scene.weight(Cell::new(2, 0)), Some(Weight::from(3)));
}

#[test]
fn tiles_without_a_meaning_are_asked_once() {
    let error = read(&tmx(&layer("a", "3,3,1,9,100,2"))).expect_err("tiles without a meaning");
    assert!(error.to_string().contains("t:2 (twice), t:8 (once)") || error.to_string().contains("t:2 (2 times)"));
    let asked: Vec<_> = error.tiles().iter().filter(|ask| ask.meaning.is_none()).map(|ask| ask.key.as_str()).collect();
    assert_eq!(asked, ["t:2", "t:8", "t:99"]);
    let known: Vec<_> = error.tiles().iter().filter(|ask| ask.meaning.is_some()).map(|ask| ask.key.as_str()).collect();
    assert_eq!(known, ["t:0", "t:1"]);
    let loaded = answered(&tmx(&layer("a", "3,3,1,9,100,2")), "t:2=water,rest=tree").expect("a map");
    assert_eq!(rows(&loaded.scene), ["~~.", "TT#"]);
}

#[test]
fn upper_tiles_without_a_meaning_keep_the_cell() {
    let text = tmx(&format!("{}{}", layer("ground", "1,2,1,0,1,1"), layer("things", "3,3,2,0,0,1")));
    let loaded = read(&text).expect("a map");
    assert_eq!(rows(&loaded.scene), [".##", " .."]);
    assert!(loaded.notes.iter().any(|note| note.contains("t:2 (2 ×)")), "{:?}", loaded.notes);
    // An answer for the rest does not change them either.
    assert_eq!(rows(&answered(&text, "rest=water").expect("a map").scene), [".##", " .."]);
    assert_eq!(rows(&answered(&text, "t:2=water").expect("a map").scene), ["~~#", " .."]);
}

#[test]
fn collision_layer_is_wall_even_if_hidden() {
    let walls = layer("Collision", "0,9,0,0,1,0").replace("width", "visible=\"0\" width");
    let loaded = read(&tmx(&format!("{}{walls}", floor()))).expect("a map");
    assert_eq!(rows(&loaded.scene), [".#.", ".#."], "the layer stands above the type floor of one of its tiles");
    let answered = answered(&tmx(&format!("{}{walls}", floor())), "t:0=floor").expect("a map");
    assert_eq!(rows(&answered.scene), ["...", "..."], "an answer stands above the layer");
}

#[test]
fn tilesets_may_be_unordered_with_any_first_id() {
    let map = "<map width=\"3\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\
        <tileset firstgid=\"50\" name=\"b\"><tile id=\"7\" type=\"water\"/></tileset>\
        <tileset firstgid=\"10\" name=\"a\"><tile id=\"2\" type=\"wall\"/></tileset>\
        <layer name=\"l\"><data encoding=\"csv\">12,57,9</data></layer></map>";
    let error = read(map).expect_err("a number of no tileset");
    assert!(error.to_string().contains("gid:9"), "{error}");
    assert_eq!(rows(&answered(map, "gid:9=floor").expect("a map").scene), ["#~."]);
}

#[test]
fn tiled_chunks_may_have_any_size() {
    let chunk = |x: i32, cells: &str| format!("<chunk x=\"{x}\" y=\"-3\" width=\"2\" height=\"1\">{cells}</chunk>");
    let data =
        format!("<layer name=\"a\"><data encoding=\"csv\">{}{}</data></layer>", chunk(-2, "0,2"), chunk(2, "1,0"));
    let map = tmx_with("infinite=\"1\"", &data);
    let loaded = read(&map).expect("a map");
    assert_eq!(rows(&loaded.scene), ["#  ."]);
    assert!(loaded.notes.iter().any(|note| note.contains("Cell (0,0) is (-1,-3) in Tiled")), "{:?}", loaded.notes);
    let empty = tmx_with("infinite=\"1\"", "<layer name=\"a\"><data encoding=\"csv\"/></layer>");
    is_clear("no tiles", &read(&empty).expect_err("no tiles"));
}

#[test]
fn tiles_that_are_asked_for_have_their_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(sample("tiled/room.tmx")).expect("a sample");
    let nameless = text.replace("<tile id=\"3\" type=\"water\"/>", "");
    assert_ne!(text, nameless);
    std::fs::copy(sample("tiled/tiles.png"), folder.path().join("tiles.png")).expect("a picture");
    std::fs::write(folder.path().join("a.tmx"), &nameless).expect("a map");
    let asked =
        |error: &FormatError| error.tiles().iter().find(|ask| ask.key == "gridscope:3").cloned().expect("a tile");
    let ask = asked(&read_file(&folder.path().join("a.tmx"), &Options::default()).expect_err("a tile to ask for"));
    let (width, pixels) = ask.picture.expect("a picture");
    assert_eq!((width, pixels.len()), (16, 256));
    let [red, green, blue] = ask.colour.expect("a colour");
    assert!(blue > red && blue > green, "water is blue: {red} {green} {blue}");
    assert_eq!(asked(&read(&nameless).expect_err("no files")).picture, None);
}
