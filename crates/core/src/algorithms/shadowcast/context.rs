//! What a field of view's events do not repeat, and what follows from it: axes, places, names and numbers.

use super::scan::{HALVES, OCTANTS, QUADRANTS, Sector};
use super::slope::{Slope, Wedge, signed, times, vector};
use super::{Look, Shape, Variant, bergstrom, recursive, strips, symmetric};
use crate::geometry::{Cell, Dir, Size};

/// What the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub size: Size,
    pub look: Look,
    /// Whether the eye stands in something opaque.
    pub in_wall: bool,
}

impl Context {
    /// The axes of a sector; `None` in `portal`, whose sectors are the edges of the eye's cell.
    pub fn axes(&self, sector: u8) -> Option<Sector> {
        let all: &[Sector] = match self.look.variant {
            Variant::Recursive | Variant::Bergstrom => &OCTANTS,
            Variant::Strips => &HALVES,
            Variant::Symmetric => &QUADRANTS,
            Variant::Portal => return None,
        };
        all.get(sector as usize).copied()
    }

    /// The first and the last cell of the row that the wedge covers, counted along the row from the eye's column or
    /// row; in `strips` before they are clamped to the map.
    pub fn span(&self, sector: u8, wedge: &Wedge) -> (i32, i32) {
        match self.look.variant {
            Variant::Recursive => recursive::span(wedge),
            Variant::Symmetric => symmetric::span(wedge),
            Variant::Bergstrom => bergstrom::span(wedge),
            Variant::Strips => self.axes(sector).map_or((0, -1), |half| {
                let (viewer, _) = strips::along(half, self.look.eye, self.size);
                let (first, last) = strips::span(wedge, viewer);
                (first - viewer, last - viewer)
            }),
            Variant::Portal => (0, -1),
        }
    }

    /// (lateral, depth) of a cell in a sector; in `portal` (x, y) from the eye.
    pub fn place(&self, sector: u8, cell: Cell) -> (i32, i32) {
        self.axes(sector).map_or_else(
            || (cell.x as i32 - self.look.eye.x as i32, cell.y as i32 - self.look.eye.y as i32),
            |axes| axes.place(self.look.eye, cell),
        )
    }

    pub(super) fn slope(&self, side: Slope) -> Option<Slope> {
        (self.look.variant != Variant::Portal).then_some(side)
    }

    /// A part of a side of a wedge where that is a vector: in `portal`.
    pub(super) fn part(&self, part: i16) -> Option<i16> {
        (self.look.variant == Variant::Portal).then_some(part)
    }

    /// What a sector is called: `octant north-north-east`, in `portal` `the north edge`.
    pub fn sector(&self, sector: u8) -> String {
        let name = self.sector_name(sector);
        match self.look.variant {
            Variant::Symmetric => format!("quadrant {name}"),
            Variant::Portal => format!("the {name} edge"),
            _ => format!("octant {name}"),
        }
    }

    /// The same without what it is: `north-north-east`.
    pub fn sector_name(&self, sector: u8) -> &'static str {
        let edge = || Dir::STRAIGHT.get(sector as usize).map_or("eye", |dir| dir.word());
        self.axes(sector).map_or_else(edge, |axes| axes.name)
    }

    /// A wedge's two sides: `1/3 … 5/7`; in `bergstrom` the start comes first; in `portal` they are vectors in half
    /// cells.
    pub fn sides(&self, low: Slope, high: Slope) -> String {
        match self.look.variant {
            Variant::Bergstrom => format!("{high} … {low}"),
            Variant::Portal => format!("{} … {}", vector(low), vector(high)),
            _ => format!("{low} … {high}"),
        }
    }

    pub(super) fn radius(&self) -> String {
        self.look.limit().map_or_else(|| "no limit".into(), |r| format!("the radius {r}"))
    }

    /// Behind a wedge: whether its smaller slope belongs to it, where that counts.
    pub(super) fn excluded(&self, wedge: &Wedge) -> &'static str {
        let excluded = self.look.variant == Variant::Recursive && !wedge.inclusive;
        if excluded { " (minimum excluded)" } else { "" }
    }

    /// How the cells of a row follow from a wedge, with the numbers.
    pub(super) fn covered(&self, sector: u8, wedge: &Wedge) -> String {
        let (first, last) = self.span(sector, wedge);
        let d = wedge.depth as i32;
        match self.look.variant {
            Variant::Recursive => {
                let Wedge { low, high, inclusive, .. } = wedge;
                let more = if *inclusive { "" } else { " + 1, as the minimum is excluded," };
                format!("first lateral ⌊{d} · {low} + ½⌋{more} = {first}, last ⌈{d} · {high} + ½⌉ − 1 = {last}")
            }
            Variant::Strips => {
                let along = self.axes(sector).map(|half| strips::along(half, self.look.eye, self.size));
                let (viewer, width) = along.unwrap_or_default();
                let (from, to) = (first + viewer, last + viewer);
                let on_map = format!("; clamped to the map they are {} to {}", from.max(0), to.min(width - 1));
                let clamped = if from < 0 || to >= width { &on_map } else { "" };
                format!("its near and far edge give the indices {} to {}{clamped}", signed(from), signed(to))
            }
            Variant::Symmetric => {
                let (from, to) = (times(d, wedge.low), times(d, wedge.high));
                format!("columns ⌊{from} + ½⌋ = {} to ⌈{to} − ½⌉ = {}", signed(first), signed(last))
            }
            _ => format!(
                "from lateral {last}, the first whose right slope the start reaches, \
                 down to {first}, the last whose left slope reaches the end"
            ),
        }
    }

    pub(super) fn too_far(&self, cell: Cell) -> String {
        let ((dx, dy), shape) = (self.look.eye.delta(cell), self.look.measured());
        let sum = match shape {
            Shape::Circle => format!("{dx}² + {dy}²"),
            Shape::Square => format!("the larger of {dx} and {dy}"),
            Shape::Diamond => format!("{dx} + {dy}"),
        };
        let (far, most) = (shape.measure(dx as i32, dy as i32), self.look.most().max(0));
        format!("it is out of range: {sum} = {far}, and {} reaches to {most}", self.radius())
    }
}
