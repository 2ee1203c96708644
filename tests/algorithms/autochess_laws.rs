//! Auto chess on thousands of random boards: shortest paths against a simple Dijkstra, Jumper's path against a second
//! implementation of the library, the stock winner against brute force, and replayed fights.

use crate::oracles::chess::{
    P, Plain, check_legs, counted, decided, distances, length, library, place, plain, squared,
};
use gridscope::algorithms;
use gridscope::algorithms::autochess::{Exact, Jumper, Length, Place, join};
use gridscope::trace::algorithm::Runner;
use gridscope::trace::observe::unhalted;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Replay, Rng, Scene, Size, Tile};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::cases;

#[test]
fn jumper_path_is_valid_and_equals_the_librarys() {
    let mut dice = Rng::new(11);
    let (mut found, mut longer) = (0, 0);
    for round in 0..cases(6_000) {
        let plain = Plain::random(&mut dice, 13);
        let (start, goal) = (plain.any(&mut dice), plain.any(&mut dice));
        let plain = Plain { blocked: plain.blocked.iter().copied().filter(|&p| p != start).collect(), ..plain };
        if start == goal || !plain.free(goal) {
            continue;
        }
        let context =
            format!("board {round}: {start:?} to {goal:?} on {} × {}, {:?}", plain.width, plain.height, plain.blocked);
        let board = plain.board(start);
        let area = (plain.width * plain.height) as usize;
        let nodes = unhalted(Jumper::new(area).find(&board, place(start), place(goal), &mut ()));
        let nodes = nodes.map(|n| counted(&n));
        assert_eq!(nodes, library(&plain, start, goal), "{context}");
        let exact = distances(&plain, start).get(&goal).copied();
        assert_eq!(nodes.is_some(), exact.is_some(), "{context}: found where there is a way, and only there");
        let (Some(nodes), Some(exact)) = (nodes, exact) else { continue };
        check_legs(&plain, &nodes, &context);
        assert!(length(&nodes) >= exact - 1e-9, "{context}");
        found += 1;
        longer += usize::from(length(&nodes) > exact + 1e-9);
        // Joined, it is still the same path.
        let places: Vec<Place> = nodes.iter().map(|&p| place(p)).collect();
        let legs = counted(&join(&places, |_, _, _| ()));
        check_legs(&plain, &legs, &context);
        assert!((length(&legs) - length(&nodes)).abs() < 1e-9, "{context}");
        assert!(legs.iter().all(|l| nodes.contains(l)) && legs.first() == Some(&start) && legs.last() == Some(&goal));
        let dirs: Vec<P> = legs.windows(2).map(|l| ((l[1].0 - l[0].0).signum(), (l[1].1 - l[0].1).signum())).collect();
        assert!(dirs.windows(2).all(|d| d[0] != d[1]), "{context}: {legs:?}");
    }
    assert!(found > cases(2_000) && longer > cases(5), "{found} ways, {longer} of them longer than the shortest");
}

#[test]
fn exact_path_is_shortest_by_brute_force() {
    let mut dice = Rng::new(12);
    let mut found = 0;
    let mut exact = Exact::new(20 * 20);
    for round in 0..3_000 {
        let plain = Plain::random(&mut dice, 12);
        let start = plain.any(&mut dice);
        let goal = plain.any(&mut dice);
        let plain = Plain { blocked: plain.blocked.iter().copied().filter(|&p| p != start).collect(), ..plain };
        if start == goal || !plain.free(goal) {
            continue;
        }
        let context = format!("board {round}: {start:?} to {goal:?}, {:?}", plain.blocked);
        let legs = unhalted(exact.find(&plain.board(start), place(start), place(goal), &mut ()));
        let wanted = distances(&plain, start).get(&goal).copied();
        assert_eq!(legs.is_some(), wanted.is_some(), "{context}");
        let (Some(legs), Some(wanted)) = (legs, wanted) else { continue };
        assert!((Length::of(&legs).cells() - wanted).abs() < 1e-9, "{context}: {legs:?}");
        check_legs(&plain, &counted(&legs), &context);
        found += 1;
    }
    assert!(found > 1_000, "{found}");
}

