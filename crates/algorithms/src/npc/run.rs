//! The input of a run, and its turns: see, plan, move. Each event is reported after the change it describes.

use super::descend::{Choice, Walker};
use super::event::{Context, GROUND, NpcEvent as E, Part, Source, Wait};
use crate::dijkstra::{FloodEvent, flood};
use crate::flee_map::leads_through;
use crate::knowledge::cast::{Cast, StageEvent};
use crate::knowledge::stage::{self, Stage};
use crate::memory::Dirty;
use crate::movement::Corners;
use crate::observe::{Inside, Observer, StepCounter};
use crate::params::Resolved;
use crate::{ActorKind, Cell, Grid, Rng, RunError, Scene, ScriptLine, Tile};
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Number of turns played.
    pub turns: u32,
    /// The walkers, in the scene's order.
    pub actors: Vec<Walk>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Walk {
    pub path: Vec<Cell>,
}

struct Run<'a, O> {
    observer: &'a mut O,
    problem: &'a Problem,
    stage: Stage,
    dice: Rng,
    last: Vec<Option<(Cell, u32)>>,
    paths: Vec<Vec<Cell>>,
}

/// Plays until all walkers have arrived, nothing can change any more, or the turns are over.
pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let cx = &problem.context;
    let stage = problem.stage.clone();
    let mut run = Run {
        observer,
        problem,
        stage,
        dice: Rng::new(problem.seed),
        last: problem.goals.iter().map(|goal| goal.map(|cell| (cell, 0))).collect(),
        paths: cx.minds.iter().map(|&i| vec![cx.starts[i]]).collect(),
    };
    run.begin()?;
    let mut turns = 0;
    for turn in 0..problem.turns {
        turns = turn + 1;
        run.observer.on(E::Stage(StageEvent::TurnBegan { turn }))?;
        run.script(turn)?;
        let mut quiet = true;
        for actor in 0..cx.starts.len() {
            if run.stage.world.gone[actor] {
                continue;
            }
            if let Some(mind) = cx.minds.iter().position(|&i| i == actor) {
                quiet &= !run.act(mind, turn)?;
            } else if actor == cx.target {
                quiet &= !run.patrol(turn)?;
            }
        }
        let later = problem.script.last().is_some_and(|l| l.turn > turn);
        if !later && (quiet || run.arrived() == run.here()) {
            break;
        }
    }
    run.observer.on(E::Ended { turns, arrived: run.arrived() })?;
    Continue(Outcome { turns, actors: run.paths.into_iter().map(|path| Walk { path }).collect() })
}

