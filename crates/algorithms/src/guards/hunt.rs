//! The hunt: a prisoner who is not where the map has them is at large. A guard who sees one goes after them, and where it
//! has lost sight of them, to the place where it saw them last.
//!
//! ```text
//! #######
//! #G..#.#    G sees P in the doorway and leaves its route; P turns the corner, and G walks on to where P was
//! #...P.#
//! #######
//! ```
//!
//! Source: Stephen Sherratt, development notes of a 7DRL (2016), for the last known place; whom a guard hunts is ours.

use super::event::GuardsEvent as E;
use super::problem::Knowledge;
use super::run::Sim;
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::ActorKind;
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// A prisoner whom a guard has caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CatchOut {
    /// The guard, from 0 among the guards.
    pub guard: usize,
    /// The prisoner, from 0 among the prisoners.
    pub prisoner: usize,
    /// Where.
    pub cell: Cell,
    /// The turn.
    pub turn: u32,
}

/// Whom a guard hunts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quarry {
    /// The prisoner, by its number in the scene.
    pub(super) actor: usize,
    /// Where it is, or was seen last.
    pub(super) at: Cell,
    /// Whether it is in sight now.
    pub(super) seen: bool,
}

impl<O: Observer<E>> Sim<'_, O> {
    /// Whether an actor is a prisoner who is not where the map has it.
    fn at_large(&self, actor: usize) -> bool {
        let now = &self.world.actors[actor];
        now.kind == ActorKind::Prisoner && !self.world.gone[actor] && now.at != self.problem.scene.actors[actor].at
    }

    /// Chooses whom a guard hunts: the one at hand while it is in sight, else the nearest in sight, else where the one at
    /// hand was seen last, until nobody is found there. Of equals the lowest y, then x.
    pub(super) fn hunt(&mut self, g: usize) -> ControlFlow<O::Halt> {
        if !self.problem.hunts {
            return Continue(());
        }
        let walker = &self.guards[g];
        let (at, before, body) = (walker.at, walker.quarry, walker.spec.body);
        let knows_all = self.problem.knowledge == Knowledge::Omniscient;
        let place = |i: usize| self.world.actors[i].at;
        let sees = |&i: &usize| self.at_large(i) && (knows_all || walker.overlay.contains(place(i)));
        let kept = before.map(|quarry| quarry.actor).filter(sees);
        let near = |&i: &usize| (body.apart(at, place(i)), place(i).y, place(i).x);
        let seen = kept.or_else(|| (0..self.world.actors.len()).filter(sees).min_by_key(near));
        let quarry = match (seen, before) {
            (Some(actor), _) => Some(Quarry { actor, at: place(actor), seen: true }),
            (None, Some(old)) if !body.covers(at, old.at) => Some(Quarry { seen: false, ..old }),
            _ => None,
        };
        self.stirred |= quarry != before;
        self.guards[g].quarry = quarry;
        let guard = g as u8;
        match (quarry, before) {
            (Some(Quarry { actor, at: cell, seen: true }), _)
                if before.is_none_or(|old| old.actor != actor || !old.seen) =>
            {
                self.observer.on(E::Spotted { guard, actor: actor as u16, cell })
            }
            (None, Some(old)) => self.give_up(g, old),
            _ => Continue(()),
        }
    }

    fn give_up(&mut self, g: usize, quarry: Quarry) -> ControlFlow<O::Halt> {
        self.guards[g].quarry = None;
        self.stirred = true;
        self.observer.on(E::Lost { guard: g as u8, actor: quarry.actor as u16, cell: quarry.at })
    }

    /// A guard that cannot get any nearer to whom it hunts gives them up.
    pub(super) fn stuck(&mut self, g: usize) -> ControlFlow<O::Halt> {
        match self.guards[g].quarry {
            Some(quarry) => self.give_up(g, quarry),
            None => Continue(()),
        }
    }

    /// Catches who is at large on the cells that a guard has come to.
    pub(super) fn catch(&mut self, g: usize) -> ControlFlow<O::Halt> {
        if !self.problem.hunts {
            return Continue(());
        }
        let (at, body) = (self.guards[g].at, self.guards[g].spec.body);
        for actor in 0..self.world.actors.len() {
            let cell = self.world.actors[actor].at;
            if !self.at_large(actor) || !body.covers(at, cell) {
                continue;
            }
            self.world.gone[actor] = true;
            self.stirred = true;
            let prisoner = self.problem.number_of(actor);
            self.caught.push(CatchOut { guard: g, prisoner, cell, turn: self.turn });
            let walker = &mut self.guards[g];
            walker.quarry = walker.quarry.filter(|quarry| quarry.actor != actor);
            self.observer.on(E::Caught { guard: g as u8, actor: actor as u16, cell })?;
        }
        Continue(())
    }

    /// The cells of prisoners who are where the map has them: a guard that hunts walks round those that it sees.
    pub(super) fn kept_at(&self, g: usize) -> impl Iterator<Item = Cell> {
        let overlay = &self.guards[g].overlay;
        let kept = move |i: &usize| {
            let actor = &self.world.actors[*i];
            actor.kind == ActorKind::Prisoner
                && !self.world.gone[*i]
                && !self.at_large(*i)
                && overlay.contains(actor.at)
        };
        let all = if self.problem.hunts { self.world.actors.len() } else { 0 };
        (0..all).filter(kept).map(|i| self.world.actors[i].at)
    }
}
