//! The test that decided whether a cell is seen, with its numbers.

use super::context::Context;
use super::slope::{Slope, halves, signed, times};
use super::{Variant, bergstrom};
use crate::event::Word;
use crate::geometry::Cell;

/// The test by which a cell is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Row,
    /// The same, by the second octant of a pair on their common diagonal: reported only where the first did not see it.
    Diagonal,
    Wall,
    Centre,
    Slopes,
    Edge,
    /// A corner that it shares with a seen cell lies inside the wedge.
    Corner,
}

impl How {
    /// What the test found, as the second half of a sentence.
    pub fn because(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        let (l, from, to) = (signed(lateral), times(depth, low), times(depth, high));
        match self {
            Self::Row if cx.look.variant == Variant::Strips => {
                format!("lateral {l} of row {depth} lies in the strip that the wedge {low} … {high} covers")
            }
            Self::Row | Self::Diagonal => {
                let own = format!("from {} to {}", halves(2 * lateral - 1), halves(2 * lateral + 1));
                format!(
                    "on the middle of row {depth} the wedge {low} … {high} runs from {from} to {to}, and the cell {own}"
                )
            }
            Self::Wall => format!("a wall that the wedge {low} … {high} touches is always revealed"),
            Self::Centre => format!("{depth} · {low} = {from} ≤ column {l} ≤ {depth} · {high} = {to}"),
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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
    /// The reason with its numbers, as the second half of a sentence.
    pub fn because(self, cx: &Context, cell: Cell, sector: u8, low: Slope, high: Slope) -> String {
        let (lateral, depth) = cx.place(sector, cell);
        let (l, from, to) = (signed(lateral), times(depth, low), times(depth, high));
        match self {
            Self::Range => cx.too_far(cell),
            Self::Centre if depth * low.parts().0 > lateral * low.parts().1 => {
                format!("column {l} < {depth} · {low} = {from}, so its centre lies before the start")
            }
            Self::Centre => format!("column {l} > {depth} · {high} = {to}, so its centre lies past the end"),
            Self::Slopes => {
                let (left, _) = bergstrom::slopes(lateral, depth);
                format!("its left slope {left} lies below the end {low}, and the row is left here")
            }
            Self::OneWay => "a one-way window, entered against its direction".into(),
            Self::OffMap | Self::Equal | Self::Inverted => self.word().into(),
        }
    }
}
