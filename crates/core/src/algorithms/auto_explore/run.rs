//! A run: see, pick, walk, until nothing is left or something interrupts; or one pick alone.

use super::choose::{Candidate, Choice, List};
use super::event::ExploreEvent as E;
use super::flood::{Flood, NONE};
use super::memory::Memory;
use super::path;
use super::problem::{Problem, Thing, things};
use super::walk::Leg;
use super::words::{Part, Stop, Verdict};
use crate::algorithms::shadowcast::Sight;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::world::World;
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// What comes out: one pick where `picks` is 1, else a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// One pick.
    Pick(Pick),
    /// A run.
    Run {
        /// Its picks, in order; `walked` is what was walked until the next one.
        picks: Vec<Pick>,
        /// How many steps the explorer made.
        moves: u32,
        /// How many cells it knows at the end.
        explored: usize,
        /// Why it stopped, in a sentence or more.
        stopped: String,
    },
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pick {
    /// `item`, `single`, `unknown`, `door`, `exit` or `none`.
    pub kind: &'static str,
    /// The target; `None` where there is none.
    pub target: Option<Cell>,
    /// All that were equal to it, itself included, by x, then y.
    pub tied: Vec<Cell>,
    /// Its value in the flood, in steps; `None` where there is no target.
    pub value: Option<u32>,
    /// The cells from the first step to the target.
    pub path: Vec<Cell>,
    /// The cells that are walked: the path with the step that avoids an ambush put in.
    pub walked: Vec<Cell>,
    /// Why, in a sentence.
    pub why: String,
}

/// A target and the way to it.
pub(super) struct Aim {
    pub target: Cell,
    pub list: List,
    pub path: Vec<Cell>,
}

/// A run under way.
pub(super) struct Run<'a> {
    pub problem: &'a Problem,
    pub world: World,
    pub things: Grid<Thing>,
    pub memory: Memory,
    /// How many cells are unknown.
    pub unknown: u32,
    pub sight: Sight,
    flood: Flood,
    candidates: Vec<Candidate>,
    dice: Rng,
    pub me: Cell,
    pub moves: u32,
    /// How often each cell was stepped on.
    pub walked: Grid<u32>,
    /// The lines of the script that are done.
    pub scripted: Vec<bool>,
    /// How many times something was learnt.
    pub learnt: u32,
}

/// Makes one pick, or runs until there is a reason to stop.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn explore<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut run = Run::new(problem);
    if problem.is_single() {
        let (pick, _) = run.pick(1, run.goal(), observer)?;
        return Continue(Outcome::Pick(pick));
    }
    run.all(observer)
}

impl<'a> Run<'a> {
    fn new(problem: &'a Problem) -> Self {
        let world = World::new(&problem.scene);
        let things = things(&world);
        let memory = problem.memory(&world, &things);
        Self {
            problem,
            unknown: memory.unknown() as u32,
            world,
            things,
            memory,
            sight: Sight::default(),
            flood: Flood::default(),
            candidates: Vec::new(),
            dice: Rng::new(problem.seed),
            me: problem.start(),
            moves: 0,
            walked: Grid::new(problem.size(), 0),
            scripted: vec![false; problem.scene.script.len()],
            learnt: 0,
        }
    }

    /// The exit that was aimed at before the interruption: the explorer's goal, where an exit is known to lie there.
    fn goal(&self) -> Option<Cell> {
        let goal = self.problem.scene.actors[self.problem.explorer].goal?;
        let seen = self.memory[goal]?;
        (seen.exit != super::memory::Way::None && !seen.item).then_some(goal)
    }

