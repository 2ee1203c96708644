//! Field of view: the vectors and the worked numbers.

mod common;

use common::scene;
use gridscope::core::algorithms::shadowcast::{Look, Sight, Variant, asymmetric_pairs};
use gridscope::core::geometry::Cell;
use gridscope::core::scene::Scene;
use gridscope::formats::scene_json::SceneJson;
use gridscope::formats::{Format as _, Options};
use serde_json::Value;

fn look_of(scene: &Scene) -> Look {
    let params = &scene.run.params.0;
    let variant = Variant::named(params["variant"].as_str().expect("a variant")).expect("a variant");
    let mut look = Look::new(variant, scene.actors[0].at);
    look.radius = params.get("radius").and_then(Value::as_u64).map(|r| r as u32);
    look
}

#[test]
fn the_vectors_agree() {
    let text = include_str!("data/vectors/shadowcast.jsonl");
    let mut sight = Sight::default();
    let mut bad = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("json");
        let scene = SceneJson.read("vectors", &case["scene"].to_string(), &Options::default()).expect("a scene").scene;
        sight.look(&scene.tiles, &look_of(&scene));
        if serde_json::json!(sight.rows()) != case["expect"]["visible"] {
            bad.push((case["id"].clone(), look_of(&scene)));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

const PILLAR: &str = "
    ...........
    ...........
    ...........
    .....#.....
    ...........
    ..@........
    ...........
    ...........";

const DOORWAY: &str = "
    .....#.....
    .....#.....
    ..@........
    .....#.....
    .....#.....";

fn counts(picture: &str) -> [usize; 5] {
    let scene = scene(picture);
    let mut sight = Sight::default();
    Variant::ALL.map(|variant| {
        sight.look(&scene.tiles, &Look::new(variant, scene.actors[0].at));
        sight.cells().len()
    })
}

#[test]
fn the_pillar_is_seen_as_the_page_says() {
    // recursive, strips, symmetric, bergstrom, portal
    assert_eq!(counts(PILLAR), [79, 80, 81, 83, 82]);
    let tiles = scene(PILLAR).tiles;
    let pairs = Variant::ALL.map(|v| asymmetric_pairs(&tiles, &Look::new(v, Cell::new(0, 0)), 0).expect("few").total);
    assert_eq!(pairs, [356, 192, 0, 156, 176]);
}

#[test]
fn the_doorway_is_seen_as_the_page_says() {
    assert_eq!(counts(DOORWAY), [45, 45, 41, 45, 45]);
}
