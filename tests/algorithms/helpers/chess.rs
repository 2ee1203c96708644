//! Shared code of the tests of auto chess: boards from pictures, and outcomes.

use gridscope::algorithms;
use gridscope::trace::{Progress, Scene};
use serde_json::{Value, json};
use support::scene_with;

pub fn chess(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "autochess".into();
    scene
}

pub fn outcome(scene: &Scene) -> Value {
    let runner = algorithms::find("autochess").expect("it is on the list");
    runner
        .outcome(scene, &scene.run.params, scene.run.seed, &Progress::default())
        .unwrap_or_else(|e| panic!("{e}"))
        .into()
}

pub fn error(scene: &Scene) -> String {
    algorithms::record(scene, &Progress::default()).err().map(|e| e.to_string()).unwrap_or_default()
}

/// Returns a cell of an 8 × 8 board in the game's coordinates: from 1, y upward.
pub fn at(x: u16, y: u16) -> Value {
    json!([x - 1, 8 - y])
}

/// Returns the rows of a picture, whatever its indentation.
pub fn rows(picture: &str) -> Vec<&str> {
    picture.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}

/// Returns the stock target, stock hop, alternative and answer on a board.
pub fn answer(picture: &str, params: &[&str]) -> [Value; 4] {
    let out = outcome(&chess(picture, params));
    [&out["stock"]["target"], &out["stock"]["hop"], &out["alt"], &out["hop"]].map(Clone::clone)
}
