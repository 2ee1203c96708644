//! The turns: see, plan, move. Every `on` stands after the change that it reports.

use super::event::{Context, How, No, NpcEvent as E, Part, Wait};
use crate::algorithm::RunError;
use crate::algorithms::flee_map::leads_through;
use crate::algorithms::knowledge::stage::{self, NOBODY, Stage};
use crate::algorithms::shadowcast::Variant;
use crate::dijkstra::{Flood, Map, flood, lowest};
use crate::geometry::{Cell, Dir};
use crate::memory::Dirty;
use crate::movement::Corners;
use crate::observe::Observer;
use crate::params::Resolved;
use crate::rng::Rng;
use crate::root2::Root2;
use crate::scene::{ActorKind, Scene, ScriptLine};
use crate::terrain::Tile;
use crate::world::Change;
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

/// Who walks.
pub const WALKERS: &[ActorKind] = &[ActorKind::Guard, ActorKind::Enemy];
/// What is walked to: the first kind that is there is the target.
pub const TARGETS: &[ActorKind] = &[ActorKind::Goal, ActorKind::Thief, ActorKind::Explorer, ActorKind::Viewer];

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What the events do not repeat.
    pub context: Context,
    stage: Stage,
    script: Vec<ScriptLine>,
    /// The most turns that are played.
    turns: u32,
    /// How many turns opening a door takes: 0 or 1.
    opening: bool,
    corners: Corners,
    seed: u64,
    /// For each walker the place that it was told of.
    told: Vec<Option<Cell>>,
    /// The cells that all walkers know from the start, row by row.
    known: Vec<Cell>,
}

/// What comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// How many turns were played.
    pub turns: u32,
    /// Those who walk, in the scene's order.
    pub actors: Vec<Walk>,
}

/// Where somebody went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Walk {
    /// The cells, the start included; a turn without a step adds none.
    pub path: Vec<Cell>,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When nobody walks, there is no target or there are two, or a line of the script can never do anything.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let minds = stage::characters(scene, WALKERS, "who walks")?;
        let kind = TARGETS.iter().copied().find(|&k| scene.of_kind(k).next().is_some()).ok_or_else(|| {
            let names: Vec<_> = TARGETS.iter().map(|k| k.name()).collect();
            RunError::Scene(format!("the scene has no target to walk to; put one of {} on the map", names.join(", ")))
        })?;
        let many = scene.of_kind(kind).count();
        if many > 1 {
            let name = kind.name();
            return Err(RunError::Scene(format!("the scene has {many} actors of kind {name}; one target is expected")));
        }
        let variant = Variant::named(&params.word("variant")).unwrap_or(Variant::Recursive);
        let radius = params.int("radius").map(|r| r as u32);
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        let size = scene.size();
        let known = match (params.word("knows").as_str(), &scene.known) {
            ("map", _) => size.cells().collect(),
            ("", Some(mask)) => size.cells().filter(|&c| mask[c]).collect(),
            _ => Vec::new(),
        };
        Ok(Self {
            context: Context {
                size,
                tiles: Arc::new(scene.tiles.clone()),
                starts: scene.actors.iter().map(|a| a.at).collect(),
                names: stage::names(scene),
                minds: minds.clone(),
                target: scene.actors.iter().position(|a| a.kind == kind).unwrap_or(0),
            },
            stage: Stage::new(scene, &minds, Dirty::Le, variant, radius)?,
            script,
            turns: params.int("turns").unwrap_or(1) as u32,
            opening: params.int("opening-turns") != Some(0),
            corners: Corners::named(&params.word("corners")).unwrap_or(Corners::Always),
            seed,
            told: minds.iter().map(|&i| scene.actors[i].goal).collect(),
            known,
        })
    }
}

/// A run on its way.
struct Play<'a> {
    problem: &'a Problem,
    stage: Stage,
    dice: Rng,
    /// For each walker the target's last known place, and since when.
    last: Vec<Option<(Cell, u32)>>,
    paths: Vec<Vec<Cell>>,
    /// The next waypoint of the target.
    next: usize,
}

/// Plays until everybody is there, nothing can change any more, or the turns are over.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let cx = &problem.context;
    let mut play = Play {
        problem,
        stage: problem.stage.clone(),
        dice: Rng::new(problem.seed),
        last: problem.told.iter().map(|told| told.map(|cell| (cell, 0))).collect(),
        paths: cx.minds.iter().map(|&i| vec![cx.starts[i]]).collect(),
        next: 0,
    };
    play.tell(observer)?;
    let mut turns = 0;
    for turn in 0..problem.turns {
        turns = turn + 1;
        observer.on(E::TurnBegan { turn })?;
        play.script(turn, observer)?;
        let mut quiet = true;
        for actor in 0..cx.starts.len() {
            if play.stage.world.gone[actor] {
                continue;
            }
            if let Some(mind) = cx.minds.iter().position(|&i| i == actor) {
                quiet &= !play.act(mind, turn, observer)?;
            } else if actor == cx.target {
                quiet &= !play.flee(turn, observer)?;
            }
        }
        let later = problem.script.last().is_some_and(|l| l.turn > turn);
        if !later && (quiet || play.arrived() == play.here()) {
            break;
        }
    }
    observer.on(E::Ended { turns, arrived: play.arrived() })?;
    Continue(Outcome { turns, actors: play.paths.into_iter().map(|path| Walk { path }).collect() })
}