/// Collects every shortest path as legs.
fn all_shortest(plain: &Plain, way: &mut Vec<P>, from_goal: &BTreeMap<P, f64>, goal: P, all: &mut Vec<Vec<P>>) {
    let at = way[way.len() - 1];
    if at == goal {
        let places: Vec<Place> = way.iter().map(|&p| place(p)).collect();
        all.push(counted(&join(&places, |_, _, _| ())));
        return;
    }
    for next in plain.steps(at) {
        let Some(&rest) = from_goal.get(&next) else { continue };
        if (rest + length(&[at, next]) - from_goal[&at]).abs() < 1e-9 {
            way.push(next);
            all_shortest(plain, way, from_goal, goal, all);
            way.pop();
        }
    }
}

#[test]
fn of_equal_shortest_paths_the_fewest_turns_win() {
    let mut dice = Rng::new(13);
    let mut choices = 0;
    for round in 0..1_500 {
        let plain = Plain::random(&mut dice, 6);
        let (start, goal) = (plain.any(&mut dice), plain.any(&mut dice));
        let plain = Plain { blocked: plain.blocked.iter().copied().filter(|&p| p != start).collect(), ..plain };
        if start == goal || !plain.free(goal) {
            continue;
        }
        // Every step is possible in both directions, so distances from the goal are distances to it.
        let from_goal = distances(&plain, goal);
        if !from_goal.contains_key(&start) {
            continue;
        }
        let mut all = Vec::new();
        all_shortest(&plain, &mut vec![start], &from_goal, goal, &mut all);
        choices += usize::from(all.len() > 1);
        let best = all.into_iter().min_by_key(|legs| (legs.len(), legs.clone()));
        let area = (plain.width * plain.height) as usize;
        let legs = unhalted(Exact::new(area).find(&plain.board(start), place(start), place(goal), &mut ()));
        let legs = legs.map(|l| counted(&l));
        assert_eq!(legs, best, "board {round}: {start:?} to {goal:?}, {:?}", plain.blocked);
    }
    assert!(choices > 150, "{choices}");
}

#[test]
fn jump_lengths_are_compared_without_roots() {
    let mut dice = Rng::new(14);
    for _ in 0..20_000 {
        let mut any = || Length { straight: dice.below(300) as u32, diagonal: dice.below(300) as u32 };
        let (a, b) = (any(), any());
        let wanted = if a == b { std::cmp::Ordering::Equal } else { a.cells().total_cmp(&b.cells()) };
        assert_eq!(a.cmp(&b), wanted, "{a:?} {b:?}");
    }
    // 41 − 29√2 is about −0.012, 99 − 70√2 about 0.005.
    let (straight, diagonal) = (Length { straight: 99, diagonal: 0 }, Length { straight: 0, diagonal: 70 });
    assert!(straight > diagonal);
}

fn any_scene(dice: &mut Rng) -> Scene {
    let square = dice.below(2) == 0;
    let side = |dice: &mut Rng| if square { 8 } else { 1 + dice.below(13) as u16 };
    let size = Size::new(side(dice), side(dice));
    let mut tiles = Grid::new(size, Tile::Floor);
    let walls = dice.below(4) * 8;
    for c in size.cells() {
        if dice.below(100) < walls {
            tiles[c] = [Tile::Wall, Tile::Door, Tile::DoorLocked, Tile::Water, Tile::OneWayN][dice.below(5) as usize];
        }
    }
    let mut scene = Scene::new(tiles);
    let cells: Vec<Cell> = size.cells().collect();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, dice.below(i as u64 + 1) as usize);
    }
    let most = (cells.len() as u64).min(20);
    for (k, &i) in order.iter().take(1 + dice.below(most) as usize).enumerate() {
        let mut unit = Actor::new(ActorKind::Unit, cells[i]);
        unit.set_team(Some(if k == 0 { 1 } else { 1 + dice.below(2) as u8 }));
        unit.set_active((k == 0).then_some(true));
        unit.set_range((dice.below(3) == 0).then(|| [0, 205, 210, 328, 400, 700][dice.below(6) as usize]));
        scene.actors.push(unit);
    }
    scene.run.algorithm = "autochess".into();
    for name in ["reach", "far", "near"] {
        if dice.below(3) == 0 {
            scene.run.params.set(name, false);
        }
    }
    scene
}

fn runner() -> &'static dyn Runner {
    algorithms::find("autochess").expect("it is on the list")
}

fn outcome(scene: &Scene) -> Value {
    runner().outcome(scene, &scene.run.params, 1, &Progress::default()).expect("a scene that can be run").into()
}

