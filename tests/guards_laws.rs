//! What holds for guards on thousands of random maps, against a naive account of the same run: what each could see and
//! know is worked out again cell by cell, and every plan by brute force.

mod common;

use common::random_actor;
use gridscope::core::algorithms::astar::AStarEvent;
use gridscope::core::algorithms::guards::{Context, Guards, GuardsEvent as E, Knowledge, Outcome, Part, Problem};
use gridscope::core::algorithms::shadowcast::{Look, Sight, Variant};
use gridscope::core::algorithms::{self, Algorithm as _};
use gridscope::core::event::Value;
use gridscope::core::geometry::{Cell, Dir, Size};
use gridscope::core::grid::Grid;
use gridscope::core::rng::Rng;
use gridscope::core::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use gridscope::core::terrain::{Tile, Verb};
use gridscope::core::trace::{Control, Player, Recorder, Replay, Trace};
use std::ops::ControlFlow;
use std::sync::Arc;

const GROUND: &[Tile] = &[
    Tile::Door,
    Tile::DoorOpen,
    Tile::DoorLocked,
    Tile::SecretDoor,
    Tile::SecretDoorOpen,
    Tile::Window,
    Tile::Shutter,
    Tile::ShutterOpen,
    Tile::OneWayE,
    Tile::OneWayN,
    Tile::Portcullis,
    Tile::Rubble,
    Tile::Chair,
    Tile::Bush,
];

fn any_cell(size: Size, dice: &mut Rng) -> Cell {
    size.cell(dice.below(size.area() as u64) as usize)
}

