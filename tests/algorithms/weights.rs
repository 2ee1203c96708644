//! Weights: 1 to 9 times the step cost, instead of the tile's cost. A student's worksheet solved by hand, each
//! algorithm that uses terrain costs, those that do not, and weights in a trace and its audit.

use gridscope::algorithms;
use gridscope::formats::log::Log;
use gridscope::formats::trace_file::Writer;
use gridscope::trace::scene::{Scene, SceneError};
use gridscope::trace::{Cell, Grid, Progress, Size, Tile, Weight, Weights};
use serde_json::json;
use support::audit;
use support::log_of;
use support::{record, scene_with, set};

/// Builds a scene with weights from rows of digits; `.` means none.
fn weighed(picture: &str, rows: &[&str], params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    for (y, row) in rows.iter().enumerate() {
        for (x, digit) in row.chars().enumerate() {
            let weight = digit.to_digit(10).unwrap_or(0) as u8;
            scene.set_weight(Cell::new(x as u16, y as u16), Weight::from(weight));
        }
    }
    scene
}

/// A worksheet of 5 × 5 cells. The path down the left side and along the bottom costs 1 + 1 + 2 + 1 + 1 + 1 + 1 + 1 =
/// 9.
fn sheet(params: &[&str]) -> Scene {
    let rows = ["19999", "19349", "15679", "28889", "11111"];
    let picture = "G....\n.....\n.....\n.....\n....X";
    let mut scene = weighed(picture, &rows, &["neighbours=4", "costs=1"]);
    scene.set_weight(Cell::new(0, 2), Weight::from(1));
    set(&mut scene, params);
    scene
}

#[test]
fn cost_sheet_by_hand_costs_9() {
    let run = record(&sheet(&[]));
    assert_eq!(run.outcome()["cost"], json!(9), "{}", run.outcome());
    assert_eq!(run.outcome()["path"][4], json!([0, 4]));
    // The weight of the start does not matter, because only entering a cell costs.
    let mut scene = sheet(&[]);
    scene.set_weight(Cell::new(0, 0), Weight::from(9));
    assert_eq!(record(&scene).outcome()["cost"], json!(9));
    assert_eq!(record(&sheet(&["terrain-costs=off"])).outcome()["cost"], json!(8));
}

#[test]
fn weight_multiplies_steps_and_replaces_tile_costs() {
    for (costs, cost) in [("1", 5.0), ("2/3", 15.0), ("10/14", 70.0), ("octile", 5.0 * 2f64.sqrt())] {
        let mut scene = weighed("G.\n.X", &["..", ".5"], &[&format!("costs={costs}"), "heuristic=zero"]);
        // Between walls, so that the diagonal is the only path.
        set(&mut scene, &["corners=always"]);
        scene.tiles[Cell::new(1, 0)] = Tile::Wall;
        scene.tiles[Cell::new(0, 1)] = Tile::Wall;
        for tile in [Tile::Floor, Tile::Swamp, Tile::Water] {
            scene.tiles[Cell::new(1, 1)] = tile;
            let found = record(&scene).outcome()["cost"].as_f64().expect("a cost");
            assert!((found - cost).abs() < 1e-9, "{costs} into {tile}: {found}");
        }
    }
    // A wall stays a wall, whatever its weight.
    let scene = weighed("G#X", &[".1."], &["fallback=off"]);
    assert_eq!(record(&scene).outcome()["found"], json!(false));
}

#[test]
fn door_cost_is_added_to_the_weight() {
    let scene = weighed("G+X", &[".3."], &["neighbours=4", "costs=1", "door-cost=2"]);
    assert_eq!(record(&scene).outcome()["cost"], json!(3 + 2 + 1));
}

#[test]
fn all_weighted_searches_find_cost_9() {
    for id in ["astar", "dijkstra", "bidirectional-astar", "ida-star", "d-star-lite"] {
        let mut scene = sheet(&[]);
        id.clone_into(&mut scene.run.algorithm);
        let run = record(&scene);
        assert_eq!(run.outcome()["cost"], json!(9), "{id}");
    }
    let mut scene = sheet(&[]);
    "breadth-first".clone_into(&mut scene.run.algorithm);
    scene.run.params = gridscope::trace::params::Params::default();
    set(&mut scene, &["neighbours=4"]);
    assert_eq!(record(&scene).outcome()["path"].as_array().map(Vec::len), Some(9), "steps are counted, not weighed");
}

