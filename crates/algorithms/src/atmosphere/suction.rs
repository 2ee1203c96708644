//! Suction: pulls loose things on venting cells toward the vacuum. A thing on the void is lost.

use super::air::State;
use super::event::AirEvent as E;
use super::harm_event::Harm;
use super::numbers::FACES;
use super::problem::Loss;
use super::run::{Flow, Run};
use crate::dijkstra::lowest;
use crate::root2::Root2;
use crate::{Actor, ActorKind, Cell, Dir, Observer, Tile};
use std::ops::ControlFlow::Continue;

/// Returns whether suction can move an actor: not places (goals, exits), lamps, which are built in, or chained actors.
pub fn is_loose(actor: &Actor) -> bool {
    match actor.kind {
        ActorKind::Goal | ActorKind::Exit | ActorKind::Lamp => false,
        _ => actor.chained() != Some(true),
    }
}

/// Returns the rank of a neighbour as a destination of suction, smallest first: no air, then the lowest distance.
/// `None` for a solid cell or one that does not vent.
fn goodness(state: &State, cell: Cell) -> Option<(bool, Root2)> {
    match state.air[cell] {
        _ if state.solid(cell) => None,
        0 => Some((false, Root2::ZERO)),
        _ => state.vents[cell].map(|distance| (true, distance)),
    }
}

impl<O: Observer<E>> Run<'_, O> {
    /// Pulls at each loose thing on a venting cell, in scene order. A thing on the void is lost.
    pub(super) fn suck(&mut self) -> Flow<O> {
        let state = &self.state;
        let pulled = |&i: &usize| {
            let actor = &state.world.actors[i];
            let there = state.vents[actor.at].is_some() && self.problem.context.suction;
            !state.world.gone[i] && is_loose(actor) && (there || state.world.tiles[actor.at] == Tile::Void)
        };
        let things: Vec<usize> = (0..state.world.actors.len()).filter(pulled).collect();
        if things.is_empty() {
            return Continue(());
        }
        self.observer.on(E::SuctionBegan { things: things.len() as u32 })?;
        for i in things {
            if self.state.vents[self.state.world.actors[i].at].is_some() {
                self.pull(i)?;
            }
            let cell = self.state.world.actors[i].at;
            if self.state.world.tiles[cell] == Tile::Void {
                self.state.world.gone[i] = true;
                let kind = self.state.world.actors[i].kind.name();
                self.lost.push(Loss { turn: self.turn, actor: i, kind, at: cell });
                let lost = self.report_cause(E::Lost { actor: i as u32, cell, cause: self.bodies.came[i] })?;
                if self.problem.health && self.state.world.actors[i].kind.is_body() {
                    self.bury(i, Harm::Void, lost);
                }
            }
        }
        Continue(())
    }

    /// Rolls the dice: whether the thing holds on, and which of the best neighbours it goes to.
    fn pull(&mut self, i: usize) -> Flow<O> {
        let (from, actor) = (self.state.world.actors[i].at, i as u32);
        let under = self.problem.context.things[i].under;
        let roll = self.dice.below(FACES as u64) as u8;
        self.observer.on(E::Pulled { actor, cell: from, roll, under })?;
        if roll >= under {
            return Continue(());
        }
        let size = self.state.size();
        let near = Dir::ALL.into_iter().filter_map(|dir| from.step(dir, size));
        let candidates: Vec<_> = near.filter_map(|c| Some((c, goodness(&self.state, c)?))).collect();
        let equals = lowest(&candidates, |w| w.1);
        let Some(&(_, best)) = equals.first() else { return Continue(()) };
        for &(cell, good) in &candidates {
            let air = self.state.air[cell];
            self.observer.on(E::Weighed { cell, actor, air, best: good == best, distance: good.1 })?;
        }
        let pick = self.dice.below(equals.len() as u64) as usize;
        let to = equals[pick].0;
        self.state.world.actors[i].at = to;
        let equals = equals.len() as u8;
        let pick = pick as u8;
        let cause = self.bodies.vents[from];
        self.bodies.came[i] = self.report_cause(E::Moved { actor, from, to, equals, pick, cause })?;
        Continue(())
    }
}
