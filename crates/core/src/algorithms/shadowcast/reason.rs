//! The test that decided whether a cell is seen, with its numbers.

use super::context::Context;
use super::slope::{Slope, halves, signed, times};
use super::{Variant, bergstrom};
use crate::event::Word;
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Hidden {
    #[word("out of range")]
    Range,
    #[word("centre not covered")]
    Centre,
    /// The cell's slopes lie past the end of the wedge.
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