    /// The loop.
    fn all<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let mut picks = Vec::new();
        let mut aimed = self.goal();
        let (stop, at) = loop {
            let number = picks.len() as u32 + 1;
            if self.problem.picks > 0 && number > self.problem.picks {
                break (Stop::Picks, self.me);
            }
            observer.on(E::PickBegan { pick: number, at: self.me, unknown: self.unknown })?;
            if number == 1 {
                observer.on(E::PartBegan { part: Part::See, at: self.me })?;
                self.see(observer)?;
                // What lies underfoot is reached without a step.
                self.visit(self.me, observer)?;
                if let Some(enemy) = self.enemy() {
                    break (Stop::Enemy, enemy);
                }
            }
            if let Some(Leg::Stop(why, at)) = self.script(observer)? {
                break (why, at);
            }
            let learnt = self.learnt;
            let (mut pick, aim) = self.decide(number, aimed, observer)?;
            let Some(aim) = aim else {
                picks.push(pick);
                break (Stop::Explored, self.me);
            };
            pick.walked.clear();
            let leg = self.walk(&aim, learnt, &mut pick.walked, observer)?;
            picks.push(pick);
            match leg {
                Leg::Again { keep } => aimed = keep.then_some(aim.target),
                Leg::Stop(Stop::Gone, at) => break (Stop::Gone, at),
                // Who interferes where the run would stop makes it look again.
                Leg::Stop(why, at) => match self.script(observer)? {
                    None => break (why, at),
                    Some(Leg::Stop(why, at)) => break (why, at),
                    Some(Leg::Again { .. }) => aimed = None,
                },
            }
        };
        let stopped = self.stop(stop, at, observer)?;
        let explored = self.problem.size().area() - self.unknown as usize;
        Continue(Outcome::Run { picks, moves: self.moves, explored, stopped })
    }

    /// Begins a pick of its own and makes it.
    fn pick<O: Observer<E>>(
        &mut self,
        number: u32,
        aimed: Option<Cell>,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, (Pick, Option<Aim>)> {
        observer.on(E::PickBegan { pick: number, at: self.me, unknown: self.unknown })?;
        self.decide(number, aimed, observer)
    }

    /// Floods, decides, and walks the values back.
    fn decide<O: Observer<E>>(
        &mut self,
        number: u32,
        aimed: Option<Cell>,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, (Pick, Option<Aim>)> {
        self.flood.run(&self.memory, self.me, &self.problem.rules, observer)?;
        observer.on(E::PartBegan { part: Part::Choose, at: self.me })?;
        let choice = self.choose(number, aimed, observer)?;
        let Some((list, target)) = choice.list.zip(self.roll(&choice, observer)?) else {
            observer.on(E::Missed { at: self.me })?;
            return Continue((Pick::none(), None));
        };
        let at = self.problem.size().index(target);
        let value = self.flood.values[at].min(self.flood.doors[at]);
        let tied = choice.tied.len() as u32;
        observer.on(E::Aimed { cell: target, list, value, tied, kept: choice.kept })?;
        observer.on(E::PartBegan { part: Part::Path, at: self.me })?;
        let path = path::back(&self.flood, &self.memory, self.me, target, observer)?;
        let mut walked = path.clone();
        if let Some(ambush) = path.first().and_then(|&next| path::ambush(&self.memory, self.me, next)) {
            walked.insert(0, ambush.free);
            if self.problem.is_single() {
                let path::Ambush { free, blocker, behind } = ambush;
                observer.on(E::Sidestepped { cell: free, next: path[0], blocker, behind })?;
            }
        }
        let why = choice.why(list, target, value, self.problem.rules.greed);
        let tied = choice.tied;
        let pick =
            Pick { kind: list.kind(), target: Some(target), tied, value: Some(value), path: path.clone(), walked, why };
        Continue((pick, Some(Aim { target, list, path })))
    }

    /// Weighs the lists in their order.
    fn choose<O: Observer<E>>(
        &mut self,
        number: u32,
        aimed: Option<Cell>,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Choice> {
        self.flood.candidates(&self.memory, self.me, &mut self.candidates);
        let greed = self.problem.rules.greed;
        let mut choice = Choice::of(&self.candidates, greed, aimed);
        if !choice.kept {
            for list in List::ALL {
                let taken = choice.list == Some(list);
                let member = |c: &&Candidate| c.list == list || (list == List::Unknown && c.list.is_unknown());
                let lowest = self.candidates.iter().filter(member).map(|c| c.value).min();
                let verdict = match lowest {
                    _ if taken => Verdict::Taken,
                    None => Verdict::Empty,
                    Some(_) => Verdict::TooCostly,
                };
                let bound = choice.bound(list, greed).unwrap_or(NONE);
                observer.on(E::Weighed { list, lowest: lowest.unwrap_or(NONE), bound, verdict })?;
                if taken {
                    break;
                }
            }
        }
        let sixth = self.problem.together && !self.problem.is_single() && number.is_multiple_of(6);
        if sixth && choice.list == Some(List::Unknown) && !choice.kept {
            self.keep_together(&mut choice);
        }
        Continue(choice)
    }

    /// Of the nearest unknown cells only those with the most unknown neighbours compete: the large area is not nibbled
    /// at where it would fall apart.
    fn keep_together(&self, choice: &mut Choice) {
        let size = self.problem.size();
        let around = |c: Cell| {
            let next = |d: &crate::geometry::Dir| c.step(*d, size).is_some_and(|n| self.memory[n].is_none());
            crate::geometry::Dir::ALL.iter().filter(|d| next(d)).count()
        };
        let nearest = || {
            let near = |c: &&Candidate| c.list.is_unknown() && Some(c.value) == choice.lowest_unknown;
            self.candidates.iter().filter(near).map(|c| c.cell)
        };
        let most = nearest().map(around).max();
        let mut tied: Vec<Cell> = nearest().filter(|&c| Some(around(c)) == most).collect();
        tied.sort_unstable_by_key(|c| (c.x, c.y));
        choice.tied = tied;
    }

    /// The one of the equal targets that is taken.
    fn roll<O: Observer<E>>(&mut self, choice: &Choice, observer: &mut O) -> ControlFlow<O::Halt, Option<Cell>> {
        let n = choice.tied.len();
        if n < 2 {
            return Continue(choice.tied.first().copied());
        }
        let came = self.dice.below(n as u64) as usize;
        let cell = choice.tied[came];
        observer.on(E::Rolled { among: n as u32, came: came as u32, cell })?;
        Continue(Some(cell))
    }
}

impl Pick {
    fn none() -> Self {
        Self {
            kind: "none",
            target: None,
            tied: Vec::new(),
            value: None,
            path: Vec::new(),
            walked: Vec::new(),
            why: "There is no unknown cell, no item, no unexplored door and no exit that can be reached.".into(),
        }
    }
}
