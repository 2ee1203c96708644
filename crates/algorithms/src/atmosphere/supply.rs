//! Air of a map for algorithms that walk on it: the same rules, updated step by step without events of their own.

use super::air::{State, is_solid, is_void};
use super::event::Cause;
use super::numbers::LOSS;
use super::rules::{distances, regions};
use super::run::cause;
use crate::observe::StopChecker;
use crate::world::World;
use crate::{Cell, Tile};
use std::ops::ControlFlow::{self, Continue};

/// Effect of a tile change on the air.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    /// Number of cells that started to vent.
    pub(crate) vented: u32,
    /// The open cells whose air changed, with their new air in tenths.
    pub(crate) cells: Vec<(Cell, u8)>,
}

/// The air of a map, in tenths of a full cell.
pub(crate) struct Supply {
    state: State,
}

impl Supply {
    /// Builds the initial air: sealed regions are full, regions open to the void are empty.
    ///
    /// # Errors
    /// Breaks if `goes_on` breaks.
    pub(crate) fn new<H>(world: World, goes_on: impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        let mut state = State::new(world);
        regions(&mut state, Cause::Start, &mut StopChecker::new(goes_on))?;
        Continue(Self { state })
    }

    /// Returns whether a cell that could hold air has none.
    pub(crate) fn is_empty(&self, cell: Cell) -> bool {
        let tile = self.state.world.tiles[cell];
        self.state.air[cell] == 0 && !is_solid(tile) && !is_void(tile)
    }

    /// Returns whether a cell is full of air that does not leave.
    pub(crate) fn is_still(&self, cell: Cell) -> bool {
        self.state.still(cell)
    }

    /// Updates the air after a tile change.
    ///
    /// # Errors
    /// Breaks if `goes_on` breaks.
    pub(crate) fn changed<H>(
        &mut self,
        cell: Cell,
        from: Tile,
        to: Tile,
        goes_on: impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Change> {
        let asking = &mut StopChecker::new(goes_on);
        let before = self.state.air.clone();
        self.state.world.tiles[cell] = to;
        self.state.count_change(cell, from, to);
        if is_void(to) {
            self.state.set_air(cell, 0);
        }
        let vented = match cause(from, to) {
            None => 0,
            Some(cause) => {
                if cause == Cause::Closed {
                    regions(&mut self.state, cause, asking)?;
                }
                distances(&mut self.state, cause, asking)?
            }
        };
        let air = &self.state.air;
        let other = self.state.size().cells().filter(|&c| air[c] != before[c] && !self.state.solid(c));
        Continue(Change { vented, cells: other.map(|c| (c, air[c])).collect() })
    }

    /// Runs a unit of time: each venting cell loses a tenth. Returns these cells with their remaining air.
    pub(crate) fn drain(&mut self) -> Vec<(Cell, u8)> {
        let mut cells = Vec::new();
        for cell in std::mem::take(&mut self.state.venting) {
            let air = self.state.air[cell].saturating_sub(LOSS);
            self.state.set_air(cell, air);
            if air > 0 {
                self.state.venting.push(cell);
            } else {
                self.state.vents[cell] = None;
            }
            cells.push((cell, air));
        }
        cells
    }
}
