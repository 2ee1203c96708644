//! Shared parts of the five rules: slopes, wedges, the axes of sectors, the range, the stack of wedges, and the events.
//! Slopes are exact fractions of half cells.

use super::context::{Hidden, How};
use super::event::ShadowEvent as E;
use super::sight::{Found, Ground, Look, Shape, Sight, Variant, Veil};
use crate::event::{Encode, Show, Value};
use crate::{Cell, Dir, Observer, Size};
use std::fmt;
use std::ops::ControlFlow;

/// A direction from the eye, as a fraction of half cells.
///
/// In an octant or quadrant, `lateral` runs along the row and `depth` (above 0) away from the eye. The slope is
/// lateral / depth. In `portal` they are the x and y of a vector to a corner.
///
/// On the largest map a corner is at most 32,767 half cells away. So each part fits in 16 bits, and the products
/// that compare two slopes fit in 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub struct Slope {
    pub lateral: i16,
    pub depth: i16,
}

impl Slope {
    #[inline]
    pub const fn new(lateral: i32, depth: i32) -> Self {
        Self { lateral: lateral as i16, depth: depth as i16 }
    }

    #[inline]
    pub const fn parts(self) -> (i32, i32) {
        (self.lateral as i32, self.depth as i32)
    }

    /// Returns the cross product with `other`. It is positive if `other` has the smaller slope. For vectors on a map
    /// with y downward, it is positive if `other` is clockwise of this vector.
    #[inline]
    pub(crate) const fn cross(self, other: Self) -> i32 {
        self.lateral as i32 * other.depth as i32 - self.depth as i32 * other.lateral as i32
    }

    /// Formats the cross product with another side as a calculation: `1 · 3 − −1 · 5 = 8`.
    pub(super) fn product(self, other: Self) -> String {
        let [a, b, c, d] = [self.lateral, other.depth, self.depth, other.lateral].map(|n| signed(n.into()));
        format!("{a} · {b} − {c} · {d} = {}", self.cross(other))
    }

    #[inline]
    pub const fn below(self, other: Self) -> bool {
        self.cross(other) < 0
    }

    #[inline]
    pub(crate) fn float(self) -> f64 {
        self.lateral as f64 / self.depth as f64
    }
}

impl fmt::Display for Slope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", signed(self.lateral.into()), self.depth)
    }
}

impl Show for Slope {
    fn show(self) -> Option<Value> {
        let (lateral, depth) = self.parts();
        Some(Value::Ratio(lateral, depth))
    }
}

/// A part of the view that is still to be scanned: all directions between two slopes, from a row on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub struct Wedge {
    /// The smaller slope: the *minimum*, the *start* of a quadrant, or Bergström's *end*. In `portal`, the left side.
    pub low: Slope,
    /// The larger slope: the *maximum*, the *end* of a quadrant, or Bergström's *start*. In `portal`, the right side.
    pub high: Slope,
    /// Whether the smaller slope belongs to the wedge. Only `recursive` uses this.
    pub inclusive: bool,
    pub depth: u16,
    pub light: u8,
}

impl Wedge {
    /// Creates a wedge that begins at the eye with full light.
    pub const fn whole(low: Slope, high: Slope) -> Self {
        Self { low, high, inclusive: true, depth: 1, light: u8::MAX }
    }
}

pub(super) fn vector(v: Slope) -> String {
    format!("({}, {})", signed(v.lateral.into()), signed(v.depth.into()))
}

/// Formats `n` times a slope as an exact fraction, or as a whole number if it is one.
pub(super) fn times(n: i32, slope: Slope) -> String {
    let (lateral, depth) = slope.parts();
    match n * lateral {
        whole if depth > 0 && whole % depth == 0 => signed(whole / depth),
        product => format!("{}/{depth}", signed(product)),
    }
}

/// Formats a number with a true minus sign.
pub(super) fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// Formats an odd number of half cells as cells: `2½`.
pub(super) fn halves(n: i32) -> String {
    let sign = if n < 0 { "−" } else { "" };
    match n.abs() / 2 {
        0 => format!("{sign}½"),
        whole => format!("{sign}{whole}½"),
    }
}

/// A part of all directions. Rows go away from the eye along `depth`, and the cells of a row follow each other along
/// `lateral`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sector {
    pub depth: Dir,
    pub lateral: Dir,
    pub name: &'static str,
}

const fn sector(depth: Dir, lateral: Dir, name: &'static str) -> Sector {
    Sector { depth, lateral, name }
}

/// The eight octants, in pairs that share a diagonal.
pub(super) const OCTANTS: [Sector; 8] = [
    sector(Dir::N, Dir::E, "north-north-east"),
    sector(Dir::E, Dir::N, "east-north-east"),
    sector(Dir::E, Dir::S, "east-south-east"),
    sector(Dir::S, Dir::E, "south-south-east"),
    sector(Dir::S, Dir::W, "south-south-west"),
    sector(Dir::W, Dir::S, "west-south-west"),
    sector(Dir::W, Dir::N, "west-north-west"),
    sector(Dir::N, Dir::W, "north-north-west"),
];

