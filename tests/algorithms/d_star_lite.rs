//! D* Lite on random ground that changes along the way. Every plan is exact from its start, and takes less work than a
//! new search.

use gridscope::algorithms;
use gridscope::trace::{Cell, Progress, Replay, Rng, Scene, ScriptLine, Tile, Verb};
use serde_json::{Value, json};
use support::audit;
use support::log_of;

const GROUND: &[Tile] = &[Tile::Floor, Tile::Floor, Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Swamp];

/// Builds a random map with walls that appear and vanish.
fn scene(dice: &mut Rng) -> Scene {
    let mut scene = support::random(dice, 12, GROUND);
    let (start, size) = (scene.actors[0].at, scene.size());
    scene.tiles[start] = Tile::Floor;
    for _ in 0..dice.below(12) {
        let tile = ["wall", "wall", "floor", "swamp"][dice.below(4) as usize].to_owned();
        let (turn, at) = (dice.below(8) as u32, size.cell(dice.below(size.area() as u64) as usize));
        scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile: Some(tile) });
    }
    scene.run.algorithm = "d-star-lite".into();
    scene.run.params.set("neighbours", json!([4, 8][dice.below(2) as usize]));
    scene.run.params.set("corners", json!(["never", "one", "always"][dice.below(3) as usize]));
    scene
}

/// Returns the A* outcome from a cell on the current ground.
fn exact(scene: &Scene, from: Cell) -> Value {
    let mut other = scene.clone();
    other.actors[0].at = from;
    other.script.clear();
    other.run.algorithm = "astar".into();
    other.run.params.set("fallback", json!(false));
    algorithms::record(&other, &Progress::default()).expect("a run").outcome()["cost"].clone()
}

fn cell(event: &Value) -> Cell {
    serde_json::from_value(event["cell"].clone()).expect("a cell")
}

fn events(replay: &Replay) -> Vec<Value> {
    (0..replay.len()).map(|i| replay.event_json(i)).collect()
}

#[test]
fn every_d_star_plan_is_exact() {
    let mut dice = Rng::new(1);
    let (mut plans, mut stuck) = (0, 0);
    for _ in 0..if cfg!(debug_assertions) { 200 } else { 1000 } {
        let scene = scene(&mut dice);
        let mut replay = support::record(&scene);
        let outcome = replay.outcome().clone();
        let mut ground = scene.clone();
        let (mut at, mut promised) = (scene.actors[0].at, outcome["promised"].as_array().expect("plans").iter());
        let mut walked = vec![at];
        for event in events(&replay) {
            match event["event"].as_str() {
                Some("changed") => {
                    ground.tiles[cell(&event)] =
                        Tile::from_name(event["tile"].as_str().expect("a tile")).expect("a tile");
                }
                Some("planned") => {
                    assert_eq!(cell(&event), at);
                    assert_eq!(promised.next(), Some(&exact(&ground, at)), "plan {} of {scene:?}", event["nth"]);
                    plans += 1;
                }
                Some("stepped") => {
                    at = cell(&event);
                    walked.push(at);
                    assert!(ground.tiles[at] != Tile::Wall, "stepped into a wall: {scene:?}");
                }
                _ => {}
            }
        }
        assert!(promised.next().is_none());
        assert_eq!(json!(walked), outcome["path"]);
        assert_eq!(outcome["found"], json!(at == scene.actors[1].at));
        stuck += usize::from(outcome["found"] == false);
        let report = audit(&log_of(&scene, &replay).expect("a log"));
        assert!(report.findings.is_empty(), "{:#?}\n{scene:?}", report.findings);
        let end = replay.len();
        replay.seek(end);
        assert_eq!(replay.path(), walked);
        if walked.len() > 1 {
            assert_eq!(replay.tokens()[0].at, Some(at), "the one who walks has come there");
        }
    }
    assert!(plans > 300 && stuck > 10, "{plans} plans, {stuck} stuck");
}
