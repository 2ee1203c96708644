//! The test of a plan: which cells can be reached.

use super::builder::Builder;
use super::event::ShipEvent as E;
use super::plan::STRAIGHT;
use super::words::Part;
use crate::{Cell, Grid, Observer, Tile};
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

impl<O: Observer<E>> Builder<'_, O> {
    /// Floods floor and doors in four directions from the first such cell. With the hull-first method, it starts at the
    /// first hallway. Records which rooms it did not reach. Returns the number of cells reached and the number of all
    /// cells.
    pub(super) fn flood(&mut self, tiles: &Grid<Tile>) -> ControlFlow<O::Halt, (u32, u32)> {
        let (size, first) = (tiles.size(), self.problem.context.first());
        let open = |c: Cell| matches!(tiles[c], Tile::Floor | Tile::Door);
        let all = size.cells().filter(|&c| open(c)).count() as u32;
        self.observer.on(E::Entered { part: Part::Test, number: all })?;
        let (mut reached, mut count) = (Grid::new(size, false), 0);
        let hallway = self.draft.hallways.first().filter(|_| first).map(|hallway| hallway.from);
        let start = hallway.or_else(|| size.cells().find(|&c| open(c)));
        let mut queue: VecDeque<Cell> = start.into_iter().collect();
        while let Some(cell) = queue.pop_front() {
            if std::mem::replace(&mut reached[cell], true) {
                continue;
            }
            count += 1;
            self.observer.on(E::Flooded { cell, count })?;
            let beside = STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, size));
            queue.extend(beside.filter(|&c| open(c) && !reached[c]));
        }
        self.draft.dry = self.draft.floors.iter().map(|floor| !floor.iter().any(|&c| reached[c])).collect();
        Continue((count, all))
    }

    /// Reports the rooms that cannot be reached.
    pub(super) fn cut_off(&mut self) -> ControlFlow<O::Halt> {
        for room in (0..self.draft.dry.len()).filter(|&room| self.draft.dry[room]).collect::<Vec<_>>() {
            let cell = self.first_of(room);
            self.observer.on(E::CutOff { cell, room: room as u8 + 1 })?;
        }
        Continue(())
    }
}
