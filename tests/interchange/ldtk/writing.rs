//! LDtk projects that are written: every scene comes back whole, also after the editor has saved the project.

use crate::support::{format, round_trip, scenes, survives_damage};
use gridscope_formats::{Options, read_bytes};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Actor, ActorKind, Cell, Dir, Grid, Scene, Size, Tile};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns a scene whose texts are hard to keep.
fn hard() -> Scene {
    let mut scene = Scene::from_rows(&["G.+.>", "..~.X"]).expect("a scene");
    scene.title = "100 %5C \\ %7B \"quoted\"".into();
    scene.notes = "Two\nlines\twith a tab, \\n and é.".into();
    let guard = &mut scene.actors[0];
    guard.set_facing(Some(Dir::Nw));
    guard.set_keys(vec!["plain".into(), "red".into()]);
    guard.set_goal(Some(Cell::new(4, 1)));
    guard.set_route(vec![Cell::new(0, 0), Cell::new(3, 1)]);
    guard.set("x-mood", Some(FieldValue::Other(json!({ "a\\b": ["c\nd", null] }))));
    guard.set("hurt", Some(FieldValue::Number(3)));
    let mut thief = Actor::new(ActorKind::Thief, Cell::new(1, 1));
    thief.set_keys(vec!["back\\slash".into(), " edge ".into()]);
    let mut item = Actor::new(ActorKind::Item, Cell::new(1, 0));
    item.set("what", Some(FieldValue::Word(String::new())));
    let mut lamp = Actor::new(ActorKind::Lamp, Cell::new(2, 0));
    lamp.set_lit(Some(false));
    scene.actors.extend([thief, item, lamp]);
    scene.actors[1].set_value(Some(u32::MAX));
    scene.actors[1].set_to(Some(Cell::new(0, 1)));
    scene
}

#[test]
fn every_scene_survives_ldtk() {
    for (name, scene) in scenes(200).chain([("hard".to_owned(), hard())]) {
        let (written, read) = round_trip("ldtk", &scene, &Options::default());
        assert!(read == scene, "{name}");
        assert!(written.lost.is_empty(), "{name}");
        assert_eq!(written.beside[0].0, "map.tiles.png", "{name}");
        if scene.run.seed % 5 == 0 {
            let again = format("ldtk").write(&scene, &Options::default()).expect("a project");
            assert!(again == written, "{name}: the same scene gives the same bytes");
        }
    }
}

/// Does to a text what the editor does to it whenever it saves: backslashes are doubled, white space at the ends is cut.
fn saved(text: &str) -> String {
    text.trim().replace('\\', "\\\\").replace('\n', "\\n")
}

/// Does to all field values of a project what the editor does when it loads and saves: it reads `realEditorValues` only.
fn save(value: &mut Value) {
    match value {
        Value::Object(all) if all.contains_key("realEditorValues") => {
            let is_text = all["__type"].as_str().expect("a type").contains("String");
            let mut texts = Vec::new();
            for raw in all["realEditorValues"].as_array_mut().expect("a list") {
                if is_text {
                    let text = saved(raw["params"][0].as_str().expect("a text"));
                    raw["params"][0] = json!(text);
                    texts.push(json!(text));
                }
            }
            if all["__type"] == "String" {
                all["__value"] = texts.first().cloned().unwrap_or_default();
            } else if is_text {
                all["__value"] = json!(texts);
            }
        }
        Value::Object(all) => all.values_mut().for_each(save),
        Value::Array(all) => all.iter_mut().for_each(save),
        _ => {}
    }
}

#[test]
fn scene_survives_saving_in_the_ldtk_editor() {
    let scene = hard();
    let written = format("ldtk").write(&scene, &Options::default()).expect("a project");
    let mut project: Value = serde_json::from_slice(&written.bytes).expect("JSON");
    for _ in 0..3 {
        save(&mut project);
    }
    let read = read_bytes("a.ldtk", project.to_string().as_bytes(), &Options::default()).expect("a project");
    assert!(read.scene == scene, "{:?}", read.scene);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
}

