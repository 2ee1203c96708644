//! A repaired flow map equals a rebuilt one, after any openings and closings, and with any costs, exits and neighbours.
//! Only cells whose value changed are reported. The oracle shares no code with the algorithm: it relaxes everything
//! until nothing changes.

use gridscope::algorithms::flow_map::{Outcome, PARAMS, Problem, play};
use gridscope::algorithms::world::World;
use gridscope::trace::observe::unhalted;
use gridscope::trace::scene::{Actor, ActorKind, Room, Scene, ScriptLine};
use gridscope::trace::{Cell, Grid, Rng, Size, Tile, Verb, Weight};
use support::{any_cell, any_tile, one_of};

const GROUND: &str = "....##%\",/+!";

fn outcome(scene: &Scene) -> Outcome {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    let problem = Problem::new(scene, &params, 1).unwrap_or_else(|e| panic!("{e}: {:?}", scene.script));
    unhalted(play(&problem, &mut ()))
}

/// Rules of a run for the oracle, from its parameters.
#[derive(Clone, Copy, Debug)]
struct Rules {
    eight: bool,
    octile: bool,
    /// Number of cells beside a diagonal step that must be free.
    beside: u8,
    terrain: bool,
}

fn any_rules(dice: &mut Rng, scene: &mut Scene) -> Rules {
    let corners = dice.below(3) as usize;
    let rules = Rules {
        eight: dice.below(2) == 0,
        octile: dice.below(3) == 0,
        beside: [2, 1, 0][corners],
        terrain: dice.below(3) == 0,
    };
    let params = &mut scene.run.params;
    params.set("neighbours", if rules.eight { 8 } else { 4 });
    params.set("costs", if rules.octile { "octile" } else { "1" });
    params.set("corners", ["never", "one", "always"][corners]);
    params.set("terrain-costs", rules.terrain);
    params.set("ripple", one_of(dice, &["whole", "whole", "level"]));
    rules
}

fn any_scene(dice: &mut Rng) -> Scene {
    let size = Size::new(2 + dice.below(9) as u16, 2 + dice.below(7) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        tiles[c] = any_tile(dice, GROUND);
    }
    let mut scene = Scene::new(tiles);
    scene.run.algorithm = "flow-map".into();
    for _ in 0..=dice.below(3) {
        let mut exit =
            Actor::new(one_of(dice, &[ActorKind::Exit, ActorKind::Exit, ActorKind::Goal]), any_cell(size, dice));
        exit.set_value((dice.below(3) == 0).then(|| dice.below(9) as u32));
        scene.actors.push(exit);
    }
    for _ in 0..dice.below(3) {
        let mut prisoner = Actor::new(ActorKind::Prisoner, any_cell(size, dice));
        prisoner.set_chained(Some(true));
        scene.actors.push(prisoner);
    }
    if dice.below(3) == 0 {
        for c in size.cells() {
            scene.set_weight(c, Weight::from(dice.below(10) as u8));
        }
    }
    scene
}

fn any_line(turn: u32, scene: &Scene, dice: &mut Rng) -> ScriptLine {
    let at = match dice.below(4) {
        0 => scene.actors[dice.below(scene.actors.len() as u64) as usize].at,
        _ => any_cell(scene.size(), dice),
    };
    let mut line = ScriptLine { turn, verb: Verb::Place, at, to: None, tile: None };
    match dice.below(10) {
        0 => line.verb = Verb::Remove,
        1 => (line.verb, line.to) = (Verb::Move, Some(any_cell(scene.size(), dice))),
        // A smash could free a prisoner, who would walk. The oracle does not move prisoners.
        2 | 3 if scene.of_kind(ActorKind::Prisoner).next().is_none() && scene.tiles[at].is_solid() => {
            line.verb = Verb::Smash;
        }
        _ => line.tile = Some(any_tile(dice, GROUND).info().name.to_owned()),
    }
    line
}

/// Returns the scene after its script.
fn afterwards(scene: &Scene) -> Scene {
    let mut world = World::new(scene);
    for line in &scene.script {
        let _ = world.apply(line);
    }
    let mut after = scene.clone();
    after.script.clear();
    after.tiles = world.tiles;
    after.actors = world.actors.into_iter().zip(world.gone).filter(|(_, gone)| !gone).map(|(a, _)| a).collect();
    after
}