#[test]
fn guards_and_sampled_paths_respect_weights() {
    let mut scene = sheet(&[]);
    "guards".clone_into(&mut scene.run.algorithm);
    let run = record(&scene);
    let walked = serde_json::to_string(&run.outcome()).expect("JSON");
    assert!(walked.contains("[0,4]"), "the guard walks round the dear cells: {walked}");
    let mut scene = weighed("G..\n...\n..X", &["...", ".9.", "..."], &["neighbours=4", "costs=1"]);
    "path-sampling".clone_into(&mut scene.run.algorithm);
    let run = record(&scene);
    let told = run.outcome().to_string();
    assert!(!told.contains("[1,1]"), "no shortest path leads through the dear middle: {told}");
}

#[test]
fn flow_map_counts_weights_only_with_terrain_costs() {
    let mut scene = weighed("X..", &["..7"], &["terrain-costs=on"]);
    "flow-map".clone_into(&mut scene.run.algorithm);
    let layer = |scene: &Scene| {
        let mut run = record(scene);
        run.seek(usize::MAX);
        let layer = run.schema().layers.iter().position(|l| l.name == "distance").expect("distances");
        run.value(layer, Cell::new(2, 0)).and_then(|v| v.number())
    };
    // The value of a cell includes its own weight.
    assert_eq!(layer(&scene), Some(8.0));
    set(&mut scene, &["terrain-costs=off"]);
    assert_eq!(layer(&scene), Some(2.0));
}

#[test]
fn trace_keeps_weights_and_its_audit_counts_them() {
    let scene = sheet(&[]);
    let run = record(&scene);
    let log = log_of(&scene, &run).expect("a log");
    assert_eq!(log.header.weights, Some(true));
    assert!(audit(&log).findings.is_empty(), "{:?}", audit(&log).findings);
    assert!(audit(&log).skipped.iter().all(|skipped| skipped.rule.name() != "cost"), "costs are asked");
    let mut bytes = Vec::new();
    Writer::new(&scene, &run).expect("a trace").write(&mut bytes).expect("room");
    let text = String::from_utf8(bytes).expect("text");
    let read = |text: &str| audit(&Log::read("the trace", text.as_bytes()).expect("a log"));
    assert!(read(&text).findings.is_empty());
    // The audit reports a log whose steps cost more than the weights it states. If the log does not state that it uses
    // them, it reports nothing.
    let dearer = text.replacen("\"g\":1,", "\"g\":4,", 1);
    assert_ne!(dearer, text);
    assert!(!read(&dearer).findings.is_empty());
    let unsaid = dearer.replacen("\"weights\":true", "\"x-weights\":true", 1);
    let skipped = read(&unsaid).skipped;
    assert!(skipped.iter().any(|skipped| skipped.why.contains("have weights")), "{skipped:?}");
}

#[test]
fn why_not_includes_weights() {
    let why = record(&sheet(&[])).why_not(Cell::new(2, 1));
    assert_eq!(
        (&*why.reason, why.best.as_ref().and_then(gridscope::trace::event::Value::number)),
        ("dearer", Some(9.0)),
        "{}",
        why.sentence
    );
    // 1 + 9 + 3 to get there. From there, 6 + 8 + 1 + 1 + 1 is better than 4 + 7 + 8 + 1 + 1.
    assert_eq!(why.this.and_then(|v| v.number()), Some(30.0), "{}", why.sentence);
}

#[test]
fn invalid_weights_are_refused() {
    let mut scene = sheet(&[]);
    assert_eq!(scene.set_weight(Cell::new(4, 4), Weight::from(9)), Weight::from(1), "the one before");
    assert_eq!(scene.weight(Cell::new(4, 4)), Some(Weight::from(9)));
    assert_eq!(scene.set_weight(Cell::new(9, 9), Weight::from(3)), Weight::NONE, "off the map");
    assert!(Weights::over(0, Grid::new(Size::new(1, 1), 1)).is_none());
    assert!(Weights::over(1, Grid::new(Size::new(1, 1), Weight::MAX_TIMES + 1)).is_none());
    scene.weights = Some(Weights::new(Size::new(1, 1)));
    assert!(matches!(scene.validate(), Err(SceneError::WeightsSize { .. })));
    let mut scene = sheet(&[]);
    for cell in scene.size().cells().collect::<Vec<_>>() {
        scene.set_weight(cell, Weight::NONE);
    }
    assert_eq!(scene.weights, None, "without any, it never had them");
}

#[test]
fn every_algorithm_runs_on_a_weighed_map() {
    for runner in algorithms::all() {
        let mut scene = sheet(&[]);
        runner.card().id.clone_into(&mut scene.run.algorithm);
        scene.run.params = gridscope::trace::params::Params::default();
        let _ = algorithms::record(&scene, &Progress::default());
    }
}
