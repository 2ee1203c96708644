//! The words of auto chess: rules, pathfinders, parts of a turn, reasons, gates.

/// Which rule a piece moves by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Rule {
    /// To the hop toward the nearest cell in reach.
    Stock,
    /// The same with the diagonal jump of the article.
    Diagonal,
}

impl Rule {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Stock, Self::Diagonal];

    /// The name in outcomes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stock => "stock",
            Self::Diagonal => "diagonal",
        }
    }
}

/// How ways are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Pathfinder {
    /// Jump point search with the Manhattan estimate, as the script had it.
    Jumper,
    /// The shortest way under the same move rules.
    Shortest,
}

impl Pathfinder {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Jumper, Self::Shortest];

    /// The name of the parameter's value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jumper => "jumper",
            Self::Shortest => "shortest",
        }
    }
}

/// The parts of a piece's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Which cells an enemy can be reached from.
    See,
    /// Looking at all cells in scan order.
    Plan,
    /// Stock hop or diagonal jump.
    Choose,
    /// The lengths of both pathfinders' ways to the target.
    Compare,
    /// Moving, or staying.
    Move,
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Plan => "plan",
            Self::Choose => "choose",
            Self::Compare => "compare",
            Self::Move => "move",
        }
    }
}

/// Why a candidate was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// No enemy can be reached from there.
    NotInReach,
    /// The piece stands there itself, so no way leads there.
    Own,
    /// It is occupied or not walkable, so no way leads there.
    Blocked,
    /// A search found no way.
    NoPath,
    /// It is not strictly nearer than the best so far.
    NotNearer,
    /// It does not lie on a diagonal through the piece.
    NotDiagonal,
    /// The hop is not the cell itself.
    NotClean,
}

impl Why {
    /// The reason in outcomes, tables and layers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotInReach => "not in reach",
            Self::Own | Self::Blocked | Self::NoPath => "no path",
            Self::NotNearer => "not nearer",
            Self::NotDiagonal => "not diagonal",
            Self::NotClean => "not clean",
        }
    }
}

/// One of the two conditions on the diagonal jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Gate {
    /// The alternative must be less than 200 from the stock hop.
    Near,
    /// The alternative must be more than 200 from the piece.
    Far,
}

impl Gate {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Near, Self::Far];

    /// The name of its switch.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Far => "far",
        }
    }

    /// What it measures the distance of the alternative to.
    pub const fn measures_to(self) -> &'static str {
        match self {
            Self::Near => "the stock hop",
            Self::Far => "the piece",
        }
    }

    /// How a distance that fits, or does not, compares with 200.
    pub const fn sign(self, fits: bool) -> &'static str {
        match (self, fits) {
            (Self::Near, true) => "<",
            (Self::Near, false) => "≥",
            (Self::Far, true) => ">",
            (Self::Far, false) => "≤",
        }
    }
}

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The stock hop.
    Stock,
    /// The diagonal jump.
    Diagonal,
    /// There is no hop.
    None,
}

impl Choice {
    /// The name in outcomes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stock => "stock",
            Self::Diagonal => "diagonal",
            Self::None => "none",
        }
    }
}

/// Why a fight was over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Everybody can attack.
    AllInReach,
    /// Nobody moved for a round.
    Still,
    /// As many rounds as are allowed were played.
    MaxRounds,
}

impl Over {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::AllInReach => "everybody can attack",
            Self::Still => "nobody moved for a round",
            Self::MaxRounds => "no more rounds are allowed",
        }
    }
}
