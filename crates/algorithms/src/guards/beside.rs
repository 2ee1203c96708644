//! Guards who go on beside something else that changes the same world: their turns are led from outside.

use super::event::{Denial, GuardsEvent as E};
use super::hunt::CatchOut;
use super::problem::Problem;
use super::run::{Outcome, Sim};
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::ScriptLine;
use crate::terrain::Tile;
use crate::world::World;
use std::ops::ControlFlow::{self, Continue};

impl Problem {
    /// How many guards there are.
    pub const fn count(&self) -> usize {
        self.guards.len()
    }
}

impl<O: Observer<E>> Sim<'_, O> {
    /// Tells that a turn began.
    pub fn turn(&mut self, turn: u32, of: u32) -> ControlFlow<O::Halt> {
        self.turn = turn;
        self.observer.on(E::TurnBegan { turn, of })
    }

    /// Plays a line of the script; says whether others may play it too. What cannot be done to the world at all is theirs
    /// to tell.
    pub fn play_line(&mut self, turn: u32, line: &ScriptLine) -> ControlFlow<O::Halt, bool> {
        self.turn = turn;
        match self.line(line)? {
            Ok(()) | Err(Denial::World(_)) => Continue(true),
            Err(why) => {
                self.observer.on(E::Denied { cell: line.at, verb: line.verb, why })?;
                Continue(false)
            }
        }
    }

    /// Where those are who are no guards, as another world has them.
    pub fn follow(&mut self, world: &World) {
        for actor in self.problem.others() {
            self.world.actors[actor].at = world.actors[actor].at;
            self.world.gone[actor] = world.gone[actor];
        }
    }

    /// The turn of one guard.
    pub fn guard(&mut self, g: usize) -> ControlFlow<O::Halt> {
        self.act(g)
    }

    /// Where a guard stands, with its number in the scene.
    pub fn stands(&self, g: usize) -> (usize, Cell) {
        (self.guards[g].spec.actor, self.guards[g].at)
    }

    /// What guards made of doors since this was asked last.
    pub fn made(&mut self) -> Vec<(Cell, Tile, Tile)> {
        std::mem::take(&mut self.made)
    }

    /// Whom guards have caught so far.
    pub fn caught(&self) -> &[CatchOut] {
        &self.caught
    }

    pub fn finish(self) -> Outcome {
        self.outcome()
    }
}
