//! The groups in lists of algorithms.

/// A group in a list of algorithms. The variants are in display order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Group {
    /// A path from a start to a goal.
    Search,
    /// Distances over a whole map, to approach goals or to flee from them.
    Flow,
    /// Sight: which cells an actor sees, and what it remembers of them.
    Sight,
    /// Exploring: the next destination on an unknown map.
    Exploring,
    /// Pieces on a board.
    AutoChess,
    /// Ships, their rooms and their air.
    Ships,
    /// Algorithms that do not come with the program.
    Yours,
}

impl Group {
    /// All groups, in display order.
    pub const ALL: [Self; 7] =
        [Self::Search, Self::Flow, Self::Sight, Self::Exploring, Self::AutoChess, Self::Ships, Self::Yours];

    /// Returns the heading of the group.
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
