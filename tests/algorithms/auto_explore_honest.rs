//! The honest explorer does not use cells it has not seen. If two maps differ only there, their traces are equal up to
//! the event that first sees a difference. The cheating explorer breaks this law, but only to skip walls.

use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Replay, Rng, Scene, Size, Tile};
use serde_json::Value;
use support::{any_tile, cases};

const GROUND: &str = "....##+^\"!";

fn random(dice: &mut Rng) -> Scene {
    let size = Size::new(5 + dice.below(14) as u16, 5 + dice.below(10) as u16);
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    // Some maps have so many walls that a part of them is never seen.
    let dense = dice.below(3) == 0;
    for c in size.cells() {
        scene.tiles[c] = if dense && dice.below(2) == 0 { Tile::Wall } else { any_tile(dice, GROUND) };
    }
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    let start = cell(dice);
    scene.tiles[start] = Tile::Floor;
    scene.actors.push(Actor::new(ActorKind::Explorer, start));
    scene.actors.push(Actor::new(ActorKind::Item, cell(dice)));
    scene.actors.push(Actor::new(ActorKind::Exit, cell(dice)));
    let mut known = Grid::new(size, false);
    for c in size.cells() {
        known[c] = dice.below(4) == 0;
    }
    known[start] = true;
    scene.known = Some(known);
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.seed = dice.below(1000);
    let radius = 2 + dice.below(6);
    support::set(&mut scene, &["resume=on", &format!("radius={radius}")]);
    scene
}

/// Returns the scene with some of its unknown cells changed, and these cells.
fn changed(scene: &Scene, dice: &mut Rng) -> (Scene, Vec<Cell>) {
    let (mut other, known) = (scene.clone(), scene.known.as_ref().expect("a mask"));
    let (mut cells, share) = (Vec::new(), [12, 60, 300][dice.below(3) as usize]);
    for c in scene.size().cells() {
        let tile = any_tile(dice, GROUND);
        if !known[c] && dice.below(share) == 0 && tile != scene.tiles[c] {
            other.tiles[c] = tile;
            cells.push(c);
        }
    }
    (other, cells)
}

/// Returns the number of events before one of the cells is seen.
fn unseen(run: &Replay, cells: &[Cell]) -> usize {
    let sees = |&i: &usize| {
        let event = run.event_json(i);
        event["event"] == "discovered" && run.trace().cell(i).is_some_and(|c| cells.contains(&c))
    };
    (0..run.len()).find(sees).unwrap_or(run.len())
}

/// Returns how many pairs of maps gave different events before a difference was seen, how many pairs there were, and in
/// how many of them no difference was ever seen.
fn told_apart(set: &[&str], rounds: usize) -> (usize, usize, usize) {
    let mut dice = Rng::new(61);
    let (mut apart, mut differ, mut never) = (0, 0, 0);
    for _ in 0..rounds {
        let mut scene = random(&mut dice);
        support::set(&mut scene, set);
        let (other, cells) = changed(&scene, &mut dice);
        if cells.is_empty() {
            continue;
        }
        differ += 1;
        let (a, b) = (support::record(&scene), support::record(&other));
        let (seen_a, seen_b) = (unseen(&a, &cells), unseen(&b, &cells));
        let same = (0..seen_a.min(seen_b)).all(|i| a.event_json(i) == b.event_json(i));
        let whole = seen_a == a.len() && seen_b == b.len();
        never += usize::from(whole);
        apart += usize::from(!same || seen_a != seen_b);
    }
    (apart, differ, never)
}

#[test]
fn honest_explorer_ignores_cells_it_has_not_seen() {
    assert_eq!(told_apart(&["actions=on", "traps=last"], cases(300)).0, 0, "whatever it does");
    let (apart, differ, never) = told_apart(&[], cases(1500));
    assert_eq!(apart, 0, "of {differ}");
    assert!(differ > cases(800) && never > cases(50), "{differ} differ, {never} were never seen to");
    // This test also detects a cheating explorer.
    let (apart, differ, _) = told_apart(&["cheat=on"], 300);
    assert!(apart > 20, "{apart} of {differ}");
}

#[test]
fn cheating_explorer_skips_only_walls_without_items() {
    let mut dice = Rng::new(62);
    let mut peeked = 0;
    for round in 0..400 {
        let mut scene = random(&mut dice);
        support::set(&mut scene, &["cheat=on"]);
        let run = support::record(&scene);
        for i in (0..run.len()).filter(|&i| run.kind(i) == "peeked") {
            let cell = run.trace().cell(i).expect("a cell");
            let item = scene.actors.iter().any(|a| a.kind == ActorKind::Item && a.at == cell);
            assert!(scene.tiles[cell] == Tile::Wall && !item, "scene {round}: {cell}");
            peeked += 1;
        }
        // No wall is a target, and at the end all reachable cells are known, as with the honest explorer.
        for pick in run.outcome()["picks"].as_array().expect("picks") {
            if pick["kind"] == "unknown" || pick["kind"] == "single" {
                let at = |k: usize| pick["target"][k].as_u64().expect("a number") as u16;
                let cell = Cell::new(at(0), at(1));
                let item = scene.of_kind(ActorKind::Item).any(|item| item.at == cell);
                assert!(scene.tiles[cell] != Tile::Wall || item, "scene {round}: {cell}");
            }
        }
    }
    assert!(peeked > 1000, "{peeked}");
}

/// Returns the outcome with some parameters.
fn outcome(scene: &Scene, set: &[&str]) -> Value {
    let mut params = scene.run.params.clone();
    for text in set {
        params.set_text(text).expect("a parameter");
    }
    find("auto-explore")
        .expect("it is on the list")
        .outcome(scene, &params, scene.run.seed, &Progress::default())
        .expect("a run")
        .into()
}

#[test]
fn switched_off_rules_are_not_applied() {
    let mut dice = Rng::new(63);
    let (mut singles, mut ambushes) = (0, 0);
    for _ in 0..400 {
        let scene = random(&mut dice);
        let count = |set: &[&str], kind: &str| {
            let picks = outcome(&scene, set);
            picks["picks"].as_array().expect("picks").iter().filter(|p| p["kind"] == kind).count()
        };
        singles += count(&[], "single");
        assert_eq!(count(&["solitary=off", "corner=off", "wall=off"], "single"), 0);
        let sidesteps = |ambush: &str| {
            let mut scene = scene.clone();
            support::set(&mut scene, &[ambush]);
            let run = support::record(&scene);
            (0..run.len()).filter(|&i| run.kind(i) == "sidestepped").count()
        };
        ambushes += sidesteps("ambush=on");
        assert_eq!(sidesteps("ambush=off"), 0);
    }
    assert!(singles > 100 && ambushes > 30, "{singles} and {ambushes}");
}
