//! Scripts that change the map while an explorer runs: paths that are closed, doors that are opened, items that are
//! taken.

use crate::auto_explore::{DOOR, outcome, scene};
use gridscope::trace::{Actor, ActorKind, Cell, Scene, ScriptLine, Tile, Verb};
use serde_json::json;
use support::{count_of, record};

#[test]
fn exploring_continues_after_a_script_bars_the_path() {
    let mut scene = scene("#########\n#@.....?#\n#.#####.#\n#.......#\n#########", &["radius=2"]);
    scene.script.push(ScriptLine {
        turn: 2,
        verb: Verb::Place,
        at: Cell::new(4, 1),
        to: None,
        tile: Some("wall".into()),
    });
    let run = record(&scene);
    assert!(count_of(&run, "barred") + count_of(&run, "revealed") > 0);
    assert!(run.outcome()["stopped"].as_str().expect("a sentence").starts_with("Explored"), "{}", run.outcome());
    assert!(run.outcome()["picks"].as_array().expect("picks").len() > 1);
}

#[test]
fn run_continues_once_a_script_opens_the_door() {
    let mut scene = scene(DOOR, &[]);
    assert_eq!(outcome(&scene)["moves"], json!(3));
    scene.script.push(ScriptLine { turn: 3, verb: Verb::Open, at: Cell::new(4, 3), to: None, tile: None });
    let run = outcome(&scene);
    assert!(run["stopped"].as_str().expect("a sentence").starts_with("Explored"), "{run}");
    let mut replay = record(&scene);
    replay.seek(usize::MAX);
    assert_eq!(replay.turn(), run["moves"].as_u64().map(|n| n as u32));
    assert_eq!(replay.tiles(), [(Cell::new(4, 3), Tile::DoorOpen)]);
}

#[test]
fn removed_item_is_no_longer_a_target() {
    let mut scene = scene("############\n?..@.......#\n############", &["radius=2"]);
    let item = Cell::new(10, 1);
    scene.actors.push(Actor::new(ActorKind::Item, item));
    let kept = outcome(&scene);
    assert_eq!((&kept["picks"][0]["kind"], &kept["stopped"]), (&json!("item"), &json!("Reached the item at (10,1).")));
    scene.script.push(ScriptLine { turn: 2, verb: Verb::Remove, at: item, to: None, tile: None });
    let taken = outcome(&scene);
    assert_eq!((&taken["picks"][0]["kind"], &taken["picks"][1]["kind"]), (&json!("item"), &json!("single")), "{taken}");
    assert_eq!(
        taken["picks"][0]["walked"].as_array().map(Vec::len),
        Some(5),
        "it turns back where it sees that: {taken}"
    );
}

#[test]
fn visited_cell_hides_an_item_that_moves_there() {
    let mut scene = scene("############\n?..@.......#\n############", &["radius=20", "resume-items=true"]);
    let (near, far) = (Cell::new(6, 1), Cell::new(10, 1));
    scene.actors.extend([near, far].map(|at| Actor::new(ActorKind::Item, at)));
    let visits = |scene: &Scene| {
        outcome(scene)["picks"].as_array().map_or(0, |p| p.iter().filter(|p| p["kind"] == "item").count())
    };
    assert_eq!(visits(&scene), 2);
    // The other item moves onto the visited cell: as in the article, the flag belongs to the cell.
    scene.script.push(ScriptLine { turn: 5, verb: Verb::Move, at: far, to: Some(near), tile: None });
    let moved = record(&scene);
    let visited: Vec<Option<Cell>> =
        (0..moved.len()).filter(|&i| moved.kind(i) == "visited").map(|i| moved.event(i).cell).collect();
    assert_eq!(visited, [Some(near)]);
}