/// A random map with guards, lamps, perhaps a thief, and a script that mostly does something.
fn night(dice: &mut Rng) -> Scene {
    let size = Size::new(4 + dice.below(10) as u16, 4 + dice.below(7) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        match dice.below(100) {
            0..24 => tiles[c] = Tile::Wall,
            24..42 => tiles[c] = GROUND[dice.below(GROUND.len() as u64) as usize],
            _ => {}
        }
    }
    let mut scene = Scene::new(tiles);
    for c in size.cells().filter(|_| dice.below(20) == 0).collect::<Vec<_>>() {
        let key = Some(["red", "blue"][dice.below(2) as usize].to_owned());
        scene.details.insert(c, TileDetail { key, inside: Some(Dir::ALL[dice.below(4) as usize]) });
    }
    for _ in 0..=dice.below(3) {
        let mut guard = random_actor(ActorKind::Guard, any_cell(size, dice), size, dice);
        if dice.below(3) == 0 {
            guard.keys = vec!["red".into()];
        }
        if dice.below(2) == 0 {
            guard.range = Some(1 + dice.below(4) as u32);
        }
        scene.actors.push(guard);
    }
    let prey = if dice.below(4) == 0 { ActorKind::Thief } else { ActorKind::Goal };
    scene.actors.push(Actor::new(prey, any_cell(size, dice)));
    for _ in 0..dice.below(3) {
        let mut lamp = Actor::new(ActorKind::Lamp, any_cell(size, dice));
        (lamp.radius, lamp.lit) = (Some(1 + dice.below(5) as u32), Some(dice.below(3) > 0));
        scene.actors.push(lamp);
    }
    for _ in 0..dice.below(7) {
        let verbs = [Verb::Open, Verb::Close, Verb::Smash, Verb::Lock, Verb::Unlock, Verb::Move, Verb::Douse];
        let verb = verbs[dice.below(verbs.len() as u64) as usize];
        let able: Vec<Cell> = match verb {
            Verb::Move => scene.actors.iter().map(|a| a.at).collect(),
            Verb::Douse => scene.of_kind(ActorKind::Lamp).map(|a| a.at).collect(),
            _ => size.cells().filter(|&c| scene.tiles[c].after(verb).is_some()).collect(),
        };
        if able.is_empty() {
            continue;
        }
        let at = able[dice.below(able.len() as u64) as usize];
        let to = (verb == Verb::Move).then(|| any_cell(size, dice));
        scene.script.push(ScriptLine { turn: dice.below(9) as u32, verb, at, to, tile: None });
    }
    scene.run.algorithm = "guards".into();
    scene.run.seed = dice.below(1000);
    let pick = |words: &[&'static str], dice: &mut Rng| words[dice.below(words.len() as u64) as usize];
    let params = &mut scene.run.params;
    params.set("max-turns", 14);
    params.set("knowledge", pick(Knowledge::NAMES, dice));
    params.set("sight", pick(&["portal", "portal", "symmetric", "recursive", "strips", "bergstrom"], dice));
    params.set("others", pick(&["wait", "wait", "around"], dice));
    params.set("ties", pick(&["first", "first", "last", "paths"], dice));
    params.set("opening-turns", dice.below(3) as i64);
    scene
}

fn recorded(scene: &Scene) -> Option<(Problem, Trace<E>, Outcome)> {
    let params = scene.run.params.resolve(Guards::CARD.params).expect("parameters that fit");
    let problem = Guards::prepare(scene, &params, scene.run.seed).ok()?;
    let control = Control::default();
    let mut recorder = Recorder::new(Guards::layout(&problem), &control);
    let ControlFlow::Continue(outcome) = Guards::run(&problem, &mut recorder) else { panic!("halted") };
    let trace = recorder.finish(Guards::context(&problem));
    Some((problem, trace, outcome))
}

/// Whether a guard with these keys may enter a tile, written out again.
fn enters(tile: Tile, key: Option<&str>, keys: &[String]) -> bool {
    match tile {
        Tile::Wall
        | Tile::Void
        | Tile::SecretDoor
        | Tile::Window
        | Tile::Shutter
        | Tile::OneWayN
        | Tile::OneWayE
        | Tile::OneWayS
        | Tile::OneWayW
        | Tile::Crate
        | Tile::Tree => false,
        Tile::DoorLocked => key.map_or(!keys.is_empty(), |k| keys.iter().any(|own| own == k)),
        _ => true,
    }
}

/// The cheapest cost from a cell to every cell of a mixture, by relaxing until nothing changes.
fn brute(size: Size, open: &[bool], extra: &[u64], from: Cell) -> Vec<Option<u64>> {
    let mut best = vec![None; size.area()];
    best[size.index(from)] = Some(0);
    let mut waiting = vec![from];
    while let Some(cell) = waiting.pop() {
        let here = best[size.index(cell)].expect("reached");
        for dir in Dir::ALL {
            let Some(to) = cell.step(dir, size).filter(|&to| open[size.index(to)]) else { continue };
            let beside = [Cell::new(to.x, cell.y), Cell::new(cell.x, to.y)];
            if dir.is_diagonal() && !beside.iter().all(|&c| open[size.index(c)]) {
                continue;
            }
            let cost = here + if dir.is_diagonal() { 3 } else { 2 } + extra[size.index(to)];
            let old = &mut best[size.index(to)];
            if old.is_none_or(|old| cost < old) {
                *old = Some(cost);
                waiting.push(to);
            }
        }
    }
    best
}

fn octile(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    (2 * dx.abs_diff(dy) + 3 * dx.min(dy)).into()
}

/// A guard as the account has it.
#[derive(Clone)]
struct Seen {
    at: Cell,
    facing: Option<Dir>,
    gone: bool,
    /// What it saw where last.
    memory: Grid<Tile>,
    overlay: Vec<bool>,
    /// The overlay by the run's own events.
    told: Vec<bool>,
    path: Vec<Cell>,
}

/// The account of a night, kept from its events and nothing else.
struct Account<'a> {
    scene: &'a Scene,
    context: &'a Context,
    sight: Variant,
    knowledge: Knowledge,
    around: bool,
    tiles: Grid<Tile>,
    actors: Vec<(Cell, bool)>,
    guards: Vec<Seen>,
    lit: Vec<bool>,
    /// The plan of the guard that acts.
    traced: Vec<Cell>,
}

impl<'a> Account<'a> {
    fn new(scene: &'a Scene, problem: &Problem, context: &'a Context) -> Self {
        let size = scene.size();
        let guard = |k: &gridscope::core::algorithms::guards::Known| {
            let actor = &scene.actors[k.actor as usize];
            Seen {
                at: actor.at,
                facing: actor.facing,
                gone: false,
                memory: scene.tiles.clone(),
                overlay: vec![false; size.area()],
                told: vec![false; size.area()],
                path: vec![actor.at],
            }
        };
        Self {
            scene,
            context,
            sight: problem.sight,
            knowledge: problem.knowledge,
            around: problem.around,
            tiles: scene.tiles.clone(),
            actors: scene.actors.iter().map(|a| (a.at, a.lit.unwrap_or(true))).collect(),
            guards: context.guards.iter().map(guard).collect(),
            lit: vec![false; size.area()],
            traced: Vec::new(),
        }
    }

