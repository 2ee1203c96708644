//! Samples of every encoding and version, and how files are recognised.

use super::{actors, floor, read, tmx};
use crate::support::{ROOM, format, read_sample, rows, sample};
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{Loaded, Options, read_bytes, read_file};
use gridscope_trace::Weight;
use gridscope_trace::geometry::{Cell, Dir};
use gridscope_trace::scene::{ActorKind, Room};

/// The room of the samples of Tiled, whose tileset has water before rubble.
const TILED_ROOM: [&str; 6] = ["########", "#..+..~#", "#..#.,~#", "##+#.b.#", "#..=..!#", "########"];

/// The actors of the room.
const ACTORS: [(ActorKind, u16, u16); 3] = [(ActorKind::Guard, 1, 1), (ActorKind::Goal, 6, 3), (ActorKind::Item, 4, 4)];

/// Asserts that a map is the room of the samples, with its actors shifted to the right by `right`.
fn is_room(what: &str, loaded: &Loaded, right: i32) {
    assert_eq!(rows(&loaded.scene), TILED_ROOM, "{what}");
    let shifted = |x: u16| (i32::from(x) + right) as u16;
    assert_eq!(actors(loaded), ACTORS.map(|(kind, x, y)| (kind, shifted(x), y)), "{what}");
    let guard = &loaded.scene.actors[0];
    assert_eq!(guard.range(), Some(12), "{what}");
    let route = [(1, 1), (2, 1), (2, 2)].map(|(x, y)| Cell::new(shifted(x), y));
    assert_eq!(guard.route(), route, "{what}");
    assert_eq!((&loaded.scene.weights, &loaded.scene.known), (&None, &None), "{what}");
}

#[test]
fn tiled_room_is_read_from_xml_and_json() {
    for (name, format) in [("tiled/room.tmx", "tmx"), ("tiled/room.tmj", "tmj")] {
        let loaded = read_sample(name).expect(name);
        assert_eq!(loaded.format, format);
        is_room(name, &loaded, 0);
        assert!(loaded.notes.iter().any(|note| note.contains("Tiled 1.8.2")), "{:?}", loaded.notes);
        assert!(loaded.notes.iter().any(|note| note.contains("layer weights, 1 tile")), "{:?}", loaded.notes);
        assert!(!loaded.says_run());
    }
}

#[test]
fn every_encoding_and_version_gives_the_same_room() {
    let folder = sample("odd");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if !path.extension().is_some_and(|ending| ending == "tmx" || ending == "tmj") {
            continue;
        }
        let mut options = Options::default();
        if name.starts_with("before-1.2") {
            // The tiles have no types. Only the wall has a property, so it decides, and the rest is floor.
            let loaded = read_file(&path, &options).expect("a map");
            assert!(loaded.notes.iter().any(|note| note.contains("decide: ")), "{:?}", loaded.notes);
            let others = rows(&loaded.scene).concat().replace(['#', '.'], "");
            assert_eq!(others, "", "all is wall or floor");
            let answers = "gridscope:0=floor,gridscope:2=door,gridscope:3=water,gridscope:4=rubble,gridscope:5=bush,\
                           gridscope:6=window,gridscope:7=lava";
            options.tiles = TileAnswers::from_text(answers).expect("answers");
        }
        let loaded = read_file(&path, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The group is shifted by one tile and its cells are the map, so the actors are shifted the other way.
        is_room(&name, &loaded, if name == "groups.tmx" { -1 } else { 0 });
        let says = |part: &str| loaded.notes.iter().any(|note| note.contains(part));
        assert_eq!(says("Cell (0,0) is (-10,-3) in Tiled"), name.starts_with("infinite"), "{name}: {:?}", loaded.notes);
        assert_eq!(says("the turn of"), !name.starts_with("infinite"), "{name}: {:?}", loaded.notes);
        count += 1;
    }
    assert_eq!(count, 18);
}

