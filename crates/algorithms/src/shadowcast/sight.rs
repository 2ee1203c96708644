//! Field of view as a plain function: the cells that an eye sees, by one of five rules, in memory that is reused.

use super::event::ShadowEvent as E;
use super::rules;
use super::scan::{HALVES, OCTANTS, QUADRANTS, Scan, Wedge};
use crate::event::{Encode, Word};
use crate::observe::{Observer, unhalted};
use crate::{Cell, Dir, Grid, Size, Tile};
use std::ops::ControlFlow;

/// The five rules of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Word)]
#[expect(missing_docs, reason = "they are told with their rules")]
pub enum Variant {
    Recursive,
    Strips,
    Symmetric,
    Bergstrom,
    Portal,
}

impl Variant {
    /// Names of the variants in files.
    pub const NAMES: &'static [&'static str] = Self::WORDS;
    /// Labels of the names that are not plain English.
    pub(crate) const LABELS: &'static [(&'static str, &'static str)] =
        &[("portal", "through portals"), ("bergstrom", "classic")];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        self.word()
    }

    /// Returns whether a bush takes half the light. In the other variants a bush is as clear as air.
    pub(crate) const fn grades_light(self) -> bool {
        matches!(self, Self::Recursive | Self::Strips)
    }
}

/// How distance is measured for the range of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word)]
#[expect(missing_docs, reason = "`measure` says it")]
pub enum Shape {
    #[default]
    Circle,
    Square,
    Diamond,
}

impl Shape {
    /// Returns the distance of (dx, dy) by this measure, in cells. For the circle it is squared.
    #[inline]
    pub const fn measure(self, dx: i32, dy: i32) -> i32 {
        let (dx, dy) = (dx.abs(), dy.abs());
        match self {
            Self::Circle => dx * dx + dy * dy,
            Self::Square if dx > dy => dx,
            Self::Square => dy,
            Self::Diamond => dx + dy,
        }
    }
}

/// How `strips` handles a strip that reaches past the edge of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word)]
pub enum Edge {
    /// The strip ends at the last cell of the map. A strip outside the map ends at once. This fixes the bug of 2016.
    #[default]
    End,
    /// Both ends are clamped to the map, so a strip outside the map is moved onto the border. This is the bug of
    /// *Skeleton Crew* (7DRL 2016): vision bent round the edge of the map. The depth is limited only by the map.
    Bend,
    /// The strip reads one cell too many: the first cell of the next row, or something opaque after the last row.
    /// This bug is our own.
    #[word("read-on")]
    ReadOn,
}

/// Default range of McNeill's thief and guards, in cells.
pub(super) const PORTAL_RADIUS: u32 = 20;

/// A look: its start, range and rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names of the others say it")]
pub struct Look {
    pub eye: Cell,
    /// Range in cells. `None` means no limit, or 20 in `portal`.
    pub radius: Option<u32>,
    pub variant: Variant,
    /// The shape of the range, for variants that let the caller choose it.
    pub shape: Shape,
    /// How `strips` handles the edge of the map.
    pub edge: Edge,
}

impl Edge {
    /// Returns the first and last index to scan in a row of `width` cells, for a strip that covers `first` to `last`.
    #[inline]
    pub(crate) fn scanned(self, (first, last): (i32, i32), width: i32) -> (i32, i32) {
        match self {
            Self::End => (first.max(0), last.min(width - 1)),
            Self::Bend => (first.clamp(0, width - 1), last.clamp(0, width - 1)),
            Self::ReadOn => (first.max(0), last.min(width)),
        }
    }
}

impl Look {
    /// Creates a look without limit (20 cells in `portal`), in a circle.
    pub const fn new(variant: Variant, eye: Cell) -> Self {
        Self { eye, radius: None, variant, shape: Shape::Circle, edge: Edge::End }
    }

    /// Returns a copy with this radius, in cells.
    #[must_use]
    pub const fn within(self, radius: u32) -> Self {
        Self { radius: Some(radius), ..self }
    }

    /// Returns the effective radius in cells, or `None` if there is no limit.
    pub(crate) fn limit(&self) -> Option<u32> {
        self.radius.or((self.variant == Variant::Portal).then_some(PORTAL_RADIUS))
    }

    /// Returns the largest [`Shape::measure`] in range. `strips` and `bergstrom` exclude the radius itself.
    pub fn max_measure(&self) -> i32 {
        let Some(radius) = self.limit() else { return i32::MAX };
        // A radius past the longest diagonal sees everything. Limiting it keeps its square within 32 bits.
        let radius = radius.min(32_767) as i32;
        let edge = if self.measured() == Shape::Circle { radius * radius } else { radius };
        if matches!(self.variant, Variant::Strips | Variant::Bergstrom) { edge - 1 } else { edge }
    }

    /// Returns the effective shape. In `strips` and `portal` it is always a circle.
    pub const fn measured(&self) -> Shape {
        if matches!(self.variant, Variant::Strips | Variant::Portal) { Shape::Circle } else { self.shape }
    }

    /// Returns the last row to scan, in cells from the eye. The map may end before it.
    pub(crate) fn last_row(&self) -> i32 {
        let Some(radius) = self.limit() else { return i32::MAX };
        match self.variant {
            // Stops at depth > √2 · R, in whole numbers.
            Variant::Strips if self.edge == Edge::Bend => i32::MAX,
            Variant::Strips => (2 * (radius.min(32_767) as u64).pow(2)).isqrt() as i32,
            _ => radius.min(32_767) as i32,
        }
    }
}

/// The effect of a cell on a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Veil {
    /// How much of the light the cell takes, out of 255: 0 is clear, 255 is opaque.
    pub opacity: u8,
    /// The direction in which light passes a one-way window. In all variants but `portal` such a cell is opaque.
    pub way: Option<Dir>,
}

