//! Checks the claims of the lessons on searches.

use gridscope::trace::{Replay, Tile};
use serde_json::{Value, json};
use support::{lesson, record, runs};

/// Returns one field of the outcomes of a lesson's runs.
fn all(id: &str, field: &str) -> Vec<Value> {
    runs(id).iter().map(|run| run.outcome()[field].clone()).collect()
}

/// Returns the kind of the event at which the lesson opens.
fn stands_at(id: &str) -> String {
    let scene = lesson(id);
    let at = scene.run.picture_moment().expect("a moment");
    record(&scene).kind(at - 1).to_owned()
}

/// Returns a field's value in every event of a kind.
fn told(run: &Replay, kind: &str, field: &str) -> Vec<Value> {
    let of_kind = (0..run.len()).filter(|&i| run.kind(i) == kind);
    of_kind.map(|i| run.event_json(i)[field].clone()).collect()
}

#[test]
fn lesson_depth_first_makes_a_long_detour() {
    assert_eq!(all("a-long-detour", "steps"), [39, 5]);
    assert_eq!(stands_at("a-long-detour"), "traced");
    let run = &runs("a-long-detour")[0];
    let mut opened: Vec<String> = told(run, "opened", "cell").iter().map(Value::to_string).collect();
    let entries = opened.len();
    opened.sort();
    opened.dedup();
    assert!(opened.len() < entries, "a cell was in the pile twice");
}

#[test]
fn lesson_dijkstra_goes_around_the_swamp() {
    assert_eq!(all("rings-round-the-swamp", "cost"), [34, 49]);
    let (scene, run) = (lesson("rings-round-the-swamp"), &runs("rings-round-the-swamp")[0]);
    let swamp = |cell| scene.tiles[cell] == Tile::Swamp;
    let path: Vec<_> = serde_json::from_value(run.outcome()["path"].clone()).expect("a path");
    assert!(!path.into_iter().any(swamp), "it goes round");
    let g: Vec<f64> = told(run, "expanded", "g").iter().filter_map(Value::as_f64).collect();
    assert!(g.is_sorted(), "final costs come in order");
}

#[test]
fn lesson_greedy_expands_less_but_costs_more() {
    assert_eq!(
        (all("into-the-pocket", "expanded"), all("into-the-pocket", "cost")),
        (vec![json!(44), json!(75)], vec![json!(37), json!(35)])
    );
}

#[test]
fn lesson_bidirectional_expands_less_than_half() {
    assert_eq!(stands_at("two-balls"), "met");
    assert_eq!(all("two-balls", "expanded"), [212, 457]);
    assert_eq!(all("two-balls", "steps"), [16, 16]);
}

#[test]
fn lesson_first_meeting_is_not_the_cheapest() {
    let id = "not-the-first-meeting";
    assert_eq!(stands_at(id), "joined");
    let run = &runs(id)[0];
    assert_eq!(told(run, "joined", "best"), [38, 35, 33]);
    assert_eq!(
        told(run, "joined", "best")[2],
        run.event_json(lesson(id).run.picture_moment().expect("a moment") - 1)["best"]
    );
    assert_eq!(run.outcome()["cost"], 33);
    assert_eq!(told(run, "proved", "best"), [33]);
}

#[test]
fn lesson_jump_points_expand_7_instead_of_80() {
    assert_eq!(all("over-open-ground", "expanded"), [7, 80]);
    assert_eq!(all("over-open-ground", "cost"), [46, 46]);
    let run = &runs("over-open-ground")[0];
    for kind in ["pruned", "kept", "scanned", "landed"] {
        assert!((0..run.len()).any(|i| run.kind(i) == kind), "{kind}");
    }
    assert!(told(run, "kept", "forced").contains(&json!(true)));
}

#[test]
fn lesson_six_searches_have_their_stated_counts() {
    let id = "six-side-by-side";
    assert_eq!(all(id, "expanded"), [51, 86, 89, 17, 33, 6]);
    assert_eq!(all(id, "cost")[2..], [24, 25, 24, 24]);
    assert_eq!(all(id, "steps")[..2], [32, 10]);
}

#[test]
fn lesson_any_angle_path_is_shorter() {
    let id = "at-any-angle";
    let costs: Vec<f64> = all(id, "cost").iter().filter_map(Value::as_f64).map(|c| (c * 100.0).round()).collect();
    assert_eq!(costs, [2387.0, 2531.0]);
    assert_eq!(all(id, "path")[0].as_array().map(Vec::len), Some(4), "three straight lines");
    let mut run = runs(id).remove(0);
    let saw = (0..run.len()).find(|&i| run.kind(i) == "saw").expect("a line of sight");
    run.seek(saw + 1);
    assert_eq!(run.figures().len(), 1);
}

#[test]
fn lesson_deepening_needs_four_bounds() {
    let id = "deeper-and-deeper";
    assert_eq!((all(id, "expanded"), all(id, "cost")), (vec![json!(77), json!(44)], vec![json!(14), json!(14)]));
    assert_eq!(stands_at(id), "entered");
    let run = &runs(id)[0];
    assert_eq!(told(run, "deepened", "bound"), [8, 10, 12, 14]);
    assert_eq!(run.phases().len(), 4);
    let mut scene = lesson(id);
    scene.run.params.set("memory", json!(false));
    assert_eq!(record(&scene).outcome()["expanded"], 291);
    assert_eq!(scene.size().cells().filter(|&c| scene.tiles[c] == Tile::Floor).count(), 61);
}

#[test]
fn lesson_mazes_differ_in_dead_ends() {
    assert_eq!(all("three-mazes", "dead_ends"), [18, 60, 54]);
    let at = lesson("three-mazes").run.picture_moment().expect("a moment");
    assert!(runs("three-mazes").iter().all(|run| run.len() > at), "none is finished");
}

#[test]
fn lesson_d_star_repairs_its_plan() {
    let id = "a-wall-on-the-way";
    let (run, scene) = (&runs(id)[0], lesson(id));
    assert_eq!((&run.outcome()["planned"], &run.outcome()["promised"]), (&json!([216, 30]), &json!([69, 51])));
    let at = scene.run.picture_moment().expect("a moment");
    assert_eq!(run.kind(at), "stepped", "the mending ends here");
    assert!((0..at).any(|i| run.kind(i) == "raised"));
    let steps = told(run, "stepped", "turn");
    assert_eq!(told(run, "stepped", "g")[8], 48, "what was left of the first plan in turn {}", steps[8]);
    // A new search by A* from its position, on the ground at that time.
    let mut anew = scene.clone();
    anew.actors[0].at = gridscope::trace::geometry::Cell::new(10, 10);
    for line in &scene.script {
        anew.tiles[line.at] = Tile::Wall;
    }
    anew.run.algorithm = "astar".into();
    let outcome = record(&anew).outcome().clone();
    assert_eq!((&outcome["cost"], &outcome["expanded"]), (&json!(51), &json!(102)));
}
