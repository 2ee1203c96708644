//! Weights of single cells, which the user can write on the map as on a worksheet.

use super::{MAX_WEIGHT, Scene};
use crate::{Cell, Grid};

impl Scene {
    /// Returns the factor for the cost of a step onto a cell, 1 to 9, or `None` if the cell has none. It replaces the
    /// cost that the tile adds.
    pub fn weight(&self, cell: Cell) -> Option<u8> {
        self.weights.as_ref()?.get(cell).copied().filter(|&n| n != 0)
    }

    /// Sets the weight of a cell, at most [`MAX_WEIGHT`], or removes it with 0. Returns the previous weight, or 0 if
    /// there was none. A cell off the map is ignored.
    pub fn set_weight(&mut self, cell: Cell, weight: u8) -> u8 {
        let before = self.weight(cell).unwrap_or(0);
        self.set_weights([(cell, weight)]);
        before
    }

    /// Sets the weights of several cells, or removes them with 0. If no weight is left, the scene's weights become
    /// `None`.
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

    /// Sets the scene's weights to `None` if no weight is left.
    pub fn drop_empty_weights(&mut self) {
        self.weights.take_if(|all| all.as_slice().iter().all(|&n| n == 0));
    }
}
