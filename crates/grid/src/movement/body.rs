//! Walkers that are wider than a cell: which cells their body takes up, and where it fits.
//!
//! ```text
//! width 2: A x     width 3: x x x     A the anchor, the cell that says where the walker stands: the middle one, and where
//!          x x              x A x     there is none, the one up and left of the middle
//!                           x x x
//! ```
//!
//! Where a body fits, its anchor may stand: a search for it asks the map of anchors instead of the map of cells, and
//! everything else about steps, corners and prices stays as it is for one cell. By the distance to the nearest wall, with
//! eight neighbours, a body of width w fits where the value of its middle, one cell or four, is at least w / 2, rounded up.

use crate::geometry::{Cell, Size};

/// A square of cells that a walker takes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    width: u8,
}

impl Body {
    /// One cell.
    pub const CELL: Self = Self { width: 1 };
    /// The widest that there is, in cells.
    pub const MOST: i64 = 9;

    /// A body of that width; of the nearest that there is where it is none from 1 to [`Body::MOST`].
    pub fn new(width: i64) -> Self {
        let width = u8::try_from(width.clamp(1, Self::MOST)).unwrap_or(1);
        Self { width }
    }

    /// How many cells it is wide and high.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Whether it is wider than a cell.
    pub const fn is_wide(self) -> bool {
        self.width > 1
    }

    /// How many cells it has left of its anchor, and above it.
    const fn before(self) -> u16 {
        (self.width as u16 - 1) / 2
    }

    /// How many cells it has right of its anchor, and below it.
    const fn after(self) -> u16 {
        self.width as u16 / 2
    }

    /// The cells that it takes up at an anchor, row by row, as far as they lie on the map.
    pub fn cells(self, anchor: Cell, size: Size) -> impl Iterator<Item = Cell> {
        square(anchor, self.before(), self.after(), size)
    }

    /// The anchors at which it takes up a cell, row by row, as far as they lie on the map.
    pub fn anchors(self, cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
        square(cell, self.after(), self.before(), size)
    }

    /// Whether it fits at an anchor: all of it lies on the map, on cells that are free.
    pub fn fits(self, anchor: Cell, size: Size, free: impl Fn(Cell) -> bool) -> bool {
        let (before, after) = (self.before(), self.after());
        let inside = |at: u16, end: u16| at >= before && u32::from(at) + u32::from(after) < u32::from(end);
        inside(anchor.x, size.width) && inside(anchor.y, size.height) && self.cells(anchor, size).all(free)
    }

    /// Whether it takes up a cell at an anchor.
    pub fn covers(self, anchor: Cell, cell: Cell) -> bool {
        self.apart(anchor, cell) == 0
    }

    /// Its corners at an anchor, in cells from the top left corner of the map, the first the top left one.
    pub fn corners(self, anchor: Cell) -> [[f64; 2]; 4] {
        let (before, after) = (f64::from(self.before()), f64::from(self.after()) + 1.0);
        let [left, top] = [f64::from(anchor.x) - before, f64::from(anchor.y) - before];
        let [right, bottom] = [f64::from(anchor.x) + after, f64::from(anchor.y) + after];
        [[left, top], [right, top], [right, bottom], [left, bottom]]
    }

    /// Whether two of them at these anchors would take up the same cell.
    pub const fn meets(self, anchor: Cell, other: Cell) -> bool {
        let (dx, dy) = anchor.delta(other);
        dx < self.width as u32 && dy < self.width as u32
    }

    /// How far a cell lies from it at an anchor, diagonal steps counting 1; 0 for its own cells.
    pub fn apart(self, anchor: Cell, cell: Cell) -> u32 {
        let gap = |at: u16, to: u16| {
            let low = u32::from(at).saturating_sub(u32::from(self.before()));
            let high = u32::from(at) + u32::from(self.after());
            low.saturating_sub(to.into()).max(u32::from(to).saturating_sub(high))
        };
        gap(anchor.x, cell.x).max(gap(anchor.y, cell.y))
    }
}

/// The cells on the map from so many columns and rows before one to so many after it.
fn square(cell: Cell, before: u16, after: u16, size: Size) -> impl Iterator<Item = Cell> {
    let range = |at: u16, end: u16| at.saturating_sub(before)..at.saturating_add(after).saturating_add(1).min(end);
    let columns = range(cell.x, size.width);
    range(cell.y, size.height).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}
