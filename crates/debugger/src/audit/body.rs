//! The footprint of a mover that is larger than a cell. Its cell is the top left one.

use super::facts::Facts;
use gridscope_trace::geometry::{Cell, Dir};

impl Facts {
    /// Returns the first cell under the mover that certainly cannot be entered.
    pub(super) fn blocked_part(&self, cell: Cell) -> Option<Cell> {
        self.body_parts(cell).find(|&part| self.is_outside(part) || self.is_cell_blocked(part))
    }

    /// Returns whether the mover certainly cannot be on a cell.
    pub(super) fn is_blocked(&self, cell: Cell) -> bool {
        if self.body == (1, 1) { self.is_cell_blocked(cell) } else { self.blocked_part(cell).is_some() }
    }

    /// Returns whether the mover can certainly be on a cell: it covers floor, or tiles that the program enters elsewhere.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        if self.body == (1, 1) {
            return self.is_cell_free(cell);
        }
        self.body_parts(cell).all(|part| !self.is_outside(part) && self.is_cell_free(part))
    }

    /// Returns a phrase about what blocks the mover on a cell: `a wall`, or `its 2 × 2 cells cover (3,1), which is a
    /// wall`.
    pub(super) fn what_blocks(&self, cell: Cell) -> String {
        match self.blocked_part(cell).filter(|_| self.body != (1, 1)) {
            None => format!("it is {}", self.what(cell)),
            Some(part) => {
                let ((width, height), what) = (self.body, self.what(part));
                format!("its {width} × {height} cells cover {}, which is {what}", self.place(part))
            }
        }
    }

    /// Returns the cells under the mover. Cells beyond joined edges are on the other side.
    fn body_parts(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (width, height) = self.body;
        let (wide, high) = self.terrain.wraps;
        let one = move |at: u16, by: u16, side: Option<u16>, joined: bool| {
            let to = at.saturating_add(by);
            side.filter(|&side| joined && side > 0).map_or(to, |side| to % side)
        };
        let size = self.size();
        (0..height).flat_map(move |dy| {
            (0..width).map(move |dx| {
                let x = one(cell.x, dx, size.map(|size| size.width), wide);
                Cell::new(x, one(cell.y, dy, size.map(|size| size.height), high))
            })
        })
    }

    /// Returns whether there is a wall between two cells that share a side, for any part of the mover.
    pub(super) fn has_wall_between(&self, from: Cell, to: Cell) -> bool {
        if self.edges.is_empty() {
            return false;
        }
        let Some(size) = self.size() else { return false };
        let straight = Dir::ALL.into_iter().filter(|dir| !dir.is_diagonal());
        straight.filter(|&dir| self.terrain.step(size, from, dir) == Some(to)).any(|dir| {
            let ahead = |part: Cell| self.terrain.step(size, part, dir);
            let leads = |part: &Cell| self.body_parts(from).all(|other| Some(other) != ahead(*part));
            self.body_parts(from).filter(leads).any(|part| self.edges.contains(&(part, dir)))
        })
    }

    /// Returns whether a side cell of a diagonal step is blocked, by its tile or by a wall between the cells.
    pub(super) fn is_side_blocked(&self, from: Cell, side: Cell, to: Cell) -> bool {
        self.is_blocked(side) || self.has_wall_between(from, side) || self.has_wall_between(side, to)
    }

    /// Returns whether a cell is outside the stated ground.
    fn is_outside(&self, cell: Cell) -> bool {
        self.size().is_some_and(|size| !size.contains(cell))
    }
}
