//! What the code of an algorithm answers that its events do not say.

/// What the code of an algorithm may answer of any moment, where its events do not say it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Beyond {
    /// What some layers show.
    Layers,
    /// The parts that cells play on the board.
    Boards,
    /// The arrows of cells.
    Arrows,
    /// How many were equal at a cell.
    Equals,
    /// The path that matters.
    Path,
    /// What waits.
    OpenList,
    /// The right answers to a question.
    Answers,
    /// What is watched.
    Watch,
    /// Which turn it is.
    Turns,
    /// Whose view is shown.
    Views,
    /// Tiles that change.
    Tiles,
    /// Who stands where.
    Actors,
    /// What is drawn over the map.
    Figures,
    /// What was weighed, in tables.
    Scoreboards,
    /// What is added to a sentence.
    SecondLine,
    /// Why a cell was not chosen.
    WhyNot,
    /// Charts.
    Charts,
    /// Roses of directions.
    Roses,
}

impl Beyond {
    /// All of them.
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

    /// What it is, as people read it and as trace files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layers => "some layers",
            Self::Boards => "the parts that cells play",
            Self::Arrows => "arrows",
            Self::Equals => "how many were equal",
            Self::Path => "the path",
            Self::OpenList => "the open list",
            Self::Answers => "answers to questions",
            Self::Watch => "watched values",
            Self::Turns => "turns",
            Self::Views => "views",
            Self::Tiles => "tiles that change",
            Self::Actors => "who stands where",
            Self::Figures => "drawings",
            Self::Scoreboards => "scoreboards",
            Self::SecondLine => "what is added to sentences",
            Self::WhyNot => "why not",
            Self::Charts => "charts",
            Self::Roses => "roses",
        }
    }
}
