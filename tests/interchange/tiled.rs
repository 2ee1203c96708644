//! Maps of Tiled: samples of every encoding, round trips, facts of the format that are easy to get wrong, and files made
//! to do harm.
#![expect(clippy::disallowed_methods, reason = "tests write the files that are beside a map")]

use crate::support::{
    ROOM, format, is_clear, random_scene, read_sample, round_trip, rows, sample, scenes, survives_damage,
};
use gridscope_core::actor::FieldValue;
use gridscope_core::geometry::{Cell, Dir, Size};
use gridscope_core::grid::Grid;
use gridscope_core::scene::{Actor, ActorKind, Room, Scene};
use gridscope_core::terrain::Tile;
use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{FormatError, Loaded, Options, read_bytes, read_file};

/// Reads a text that has no file.
fn read(text: &str) -> Result<Loaded, FormatError> {
    read_bytes("the map", text.as_bytes(), &Options::default())
}

fn answered(text: &str, answers: &str) -> Result<Loaded, FormatError> {
    let tiles = TileAnswers::from_text(answers).expect("answers");
    read_bytes("the map", text.as_bytes(), &Options { tiles, ..Options::default() })
}

/// Returns a TMX map of 3 × 2 cells of 16 pixels with a tileset of floor, wall and an unnamed tile, and this content.
fn tmx(content: &str) -> String {
    tmx_with("", content)
}

fn tmx_with(attributes: &str, content: &str) -> String {
    format!(
        "<map {attributes} width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\
         <tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"9\">\
         <tile id=\"1\" type=\"wall\"/><tile id=\"0\" type=\"floor\"/>\
         <tile id=\"3\"><properties><property name=\"cost\" type=\"float\" value=\"3\"/></properties></tile>\
         <tile id=\"4\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" height=\"8\"/></objectgroup></tile>\
         <tile id=\"5\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" height=\"7\"/></objectgroup></tile>\
         </tileset>{content}</map>"
    )
}

/// Returns a layer of 3 × 2 cells.
fn layer(name: &str, cells: &str) -> String {
    format!("<layer name=\"{name}\" width=\"3\" height=\"2\"><data encoding=\"csv\">{cells}</data></layer>")
}

fn floor() -> String {
    layer("ground", "1,1,1,1,1,1")
}

/// Returns a layer of objects.
fn objects(content: &str) -> String {
    format!("<objectgroup name=\"o\">{content}</objectgroup>")
}

fn actors(loaded: &Loaded) -> Vec<(ActorKind, u16, u16)> {
    loaded.scene.actors.iter().map(|actor| (actor.kind, actor.at.x, actor.at.y)).collect()
}

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
fn the_room_is_read_from_both_formats() {
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
            // Its tiles have no types, and only the wall has a property.
            let error = read_file(&path, &options).expect_err("tiles without a meaning");
            assert!(error.to_string().contains("gridscope:0 (13 times)"), "{error}");
            assert!(error.asks.iter().any(|ask| ask.key == "gridscope:1" && ask.meaning.is_some()));
            let answers = "gridscope:0=floor,gridscope:2=door,gridscope:3=water,gridscope:4=rubble,gridscope:5=bush,\
                           gridscope:6=window,gridscope:7=lava";
            options.tiles = TileAnswers::from_text(answers).expect("answers");
        }
        let loaded = read_file(&path, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The group is shifted by one tile and its cells are the map, so the actors are shifted the other way.
        is_room(&name, &loaded, if name == "groups.tmx" { -1 } else { 0 });
        let says = |part: &str| loaded.notes.iter().any(|note| note.contains(part));
        assert_eq!(says("Cell (0,0) is (-10,-3) in Tiled"), name.starts_with("infinite"), "{name}: {:?}", loaded.notes);
        assert_eq!(says("turned tile"), !name.starts_with("infinite"), "{name}: {:?}", loaded.notes);
        count += 1;
    }
    assert_eq!(count, 18);
}

