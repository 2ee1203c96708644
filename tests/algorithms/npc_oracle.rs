//! Walking with a Dijkstra map: random plays against a map that is relaxed until nothing changes.

use gridscope::algorithms;
use gridscope::algorithms::knowledge::StageEvent;
use gridscope::algorithms::npc::{Npc, NpcEvent as E, Part};
use gridscope::trace::algorithm::Algorithm;
use gridscope::trace::progress::at_once;
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Progress, Rng, Scene, ScriptLine, Tile, Verb};
use std::convert::Infallible;
use std::f64::consts::SQRT_2;
use std::ops::ControlFlow;
use support::cases;

/// Builds a random play.
fn any_play(dice: &mut Rng) -> Scene {
    let ground = [Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Door, Tile::Bush, Tile::Window, Tile::Void];
    let mut scene = support::random(dice, 10, &ground);
    let size = scene.size();
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    scene.actors.clear();
    for _ in 0..=dice.below(2) {
        let mut guard = Actor::new(ActorKind::Guard, cell(dice));
        guard.set_goal((dice.below(2) == 0).then(|| cell(dice)));
        guard.set_range((dice.below(3) == 0).then(|| 1 + dice.below(5) as u32));
        scene.actors.push(guard);
    }
    let mut thief = Actor::new(ActorKind::Thief, cell(dice));
    thief.set_route((0..dice.below(3)).map(|_| cell(dice)).collect());
    scene.actors.push(thief);
    let doors: Vec<Cell> = size.cells().filter(|&c| scene.tiles[c] == Tile::Door).collect();
    for &at in doors.iter().take(dice.below(3) as usize) {
        let turn = dice.below(8) as u32;
        scene.script.push(ScriptLine { turn, verb: Verb::Open, at, to: None, tile: None });
        scene.script.push(ScriptLine { turn: turn + 2, verb: Verb::Close, at, to: None, tile: None });
    }
    scene.run.algorithm = "npc".into();
    let knows = ["nothing", "map"][dice.below(2) as usize];
    let corners = ["always", "one", "never"][dice.below(3) as usize];
    support::set(&mut scene, &[&format!("knows={knows}"), &format!("corners={corners}"), "turns=25"]);
    scene
}

fn leads_through(tile: Tile) -> bool {
    !matches!(tile, Tile::Wall | Tile::Window | Tile::Void)
}

/// Returns the cell after a step, if the step is possible as far as is known.
fn way(known: &Grid<Option<Tile>>, corners: &str, from: Cell, dir: Dir) -> Option<Cell> {
    let open = |c: Cell| known[c].is_some_and(leads_through);
    let to = from.step(dir, known.size()).filter(|&to| open(to))?;
    let free = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)].iter().filter(|&&c| open(c)).count();
    let need = match corners {
        "never" => 2,
        "one" => 1,
        _ => 0,
    };
    (!dir.is_diagonal() || free >= need).then_some(to)
}

/// Returns distances from a cell by relaxing until nothing changes.
fn relaxed(known: &Grid<Option<Tile>>, corners: &str, source: Cell) -> Grid<f64> {
    let size = known.size();
    let mut d = Grid::new(size, f64::INFINITY);
    d[source] = 0.0;
    loop {
        let mut changed = false;
        for from in size.cells().filter(|&c| known[c].is_some_and(leads_through) || c == source) {
            for dir in Dir::ALL {
                let Some(to) = way(known, corners, from, dir) else { continue };
                let there = d[from] + if dir.is_diagonal() { SQRT_2 } else { 1.0 };
                if there < d[to] - 1e-9 {
                    d[to] = there;
                    changed = true;
                }
            }
        }
        if !changed {
            return d;
        }
    }
}

