//! A run: look, pick and walk, until nothing is left or something interrupts; or a single pick.

use super::choose::List;
use super::decks::{Decks, Taken};
use super::event::{Context, ExploreEvent as E, Part, Stop};
use super::memory::Memory;
use super::path;
use super::pick::{PickInput, Picked, Picker};
use super::problem::{Problem, Thing, things, visited};
use super::walk::Leg;
use crate::atmosphere::Supply;
use crate::shadowcast::Sight;
use crate::world::World;
use crate::{Cell, Grid, Observer, Rng};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Continue};

/// Outcome: a single pick if `picks` is 1. Otherwise a run with its picks, the number of steps, the number of known
/// cells at the end, and the reason why it stopped.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum Outcome {
    Pick(Pick),
    Run {
        picks: Vec<Pick>,
        moves: u32,
        /// Number of moves and other actions, if the explorer can act or opening a door takes a turn.
        #[serde(skip_serializing_if = "Option::is_none")]
        turns: Option<u32>,
        explored: usize,
        /// The stairs taken, in order.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        stairs: Vec<Taken>,
        stopped: String,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pick {
    /// `item`, `single`, `unknown`, `door`, `exit` or `none`.
    kind: &'static str,
    target: Option<Cell>,
    /// All equal targets, including this one, sorted by x, then y.
    tied: Vec<Cell>,
    value: Option<u32>,
    path: Vec<Cell>,
    /// Cells walked: the path, with any step that avoids an ambush. In a run, only up to the next pick.
    walked: Vec<Cell>,
    why: String,
}

pub(super) struct Aim {
    pub(super) target: Cell,
    pub(super) list: List,
    pub(super) path: Vec<Cell>,
}

/// Result of a part of a run: its value, unless the observer halts it.
pub(super) type Flow<O, T = ()> = ControlFlow<<O as Observer<E>>::Halt, T>;

pub(super) struct Run<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) observer: &'a mut O,
    pub(super) world: World,
    pub(super) things: Grid<Thing>,
    /// The cells whose items were visited.
    pub(super) visited: BTreeSet<Cell>,
    pub(super) memory: Memory,
    pub(super) unknown: u32,
    pub(super) sight: Sight,
    picker: Picker,
    pub(super) me: Cell,
    pub(super) moves: u32,
    pub(super) walked: Grid<u32>,
    pub(super) scripted: Vec<bool>,
    pub(super) learnt: u32,
    /// Number of turns spent on actions other than steps, and the dice for these.
    pub(super) acted: u32,
    pub(super) luck: Rng,
    /// Number of turns of rest that the explorer needs.
    pub(super) hurt: u32,
    /// Cell of interrupting ground that came into view.
    pub(super) interesting: Option<Cell>,
    pub(super) decks: Decks,
    /// Cell where each enemy last saw the explorer, by scene index.
    pub(super) hunters: Vec<Option<Cell>>,
    pub(super) air: Option<Supply>,
    /// The doors that the explorer opened and has not closed.
    pub(super) opened: Vec<Cell>,
}

/// Makes one pick, or runs until there is a reason to stop.
pub fn explore<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut run = Run::new(problem, observer)?;
    if problem.picks == 1 {
        run.observer.on(E::PickBegan { pick: 1, at: run.me, unknown: run.unknown })?;
        return Continue(Outcome::Pick(run.decide(1, run.goal())?.0));
    }
    run.all()
}

impl<'a, O: Observer<E>> Run<'a, O> {
    fn new(problem: &'a Problem, observer: &'a mut O) -> Flow<O, Self> {
        let world = World::new(&problem.scene);
        let visited = visited(&world);
        let things = things(&world, &visited);
        let memory = problem.memory(&world, &things);
        let air = if problem.conduct.dangers.air {
            Some(Supply::new(World::new(&problem.scene), || observer.goes_on())?)
        } else {
            None
        };
        Continue(Self {
            problem,
            observer,
            unknown: problem.context.size.cells().filter(|&c| memory[c].is_none()).count() as u32,
            world,
            things,
            visited,
            memory,
            sight: Sight::default(),
            picker: Picker::new(problem.seed),
            me: problem.context.start,
            moves: 0,
            walked: Grid::new(problem.context.size, 0),
            scripted: vec![false; problem.scene.script.len()],
            learnt: 0,
            acted: 0,
            luck: Rng::new(!problem.seed),
            hurt: problem.scene.actors[problem.explorer].hurt().unwrap_or(0),
            interesting: None,
            decks: Decks::default(),
            hunters: vec![None; problem.scene.actors.len()],
            air,
            opened: Vec::new(),
        })
    }

