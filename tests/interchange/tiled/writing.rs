//! Maps that are written: round trips, and what other programs need.

use super::{read, scene_of_fields};
use crate::support::{format, random_scene, round_trip, scenes};
use gridscope_formats::Options;
use gridscope_trace::scene::{Room, Scene};
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Size, Tile, Weight};

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
fn scenes_survive_tmx_unchanged() {
    comes_back_equal("tmx");
}

#[test]
fn scenes_survive_tmj_unchanged() {
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
fn written_tmx_has_the_attributes_other_programs_need() {
    let mut scene = random_scene(60);
    scene.set_weight(Cell::new(0, 0), Weight::from(5));
    let options = Options::default().at(std::path::Path::new("maps/hall.tmx"));
    let written = format("tmx").write(&scene, &options).expect("a map");
    let text = String::from_utf8(written.bytes).expect("text");
    let [(name, picture)] = written.beside.as_slice() else { panic!("one picture") };
    assert_eq!(name, "hall.tiles.png");
    assert!(picture.starts_with(b"\x89PNG"));
    for part in [
        "version=\"1.10\"",
        "infinite=\"0\" nextlayerid=\"5\"",
        "<image source=\"hall.tiles.png\" width=\"928\" height=\"16\"/>",
        "tilecount=\"58\" columns=\"58\"",
        "  <tile id=\"35\" type=\"weight-9\"/>\n  <tile id=\"36\" type=\"unknown\"/>\n  <tile id=\"37\" type=\"guard\"/>\n",
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
    assert!(text.lines().all(|line| !line.ends_with(' ')));
    // Everything but the void that cannot be walked on has a body.
    assert_eq!(text.matches("<objectgroup draworder=\"index\">").count(), solid_tiles());
}

/// Tiled places the lower left corner of a tile object.
#[test]
fn actors_are_objects_with_their_tile() {
    let mut scene = Scene::new(Grid::new(Size::new(3, 2), Tile::Floor));
    scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(1, 0)), Actor::new(ActorKind::Bloat, Cell::new(2, 1))];
    let (written, back) = round_trip("tmx", &scene, &Options::default());
    assert_eq!((written.lost, back), (Vec::new(), scene.clone()));
    let text = String::from_utf8(written.bytes).expect("text");
    assert!(text.contains("name=\"guard 1\" type=\"guard\" gid=\"38\" x=\"16\" y=\"16\" width=\"16\""), "{text}");
    assert!(text.contains("type=\"bloat\" gid=\"49\" x=\"32\" y=\"32\""), "{text}");
    // A tile that is placed in Tiled needs no class of its own.
    let stamped = text.replace("type=\"guard\" gid", "gid").replace("name=\"guard 1\" ", "");
    assert_eq!(read(&stamped).expect("a map").scene.actors, scene.actors);
    let (written, back) = round_trip("tmj", &scene, &Options::default());
    assert_eq!((written.lost, back), (Vec::new(), scene));
    assert!(String::from_utf8(written.bytes).expect("text").contains("\"gid\":38"));
}

/// Number of tiles that have a body in the tileset.
fn solid_tiles() -> usize {
    use gridscope_trace::terrain::Walk;
    let walks = |tile: &Tile| matches!(tile.info().walk, Walk::Yes | Walk::Opens | Walk::NotThief);
    Tile::ALL
        .iter()
        .chain(&gridscope_formats::tileset::TURNING)
        .filter(|tile| !walks(tile) && **tile != Tile::Void)
        .count()
}

#[test]
fn extras_not_fitting_a_changed_map_are_dropped() {
    let mut scene = Scene::new(Grid::new(Size::new(4, 3), Tile::Floor));
    scene.title = "Kept".into();
    scene.details.insert(Cell::new(3, 2), gridscope_trace::scene::TileDetail { inside: None, key: Some("red".into()) });
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
