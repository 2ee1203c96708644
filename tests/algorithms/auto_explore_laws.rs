//! Laws of auto-explore on thousands of random maps, against a simple oracle. A run ends after seeing everything that
//! can be reached. With `traps = last` it never steps on a known trap while it can reach another target without one.
//! Its decisions agree with a plain implementation of the page.

use gridscope::algorithms::auto_explore::{AutoExplore, ExploreEvent as E, Problem};
use gridscope::algorithms::find;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::{Progress, Recorder};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Rng, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use support::{Traced, any_tile, pairs};

/// Ground on which a random map is usually connected.
const OPEN: &str = "....#";
const MIXED: &str = ".....##+^!:*=";

pub fn random(dice: &mut Rng, ground: &str, things: bool) -> Scene {
    let size = Size::new(3 + dice.below(11) as u16, 3 + dice.below(9) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        tiles[c] = any_tile(dice, ground);
    }
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    let start = cell(dice);
    tiles[start] = Tile::Floor;
    let mut scene = Scene::new(tiles);
    scene.actors.push(Actor::new(ActorKind::Explorer, start));
    if dice.below(3) == 0 {
        scene.actors[0].set_keys(vec!["any".into()]);
    }
    for _ in 0..dice.below(4) * things as u64 {
        scene.actors.push(Actor::new(ActorKind::Item, cell(dice)));
        if dice.below(2) == 0 {
            let down = Some(dice.below(2) == 0);
            let mut exit = Actor::new(ActorKind::Exit, cell(dice));
            exit.set_down(down);
            scene.actors.push(exit);
        }
    }
    let share = [2, 3, 8][dice.below(3) as usize];
    let mut known = Grid::new(size, false);
    for c in size.cells() {
        known[c] = dice.below(share) > 0;
    }
    known[start] = true;
    scene.known = Some(known);
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.seed = dice.below(1000);
    scene
}

fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(gridscope::algorithms::auto_explore::PARAMS).expect("parameters");
    at_once(AutoExplore::prepare(scene, &params, scene.run.seed, &Progress::default()))
        .expect("a scene that can be run")
}

pub fn trace(scene: &Scene) -> (Traced<E>, Value) {
    let problem = problem(scene);
    let progress = Progress::default().with_budget(2_000_000);
    let mut recorder = Recorder::new(AutoExplore::layout(&problem), &progress);
    let outcome = AutoExplore::run(&problem, &mut recorder);
    let outcome = outcome.continue_value().map(|o| serde_json::to_value(o).expect("plain data"));
    let trace = Traced::new(recorder.finish(AutoExplore::context(&problem)));
    assert!(trace.halted().is_none(), "the run does not end: {scene:?}");
    (trace, outcome.expect("it ended"))
}

const NEVER: [Tile; 3] = [Tile::Wall, Tile::Window, Tile::DoorLocked];

/// Returns whether the scene's explorer can walk on a tile.
fn walks(scene: &Scene, tile: Tile) -> bool {
    !NEVER.contains(&tile) || (tile == Tile::DoorLocked && !scene.actors[0].keys().is_empty())
}

/// Returns every cell that king's moves reach over cells for which `open` is true.
fn reach(size: Size, from: Cell, open: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
    let (mut seen, mut wave) = (BTreeSet::from([from]), VecDeque::from([from]));
    while let Some(cell) = wave.pop_front() {
        for next in Dir::ALL.iter().filter_map(|&d| cell.step(d, size)) {
            if open(next) && seen.insert(next) {
                wave.push_back(next);
            }
        }
    }
    seen
}

/// Returns the known cells after some events: those known at first, and the discovered ones.
fn known_after(scene: &Scene, events: &[E]) -> Grid<bool> {
    let mut known = scene.known.clone().expect("a mask");
    for event in events {
        if let E::Discovered { cell, .. } = event {
            known[*cell] = true;
        }
    }
    known
}

#[test]
fn run_ends_with_every_reachable_cell_seen() {
    let mut dice = Rng::new(21);
    for round in 0..1500 {
        let mut scene = random(&mut dice, if round % 3 == 0 { OPEN } else { MIXED }, true);
        scene.actors.retain(|a| a.kind != ActorKind::Exit || round % 2 == 0);
        scene.run.params.set("resume", true);
        scene.run.params.set("radius", 1 + dice.below(6));
        let sight = ["recursive", "symmetric", "strips", "bergstrom", "portal"][dice.below(5) as usize];
        scene.run.params.set("sight", sight);
        let (trace, outcome) = trace(&scene);
        let stopped = outcome["stopped"].as_str().expect("a sentence");
        assert!(stopped.starts_with("Explored"), "{stopped}\n{scene:?}");
        let size = scene.size();
        let known = known_after(&scene, trace.events());
        let all = reach(size, scene.actors[0].at, |c| walks(&scene, scene.tiles[c]));
        for &cell in &all {
            assert!(known[cell], "{cell} can be reached and was never seen: {stopped}\n{scene:?}");
            for next in Dir::ALL.iter().filter_map(|&d| cell.step(d, size)) {
                assert!(known[next], "{next} is next to {cell}: {stopped}\n{scene:?}");
            }
        }
        let visited: BTreeSet<Cell> = trace
            .events()
            .iter()
            .filter_map(|e| match e {
                E::Visited { cell, .. } => Some(*cell),
                _ => None,
            })
            .collect();
        for item in scene.of_kind(ActorKind::Item).filter(|a| all.contains(&a.at)) {
            assert!(visited.contains(&item.at), "the item at {} was not visited\n{scene:?}", item.at);
        }
        assert_eq!(outcome["explored"].as_u64(), Some(known.as_slice().iter().filter(|k| **k).count() as u64));
    }
}

