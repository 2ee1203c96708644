//! The outcome of a run, however long it is.

use gridscope::algorithms;
use gridscope::trace::outcome::Outcome;
use gridscope::trace::trace::{Halt, Progress};
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
use serde_json::{Value, json};

/// Returns rows of numbers that take more than 4 MiB, with names that look like the punctuation between fields.
fn long() -> Value {
    let row: Vec<u32> = (0..1000).map(|n| 1000 + n).collect();
    json!({
        "found": true,
        "a\"],{": {"text": "}\\", "list": [1, [2, 3]]},
        "rows": vec![row; 1000],
        "empty": [],
        "weight": 0.1,
    })
}

#[test]
fn outcome_shows_list_lengths_and_serialises_whole() {
    let all = long();
    let outcome = Outcome::of(&all, &Progress::default()).expect("nobody stops it");
    assert_eq!(outcome["rows"], json!(vec![Value::Null; 1000]));
    for field in ["found", "a\"],{", "empty", "weight"] {
        assert_eq!(outcome[field], all[field], "{field}");
    }
    let order = |value: &Value| value.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
    assert_eq!(order(&outcome), order(&all));
    assert_eq!(outcome.to_string(), all.to_string());
    assert_eq!(serde_json::to_string(&outcome).expect("plain data"), all.to_string());
    assert_eq!(serde_json::to_value(&outcome).expect("plain data"), all);
    assert_eq!(Value::from(outcome.clone()), all);
    assert_eq!(outcome, Outcome::from(all.clone()));
    let mut other = all;
    other["rows"][999][999] = 0.into();
    assert_ne!(outcome, Outcome::from(other), "they differ in a number that is not in the tree");
}

#[test]
fn short_outcome_is_read_whole() {
    let mut all = long();
    all["rows"] = json!([[1], [2]]);
    let outcome = Outcome::of(&all, &Progress::default()).expect("nobody stops it");
    assert_eq!((&outcome, outcome.to_string()), (&Outcome::from(all.clone()), all.to_string()));
    assert_eq!(*outcome, all);
}

#[test]
fn long_outcome_can_be_cancelled_while_serialised() {
    let progress = Progress::default();
    progress.stop();
    assert_eq!(Outcome::of(&long(), &progress), Err(Halt::Cancelled));
    let short = json!({"found": true});
    assert_eq!(Outcome::of(&short, &progress), Ok(short.into()), "it is done before anybody would notice");
}

#[test]
fn outcome_of_a_million_cells_keeps_every_distance() {
    let mut scene = Scene::new(Grid::new(Size::new(1024, 1024), Tile::Floor));
    scene.actors.push(Actor::new(ActorKind::Exit, Cell::new(0, 0)));
    let runner = algorithms::find("flow-map").expect("it is on the list");
    let outcome = runner.outcome(&scene, &scene.run.params, 1, &Progress::default()).expect("a run");
    assert_eq!((&outcome["levels"], &outcome["reached"]), (&json!(2047), &json!(1 << 20)));
    assert_eq!(outcome["distance"], json!(vec![Value::Null; 1024]));
    let all = Value::from(outcome);
    assert_eq!(all["distance"][700][800], 1500);
    assert_eq!(all["distance"][1023].as_array().map(Vec::len), Some(1024));
}
