//! Godot scenes: the bytes of the layers, the tileset, the actors and the script, read back from the text.

use super::support::{ROOM, format, sample, scenes};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gridscope_formats::{Options, Written, file_endings, read_bytes, read_file};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Actor, ActorKind, Cell, Dir, Grid, Scene, Tile};
use std::collections::BTreeMap;
use std::path::Path;

fn written(scene: &Scene, options: &Options) -> (Written, String) {
    let written = format("godot").write(scene, options).expect("a scene");
    let text = String::from_utf8(written.bytes.clone()).expect("a text");
    (written, text)
}

/// Returns the cells of a layer with the columns of their tiles, or `None` if there is no such layer.
fn layer(text: &str, name: &str) -> Option<BTreeMap<Cell, u16>> {
    let (_, rest) = text.split_once(&format!("[node name=\"{name}\" type=\"TileMapLayer\" parent=\".\"]\n"))?;
    let (_, rest) = rest.split_once("tile_map_data = PackedByteArray(\"")?;
    let bytes = STANDARD.decode(rest.split_once("\")").expect("an end").0).expect("base64");
    let words: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    assert_eq!((words[0], (words.len() - 1) % 6), (0, 0), "the format, then six words a cell");
    let mut cells = BTreeMap::new();
    for word in words[1..].chunks(6) {
        assert_eq!([word[2], word[4], word[5]], [0; 3], "the source, the row and the alternative");
        assert!(cells.insert(Cell::new(word[0], word[1]), word[3]).is_none(), "a cell occurs once");
    }
    Some(cells)
}

#[test]
fn godot_layers_hold_every_cell_of_a_scene() {
    for (name, scene) in scenes(200) {
        let (_, text) = written(&scene, &Options::default());
        let terrain = layer(&text, "terrain").expect("the terrain");
        for at in scene.size().cells() {
            let expected = (scene.tiles[at] != Tile::Void).then_some(scene.tiles[at] as u16);
            assert_eq!(terrain.get(&at).copied(), expected, "{name}, {at}");
        }
        assert!(terrain.keys().all(|&at| scene.size().contains(at)), "{name}");
        let weights = layer(&text, "weights").unwrap_or_default();
        let unknown = layer(&text, "unknown").unwrap_or_default();
        for at in scene.size().cells() {
            assert_eq!(weights.get(&at).copied(), scene.weight(at).map(|n| 26 + n.times() as u16), "{name}, {at}");
            let known = scene.known.as_ref().is_none_or(|known| known[at]);
            assert_eq!(unknown.get(&at).copied(), (!known).then_some(36), "{name}, {at}");
        }
        assert_eq!(text.matches("type=\"Marker2D\"").count(), scene.actors.len(), "{name}");
        assert_eq!(text, written(&scene, &Options::default()).1, "{name}: the same scene gives the same bytes");
    }
}

#[test]
fn godot_room_equals_the_sample() {
    let scene = Scene::from_rows(&ROOM).expect("a scene");
    let (_, text) = written(&scene, &Options::default().at(Path::new("maps/room.tscn")));
    let sample = std::fs::read_to_string(sample("godot/room.tscn")).expect("the sample");
    // The sample has tiles of its own, in another order.
    let names = ["floor", "wall", "door", "water", "rubble", "bush", "window", "lava"];
    let theirs = layer(&sample, "terrain").expect("its terrain");
    let ours = layer(&text, "terrain").expect("our terrain");
    assert_eq!(theirs.len(), 48);
    for (at, index) in theirs {
        assert_eq!(ours[&at], Tile::from_name(names[usize::from(index)]).expect("a tile") as u16, "{at}");
    }
    assert!(text.starts_with("[gd_scene format=4]\n"), "bytes in base64 need format 4");
    assert!(text.contains("[node name=\"room\" type=\"Node2D\"]\n"));
    assert!(!text.contains("uid="), "no scene claims the number of another");
}

#[test]
fn the_tileset_has_every_tile_with_its_properties() {
    let (written, text) =
        written(&Scene::from_rows(&ROOM).expect("a scene"), &Options::default().at(Path::new("a/hut.tscn")));
    assert!(text.contains("[ext_resource type=\"Texture2D\" path=\"hut.tiles.png\" id=\"1_tiles\"]"));
    let names: Vec<&str> = written.beside.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["hut.tiles.png"]);
    let picture = &written.beside[0].1;
    assert_eq!(picture[16..24], [0, 0, 3, 160, 0, 0, 0, 16], "58 tiles of 16 pixels in a row");
    for (index, tile) in Tile::ALL.iter().enumerate() {
        let info = tile.info();
        let blocks = ["wall", "void", "door-locked", "window", "crate", "tree", "one-way-n", "secret-door", "shutter"];
        let has = |line: &str| text.contains(&format!("\n{index}:0/0{line}\n"));
        assert!(has(" = 0") && has(&format!("/custom_data_0 = \"{}\"", info.name)), "{tile}");
        assert!(has(&format!("/custom_data_2 = {}", info.cost)), "{tile}");
        if blocks.contains(&info.name) {
            assert!(has("/custom_data_1 = false"), "{tile}");
            let polygon = "/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)";
            assert!(has(polygon), "{tile}");
        }
        if ["floor", "door", "portcullis", "water"].contains(&info.name) {
            assert!(has("/custom_data_1 = true") && !text.contains(&format!("\n{index}:0/0/physics")), "{tile}");
        }
    }
    for (layer, (name, kind)) in [("gridscope", 4), ("walks", 1), ("cost", 2), ("weight", 2)].iter().enumerate() {
        let lines = format!("custom_data_layer_{layer}/name = \"{name}\"\ncustom_data_layer_{layer}/type = {kind}\n");
        assert!(text.contains(&lines), "{name}");
    }
}