    /// Returns the exit aimed at before the interruption: the explorer's goal, if an exit is known there.
    fn goal(&self) -> Option<Cell> {
        let goal = self.problem.scene.actors[self.problem.explorer].goal()?;
        let goal_memory = self.memory[goal]?;
        (goal_memory.exit.is_some() && !goal_memory.item).then_some(goal)
    }

    fn all(&mut self) -> Flow<O, Outcome> {
        let mut picks = Vec::new();
        let mut aimed = self.goal();
        self.survey_air()?;
        let (stop, at) = loop {
            let number = picks.len() as u32 + 1;
            if self.problem.picks > 0 && number > self.problem.picks {
                break (Stop::Picks, self.me);
            }
            self.observer.on(E::PickBegan { pick: number, at: self.me, unknown: self.unknown })?;
            if number == 1 {
                self.observer.on(E::PartBegan { part: Part::See, at: self.me })?;
                self.see()?;
                // An item underfoot is reached without a step.
                self.visit(self.me)?;
                self.touch()?;
                if let Some(Leg::Stop(why, at)) = self.interrupted() {
                    break (why, at);
                }
            }
            if let Some(Leg::Stop(why, at)) = self.script()? {
                break (why, at);
            }
            let learnt = self.learnt;
            let (mut pick, aim) = self.decide(number, aimed)?;
            let Some(aim) = aim else {
                picks.push(pick);
                match self.turn_back()? {
                    Some(Leg::Again { .. }) => continue,
                    Some(Leg::Stop(why, at)) => break (why, at),
                    None => break (Stop::Explored, self.me),
                }
            };
            pick.walked.clear();
            let leg = self.walk(&aim, learnt, &mut pick.walked)?;
            picks.push(pick);
            match leg {
                Leg::Again { keep } => aimed = keep.then_some(aim.target),
                Leg::Stop(Stop::Gone, at) => break (Stop::Gone, at),
                // If a script line that is due changes something here, the run continues.
                Leg::Stop(why, at) => match self.script()? {
                    None => break (why, at),
                    Some(Leg::Stop(why, at)) => break (why, at),
                    Some(Leg::Again { .. }) => aimed = None,
                },
            }
        };
        if stop != Stop::Gone {
            self.touch()?;
        }
        let stopped = self.stop(stop, at)?;
        let explored = self.problem.context.size.area() - self.unknown as usize;
        let deeds = self.problem.conduct.actions || self.problem.context.opening_turn;
        let turns = deeds.then(|| self.now());
        let stairs = std::mem::take(&mut self.decks.taken);
        Continue(Outcome::Run { picks, moves: self.moves, turns, explored, stairs, stopped })
    }

    /// Returns the step to make before the one to `next`, if that one passes a blind corner.
    pub(super) fn sidestep(&self, next: Cell) -> Option<(Cell, E)> {
        path::sidestep(&self.memory, self.me, next).filter(|_| self.problem.conduct.ambush)
    }

    fn decide(&mut self, number: u32, aimed: Option<Cell>) -> Flow<O, (Pick, Option<Aim>)> {
        let Context { greed, .. } = self.problem.context;
        let peek = self.problem.conduct.cheat.then(|| self.problem.peek(&self.world, &self.things, &self.memory));
        let pick_input = PickInput {
            memory: &self.memory,
            rules: &self.problem.rules,
            greed,
            from: self.me,
            together: self.problem.context.keeps_together(number),
            peek: peek.as_ref(),
            aimed,
            here: self.decks.came_for.take().filter(|&at| at == self.me).and_then(|at| self.things[at].exit),
        };
        let Some(Picked { list, target, value, choice, path }) = self.picker.pick(&pick_input, self.observer)? else {
            let why = "There is no unknown cell, no item, no unexplored door and no exit that can be reached.".into();
            return Continue((Pick { kind: "none", why, ..Pick::default() }, None));
        };
        let mut walked = path.clone();
        if let Some((free, event)) = path.first().and_then(|&next| self.sidestep(next)) {
            walked.insert(0, free);
            if self.problem.picks == 1 {
                self.observer.on(event)?;
            }
        }
        let why = choice.why(list, target, value, greed);
        let (kind, tied) = (list.kind(), choice.tied);
        let pick = Pick { kind, target: Some(target), tied, value: Some(value), path: path.clone(), walked, why };
        Continue((pick, Some(Aim { target, list, path })))
    }
}
