//! Guards that hunt: their targets, where they go after losing sight of them, and the prisoners they catch.

use gridscope::algorithms::guards::{CatchOut, Guards, Outcome};
use gridscope::algorithms::record;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::observe::unhalted;
use gridscope::trace::progress::at_once;
use gridscope::trace::{Cell, Progress, Scene, ScriptLine, Verb};
use support::{scene_with, set};

fn outcome(scene: &Scene) -> Outcome {
    let params = scene.run.params.resolve(Guards::CARD.params).expect("parameters that fit");
    let problem = at_once(Guards::prepare(scene, &params, scene.run.seed, &Progress::default())).expect("guards");
    unhalted(Guards::run(&problem, &mut ()))
}

fn moves(scene: &mut Scene, turn: u32, from: (u16, u16), to: (u16, u16)) {
    let [at, to] = [from, to].map(|(x, y)| Cell::new(x, y));
    scene.script.push(ScriptLine { turn, verb: Verb::Move, at, to: Some(to), tile: None });
}

/// Builds a hall, a wall with a gap at its lower end, and a prisoner that the script moves.
fn hall() -> Scene {
    let mut scene = scene_with(
        "############
         #G...P.#...#
         #......#...#
         #..........#
         ############",
        &["hunts=on", "max-turns=40"],
    );
    scene.run.algorithm = "guards".into();
    scene.actors[0].set_route(vec![Cell::new(1, 1), Cell::new(1, 3)]);
    scene
}

fn kinds(scene: &Scene, kinds: &[&str]) -> Vec<String> {
    let run = record(scene, &Progress::default()).expect("a run");
    (0..run.len()).filter(|&i| kinds.contains(&run.kind(i))).map(|i| run.event(i).sentence).collect()
}

const TOLD: [&str; 3] = ["spotted", "lost", "caught"];

#[test]
fn prisoner_at_its_mapped_place_is_left_alone() {
    let scene = hall();
    assert!(kinds(&scene, &TOLD).is_empty());
    let mut off = scene.clone();
    set(&mut off, &["hunts=off"]);
    let events = |scene: &Scene| {
        let run = record(scene, &Progress::default()).expect("a run");
        (0..run.len()).map(|i| run.event_json(i).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(events(&scene), events(&off), "nobody is at large");
}

#[test]
fn prisoner_out_of_place_is_caught() {
    let mut scene = hall();
    moves(&mut scene, 2, (5, 1), (5, 3));
    let out = outcome(&scene);
    let [CatchOut { guard: 0, prisoner: 0, cell, turn }] = out.caught[..] else { panic!("{:?}", out.caught) };
    assert!(cell == Cell::new(5, 3) && turn < 8, "{cell} in turn {turn}");
    let told = kinds(&scene, &TOLD);
    assert_eq!(told[0], "Guard 1 sees prisoner 1 at (5,3) and chases them, since the map shows them at (5,1).");
    assert_eq!(told[1], "Guard 1 caught prisoner 1 at (5,3).");
    set(&mut scene, &["hunts=off"]);
    assert!(outcome(&scene).caught.is_empty());
}

#[test]
fn lost_prisoner_is_sought_where_last_seen() {
    let mut scene = hall();
    moves(&mut scene, 1, (5, 1), (6, 1));
    moves(&mut scene, 3, (6, 1), (9, 1));
    let told = kinds(&scene, &TOLD);
    let [seen, lost] = [0, 1].map(|i| told[i].as_str());
    assert_eq!(seen, "Guard 1 sees prisoner 1 at (6,1) and chases them, since the map shows them at (5,1).");
    assert_eq!(lost, "Guard 1 gave up the search for prisoner 1, last seen at (6,1).");
    let out = outcome(&scene);
    assert!(out.guards[0].path.contains(&Cell::new(6, 1)), "it went where it saw them last");
    assert_eq!(out.guards[0].path.last().map(|c| c.x), Some(1), "and then back on its route");
}

#[test]
fn prisoner_behind_a_wall_is_given_up() {
    let mut scene = scene_with(
        "########
         #G.P.=.#
         #..###.#
         ########",
        &["hunts=on", "max-turns=20"],
    );
    scene.run.algorithm = "guards".into();
    scene.actors[0].set_route(vec![Cell::new(1, 1), Cell::new(1, 2)]);
    moves(&mut scene, 1, (3, 1), (6, 1));
    let told = kinds(&scene, &TOLD);
    assert!(told.len() >= 2 && told[1].contains("gave up the search for prisoner 1"), "{told:?}");
    assert!(outcome(&scene).caught.is_empty());
}