impl<O: Observer<E>> Run<'_, O> {
    fn with_target(&self, mind: usize) -> bool {
        let target = self.problem.context.target;
        !self.stage.world.gone[target] && self.stage.at(mind) == self.stage.world.actors[target].at
    }

    fn here(&self) -> u32 {
        self.stage.minds.iter().filter(|m| !self.stage.world.gone[m.actor]).count() as u32
    }

    fn arrived(&self) -> u32 {
        let all = 0..self.stage.minds.len();
        all.filter(|&m| !self.stage.world.gone[self.stage.minds[m].actor] && self.with_target(m)).count() as u32
    }

    /// Gives every walker what it knows from the start: the tiles, but not the actors on them.
    fn begin(&mut self) -> ControlFlow<O::Halt> {
        if matches!(self.problem.known, KnownGround::Nothing) {
            return Continue(());
        }
        let Stage { world, minds, .. } = &mut self.stage;
        let mut pace = StepCounter::default();
        for (mind, who) in minds.iter_mut().enumerate() {
            for cell in world.tiles.size().cells() {
                pace.step(&mut || self.observer.goes_on())?;
                if !self.problem.known.has(cell) {
                    continue;
                }
                let tile = world.tiles[cell];
                who.memory.look(cell, 0, 0, Dirty::Never, |seen| seen.tile = tile);
                self.observer.on(E::Knew { cell, mind: mind as u8, how: Source::Given, tile, turn: 0 })?;
            }
        }
        Continue(())
    }

    fn script(&mut self, turn: u32) -> ControlFlow<O::Halt> {
        let (minds, paths) = (&self.problem.context.minds, &mut self.paths);
        self.stage.play(&self.problem.script, turn, |event, _| {
            if let StageEvent::Moved { actor, to, .. } = event
                && let Some(mind) = minds.iter().position(|&i| i == usize::from(actor))
            {
                paths[mind].push(to);
            }
            self.observer.on(E::Stage(event))
        })
    }

    /// Moves the target one step along its round. Returns whether it has a round.
    fn patrol(&mut self, turn: u32) -> ControlFlow<O::Halt, bool> {
        let actor = self.problem.context.target;
        if self.stage.world.actors[actor].route().is_empty() {
            return Continue(false);
        }
        if let Some(to) = self.stage.along_route(actor) {
            self.observer.on(E::TargetBegan { turn })?;
            self.stage.step(actor, to, self.problem.through, turn, |event, _| self.observer.on(E::Stage(event)))?;
        }
        Continue(true)
    }

    /// Plays a walker's turn. Returns whether it changed anything.
    fn act(&mut self, number: usize, turn: u32) -> ControlFlow<O::Halt, bool> {
        let mind = number as u8;
        self.observer.on(E::Stage(StageEvent::CharacterBegan { mind, turn }))?;
        self.observer.on(E::PartBegan { mind, part: Part::See, turn })?;
        self.see(number, turn)?;
        let to = match self.plan(number, turn)? {
            Ok(to) => to,
            Err(why) => {
                self.observer.on(E::Waited { mind, cell: self.stage.at(number), why })?;
                return Continue(false);
            }
        };
        let actor = self.stage.minds[number].actor;
        if self.stage.step(actor, to, self.problem.through, turn, |event, _| self.observer.on(E::Stage(event)))? {
            self.paths[number].push(to);
        }
        if self.with_target(number) {
            self.observer.on(E::Arrived { mind, cell: to, turn })?;
        }
        Continue(true)
    }

    fn see(&mut self, number: usize, turn: u32) -> ControlFlow<O::Halt> {
        let mind = number as u8;
        self.stage.see(number, turn, |cell, look, _, seen| {
            let how = if look.dirty { Source::Rebuilt } else { Source::Refreshed };
            self.observer.on(E::Knew { cell, mind, how, tile: seen.tile, turn })
        })?;
        let target = self.problem.context.target;
        let at = self.stage.world.actors[target].at;
        if !self.stage.world.gone[target] && self.stage.sees(at) {
            self.last[number] = Some((at, turn));
            return self.observer.on(E::Sighted { mind, cell: at, turn });
        }
        let (place, since) = self.last[number].unzip();
        self.observer.on(E::Missed { mind, place, since: since.unwrap_or(0) })
    }

    fn plan(&mut self, number: usize, turn: u32) -> ControlFlow<O::Halt, Result<Cell, Wait>> {
        let mind = number as u8;
        let place = match self.last[number] {
            None => return Continue(Err(Wait::NeverSeen)),
            Some((place, _)) if place != self.stage.at(number) => place,
            Some(_) if self.with_target(number) => return Continue(Err(Wait::There)),
            Some(_) => return Continue(Err(Wait::Empty)),
        };
        self.observer.on(E::PartBegan { mind, part: Part::Plan, turn })?;
        let known = &self.stage.minds[number].memory;
        let walker = Walker {
            here: self.stage.at(number),
            size: self.stage.size(),
            corners: self.problem.corners,
            known: |cell| known.last_seen(cell).map(|seen| seen.tile),
        };
        let way = |from, dir| walker.way(from, dir).ok();
        let map = flood(
            walker.size,
            [place],
            None,
            way,
            &mut Inside::new(self.observer, |e| match e {
                FloodEvent::Reached { cell, from, d } => E::Reached { cell, from, d },
                FloodEvent::Settled { cell, from, d } | FloodEvent::Bounded { cell, from, d } => {
                    E::Settled { cell, from, d }
                }
            }),
        )?;
        self.observer.on(E::PartBegan { mind, part: Part::Move, turn })?;
        let next_step = walker.descend(
            |cell| map.d[cell],
            &mut self.dice,
            |choice| {
                self.observer.on(match choice {
                    Choice::Weighed { cell, from, d } => E::Weighed { cell, from, d },
                    Choice::Refused { cell, from, why } => E::Refused { cell, from, why },
                    Choice::Rolled { cell, from, n, roll } => E::Rolled { cell, from, n, roll },
                })
            },
        )?;
        Continue(next_step.and_then(|to| self.enter(number, to).map(|()| to)))
    }

    fn enter(&self, mind: usize, to: Cell) -> Result<(), Wait> {
        let actor = &self.stage.world.actors[self.stage.minds[mind].actor];
        match self.stage.world.tiles[to] {
            Tile::DoorLocked => {
                let name = self.stage.world.details.get(&to).and_then(|d| d.key.as_deref());
                let fits = name.map_or(!actor.keys().is_empty(), |name| actor.keys().iter().any(|k| k == name));
                if fits { Ok(()) } else { Err(Wait::Locked) }
            }
            tile if leads_through(tile) => Ok(()),
            _ => Err(Wait::Bumped),
        }
    }
}

