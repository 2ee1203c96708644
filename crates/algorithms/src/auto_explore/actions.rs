//! Actions of the explorer other than walking. It bumps away a lesser foe beside it and disarms a known trap beside its
//! path. It rests while it is hurt and no enemy is in view. Each takes a turn. Picking up and opening belong to the
//! walk.
//!
//! Source: the last section of *The Anatomy of Auto-explore* lists these as parts of a borg, a player that plays by
//! itself. Turns, chances and strengths are our own choice.

use super::event::ExploreEvent as E;
use super::memory::Ground;
use super::run::{Flow, Run};
use super::walk::Leg;
use crate::{ActorKind, Cell, Dir, Observer, Tile};
use std::ops::ControlFlow::Continue;

/// Chance to disarm a trap, in percent.
const SKILL: u64 = 80;
/// Turns of rest that a step costs: onto a trap, and onto damaging ground.
const SPRUNG: u32 = 3;
const SCORCHED: u32 = 1;

impl<O: Observer<E>> Run<'_, O> {
    /// Returns the number of turns so far.
    pub(super) const fn now(&self) -> u32 {
        self.moves + self.acted
    }

    /// Applies the damage of a step onto some ground, if the explorer can be hurt.
    pub(super) fn hurts(&mut self, ground: Ground) {
        if self.problem.conduct.actions {
            self.hurt = self.hurt.saturating_add(match ground {
                Ground::Trap => SPRUNG,
                Ground::Harm => SCORCHED,
                _ => 0,
            });
        }
    }

    /// Returns whether an actor is a foe that the explorer bumps away instead of stopping for it.
    pub(super) fn is_lesser(&self, actor: usize) -> bool {
        let strength = |i: usize| self.world.actors[i].strength();
        let (own, other) = (strength(self.problem.explorer).unwrap_or(0), strength(actor));
        self.problem.conduct.actions && other.is_some_and(|other| other < own)
    }

    /// Performs the actions due here, one turn each, until none is left. Returns how the run continues if one of them
    /// changed that. `next` is the next cell of the path.
    pub(super) fn deeds(&mut self, next: Cell) -> Flow<O, Option<Leg>> {
        while self.problem.conduct.actions {
            if let Some(foe) = self.foe_beside() {
                self.bump(foe)?;
            } else if let Some(door) = self.door_behind(next) {
                self.shut(door)?;
            } else if let Some(trap) = self.trap_beside() {
                self.disarm(trap)?;
            } else if self.hurt > 0 && self.can_rest() && !self.in_company() {
                self.hurt -= 1;
                self.observer.on(E::Rested { at: self.me, left: self.hurt })?;
            } else {
                break;
            }
            self.acted += 1;
            if let Some(leg) = self.turn()? {
                return Continue(Some(leg));
            }
        }
        Continue(None)
    }

    fn beside(&self) -> impl Iterator<Item = Cell> {
        let (me, size) = (self.me, self.problem.context.size);
        Dir::ALL.into_iter().filter_map(move |dir| me.step(dir, size))
    }

    /// Returns a lesser foe beside the explorer or on its cell.
    fn foe_beside(&self) -> Option<usize> {
        let foe =
            |&i: &usize| self.world.actors[i].kind == ActorKind::Enemy && !self.world.gone[i] && self.is_lesser(i);
        let near = |&i: &usize| {
            let (dx, dy) = self.world.actors[i].at.delta(self.me);
            dx.max(dy) <= 1
        };
        (0..self.world.actors.len()).filter(foe).find(near)
    }

    fn trap_beside(&self) -> Option<Cell> {
        self.beside().find(|&cell| self.memory.is(cell, Ground::Trap))
    }

    /// Returns whether any enemy is in view, however weak.
    fn in_company(&self) -> bool {
        let enemies = (0..self.world.actors.len()).filter(|&i| self.world.actors[i].kind == ActorKind::Enemy);
        enemies.filter(|&i| !self.world.gone[i]).any(|i| self.sight.sees(self.world.actors[i].at))
    }

    fn bump(&mut self, foe: usize) -> Flow<O> {
        self.world.gone[foe] = true;
        let cell = self.world.actors[foe].at;
        self.observer.on(E::Bumped { actor: foe as u16, cell })
    }

    fn disarm(&mut self, trap: Cell) -> Flow<O> {
        let roll = self.luck.below(100) as u32;
        let done = u64::from(roll) < SKILL;
        self.observer.on(E::Tried { cell: trap, roll, chance: SKILL as u32 })?;
        if done {
            // If memory has a trap that is no longer there, only memory is corrected.
            if self.world.tiles[trap] == Tile::Trap {
                self.retile(trap, Tile::Floor)?;
            }
            self.learn(trap)?;
        }
        Continue(())
    }
}
