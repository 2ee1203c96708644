//! The flow map: the vectors, the room of the source as pictures, and each rule of the page by what it does.

mod common;

use common::{record, scene, scene_with, set};
use gridscope::core::algorithms::flow_map::{FlowEvent as E, FlowMap, How, Outcome, PARAMS, Problem, play};
use gridscope::core::algorithms::{self, Algorithm as _};
use gridscope::core::geometry::Cell;
use gridscope::core::observe::unhalted;
use gridscope::core::scene::{Scene, ScriptLine};
use gridscope::core::terrain::Verb;
use gridscope::core::trace::{Control, Recorder, Trace};
use gridscope::formats::{Options, read_bytes};
use serde_json::{Value, json};

fn flow(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "flow-map".into();
    scene
}

fn line(turn: u32, verb: Verb, x: u16, y: u16) -> ScriptLine {
    ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None }
}

fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    Problem::new(scene, &params, scene.run.seed).unwrap_or_else(|e| panic!("{e}"))
}

fn outcome(scene: &Scene) -> Outcome {
    unhalted(play(&problem(scene), &mut ()))
}

fn trace(scene: &Scene) -> Trace<E> {
    let problem = problem(scene);
    let control = Control::default();
    let mut recorder = Recorder::new(FlowMap::layout(&problem), &control);
    let _ = FlowMap::run(&problem, &mut recorder);
    recorder.finish(FlowMap::context(&problem))
}

#[test]
fn the_vectors() {
    let text = include_str!("data/vectors/flow-map.jsonl");
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let scene = read_bytes("a vector", case["scene"].to_string().as_bytes(), &Options::default()).expect("a scene");
        let mut scene = scene.scene;
        let (id, expect) = (&case["id"], &case["expect"]);
        let after = serde_json::to_value(outcome(&scene)).expect("plain data");
        assert_eq!(after["distance"], expect["after"], "{id}: the table at the end");
        assert_eq!(after["waves"], expect["waves"], "{id}: the waves");
        scene.script.clear();
        let before = serde_json::to_value(outcome(&scene)).expect("plain data");
        assert_eq!(before["distance"], expect["before"], "{id}: the table of the first ripple");
        assert_eq!(before["waves"], json!([]), "{id}");
    }
}

/// The room of the source; the prisoner stands where 15 steps lead out.
const ROOM: &str = "
    ##############
    #..#P...%....#
    #..#....#...##
    #..######.#..#
    ####......#..#
    #......####..#
    ######.#..##.#
    #...##.####...
    #...%......#.#
    ##############";
