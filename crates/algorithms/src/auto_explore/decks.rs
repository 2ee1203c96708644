//! Decks that stairs join: when nothing is left on one, the explorer takes stairs to another.
//!
//! ```text
//! #####        Decks lie on one map, apart from each other. An exit that says where it leads is a flight of stairs, and who
//! #@.>#        takes it stands there; one that says nothing leads off the map, and there the run ends. Stairs that were
//! #####        taken once are no target any more, from neither end: what lies there is known.
//! #<.>#
//! #####
//! ```
//!
//! Where nothing at all is left on a deck, but stairs are known elsewhere that were not taken, the explorer goes back by
//! those that it came by last. So each flight is taken once, and once back at the most.

use super::choose::List;
use super::event::{ExploreEvent as E, Stop};
use super::memory::Ground;
use super::run::{Flow, Run};
use super::walk::{AGAIN, Leg};
use crate::actor::FieldValue;
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::{ActorKind, Scene};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

/// Stairs that were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Taken {
    pub from: Cell,
    pub to: Cell,
    /// How many steps were made by then, this one included.
    pub moves: u32,
}

/// What a run keeps of the decks that it has been on.
#[derive(Clone, Default)]
pub(super) struct Decks {
    pub(super) taken: Vec<Taken>,
    /// The exits that are no targets any more.
    spent: Vec<Cell>,
    /// The stairs that it has come to, since nothing else was left when it set out.
    pub(super) came_for: Option<Cell>,
    /// The exits by which it came and has not gone back, the last one last.
    trail: Vec<(Cell, List)>,
}

/// Checks that stairs lead to where one can stand.
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

/// What exits are called that say so, such as a teleporter.
pub(super) fn names(scene: &Scene) -> BTreeMap<Cell, String> {
    let name = |exit: &crate::actor::Actor| match exit.get("what") {
        Some(FieldValue::Word(name)) => Some((exit.at, name.clone())),
        _ => None,
    };
    scene.of_kind(ActorKind::Exit).filter_map(name).collect()
}

impl<O: Observer<E>> Run<'_, O> {
    /// Where the exit on a cell leads, if it leads to somewhere on the map and the explorer takes stairs.
    fn stairs(&self, at: Cell) -> Option<Cell> {
        let here = |&i: &usize| self.world.actors[i].kind == ActorKind::Exit && self.world.actors[i].at == at;
        let mut exits = (0..self.world.actors.len()).filter(here).filter(|&i| !self.world.gone[i]);
        exits.find_map(|i| self.world.actors[i].to()).filter(|_| self.problem.conduct.actions)
    }

    /// The explorer has come to an exit, since nothing else was left: it takes the stairs. Where something was learnt since, when
    /// there were so many things known as `learnt` says, it is picked again first, and these stairs are the nearest exit then.
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

    /// Nothing is left on this deck but what the explorer stands on: an exit that it has not taken is taken. Where others are
    /// known elsewhere, those by which it came last are a target again.
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

    /// What the run knows of things besides where they are: which exits are spent, and where no air is.
    pub(super) fn lay_out(&mut self) {
        for i in 0..self.decks.spent.len() {
            self.things[self.decks.spent[i]].exit = None;
        }
        self.mark_airless();
    }
}