#[test]
fn plans_and_steps_agree_with_relaxation() {
    let mut dice = Rng::new(31);
    let (mut plans, mut steps, mut doors) = (0, 0, 0);
    for k in 0..cases(1500) {
        let scene = any_play(&mut dice);
        let size = scene.size();
        let params = scene.run.params.resolve(Npc::CARD.params).expect("parameters");
        let corners = params.word("corners");
        let problem = at_once(Npc::prepare(&scene, &params, scene.run.seed, &Progress::default()))
            .unwrap_or_else(|e| panic!("{e}"));
        let mut all = Vec::new();
        let flow = Npc::run(&problem, &mut |e: E| {
            all.push(e);
            ControlFlow::<Infallible>::Continue(())
        });
        let ControlFlow::Continue(outcome) = flow;
        let mut known: Vec<Grid<Option<Tile>>> = vec![Grid::new(size, None); scene.of_kind(ActorKind::Guard).count()];
        let mut at: Vec<Cell> = scene.actors.iter().map(|a| a.at).collect();
        let mut tiles = scene.tiles.clone();
        let mut place: Vec<Option<Cell>> =
            scene.of_kind(ActorKind::Guard).map(gridscope::trace::scene::Actor::goal).collect();
        let mut planned = Grid::new(size, f64::INFINITY);
        let mut mind = 0;
        for event in &all {
            match *event {
                E::Knew { cell, mind, tile, .. } => {
                    assert_eq!(tile, tiles[cell], "play {k}: nobody sees what is not there");
                    known[mind as usize][cell] = Some(tile);
                }
                E::Sighted { mind, cell, .. } => {
                    assert_eq!(cell, *at.last().expect("the thief"));
                    place[mind as usize] = Some(cell);
                }
                E::Stage(StageEvent::CharacterBegan { mind: m, .. }) => mind = m as usize,
                E::PartBegan { part: Part::Plan, .. } => {
                    planned = relaxed(&known[mind], &corners, place[mind].expect("a plan has a place"));
                    plans += 1;
                }
                E::Settled { cell, d, .. } => {
                    assert!((d.approx() - planned[cell]).abs() < 1e-9, "play {k} {cell}: {d} for {}", planned[cell]);
                }
                E::Stage(StageEvent::Changed { cell, tile, by, .. }) => {
                    tiles[cell] = tile;
                    doors += usize::from((by as usize) < known.len());
                }
                E::Stage(StageEvent::Moved { actor, from, to, .. }) => {
                    assert_eq!(at[actor as usize], from);
                    at[actor as usize] = to;
                    if (actor as usize) < known.len() {
                        steps += 1;
                        // Never onto an unknown cell, never through one that is known to be shut, and always to a best
                        // one.
                        let memory = &known[actor as usize];
                        assert!(memory[to].is_some_and(leads_through), "play {k}: {to}");
                        let dir = from.direction_to(to).expect("a step");
                        assert_eq!(way(memory, &corners, from, dir), Some(to));
                        let total = |dir: Dir| {
                            let to = way(memory, &corners, from, dir)?;
                            Some(planned[to] + if dir.is_diagonal() { SQRT_2 } else { 1.0 })
                        };
                        let best = Dir::ALL.into_iter().filter_map(total).fold(f64::INFINITY, f64::min);
                        assert!(total(dir).expect("a way") < best + 1e-9, "play {k}: {from} to {to}");
                    }
                }
                _ => {}
            }
        }
        for (i, walk) in outcome.actors.iter().enumerate() {
            assert_eq!(walk.path[0], scene.actors[i].at);
            assert_eq!(walk.path.last(), Some(&at[i]), "play {k}");
            assert!(walk.path.windows(2).all(|s| s[0].direction_to(s[1]).is_some()), "play {k}");
        }
    }
    assert!(
        plans > cases(3000) && steps > cases(3000) && doors > cases(50),
        "{plans} plans, {steps} steps, {doors} doors"
    );
}

#[test]
fn walk_over_a_known_map_is_shortest() {
    let mut dice = Rng::new(32);
    let mut reached = 0;
    for k in 0..600 {
        let mut scene = any_play(&mut dice);
        let goal = scene.actors.last().expect("the thief").at;
        scene.script.clear();
        scene.actors.last_mut().expect("the thief").set_route(Vec::new());
        scene.actors.truncate(1);
        scene.actors[0].set_goal(Some(goal));
        scene.actors.push(Actor::new(ActorKind::Thief, goal));
        support::set(&mut scene, &["knows=map", "corners=always", "turns=200"]);
        let start = scene.actors[0].at;
        let mut known = Grid::new(scene.size(), None);
        scene.size().cells().for_each(|c| known[c] = Some(scene.tiles[c]));
        let d = relaxed(&known, "always", goal)[start];
        if d.is_infinite() || !leads_through(scene.tiles[goal]) || !leads_through(scene.tiles[start]) {
            continue;
        }
        let runner = algorithms::find("npc").expect("it is there");
        let out = runner.outcome(&scene, &scene.run.params, scene.run.seed, &Progress::default()).expect("an outcome");
        let path: Vec<Cell> = serde_json::from_value(out["actors"][0]["path"].clone()).expect("a path");
        let length: f64 = path
            .windows(2)
            .map(|s| if s[0].direction_to(s[1]).expect("a step").is_diagonal() { SQRT_2 } else { 1.0 })
            .sum();
        assert_eq!(path.last(), Some(&goal), "play {k}");
        assert!((length - d).abs() < 1e-6, "play {k}: {length} for {d}");
        reached += 1;
    }
    assert!(reached > 150, "{reached}");
}
