//! Constants of a look, which the events do not repeat. Derived from them: axes, places, names, and the numbers of the
//! test that decided whether a cell is seen.

use super::rules::{along, bergstrom_slopes, bergstrom_span, recursive_span, strips_span, symmetric_span};
use super::scan::{HALVES, OCTANTS, QUADRANTS, Sector, Slope, Wedge, from_eye, halves, signed, times, vector};
use super::{Edge, Look, Shape, Variant};
use crate::event::{Encode, Word};
use crate::geometry::{Cell, Dir, Size};

#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub size: Size,
    pub look: Look,
    /// Whether the eye is in an opaque cell.
    pub in_wall: bool,
    /// The line from the eye to the actor on the other end, and the first cell on it that lets no light pass.
    pub straight: Option<(Cell, Option<Cell>)>,
}

impl Context {
    /// Returns the axes of a sector, or `None` in `portal`, where the sectors are the edges of the eye's cell.
    pub(crate) fn axes(&self, sector: u8) -> Option<Sector> {
        let all: &[Sector] = match self.look.variant {
            Variant::Recursive | Variant::Bergstrom => &OCTANTS,
            Variant::Strips => &HALVES,
            Variant::Symmetric => &QUADRANTS,
            Variant::Portal => return None,
        };
        all.get(sector as usize).copied()
    }

    /// Returns the first and last cell of the row that the wedge covers, counted along the row from the eye. In
    /// `strips` they are not yet clamped to the map.
    pub(crate) fn span(&self, sector: u8, wedge: &Wedge) -> (i32, i32) {
        match self.look.variant {
            Variant::Recursive => recursive_span(wedge),
            Variant::Symmetric => symmetric_span(wedge),
            Variant::Bergstrom => bergstrom_span(wedge),
            Variant::Strips => {
                let (viewer, _) = self.along(sector);
                let (first, last) = strips_span(wedge, viewer);
                (first - viewer, last - viewer)
            }
            Variant::Portal => (0, -1),
        }
    }

    /// Returns the eye's index along a row of the sector, and the number of indices.
    fn along(&self, sector: u8) -> (i32, i32) {
        self.axes(sector).map_or((0, 0), |axes| along(axes, self.look.eye, self.size))
    }

    /// Returns whether a strip reaches past the edge of the map.
    pub(super) fn is_clamped(&self, sector: u8, wedge: &Wedge) -> bool {
        let ((first, last), (viewer, width)) = (self.span(sector, wedge), self.along(sector));
        self.look.variant == Variant::Strips && (first + viewer < 0 || last + viewer >= width)
    }

    /// Returns whether both ends of a strip are outside the map, on the same side.
    pub(super) fn is_beside(&self, sector: u8, wedge: &Wedge) -> bool {
        let ((first, last), (viewer, width)) = (self.span(sector, wedge), self.along(sector));
        let (first, last) = (first + viewer, last + viewer);
        self.look.variant == Variant::Strips && (last < 0 || first >= width)
    }

    /// Returns whether the strip of a wedge is outside the map but is still scanned, on the border.
    fn is_bent(&self, sector: u8, depth: i32, low: Slope, high: Slope) -> bool {
        let depth = u16::try_from(depth).unwrap_or(1);
        self.look.edge == Edge::Bend && self.is_beside(sector, &Wedge { depth, ..Wedge::whole(low, high) })
    }

    /// Returns (lateral, depth) of a cell in a sector. In `portal`, returns (x, y) from the eye.
    pub(crate) fn place(&self, sector: u8, cell: Cell) -> (i32, i32) {
        let eye = self.look.eye;
        self.axes(sector).map_or_else(|| from_eye(eye, cell), |axes| axes.place(eye, cell))
    }

    pub(super) fn slope(&self, side: Slope) -> Option<Slope> {
        (self.look.variant != Variant::Portal).then_some(side)
    }

