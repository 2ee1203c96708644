//! Answers that only the code of an algorithm can give, because its events do not contain them.

/// A kind of answer that the code of an algorithm may give about any moment, but that its events do not contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CodeOnlyAnswer {
    /// Values of some layers.
    Layers,
    /// Roles of cells on the board.
    Boards,
    /// Arrows of cells.
    Arrows,
    /// How many candidates were equal at a cell.
    Equals,
    /// The path to show.
    Path,
    /// The entries of the open list.
    OpenList,
    /// Correct answers to a prediction question.
    Answers,
    /// Watched values.
    Watch,
    /// The current turn.
    Turns,
    /// The names of the views.
    Views,
    /// Tiles that change.
    Tiles,
    /// Positions and states of actors.
    Actors,
    /// Drawings over the map.
    Figures,
    /// Tables of what was weighed.
    Scoreboards,
    /// Text added to a sentence.
    SecondLine,
    /// Why a cell was not chosen.
    WhyNot,
    /// Charts.
    Charts,
    /// Roses of directions.
    Roses,
}

impl CodeOnlyAnswer {
    /// All kinds.
    pub const ALL: [Self; 18] = [
        Self::Layers,
        Self::Boards,
        Self::Arrows,
        Self::Equals,
        Self::Path,
        Self::OpenList,
        Self::Answers,
        Self::Watch,
        Self::Turns,
        Self::Views,
        Self::Tiles,
        Self::Actors,
        Self::Figures,
        Self::Scoreboards,
        Self::SecondLine,
        Self::WhyNot,
        Self::Charts,
        Self::Roses,
    ];

    /// Returns the name for display, which trace files use too.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layers => "some layers",
            Self::Boards => "the roles of cells",
            Self::Arrows => "arrows",
            Self::Equals => "how many were equal",
            Self::Path => "the path",
            Self::OpenList => "the open list",
            Self::Answers => "answers to questions",
            Self::Watch => "watched values",
            Self::Turns => "turns",
            Self::Views => "views",
            Self::Tiles => "tiles that change",
            Self::Actors => "where actors are",
            Self::Figures => "drawings",
            Self::Scoreboards => "scoreboards",
            Self::SecondLine => "the second line of sentences",
            Self::WhyNot => "why not",
            Self::Charts => "charts",
            Self::Roses => "roses",
        }
    }
}
