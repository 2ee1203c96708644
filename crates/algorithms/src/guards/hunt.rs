//! Hunting: a prisoner that is not where the map has it is at large. A guard that sees one pursues it. After losing
//! sight of it, the guard goes to where it last saw it.
//!
//! ```text
//! #######
//! #G..#.#    G sees P in the doorway and leaves its route. P turns the corner, and G walks on to where P was.
//! #...P.#
//! #######
//! ```
//!
//! Source: Stephen Sherratt, development notes of a 7DRL (2016), for the last known place. The choice of prisoner is
//! ours.

use super::event::GuardsEvent as E;
use super::problem::Knowledge;
use super::run::Sim;
use crate::{ActorKind, Cell, Observer};
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// A prisoner that a guard caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CatchOut {
    /// Index of the guard among the guards, from 0.
    pub guard: usize,
    /// Index of the prisoner among the prisoners, from 0.
    pub prisoner: usize,
    /// The cell where it was caught.
    pub cell: Cell,
    /// The turn in which it was caught.
    pub turn: u32,
}

/// A hunted prisoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quarry {
    /// Index of the prisoner in the scene.
    pub(super) actor: usize,
    /// Cell of the prisoner, or where it was last seen.
    pub(super) at: Cell,
    /// Whether the prisoner is in sight now.
    pub(super) seen: bool,
}

impl<O: Observer<E>> Sim<'_, O> {
    /// Returns whether an actor is a prisoner that is not where the map has it.
    fn at_large(&self, actor: usize) -> bool {
        let now = &self.world.actors[actor];
        now.kind == ActorKind::Prisoner && !self.world.gone[actor] && now.at != self.problem.scene.actors[actor].at
    }

    /// Chooses the prisoner that a guard hunts. It is the current one while in sight, else the nearest in sight, else
    /// the last seen cell of the current one, until that turns out to be empty. Among equals, the lowest y, then x
    /// wins.
    pub(super) fn hunt(&mut self, g: usize) -> ControlFlow<O::Halt> {
        if !self.problem.hunts {
            return Continue(());
        }
        let walker = &self.guards[g];
        let at = walker.at;
        let before = walker.quarry;
        let body = walker.spec.body;
        let knows_all = self.problem.knowledge == Knowledge::Omniscient;
        let place = |i: usize| self.world.actors[i].at;
        let sees = |&i: &usize| self.at_large(i) && (knows_all || walker.overlay.contains(place(i)));
        let previous_actor = before.map(|quarry| quarry.actor).filter(sees);
        let near = |&i: &usize| (body.apart(at, place(i)), place(i).y, place(i).x);
        let visible_actor = previous_actor.or_else(|| (0..self.world.actors.len()).filter(sees).min_by_key(near));
        let quarry = match (visible_actor, before) {
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

    /// Lets a guard give up a hunted prisoner that it cannot get any nearer to.
    pub(super) fn stuck(&mut self, g: usize) -> ControlFlow<O::Halt> {
        match self.guards[g].quarry {
            Some(quarry) => self.give_up(g, quarry),
            None => Continue(()),
        }
    }

    /// Catches the prisoners at large on the cells that a guard has reached.
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

    /// Returns the cells of visible prisoners that are where the map has them. A hunting guard walks around them.
    pub(super) fn kept_at(&self, g: usize) -> impl Iterator<Item = Cell> {
        let overlay = &self.guards[g].overlay;
        let is_visible_prisoner = move |i: &usize| {
            let actor = &self.world.actors[*i];
            actor.kind == ActorKind::Prisoner
                && !self.world.gone[*i]
                && !self.at_large(*i)
                && overlay.contains(actor.at)
        };
        let all = if self.problem.hunts { self.world.actors.len() } else { 0 };
        (0..all).filter(is_visible_prisoner).map(|i| self.world.actors[i].at)
    }
}
