//! Checks the claims of the lessons about guards.

use gridscope::algorithms::record;
use gridscope::presets::find;
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Progress, Replay, Scene, ScriptLine, Verb};
use serde_json::{Value, json};
use std::sync::Arc;
use support::HitsOf as _;

/// Returns the lesson's side-by-side runs, the first one at the moment of a slide.
fn lesson(id: &str, slide: usize) -> (Scene, Vec<Replay>) {
    let scene = find(id).expect("a lesson").scene().expect("a scene");
    let run = |scene: &Scene| record(scene, &Progress::default()).expect("a run");
    let mut runs: Vec<_> = gridscope::debugger::session::variants(&gridscope::registry(), &Arc::new(scene.clone()))
        .iter()
        .map(|(_, s)| run(s))
        .collect();
    runs[0].seek(scene.run.slides[slide - 1].at);
    (scene, runs)
}

/// Returns a run of the lesson with another knowledge.
fn with_knowledge(scene: &Scene, knowledge: &str) -> Replay {
    let mut other = scene.clone();
    other.run.params.set("knowledge", knowledge);
    record(&other, &Progress::default()).expect("a run")
}

fn costs(run: &Replay, guard: usize) -> Vec<u64> {
    let all = run.outcome()["guards"][guard]["plan_costs"].as_array().expect("costs").clone();
    all.iter().map(|c| c.as_u64().expect("a cost")).collect()
}

fn arrived(run: &Replay) -> Vec<bool> {
    let guards = run.outcome()["guards"].as_array().expect("guards").clone();
    guards.iter().map(|g| g["arrived"] == true).collect()
}

fn walks(run: &Replay, guard: usize, cell: [u64; 2]) -> bool {
    let path = run.outcome()["guards"][guard]["path"].as_array().expect("a path").clone();
    path.contains(&json!(cell))
}

fn sentence(run: &Replay) -> String {
    run.event(run.cursor() - 1).sentence
}

fn series(run: &Replay, name: &str) -> Vec<f64> {
    run.series().iter().find(|s| s.name == name).expect("a series").points.iter().map(|p| p[1]).collect()
}

fn turns(run: &Replay) -> Value {
    run.outcome()["turns"].clone()
}

#[test]
fn lesson_unseen_shutter_has_its_stated_plans() {
    let (mut scene, runs) = lesson("unseen-shutter", 3);
    assert_eq!(costs(&runs[0], 0)[..5], [46, 44, 42, 40, 14]);
    assert_eq!(costs(&runs[1], 0)[0], 22);
    assert_eq!(costs(&with_knowledge(&scene, "last-seen"), 0), costs(&runs[0], 0));
    assert!(runs.iter().all(|r| turns(r) == 11));
    assert_eq!(runs[0].turn(), Some(4));
    assert!(sentence(&runs[0]).contains("Guard 1 now believes that there is an open shutter at (5,2)"));
    scene.script.clear();
    let closed = record(&scene, &Progress::default()).expect("a run");
    assert_eq!((turns(&closed), &costs(&closed, 0)[..4]), (json!(23), &[46, 44, 42, 40][..]));
}

#[test]
fn lesson_back_and_forth_never_arrives() {
    let (_, runs) = lesson("back-and-forth", 4);
    assert_eq!(sentence(&runs[0]), "Guard 1 plans a path from (6,5) to (2,1), cost 16.");
    let mut sentences = (0..runs[0].cursor()).rev().map(|i| runs[0].event(i).sentence);
    assert!(sentences.any(|s| s.contains("it no longer sees the cell, and the map shows it so. It is wrong: there is a shutter")));
    assert_eq!(arrived(&runs[0]), [false]);
    let saw = costs(&runs[0], 0)[4..].to_vec();
    assert!(saw.chunks(2).all(|tooth| tooth == [38, 16]), "{saw:?}");
    let back = gridscope::trace::trace::breakpoint::Condition::check("a guard turned back");
    assert_eq!(runs[0].hits_of(&back).len(), 19, "every move after the first look");
    assert_eq!((arrived(&runs[1]), turns(&runs[1])), (vec![true], json!(23)));
    let plot = series(&runs[0], "plan cost, guard 1");
    assert!(plot.contains(&38.0) && plot.contains(&16.0));
}

#[test]
fn lesson_lamps_shows_the_lit_shutter_only() {
    let (mut scene, mut runs) = lesson("lamps-and-dark", 4);
    assert!(sentence(&runs[0]).contains("believes that there is an open shutter at (10,2)"));
    assert!(walks(&runs[0], 0, [10, 2]) && !walks(&runs[1], 0, [10, 2]));
    assert_eq!((turns(&runs[0]), turns(&runs[1])), (json!(19), json!(37)));
    let light = runs[0].schema().layers.iter().position(|l| l.name == "light").expect("a layer");
    let mut board = Board::default();
    runs[0].board(Some(light), &mut board);
    assert_eq!(board.at(Cell::new(10, 2)).role, Role::Dimmed);
    assert_eq!(board.at(Cell::new(10, 7)).role, Role::Dimmed, "down to the hall");
    runs[0].seek(1);
    scene.script.push(ScriptLine { turn: 1, verb: Verb::Douse, at: Cell::new(10, 4), to: None, tile: None });
    let dark = record(&scene, &Progress::default()).expect("a run");
    assert_eq!(dark.outcome(), runs[1].outcome());
}

