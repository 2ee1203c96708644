//! Chutes: ground that is cheaper in one direction and closed in the other. Compares costs with brute-force shortest
//! paths, and checks that no walk goes against a chute.

use crate::auto_explore_laws::{random, trace};
use gridscope::algorithms::auto_explore::ExploreEvent as E;
use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Progress, Rng, Scene, Size, Tile};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use support::pairs;

const GROUND: &str = "....##→↑↓←";

/// Returns the cost of a step, if it is possible. A chute is entered and left only in its direction, at no cost.
fn step(tiles: &Grid<Tile>, from: Cell, by: Dir, to: Cell, known: impl Fn(Cell) -> bool) -> Option<u64> {
    let chute = |cell: Cell| tiles[cell].info().sight.filter(|_| known(cell));
    let against = [from, to].into_iter().any(|cell| chute(cell).is_some_and(|dir| dir != by));
    (!against).then_some(u64::from(chute(to).is_none()))
}

/// Returns the cost of the cheapest path to each cell over known cells. Paths do not continue from unknown cells and
/// walls.
fn brute(scene: &Scene) -> BTreeMap<Cell, u64> {
    let (size, tiles) = (scene.size(), &scene.tiles);
    let mask = scene.known.clone().expect("a mask");
    let mut best = BTreeMap::from([(scene.actors[0].at, 0)]);
    let mut wave = BTreeSet::from([(0, scene.actors[0].at)]);
    while let Some((cost, cell)) = wave.pop_first() {
        let blind = tiles[cell] == Tile::Wall || !mask[cell];
        for (by, to) in Dir::ALL.into_iter().filter_map(|by| Some((by, cell.step(by, size)?))) {
            let Some(more) = step(tiles, cell, by, to, |c| mask[c]).filter(|_| !blind) else { continue };
            if best.get(&to).is_none_or(|&old| cost + more < old) {
                best.insert(to, cost + more);
                wave.insert((cost + more, to));
            }
        }
    }
    best
}

fn pick(scene: &Scene) -> Value {
    find("auto-explore")
        .expect("it is on the list")
        .outcome(scene, &scene.run.params, scene.run.seed, &Progress::default())
        .expect("an outcome")
        .into()
}

#[test]
fn values_with_chutes_equal_the_cheapest_paths() {
    let mut dice = Rng::new(46);
    let mut slid = 0;
    let mut missed = 0;
    for _ in 0..4000 {
        let mut scene = random(&mut dice, GROUND, false);
        scene.run.params.set("picks", 1);
        scene.run.params.set("chutes", true);
        let found = pick(&scene);
        let best = brute(&scene);
        let mask = scene.known.clone().expect("a mask");
        let told = format!("{found}\n{scene:?}");
        let lowest = best.iter().filter(|(c, _)| !mask[**c]).map(|(_, cost)| *cost).min();
        let value = found["value"].as_u64();
        match found["kind"].as_str().expect("a kind") {
            "unknown" => assert_eq!(value, lowest, "{told}"),
            "single" => assert!(value >= lowest && value <= lowest.map(|n| n + 4), "{told}"),
            kind => assert!(kind == "none" && lowest.is_none(), "{told}"),
        }
        let Some(value) = value else { continue };
        let target = pairs(&found["target"].as_array().map_or(json!([]), |t| json!([t])))[0];
        assert_eq!(best.get(&Cell::new(target.0 as u16, target.1 as u16)), Some(&value), "{told}");
        let (mut at, mut cost) = (scene.actors[0].at, 0);
        for (x, y) in pairs(&found["path"]) {
            let to = Cell::new(x as u16, y as u16);
            let by = at.direction_to(to).unwrap_or_else(|| panic!("from {at} to {to}: {told}"));
            let more = step(&scene.tiles, at, by, to, |c| mask[c]);
            cost += more.unwrap_or_else(|| panic!("from {at} to {to} against a chute: {told}"));
            slid += u32::from(more == Some(0));
            at = to;
        }
        assert!(cost <= value, "{cost}: {told}");
        // Without the rule for chutes, the paths differ.
        scene.run.params.set("chutes", false);
        missed += u32::from(pick(&scene)["path"] != found["path"]);
    }
    assert!(slid > 100 && missed > 300, "{slid} {missed}");
}

#[test]
fn explorer_never_walks_against_a_chute() {
    let (mut dice, mut slid) = (Rng::new(47), 0);
    for _ in 0..800 {
        let mut scene = random(&mut dice, GROUND, true);
        scene.run.params.set("chutes", true);
        scene.run.params.set("resume", true);
        scene.run.params.set("radius", dice.below(5));
        scene.run.params.set("traps", ["weighed", "last"][dice.below(2) as usize]);
        let (run, outcome) = trace(&scene);
        for event in run.events() {
            if let E::Moved { cell, from, .. } = *event {
                let by = from.direction_to(cell).expect("a king's move");
                let cost = step(&scene.tiles, from, by, cell, |_| true);
                assert!(cost.is_some(), "from {from} to {cell}\n{scene:?}");
                slid += u32::from(cost == Some(0));
            }
        }
        assert!(outcome["stopped"].as_str().is_some_and(|s| !s.starts_with("No way")), "{outcome}\n{scene:?}");
    }
    assert!(slid > 300, "{slid}");
}

/// Six cells of chute cost nothing, so cells behind them are nearer than cells four steps away. There is no path back.
#[test]
fn chute_is_cheap_in_its_direction_only() {
    let corridor = |dir: Tile, explorer: u16| {
        let mut tiles = Grid::new(Size::new(15, 1), Tile::Floor);
        for x in 6..12 {
            tiles[Cell::new(x, 0)] = dir;
        }
        let mut scene = Scene::new(tiles);
        let mut known = Grid::new(Size::new(15, 1), true);
        (known[Cell::new(0, 0)], known[Cell::new(13, 0)]) = (false, false);
        scene.known = Some(known);
        scene.actors.push(Actor::new(ActorKind::Explorer, Cell::new(explorer, 0)));
        "auto-explore".clone_into(&mut scene.run.algorithm);
        scene.run.params.set("picks", 1);
        scene.run.params.set("single-greed", 0);
        scene.run.params.set("chutes", true);
        let found = pick(&scene);
        (found["target"].clone(), found["value"].clone())
    };
    assert_eq!(corridor(Tile::OneWayE, 5), (json!([13, 0]), json!(2)));
    assert_eq!(corridor(Tile::OneWayW, 5), (json!([0, 0]), json!(5)));
    assert_eq!(corridor(Tile::OneWayW, 12), (json!([13, 0]), json!(1)));
    assert_eq!(corridor(Tile::OneWayE, 8), (json!([13, 0]), json!(2)), "who stands in it goes on");
}
