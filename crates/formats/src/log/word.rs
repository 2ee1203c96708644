//! Standard words for the kinds of events in a log.

use super::field_values::{Text, Texts};

/// Kind of an event. Logs of all programs share these words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A cell joins the open list, or is already on it and gets a new cost.
    Open,
    /// A cell is removed from the open list and expanded.
    Expand,
    /// A cell is removed from the open list without being expanded.
    Close,
    /// A cell is examined and rejected.
    Reject,
    /// A random draw decides.
    Dice,
    /// The path found, starting with the start cell.
    Path,
    /// The run ends.
    Done,
    /// A candidate of a decision.
    Weigh,
    /// The choice made in a decision.
    Choose,
    /// A cell of a layer gets a value.
    Set,
    /// A cell of a layer, or the whole layer, loses its value.
    Clear,
    /// A cell becomes visible.
    See,
    /// A cell is no longer visible.
    Hide,
    /// A tile of the map changes.
    Tile,
    /// An actor is placed.
    Place,
    /// An actor moves.
    Move,
    /// An actor is removed.
    Remove,
    /// A phase begins.
    Begin,
    /// The innermost phase ends.
    End,
    /// A note for the reader.
    Note,
    /// A kind of event defined by the program.
    Own(Text),
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
            own => Self::Own(texts.of(own)),
        }
    }

    /// Returns whether an event of this kind needs a cell.
    pub(super) const fn needs_cell(&self) -> bool {
        matches!(self, Self::Open | Self::Expand | Self::Reject | Self::Set | Self::See | Self::Tile | Self::Move)
    }
}
