//! Walkers that are wider than one cell: which cells their body covers, and where it fits.
//!
//! ```text
//! width 2: A x     width 3: x x x     A is the anchor, the cell that gives the walker's position:
//!          x x              x A x     the middle cell, or for an even width
//!                           x x x     the cell up and left of the middle
//! ```
//!
//! The search for a wide walker uses the map of cells where its anchor may be, instead of the map of free cells. Steps,
//! corner cutting and costs work as for a walker of one cell. The distance to the nearest wall also shows where a body
//! fits, with eight neighbours: a body of width w fits if the distance at its middle (one cell or four) is at least
//! w/2, rounded up.

use crate::geometry::{Cell, Size};

/// A square of cells that a walker covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    width: u8,
}

impl Body {
    /// A body of one cell.
    pub const CELL: Self = Self { width: 1 };
    /// Largest width, in cells.
    pub const MAX_WIDTH: i64 = 9;

    /// Creates a body of that width, clamped to 1 through [`Body::MAX_WIDTH`].
    pub fn new(width: i64) -> Self {
        let width = u8::try_from(width.clamp(1, Self::MAX_WIDTH)).unwrap_or(1);
        Self { width }
    }

    /// Returns the width, which is also the height, in cells.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns whether the body is wider than one cell.
    pub const fn is_wide(self) -> bool {
        self.width > 1
    }

    /// Returns the number of cells left of the anchor, which is also the number above it.
    const fn before(self) -> u16 {
        (self.width as u16 - 1) / 2
    }

    /// Returns the number of cells right of the anchor, which is also the number below it.
    const fn after(self) -> u16 {
        self.width as u16 / 2
    }

    /// Returns the cells that the body covers at an anchor, row by row. Cells off the map are left out.
    pub fn cells(self, anchor: Cell, size: Size) -> impl Iterator<Item = Cell> {
        square(anchor, self.before(), self.after(), size)
    }

    /// Returns the anchors at which the body covers a cell, row by row. Anchors off the map are left out.
    pub fn anchors(self, cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
        square(cell, self.after(), self.before(), size)
    }

    /// Returns whether the body fits at an anchor: it is entirely on the map, and all its cells are free.
    pub fn fits(self, anchor: Cell, size: Size, free: impl Fn(Cell) -> bool) -> bool {
        let (before, after) = (self.before(), self.after());
        let inside = |at: u16, end: u16| at >= before && u32::from(at) + u32::from(after) < u32::from(end);
        inside(anchor.x, size.width) && inside(anchor.y, size.height) && self.cells(anchor, size).all(free)
    }

    /// Returns whether the body at an anchor covers a cell.
    pub fn covers(self, anchor: Cell, cell: Cell) -> bool {
        self.apart(anchor, cell) == 0
    }

    /// Returns the corners of the body at an anchor, in cells from the top left corner of the map. The top left corner
    /// comes first.
    pub fn corners(self, anchor: Cell) -> [[f64; 2]; 4] {
        let (before, after) = (f64::from(self.before()), f64::from(self.after()) + 1.0);
        let [left, top] = [f64::from(anchor.x) - before, f64::from(anchor.y) - before];
        let [right, bottom] = [f64::from(anchor.x) + after, f64::from(anchor.y) + after];
        [[left, top], [right, top], [right, bottom], [left, bottom]]
    }

    /// Returns whether two bodies of this width at these anchors would overlap.
    pub const fn meets(self, anchor: Cell, other: Cell) -> bool {
        let (dx, dy) = anchor.delta(other);
        dx < self.width as u32 && dy < self.width as u32
    }

    /// Returns the distance from the body at an anchor to a cell. Diagonal steps count 1. The distance to a covered
    /// cell is 0.
    pub fn apart(self, anchor: Cell, cell: Cell) -> u32 {
        let gap = |at: u16, to: u16| {
            let low = u32::from(at).saturating_sub(u32::from(self.before()));
            let high = u32::from(at) + u32::from(self.after());
            low.saturating_sub(to.into()).max(u32::from(to).saturating_sub(high))
        };
        gap(anchor.x, cell.x).max(gap(anchor.y, cell.y))
    }
}

/// Returns the cells on the map from `before` columns and rows before a cell to `after` columns and rows after it.
fn square(cell: Cell, before: u16, after: u16, size: Size) -> impl Iterator<Item = Cell> {
    let range = |at: u16, end: u16| at.saturating_sub(before)..at.saturating_add(after).saturating_add(1).min(end);
    let columns = range(cell.x, size.width);
    range(cell.y, size.height).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}
