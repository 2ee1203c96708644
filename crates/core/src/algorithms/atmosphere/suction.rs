//! Suction: what is loose on a venting cell is pulled toward the vacuum, and lost on the void.

use super::air::State;
use super::distance::Distance;
use super::event::AirEvent as E;
use super::numbers::{FACES, LOOSE, PLAYER};
use super::problem::Loss;
use super::run::Run;
use super::shots::is_player;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::scene::{Actor, ActorKind};
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// Whether suction moves an actor: all but places (goals, exits), lamps, which are built in, and whoever is chained.
pub fn is_loose(actor: &Actor) -> bool {
    match actor.kind {
        ActorKind::Goal | ActorKind::Exit | ActorKind::Lamp => false,
        _ => actor.chained != Some(true),
    }
}

/// Under which roll of twelve suction moves an actor: 3 for the player, 6 for all others.
pub(super) const fn under(kind: ActorKind) -> u8 {
    if is_player(kind) { PLAYER } else { LOOSE }
}

/// How good a neighbour is to be sucked to, the smallest best: no air first, then the lowest distance. `None` for a
/// solid cell.
fn goodness(state: &State, cell: Cell) -> Option<(bool, Distance)> {
    if state.solid(cell) {
        return None;
    }
    match state.air[cell] {
        0 => Some((false, Distance::ZERO)),
        _ => state.vents[cell].map(|distance| (true, distance)),
    }
}

impl Run<'_> {
    /// Pulls at each loose thing on a venting cell, in the scene's order; what is on the void is lost.
    pub(super) fn suck<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt> {
        let state = &self.state;
        let pulled = |&i: &usize| {
            let actor = &state.world.actors[i];
            let there = state.vents[actor.at].is_some() && self.problem.suction;
            !state.world.gone[i] && is_loose(actor) && (there || state.world.tiles[actor.at] == Tile::Void)
        };
        let things: Vec<usize> = (0..state.world.actors.len()).filter(pulled).collect();
        if things.is_empty() {
            return Continue(());
        }
        observer.on(E::SuctionBegan { things: things.len() as u32 })?;
        for i in things {
            if self.state.vents[self.state.world.actors[i].at].is_some() {
                self.pull(i, observer)?;
            }
            let cell = self.state.world.actors[i].at;
            if self.state.world.tiles[cell] == Tile::Void {
                self.state.world.gone[i] = true;
                let kind = self.state.world.actors[i].kind.name();
                self.lost.push(Loss { turn: self.turn, actor: i, kind, at: cell });
                observer.on(E::Lost { actor: i as u32, cell })?;
            }
        }
        Continue(())
    }

    /// Dice: whether the thing holds on, and which of the best neighbours it goes to.
    fn pull<O: Observer<E>>(&mut self, i: usize, observer: &mut O) -> ControlFlow<O::Halt> {
        let (from, actor) = (self.state.world.actors[i].at, i as u32);
        let under = under(self.state.world.actors[i].kind);
        let roll = self.dice.below(FACES as u64) as u8;
        observer.on(E::Pulled { actor, cell: from, roll, under })?;
        if roll >= under {
            return Continue(());
        }
        let size = self.state.size();
        let near = Dir::ALL.into_iter().filter_map(|dir| from.step(dir, size));
        let weighed: Vec<_> = near.filter_map(|c| Some((c, goodness(&self.state, c)?))).collect();
        let Some(best) = weighed.iter().map(|w| w.1).min() else { return Continue(()) };
        for &(cell, good) in &weighed {
            let air = self.state.air[cell];
            observer.on(E::Weighed { cell, actor, air, best: good == best, distance: good.1 })?;
        }
        let equals: Vec<Cell> = weighed.iter().filter(|w| w.1 == best).map(|w| w.0).collect();
        let pick = self.dice.below(equals.len() as u64) as usize;
        let to = equals[pick];
        self.state.world.actors[i].at = to;
        observer.on(E::Moved { actor, from, to, equals: equals.len() as u8, pick: pick as u8 })
    }
}
