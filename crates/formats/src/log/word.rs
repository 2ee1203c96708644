//! The words that every log shares.

use super::told::Texts;
use std::sync::Arc;

/// What an event says, by the words that every log shares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A cell joins the open list, or is there again at another cost.
    Open,
    /// A cell is taken from the open list.
    Expand,
    /// A cell is taken off the open list without being expanded.
    Close,
    /// A cell was looked at and refused.
    Reject,
    /// Chance decided.
    Dice,
    /// The way that was found, the start first.
    Path,
    /// The end.
    Done,
    /// A candidate of a decision.
    Weigh,
    /// The decision.
    Choose,
    /// A cell of a layer has a value.
    Set,
    /// A cell of a layer, or all of it, has none.
    Clear,
    /// A cell is seen.
    See,
    /// A cell is no longer seen.
    Hide,
    /// The ground changes.
    Tile,
    /// An actor is there.
    Place,
    /// An actor moves.
    Move,
    /// An actor is gone.
    Remove,
    /// A phase begins.
    Begin,
    /// The innermost phase ends.
    End,
    /// Narration.
    Note,
    /// A kind of the program's own.
    Own(Arc<String>),
}

impl Word {
    pub(super) fn of(name: &str, texts: &mut Texts) -> Self {
        match name {
            "open" => Self::Open,
            "expand" => Self::Expand,
            "close" => Self::Close,
            "reject" => Self::Reject,
            "dice" => Self::Dice,
            "path" => Self::Path,
            "done" => Self::Done,
            "weigh" => Self::Weigh,
            "choose" => Self::Choose,
            "set" => Self::Set,
            "clear" => Self::Clear,
            "see" => Self::See,
            "hide" => Self::Hide,
            "tile" => Self::Tile,
            "place" => Self::Place,
            "move" => Self::Move,
            "remove" => Self::Remove,
            "begin" => Self::Begin,
            "end" => Self::End,
            "note" => Self::Note,
            own => Self::Own(texts.word(own)),
        }
    }

    /// Whether an event of this word is about nothing without a cell.
    pub(super) const fn needs_cell(&self) -> bool {
        matches!(self, Self::Open | Self::Expand | Self::Reject | Self::Set | Self::See | Self::Tile | Self::Move)
    }
}