/// This also holds for `weighed`, but only because such small maps have no free path of 67 steps.
#[test]
fn known_trap_is_avoided_while_another_target_exists() {
    let mut dice = Rng::new(22);
    let mut through = 0;
    for round in 0..1500 {
        let last = round % 2 == 0;
        let mut scene = random(&mut dice, if last { "...#^.+" } else { "...#^" }, true);
        scene.actors.retain(|a| last || a.kind != ActorKind::Exit);
        scene.run.params.set("resume", true);
        scene.run.params.set("traps", if last { "last" } else { "weighed" });
        scene.run.params.set("radius", 1 + dice.below(4));
        let (trace, _) = trace(&scene);
        let size = scene.size();
        let mut seen: BTreeSet<Cell> = scene.of_kind(ActorKind::Item).map(|a| a.at).collect();
        let events = trace.events();
        let mut open_doors = BTreeSet::new();
        // For each step onto a trap, check what was known at that time.
        for (i, event) in events.iter().enumerate() {
            match *event {
                E::Visited { cell, .. } => {
                    seen.remove(&cell);
                }
                E::Changed { cell, .. } => {
                    open_doors.insert(cell);
                }
                E::Moved { cell, from, .. } if scene.tiles[cell] == Tile::Trap => {
                    let known = known_after(&scene, &events[..i]);
                    if !known[cell] {
                        continue;
                    }
                    through += 1;
                    let unseen = |c: Cell| Dir::ALL.iter().any(|&d| c.step(d, size).is_some_and(|n| !known[n]));
                    let shut = |c: Cell| scene.tiles[c] == Tile::Door && !open_doors.contains(&c) && unseen(c);
                    let free = |c: Cell| known[c] && !matches!(scene.tiles[c], Tile::Wall | Tile::Trap) && !shut(c);
                    let open = reach(size, from, free);
                    let beside = |c: Cell| Dir::ALL.iter().any(|&d| c.step(d, size).is_some_and(|n| open.contains(&n)));
                    let unknown = size.cells().find(|&c| !known[c] && beside(c));
                    // An item on a trap does not count as another target.
                    let item = seen
                        .iter()
                        .find(|&&c| known[c] && (open.contains(&c) || (scene.tiles[c] == Tile::Wall && beside(c))));
                    let door = size.cells().find(|&c| known[c] && shut(c) && beside(c));
                    assert!(
                        unknown.is_none() && item.is_none() && door.is_none(),
                        "event {i} steps on the trap {cell} though {unknown:?}, {item:?} or {door:?} can be reached\n{scene:?}"
                    );
                }
                _ => {}
            }
        }
    }
    assert!(through > 50, "only {through} traps were stepped on");
}

/// A plain flood on ground without extra costs. Values are king's distances over known open ground. If diagonal steps
/// count as two, they are path lengths with that cost.
#[test]
fn values_without_extra_costs_are_kings_distances() {
    let mut dice = Rng::new(23);
    for round in 0..4000 {
        let mut scene = random(&mut dice, OPEN, true);
        let dear = round >= 2000;
        scene.run.params.set("picks", 1);
        scene.run.params.set("dear-diagonals", dear);
        let outcome = find("auto-explore")
            .expect("it is on the list")
            .outcome(&scene, &scene.run.params, scene.run.seed, &Progress::default())
            .expect("an outcome");
        let size = scene.size();
        let known = scene.known.clone().expect("a mask");
        let start = scene.actors[0].at;
        let mut distance = BTreeMap::from([(start, 0u64)]);
        let mut wave = BTreeSet::from([(0, start)]);
        while let Some((far, cell)) = wave.pop_first() {
            if !known[cell] || scene.tiles[cell] == Tile::Wall {
                continue;
            }
            for (dir, to) in Dir::ALL.iter().filter_map(|&d| Some((d, cell.step(d, size)?))) {
                let next = far + if dear && dir.parts().is_some() { 2 } else { 1 };
                if distance.get(&to).is_none_or(|&d| next < d) {
                    distance.insert(to, next);
                    wave.insert((next, to));
                }
            }
        }
        let unknown = distance.iter().filter(|(c, _)| !known[**c]).map(|(_, d)| *d).min();
        let item = |a: &Actor| (known[a.at] && a.at != start).then(|| distance.get(&a.at).copied()).flatten();
        let item = scene.of_kind(ActorKind::Item).filter_map(item).min();
        let told = format!("{outcome}\n{scene:?}");
        let kind = outcome["kind"].as_str().expect("a kind");
        match (item, unknown) {
            (Some(i), u) if u.is_none_or(|u| i <= u + 5) => {
                assert_eq!((kind, outcome["value"].as_u64()), ("item", Some(i)), "{told}");
            }
            (_, Some(u)) => {
                let value = outcome["value"].as_u64().expect("a value");
                assert!(kind == "single" && value <= u + 4 || kind == "unknown" && value == u, "{told}");
            }
            _ => assert!(kind == "exit" || kind == "none", "{told}"),
        }
        // The path is a king's walk that is at most as long as the value. It may be shorter, since the way back also
        // steps through unknown cells.
        if let Some(value) = outcome["value"].as_u64() {
            let path = pairs(&outcome["path"]);
            assert!(path.len() as u64 <= value, "{told}");
            let mut at = (start.x as u64, start.y as u64);
            for &(x, y) in &path {
                assert!(x.abs_diff(at.0) <= 1 && y.abs_diff(at.1) <= 1 && (x, y) != at, "{told}");
                at = (x, y);
            }
            let target = outcome["target"].as_array().expect("a cell");
            assert_eq!(Some(at), target[0].as_u64().zip(target[1].as_u64()), "{told}");
            assert!(outcome["tied"].as_array().expect("cells").contains(&outcome["target"]), "{told}");
        }
    }
}

