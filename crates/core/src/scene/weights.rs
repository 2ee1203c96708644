//! What entering single cells costs, where a hand has written a number on them: the sheet of a student.

use super::{MAX_WEIGHT, Scene};
use crate::geometry::Cell;
use crate::grid::Grid;

impl Scene {
    /// By how much a step onto a cell is multiplied, 1 to 9, where that stands in place of what its tile adds.
    pub fn weight(&self, cell: Cell) -> Option<u8> {
        self.weights.as_ref()?.get(cell).copied().filter(|&n| n != 0)
    }

    /// Gives a cell a weight, at most [`MAX_WEIGHT`], or takes it away by 0; the answer is the one before. A scene in which no cell has one is
    /// as if it never had any. A cell off the map is let be.
    pub fn set_weight(&mut self, cell: Cell, weight: u8) -> u8 {
        let size = self.size();
        if !size.contains(cell) {
            return 0;
        }
        let before = self.weight(cell).unwrap_or(0);
        if before != weight {
            self.weights.get_or_insert_with(|| Grid::new(size, 0))[cell] = weight.min(MAX_WEIGHT);
            if weight == 0 {
                self.drop_empty_weights();
            }
        }
        before
    }

    /// Forgets weights of which none is left.
    pub fn drop_empty_weights(&mut self) {
        self.weights.take_if(|all| all.as_slice().iter().all(|&n| n == 0));
    }
}
