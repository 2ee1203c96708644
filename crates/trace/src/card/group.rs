//! The groups in lists of algorithms.

use crate::event::Word;

/// A group in a list of algorithms. The variants are in display order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Word)]
#[words(title, capital)]
#[non_exhaustive]
pub enum Group {
    /// A path from a start to a goal.
    Search,
    /// Distances over a whole map, to approach goals or to flee from them.
    #[word("Flow and flight")]
    Flow,
    /// Sight: which cells an actor sees, and what it remembers of them.
    #[word("Sight and knowledge")]
    Sight,
    /// Exploring: the next destination on an unknown map.
    Exploring,
    /// Pieces on a board.
    AutoChess,
    /// Ships, their rooms and their air.
    #[word("Ships and air")]
    Ships,
    /// Algorithms that do not come with the program.
    Yours,
}