const FAR: i64 = i64::MAX;

/// Returns distances from some cells within a rectangle, in units, by relaxing everything until nothing changes.
fn oracle(scene: &Scene, rules: Rules, area: (Cell, Cell), sources: &[(Cell, i64)]) -> Grid<i64> {
    let size = scene.size();
    let chained = |c: Cell| scene.actors.iter().any(|a| a.at == c && a.chained() == Some(true));
    let free = |x: i32, y: i32| {
        let inside = x >= area.0.x as i32 && y >= area.0.y as i32 && x <= area.1.x as i32 && y <= area.1.y as i32;
        inside && {
            let c = Cell::new(x as u16, y as u16);
            !scene.tiles[c].is_solid() && !chained(c)
        }
    };
    let (straight, diagonal, unit) = if rules.octile { (13_860, 19_601, 13_860) } else { (1, 1, 1) };
    let mut values = Grid::new(size, FAR);
    for &(c, start) in sources {
        if free(c.x as i32, c.y as i32) {
            values[c] = values[c].min(start * unit);
        }
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for c in size.cells() {
            let (x, y) = (c.x as i32, c.y as i32);
            if !free(x, y) {
                continue;
            }
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let both = dx != 0 && dy != 0;
                    if (dx, dy) == (0, 0) || !free(x + dx, y + dy) || (both && !rules.eight) {
                        continue;
                    }
                    let beside = u8::from(free(x + dx, y)) + u8::from(free(x, y + dy));
                    if both && beside < rules.beside {
                        continue;
                    }
                    let plain = if both { diagonal } else { straight };
                    let step = match scene.weight(c).filter(|_| rules.terrain) {
                        Some(weight) => plain * i64::from(weight.times()),
                        None if rules.terrain => plain + scene.tiles[c].info().cost as i64 * unit,
                        None => plain,
                    };
                    let from = values[Cell::new((x + dx) as u16, (y + dy) as u16)];
                    if from != FAR && from + step < values[c] {
                        values[c] = from + step;
                        changed = true;
                    }
                }
            }
        }
    }
    values
}

/// Returns the table for the oracle's values.
fn printed(scene: &Scene, rules: Rules, values: &Grid<i64>) -> Vec<Vec<i64>> {
    let size = scene.size();
    let chained = |c: Cell| scene.actors.iter().any(|a| a.at == c && a.chained() == Some(true));
    let show = |v: i64| if rules.octile { (v as f64 * 1000.0 / 13_860.0).round() as i64 } else { v };
    let most = values.as_slice().iter().filter(|&&v| v != FAR).map(|&v| show(v)).max().unwrap_or(0);
    let mark = if most < 500 { 500 } else { (size.area() as i64).max(most + 1) };
    let cell = |c: Cell| match values[c] {
        _ if scene.tiles[c].is_solid() || chained(c) => -1,
        FAR => mark,
        v => show(v),
    };
    (0..size.height).map(|y| (0..size.width).map(|x| cell(Cell::new(x, y))).collect()).collect()
}

fn whole(size: Size) -> (Cell, Cell) {
    (Cell::new(0, 0), Cell::new(size.width - 1, size.height - 1))
}

fn sources(scene: &Scene) -> Vec<(Cell, i64)> {
    let wanted = |a: &&Actor| matches!(a.kind, ActorKind::Exit | ActorKind::Goal);
    scene.actors.iter().filter(wanted).map(|a| (a.at, a.value().unwrap_or(0) as i64)).collect()
}

#[test]
fn repaired_map_equals_rebuilt_map_and_oracle() {
    let mut dice = Rng::new(31);
    for round in 0..3000 {
        let mut scene = any_scene(&mut dice);
        let rules = any_rules(&mut dice, &mut scene);
        // The turns are close together, so that waves overlap if they move one level per turn.
        for _ in 0..dice.below(9) {
            let turn = 1 + dice.below(5) as u32;
            let line = any_line(turn, &scene, &mut dice);
            scene.script.push(line);
        }
        scene.script.sort_by_key(|l| l.turn);
        let after = afterwards(&scene);
        let repaired = outcome(&scene);
        let context = || format!("round {round}: {rules:?} {:?} {:?}", scene.run.params, scene.script);
        let values = oracle(&after, rules, whole(after.size()), &sources(&after));
        assert_eq!(repaired.distance, printed(&after, rules, &values), "{}", context());
        assert_eq!(repaired.reached, values.as_slice().iter().filter(|v| **v != FAR).count(), "{}", context());
        if after.actors.iter().any(|a| matches!(a.kind, ActorKind::Exit | ActorKind::Goal)) {
            assert_eq!(repaired.distance, outcome(&after).distance, "{}", context());
        }
    }
}