    fn look(&self, eye: Cell, radius: u32) -> Vec<bool> {
        let mut sight = Sight::default();
        sight.look(&self.tiles, &Look::new(self.sight, eye).within(radius));
        self.scene.size().cells().map(|c| sight.sees(c)).collect()
    }

    /// What the guard sees now, worked out cell by cell.
    fn overlay(&self, g: usize) -> Vec<bool> {
        let size = self.scene.size();
        let guard = &self.guards[g];
        let mut lit = vec![false; size.area()];
        for (i, actor) in self.scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Lamp) {
            if self.actors[i].1 {
                let light = self.look(self.actors[i].0, actor.radius.unwrap_or(6));
                lit.iter_mut().zip(light).for_each(|(l, new)| *l |= new);
            }
        }
        let range = self.context.guards[g].range;
        let (near, far) = (self.look(guard.at, range), self.look(guard.at, range * self.context.lit_factor));
        size.cells()
            .enumerate()
            .map(|(i, c)| {
                let (dx, dy) = (c.x as i32 - guard.at.x as i32, c.y as i32 - guard.at.y as i32);
                let ahead = guard.facing.is_none_or(|d| d.offset().0 * dx + d.offset().1 * dy >= 0);
                ahead && (near[i] || far[i] && lit[i])
            })
            .collect()
    }

    /// What the guard may take a cell for.
    fn known(&self, g: usize, cell: Cell) -> Tile {
        match self.knowledge {
            _ if self.guards[g].overlay[self.scene.size().index(cell)] => self.tiles[cell],
            Knowledge::Omniscient => self.tiles[cell],
            Knowledge::DefaultMemory => self.scene.tiles[cell],
            Knowledge::LastSeen => self.guards[g].memory[cell],
        }
    }

    /// Which cells the guard may enter as far as it can know, and what they cost.
    fn mixture(&self, g: usize) -> (Vec<bool>, Vec<u64>) {
        let size = self.scene.size();
        let keys = &self.scene.actors[self.context.guards[g].actor as usize].keys;
        let key = |c: Cell| self.scene.details.get(&c).and_then(|d| d.key.as_deref());
        let mut open: Vec<bool> = size.cells().map(|c| enters(self.known(g, c), key(c), keys)).collect();
        for (_, other) in self.guards.iter().enumerate().filter(|(o, other)| self.around && *o != g && !other.gone) {
            let at = size.index(other.at);
            if self.guards[g].overlay[at] || self.knowledge == Knowledge::Omniscient {
                open[at] = false;
            }
        }
        let extra = size.cells().map(|c| self.known(g, c).info().cost.into()).collect();
        (open, extra)
    }

    fn alone(&self, told: &str) {
        for (k, a) in self.guards.iter().enumerate().filter(|(_, a)| !a.gone) {
            let shares = self.guards[..k].iter().any(|b| !b.gone && b.at == a.at);
            assert!(!shares, "two guards share {}\n{told}", a.at);
        }
    }

    fn take(&mut self, event: E, told: &str) {
        let size = self.scene.size();
        let walker = |actor: u16, context: &Context| context.guards.iter().position(|g| g.actor == actor);
        match event {
            E::Changed { cell, from, to, by } => {
                assert_eq!(self.tiles[cell], from, "{told}");
                if let Some(g) = by {
                    assert!(matches!(from, Tile::Door | Tile::DoorLocked) && to == Tile::DoorOpen, "{told}");
                    assert!(self.guards[g as usize].at.direction_to(cell).is_some(), "{told}");
                }
                self.tiles[cell] = to;
            }
            E::Shifted { actor, cell, from, .. } => {
                assert_eq!(self.actors[actor as usize].0, from, "{told}");
                self.actors[actor as usize].0 = cell;
                if let Some(g) = walker(actor, self.context) {
                    self.guards[g].at = cell;
                    self.guards[g].path.push(cell);
                }
                self.alone(told);
            }
            E::Removed { actor, .. } => {
                if let Some(g) = walker(actor, self.context) {
                    self.guards[g].gone = true;
                }
            }
            E::Switched { actor, lit, .. } => self.actors[actor as usize].1 = lit,
            E::Lit { cell } => self.lit[size.index(cell)] = true,
            E::Darkened { cell } => self.lit[size.index(cell)] = false,
            E::Saw { guard, cell, .. } => self.guards[guard as usize].told[size.index(cell)] = true,
            E::LostSight { guard, cell } => self.guards[guard as usize].told[size.index(cell)] = false,
            E::PartBegan { part: Part::Believe, guard, .. } => {
                let g = guard as usize;
                self.guards[g].overlay = self.overlay(g);
                assert_eq!(self.guards[g].told, self.guards[g].overlay, "the overlay of guard {}\n{told}", g + 1);
                for c in size.cells().filter(|&c| self.guards[g].overlay[size.index(c)]).collect::<Vec<_>>() {
                    self.guards[g].memory[c] = self.tiles[c];
                }
            }
            E::Believed { guard, cell, tile, .. } => assert_eq!(tile, self.known(guard as usize, cell), "{told}"),
            E::PartBegan { part: Part::Plan, .. } => self.traced.clear(),
            // Walked back from the end.
            E::Search(AStarEvent::Traced { cell, .. }) => self.traced.insert(0, cell),
            _ => {}
        }
    }

    fn plan(&mut self, event: E, goal: Cell, told: &str) {
        let E::Planned { guard, found, cell, end, cost, .. } = event else { return };
        let (g, size) = (guard as usize, self.scene.size());
        let (open, extra) = self.mixture(g);
        let best = brute(size, &open, &extra, cell);
        let told = || format!("guard {} from {cell} to {goal} at {end}\n{told}", g + 1);
        let path = &self.traced;
        assert!(path.iter().skip(1).all(|&c| open[size.index(c)]), "a plan through what it could not know: {}", told());
        assert_eq!((path.first(), path.last()), (Some(&cell), Some(&end)), "{}", told());
        assert_eq!(best[size.index(end)], Some(cost.get()), "{}", told());
        assert_eq!(found, best[size.index(goal)].is_some(), "{}", told());
        let closest = size.cells().filter(|&c| best[size.index(c)].is_some()).map(|c| octile(c, goal)).min();
        assert_eq!(closest, Some(octile(end, goal)), "{}", told());
    }

    fn step(&mut self, event: E, told: &str) {
        if let E::Moved { guard, actor, cell, from, facing } = event {
            let g = guard as usize;
            let keys = &self.scene.actors[actor as usize].keys;
            let key = self.scene.details.get(&cell).and_then(|d| d.key.as_deref());
            assert_eq!((self.guards[g].at, self.traced.get(1)), (from, Some(&cell)), "{told}");
            assert!(enters(self.tiles[cell], key, keys), "{told}");
            assert_eq!(facing, self.guards[g].facing.and(from.direction_to(cell)), "{told}");
            (self.guards[g].at, self.guards[g].facing) = (cell, facing);
            self.actors[actor as usize].0 = cell;
            self.guards[g].path.push(cell);
            self.alone(told);
        }
        if let E::Waited { guard, facing, .. } = event {
            self.guards[guard as usize].facing = facing;
        }
    }
}