    /// Returns a component of a wedge side in `portal`, where the sides are vectors.
    pub(super) fn part(&self, part: i16) -> Option<i16> {
        (self.look.variant == Variant::Portal).then_some(part)
    }

    /// Returns the name of a sector: `octant north-north-east`, or in `portal` `the north edge`.
    pub(crate) fn sector(&self, sector: u8) -> String {
        let name = self.sector_name(sector);
        match self.look.variant {
            Variant::Symmetric => format!("quadrant {name}"),
            Variant::Portal => format!("the {name} edge"),
            _ => format!("octant {name}"),
        }
    }

    pub(crate) fn sector_name(&self, sector: u8) -> &'static str {
        let edge = || Dir::STRAIGHT.get(sector as usize).map_or("eye", |dir| dir.word());
        self.axes(sector).map_or_else(edge, |axes| axes.name)
    }

    /// Formats the two sides of a wedge: `1/3 … 5/7`. In `bergstrom` the start comes first. In `portal` they are
    /// vectors in half cells.
    pub(crate) fn sides(&self, low: Slope, high: Slope) -> String {
        match self.look.variant {
            Variant::Bergstrom => format!("{high} … {low}"),
            Variant::Portal => format!("{} … {}", vector(low), vector(high)),
            _ => format!("{low} … {high}"),
        }
    }

    /// Formats the two sides of a wedge for a sentence: `between slopes 1/3 and 5/7`.
    pub(super) fn slopes(&self, low: Slope, high: Slope) -> String {
        match self.look.variant {
            Variant::Bergstrom => format!("between slopes {} and {}", times(1, high), times(1, low)),
            Variant::Portal => format!("between {} and {}", vector(low), vector(high)),
            _ => format!("between slopes {} and {}", times(1, low), times(1, high)),
        }
    }

    /// Returns how much light is left, for a sentence.
    pub(super) fn light_left(light: u8) -> String {
        if light == u8::MAX { "full light".into() } else { format!("light {light} of 255") }
    }

    pub(super) fn radius(&self) -> String {
        self.look.limit().map_or_else(|| "no limit".into(), |r| format!("the radius {r}"))
    }

    /// Explains with numbers which cells of a row a wedge covers.
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
                let (viewer, width) = self.along(sector);
                let (from, to) = (first + viewer, last + viewer);
                let (start, end) = self.look.edge.scanned((from, to), width);
                let on_map = match self.look.edge {
                    Edge::ReadOn if to >= width => {
                        format!("; {start} to {end} are read, though the map ends at {}", width - 1)
                    }
                    Edge::Bend if self.is_beside(sector, wedge) => {
                        format!(", all beside the map; both ends are clamped to {start}, on its border")
                    }
                    _ if self.is_beside(sector, wedge) => ", all beside the map: the strip ends".into(),
                    _ => format!("; clamped to the map they are {start} to {end}"),
                };
                let clamped = if self.is_clamped(sector, wedge) { &on_map } else { "" };
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
        let (far, most) = (shape.measure(dx as i32, dy as i32), self.look.max_measure().max(0));
        format!("it is out of range: {sum} = {far}, and {} reaches to {most}", self.radius())
    }
}

/// The test by which a cell is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum How {
    Row,
    /// Like [`How::Row`], but by the second octant on the diagonal that a pair shares. Reported only if the first
    /// octant did not see the cell.
    Diagonal,
    Wall,
    Centre,
    Slopes,
    Edge,
    /// The cell shares a corner with a seen cell, and that corner is inside the wedge.
    Corner,
}

