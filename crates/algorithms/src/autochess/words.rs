//! The words of auto chess: rules, pathfinders, parts of a turn, reasons, choices.

use super::board::gate_in_cells;
use crate::event::{Encode, Word};
use crate::params::Resolved;

/// The rules that a piece can move by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word, Encode)]
pub enum Rule {
    /// Moves to the hop toward the nearest cell in reach.
    Stock,
    /// Like `Stock`, but with the diagonal jump of the article.
    Diagonal,
    /// Makes the first of the fewest jumps that bring an enemy into reach.
    Fewest,
}

impl Rule {
    /// Returns the rules named by the parameter: one rule, the two of the article, or all.
    pub(super) fn that_run(word: &str) -> &'static [Self] {
        match word {
            "stock" => &Self::ALL[..1],
            "diagonal" => &Self::ALL[1..2],
            "fewest" => &Self::ALL[2..],
            "all" => &Self::ALL,
            _ => &Self::ALL[..2],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Pathfinder {
    /// Jump point search with the Manhattan estimate, as in the original script.
    Jumper,
    /// The shortest path under the same movement rules.
    Shortest,
}

impl Pathfinder {
    pub(super) fn of(params: &Resolved) -> Self {
        if params.word("pathfinder") == Self::Shortest.word() { Self::Shortest } else { Self::Jumper }
    }
}

/// Rule for the reach of a piece, from its range and the hull width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub(crate) enum RangeRule {
    /// Range minus hull, as in the script of the article.
    Minus,
    /// Range plus both hulls, the piece's and the enemy's, as the author changed it in the previous post.
    Plus,
}

impl RangeRule {
    pub(super) fn of(params: &Resolved) -> Self {
        if params.word("range-rule") == Self::Plus.word() { Self::Plus } else { Self::Minus }
    }

    /// Returns the reach in units. A target nearer than this can be attacked.
    pub(super) const fn reach(self, range: u32, hull: u32) -> u32 {
        match self {
            Self::Minus => range.saturating_sub(hull),
            Self::Plus => range.saturating_add(hull.saturating_mul(2)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Part {
    See,
    Plan,
    Choose,
    Compare,
    Move,
    Search,
    Weigh,
    Leap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Refusal {
    NotInReach,
    #[word("no path")]
    Own,
    #[word("no path")]
    Blocked,
    NoPath,
    NotNearer,
    NotDiagonal,
    NotClean,
    /// The cell does not take the fewest jumps.
    MoreJumps,
}

/// The two conditions on the diagonal jump. The word of each is the name of its switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Gate {
    /// The end of the diagonal jump must be less than 200 units from the stock hop.
    Near,
    /// The end of the diagonal jump must be more than 200 units from the piece.
    Far,
}

impl Gate {
    /// Returns the point to which the gate measures the end of the diagonal jump.
    pub(super) const fn measures_to(self, to_target: bool) -> &'static str {
        match self {
            Self::Near if to_target => "the stock target",
            Self::Near => "the stock hop",
            Self::Far => "the piece",
        }
    }

    /// Returns the comparison sign between a distance that fits, or does not, and the limit.
    pub(super) const fn sign(self, fits: bool) -> &'static str {
        [["≥", "<"], ["≤", ">"]][self as usize][fits as usize]
    }

    /// Compares a distance that fits, or does not, with the limit in words.
    pub(super) const fn compared(self, fits: bool) -> &'static str {
        [["not below", "below"], ["not above", "above"]][self as usize][fits as usize]
    }

    /// Compares a distance that fits, or does not, with the limit, as a clause.
    pub(super) fn verdict(self, fits: bool) -> String {
        format!("{} the limit of {} cells", self.compared(fits), gate_in_cells())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Choice {
    Stock,
    Diagonal,
    None,
    Fewest,
    /// The first move of an assassin.
    Leap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Ending {
    #[word("everybody can attack")]
    AllInReach,
    #[word("the piece can attack")]
    PieceInReach,
    #[word("nobody moved for a round")]
    Still,
    #[word("no more rounds are allowed")]
    MaxRounds,
}
