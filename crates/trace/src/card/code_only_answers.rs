//! Answers that only the code of an algorithm can give, because its events do not contain them.

use crate::event::Word;

/// A kind of answer that the code of an algorithm may give about any moment, but that its events do not contain. Trace
/// files use its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word)]
#[words(name)]
pub enum CodeOnlyAnswer {
    /// Values of some layers.
    #[word("some layers")]
    Layers,
    /// Roles of cells on the board.
    #[word("the roles of cells")]
    Boards,
    /// Arrows of cells.
    Arrows,
    /// How many candidates were equal at a cell.
    #[word("how many were equal")]
    Equals,
    /// The path to show.
    #[word("the path")]
    Path,
    /// The entries of the open list.
    #[word("the open list")]
    OpenList,
    /// Correct answers to a prediction question.
    #[word("answers to questions")]
    Answers,
    /// Watched values.
    #[word("watched values")]
    Watch,
    /// The current turn.
    Turns,
    /// The names of the views.
    Views,
    /// Tiles that change.
    #[word("tiles that change")]
    Tiles,
    /// Positions and states of actors.
    #[word("where actors are")]
    Actors,
    /// Drawings over the map.
    #[word("drawings")]
    Figures,
    /// Tables of what was weighed.
    Scoreboards,
    /// Text added to a sentence.
    #[word("the second line of sentences")]
    SecondLine,
    /// Why a cell was not chosen.
    WhyNot,
    /// Charts.
    Charts,
    /// Roses of directions.
    Roses,
}
