//! Cells, directions and sizes of a grid. x grows to the right, y grows downward, (0, 0) is the top left cell.

mod convert;

pub use convert::CellError;

use std::cmp::Ordering;
use std::fmt;

/// The longest side that a grid may have, in cells.
pub const MAX_SIDE: u32 = 16_384;
/// The most cells that a grid may have: 4096 × 4096.
pub const MAX_CELLS: u64 = 4096 * 4096;

/// The address of one cell: column `x` (to the right) and row `y` (downward), both from 0.
///
/// Written and read as `[x, y]` in files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[u16; 2]", into = "[u16; 2]"))]
pub struct Cell {
    /// Column, from the left.
    pub x: u16,
    /// Row, from the top.
    pub y: u16,
}

impl Cell {
    /// Creates the cell in column `x` and row `y`.
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// Returns the centre of the cell, in cells from the top left corner of the map.
    pub const fn middle(self) -> [f64; 2] {
        [self.x as f64 + 0.5, self.y as f64 + 0.5]
    }

    /// Returns the distance to `other` along each axis, in cells, without sign.
    pub const fn delta(self, other: Self) -> (u32, u32) {
        (self.x.abs_diff(other.x) as u32, self.y.abs_diff(other.y) as u32)
    }

    /// Returns whether a straight or diagonal line joins this cell to `to`.
    pub const fn is_in_line(self, to: Self) -> bool {
        let (dx, dy) = self.delta(to);
        dx == 0 || dy == 0 || dx == dy
    }

    /// Returns the cells of the straight or diagonal line to `to`. The line includes `to` but not this cell. It is
    /// empty if no such line joins the two.
    pub fn run_to(self, to: Self) -> Vec<Self> {
        if !self.is_in_line(to) {
            return Vec::new();
        }
        let (dx, dy) = self.delta(to);
        let toward = |from: u16, to: u16, k: u16| match from.cmp(&to) {
            Ordering::Less => from + k,
            Ordering::Equal => from,
            Ordering::Greater => from - k,
        };
        (1..=dx.max(dy) as u16).map(|k| Self::new(toward(self.x, to.x, k), toward(self.y, to.y, k))).collect()
    }

    /// Returns the cell `right` columns to the right and `down` rows below, or `None` if no cell can have these
    /// coordinates.
    pub fn moved(self, (right, down): (i32, i32)) -> Option<Self> {
        let one = |at: u16, by: i32| u16::try_from(i32::from(at).checked_add(by)?).ok();
        Some(Self::new(one(self.x, right)?, one(self.y, down)?))
    }

    /// Returns the neighbour in direction `dir`, or `None` if it is off a grid of `size`.
    #[inline]
    pub fn step(self, dir: Dir, size: Size) -> Option<Self> {
        let (dx, dy) = dir.offset();
        let (x, y) = (self.x as i32 + dx, self.y as i32 + dy);
        (x >= 0 && y >= 0 && x < size.width as i32 && y < size.height as i32).then(|| Self::new(x as u16, y as u16))
    }

    /// Returns the neighbour in direction `dir`, which must be on the grid.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub const fn neighbour(self, dir: Dir) -> Self {
        let (dx, dy) = dir.offset();
        Self::new(self.x.wrapping_add_signed(dx as i16), self.y.wrapping_add_signed(dy as i16))
    }

    /// Returns the direction to `other`, or `None` if it is not one of the eight neighbours.
    pub fn direction_to(self, other: Self) -> Option<Dir> {
        let d = (other.x as i32 - self.x as i32, other.y as i32 - self.y as i32);
        Dir::ALL.into_iter().find(|dir| dir.offset() == d)
    }
}

/// Reading order: row by row, and within a row from the left.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Cell {
    /// Parses a cell from text such as `3,2` or `(3, 2)`.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let inner = text.strip_prefix('(').map_or(Some(text), |rest| rest.strip_suffix(')'))?;
        let (x, y) = inner.split_once(',')?;
        let number = |text: &str| {
            let digits = text.trim();
            // Rejects signs such as `+3`, which `parse` would accept.
            digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
        };
        Some(Self::new(number(x)?, number(y)?))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A direction from a cell to one of its eight neighbours. North is up, toward smaller y.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Dir {
    /// East, (+1, 0).
    E,
    /// West, (−1, 0).
    W,
    /// South, (0, +1).
    S,
    /// North, (0, −1).
    N,
    /// South-east, (+1, +1).
    Se,
    /// South-west, (−1, +1).
    Sw,
    /// North-east, (+1, −1).
    Ne,
    /// North-west, (−1, −1).
    Nw,
}