#[test]
fn plans_rest_on_what_can_be_known_and_guards_never_share_a_cell() {
    let mut dice = Rng::new(2008);
    let (mut ran, mut plans, mut wrong, mut opened, mut arrived) = (0, 0, 0, 0, 0);
    for round in 0..12_000 {
        let scene = night(&mut dice);
        let Some((problem, trace, outcome)) = recorded(&scene) else { continue };
        ran += 1;
        let told = format!("round {round}: {scene:?}");
        let mut account = Account::new(&scene, &problem, trace.context());
        let mut goal = Cell::default();
        let (mut costs, mut turns) = (vec![0; account.guards.len()], 0);
        for &event in trace.events() {
            account.take(event, &told);
            account.plan(event, goal, &told);
            account.step(event, &told);
            match event {
                E::TurnBegan { turn, .. } => turns = turn + 1,
                E::PartBegan { part: Part::Plan, to, .. } => goal = to,
                E::Planned { guard, .. } => {
                    costs[guard as usize] += 1;
                    plans += 1;
                }
                E::Believed { tile, actual, .. } if tile != actual => wrong += 1,
                E::Changed { by: Some(_), .. } => opened += 1,
                _ => {}
            }
        }
        assert_eq!(outcome.turns, turns, "{told}");
        for (g, (walked, guard)) in outcome.guards.iter().zip(&account.guards).enumerate() {
            assert_eq!((&walked.path, walked.plan_costs.len()), (&guard.path, costs[g]), "{told}");
            arrived += u32::from(walked.arrived);
        }
    }
    assert!(ran > 3000 && plans > 30_000, "{ran} nights, {plans} plans");
    assert!(wrong > 50 && opened > 200 && arrived > 200, "{wrong} {opened} {arrived}");
}

