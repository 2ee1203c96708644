//! Projects that are refused, or damaged.

use super::*;

/// The text of an error, and the change that causes it.
type Change = (&'static str, fn(&mut Value));

#[test]
fn wrong_ldtk_sizes_are_refused_with_path() {
    let giant = read_sample("hostile/ldtk-giant.ldtk").expect_err("it is too large");
    assert!(giant.to_string().contains("levels[0].layerInstances[1] has 2000000000 × 6 cells"), "{giant}");
    let cases: [Change; 7] = [
        ("layerInstances[1].intGridCsv has 47 values; expected 48", |p| {
            layer(p, 1)["intGridCsv"].as_array_mut().expect("a list").pop();
        }),
        ("layerInstances[1].__gridSize is 0", |p| layer(p, 1)["__gridSize"] = json!(0)),
        ("layerInstances[1] has -3 × 6 cells", |p| layer(p, 1)["__cWid"] = json!(-3)),
        ("levels[0].layerInstances is missing", |p| p["levels"][0]["layerInstances"] = Value::Null),
        ("levels[0].layerInstances[1].__cWid is \"many\"; expected a whole number", |p| {
            layer(p, 1)["__cWid"] = json!("many");
        }),
        ("has no layer with values or tiles", |p| {
            p["levels"][0]["layerInstances"].as_array_mut().expect("a list").pop();
        }),
        ("has 3000000000000000000 × 3000000000000000000 cells", |p| {
            (layer(p, 1)["__cWid"], layer(p, 1)["__cHei"]) =
                (json!(3_000_000_000_000_000_000_i64), json!(3_000_000_000_000_000_000_i64));
        }),
    ];
    for (expected, change) in cases {
        let mut project = room();
        change(&mut project);
        let error = read(&project, &Options::default()).expect_err(expected);
        is_clear(expected, &error);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn only_ldtk_files_are_recognised() {
    let format = FORMATS.iter().find(|format| format.name() == "ldtk").expect("the format");
    let mut seen = 0;
    for folder in std::fs::read_dir(sample("")).expect("the samples") {
        for file in std::fs::read_dir(folder.expect("a folder").path()).into_iter().flatten() {
            let path = file.expect("a file").path();
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let is_project = path.extension().is_some_and(|ending| ending == "ldtk");
            assert_eq!(format.recognises(&bytes), is_project, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} samples");
    for (text, expected) in [
        ("\u{feff} {\"__header__\": {\"fileType\": \"LDtk Project JSON\", \"app\" : \"LDtk\"}}", true),
        ("{\"jsonVersion\": \"0.5.1\", \"defs\": {}}", true),
        ("{\"jsonVersion\": \"0.5.1\", \"layers\": {\"defs\": 1}}", false),
        ("{\"title\": \"\\\"jsonVersion\\\"\", \"defs\": {}}", false),
        ("{\"format\": \"gridscope-scene\", \"__header__\": {\"app\": \"LDtk\"}}", false),
        ("{\"__header__\": {\"about\": {\"app\": \"LDtk\"}, \"app\": \"other\"}}", false),
        ("{\"defs\": {}}", false),
        ("{\"jsonVersion", false),
        ("", false),
    ] {
        assert_eq!(format.recognises(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn damaged_projects_are_read_or_refused() {
    let options = answers("rest=floor");
    // Definitions of actors are not read, and would take the most time.
    let mut project = room();
    for part in ["entities", "levelFields"] {
        project["defs"][part] = json!([]);
    }
    survives_damage("the room", &serde_json::to_vec(&project).expect("JSON"), &options);
    // A text that is no scene in the field of an entity.
    let mut project = room();
    let field = json!({ "__identifier": "Gridscope", "__value": "{\"range\": \"far\"}" });
    layer(&mut project, 0)["entityInstances"][0]["fieldInstances"].as_array_mut().expect("a list").push(field);
    let loaded = read(&project, &Options::default()).expect("a map");
    assert_eq!(loaded.notes, ["Fields of entities that were not read: gridscope (1)."]);
    assert_eq!(loaded.scene.actors[0].get("range"), Some(&FieldValue::Number(12)));
}
