//! Decks joined by stairs. If nothing is left on one deck, the explorer takes stairs to another.
//!
//! ```text
//! #####        Decks are separate areas of one map. An exit with a destination is a flight of stairs, and takes the
//! #@.>#        explorer there. An exit without one leads off the map and ends the run. Stairs that were taken once are
//! #####        no longer targets, at either end: both sides are known.
//! #<.>#
//! #####
//! ```
//!
//! If nothing is left on a deck, but untaken stairs are known elsewhere, the explorer goes back by the stairs it last
//! came by. So it takes each flight once, and goes back at most once.

use super::choose::List;
use super::event::{ExploreEvent as E, Stop};
use super::memory::Ground;
use super::run::{Flow, Run};
use super::walk::{AGAIN, Leg};
use crate::actor::FieldValue;
use crate::{ActorKind, Cell, Observer, Scene};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

/// A flight of stairs that the explorer took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Taken {
    pub from: Cell,
    pub to: Cell,
    /// Number of steps made so far, including this one.
    pub moves: u32,
}

/// State of a run across decks.
#[derive(Clone, Default)]
pub(super) struct Decks {
    pub(super) taken: Vec<Taken>,
    /// The exits that are no longer targets.
    spent: Vec<Cell>,
    /// The stairs that the explorer reached after it set out with nothing else left.
    pub(super) came_for: Option<Cell>,
    /// The exits that the explorer came by and has not gone back through, latest last.
    trail: Vec<(Cell, List)>,
}

/// Checks that stairs lead to a cell that can be entered.
pub(super) fn check(scene: &Scene) -> Result<(), String> {
    for exit in scene.of_kind(ActorKind::Exit) {
        let Some(to) = exit.to() else { continue };
        let tile = scene.tiles[to];
        if Ground::of(tile, false) == Ground::Wall {
            return Err(format!(
                "the exit at {} leads to {to}, and that is {}; lead it to open ground",
                exit.at,
                tile.a()
            ));
        }
    }
    Ok(())
}

/// Returns the names of the exits that have one, such as a teleporter.
pub(super) fn names(scene: &Scene) -> BTreeMap<Cell, String> {
    let name = |exit: &crate::actor::Actor| match exit.get("what") {
        Some(FieldValue::Word(name)) => Some((exit.at, name.clone())),
        _ => None,
    };
    scene.of_kind(ActorKind::Exit).filter_map(name).collect()
}

impl<O: Observer<E>> Run<'_, O> {
    /// Returns the destination of the exit on a cell, if it is on the map and the explorer takes stairs.
    fn stairs(&self, at: Cell) -> Option<Cell> {
        let here = |&i: &usize| self.world.actors[i].kind == ActorKind::Exit && self.world.actors[i].at == at;
        let mut exits = (0..self.world.actors.len()).filter(here).filter(|&i| !self.world.gone[i]);
        exits.find_map(|i| self.world.actors[i].to()).filter(|_| self.problem.conduct.actions)
    }

    /// Handles the arrival at an exit when nothing else was left: takes the stairs. `learnt` is the number of
    /// discoveries at the time of the pick. If there were more since, the explorer picks again first, and these stairs
    /// are then the nearest exit.
    pub(super) fn leave(&mut self, at: Cell, learnt: u32) -> Flow<O, Leg> {
        match self.stairs(at) {
            None => Continue(Leg::Stop(Stop::Exit, at)),
            Some(to) if self.learnt == learnt => self.take(at, to),
            Some(_) => {
                self.decks.came_for = Some(at);
                Continue(AGAIN)
            }
        }
    }

    fn take(&mut self, at: Cell, to: Cell) -> Flow<O, Leg> {
        let back = self.decks.spent.contains(&at);
        self.spend(at);
        let way_back = self.things[to].exit.filter(|_| self.stairs(to).is_some());
        if !back {
            self.decks.trail.extend(way_back.map(|list| (to, list)));
        }
        self.spend(to);
        (self.me, self.world.actors[self.problem.explorer].at) = (to, to);
        self.moves += 1;
        let (actor, moves) = (self.problem.explorer as u16, self.moves);
        self.decks.taken.push(Taken { from: at, to, moves });
        self.observer.on(E::TookStairs { cell: to, from: at, actor, moves, back })?;
        self.walked[to] += 1;
        self.observer.on(E::Walked { cell: to, count: self.walked[to] })?;
        self.see()?;
        self.visit(to)?;
        self.touch()?;
        Continue(self.interrupted().unwrap_or(AGAIN))
    }

    /// Looks for a way on when no target is left on this deck. If the explorer is on an exit, it takes it. Otherwise,
    /// if other exits are known elsewhere, the exit it last came by becomes a target again.
    pub(super) fn turn_back(&mut self) -> Flow<O, Option<Leg>> {
        let me = self.me;
        if self.problem.conduct.actions && self.things[me].exit.is_some() {
            return Continue(Some(match self.stairs(me) {
                Some(to) => self.take(me, to)?,
                None => Leg::Stop(Stop::Exit, me),
            }));
        }
        let untaken = self.problem.context.size.cells().any(|c| self.memory[c].is_some_and(|seen| seen.exit.is_some()));
        let Some((at, list)) = self.decks.trail.pop().filter(|_| untaken) else { return Continue(None) };
        if let Some(to) = self.stairs(at).filter(|_| me == at) {
            return Continue(Some(self.take(at, to)?));
        }
        self.mark(at, Some(list));
        Continue(Some(AGAIN))
    }

    fn spend(&mut self, exit: Cell) {
        self.decks.spent.push(exit);
        self.mark(exit, None);
    }

    fn mark(&mut self, exit: Cell, list: Option<List>) {
        self.things[exit].exit = list;
        if let Some(seen) = &mut self.memory[exit] {
            seen.exit = list;
        }
    }

    /// Applies the state of the run to `things`: removes spent exits and marks cells without air.
    pub(super) fn lay_out(&mut self) {
        for i in 0..self.decks.spent.len() {
            self.things[self.decks.spent[i]].exit = None;
        }
        self.mark_airless();
    }
}