/// The four quadrants, with laterals from −depth to depth, eastward or southward.
pub(super) const QUADRANTS: [Sector; 4] = [
    sector(Dir::N, Dir::E, "north"),
    sector(Dir::E, Dir::S, "east"),
    sector(Dir::S, Dir::E, "south"),
    sector(Dir::W, Dir::S, "west"),
];

/// The eight octants of `strips`. For each quadrant, the half with slopes from −1 to 0 comes first, then the half
/// with slopes from 0 to 1.
pub(super) const HALVES: [Sector; 8] = [
    sector(Dir::N, Dir::E, "north-north-west"),
    sector(Dir::N, Dir::E, "north-north-east"),
    sector(Dir::E, Dir::S, "east-north-east"),
    sector(Dir::E, Dir::S, "east-south-east"),
    sector(Dir::S, Dir::E, "south-south-west"),
    sector(Dir::S, Dir::E, "south-south-east"),
    sector(Dir::W, Dir::S, "west-north-west"),
    sector(Dir::W, Dir::S, "west-south-west"),
];

/// Returns the cell at a place, if it is on the grid.
#[inline]
pub(super) fn on_grid(x: i32, y: i32, size: Size) -> Option<Cell> {
    (x >= 0 && y >= 0 && x < size.width as i32 && y < size.height as i32).then(|| Cell::new(x as u16, y as u16))
}

/// Returns (x, y) of a cell, in cells from `eye`.
pub(super) const fn from_eye(eye: Cell, cell: Cell) -> (i32, i32) {
    (cell.x as i32 - eye.x as i32, cell.y as i32 - eye.y as i32)
}

impl Sector {
    /// Returns the place at (lateral, depth), in cells from `eye`. It may be off the grid.
    #[inline]
    pub(crate) fn point(self, eye: Cell, lateral: i32, depth: i32) -> (i32, i32) {
        let ((lx, ly), (dx, dy)) = (self.lateral.offset(), self.depth.offset());
        (eye.x as i32 + lx * lateral + dx * depth, eye.y as i32 + ly * lateral + dy * depth)
    }

    /// Returns the cell at (lateral, depth) from `eye`, if it is on the grid.
    #[inline]
    pub(crate) fn cell(self, eye: Cell, lateral: i32, depth: i32, size: Size) -> Option<Cell> {
        let (x, y) = self.point(eye, lateral, depth);
        on_grid(x, y, size)
    }

    /// Returns (lateral, depth) of a cell, in cells from `eye`.
    pub(crate) fn place(self, eye: Cell, cell: Cell) -> (i32, i32) {
        let (x, y) = from_eye(eye, cell);
        let along = |d: Dir| d.offset().0 * x + d.offset().1 * y;
        (along(self.lateral), along(self.depth))
    }
}

/// Returns the number of cells from `eye` to the edge of the grid in a straight direction, without the eye's own.
pub(super) const fn reach(eye: Cell, dir: Dir, size: Size) -> i32 {
    match dir {
        Dir::E => size.width as i32 - 1 - eye.x as i32,
        Dir::W => eye.x as i32,
        Dir::S => size.height as i32 - 1 - eye.y as i32,
        _ => eye.y as i32,
    }
}

/// A look in progress.
pub(super) struct Scan<'a, G, O> {
    ground: &'a G,
    pub size: Size,
    pub eye: Cell,
    pub look: &'a Look,
    pub sight: &'a mut Sight,
    observer: &'a mut O,
    /// Number of the current sector.
    pub at: u8,
    last_row: i32,
    most: i32,
    shape: Shape,
}

impl<'a, G: Ground, O: Observer<E>> Scan<'a, G, O> {
    pub(super) fn new(ground: &'a G, look: &'a Look, sight: &'a mut Sight, observer: &'a mut O) -> Self {
        Self {
            size: ground.size(),
            ground,
            eye: look.eye,
            last_row: look.last_row(),
            most: look.max_measure(),
            shape: look.measured(),
            look,
            sight,
            observer,
            at: 0,
        }
    }

    #[inline]
    pub(super) fn on(&mut self, event: E) -> ControlFlow<O::Halt> {
        self.observer.on(event)
    }

    #[inline]
    pub(super) fn veil(&self, cell: Cell) -> Veil {
        self.ground.veil(cell)
    }

    /// Returns whether a cell at (dx, dy) from the eye is in range.
    #[inline]
    pub(super) const fn in_range(&self, dx: i32, dy: i32) -> bool {
        self.shape.measure(dx, dy) <= self.most
    }

