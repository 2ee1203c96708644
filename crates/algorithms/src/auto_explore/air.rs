//! Air for the explorer. Without air it is hurt. It closes doors behind it, so that a hole empties one room and not the
//! whole deck.
//!
//! The rules of air are those of [`atmosphere`](crate::atmosphere), without suction. A cell known to be airless costs
//! as much as airless ground.

use super::event::ExploreEvent as E;
use super::run::{Flow, Run};
use crate::{Cell, Dir, Observer, Tile};
use std::ops::ControlFlow::Continue;

impl<O: Observer<E>> Run<'_, O> {
    /// Reports the cells without air at the start.
    pub(super) fn survey_air(&mut self) -> Flow<O> {
        self.mark_airless();
        for cell in self.problem.context.size.cells() {
            if self.things[cell].airless {
                self.observer.on(E::Aired { cell, air: 0 })?;
                if let Some(seen) = &mut self.memory[cell] {
                    *seen = self.problem.look(&self.world, &self.things, cell);
                }
            }
        }
        Continue(())
    }

    pub(super) fn mark_airless(&mut self) {
        let Some(air) = &self.air else { return };
        for cell in self.problem.context.size.cells() {
            self.things[cell].airless = air.is_empty(cell);
        }
    }

    /// Updates the air after a tile change: air may leave, or a room may fill again.
    pub(super) fn let_air(&mut self, cell: Cell, from: Tile, to: Tile) -> Flow<O> {
        let Some(air) = &mut self.air else { return Continue(()) };
        let change = air.changed(cell, from, to, || self.observer.goes_on())?;
        if change.vented > 0 {
            self.observer.on(E::Vented { cell, cells: change.vented })?;
        }
        self.tell_air(&change.cells)
    }

    /// Runs a unit of time: each venting cell loses a tenth of its air. An explorer without air is hurt.
    pub(super) fn breathe(&mut self) -> Flow<O> {
        let Some(air) = &mut self.air else { return Continue(()) };
        let cells = air.drain();
        self.tell_air(&cells)?;
        if self.breathes() {
            return Continue(());
        }
        self.hurt = self.hurt.saturating_add(1);
        self.observer.on(E::Gasped { at: self.me, left: self.hurt })
    }

    fn tell_air(&mut self, cells: &[(Cell, u8)]) -> Flow<O> {
        for &(cell, air) in cells {
            self.things[cell].airless = air == 0;
            self.observer.on(E::Aired { cell, air })?;
        }
        Continue(())
    }

    /// Returns whether there is air on the explorer's cell.
    pub(super) fn breathes(&self) -> bool {
        !self.things[self.me].airless
    }

    /// Returns whether the explorer's cell has full air that does not leave.
    pub(super) fn can_rest(&self) -> bool {
        self.air.as_ref().is_none_or(|air| air.is_still(self.me))
    }

    /// Returns a door beside the explorer that it opened and no longer needs: off its path, and without an enemy in it.
    pub(super) fn door_behind(&mut self, next: Cell) -> Option<Cell> {
        self.air.as_ref()?;
        let tiles = &self.world.tiles;
        self.opened.retain(|&door| tiles[door] == Tile::DoorOpen);
        let (me, size) = (self.me, self.problem.context.size);
        let mut beside = Dir::ALL.into_iter().filter_map(|dir| me.step(dir, size));
        beside.find(|&cell| cell != next && self.opened.contains(&cell) && !self.is_taken(cell))
    }

    pub(super) fn shut(&mut self, door: Cell) -> Flow<O> {
        self.retile(door, Tile::Door)?;
        self.opened.retain(|&cell| cell != door);
        self.learn(door)
    }
}