#[test]
fn our_own_sample_has_weights_unknown_cells_a_room_and_the_rest() {
    let loaded = read_sample("ours/room.tmx").expect("our sample");
    assert_eq!(rows(&loaded.scene), ROOM);
    assert_eq!(loaded.notes, Vec::<String>::new());
    let scene = &loaded.scene;
    assert_eq!(scene.title, "A room & a \"half\" <é>");
    assert_eq!((scene.weight(Cell::new(1, 2)), scene.weight(Cell::new(3, 2))), (Some(3), None));
    let known = scene.known.as_ref().expect("unknown cells");
    assert_eq!((known[Cell::new(6, 1)], known[Cell::new(5, 1)]), (false, true));
    assert_eq!(scene.rooms, [Room { name: "hall".into(), from: Cell::new(4, 1), to: Cell::new(6, 4) }]);
    assert_eq!(scene.actors[0].facing(), Some(Dir::E));
    assert_eq!(scene.actors[0].route().len(), 3);
    assert!(loaded.says_run());
}

/// Removes what cannot be told apart: no weights, and weights of which all are 0.
fn plain(mut scene: Scene) -> Scene {
    scene.drop_empty_weights();
    scene
}

fn comes_back_equal(format: &str) {
    for (name, scene) in scenes(200) {
        let (written, back) = round_trip(format, &scene, &Options::default());
        assert_eq!(written.lost, Vec::<String>::new(), "{name}");
        assert_eq!(plain(back), plain(scene), "{name}");
    }
}

#[test]
fn lessons_and_random_scenes_come_back_equal_from_xml() {
    comes_back_equal("tmx");
}

#[test]
fn lessons_and_random_scenes_come_back_equal_from_json() {
    comes_back_equal("tmj");
}

#[test]
fn written_files_are_the_same_every_time() {
    let scene = random_scene(60);
    for name in ["tmx", "tmj"] {
        let write = || format(name).write(&scene, &Options::default()).expect(name);
        assert_eq!(write(), write());
    }
}

/// A scene with every kind of field, and with names that need care.
fn scene_of_fields() -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(6, 5), Tile::Floor));
    let cell = Cell::new(3, 4);
    let mut guard = Actor::new(ActorKind::Guard, cell);
    guard.set_keys(vec!["red".into(), "a, b".into(), " c".into(), String::new()]);
    guard.set_goal(Some(Cell::new(5, 0)));
    // The route does not begin where the guard is, and another actor is on its first cell.
    guard.set_route(vec![Cell::new(0, 0), Cell::new(0, 0), Cell::new(5, 4)]);
    let mut second = Actor::new(ActorKind::Guard, Cell::new(0, 0));
    second.set_route(vec![Cell::new(1, 1)]);
    second.set_keys(vec!["[1]".into()]);
    second.set("x-note", Some(FieldValue::Other(serde_json::json!({ "deep": [1, "<two>"] }))));
    let mut exit = Actor::new(ActorKind::Exit, Cell::new(1, 0));
    exit.set_down(Some(false));
    exit.set_value(Some(u32::MAX));
    exit.set_to(Some(cell));
    exit.set_room(Some("Halle \"7\" & <mehr>\n'x'\t".into()));
    exit.set("what", Some(FieldValue::Word(String::new())));
    let mut unit = Actor::new(ActorKind::Unit, cell);
    unit.set_team(Some(2));
    unit.set_active(Some(true));
    scene.actors = vec![guard, second, exit, unit];
    let name = |text: &str| text.to_owned();
    scene.rooms = vec![
        Room { name: name("a\nb"), from: Cell::new(1, 1), to: Cell::new(4, 3) },
        Room { name: name(""), from: Cell::new(4, 3), to: Cell::new(1, 1) },
        Room { name: name("same"), from: Cell::new(2, 3), to: Cell::new(4, 1) },
        Room { name: name("same"), from: cell, to: cell },
    ];
    scene.known = Some(Grid::new(scene.size(), true));
    scene
}