impl How {
    /// Returns why the cell is seen, as the second half of a sentence without numbers.
    pub(crate) fn reason(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (_, depth) = cx.place(sector, cell);
        match self {
            Self::Row if cx.is_bent(sector, depth, low, high) => {
                format!(
                    "the part of row {depth} that the wedge covers is beside the map, and both its ends were clamped to the border"
                )
            }
            Self::Row if cx.look.variant == Variant::Strips => {
                format!("it is in the part of row {depth} that the wedge covers")
            }
            Self::Row | Self::Diagonal => format!("the wedge reaches it in row {depth}"),
            Self::Wall => "a wall is visible as soon as the wedge touches it".into(),
            Self::Centre => "its centre is inside the wedge".into(),
            Self::Slopes => "it overlaps the wedge".into(),
            Self::Edge => "the wedge came in through its edge".into(),
            Self::Corner if low == high => "the eye's cell shows all four neighbours at its corners".into(),
            Self::Corner => "the corner that it shares with the cell before is inside the wedge".into(),
        }
    }

    /// Returns the numbers of the test, as a clause.
    pub(crate) fn because(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        let l = signed(lateral);
        let from = times(depth, low);
        let to = times(depth, high);
        match self {
            Self::Row if cx.is_bent(sector, depth, low, high) => {
                format!(
                    "the strip of row {depth} that the wedge {low} … {high} covers is beside the map, and both its ends were \
                     clamped to the border"
                )
            }
            Self::Row if cx.look.variant == Variant::Strips => {
                format!("lateral {l} of row {depth} is in the strip that the wedge {low} … {high} covers")
            }
            Self::Row | Self::Diagonal => {
                let own = format!("from {} to {}", halves(2 * lateral - 1), halves(2 * lateral + 1));
                format!(
                    "on the middle of row {depth} the wedge {low} … {high} runs from {from} to {to}, and the cell {own}"
                )
            }
            Self::Wall => format!("the wedge is {low} … {high}"),
            Self::Centre => format!("{depth} · {low} = {from} ≤ column {l} ≤ {depth} · {high} = {to}"),
            Self::Slopes => {
                let (left, right) = bergstrom_slopes(lateral, depth);
                format!("start {high} ≥ its right slope {right}, and end {low} ≤ its left slope {left}")
            }
            Self::Edge => format!("the wedge {} came in through its edge", cx.sides(low, high)),
            Self::Corner if low == high => "the eye's cell shows all four neighbours at its corners".into(),
            Self::Corner => {
                format!("that corner is inside the wedge {}", cx.sides(low, high))
            }
        }
    }
}

/// Why a cell is not seen, or a wedge is not scanned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Hidden {
    #[word("out of range")]
    Range,
    #[word("centre not covered")]
    Centre,
    #[word("past the end")]
    Slopes,
    #[word("one-way window")]
    OneWay,
    #[word("outside the map")]
    OffMap,
    #[word("equal ends")]
    Equal,
    #[word("ends before it starts")]
    Inverted,
}

impl Hidden {
    /// Returns the reason, as the second half of a sentence without numbers.
    pub(crate) fn reason(self, cx: &Context, cell: Cell, sector: u8, low: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        match self {
            Self::Range => "it is out of range".into(),
            Self::Centre if depth * low.parts().0 > lateral * low.parts().1 => {
                "its centre is before the start of the wedge".into()
            }
            Self::Centre => "its centre is past the end of the wedge".into(),
            Self::Slopes => "it is past the end of the wedge, so this row ends here".into(),
            Self::OneWay => "it is a one-way window, entered against its direction".into(),
            Self::OffMap | Self::Equal | Self::Inverted => self.word().into(),
        }
    }

    /// Returns the numbers of the test, as a clause.
    pub(crate) fn because(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        let l = signed(lateral);
        let from = times(depth, low);
        let to = times(depth, high);
        match self {
            Self::Range => cx.too_far(cell),
            Self::Centre if depth * low.parts().0 > lateral * low.parts().1 => {
                format!("column {l} < {depth} · {low} = {from}, so its centre is before the start")
            }
            Self::Centre => format!("column {l} > {depth} · {high} = {to}, so its centre is past the end"),
            Self::Slopes => {
                let (left, _) = bergstrom_slopes(lateral, depth);
                format!("its left slope {left} is below the end {low}")
            }
            Self::OneWay | Self::OffMap | Self::Equal | Self::Inverted => String::new(),
        }
    }
}
