//! `symmetric-shadowcasting` in its fastest form: a border of walls replaces tests for the edge, and the distance is
//! tested only if there is a radius.

use super::peer::bordered;
use gridscope_trace::geometry::Cell;
use gridscope_trace::grid::Grid;

/// A map for this crate's field of view.
pub struct Symmetric {
    /// Number of cells in a row, border included.
    stride: usize,
    free: Vec<bool>,
    seen: Vec<bool>,
}

impl Symmetric {
    /// Builds a map on which no cell has been seen.
    pub fn of(free: &Grid<bool>) -> Self {
        let free_cells = bordered(free, false);
        let seen = vec![false; free_cells.len()];
        Self { stride: usize::from(free.size().width) + 2, free: free_cells, seen }
    }

    /// Computes the field of view from a cell, within a radius if there is one.
    pub fn look(&mut self, eye: Cell, radius: Option<u32>) {
        let Self { stride, free, seen } = self;
        let stride = stride.cast_signed();
        let (x, y) = (eye.x as isize + 1, eye.y as isize + 1);
        seen.fill(false);
        match radius.map(|r| (r * r) as isize) {
            None => symmetric_shadowcasting::compute_fov(
                (x, y),
                &mut |(a, b)| !free[(b * stride + a).cast_unsigned()],
                &mut |(a, b)| seen[(b * stride + a).cast_unsigned()] = true,
            ),
            Some(most) => symmetric_shadowcasting::compute_fov(
                (x, y),
                &mut |(a, b)| (a - x).pow(2) + (b - y).pow(2) > most || !free[(b * stride + a).cast_unsigned()],
                &mut |(a, b)| {
                    if (a - x).pow(2) + (b - y).pow(2) <= most {
                        seen[(b * stride + a).cast_unsigned()] = true;
                    }
                },
            ),
        }
    }

    /// Returns whether the last look saw a cell.
    pub fn sees(&self, cell: Cell) -> bool {
        self.seen[(usize::from(cell.y) + 1) * self.stride + usize::from(cell.x) + 1]
    }
}
