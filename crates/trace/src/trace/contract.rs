//! The rules that a search states in the header of its trace. An audit can check the trace against them.

use crate::geometry::Cell;
use crate::movement::{Corners, Rules};

/// How far one step of a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// To a neighbour.
    One,
    /// Along a straight or diagonal run of free cells. The cost is the sum of its steps.
    Jump,
    /// To any cell in line of sight. The cost is the length of the line.
    Any,
}

impl Steps {
    /// Returns the word used in the header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Jump => "jump",
            Self::Any => "any",
        }
    }
}

/// The rules of a search. Costs are in displayed form, 1 for a step of 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// The start cell.
    pub start: Cell,
    /// The goal cell.
    pub goal: Cell,
    /// The number of neighbours: 4 or 8.
    pub neighbours: u8,
    /// The exact rules of a step: directions in order, costs in units, corner cutting, doors. They are set if the
    /// question why a cell is not on the path is answered from them, and not from the events alone.
    pub rules: Option<Rules>,
    /// The setting with which its paths may not be the shortest, as the beginning of a sentence:
    /// `with a weight above 1 `; may be empty.
    pub with: &'static str,
    /// The rule for corner cutting.
    pub corners: Corners,
    /// How far one step may go.
    pub steps: Steps,
    /// The costs of a straight and a diagonal step. `None` if other costs apply, such as doors that cost by direction.
    pub costs: Option<(f64, f64)>,
    /// Whether entering a tile adds its cost from the table of tiles.
    pub enter: bool,
    /// The keys of the open list, the most important first. `-` means that the larger value comes first, and `#` is the
    /// number of the entry. Empty if there is no such list.
    pub order: &'static [&'static str],
    /// Whether its paths are the shortest and its heuristic never overestimates.
    pub optimal: bool,
    /// The standard log words for its kinds of event: `("expanded", "expand")`, or with a reason
    /// `("costlier", "reject dearer")`.
    pub words: &'static [(&'static str, &'static str)],
}
