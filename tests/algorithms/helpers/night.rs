//! Shared code of the tests of guards: the page's example, nights from pictures, and moments of a run.

use gridscope::algorithms;
use gridscope::trace::{Cell, Progress, Replay, Scene, ScriptLine, Verb};
use serde_json::Value;
use support::{record, scene_with};

pub const EXAMPLE: &str = "
    #############
    #.X.........#
    #####W#####.#
    #####.#####.#
    #####.#####.#
    #G..........#
    #############";

pub fn guards(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "guards".into();
    scene
}

pub fn at_turn(turn: u32, verb: Verb, x: u16, y: u16) -> ScriptLine {
    ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None }
}

pub fn moved(turn: u32, from: (u16, u16), to: (u16, u16)) -> ScriptLine {
    let to = Some(Cell::new(to.0, to.1));
    ScriptLine { turn, verb: Verb::Move, at: Cell::new(from.0, from.1), to, tile: None }
}

/// Builds the example with the shutter opened in turn 0.
pub fn opened(params: &[&str]) -> Scene {
    let mut scene = guards(EXAMPLE, params);
    scene.script.push(at_turn(0, Verb::Open, 5, 2));
    scene
}

pub fn outcome(scene: &Scene) -> Value {
    Value::clone(record(scene).outcome())
}

pub fn error(scene: &Scene) -> String {
    let run = algorithms::record(scene, &Progress::default());
    let text = run.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(text.len() > 10 && !text.contains('\n'), "{text:?}");
    text
}

/// Moves the cursor just after the k-th event of a kind.
pub fn after(run: &mut Replay, kind: &str, k: usize) {
    let i = (0..run.len()).filter(|&i| run.kind(i) == kind).nth(k).unwrap_or_else(|| panic!("no {kind} {k}"));
    run.seek(i + 1);
}

pub fn rows(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}