#[test]
fn lesson_one_way_window_shows_one_guard_only() {
    let (scene, mut runs) = lesson("one-way-window-guards", 2);
    assert!(sentence(&runs[0]).starts_with("Guard 1 now believes that there is an open shutter at (9,2)"));
    let shutter = Cell::new(9, 2);
    let mut board = Board::default();
    runs[0].look_through(2);
    runs[0].board(Some(0), &mut board);
    assert_eq!(board.at(shutter).role, Role::Wrong);
    runs[0].look_through(1);
    runs[0].board(Some(0), &mut board);
    assert_eq!(board.at(shutter).role, Role::Seen);
    assert!(walks(&runs[0], 0, [9, 2]) && !walks(&runs[0], 1, [9, 2]));
    // With default memory it forgets at once and takes the detour. With the other field of view, neither guard knows.
    let forgets = with_knowledge(&scene, "default-memory");
    assert!((0..2).all(|g| !walks(&forgets, g, [9, 2]) && !walks(&runs[1], g, [9, 2])));
    assert!(costs(&forgets, 0).windows(2).any(|w| w[1] > w[0]) && costs(&runs[1], 0).windows(2).all(|w| w[1] < w[0]));
    assert!(scene.size().cells().filter(|&c| scene.tiles[c].info().name == "one-way-e").count() == 2);
}

#[test]
fn lesson_patrol_leaves_a_door_open_for_others() {
    let (_, runs) = lesson("patrol-and-keys", 4);
    assert!(
        sentence(&runs[0]).starts_with("Guard 2 now believes that there is an open door at (5,3), not a locked door")
    );
    assert_eq!((runs[0].turn(), costs(&runs[0], 1)[0]), (Some(4), 47));
    assert!(walks(&runs[0], 1, [5, 3]) && arrived(&runs[0])[1]);
    assert!(!walks(&runs[1], 1, [5, 3]) && arrived(&runs[1])[1]);
    let waits = |run: &Replay| {
        let others = |i: &usize| run.event_json(*i)["why"] == "another guard";
        (0..run.len()).filter(|&i| run.kind(i) == "waited").filter(others).count()
    };
    assert_eq!((waits(&runs[0]), waits(&runs[1])), (0, 0));
    let plans = runs[0].tables().into_iter().find(|t| t.title == "Plans of guard 2").expect("a table");
    assert_eq!(plans.rows[0].values[3..], ["41", "−2"]);
}

#[test]
fn lesson_corridor_blocks_guards_in_two_runs() {
    let (_, runs) = lesson("two-guards-one-corridor", 5);
    assert_eq!((arrived(&runs[0]), turns(&runs[0])), (vec![false, false], json!(16)), "they dance");
    let last = |run: &Replay| run.event(run.len() - 1).sentence;
    assert!(last(&runs[1]).contains("nothing changes any more"));
    assert_eq!(arrived(&runs[1]), [false, false]);
    assert_eq!(arrived(&runs[2]), [true, true]);
    for guard in 0..2 {
        let plans = costs(&runs[0], guard);
        assert!(plans[4..].windows(3).all(|w| w[0] == w[2] && w[0] != w[1]), "a saw: {plans:?}");
    }
    let waited = gridscope::trace::trace::breakpoint::Condition::check("a guard waited for another");
    assert!(runs[0].hits_of(&waited).is_empty() && !runs[1].hits_of(&waited).is_empty());
}

#[test]
fn lesson_mcneills_picture_keeps_the_plan() {
    let (scene, runs) = lesson("mcneills-picture", 3);
    let (a, b) = (&runs[0], &runs[1]);
    // The window is south-east of the thief, is locked from inside, and opens in turn 6.
    let thief = scene.of_kind(gridscope::trace::scene::ActorKind::Thief).next().expect("a thief").at;
    let window = Cell::new(9, 4);
    assert!(window.x - thief.x == window.y - thief.y, "south-east of {thief}");
    assert_eq!(scene.script[1], ScriptLine { turn: 6, verb: Verb::Open, at: window, to: None, tile: None });
    assert_eq!(scene.of_kind(gridscope::trace::scene::ActorKind::Enemy).count(), 1, "the ghost");
    // The ghost is beside the open door, and the goal is on it.
    let at = |kind| scene.of_kind(kind).next().expect("it is there").at;
    let goal = at(gridscope::trace::scene::ActorKind::Goal);
    assert_eq!((goal, at(gridscope::trace::scene::ActorKind::Enemy)), (Cell::new(5, 3), goal));
    for guard in 0..3 {
        // Each plan of A continues the previous one. None takes another path.
        let own = costs(a, guard);
        let step = |pair: &[u64]| pair[0] - pair[1];
        assert!(own.windows(2).all(|pair| (2..=3).contains(&step(pair)) || pair[0] == pair[1]), "{guard}: {own:?}");
        assert!(walks(a, guard, [3, 4]) && !walks(a, guard, [9, 4]), "by the door");
        assert_eq!(own[..6], costs(b, guard)[..6], "the same until then");
    }
    // In B the plan of the last guard becomes cheaper as soon as the window opens behind it.
    assert!(walks(b, 2, [9, 4]) && !walks(b, 2, [3, 4]), "by the window");
    assert_eq!((costs(a, 2)[6], costs(b, 2)[6]), (18, 14));
}
