//! Flat JSON: what Unity's `JsonUtility` can read, and nothing else.

use crate::support::{format, is_clear, read_sample, scenes};
use gridscope_formats::{Options, read_bytes};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Actor, ActorKind, Cell, Dir, Grid, Scene, Size, Tile};
use serde_json::{Value, json};

fn write(scene: &Scene) -> (Value, Vec<String>) {
    let written = format("flat-json").write(scene, &Options::default()).expect("a file");
    (serde_json::from_slice(&written.bytes).expect("JSON"), written.lost)
}

/// Asserts that no list holds another list.
fn is_flat(what: &str, value: &Value) {
    match value {
        Value::Array(all) => {
            assert!(!all.iter().any(Value::is_array), "{what}: {value}");
            for value in all {
                is_flat(what, value);
            }
        }
        Value::Object(all) => all.values().for_each(|value| is_flat(what, value)),
        _ => {}
    }
}

#[test]
fn flat_json_holds_every_scene_without_nesting() {
    for (name, scene) in scenes(200) {
        let (file, lost) = write(&scene);
        is_flat(&name, &file);
        let names: Vec<&str> = file["names"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
        let tiles =
            file["tiles"].as_array().expect("tiles").iter().map(|n| names[n.as_u64().expect("a number") as usize]);
        assert!(tiles.eq(scene.tiles.as_slice().iter().map(|tile| tile.info().name)), "{name}");
        assert_eq!((&file["width"], &file["height"]), (&json!(scene.size().width), &json!(scene.size().height)));
        let weights: Vec<u32> = serde_json::from_value(file["weights"].clone()).expect("weights");
        assert_eq!(weights, scene.weights.as_ref().map_or(&[][..], |weights| weights.times().as_slice()), "{name}");
        let actors = file["actors"].as_array().expect("actors");
        assert_eq!(actors.len(), scene.actors.len());
        for (actor, there) in scene.actors.iter().zip(actors) {
            assert_eq!(there["kind"], actor.kind.name());
            assert_eq!((&there["x"], &there["y"]), (&json!(actor.at.x), &json!(actor.at.y)));
            assert_eq!(there.get("facing").and_then(Value::as_str), actor.facing().map(Dir::name));
        }
        assert_eq!(lost.contains(&"the title".into()), !scene.title.is_empty(), "{name}");
        assert_eq!(lost.contains(&"the known mask".into()), scene.known.is_some(), "{name}");
    }
}

#[test]
fn flat_json_fields_hold_cells_as_objects() {
    let mut scene = Scene::new(Grid::new(Size::new(3, 1), Tile::Floor));
    let mut guard = Actor::new(ActorKind::Guard, Cell::new(0, 0));
    guard.set_goal(Some(Cell::new(2, 0)));
    guard.set_route(vec![Cell::new(0, 0), Cell::new(1, 0)]);
    guard.set_keys(vec!["a \"b\"".into(), "c".into()]);
    guard.set("x-hp", Some(FieldValue::Other(json!([[1], { "a": 2 }]))));
    scene.actors.push(guard);
    let (file, lost) = write(&scene);
    let expected = json!({
        "kind": "guard", "x": 0, "y": 0, "keys": ["a \"b\"", "c"], "goal": { "x": 2, "y": 0 },
        "route": [{ "x": 0, "y": 0 }, { "x": 1, "y": 0 }],
    });
    assert_eq!(file["actors"][0], expected);
    assert_eq!(lost, ["1 field of other programs (x-)"]);
}

#[test]
fn flat_json_starts_with_width_height_and_names() {
    let scene = read_sample("movingai/room.map").expect("a map").scene;
    let bytes = format("flat-json").write(&scene, &Options::default()).expect("a file").bytes;
    let text = String::from_utf8(bytes).expect("text");
    assert!(text.starts_with(r#"{"width":8,"height":6,"names":["floor","wall","void","#), "{text}");
    is_clear("flat JSON", &read_bytes("a file", text.as_bytes(), &Options::default()).expect_err("written only"));
}
