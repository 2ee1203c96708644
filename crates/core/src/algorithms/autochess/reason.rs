//! The words of auto chess: rules, pathfinders, parts of a turn, reasons, gates.

use crate::event::Word;

/// Which rule a piece moves by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word)]
#[repr(u8)]
pub enum Rule {
    /// To the hop toward the nearest cell in reach.
    Stock,
    /// The same with the diagonal jump of the article.
    Diagonal,
}

/// How ways are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[repr(u8)]
pub enum Pathfinder {
    /// Jump point search with the Manhattan estimate, as the script had it.
    Jumper,
    /// The shortest way under the same move rules.
    Shortest,
}

/// The parts of a piece's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences of their events say it")]
pub enum Part {
    See,
    Plan,
    Choose,
    Compare,
    Move,
}

/// Why a cell was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences of their events say it")]
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
}

/// One of the two conditions on the diagonal jump; its word is the name of its switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[repr(u8)]
pub enum Gate {
    /// The alternative must be less than 200 from the stock hop.
    Near,
    /// The alternative must be more than 200 from the piece.
    Far,
}

impl Gate {
    /// What it measures the distance of the alternative to.
    pub(super) const fn measures_to(self) -> &'static str {
        match self {
            Self::Near => "the stock hop",
            Self::Far => "the piece",
        }
    }

    /// How a distance that fits, or does not, compares with 200.
    pub(super) const fn sign(self, fits: bool) -> &'static str {
        match (self, fits) {
            (Self::Near, true) => "<",
            (Self::Near, false) => "≥",
            (Self::Far, true) => ">",
            (Self::Far, false) => "≤",
        }
    }
}

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Choice {
    Stock,
    Diagonal,
    None,
}

/// Why a fight was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Ending {
    #[word("everybody can attack")]
    AllInReach,
    #[word("nobody moved for a round")]
    Still,
    #[word("no more rounds are allowed")]
    MaxRounds,
}