#[test]
fn ldtk_values_exist_for_loaders_and_editor() {
    let written = format("ldtk").write(&hard(), &Options::default()).expect("a project");
    let project: Value = serde_json::from_slice(&written.bytes).expect("JSON");
    let level = &project["levels"][0];
    assert_eq!(project["levels"].as_array().map(Vec::len), Some(1));
    let names: Vec<&str> = level["layerInstances"]
        .as_array()
        .expect("layers")
        .iter()
        .filter_map(|layer| layer["__identifier"].as_str())
        .collect();
    assert_eq!(names, ["Actors", "Terrain"]);
    let guard = &level["layerInstances"][0]["entityInstances"][0];
    assert_eq!(
        (&guard["__identifier"], &guard["__grid"], &guard["px"]),
        (&json!("Guard"), &json!([0, 0]), &json!([0, 0]))
    );
    let field = |name: &str| {
        let all = guard["fieldInstances"].as_array().expect("fields");
        let field = all.iter().find(|field| field["__identifier"] == name).expect("the field");
        (field["__type"].clone(), field["__value"].clone(), field["realEditorValues"].clone())
    };
    let text = |text: &str| json!({ "id": "V_String", "params": [text] });
    assert_eq!(field("Facing"), (json!("String"), json!("nw"), json!([text("nw")])));
    assert_eq!(field("Keys"), (json!("Array<String>"), json!(["plain", "red"]), json!([text("plain"), text("red")])));
    assert_eq!(field("Goal"), (json!("Point"), json!({ "cx": 4, "cy": 1 }), json!([text("4,1")])));
    let cells = json!([{ "cx": 0, "cy": 0 }, { "cx": 3, "cy": 1 }]);
    assert_eq!(field("Route"), (json!("Array<Point>"), cells, json!([text("0,0"), text("3,1")])));
    assert_eq!(field("Hurt"), (json!("Int"), json!(3), json!([{ "id": "V_Int", "params": [3] }])));
    assert_eq!(field("Range"), (json!("Int"), Value::Null, json!([])), "a field that is not set");
    let lamp = &level["layerInstances"][0]["entityInstances"][5];
    let lit = lamp["fieldInstances"]
        .as_array()
        .expect("fields")
        .iter()
        .find(|field| field["__identifier"] == "Lit")
        .expect("lit");
    assert_eq!(
        (&lit["__value"], &lit["realEditorValues"]),
        (&json!(false), &json!([{ "id": "V_Bool", "params": [false] }]))
    );
    assert_eq!(level["layerInstances"][1]["intGridCsv"], json!([1, 1, 4, 1, 1, 1, 1, 22, 1, 1]));
}

#[test]
fn identifiers_and_numbers_are_valid_and_unique() {
    for (name, scene) in scenes(20).chain([("hard".to_owned(), hard())]) {
        let written = format("ldtk").write(&scene, &Options::default()).expect("a project");
        let project: Value = serde_json::from_slice(&written.bytes).expect("JSON");
        let (mut uids, mut iids) = (Vec::new(), Vec::new());
        collect(&project, "uid", &mut uids);
        collect(&project, "iid", &mut iids);
        let next = project["nextUid"].as_u64().expect("a number");
        assert!(uids.iter().all(|uid| uid.as_u64().is_some_and(|uid| uid < next)), "{name}");
        for all in [&uids, &iids] {
            let unique: BTreeSet<String> = all.iter().map(Value::to_string).collect();
            assert_eq!(unique.len(), all.len(), "{name}: {all:?}");
        }
        let mut identifiers = Vec::new();
        collect(&project["defs"], "identifier", &mut identifiers);
        for identifier in identifiers {
            let identifier = identifier.as_str().expect("a text");
            let valid = identifier.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            assert!(valid && identifier.starts_with(|c: char| c.is_ascii_alphabetic()), "{name}: {identifier}");
        }
    }
}

fn collect(value: &Value, key: &str, found: &mut Vec<Value>) {
    match value {
        Value::Object(all) => {
            found.extend(all.get(key).cloned());
            all.values().for_each(|value| collect(value, key, found));
        }
        Value::Array(all) => all.iter().for_each(|value| collect(value, key, found)),
        _ => {}
    }
}

#[test]
fn ldtk_extras_of_a_changed_map_are_dropped() {
    let mut scene = hard();
    scene.rooms.push(gridscope_trace::scene::Room { name: "hall".into(), from: Cell::new(0, 0), to: Cell::new(4, 1) });
    let written = format("ldtk").write(&scene, &Options::default()).expect("a project");
    let mut project: Value = serde_json::from_slice(&written.bytes).expect("JSON");
    // The editor made the level one column narrower.
    for layer in project["levels"][0]["layerInstances"].as_array_mut().expect("layers") {
        layer["__cWid"] = json!(4);
    }
    project["levels"][0]["layerInstances"][1]["intGridCsv"] = json!([1, 1, 4, 1, 1, 1, 22, 1]);
    let read = read_bytes("a.ldtk", project.to_string().as_bytes(), &Options::default()).expect("a project");
    assert_eq!((read.scene.title.as_str(), read.scene.rooms.len()), (scene.title.as_str(), 0));
    assert!(read.notes.iter().any(|note| note.contains("\"rooms\" does not fit the map")), "{:?}", read.notes);
    assert!(read.notes.iter().any(|note| note == "2 entities are off the map and not read."), "{:?}", read.notes);
}

#[test]
fn ldtk_project_too_large_to_reread_is_refused() {
    let large = Scene::new(Grid::new(Size::new(2_048, 2_048), Tile::Floor));
    let error = format("ldtk").write(&large, &Options::default()).expect_err("it has too many values");
    assert!(error.to_string().contains("more than 4000000 values"), "{error}");
}

#[test]
fn our_damaged_ldtk_projects_are_read_or_refused() {
    let scene = Scene::from_rows(&["G+", ".X"]).expect("a scene");
    let written = format("ldtk").write(&scene, &Options::default()).expect("a project");
    let mut project: Value = serde_json::from_slice(&written.bytes).expect("JSON");
    project["defs"]["entities"] = json!([]);
    survives_damage("ours", &serde_json::to_vec(&project).expect("JSON"), &Options::default());
}