impl Play<'_> {
    fn with_target(&self, mind: usize) -> bool {
        let target = self.problem.context.target;
        !self.stage.world.gone[target] && self.stage.at(mind) == self.stage.world.actors[target].at
    }

    /// How many walkers are still on the map.
    fn here(&self) -> u32 {
        self.stage.minds.iter().filter(|m| !self.stage.world.gone[m.actor]).count() as u32
    }

    /// How many of them are where the target is.
    fn arrived(&self) -> u32 {
        let all = 0..self.stage.minds.len();
        all.filter(|&m| !self.stage.world.gone[self.stage.minds[m].actor] && self.with_target(m)).count() as u32
    }

    /// What everybody knows from the start: the ground, not who stands on it.
    fn tell<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt> {
        let Stage { world, minds, .. } = &mut self.stage;
        for (mind, who) in minds.iter_mut().enumerate() {
            for &cell in &self.problem.known {
                let tile = world.tiles[cell];
                who.memory.look(cell, 0, 0, Dirty::Never, |seen| seen.tile = tile);
                observer.on(E::Knew { cell, mind: mind as u8, how: How::Told, tile, turn: 0 })?;
            }
        }
        Continue(())
    }

    fn script<O: Observer<E>>(&mut self, turn: u32, observer: &mut O) -> ControlFlow<O::Halt> {
        let script = &self.problem.script;
        let from = script.partition_point(|l| l.turn < turn);
        for (i, line) in script[from..].iter().take_while(|l| l.turn == turn).enumerate() {
            if i == 0 {
                observer.on(E::ScriptBegan { turn })?;
            }
            match self.stage.apply(line, turn) {
                Ok(Change::Tile { at: cell, from: was, to: tile }) => {
                    observer.on(E::Changed { cell, was, tile, by: NOBODY, turn })?;
                }
                Ok(Change::Moved { actor, from, to }) => {
                    if let Some(mind) = self.problem.context.minds.iter().position(|&i| i == actor) {
                        self.paths[mind].push(to);
                    }
                    observer.on(E::Moved { actor: actor as u16, from, to, turn, scripted: true })?;
                }
                Ok(Change::Removed { actor, at: cell }) => {
                    observer.on(E::Removed { actor: actor as u16, cell, turn })?;
                }
                Ok(Change::Lamp { .. }) | Err(_) => {
                    let tile = self.stage.world.tiles[line.at];
                    observer.on(E::Failed { verb: line.verb, cell: line.at, tile })?;
                }
            }
        }
        Continue(())
    }

    /// The target takes a step of its round. Says whether it has one.
    fn flee<O: Observer<E>>(&mut self, turn: u32, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let actor = self.problem.context.target;
        if self.stage.world.actors[actor].route.is_empty() {
            return Continue(false);
        }
        let mut next = self.next;
        if let Some(to) = self.stage.along_route(actor, &mut next) {
            observer.on(E::TargetBegan { turn })?;
            self.step(actor, to, turn, observer)?;
        }
        self.next = next;
        Continue(true)
    }

    /// Somebody goes to a cell, or opens the closed door there; with `opening-turns` 0 both. Says whether it went.
    fn step<O: Observer<E>>(
        &mut self,
        actor: usize,
        to: Cell,
        turn: u32,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, bool> {
        let was = self.stage.world.tiles[to];
        if let Some(tile) = self.stage.open(to, turn) {
            observer.on(E::Changed { cell: to, was, tile, by: actor as u16, turn })?;
            if self.problem.opening {
                return Continue(false);
            }
        }
        let from = self.stage.world.actors[actor].at;
        self.stage.go(actor, to, turn);
        observer.on(E::Moved { actor: actor as u16, from, to, turn, scripted: false })?;
        Continue(true)
    }

    /// One character's turn. Says whether it changed anything.
    fn act<O: Observer<E>>(&mut self, number: usize, turn: u32, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let mind = number as u8;
        observer.on(E::WalkerBegan { mind, turn })?;
        observer.on(E::PartBegan { mind, part: Part::See, turn })?;
        self.see(number, turn, observer)?;
        let cell = self.stage.at(number);
        let place = match self.last[number] {
            Some((place, _)) if place != cell => place,
            last => {
                let why = match last {
                    None => Wait::NeverSeen,
                    Some(_) if self.with_target(number) => Wait::There,
                    Some(_) => Wait::Empty,
                };
                observer.on(E::Waited { mind, cell, why })?;
                return Continue(false);
            }
        };
        observer.on(E::PartBegan { mind, part: Part::Plan, turn })?;
        let map =
            flood(self.stage.size(), [place], None, |from, dir| self.way(number, from, dir).ok(), &mut |e: Flood| {
                observer.on(match e {
                    Flood::Reached { cell, from, d } => E::Reached { cell, from, d },
                    Flood::Settled { cell, from, d } | Flood::Bounded { cell, from, d } => E::Settled { cell, from, d },
                })
            })?;
        observer.on(E::PartBegan { mind, part: Part::Move, turn })?;
        let to = match self.choose(number, &map, observer)? {
            Ok(to) => to,
            Err(why) => {
                observer.on(E::Waited { mind, cell, why })?;
                return Continue(false);
            }
        };
        if let Err(why) = self.enter(number, to) {
            observer.on(E::Waited { mind, cell, why })?;
            return Continue(false);
        }
        if self.step(self.stage.minds[number].actor, to, turn, observer)? {
            self.paths[number].push(to);
        }
        if self.with_target(number) {
            observer.on(E::Arrived { mind, cell: to, turn })?;
        }
        Continue(true)
    }

    /// Looks round, and notes where the target is.
    fn see<O: Observer<E>>(&mut self, number: usize, turn: u32, observer: &mut O) -> ControlFlow<O::Halt> {
        let mind = number as u8;
        self.stage.see(number, turn, |cell, look, _, seen| {
            let how = if look.dirty { How::Rebuilt } else { How::Refreshed };
            observer.on(E::Knew { cell, mind, how, tile: seen.tile, turn })
        })?;
        let target = self.problem.context.target;
        let at = self.stage.world.actors[target].at;
        if !self.stage.world.gone[target] && self.stage.sees(at) {
            self.last[number] = Some((at, turn));
            return observer.on(E::Sighted { mind, cell: at, turn });
        }
        let (place, since) = self.last[number].unzip();
        observer.on(E::Missed { mind, place, since: since.unwrap_or(0) })
    }

    /// Whether a character believes that it can walk on a cell.
    fn open(&self, mind: usize, cell: Cell) -> Result<(), No> {
        match self.stage.minds[mind].memory.seen(cell) {
            None => Err(No::Unknown),
            Some(seen) if leads_through(seen.tile) => Ok(()),
            Some(_) => Err(No::Solid),
        }
    }

    /// The cell that a step ends on, by what a character knows; off the map it is unknown.
    fn way(&self, mind: usize, from: Cell, dir: Dir) -> Result<Cell, No> {
        let to = from.step(dir, self.stage.size()).ok_or(No::Unknown)?;
        self.open(mind, to)?;
        if dir.is_diagonal() && self.problem.corners != Corners::Always {
            let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
            let free = beside.iter().filter(|&&c| self.open(mind, c).is_ok()).count();
            if free < if self.problem.corners == Corners::Never { 2 } else { 1 } {
                return Err(No::Corner);
            }
        }
        Ok(to)
    }

    /// Ranks all neighbours by value plus step, and takes one of the equal best at random.
    fn choose<O: Observer<E>>(
        &mut self,
        mind: usize,
        map: &Map,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Result<Cell, Wait>> {
        let here = self.stage.at(mind);
        let mut all: Vec<(Cell, Dir, Root2)> = Vec::with_capacity(8);
        for dir in Dir::WINDS {
            let Some(cell) = here.step(dir, self.stage.size()) else { continue };
            let from = dir.opposite();
            match self.way(mind, here, dir).and_then(|to| map.d[to].ok_or(No::Unreached)) {
                Ok(d) => {
                    all.push((cell, from, d + Root2::step(dir)));
                    observer.on(E::Weighed { cell, from, d })?;
                }
                Err(why) => observer.on(E::Refused { cell, from, why })?,
            }
        }
        let best = lowest(&all, |c| c.2);
        let chosen = match best.len() {
            0 => return Continue(Err(Wait::NoWay)),
            1 => best[0],
            n => {
                let (i, roll) = self.dice.pick(n);
                observer.on(E::Rolled { cell: best[i].0, from: best[i].1, n: n as u8, roll })?;
                best[i]
            }
        };
        // The best neighbour is as near as the walker itself plus nothing: unless the place cannot be entered.
        Continue(if map.d[here].is_some_and(|d| chosen.2 > d) { Err(Wait::NoNearer) } else { Ok(chosen.0) })
    }

    /// Whether the world lets a character into a cell that it believes open.
    fn enter(&self, mind: usize, to: Cell) -> Result<(), Wait> {
        let actor = &self.stage.world.actors[self.stage.minds[mind].actor];
        match self.stage.world.tiles[to] {
            Tile::DoorLocked => {
                let name = self.stage.world.details.get(&to).and_then(|d| d.key.as_deref());
                let fits = name.map_or(!actor.keys.is_empty(), |name| actor.keys.iter().any(|k| k == name));
                if fits { Ok(()) } else { Err(Wait::Locked) }
            }
            tile if leads_through(tile) => Ok(()),
            _ => Err(Wait::Bumped),
        }
    }
}