#[test]
fn godot_actors_are_markers_at_cell_centres() {
    let mut scene = Scene::from_rows(&["....", "...."]).expect("a scene");
    let mut guard = Actor::new(ActorKind::Guard, Cell::new(2, 1));
    guard.set_facing(Some(Dir::Se));
    guard.set_goal(Some(Cell::new(3, 0)));
    guard.set_route(vec![Cell::new(2, 1), Cell::new(0, 0)]);
    guard.set_keys(vec!["red \"one\"".into(), "back\\slash".into()]);
    guard.set_range(Some(12));
    guard.set("x-other", Some(FieldValue::Other(serde_json::json!({ "a": 1 }))));
    let mut lamp = Actor::new(ActorKind::Lamp, Cell::new(0, 0));
    lamp.set_lit(Some(false));
    scene.actors = vec![guard.clone(), lamp, guard];
    scene.title = "Two\nlines".into();
    let (written, text) = written(&scene, &Options::default());
    let expected = "[node name=\"guard\" type=\"Marker2D\" parent=\".\"]\nposition = Vector2(40, 24)\n\
        metadata/gridscope_kind = \"guard\"\nmetadata/gridscope_facing = \"se\"\n\
        metadata/gridscope_keys = PackedStringArray(\"red \\\"one\\\"\", \"back\\\\slash\")\n\
        metadata/gridscope_goal = Vector2i(3, 0)\n\
        metadata/gridscope_route = [Vector2i(2, 1), Vector2i(0, 0)]\nmetadata/gridscope_range = 12\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("[node name=\"lamp\" type") && text.contains("metadata/gridscope_lit = false\n"));
    assert!(text.contains("[node name=\"guard_2\" type"), "names of nodes differ");
    assert!(text.contains("metadata/gridscope_title = \"Two\\nlines\"\n"));
    assert_eq!(written.lost, ["2 fields of other programs"]);
}

#[test]
fn godot_script_follows_the_movement_rules() {
    let mode = |neighbours: &str, corners: &str, algorithm: &str| {
        let mut scene = Scene::from_rows(&["....", ".#G."]).expect("a scene");
        scene.run.algorithm = algorithm.into();
        for (name, value) in [("neighbours", neighbours), ("corners", corners)] {
            if !value.is_empty() {
                scene.run.params.set(name, value);
            }
        }
        let mut options = Options::with_registry(&gridscope_algorithms::registry()).at(Path::new("room.tscn"));
        options.write.astar_grid = true;
        let (written, text) = written(&scene, &options);
        assert!(text.contains("[ext_resource type=\"Script\" path=\"room_astar.gd\" id=\"2_astar\"]"));
        assert!(text.contains("[node name=\"room\" type=\"Node2D\"]\nscript = ExtResource(\"2_astar\")\n"));
        let (name, script) = &written.beside[1];
        assert_eq!(name, "room_astar.gd");
        let script = String::from_utf8(script.clone()).expect("a text");
        assert!(script.contains("\tgrid.region = Rect2i(0, 0, 4, 2)\n"));
        // `update` clears the solid points, so it comes before them.
        let at = |part: &str| script.find(part).unwrap_or_else(|| panic!("{part} in {script}"));
        assert!(at("grid.update()") < at("fill_solid_region") && at("fill_solid_region") < at("set_point_solid"));
        let (_, rest) = script.split_once("AStarGrid2D.DIAGONAL_MODE_").expect("a mode");
        (rest.split_once('\n').expect("a line").0.to_owned(), script)
    };
    for (neighbours, corners, algorithm, expected) in [
        ("", "", "astar", "ONLY_IF_NO_OBSTACLES"),
        ("8", "never", "astar", "ONLY_IF_NO_OBSTACLES"),
        ("8", "one", "astar", "AT_LEAST_ONE_WALKABLE"),
        ("8", "always", "astar", "ALWAYS"),
        ("4", "always", "astar", "NEVER"),
        ("", "", "flow-map", "NEVER"),
    ] {
        assert_eq!(mode(neighbours, corners, algorithm).0, expected, "{neighbours} {corners} {algorithm}");
    }
    assert!(mode("", "", "astar").1.contains("set_point_weight_scale"));
    assert!(!mode("", "", "flow-map").1.contains("set_point_weight_scale"), "its terrain costs are off");
}

#[test]
fn godot_scenes_are_never_read() {
    let error = read_file(&sample("godot/room.tscn"), &Options::default()).expect_err("it is not read");
    assert!(error.to_string().contains("Godot 4 scene is only written"), "{error}");
    let from = Options { from: Some("godot"), ..Options::default() };
    let error = read_bytes("a.tscn", b"[gd_scene format=4]\n", &from).expect_err("it is not read");
    assert!(error.to_string().contains("only written"), "{error}");
    assert!(!file_endings().contains(&"tscn"));
    let large = Scene::new(Grid::new(gridscope_trace::geometry::Size::new(4_096, 4_096), Tile::Floor));
    let error = format("godot").write(&large, &Options::default()).expect_err("it is too large");
    assert!(error.to_string().contains("64 MiB"), "{error}");
}