    /// Returns the cell that follows the end of a row in memory: the first cell of the next row. Columns have none.
    pub(super) fn next_row(&self, sector: Sector, depth: i32) -> Option<Cell> {
        let (_, y) = sector.point(self.eye, 0, depth);
        (sector.lateral == Dir::E).then(|| on_grid(0, y + 1, self.size)).flatten()
    }

    pub(super) fn enter(&mut self, sector: usize) -> ControlFlow<O::Halt> {
        self.at = sector as u8;
        self.on(E::Entered { sector: self.at })
    }

    /// Scans each sector, starting with its whole wedge between two slopes, row by row until the stack is empty.
    pub(super) fn sectors(
        &mut self,
        sectors: &[Sector],
        whole: impl Fn(usize) -> (i32, i32),
        row: impl Fn(&mut Self, Sector, Wedge) -> ControlFlow<O::Halt>,
    ) -> ControlFlow<O::Halt> {
        for (number, &sector) in sectors.iter().enumerate() {
            let rows = reach(self.eye, sector.depth, self.size);
            let (low, high) = whole(number);
            self.enter(number)?;
            self.push(Wedge::whole(Slope::new(low, 1), Slope::new(high, 1)))?;
            while let Some(wedge) = self.pop(rows)? {
                row(self, sector, wedge)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts a wedge on the stack. `recursive` drops a wedge whose ends are equal.
    #[inline]
    pub(super) fn push(&mut self, wedge: Wedge) -> ControlFlow<O::Halt> {
        if self.look.variant == Variant::Recursive && wedge.low.cross(wedge.high) == 0 {
            return self.on(E::Dropped { sector: self.at, why: Hidden::Equal, wedge });
        }
        let height = Self::height(self.sight.stack.len());
        self.sight.stack.push(wedge);
        self.on(E::Pushed { sector: self.at, height, wedge })
    }

    /// Ends a row. `rest` is the remaining part of its wedge. `light` is the light left after the last cell, if the
    /// row had one.
    pub(super) fn end_row(&mut self, wedge: Wedge, rest: Wedge, light: Option<u8>) -> ControlFlow<O::Halt> {
        match light {
            Some(0) => ControlFlow::Continue(()),
            Some(light) => self.push(Wedge { light, ..rest }),
            None => self.on(E::Emptied { sector: self.at, wedge }),
        }
    }

    /// Takes wedges off the stack until one has a row to scan. Wedges outside the map or out of range end here.
    #[inline]
    pub(super) fn pop(&mut self, rows: i32) -> ControlFlow<O::Halt, Option<Wedge>> {
        while let Some(wedge) = self.sight.stack.pop() {
            let height = Self::height(self.sight.stack.len());
            let why = match wedge.depth as i32 {
                d if d > rows => Hidden::OffMap,
                d if d > self.last_row => Hidden::Range,
                _ => {
                    self.sight.strips += 1;
                    self.on(E::Scanned { sector: self.at, height, wedge })?;
                    return ControlFlow::Continue(Some(wedge));
                }
            };
            self.on(E::Ended { sector: self.at, height, why, wedge })?;
        }
        ControlFlow::Continue(None)
    }

    /// Converts a height on a stack for use in events.
    pub(super) fn height(height: usize) -> u16 {
        height.min(u16::MAX.into()) as u16
    }

    /// Handles a cell touched by the wedge `low` … `high`. The cell is seen if it is in range.
    #[inline]
    pub(super) fn touch(&mut self, cell: Cell, light: u8, how: How, low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        let (dx, dy) = from_eye(self.eye, cell);
        if !self.in_range(dx, dy) {
            return self.hid(cell, Hidden::Range, low, high);
        }
        self.lit(cell, light, how, low, high)
    }

    #[inline]
    pub(super) fn lit(&mut self, cell: Cell, light: u8, how: How, low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        let found = self.sight.mark(cell, light);
        // The diagonal belongs to both octants of a pair in `recursive`. Its event is sent only once.
        if found == Found::Again && how == How::Diagonal {
            return ControlFlow::Continue(());
        }
        self.on(E::Lit { cell, sector: self.at, light, how, found, low, high })
    }

    /// Reports that the wedge is cut before a cell, at its outer and inner slope. Cells outside the map are not
    /// reported.
    #[inline]
    pub(super) fn cut(
        &mut self,
        cell: Option<Cell>,
        (was, now): (u8, u8),
        low: Slope,
        high: Slope,
    ) -> ControlFlow<O::Halt> {
        let Some(cell) = cell else { return ControlFlow::Continue(()) };
        self.on(E::Cut { cell, sector: self.at, was, now, low, high })
    }

    #[inline]
    pub(super) fn hid(&mut self, cell: Cell, why: Hidden, low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        self.on(E::Hid { cell, sector: self.at, why, low, high })
    }
}
