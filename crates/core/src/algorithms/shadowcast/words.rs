//! The words of a field of view: the test that decided, with its numbers, and why a cell is hidden.

use super::event::Context;
use super::portal::EDGES;
use super::slope::{Slope, Wedge};
use super::{Shape, Variant, bergstrom, strips};
use crate::geometry::Cell;

/// The test by which a cell is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The wedge covers some of the cell's row inside it.
    Row,
    /// The same, by the second octant of a pair on their common diagonal: told only where the first did not see it.
    Diagonal,
    /// A wall of the row is always revealed.
    Wall,
    /// The wedge covers the floor's centre.
    Centre,
    /// The cell's own slopes touch the wedge.
    Slopes,
    /// The wedge came in through an edge.
    Edge,
    /// A corner that it shares with a seen cell lies inside the wedge.
    Corner,
}

impl How {
    /// What the test found, as the second half of a sentence.
    pub fn because(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        let l = signed(lateral);
        match self {
            Self::Row if cx.look.variant == Variant::Strips => {
                format!("lateral {l} of row {depth} lies in the strip that the wedge {low} … {high} covers")
            }
            Self::Row | Self::Diagonal => format!(
                "on the middle of row {depth} the wedge {low} … {high} runs from {} to {}, and the cell from {} to {}",
                times(depth, low),
                times(depth, high),
                halves(2 * lateral - 1),
                halves(2 * lateral + 1)
            ),
            Self::Wall => format!("a wall that the wedge {low} … {high} touches is always revealed"),
            Self::Centre => {
                format!(
                    "{depth} · {low} = {} ≤ column {l} ≤ {depth} · {high} = {}",
                    times(depth, low),
                    times(depth, high)
                )
            }
            Self::Slopes => {
                let (left, right) = bergstrom::slopes(lateral, depth);
                format!("start {high} ≥ its right slope {right}, and end {low} ≤ its left slope {left}")
            }
            Self::Edge => format!("the wedge {} came in through its edge", cx.sides(low, high)),
            Self::Corner if low == high => "the eye's cell shows all four neighbours at its corners".into(),
            Self::Corner => {
                format!("the corner that it shares with the cell before lies inside the wedge {}", cx.sides(low, high))
            }
        }
    }
}

/// Why a cell is not seen, or a wedge not scanned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// It is too far away.
    Range,
    /// The wedge does not cover the floor's centre.
    Centre,
    /// The cell's slopes lie past the end of the wedge.
    Slopes,
    /// A one-way window was entered against its direction.
    OneWay,
    /// The row lies outside the map.
    OffMap,
    /// Both ends of the wedge are equal.
    Equal,
    /// The wedge ends before it starts.
    Inverted,
}

impl Hidden {
    /// The reason in a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Range => "out of range",
            Self::Centre => "centre not covered",
            Self::Slopes => "past the end",
            Self::OneWay => "one-way window",
            Self::OffMap => "outside the map",
            Self::Equal => "equal ends",
            Self::Inverted => "ends before it starts",
        }
    }

    /// The reason with its numbers, as the second half of a sentence.
    pub fn because(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        match self {
            Self::Range => cx.too_far(cell),
            Self::Centre if depth * low.parts().0 > lateral * low.parts().1 => {
                format!(
                    "column {} < {depth} · {low} = {}, so its centre lies before the start",
                    signed(lateral),
                    times(depth, low)
                )
            }
            Self::Centre => {
                format!(
                    "column {} > {depth} · {high} = {}, so its centre lies past the end",
                    signed(lateral),
                    times(depth, high)
                )
            }
            Self::Slopes => {
                let (left, _) = bergstrom::slopes(lateral, depth);
                format!("its left slope {left} lies below the end {low}, and the row is left here")
            }
            Self::OneWay => "a one-way window, entered against its direction".into(),
            Self::OffMap | Self::Equal | Self::Inverted => self.word().into(),
        }
    }
}