pub(super) const WALKERS: &[ActorKind] = &[ActorKind::Guard, ActorKind::Enemy];
/// Kinds of actor that can be the target. The first kind present in the scene is used.
pub(super) const TARGETS: &[ActorKind] = &[ActorKind::Goal, ActorKind::Thief, ActorKind::Explorer, ActorKind::Viewer];

/// The complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Constants of the run, which the events do not repeat.
    pub context: Context,
    pub(super) stage: Stage,
    pub(super) script: Vec<ScriptLine>,
    pub(super) turns: u32,
    /// Whether a walker can open a door and pass it in one turn.
    pub(super) through: bool,
    pub(super) corners: Corners,
    pub(super) seed: u64,
    /// For each walker, the place it goes to until it sees the target.
    pub(super) goals: Vec<Option<Cell>>,
    pub(super) known: KnownGround,
}

/// The part of the map that walkers know from the start.
#[derive(Clone, Debug)]
pub(super) enum KnownGround {
    Nothing,
    All,
    Marked(Grid<bool>),
}

impl KnownGround {
    fn has(&self, cell: Cell) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Marked(mask) => mask[cell],
        }
    }
}

impl Problem {
    pub(super) fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let minds = stage::characters(scene, WALKERS, "who walks")?;
        let kind = stage::first_kind(scene, TARGETS, "no target to walk to")?;
        let many = scene.of_kind(kind).count();
        if many > 1 {
            let name = kind.name();
            return Err(RunError::Scene(format!("the scene has {many} actors of kind {name}; one target is expected")));
        }
        let (variant, radius) = stage::sight(params);
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        let target = scene.actors.iter().position(|a| a.kind == kind).unwrap_or(0);
        Ok(Self {
            stage: Stage::new(scene, &minds, Dirty::Le, variant, radius)?,
            goals: minds.iter().map(|&i| scene.actors[i].goal()).collect(),
            context: Context { cast: Cast::new(scene, minds, GROUND), target },
            script,
            turns: params.int("turns").unwrap_or(1) as u32,
            through: params.word("opening-turns") == "0",
            corners: Corners::named(&params.word("corners")).unwrap_or(Corners::Always),
            seed,
            known: match (params.word("knows").as_str(), &scene.known) {
                ("map", _) => KnownGround::All,
                ("", Some(mask)) => KnownGround::Marked(mask.clone()),
                _ => KnownGround::Nothing,
            },
        })
    }
}
