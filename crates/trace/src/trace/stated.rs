//! The rules that a search goes by, as the header of a trace states them: what an audit of it may hold it to.

use crate::geometry::Cell;
use crate::movement::{Corners, Rules};

/// How far one step of a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// To a neighbour.
    One,
    /// Along a straight or diagonal run, each cell of it free; the price is the sum.
    Jump,
    /// To any cell in line of sight; the price is the length.
    Any,
}

impl Steps {
    /// The word in the header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Jump => "jump",
            Self::Any => "any",
        }
    }
}

/// What a search promises. Costs are as they are shown, 1 for a step of 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// Where it starts.
    pub start: Cell,
    /// Where it should end.
    pub goal: Cell,
    /// 4 or 8.
    pub neighbours: u8,
    /// The rules of a step, exactly: directions in their order, prices in units, corners, doors; where why a cell is not on
    /// the path is asked of them, and not of the events alone.
    pub rules: Option<Rules>,
    /// With what its paths may not be the shortest, as the beginning of a sentence: `with a weight above 1 `; may be empty.
    pub with: &'static str,
    /// When a diagonal step may pass a corner.
    pub corners: Corners,
    /// How far a step may go.
    pub steps: Steps,
    /// What a straight and a diagonal step cost; `None` where that is not all, as with doors that cost by direction.
    pub costs: Option<(f64, f64)>,
    /// Whether entering a tile adds the cost of the table of tiles.
    pub enter: bool,
    /// The keys of the open list, the first decides; `-` for the larger first, `#` is the number of the entry. Empty where
    /// there is no such list.
    pub order: &'static [&'static str],
    /// Whether its paths are the shortest and its estimate never too high.
    pub optimal: bool,
    /// What its kinds of event mean in the words of logs: `("expanded", "expand")`, or with a reason
    /// `("costlier", "reject dearer")`.
    pub words: &'static [(&'static str, &'static str)],
}
