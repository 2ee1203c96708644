//! Checks the claims of the lessons on auto-explore.

use gridscope::trace::event::Value as V;
use gridscope::trace::{Cell, Scene, Tile};
use serde_json::{Value, json};
use support::{lesson, outcome_json, record};

fn with(id: &str, name: &str, value: impl Into<Value>) -> Scene {
    let mut scene = lesson(id);
    scene.run.params.set(name, value);
    scene
}

/// Properties of an event that the tests check.
struct At {
    kind: String,
    cell: Option<Cell>,
    sentence: String,
}

/// Returns the event at a slide of the lesson.
fn stands_at(id: &str, slide: usize) -> At {
    let scene = lesson(id);
    let run = record(&scene);
    let event = run.event(scene.run.slides[slide - 1].at - 1);
    At { kind: event.kind.to_owned(), cell: event.cell, sentence: event.sentence }
}

#[test]
fn lesson_item_wins_and_loses_with_less_greed() {
    let id = "item-against-unknown";
    assert_eq!(
        stands_at(id, 4).sentence,
        "Item: the lowest value, 7, is within the bound 7, so the target comes from here."
    );
    let beside = lesson(id).run.params.with(&lesson(id).run.beside[0].params);
    let mut other = lesson(id);
    other.run.params = beside;
    let lost = outcome_json(&other);
    assert_eq!((&lost["kind"], &lost["target"]), (&json!("single"), &json!([1, 1])));
    let mut run = record(&lesson(id));
    run.seek(usize::MAX);
    let tables = run.tables();
    assert_eq!((tables.len(), tables[0].rows.len()), (2, 2));
    assert_eq!(tables[0].rows[0].values[0], "item");
}

#[test]
fn lesson_corner_and_wall_are_single_cells() {
    let corner = stands_at("probable-corner", 3);
    assert_eq!(corner.sentence, "(1,1) is a candidate: a single unknown cell with value 5, a probable corner.");
    assert_eq!(outcome_json(&lesson("probable-corner"))["kind"], json!("single"));
    assert_eq!(outcome_json(&with("probable-corner", "single-greed", 0))["kind"], json!("unknown"));
    let wall = stands_at("probable-wall", 3);
    assert_eq!(wall.sentence, "(2,1) is a candidate: a single unknown cell with value 2, a probable wall.");
    assert_eq!(outcome_json(&lesson("probable-wall"))["target"], json!([2, 1]));
}

#[test]
fn lesson_run_stops_before_the_door() {
    let at = stands_at("square-approach", 4);
    assert_eq!((&*at.kind, at.cell), ("traced", Some(Cell::new(4, 3))));
    assert!(at.sentence.contains("doors are entered straight"));
    assert_eq!(outcome_json(&lesson("square-approach"))["path"].as_array().map(Vec::len), Some(4));
    let run = outcome_json(&with("square-approach", "picks", 0));
    assert!(
        run["stopped"]
            .as_str()
            .expect("a sentence")
            .starts_with("Stopped at the closed door at (4,3): the cells behind it are unknown.")
    );
    let mut beside = with("square-approach", "picks", 0);
    beside.actors[0].at = Cell::new(4, 2);
    let mut run = record(&beside);
    run.seek(usize::MAX);
    assert_eq!(run.tiles(), [(Cell::new(4, 3), Tile::DoorOpen)]);
}

#[test]
fn ambush_lesson_rounds_the_corner_in_two_steps() {
    let at = stands_at("ambush-step", 3);
    assert!(at.sentence.starts_with("No diagonal step to (2,3): the wall at (2,2) hides (3,2)"), "{}", at.sentence);
    assert_eq!(outcome_json(&lesson("ambush-step"))["walked"], json!([[1, 3], [2, 3], [3, 2]]));
    let mut open = lesson("ambush-step");
    open.tiles[Cell::new(2, 2)] = Tile::Floor;
    assert_eq!(outcome_json(&open)["walked"], outcome_json(&open)["path"]);
}

#[test]
fn trap_lesson_defers_the_trap_or_weighs_it() {
    assert_eq!(stands_at("trap-detour", 2).kind, "deferred");
    let last = outcome_json(&lesson("trap-detour"));
    assert_eq!((&last["kind"], &last["value"], &last["target"]), (&json!("door"), &json!(4), &json!([9, 1])));
    let weighed = outcome_json(&with("trap-detour", "traps", "weighed"));
    assert_eq!(
        (&weighed["kind"], &weighed["value"], &weighed["path"][1]),
        (&json!("single"), &json!(71), &json!([3, 1]))
    );
    // A scene without the parameter uses `weighed`.
    let mut silent = lesson("trap-detour");
    silent.run.params.0.remove("traps");
    assert_eq!(outcome_json(&silent), weighed);
    // If the door is walled up, nothing else is left.
    let mut shut = lesson("trap-detour");
    shut.tiles[Cell::new(9, 1)] = Tile::Wall;
    assert_eq!((&outcome_json(&shut)["value"], &outcome_json(&shut)["path"][1]), (&json!(71), &json!([3, 1])));
    // A trap that costs nothing still counts as slow.
    let mut cheap = with("trap-detour", "trap-cost", 0);
    cheap.run.params.set("traps", "weighed");
    let cheap = record(&cheap);
    let slow = (0..cheap.len()).find(|&i| cheap.event(i).fields.contains(&("slow", V::Flag(true))));
    let ring = cheap.event(slow.expect("the trap waits")).fields.iter().find(|f| f.0 == "ring").map(|f| f.1.clone());
    assert_eq!(ring.as_ref().and_then(gridscope::trace::event::Value::number), Some(5.0));
}

#[test]
fn lessons_choose_exit_down_and_check_1160_neighbours() {
    assert_eq!(stands_at("down-before-up", 5).sentence, "Chose the exit down at (8,1), value 4.");
    let run = outcome_json(&with("down-before-up", "picks", 0));
    assert!(run["stopped"].as_str().expect("a sentence").contains("exit at (8,1)"));
    let open = record(&lesson("directional-adjacency"));
    let checks = (0..open.len()).find(|&i| open.kind(i) == "settled").map(|i| open.event(i).sentence);
    assert!(checks.expect("the flood ends").contains("1160 neighbours"));
    assert_eq!(stands_at("directional-adjacency", 4).kind, "expanded");
}

#[test]
fn cave_lesson_is_fully_explored_in_153_moves() {
    let id = "explore-cave";
    let run = record(&lesson(id));
    let moves = |scene: &Scene| outcome_json(scene)["moves"].as_u64();
    assert_eq!(run.outcome()["moves"], json!(153));
    assert_eq!(run.outcome()["picks"].as_array().map(Vec::len), Some(27));
    assert!(
        run.outcome()["stopped"]
            .as_str()
            .expect("a sentence")
            .starts_with("Explored: nothing is left but the exit at (2,13), and the explorer is there.")
    );
    assert_eq!(moves(&with(id, "radius", 4)), Some(197));
    assert_eq!(moves(&with(id, "sight", "symmetric")), Some(144));
    assert_eq!(moves(&with(id, "single-greed", 0)), Some(150));
    assert!(
        outcome_json(&with(id, "resume", false))["stopped"]
            .as_str()
            .expect("a sentence")
            .starts_with("Reached the item")
    );
    // The number of unknown cells never increases.
    let unknown = run.series().iter().find(|s| s.name == "unknown cells").expect("a series");
    assert!(unknown.points.windows(2).skip(1).all(|w| w[1][1] <= w[0][1]));
    assert_eq!(unknown.points.last().map(|p| p[1]), Some(297.0));
}