impl Dir {
    /// All eight directions in the default neighbour order: E, W, S, N, then SE, SW, NE, NW.
    pub const ALL: [Self; 8] = [Self::E, Self::W, Self::S, Self::N, Self::Se, Self::Sw, Self::Ne, Self::Nw];

    /// The four straight directions: E, W, S, N.
    pub const STRAIGHT: [Self; 4] = [Self::E, Self::W, Self::S, Self::N];

    /// All eight directions in the order used on Dijkstra maps: N, E, S, W, then NE, SE, SW, NW.
    pub const WINDS: [Self; 8] = [Self::N, Self::E, Self::S, Self::W, Self::Ne, Self::Se, Self::Sw, Self::Nw];

    /// Returns the step (dx, dy) in cells.
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        // A table: searches use directions in random order, so a branch for each direction would mostly be
        // mispredicted.
        const OFFSETS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
        OFFSETS[self as usize]
    }

    /// Returns whether the direction is diagonal.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::Se | Self::Sw | Self::Ne | Self::Nw)
    }

    /// Returns the two straight directions that make up a diagonal, horizontal first, or `None` for a straight
    /// direction.
    #[inline]
    pub const fn parts(self) -> Option<(Self, Self)> {
        match self {
            Self::Se => Some((Self::E, Self::S)),
            Self::Sw => Some((Self::W, Self::S)),
            Self::Ne => Some((Self::E, Self::N)),
            Self::Nw => Some((Self::W, Self::N)),
            _ => None,
        }
    }

    /// Returns the opposite direction.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        const OPPOSITES: [Dir; 8] = [Dir::W, Dir::E, Dir::N, Dir::S, Dir::Nw, Dir::Ne, Dir::Sw, Dir::Se];
        OPPOSITES[self as usize]
    }

    /// Returns an arrow glyph that points in this direction.
    pub const fn arrow(self) -> char {
        match self {
            Self::E => '→',
            Self::W => '←',
            Self::S => '↓',
            Self::N => '↑',
            Self::Se => '↘',
            Self::Sw => '↙',
            Self::Ne => '↗',
            Self::Nw => '↖',
        }
    }

    /// Returns the direction as a word, such as `north-east`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::E => "east",
            Self::W => "west",
            Self::S => "south",
            Self::N => "north",
            Self::Se => "south-east",
            Self::Sw => "south-west",
            Self::Ne => "north-east",
            Self::Nw => "north-west",
        }
    }

    /// Returns the lower-case name used in files: `e`, `w`, `s`, `n`, `se`, `sw`, `ne`, `nw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::E => "e",
            Self::W => "w",
            Self::S => "s",
            Self::N => "n",
            Self::Se => "se",
            Self::Sw => "sw",
            Self::Ne => "ne",
            Self::Nw => "nw",
        }
    }
}

/// Width and height of a grid, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Size {
    /// Creates a size without checking it. Use [`Size::checked`] for sizes that may be out of bounds.
    pub const fn new(width: u16, height: u16) -> Self {
        Self { width, height }
    }

    /// Checks a requested size before any memory is allocated.
    ///
    /// # Errors
    /// Returns a [`SizeError`] if a side is zero or above [`MAX_SIDE`], or if there would be more than [`MAX_CELLS`]
    /// cells.
    pub fn checked(width: u64, height: u64) -> Result<Self, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty);
        }
        if width > MAX_SIDE as u64 || height > MAX_SIDE as u64 || width * height > MAX_CELLS {
            return Err(SizeError::TooLarge { width, height });
        }
        Ok(Self::new(width as u16, height as u16))
    }

    /// Returns the number of cells.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns whether the cell is on a grid of this size.
    pub const fn contains(self, c: Cell) -> bool {
        c.x < self.width && c.y < self.height
    }

    /// Returns the row-major index of a cell of this grid.
    #[inline]
    pub const fn index(self, c: Cell) -> usize {
        c.y as usize * self.width as usize + c.x as usize
    }

    /// Returns the cell with this row-major index, which must be below [`Size::area`].
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        let w = self.width as usize;
        Cell::new((index % w) as u16, (index / w) as u16)
    }

    /// Returns an iterator over all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Cell::new(x, y)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.width, self.height)
    }
}

/// The reason why a size is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// A side is zero.
    Empty,
    /// A side or the area is over the limit.
    TooLarge {
        /// The requested width, in cells.
        width: u64,
        /// The requested height, in cells.
        height: u64,
    },
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the map has no cells; at least one row of one cell is expected"),
            Self::TooLarge { width, height } => write!(
                f,
                "a map of {width} × {height} cells is too large; at most {MAX_SIDE} a side and {MAX_CELLS} cells in all are \
                 allowed"
            ),
        }
    }
}

impl std::error::Error for SizeError {}