#[test]
fn waves_report_only_changed_cells() {
    let mut dice = Rng::new(32);
    for round in 0..1500 {
        let mut scene = any_scene(&mut dice);
        let rules = any_rules(&mut dice, &mut scene);
        scene.run.params.set("ripple", "whole");
        let values = |scene: &Scene| {
            let after = afterwards(scene);
            oracle(&after, rules, whole(after.size()), &sources(&after))
        };
        let (mut before, mut waves) = (values(&scene), 0);
        for turn in 1..=6 {
            let line = any_line(turn, &scene, &mut dice);
            // Moving an exit or a chained prisoner starts two waves, which may touch a cell twice.
            if line.verb == Verb::Move || line.verb == Verb::Remove {
                continue;
            }
            scene.script.push(line);
            let now = values(&scene);
            let changed = size_of_difference(&before, &now);
            let told = outcome(&scene).waves;
            let cells: u32 = told[waves..].iter().map(|w| w.cells).sum();
            assert_eq!(cells, changed, "round {round}: {rules:?} {:?}", scene.script);
            assert!(told[waves..].iter().all(|w| (w.cells == 0) == (w.levels == 0)), "{told:?}");
            (before, waves) = (now, told.len());
        }
    }
}

fn size_of_difference(a: &Grid<i64>, b: &Grid<i64>) -> u32 {
    a.as_slice().iter().zip(b.as_slice()).filter(|(a, b)| a != b).count() as u32
}

#[test]
fn room_maps_agree_with_their_oracle() {
    let mut dice = Rng::new(33);
    for round in 0..800 {
        let mut scene = any_scene(&mut dice);
        let rules = any_rules(&mut dice, &mut scene);
        let size = scene.size();
        for name in 0..=dice.below(3) {
            let (a, b) = (any_cell(size, &mut dice), any_cell(size, &mut dice));
            let (from, to) = (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)));
            scene.rooms.push(Room { name: format!("room {name}"), from, to });
        }
        for _ in 0..dice.below(6) {
            let mut line = any_line(1 + dice.below(4) as u32, &scene, &mut dice);
            if line.verb == Verb::Move {
                (line.verb, line.to) = (Verb::Remove, None);
            }
            scene.script.push(line);
        }
        scene.script.sort_by_key(|l| l.turn);
        let after = afterwards(&scene);
        let result = outcome(&scene);
        let mut smallest = Grid::new(size, FAR);
        for room in &scene.rooms {
            let inside = |c: Cell| c.x >= room.from.x && c.x <= room.to.x && c.y >= room.from.y && c.y <= room.to.y;
            let own: Vec<_> = sources(&after).into_iter().filter(|s| inside(s.0)).collect();
            let values = oracle(&after, rules, (room.from, room.to), &own);
            for c in size.cells() {
                smallest[c] = smallest[c].min(values[c]);
            }
        }
        assert_eq!(result.distance, printed(&after, rules, &smallest), "round {round}: {rules:?} {:?}", scene.script);
        // With the global map: from the goals, and from the exits that are in no second room.
        scene.run.params.set("follow", "global");
        let lies = |c: Cell| {
            scene.rooms.iter().filter(|r| c.x >= r.from.x && c.x <= r.to.x && c.y >= r.from.y && c.y <= r.to.y).count()
        };
        let out = |a: &&Actor| a.kind == ActorKind::Goal || (a.kind == ActorKind::Exit && lies(a.at) <= 1);
        let own: Vec<_> = after.actors.iter().filter(out).map(|a| (a.at, a.value().unwrap_or(0) as i64)).collect();
        let values = oracle(&after, rules, whole(size), &own);
        assert_eq!(outcome(&scene).distance, printed(&after, rules, &values), "round {round}, global: {rules:?}");
    }
}