#[test]
fn every_field_of_an_actor_comes_back() {
    let scene = scene_of_fields();
    for format in ["tmx", "tmj"] {
        let (written, back) = round_trip(format, &scene, &Options::default());
        assert_eq!(written.lost, Vec::<String>::new());
        assert_eq!(back, scene, "{format}");
    }
}

#[test]
fn characters_that_xml_cannot_hold_are_named() {
    let mut scene = Scene::new(Grid::new(Size::new(2, 2), Tile::Floor));
    scene.rooms.push(Room { name: "a\u{1}b".into(), from: Cell::new(0, 0), to: Cell::new(1, 1) });
    scene.title = "t\u{2}\u{ffff}".into();
    let (written, back) = round_trip("tmx", &scene, &Options::default());
    assert_eq!(written.lost, ["1 control character of names"]);
    assert_eq!((back.title, back.rooms[0].name.as_str()), (scene.title.clone(), "a\u{fffd}b"));
    let (written, back) = round_trip("tmj", &scene, &Options::default());
    assert_eq!((written.lost, back), (Vec::new(), scene));
}

#[test]
fn a_written_map_has_what_other_programs_need() {
    let mut scene = random_scene(60);
    scene.set_weight(Cell::new(0, 0), 5);
    let options = Options::default().at(std::path::Path::new("maps/hall.tmx"));
    let written = format("tmx").write(&scene, &options).expect("a map");
    let text = String::from_utf8(written.bytes).expect("text");
    let [(name, picture)] = written.beside.as_slice() else { panic!("one picture") };
    assert_eq!(name, "hall.tiles.png");
    assert!(picture.starts_with(b"\x89PNG"));
    for part in [
        "version=\"1.10\"",
        "infinite=\"0\" nextlayerid=\"5\"",
        "<image source=\"hall.tiles.png\" width=\"592\" height=\"16\"/>",
        "tilecount=\"37\" columns=\"37\"",
        "  <tile id=\"35\" type=\"weight-9\"/>\n  <tile id=\"36\" type=\"unknown\"/>\n",
        "<objectgroup draworder=\"index\" id=\"4\" name=\"actors\">",
        "<layer id=\"1\" name=\"terrain\"",
        "<layer id=\"2\" name=\"weights\"",
        "<layer id=\"3\" name=\"known\"",
        "<property name=\"walks\" type=\"bool\" value=\"false\"/>",
        "<property name=\"cost\" type=\"int\" value=\"4096\"/>",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let next = format!("nextobjectid=\"{}\"", text.matches("  <object id=").count() + 1 - solid_tiles());
    assert!(text.contains(&next), "{next}");
    assert!(!text.contains(" gid="), "no object is a tile");
    assert!(text.lines().all(|line| !line.ends_with(' ')));
    // Everything but the void that cannot be walked on has a body.
    assert_eq!(text.matches("<objectgroup draworder=\"index\">").count(), solid_tiles());
}

/// Number of tiles that have a body in the tileset.
fn solid_tiles() -> usize {
    use gridscope_core::terrain::Walk;
    let walks = |tile: &Tile| matches!(tile.info().walk, Walk::Yes | Walk::Opens | Walk::NotThief);
    Tile::ALL.iter().filter(|tile| !walks(tile) && **tile != Tile::Void).count()
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
fn other_arrangements_of_cells_are_refused_or_named() {
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
fn csv_has_white_space_and_a_last_comma_anywhere_and_nothing_else() {
    let loaded = read(&tmx(&layer("a", "\n 1 ,2\t,\r\n1,\n1,1,2,\n"))).expect("a map");
    assert_eq!(rows(&loaded.scene), [".#.", "..#"]);
    for (cells, found) in [
        ("1,1,1,1,1", "there are 5 cells"),
        ("1,1,1,1,1,1,1", "more than 6 cells"),
        ("1,1,1 1,1,1", "no comma between two numbers"),
        ("1,,1,1,1,1", "no number before a comma"),
        ("1,1,-1,1,1,1", "'-' stands among the cells"),
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
fn the_packing_is_told_by_its_first_bytes() {
    let text = std::fs::read_to_string(sample("odd/base64-gzip-with-name.tmx")).expect("a sample");
    let wrong = text.replace("compression=\"gzip\"", "compression=\"zlib\"");
    assert_ne!(text, wrong);
    assert_eq!(rows(&read(&wrong).expect("a map").scene), TILED_ROOM);
}

#[test]
fn a_tile_takes_the_meaning_of_its_name_properties_or_shape() {
    // Local ids are one below the numbers in the layer. The shape of tile 6 covers less than half.
    let loaded = answered(&tmx(&layer("a", "1,2,4,5,6,0")), "t:5=bush").expect("a map");
    assert_eq!(rows(&loaded.scene), [".#.", "#b "]);
    assert_eq!(loaded.scene.weight(Cell::new(2, 0)), Some(3));
}

#[test]
fn tiles_without_a_meaning_are_asked_for_once_with_their_counts() {
    let error = read(&tmx(&layer("a", "3,3,1,9,100,2"))).expect_err("tiles without a meaning");
    assert!(error.to_string().contains("t:2 (twice), t:8 (once)") || error.to_string().contains("t:2 (2 times)"));
    let asked: Vec<_> = error.asks.iter().filter(|ask| ask.meaning.is_none()).map(|ask| ask.key.as_str()).collect();
    assert_eq!(asked, ["t:2", "t:8", "t:99"]);
    let known: Vec<_> = error.asks.iter().filter(|ask| ask.meaning.is_some()).map(|ask| ask.key.as_str()).collect();
    assert_eq!(known, ["t:0", "t:1"]);
    let loaded = answered(&tmx(&layer("a", "3,3,1,9,100,2")), "t:2=water,rest=tree").expect("a map");
    assert_eq!(rows(&loaded.scene), ["~~.", "TT#"]);
}

#[test]
fn upper_tiles_without_a_meaning_leave_the_cell() {
    let text = tmx(&format!("{}{}", layer("ground", "1,2,1,0,1,1"), layer("things", "3,3,2,0,0,1")));
    let loaded = read(&text).expect("a map");
    assert_eq!(rows(&loaded.scene), [".##", " .."]);
    assert!(loaded.notes.iter().any(|note| note.contains("t:2 (2 ×)")), "{:?}", loaded.notes);
    // An answer for the rest does not change them either.
    assert_eq!(rows(&answered(&text, "rest=water").expect("a map").scene), [".##", " .."]);
    assert_eq!(rows(&answered(&text, "t:2=water").expect("a map").scene), ["~~#", " .."]);
}

#[test]
fn a_layer_of_walls_is_wall_even_if_it_is_hidden() {
    let walls = layer("Collision", "0,9,0,0,1,0").replace("width", "visible=\"0\" width");
    let loaded = read(&tmx(&format!("{}{walls}", floor()))).expect("a map");
    // The tile that is floor by its type stays floor.
    assert_eq!(rows(&loaded.scene), [".#.", "..."]);
}

#[test]
fn tilesets_may_stand_in_any_order_and_begin_anywhere() {
    let map = "<map width=\"3\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\
        <tileset firstgid=\"50\" name=\"b\"><tile id=\"7\" type=\"water\"/></tileset>\
        <tileset firstgid=\"10\" name=\"a\"><tile id=\"2\" type=\"wall\"/></tileset>\
        <layer name=\"l\"><data encoding=\"csv\">12,57,9</data></layer></map>";
    let error = read(map).expect_err("a number of no tileset");
    assert!(error.to_string().contains("gid:9"), "{error}");
    assert_eq!(rows(&answered(map, "gid:9=floor").expect("a map").scene), ["#~."]);
}

#[test]
fn an_object_is_in_the_cell_of_its_top_left_and_a_tile_above_its_bottom_left() {
    let content = "<object type=\"guard\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>\
         <object type=\"goal\" x=\"47.9\" y=\"0\"><point/></object>\
         <object name=\"Chest\" gid=\"2147483649\" x=\"0\" y=\"16\" width=\"16\" height=\"16\"/>\
         <object gid=\"9\" x=\"32\" y=\"32\" width=\"16\" height=\"32\"/>\
         <object type=\"monster\" x=\"-0.5\" y=\"0\" width=\"16\" height=\"16\"/>\
         <object type=\"player\" x=\"0\" y=\"0\" rotation=\"30\"><polygon points=\"0,0 16,0 0,16\"/></object>\
         <object type=\"npc\"><text>hello</text></object>";
    let text = tmx(&format!("{}{}", floor(), objects(content)));
    let text = text.replace("<tile id=\"1\" type=\"wall\"/>", "<tile id=\"8\" type=\"torch\"/>");
    let loaded = read(&text).expect("a map");
    let expected =
        [(ActorKind::Guard, 1, 1), (ActorKind::Goal, 2, 0), (ActorKind::Item, 0, 0), (ActorKind::Lamp, 2, 1)];
    assert_eq!(actors(&loaded), expected);
    let note = loaded.notes.iter().find(|note| note.contains("not read")).expect("a note");
    for part in ["1 actor off the map", "1 free shape", "1 rotated object", "1 text object"] {
        assert!(note.contains(part), "{part}: {note}");
    }
    let above = read(&text.replace("name=\"t\"", "name=\"t\" objectalignment=\"topleft\"")).expect("a map");
    assert_eq!(actors(&above)[2], (ActorKind::Item, 0, 1));
}

#[test]
fn layers_and_groups_shift_by_whole_tiles_only() {
    let wall = layer("w", "2,0,0,0,0,0");
    let shifted = wall.replace("<layer", "<layer offsetx=\"8\" offsety=\"16\"");
    let actor = objects("<object type=\"goal\" x=\"0\" y=\"0\"><point/></object>");
    let text = tmx(&format!("{}<group offsetx=\"8\">{shifted}{actor}</group>", floor()));
    let loaded = read(&text).expect("a map");
    assert_eq!(rows(&loaded.scene), ["...", ".#."]);
    // The objects are shifted by half a tile, which is ignored and said.
    assert_eq!(actors(&loaded), [(ActorKind::Goal, 0, 0)]);
    assert!(loaded.notes.iter().any(|note| note.contains("1 offset that is no whole number of tiles")));
}

#[test]
fn routes_go_to_the_actor_of_their_name_or_on_their_first_cell() {
    let content = "<object name=\"a\" type=\"guard\" x=\"0\" y=\"0\"/><object name=\"b\" type=\"guard\" x=\"16\" y=\"0\"/>\
         <object name=\"b\" type=\"route\" x=\"8\" y=\"8\"><polyline points=\"0,0 16,16\"/></object>\
         <object type=\"route\" x=\"8\" y=\"8\"><polyline points=\"0,0 0,16 99,0\"/></object>\
         <object type=\"route\" x=\"40\" y=\"8\"><polyline points=\"0,0 0,16\"/></object>\
         <object type=\"room\" name=\"hall\" x=\"-4\" y=\"8\" width=\"30\" height=\"8\"/>\
         <object type=\"room\" x=\"99\" y=\"8\" width=\"30\" height=\"8\"/>";
    let loaded = read(&tmx(&format!("{}{}", floor(), objects(content)))).expect("a map");
    let routes: Vec<_> = loaded.scene.actors.iter().map(|actor| actor.route().to_vec()).collect();
    assert_eq!(routes, [[Cell::new(0, 0), Cell::new(0, 1)], [Cell::new(0, 0), Cell::new(1, 1)]]);
    assert_eq!(loaded.scene.rooms, [Room { name: "hall".into(), from: Cell::new(0, 0), to: Cell::new(1, 0) }]);
    let note = loaded.notes.iter().find(|note| note.contains("not read")).expect("a note");
    for part in ["1 point of a route off the map", "1 route without an actor", "1 room off the map", "1 edge of a room"]
    {
        assert!(note.contains(part), "{part}: {note}");
    }
}

#[test]
fn properties_that_are_no_fields_are_named() {
    let property = |name: &str, value: &str| format!("<property name=\"{name}\" value=\"{value}\"/>");
    let properties = [
        property("range", "7"),
        property("facing", "North-East"),
        property("health", "3"),
        property("goal", "9,9"),
        "<property name=\"keys\">red,\nblue</property>".into(),
    ];
    let guard = format!("<object type=\"guard\"><properties>{}</properties></object>", properties.concat());
    let loaded = read(&tmx(&format!("{}{}", floor(), objects(&guard)))).expect("a map");
    let actor = &loaded.scene.actors[0];
    assert_eq!((actor.range(), actor.facing(), actor.goal()), (Some(7), Some(Dir::Ne), None));
    assert_eq!(actor.keys(), ["red", "blue"]);
    assert!(loaded.notes.iter().any(|note| note.contains("goal (1 ×), health (1 ×)")), "{:?}", loaded.notes);
}

#[test]
fn parts_that_a_scene_does_not_have_are_counted() {
    let text = tmx(&format!(
        "{}<imagelayer name=\"sky\"/><layer name=\"top\" opacity=\"0.5\" tintcolor=\"#ff0000\" parallaxx=\"2\">\
         <data encoding=\"csv\">0,0,0,0,0,3221225473</data></layer>{}",
        floor(),
        objects("<object type=\"house\" x=\"1\" y=\"1\"/>")
    ));
    let text = text
        .replace("</tileset>", "<wangsets><wangset/><wangset/></wangsets><tile id=\"7\"><animation/></tile></tileset>");
    let loaded = read(&text).expect("a map");
    let note = loaded.notes.iter().find(|note| note.contains("not read")).expect("a note");
    for part in [
        "1 picture layer",
        "1 translucent layer",
        "1 tinted layer",
        "1 layer with parallax",
        "1 turned tile",
        "1 object of another type",
        "2 Wang sets",
        "1 animation",
    ] {
        assert!(note.contains(part), "{part}: {note}");
    }
}

#[test]
fn chunks_may_have_any_size() {
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
fn what_does_not_fit_a_changed_map_is_dropped_and_named() {
    let mut scene = Scene::new(Grid::new(Size::new(4, 3), Tile::Floor));
    scene.title = "Kept".into();
    scene.details.insert(Cell::new(3, 2), gridscope_core::scene::TileDetail { inside: None, key: Some("red".into()) });
    let written = format("tmx").write(&scene, &Options::default()).expect("a map");
    let text = String::from_utf8(written.bytes).expect("text");
    let smaller = text
        .replace("width=\"4\" height=\"3\"", "width=\"2\" height=\"1\"")
        .replace("1,1,1,1,\n1,1,1,1,\n1,1,1,1\n", "1,1\n");
    let loaded = read(&smaller).expect("a smaller map");
    assert_eq!((loaded.scene.size(), loaded.scene.title.as_str()), (Size::new(2, 1), "Kept"));
    assert!(loaded.scene.details.is_empty());
    assert!(loaded.notes.iter().any(|note| note.contains("\"tiles\" does not fit")), "{:?}", loaded.notes);
}

#[test]
fn templates_and_tilesets_are_read_from_files_beside_the_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let maps = folder.path().join("maps");
    std::fs::create_dir_all(&maps).expect("a folder");
    std::fs::create_dir_all(folder.path().join("sets")).expect("a folder");
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    put(
        "sets/t.tsj",
        r#"{"name": "sets", "tilewidth": 16, "tiles": [{"id": 0, "type": "floor"}, {"id": 5, "class": "lamp"}]}"#,
    );
    put(
        "maps/guard.tx",
        "<?xml version=\"1.0\"?><template><object name=\"g\" type=\"guard\" width=\"16\" height=\"16\"><properties>\
         <property name=\"range\" type=\"int\" value=\"4\"/><property name=\"facing\" value=\"n\"/></properties></object>\
         </template>",
    );
    put(
        "maps/lamp.tj",
        r#"{"type": "template", "tileset": {"firstgid": 1, "source": "../sets/t.tsj"},
        "object": {"gid": 6, "width": 16, "height": 16}}"#,
    );
    let content = "<object template=\"guard.tx\" x=\"16\" y=\"0\"><properties><property name=\"facing\" value=\"e\"/>\
         </properties></object><object template=\"lamp.tj\" x=\"32\" y=\"32\"/><object template=\"gone.tx\"/>";
    let map = format!(
        "<map width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\
         <tileset firstgid=\"1\" name=\"e\"/><tileset firstgid=\"100\" source=\"../sets/t.tsj\"/>{}{}</map>",
        layer("l", "100,100,100,100,100,100"),
        objects(content)
    );
    put("maps/a.tmx", &map);
    let loaded = read_file(&maps.join("a.tmx"), &Options::default()).expect("a map");
    assert_eq!(actors(&loaded), [(ActorKind::Guard, 1, 0), (ActorKind::Lamp, 2, 1)]);
    let guard = &loaded.scene.actors[0];
    assert_eq!((guard.range(), guard.facing()), (Some(4), Some(Dir::E)));
    assert!(loaded.notes.iter().any(|note| note.contains("The template gone.tx was not read")), "{:?}", loaded.notes);
    assert!(loaded.notes.iter().any(|note| note.contains("1 object without a type")), "{:?}", loaded.notes);
    // Without a folder the tileset is unknown, and its tiles are asked for by the name of its file.
    let error = read(&map).expect_err("no files");
    assert!(error.to_string().contains("t:0 (6 times)") && error.to_string().contains("was not read"), "{error}");
}

#[test]
fn tiles_that_are_asked_for_have_their_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(sample("tiled/room.tmx")).expect("a sample");
    let nameless = text.replace("<tile id=\"3\" type=\"water\"/>", "");
    assert_ne!(text, nameless);
    std::fs::copy(sample("tiled/tiles.png"), folder.path().join("tiles.png")).expect("a picture");
    std::fs::write(folder.path().join("a.tmx"), &nameless).expect("a map");
    let asked = |error: &FormatError| error.asks.iter().find(|ask| ask.key == "gridscope:3").cloned().expect("a tile");
    let ask = asked(&read_file(&folder.path().join("a.tmx"), &Options::default()).expect_err("a tile to ask for"));
    let (width, pixels) = ask.picture.expect("a picture");
    assert_eq!((width, pixels.len()), (16, 256));
    let [red, green, blue] = ask.colour.expect("a colour");
    assert!(blue > red && blue > green, "water is blue: {red} {green} {blue}");
    assert_eq!(asked(&read(&nameless).expect_err("no files")).picture, None);
}

#[test]
fn a_second_route_does_not_replace_the_first() {
    let route = "<object name=\"g\" type=\"route\" x=\"8\" y=\"8\"><polyline points=\"0,0 16,0\"/></object>";
    let content = format!("<object name=\"g\" type=\"guard\"/>{route}{}", route.replace("16,0", "0,16"));
    let loaded = read(&tmx(&format!("{}{}", floor(), objects(&content)))).expect("a map");
    assert_eq!(loaded.scene.actors[0].route(), [Cell::new(0, 0), Cell::new(1, 0)]);
    assert!(loaded.notes.iter().any(|note| note.contains("1 route without an actor")), "{:?}", loaded.notes);
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
    assert_eq!(loaded.scene.weight(Cell::new(0, 0)), Some(3));
    assert_eq!(loaded.scene.actors[0].range(), Some(3));
}

#[test]
fn hostile_files_end_in_one_clear_sentence() {
    for (name, found) in [
        ("bomb-gzip", "more than 48 cells"),
        ("bomb-zstd", "more than 48 cells"),
        ("chunk-far", "is too large"),
        ("entities", "DOCTYPE"),
        ("giant", "2000000000 × 2000000000 cells is too large"),
        ("gid-of-no-tileset", "gridscope:51 (27 times)"),
        ("groups-deep", "nest more than 64 deep"),
        ("path-climbs", "climbs more than 2 folders"),
        ("too-few-cells", "there are 47 cells"),
        ("truncated", "XML"),
    ] {
        let began = std::time::Instant::now();
        let error = read_sample(&format!("hostile/{name}.tmx")).expect_err(name);
        is_clear(name, &error);
        assert!(error.to_string().contains(found), "{name}: {error}");
        assert!(began.elapsed().as_secs() < 2, "{name}");
    }
}

#[test]
fn limits_hold_for_depth_attributes_entities_and_numbers() {
    let attributes = " a=\"\"".repeat(300);
    let deep = "[".repeat(70) + &"]".repeat(70);
    for (text, found) in [
        (tmx(&format!("<x{attributes}/>")), "more than 256 attributes"),
        (tmx("<objectgroup name=\"&lol;\"/>"), "unrecognized entity `lol`"),
        (tmx(&layer("a", "1,&bad;")), "&bad;"),
        (
            tmx_with("tilesize=\"1\"", &floor())
                .replace("tilewidth=\"16\" tileheight=\"16\">", "tilewidth=\"0\" tileheight=\"16\">"),
            "tilewidth is 0",
        ),
        (tmx(&objects("<object x=\"nan\"/>")), "x of <object> is \"nan\""),
        (tmx(&layer("a", "").replace("width=\"3\"", "width=\"99999999999\"")), "99999999999 × 2 cells"),
        (format!("{}<more/>", tmx(&floor())), "more after the outermost element"),
        (format!("{{\"layers\": {deep}, \"tilewidth\": 1}}"), "64 lists and objects deep"),
        ("{\"layers\": [], \"tilewidth\": 1, \"layers\": []}".to_owned(), "stands twice"),
        (
            "{\"layers\": 5, \"tilewidth\": 1, \"tileheight\": 1, \"width\": 1, \"height\": 1}".to_owned(),
            "layers: it is 5",
        ),
    ] {
        let error = read(&text).expect_err(found);
        is_clear(found, &error);
        assert!(error.to_string().contains(found), "{found}: {error}");
    }
    // Together, layers have a limit too, even if each of them is packed to a few bytes.
    let big = "<layer name=\"a\" width=\"4096\" height=\"4096\"><data encoding=\"csv\"/></layer>";
    is_clear("many layers", &read(&tmx(&big.repeat(5))).expect_err("too few cells"));
}

/// Removes most tiles of the tileset from a written map: it is the same in every file, and longer than the rest.
fn with_few_tiles(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is = |line: &str, id: usize| {
        line.starts_with(&format!("  <tile id=\"{id}\""))
            || line.contains(&format!("{{\"id\":{id},\"")) && line.contains("walks")
    };
    let first = lines.iter().position(|line| is(line, 2)).expect("a tile");
    let after = lines.iter().rposition(|line| is(line, 26)).expect("a tile");
    [&lines[..first], &lines[after..]].concat().join("\n")
}

#[test]
fn damaged_files_are_read_or_refused() {
    let options = Options::default();
    let mut scene = scene_of_fields();
    scene.set_weight(Cell::new(1, 1), 4);
    for name in ["tmx", "tmj"] {
        let written = String::from_utf8(format(name).write(&scene, &options).expect(name).bytes).expect("text");
        let small = with_few_tiles(&written);
        assert!(small.len() < 5_000 && read(&small).is_ok(), "{name}: {small}");
        survives_damage(&format!("a written {name}"), small.as_bytes(), &options);
    }
}

#[test]
fn damaged_samples_are_read_or_refused() {
    for name in ["tiled/room.tmx", "odd/infinite-negative-chunks-zlib.tmx"] {
        survives_damage(name, &std::fs::read(sample(name)).expect(name), &Options::default());
    }
}
