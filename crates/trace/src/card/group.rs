//! The groups that lists of algorithms have.

/// The groups that a list of algorithms has, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Group {
    /// One way from a start to a goal.
    Search,
    /// Distances over a whole map, to go by or to flee by.
    Flow,
    /// Who sees what, and what it knows of it later.
    Sight,
    /// Where to go next on a map that is not known.
    Exploring,
    /// Pieces on a board.
    AutoChess,
    /// Ships, their rooms and their air.
    Ships,
    /// Those that the program itself does not come with.
    Yours,
}

impl Group {
    /// All, in their order.
    pub const ALL: [Self; 7] =
        [Self::Search, Self::Flow, Self::Sight, Self::Exploring, Self::AutoChess, Self::Ships, Self::Yours];

    /// The heading of the group.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Search => "Search",
            Self::Flow => "Flow and flight",
            Self::Sight => "Sight and knowledge",
            Self::Exploring => "Exploring",
            Self::AutoChess => "Auto chess",
            Self::Ships => "Ships and air",
            Self::Yours => "Yours",
        }
    }
}