#[test]
fn our_tiled_sample_has_weights_and_rooms() {
    let loaded = read_sample("ours/room.tmx").expect("our sample");
    assert_eq!(rows(&loaded.scene), ROOM);
    assert_eq!(loaded.notes, Vec::<String>::new());
    let scene = &loaded.scene;
    assert_eq!(scene.title, "A room & a \"half\" <é>");
    assert_eq!((scene.weight(Cell::new(1, 2)), scene.weight(Cell::new(3, 2))), (Some(Weight::from(3)), None));
    let known = scene.known.as_ref().expect("unknown cells");
    assert_eq!((known[Cell::new(6, 1)], known[Cell::new(5, 1)]), (false, true));
    assert_eq!(scene.rooms, [Room { name: "hall".into(), from: Cell::new(4, 1), to: Cell::new(6, 4) }]);
    assert_eq!(scene.actors[0].facing(), Some(Dir::E));
    assert_eq!(scene.actors[0].route().len(), 3);
    assert!(loaded.says_run());
}

#[test]
fn formats_are_recognised_by_content() {
    let tmj = std::fs::read(sample("tiled/room.tmj")).expect("a sample");
    let loaded = read_bytes("level.json", &tmj, &Options::default()).expect("a map");
    assert_eq!(loaded.format, "tmj");
    let text = tmx(&floor());
    for text in [format!("\u{feff}\n <?xml version=\"1.0\"?>\n<!-- a - b -->\n{text}"), text.clone()] {
        assert_eq!(read_bytes("level.xml", text.as_bytes(), &Options::default()).expect("a map").format, "tmx");
    }
    let names = |bytes: &[u8]| ["tmx", "tmj"].map(|name| format(name).recognises(bytes));
    assert_eq!(names(b"<mapping a=\"1\">"), [false, false]);
    assert_eq!(names(b"<svg><map x=\"\"/></svg>"), [false, false]);
    assert_eq!(names(br#"{"format": "gridscope-scene", "layers": [], "tilewidth": 1}"#), [false, false]);
    assert_eq!(names(br#"{"a": {"layers": 1, "tilewidth": 1}, "layers": "\"tilewidth\": 1"}"#), [false, false]);
    assert_eq!(names(br#"{"x\"": 1, "layers": [[{"}": 2}]], "tilewidth" : 1"#), [false, true]);
}

#[test]
fn tilesets_and_templates_are_refused_by_name() {
    for (text, what) in [
        ("<?xml version=\"1.0\"?><tileset name=\"a\"/>", "a tileset of Tiled"),
        ("<template><object/></template>", "a template of Tiled"),
        (r#"{"columns": 1, "tilecount": 1, "tilewidth": 16, "type": "tileset"}"#, "a tileset of Tiled"),
        (r#"{"object": {}, "type": "template"}"#, "a template of Tiled"),
    ] {
        let error = read(text).expect_err(what);
        assert!(error.to_string().contains(what), "{error}");
    }
}

#[test]
fn old_json_has_properties_as_objects() {
    let text = r#"{"width": 2, "height": 1, "tilewidth": 8, "tileheight": 8, "version": 1, "orientation": "orthogonal",
        "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 8, "tileheight": 8,
            "tiles": {"3": {"objectgroup": {"objects": [{"x": 0, "y": 0, "width": 8, "height": 4}]}}},
            "tileproperties": {"0": {"gridscope": "floor 3"}}}],
        "layers": [{"type": "tilelayer", "name": "a", "width": 2, "height": 1, "data": [1, 4]},
            {"type": "objectgroup", "objects": [{"type": "guard", "x": 0, "y": 0, "properties": {"range": 3}}]}]}"#;
    let loaded = read(text).expect("a map");
    assert_eq!(rows(&loaded.scene), [".#"]);
    assert_eq!(loaded.scene.weight(Cell::new(0, 0)), Some(Weight::from(3)));
    assert_eq!(loaded.scene.actors[0].range(), Some(3));
}

#[test]
fn compression_is_detected_by_its_first_bytes() {
    let text = std::fs::read_to_string(sample("odd/base64-gzip-with-name.tmx")).expect("a sample");
    let wrong = text.replace("compression=\"gzip\"", "compression=\"zlib\"");
    assert_ne!(text, wrong);
    assert_eq!(rows(&read(&wrong).expect("a map").scene), TILED_ROOM);
}
