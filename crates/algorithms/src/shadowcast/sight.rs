//! Field of view as a plain function: what an eye sees of a ground, by one of five rules, into memory that is reused.

use super::event::ShadowEvent as E;
use super::rules;
use super::scan::{HALVES, OCTANTS, QUADRANTS, Scan, Wedge};
use crate::event::Word;
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::observe::{Observer, unhalted};
use crate::terrain::Tile;
use std::ops::ControlFlow;

/// The five rules.
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
    /// Their names in files.
    pub const NAMES: &'static [&'static str] = Self::WORDS;

    /// The name in files.
    pub const fn name(self) -> &'static str {
        self.word()
    }

    /// The variant of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.name() == name)
    }

    /// Whether a bush takes half the light; elsewhere it is as clear as air.
    pub const fn grades_light(self) -> bool {
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
    /// The shape of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.word() == name)
    }

    /// How far (dx, dy), in cells, is by this measure: squared for the circle.
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

/// What `strips` does with a strip that reaches past the edge of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word)]
pub enum Edge {
    /// It ends at the last cell of the map. A strip outside of the map ends there. This is the cure of the bug of 2016.
    #[default]
    End,
    /// Both ends are clamped to the map, so a strip beside the map is put on the border: the bug of *Skeleton Crew* (7DRL 2016),
    /// by which vision bent round the edge of the map. The depth has no limit but the map.
    Bend,
    /// It reads one cell on: the first cell of the next row, and past the last row something opaque. A bug of our own.
    #[word("read-on")]
    ReadOn,
}

/// How far McNeill's thief and guards see where nobody says otherwise, in cells.
pub const PORTAL_RADIUS: u32 = 20;

/// One look: from where, how far, by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names of the others say it")]
pub struct Look {
    pub eye: Cell,
    /// How far it sees, in cells; `None`: no limit, but 20 in `portal`.
    pub radius: Option<u32>,
    pub variant: Variant,
    /// What is in range, where the variant lets one choose.
    pub shape: Shape,
    /// What happens at the edge of the map in `strips`.
    pub edge: Edge,
}

impl Edge {
    /// The indices that are scanned in a row of `width` cells, first and last, of a strip that covers `first` to `last`.
    #[inline]
    pub fn scanned(self, (first, last): (i32, i32), width: i32) -> (i32, i32) {
        match self {
            Self::End => (first.max(0), last.min(width - 1)),
            Self::Bend => (first.clamp(0, width - 1), last.clamp(0, width - 1)),
            Self::ReadOn => (first.max(0), last.min(width)),
        }
    }
}

impl Look {
    /// A look without limit (20 cells in `portal`), in a circle.
    pub const fn new(variant: Variant, eye: Cell) -> Self {
        Self { eye, radius: None, variant, shape: Shape::Circle, edge: Edge::End }
    }

    /// The same with a radius, in cells.
    #[must_use]
    pub const fn within(self, radius: u32) -> Self {
        Self { radius: Some(radius), ..self }
    }

    /// The radius that holds, in cells; `None` where there is none.
    pub fn limit(&self) -> Option<u32> {
        self.radius.or((self.variant == Variant::Portal).then_some(PORTAL_RADIUS))
    }

    /// The largest [`Shape::measure`] that is in range: `strips` and `bergstrom` leave out the radius itself.
    pub fn most(&self) -> i32 {
        let Some(radius) = self.limit() else { return i32::MAX };
        // A radius past the longest diagonal sees everything; so its square stays in 32 bits.
        let radius = radius.min(32_767) as i32;
        let edge = if self.measured() == Shape::Circle { radius * radius } else { radius };
        if matches!(self.variant, Variant::Strips | Variant::Bergstrom) { edge - 1 } else { edge }
    }

    /// The shape that holds: in `strips` and `portal` always a circle.
    pub const fn measured(&self) -> Shape {
        if matches!(self.variant, Variant::Strips | Variant::Portal) { Shape::Circle } else { self.shape }
    }

    /// The last row that is scanned, in cells from the eye; the map may end before.
    pub fn last_row(&self) -> i32 {
        let Some(radius) = self.limit() else { return i32::MAX };
        match self.variant {
            // Depth > √2 · R stops, in whole numbers.
            Variant::Strips if self.edge == Edge::Bend => i32::MAX,
            Variant::Strips => (2 * (radius.min(32_767) as u64).pow(2)).isqrt() as i32,
            _ => radius.min(32_767) as i32,
        }
    }
}

/// What a cell does to a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Veil {
    /// How much of 255 it takes of the light: 0 clear, 255 opaque.
    pub opacity: u8,
    /// The direction of travel in which a one-way window can be looked through. Such a cell is opaque but in `portal`.
    pub way: Option<Dir>,
}

impl Veil {
    /// Air.
    pub const CLEAR: Self = Self { opacity: 0, way: None };
    /// Wall.
    pub const OPAQUE: Self = Self { opacity: 255, way: None };
}

impl From<Tile> for Veil {
    #[inline]
    fn from(tile: Tile) -> Self {
        let info = tile.info();
        Self { opacity: info.opacity, way: info.sight }
    }
}

/// Something that can be looked at: tiles, what somebody believes the tiles to be, or a closure.
pub trait Ground {
    /// Width and height, in cells. Outside everything is opaque.
    fn size(&self) -> Size;
    /// What a cell inside does to a look.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Found {
    #[word("seen")]
    First,
    Brighter,
    #[word("seen already")]
    Again,
}

/// What is seen, and the memory that looking needs. Make one and keep it: after the first looks on a map of one size
/// nothing is allocated any more.
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
    /// The number of this look; a cell whose stamp is another one is not seen.
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
    /// Looks, and forgets what was seen before. An eye outside the ground sees nothing.
    pub fn look<G: Ground>(&mut self, ground: &G, look: &Look) {
        unhalted(self.observe(ground, look, &mut ()));
    }

    /// Looks under an observer.
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

    /// Whether a cell is seen; outside nothing is.
    #[inline]
    pub fn sees(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.stamps[self.size.index(cell)] == self.now
    }

    /// The light that reaches a cell, 255 at most; 0 where it is not seen.
    #[inline]
    pub fn light(&self, cell: Cell) -> u8 {
        if self.sees(cell) { self.light[self.size.index(cell)] } else { 0 }
    }

    /// The cells that are seen, each once, in the order in which they were first seen; the eye's own comes first.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many strips were scanned: rows of wedges, in `bergstrom` rows of calls, in `portal` calls.
    pub const fn strips(&self) -> u64 {
        self.strips
    }

    /// What is seen as a string of 0 and 1 for each row.
    pub fn rows(&self) -> Vec<String> {
        let row = |y| (0..self.size.width).map(|x| if self.sees(Cell::new(x, y)) { '1' } else { '0' }).collect();
        (0..self.size.height).map(row).collect()
    }

    fn forget(&mut self, size: Size) {
        if self.size != size || self.now == u32::MAX {
            self.size = size;
            self.now = 0;
            // Memory of zeros: what no look reaches is never written.
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
