//! The words that auto chess is told in: rules, path finders, parts of a turn, reasons, choices.

use crate::event::Word;
use crate::params::Resolved;

/// Which rule a piece moves by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word)]
pub enum Rule {
    /// To the hop toward the nearest cell in reach.
    Stock,
    /// The same with the diagonal jump of the article.
    Diagonal,
    /// To the first of the fewest jumps that bring an enemy into reach.
    Fewest,
}

impl Rule {
    /// The rules that pieces move by, by the word of the parameter: one of them, the two of the article, or all.
    pub(super) fn named(word: &str) -> &'static [Self] {
        match word {
            "stock" => &Self::ALL[..1],
            "diagonal" => &Self::ALL[1..2],
            "fewest" => &Self::ALL[2..],
            "all" => &Self::ALL,
            _ => &Self::ALL[..2],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Pathfinder {
    /// Jump point search with the Manhattan estimate, as the script had it.
    Jumper,
    /// The shortest way under the same move rules.
    Shortest,
}

impl Pathfinder {
    pub(super) fn of(params: &Resolved) -> Self {
        if params.word("pathfinder") == Self::Shortest.word() { Self::Shortest } else { Self::Jumper }
    }
}

/// The reach of a piece, by its range and the width of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum RangeRule {
    /// Its range less the hull, as the script of the article has it.
    Minus,
    /// Its range plus both hulls, the piece's and the enemy's, as the author changed it in the post before.
    Plus,
}

impl RangeRule {
    pub(super) fn of(params: &Resolved) -> Self {
        if params.word("range-rule") == Self::Plus.word() { Self::Plus } else { Self::Minus }
    }

    /// A target nearer than so many units can be attacked.
    pub(super) const fn reach(self, range: u32, hull: u32) -> u32 {
        match self {
            Self::Minus => range.saturating_sub(hull),
            Self::Plus => range.saturating_add(hull.saturating_mul(2)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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
    /// Not one of the cells that take fewest jumps.
    MoreJumps,
}

/// One of the two conditions on the diagonal jump; its word is the name of its switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Gate {
    /// The alternative must be less than 200 from the stock hop.
    Near,
    /// The alternative must be more than 200 from the piece.
    Far,
}

impl Gate {
    /// What it measures the distance of the alternative to.
    pub(super) const fn measures_to(self, to_target: bool) -> &'static str {
        match self {
            Self::Near if to_target => "the stock target",
            Self::Near => "the stock hop",
            Self::Far => "the piece",
        }
    }

    /// How a distance that fits, or does not, compares with 200.
    pub(super) const fn sign(self, fits: bool) -> &'static str {
        [["≥", "<"], ["≤", ">"]][self as usize][fits as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Choice {
    Stock,
    Diagonal,
    None,
    Fewest,
    /// The first move of an assassin.
    Leap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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