#[test]
fn forward_and_back_and_by_keyframes_the_same_moment() {
    let mut dice = Rng::new(7);
    for _ in 0..60 {
        let scene = night(&mut dice);
        let Ok(mut run) = algorithms::record(&scene, &Control::default()) else { continue };
        let cells: Vec<Cell> = (0..6).map(|_| any_cell(scene.size(), &mut dice)).collect();
        let moment = |run: &dyn Replay| {
            let layers = 0..run.card().layers.len();
            let values: Vec<_> = layers.flat_map(|l| cells.iter().map(move |&c| run.value(l, c))).collect();
            let drawn = (run.path(), run.tokens(), run.tiles(), run.figures(), run.tables());
            format!("{values:?} {drawn:?} {:?} {:?}", run.watch(), run.turn())
        };
        run.look_through(dice.below(run.eyes().len() as u64) as usize);
        let from = dice.below(run.len() as u64) as usize;
        let to = (from + 30).min(run.len());
        let mut seen = Vec::new();
        for at in from..=to {
            run.seek(at);
            seen.push(moment(&*run));
        }
        for at in (from..=to).rev() {
            run.seek(at);
            assert_eq!(moment(&*run), seen[at - from]);
        }
        for _ in 0..5 {
            run.seek(dice.below(run.len() as u64 + 1) as usize);
            let at = from + dice.below((to - from) as u64 + 1) as usize;
            run.seek(at);
            assert_eq!(moment(&*run), seen[at - from]);
        }
    }
}

#[test]
fn a_search_is_stale_as_soon_as_the_next_part_begins() {
    let mut dice = Rng::new(9);
    let mut asked = 0;
    for _ in 0..40 {
        let Some((_, trace, _)) = recorded(&night(&mut dice)) else { continue };
        let trace = Arc::new(trace);
        let mut player = Player::new(Arc::clone(&trace));
        while player.forward() {
            let inside = matches!(player.phase(2), Some(E::PartBegan { part: Part::Plan, .. }));
            if !inside && player.cursor() % 7 == 0 {
                asked += 1;
                assert_eq!((0..3).map(|layer| player.layer(layer).count()).sum::<usize>(), 0);
            }
        }
    }
    assert!(asked > 100);
}

#[test]
fn why_not_knows_the_plan_that_was_made() {
    let mut dice = Rng::new(11);
    let (mut asked, mut dearer) = (0, 0);
    for _ in 0..150 {
        let scene = night(&mut dice);
        let Ok(mut run) = algorithms::record(&scene, &Control::default()) else { continue };
        let planned: Vec<usize> = (0..run.len()).filter(|&i| run.kind(i) == "planned").collect();
        if planned.is_empty() {
            continue;
        }
        let at = planned[dice.below(planned.len() as u64) as usize];
        run.seek(at + 1);
        let plan = run.event_json(at);
        let (path, cost) = (run.path(), plan["cost"].as_f64());
        for cell in scene.size().cells() {
            let why = run.why_not(cell);
            let told = format!("{cell} {why:?}\n{path:?} {plan}\n{scene:?}");
            assert!(why.sentence.starts_with("Guard ") && why.sentence.ends_with('.'), "{told}");
            assert_eq!(why.reason == "on-path", path.contains(&cell), "{told}");
            assert!(why.event.is_none_or(|i| i <= at), "{told}");
            if why.reason == "dearer" {
                dearer += 1;
                assert_eq!(why.best.and_then(Value::number), cost, "{told}");
            }
            asked += 1;
        }
    }
    assert!(asked > 1500 && dearer > 200, "{asked} {dearer}");
}
