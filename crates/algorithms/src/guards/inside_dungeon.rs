//! Guards that run together with another algorithm that changes the same world. The caller drives their turns.

use super::event::{Denial, GuardsEvent as E};
use super::hunt::CatchOut;
use super::problem::Problem;
use super::run::{Outcome, Sim};
use crate::world::World;
use crate::{Cell, Observer, ScriptLine, Tile};
use std::ops::ControlFlow::{self, Continue};

impl Problem {
    /// Returns the number of guards.
    pub(crate) const fn count(&self) -> usize {
        self.guards.len()
    }
}

impl<O: Observer<E>> Sim<'_, O> {
    /// Reports the start of a turn.
    pub(crate) fn turn(&mut self, turn: u32, of: u32) -> ControlFlow<O::Halt> {
        self.turn = turn;
        self.observer.on(E::TurnBegan { turn, of })
    }

    /// Runs a script line. Returns whether other algorithms may run it too. A line that the world itself refuses is
    /// left for them to report.
    pub(crate) fn play_line(&mut self, turn: u32, line: &ScriptLine) -> ControlFlow<O::Halt, bool> {
        self.turn = turn;
        match self.line(line)? {
            Ok(()) | Err(Denial::World(_)) => Continue(true),
            Err(why) => {
                self.observer.on(E::Denied { cell: line.at, verb: line.verb, why })?;
                Continue(false)
            }
        }
    }

    /// Copies the positions of all actors that are not guards from another world.
    pub(crate) fn follow(&mut self, world: &World) {
        for actor in self.problem.others() {
            self.world.actors[actor].at = world.actors[actor].at;
            self.world.gone[actor] = world.gone[actor];
        }
    }

    /// Runs the turn of one guard.
    pub(crate) fn guard(&mut self, g: usize) -> ControlFlow<O::Halt> {
        self.act(g)
    }

    /// Returns the cell of a guard and its index in the scene.
    pub(crate) fn stands(&self, g: usize) -> (usize, Cell) {
        (self.guards[g].spec.actor, self.guards[g].at)
    }

    /// Takes the tile changes that guards made since the last call.
    pub(crate) fn take_tile_changes(&mut self) -> Vec<(Cell, Tile, Tile)> {
        std::mem::take(&mut self.made)
    }

    /// Returns the prisoners that guards have caught so far.
    pub(crate) fn caught(&self) -> &[CatchOut] {
        &self.caught
    }

    pub(crate) fn finish(self) -> Outcome {
        self.outcome()
    }
}
