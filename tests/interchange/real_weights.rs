//! Weights that are no digits: each format keeps them, or says that it does not.

use crate::support::format;
use gridscope_formats::{ArrayMeaning, FORMATS, Options, Written, read_bytes};
use gridscope_trace::{Cell, Grid, Scene, Size, Tile, Weight};
use serde_json::Value;

const TEXTS: [&str; 4] = ["300", "1.5", "1/3", "9"];

fn weighted(texts: &[&str]) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(5, 2), Tile::Floor));
    for (x, text) in (0..).zip(texts) {
        scene.set_weight(Cell::new(x, 1), text.parse().expect("a weight"));
    }
    scene
}

fn write(name: &str, scene: &Scene, options: &Options) -> Written {
    format(name).write(scene, options).expect("a file")
}

#[test]
fn maps_keep_real_weights_or_name_their_loss() {
    let scene = weighted(&TEXTS);
    let mut kept = Vec::new();
    for format in FORMATS {
        let Ok(written) = format.write(&scene, &Options::default()) else { continue };
        let options = Options { from: Some(format.name()), ..Options::default() };
        let read = read_bytes("map", &written.bytes, &options).ok().map(|loaded| loaded.scene.weights);
        if read.is_some_and(|weights| weights == scene.weights) {
            kept.push(format.name());
        } else if format.info().keeps.costs == gridscope_formats::Kept::All && format.reads() {
            assert!(written.lost.iter().any(|lost| lost.contains("weight")), "{}: {:?}", format.name(), written.lost);
        }
    }
    for name in ["scene-json", "text", "tmx", "tmj", "ldtk"] {
        assert!(kept.contains(&name), "{name} is not among {kept:?}");
    }
}

#[test]
fn digits_are_written_wherever_they_suffice() {
    let mut scene = weighted(&["1.5"]);
    scene.set_weight(Cell::new(0, 1), Weight::from(3));
    let text = String::from_utf8(write("scene-json", &scene, &Options::default()).bytes).expect("text");
    assert!(text.contains("\"weights\": [\n") && !text.contains("unit"), "{text}");
}

#[test]
fn scene_weights_may_be_integers_over_a_unit() {
    let text = r#"{"format": "gridscope-scene", "version": 1, "rows": ["....", "...."],
        "weights": {"unit": 100, "rows": [[150, 100, 0], [33]]}}"#;
    let loaded = read_bytes("map.scene.json", text.as_bytes(), &Options::default()).expect("a scene");
    let weight = |x, y| loaded.scene.weight(Cell::new(x, y)).map(|weight| weight.to_string());
    assert_eq!(
        [weight(0, 0), weight(1, 0), weight(2, 0), weight(0, 1)],
        [Some("1.5".into()), Some("1".into()), None, Some("0.33".into())]
    );
    for (wrong, sentence) in [
        (r#"{"unit": 0, "rows": [[1], [1]]}"#, "the unit is 0; expected 1 to 10000"),
        (r#"{"unit": 1, "rows": [[1], [1000001]]}"#, "row 2, column 1: 1000001 is not a weight"),
        (r#"{"unit": 1, "rows": [[1, -2], [1]]}"#, "rows of digits, or"),
        (r#"{"unit": 1, "rows": [[1, 2, 3, 4, 5], [1]]}"#, "weights is 5 × 2 cells"),
        (r#"{"unit": 1, "rows": [[1]]}"#, "weights is 1 × 1 cells"),
    ] {
        let text = text.replace(r#"{"unit": 100, "rows": [[150, 100, 0], [33]]}"#, wrong);
        let error = read_bytes("map.scene.json", text.as_bytes(), &Options::default()).expect_err(wrong).to_string();
        assert!(error.contains(sentence), "{wrong}: {error}");
    }
}

#[test]
fn language_and_numpy_arrays_hold_real_weights() {
    for (language, row) in [
        ("c-array", "{300.0, 1.5, 0.25, 9.0, 0.0}"),
        ("rust-array", "[300.0, 1.5, 0.25, 9.0, 0.0]"),
        ("lua-array", "{300.0, 1.5, 0.25, 9.0, 0.0}"),
    ] {
        let text =
            String::from_utf8(write(language, &weighted(&["300", "1.5", "0.25", "9"]), &Options::default()).bytes)
                .expect("text");
        assert!(text.contains(row), "{text}");
    }
    let text = |texts: &[&str]| {
        String::from_utf8(write("c-array", &weighted(texts), &Options::default()).bytes).expect("text")
    };
    assert!(
        text(&["1.5"]).contains("static const double WEIGHTS")
            && text(&["300"]).contains("static const unsigned WEIGHTS")
    );
    assert!(text(&["9"]).contains("static const unsigned char WEIGHTS"));
    let json: Value =
        serde_json::from_slice(&write("flat-json", &weighted(&["300", "1.5"]), &Options::default()).bytes)
            .expect("JSON");
    assert_eq!(json["weights"], serde_json::json!([0, 0, 0, 0, 0, 300, 1.5, 0, 0, 0]));
    let mut costs = Options { array: Some(ArrayMeaning::Cost), ..Options::default() };
    costs.write.array = Some(ArrayMeaning::Cost);
    for texts in [&["300", "2"][..], &["1.5", "0.125"], &["7"]] {
        let scene = weighted(texts);
        let read = read_bytes("costs.npy", &write("npy", &scene, &costs).bytes, &costs).expect("an array").scene;
        assert_eq!(read.weights, scene.weights, "{texts:?}");
    }
}

#[test]
fn costs_of_foreign_tiles_may_be_any_number() {
    let map = r#"{"type": "map", "version": "1.10", "orientation": "orthogonal", "width": 3, "height": 1, "tilewidth": 16, "tileheight": 16,
        "infinite": false, "layers": [{"type": "tilelayer", "name": "ground", "width": 3, "height": 1, "data": [1, 2, 3]}],
        "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 3, "columns": 3, "tiles": [
            {"id": 0, "properties": [{"name": "cost", "type": "float", "value": 1.5}]},
            {"id": 1, "properties": [{"name": "cost", "type": "int", "value": 300}]},
            {"id": 2, "properties": [{"name": "gridscope", "type": "string", "value": "floor 0.25"}]}]}]}"#;
    let scene = read_bytes("map.tmj", map.as_bytes(), &Options::default()).expect("a map").scene;
    let weights = scene.size().cells().map(|cell| scene.weight(cell).map_or(0.0, Weight::value)).collect::<Vec<_>>();
    assert_eq!(weights, [1.5, 300.0, 0.25]);
}