#[test]
fn walks_are_kings_moves_with_traps_first() {
    let mut dice = Rng::new(24);
    for _ in 0..800 {
        let mut scene = random(&mut dice, MIXED, true);
        scene.run.params.set("resume", dice.below(2) == 0);
        let (trace, outcome) = trace(&scene);
        let mut steps = 0;
        let mut fresh = false;
        for (i, event) in trace.events().iter().enumerate() {
            match *event {
                E::PickBegan { .. } => fresh = true,
                E::Moved { cell, from, .. } => {
                    assert!(from.direction_to(cell).is_some(), "{from} to {cell}");
                    assert!(walks(&scene, scene.tiles[cell]), "{cell} is {}\n{scene:?}", scene.tiles[cell]);
                    let known = known_after(&scene, &trace.events()[..i])[cell];
                    assert!(fresh || scene.tiles[cell] != Tile::Trap || !known, "{cell} at event {i}\n{scene:?}");
                    let aside = matches!(
                        trace.events()[..i].iter().rev().find(|e| !matches!(e, E::Changed { .. })),
                        Some(E::Sidestepped { .. })
                    );
                    fresh &= aside;
                    steps += 1;
                }
                _ => {}
            }
        }
        let walked: usize = outcome["picks"]
            .as_array()
            .expect("picks")
            .iter()
            .map(|p| p["walked"].as_array().expect("cells").len())
            .sum();
        assert_eq!((outcome["moves"].as_u64(), walked), (Some(steps), steps as usize), "{outcome}");
        assert!(outcome["stopped"].as_str().expect("a sentence").ends_with('.'));
    }
}

#[test]
fn seek_equals_stepping_forward_and_back() {
    let mut dice = Rng::new(25);
    for _ in 0..60 {
        let mut scene = random(&mut dice, MIXED, true);
        scene.run.params.set("resume", true);
        let (trace, _) = trace(&scene);
        let trace = Arc::new(trace);
        let (mut player, mut folded) = (trace.player(), trace.player());
        let len = trace.events().len();
        for _ in 0..10 {
            let at = dice.below(len as u64 + 1) as usize;
            player.seek(at);
            while folded.cursor() < at {
                folded.forward();
            }
            while folded.cursor() > at {
                folded.back();
            }
            assert_eq!(player.heads(), folded.heads());
        }
    }
}

#[test]
fn runs_with_random_scripts_end() {
    let mut dice = Rng::new(26);
    for _ in 0..600 {
        let mut scene = random(&mut dice, MIXED, true);
        let size = scene.size();
        for _ in 0..dice.below(6) {
            let at = size.cell(dice.below(size.area() as u64) as usize);
            let to = size.cell(dice.below(size.area() as u64) as usize);
            let tile = Tile::ALL[dice.below(Tile::ALL.len() as u64) as usize].info().name.to_owned();
            let (verb, to, tile) = match dice.below(3) {
                0 => (Verb::Move, Some(to), None),
                1 => (Verb::Remove, None, None),
                _ => (Verb::Place, None, Some(tile)),
            };
            scene.script.push(ScriptLine { turn: dice.below(12) as u32, verb, at, to, tile });
        }
        scene.run.params.set("resume", dice.below(2) == 0);
        scene.run.params.set("together", dice.below(2) == 0);
        scene.run.params.set("radius", dice.below(4));
        let (_, outcome) = trace(&scene);
        assert!(outcome["stopped"].as_str().is_some_and(|s| s.len() > 8));
    }
}