#[test]
fn decisions_agree_with_brute_force() {
    let mut dice = Rng::new(15);
    let (mut diagonal, mut none) = (0, 0);
    for round in 0..cases(2_500) {
        let scene = any_scene(&mut dice);
        let out = outcome(&scene);
        let cell = |p: Option<P>| p.map(|(x, y)| Cell::new((x - 1) as u16, scene.size().height - y as u16));
        let wanted = decided(&scene, 0).map(|p| json!(cell(p)));
        let got = [&out["stock"]["target"], &out["stock"]["hop"], &out["alt"], &out["hop"]].map(Clone::clone);
        assert_eq!(got, wanted, "board {round}: {:?} {:?}", scene.actors, scene.run.params);
        let chose = out["chose"].as_str().expect("a word");
        assert_eq!(chose == "none", out["hop"].is_null());
        diagonal += usize::from(chose == "diagonal");
        none += usize::from(chose == "none");
        let rows = out["candidates"].as_array().expect("rows");
        assert_eq!(rows.len(), scene.size().area());
        let leads: Vec<_> = rows.iter().filter(|r| r["refused"].is_null()).collect();
        assert_eq!(leads.last().map_or(Value::Null, |r| r["at"].clone()), out["stock"]["target"]);
        assert!(leads.is_sorted_by(|a, b| a["distance"].as_f64() > b["distance"].as_f64()));
    }
    assert!(diagonal > cases(100) && none > cases(100), "{diagonal} {none}");
}

#[test]
fn observing_a_decision_changes_nothing() {
    let mut dice = Rng::new(16);
    for round in 0..150 {
        let mut scene = any_scene(&mut dice);
        scene.run.params.set("pathfinder", if round % 2 == 0 { "jumper" } else { "shortest" });
        scene.run.params.set("fight", round % 3 == 0);
        scene.run.params.set("max-rounds", 4);
        let run = algorithms::record(&scene, &Progress::default()).expect("a run");
        assert_eq!(run.outcome(), &outcome(&scene), "{round}");
    }
}

#[test]
fn fight_moves_are_legal_at_each_moment() {
    let mut dice = Rng::new(17);
    let mut moved = 0;
    for _ in 0..60 {
        let mut scene = any_scene(&mut dice);
        for (name, value) in [("fight", json!(true)), ("rule", json!("diagonal")), ("max-rounds", json!(6))] {
            scene.run.params.set(name, value);
        }
        let run = algorithms::record(&scene, &Progress::default()).expect("a run");
        let mut now = scene.clone();
        for i in (0..run.len()).filter(|&i| matches!(run.kind(i), "moved" | "stayed")) {
            let fields = run.event(i).fields;
            let unit = fields.iter().find(|f| f.0 == "unit").and_then(|f| f.1.number()).expect("a unit") as usize - 1;
            let length = i64::from(now.actors[unit].range().unwrap_or(210)) - 24;
            let (_, units) = plain(&now, unit);
            let foes = units.iter().zip(&now.actors).filter(|(_, a)| a.team() != now.actors[unit].team());
            let attacks = length > 0 && foes.map(|f| squared(*f.0, units[unit])).any(|d| 16_384 * d < length * length);
            let hop = if attacks { None } else { decided(&now, unit)[3] };
            assert_eq!(run.kind(i) == "moved", hop.is_some());
            if let Some((x, y)) = hop {
                let to = Cell::new((x - 1) as u16, now.size().height - y as u16);
                assert_eq!(run.event(i).cell, Some(to));
                now.actors[unit].at = to;
                moved += 1;
            }
        }
        let places: Vec<_> = now.actors.iter().map(|a| json!(a.at)).collect();
        assert_eq!(run.outcome()["positions"], Value::Array(places));
    }
    assert!(moved > 50, "{moved}");
}

#[test]
fn autochess_trace_has_its_golden_digest() {
    let mut scene = support::scene("..E..\n.#.#.\n..A..\n.#.#E\nU....");
    scene.run.algorithm = "autochess".into();
    let run: Replay = support::record(&scene);
    // FNV-1a over the lines of the trace file. It is the same on every machine, in debug and release.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for i in 0..run.len() {
        for byte in run.event_json(i).to_string().bytes() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(format!("{digest:016x} {}", run.len()), GOLDEN);
}

const GOLDEN: &str = "5552c72b6d5b0bcc 229";