impl Context {
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
        let edge = || EDGES.get(sector as usize).map_or("eye", |dir| dir.word());
        self.axes(sector).map_or_else(edge, |axes| axes.name)
    }

    /// A wedge's two sides as people write them: `1/3 … 5/7`; in `bergstrom` the start comes first; in `portal` they are
    /// vectors in half cells.
    pub fn sides(&self, low: Slope, high: Slope) -> String {
        match self.look.variant {
            Variant::Bergstrom => format!("{high} … {low}"),
            Variant::Portal => format!("{} … {}", vector(low), vector(high)),
            _ => format!("{low} … {high}"),
        }
    }

    /// The radius in words.
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
            Variant::Recursive => format!(
                "first lateral ⌊{d} · {} + ½⌋{} = {first}, last ⌈{d} · {} + ½⌉ − 1 = {last}",
                wedge.low,
                if wedge.inclusive { "" } else { " + 1, as the minimum is excluded," },
                wedge.high
            ),
            Variant::Strips => {
                let (viewer, width) =
                    self.axes(sector).map_or((0, 0), |half| strips::along(half, self.look.eye, self.size));
                let (from, to) = (first + viewer, last + viewer);
                let clamped = if from < 0 || to >= width {
                    format!("; clamped to the map they are {} to {}", from.max(0), to.min(width - 1))
                } else {
                    String::new()
                };
                format!("its near and far edge give the indices {} to {}{clamped}", signed(from), signed(to))
            }
            Variant::Symmetric => format!(
                "columns ⌊{} + ½⌋ = {} to ⌈{} − ½⌉ = {}",
                times(d, wedge.low),
                signed(first),
                times(d, wedge.high),
                signed(last)
            ),
            _ => format!(
                "from lateral {last}, the first whose right slope the start reaches, down to {first}, the last whose left slope reaches the end"
            ),
        }
    }

    /// That a cell is out of range, with the numbers.
    pub(super) fn too_far(&self, cell: Cell) -> String {
        let (dx, dy) = (cell.x as i32 - self.look.eye.x as i32, cell.y as i32 - self.look.eye.y as i32);
        let shape = self.look.measured();
        let sum = match shape {
            Shape::Circle => format!("{}² + {}²", dx.abs(), dy.abs()),
            Shape::Square => format!("the larger of {} and {}", dx.abs(), dy.abs()),
            Shape::Diamond => format!("{} + {}", dx.abs(), dy.abs()),
        };
        format!(
            "it is out of range: {sum} = {}, and {} reaches to {}",
            shape.measure(dx, dy),
            self.radius(),
            self.look.most().max(0)
        )
    }
}

impl Slope {
    /// The vector product with another side, as it is reckoned: `1 · 3 − −1 · 5 = 8`.
    pub(super) fn product(self, other: Self) -> String {
        let [a, b, c, d] = [self.lateral, other.depth, self.depth, other.lateral].map(|n| signed(n.into()));
        format!("{a} · {b} − {c} · {d} = {}", self.cross(other))
    }
}

fn vector(v: Slope) -> String {
    format!("({}, {})", signed(v.lateral.into()), signed(v.depth.into()))
}

/// `n` times a slope as an exact fraction, whole where it is whole.
fn times(n: i32, slope: Slope) -> String {
    let (lateral, depth) = slope.parts();
    let product = n * lateral;
    let sign = if product < 0 { "−" } else { "" };
    if depth != 0 && product % depth == 0 {
        format!("{sign}{}", (product / depth).abs())
    } else {
        format!("{sign}{}/{depth}", product.abs())
    }
}

/// A number with its true minus sign.
fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// Half cells as cells: `2½`.
fn halves(n: i32) -> String {
    let sign = if n < 0 { "−" } else { "" };
    match (n.abs() / 2, n % 2 != 0) {
        (0, true) => format!("{sign}½"),
        (whole, true) => format!("{sign}{whole}½"),
        (whole, false) => format!("{sign}{whole}"),
    }
}
