//! Objects: actors, routes, rooms, templates, and what is named because a scene does not have it.
#![expect(clippy::disallowed_methods, reason = "tests write the files that are beside a map")]

use super::{actors, floor, layer, objects, read, tmx};
use crate::support::rows;
use gridscope_formats::{Options, read_file};
use gridscope_trace::geometry::{Cell, Dir};
use gridscope_trace::scene::{ActorKind, Room};

#[test]
fn tiled_object_belongs_to_its_corner_cell() {
    let content = "<object type=\"guard\" x=\"16\" y=\"16\" width=\"16\" height=\"16\"/>\
         <object type=\"goal\" x=\"47.9\" y=\"0\"><point/></object>\
         <object name=\"Chest\" gid=\"2147483649\" x=\"0\" y=\"16\" width=\"16\" height=\"16\"/>\
         <object gid=\"9\" x=\"32\" y=\"32\" width=\"16\" height=\"32\"/>\
         <object type=\"monster\" x=\"-0.5\" y=\"0\" width=\"16\" height=\"16\"/>\
         <object type=\"player\" x=\"0\" y=\"0\" rotation=\"30\"><polygon points=\"0,0 16,0 0,16\"/></object>\
         <object type=\"monster\"><text>hello</text></object>";
    let text = tmx(&format!("{}{}", floor(), objects(content)));
    let text = text.replace("<tile id=\"1\" type=\"wall\"/>", "<tile id=\"8\" type=\"torch\"/>");
    let loaded = read(&text).expect("a map");
    let expected =
        [(ActorKind::Guard, 1, 1), (ActorKind::Goal, 2, 0), (ActorKind::Item, 0, 0), (ActorKind::Lamp, 2, 1)];
    assert_eq!(actors(&loaded), expected);
    let note = loaded.notes.iter().find(|note| note.contains("not read")).expect("a note");
    for part in ["1 actor off the map", "1 free shape", "the turn of 1 object", "1 text object"] {
        assert!(note.contains(part), "{part}: {note}");
    }
    let above = read(&text.replace("name=\"t\"", "name=\"t\" objectalignment=\"topleft\"")).expect("a map");
    assert_eq!(actors(&above)[2], (ActorKind::Item, 0, 1));
}

#[test]
fn layer_offsets_apply_in_whole_tiles_only() {
    let wall = layer("w", "2,0,0,0,0,0");
    let shifted = wall.replace("<layer", "<layer offsetx=\"8\" offsety=\"16\"");
    let actor = objects("<object type=\"goal\" x=\"0\" y=\"0\"><point/></object>");
    let text = tmx(&format!("{}<group offsetx=\"8\">{shifted}{actor}</group>", floor()));
    let loaded = read(&text).expect("a map");
    assert_eq!(rows(&loaded.scene), ["...", ".#."]);
    // The objects are shifted by half a tile, which is ignored and said.
    assert_eq!(actors(&loaded), [(ActorKind::Goal, 0, 0)]);
    assert!(loaded.notes.iter().any(|note| note.contains("the offset of 1 layer, which is no whole number of tiles")));
}

#[test]
fn routes_belong_to_named_or_first_actors() {
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
fn a_second_route_does_not_replace_the_first() {
    let route = "<object name=\"g\" type=\"route\" x=\"8\" y=\"8\"><polyline points=\"0,0 16,0\"/></object>";
    let content = format!("<object name=\"g\" type=\"guard\"/>{route}{}", route.replace("16,0", "0,16"));
    let loaded = read(&tmx(&format!("{}{}", floor(), objects(&content)))).expect("a map");
    assert_eq!(loaded.scene.actors[0].route(), [Cell::new(0, 0), Cell::new(1, 0)]);
    assert!(loaded.notes.iter().any(|note| note.contains("1 route without an actor")), "{:?}", loaded.notes);
}

#[test]
fn unknown_tiled_properties_are_named() {
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
fn parts_a_scene_cannot_have_are_counted() {
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
        "the opacity of 1 layer",
        "the tint of 1 layer",
        "the parallax of 1 layer",
        "the turn of 1 tile",
        "1 object of another type",
        "2 Wang sets",
        "1 animation",
    ] {
        assert!(note.contains(part), "{part}: {note}");
    }
}

#[test]
fn templates_and_tilesets_are_read_from_neighbouring_files() {
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
    put("maps/sign.tx", "<template><object width=\"16\" height=\"16\"/></template>");
    let content = "<object template=\"guard.tx\" x=\"16\" y=\"0\"><properties><property name=\"facing\" value=\"e\"/>\
         </properties></object><object template=\"lamp.tj\" x=\"32\" y=\"32\"/><object template=\"gone.tx\"/>\
         <object template=\"sign.tx\" x=\"0\" y=\"0\"/>";
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
    // The template of the sign was read, and has no type.
    let parts = "1 object of another type, 1 object without a type, because a template was not read.";
    assert!(loaded.notes.iter().any(|note| note.ends_with(parts)), "{:?}", loaded.notes);
    // Without a folder the tileset is unknown, and its tiles are asked for by the name of its file.
    let error = read(&map).expect_err("no files");
    assert!(error.to_string().contains("t:0 (6 times)") && error.to_string().contains("was not read"), "{error}");
}
