//! The worked example of the page as pictures, and each rule of it by what it changes: sight, light, doors, knowledge,
//! routes, the script, and a hand that interferes.

mod common;

use common::{put, record, scene_with, set};
use gridscope::core::algorithms;
use gridscope::core::geometry::{Cell, Dir};
use gridscope::core::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use gridscope::core::terrain::{Tile, Verb};
use gridscope::core::trace::{Control, Replay};
use gridscope::core::view::picture::picture;
use gridscope::debugger::Session;
use gridscope::debugger::command::Command;
use serde_json::{Value, json};

const EXAMPLE: &str = "
    #############
    #.X.........#
    #####W#####.#
    #####.#####.#
    #####.#####.#
    #G..........#
    #############";

fn guards(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "guards".into();
    scene
}

fn at_turn(turn: u32, verb: Verb, x: u16, y: u16) -> ScriptLine {
    ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None }
}

fn moved(turn: u32, from: (u16, u16), to: (u16, u16)) -> ScriptLine {
    let to = Some(Cell::new(to.0, to.1));
    ScriptLine { turn, verb: Verb::Move, at: Cell::new(from.0, from.1), to, tile: None }
}

/// The shutter is opened at turn 0.
fn opened(params: &[&str]) -> Scene {
    let mut scene = guards(EXAMPLE, params);
    scene.script.push(at_turn(0, Verb::Open, 5, 2));
    scene
}

fn outcome(scene: &Scene) -> Value {
    record(scene).outcome().clone()
}

fn error(scene: &Scene) -> String {
    let run = algorithms::record(scene, &Control::default());
    let text = run.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(text.len() > 10 && !text.contains('\n'), "{text:?}");
    text
}

/// The moment just after the k-th event of a kind.
fn after(run: &mut dyn Replay, kind: &str, k: usize) {
    let i = (0..run.len()).filter(|&i| run.kind(i) == kind).nth(k).unwrap_or_else(|| panic!("no {kind} {k}"));
    run.seek(i + 1);
}

/// What the canvas shows now: who stands where now, the plan, roles, and the ground as the eyes have it.
fn shown(scene: &Scene, run: &dyn Replay) -> String {
    let mut now = scene.clone();
    for token in run.tokens() {
        if let Some(at) = token.at {
            now.actors[token.actor].at = at;
        }
    }
    for (cell, tile) in run.tiles() {
        now.tiles[cell] = tile;
    }
    picture(&now, run)
}

fn rows(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}

fn kinds(run: &dyn Replay, kind: &str) -> usize {
    (0..run.len()).filter(|&i| run.kind(i) == kind).count()
}

#[test]
fn who_knows_everything_takes_the_short_way() {
    let result = outcome(&opened(&["knowledge=omniscient"]));
    let guard = &result["guards"][0];
    assert_eq!(guard["plan_costs"][0], 22);
    assert_eq!((&result["turns"], &guard["arrived"]), (&json!(11), &json!(true)));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(12));
}

#[test]
fn default_memory_sets_out_on_the_long_way_and_turns_when_it_sees() {
    let scene = opened(&[]);
    let result = outcome(&scene);
    let guard = &result["guards"][0];
    assert_eq!(guard["plan_costs"], json!([46, 44, 42, 40, 14, 12, 10, 8, 6, 4, 2]));
    let path = [[1, 5], [2, 5], [3, 5], [4, 5], [5, 5], [5, 4], [5, 3], [5, 2], [5, 1], [4, 1], [3, 1], [2, 1]];
    assert_eq!(guard["path"], json!(path));
    assert_eq!((&result["turns"], &guard["arrived"]), (&json!(11), &json!(true)));
}

#[test]
fn kept_closed_the_first_four_plans_are_the_same() {
    let result = outcome(&guards(EXAMPLE, &[]));
    let guard = &result["guards"][0];
    let costs: Vec<u64> = guard["plan_costs"].as_array().unwrap().iter().map(|c| c.as_u64().unwrap()).collect();
    assert_eq!(costs[..5], [46, 44, 42, 40, 38]);
    assert_eq!((&result["turns"], costs.len()), (&json!(23), 23));
    assert_eq!(guard["path"].as_array().map(Vec::len), Some(24));
}

#[test]
fn the_example_as_pictures() {
    let scene = opened(&[]);
    let mut run = record(&scene);
    // The plan of the first turn, while the guard believes the shutter closed: that is wrong (≠).
    after(&mut *run, "planned", 0);
    assert_eq!(
        rows(&shown(&scene, &*run)),
        rows(
            "
        #############
        #.X*********#
        #####≠#####*#
        #####x#####*#
        #####x#####*#
        #G*********x#
        #############"
        ),
        "{}",
        shown(&scene, &*run)
    );
    // From (5,5) it sees the shutter, and everything is as it believes.
    after(&mut *run, "believed", 0);
    assert_eq!(run.event(run.cursor() - 1).cell, Some(Cell::new(5, 2)));
    assert_eq!(run.turn(), Some(4));
    assert!(run.event(run.cursor() - 1).sentence.contains("takes (5,2) for a shutter-open, no more a shutter"));
    after(&mut *run, "planned", 4);
    assert!(run.explain().contains("26 less than the 40 of turn 3"), "{}", run.explain());
}