impl Veil {
    /// A clear cell, such as air.
    pub const CLEAR: Self = Self { opacity: 0, way: None };
    /// An opaque cell, such as a wall.
    pub const OPAQUE: Self = Self { opacity: 255, way: None };
}

impl From<Tile> for Veil {
    #[inline]
    fn from(tile: Tile) -> Self {
        let info = tile.info();
        Self { opacity: info.opacity, way: info.sight }
    }
}

/// A map for looking: the tiles, an actor's belief about the tiles, or a closure.
pub trait Ground {
    /// Returns the width and height, in cells. Everything outside is opaque.
    fn size(&self) -> Size;
    /// Returns the effect of a cell on the map on a look.
    fn veil(&self, cell: Cell) -> Veil;
}

impl Ground for Grid<Tile> {
    #[inline]
    fn size(&self) -> Size {
        Grid::size(self)
    }

    #[inline]
    fn veil(&self, cell: Cell) -> Veil {
        self[cell].into()
    }
}

/// A size and a function of the cell: `(size, |cell| Veil::from(belief[cell]))`.
impl<F: Fn(Cell) -> Veil> Ground for (Size, F) {
    #[inline]
    fn size(&self) -> Size {
        self.0
    }

    #[inline]
    fn veil(&self, cell: Cell) -> Veil {
        (self.1)(cell)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Found {
    #[word("seen")]
    First,
    Brighter,
    #[word("seen already")]
    Again,
}

/// The cells that are seen, and the working memory for looking. Create one and keep it. After the first looks on a
/// map of one size, nothing is allocated any more.
///
/// ```
/// use gridscope_algorithms::shadowcast::{Look, Sight, Variant};
/// use gridscope_trace::geometry::{Cell, Size};
/// use gridscope_trace::{grid::Grid, terrain::Tile};
///
/// let mut room = Grid::new(Size::new(5, 3), Tile::Floor);
/// room[Cell::new(2, 1)] = Tile::Wall;
/// let mut sight = Sight::default();
/// sight.look(&room, &Look::new(Variant::Symmetric, Cell::new(0, 1)));
/// assert!(sight.sees(Cell::new(2, 1)) && !sight.sees(Cell::new(4, 1)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sight {
    size: Size,
    /// Number of the current look. A cell with another stamp is not seen.
    now: u32,
    stamps: Vec<u32>,
    light: Vec<u8>,
    cells: Vec<Cell>,
    pub(super) strips: u64,
    pub(super) stack: Vec<Wedge>,
    pub(super) calls: Vec<rules::Call>,
    pub(super) floods: Vec<rules::Flood>,
}

impl Sight {
    /// Looks, replacing the result of the look before. An eye outside the map sees nothing.
    pub fn look<G: Ground>(&mut self, ground: &G, look: &Look) {
        unhalted(self.observe(ground, look, &mut ()));
    }

    /// Looks and reports events to an observer.
    pub fn observe<O: Observer<E>>(&mut self, ground: &impl Ground, look: &Look, on: &mut O) -> ControlFlow<O::Halt> {
        self.forget(ground.size());
        if !self.size.contains(look.eye) {
            return ControlFlow::Continue(());
        }
        self.mark(look.eye, u8::MAX);
        on.on(E::Started { cell: look.eye })?;
        let mut scan = Scan::new(ground, look, self, on);
        match look.variant {
            Variant::Recursive => scan.sectors(&OCTANTS, |_| (0, 1), Scan::recursive_row),
            Variant::Strips => scan.sectors(&HALVES, |n| if n % 2 == 0 { (-1, 0) } else { (0, 1) }, Scan::strips_row),
            Variant::Symmetric => scan.sectors(&QUADRANTS, |_| (-1, 1), Scan::symmetric_row),
            Variant::Bergstrom => scan.bergstrom(),
            Variant::Portal => scan.portal(),
        }
    }

    /// Returns whether a cell is seen. Cells outside the map are not.
    #[inline]
    pub fn sees(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.stamps[self.size.index(cell)] == self.now
    }

    /// Returns the light that reaches a cell, at most 255. It is 0 if the cell is not seen.
    #[inline]
    pub fn light(&self, cell: Cell) -> u8 {
        if self.sees(cell) { self.light[self.size.index(cell)] } else { 0 }
    }

    /// Returns the seen cells, each once, in the order in which they were first seen. The eye's own cell is first.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of strips scanned: rows of wedges, in `bergstrom` rows of calls, in `portal` calls.
    pub const fn strips(&self) -> u64 {
        self.strips
    }

    /// Returns the seen cells as a string of 0 and 1 for each row.
    pub fn rows(&self) -> Vec<String> {
        let row = |y| (0..self.size.width).map(|x| if self.sees(Cell::new(x, y)) { '1' } else { '0' }).collect();
        (0..self.size.height).map(row).collect()
    }

    fn forget(&mut self, size: Size) {
        if self.size != size || self.now == u32::MAX {
            self.size = size;
            self.now = 0;
            // Zeroed memory. Pages that no look reaches are never written.
            self.stamps = vec![0; size.area()];
            self.light = vec![0; size.area()];
        }
        self.now += 1;
        self.strips = 0;
        self.cells.clear();
        self.stack.clear();
        self.calls.clear();
        self.floods.clear();
    }

    #[inline]
    pub(super) fn mark(&mut self, cell: Cell, light: u8) -> Found {
        let i = self.size.index(cell);
        let found = match self.stamps[i] == self.now {
            false => Found::First,
            true if self.light[i] < light => Found::Brighter,
            true => return Found::Again,
        };
        self.light[i] = light;
        if found == Found::First {
            self.stamps[i] = self.now;
            self.cells.push(cell);
        }
        found
    }
}
