//! How, why, and what became of it: the reasons that a flow map's events give.

use crate::event::Word;

/// How a cell of a map came to what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    Seeded,
    /// For the first time, or again after it was raised.
    Reached,
    Lowered,
    /// It was freed, and took the lowest value among its neighbours plus one.
    Smashed,
    /// It holds its value and joined the queue again, at the border of what was raised or beside a corner.
    Requeued,
    /// Its smallest value was raised, and what another room has for it shows now.
    Uncovered,
    Expanded,
}

/// What sets a wave going.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word)]
pub enum Cause {
    #[default]
    First,
    Freed,
    Closed,
    /// The tile costs something else now.
    Cost,
    #[word("new exit")]
    Source,
    #[word("exit gone")]
    NoSource,
}

/// Something odd in a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    SourceInWall,
    PrisonerInWall,
    TwoOnACell,
    ExitInNoRoom,
    RoomWithoutExit,
    NoWayOut,
}

/// What a prisoner makes of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Verdict {
    #[word("lowest")]
    Lower,
    #[word("not below its own")]
    NotLower,
    #[word("another is lower")]
    NotLowest,
    NotReached,
    #[word("somebody stands there")]
    Occupied,
    Solid,
    #[word("cuts a corner")]
    Corner,
}

/// Why a prisoner stays where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Stay {
    #[word("no neighbour holds less than its own cell")]
    NoneLower,
    #[word("somebody stands on each neighbour that holds least")]
    Taken,
    #[word("something is in the way beyond the exit")]
    Blocked,
    #[word("it stands on an exit and did not walk there, so there is no direction to go on in")]
    NoDirection,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The script is done, no wave is moving and nobody can move.
    Still,
    /// Everything is as it was before: the prisoners walk in a circle.
    Circle,
    /// As many turns were played as the parameter allows.
    Turns,
}
