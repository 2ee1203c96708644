//! What entering single cells costs, where a hand has written a number on them: the sheet of a student.

use super::{MAX_WEIGHT, Scene};
use crate::geometry::Cell;
use crate::grid::Grid;

impl Scene {
    /// By how much a step onto a cell is multiplied, 1 to 9, where that stands in place of what its tile adds.
    pub fn weight(&self, cell: Cell) -> Option<u8> {
        self.weights.as_ref()?.get(cell).copied().filter(|&n| n != 0)
    }

    /// Gives a cell a weight, at most [`MAX_WEIGHT`], or takes it away by 0; the answer is the one before, 0 for none. A cell
    /// off the map is let be.
    pub fn set_weight(&mut self, cell: Cell, weight: u8) -> u8 {
        let before = self.weight(cell).unwrap_or(0);
        self.set_weights([(cell, weight)]);
        before
    }

    /// Gives cells weights, or takes them away by 0. A scene in which no cell has one is as if it never had any.
    pub fn set_weights(&mut self, cells: impl IntoIterator<Item = (Cell, u8)>) {
        let size = self.size();
        let mut fewer = false;
        for (cell, weight) in cells {
            if !size.contains(cell) || self.weight(cell).unwrap_or(0) == weight {
                continue;
            }
            self.weights.get_or_insert_with(|| Grid::new(size, 0))[cell] = weight.min(MAX_WEIGHT);
            fewer |= weight == 0;
        }
        if fewer {
            self.drop_empty_weights();
        }
    }

    /// Forgets weights of which none is left.
    pub fn drop_empty_weights(&mut self) {
        self.weights.take_if(|all| all.as_slice().iter().all(|&n| n == 0));
    }
}
