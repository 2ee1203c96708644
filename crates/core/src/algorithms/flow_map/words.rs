//! The words of a flow map's events: how, why, and what became of it.

/// How a cell of a map came to what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It is an exit or a goal, with its starting value.
    Seeded,
    /// It was reached for the first time, or again after it was raised.
    Reached,
    /// A shorter way was found.
    Lowered,
    /// It was freed, and took the lowest value among its neighbours plus one.
    Smashed,
    /// It holds its value and joined the queue again, at the border of what was raised or beside a corner.
    Requeued,
    /// Its smallest value was raised, and what another room has for it shows now.
    Uncovered,
    /// It was taken from the queue and its neighbours are looked at.
    Expanded,
}

/// What sets a wave going.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The first ripple, from all exits.
    First,
    /// Something solid was opened, smashed or taken away.
    Freed,
    /// Something was closed or put down.
    Closed,
    /// The tile's cost is another.
    Cost,
    /// An exit or goal came here.
    Source,
    /// An exit or goal is no longer here.
    NoSource,
}

impl Cause {
    /// A word for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Freed => "freed",
            Self::Closed => "closed",
            Self::Cost => "cost",
            Self::Source => "new exit",
            Self::NoSource => "exit gone",
        }
    }
}

/// Something odd in a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// An exit or a goal lies in something solid.
    SourceInWall,
    /// A prisoner stands in something solid.
    PrisonerInWall,
    /// Two actors stand on one cell.
    TwoOnACell,
    /// An exit lies in no room.
    ExitInNoRoom,
    /// A room has no exit.
    RoomWithoutExit,
    /// No exit leads out of the dungeon.
    NoWayOut,
}

/// What became of a neighbour that a prisoner weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Its value is below its own.
    Lower,
    /// Its value is not below its own.
    NotLower,
    /// It is below, but another is lower still.
    NotLowest,
    /// It is not reached.
    NotReached,
    /// Somebody stands there.
    Occupied,
    /// It is solid.
    Solid,
    /// The diagonal would cut a corner.
    Corner,
}

impl Verdict {
    /// Why it was not taken, as a word or two.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Lower => "lowest",
            Self::NotLower => "not below its own",
            Self::NotLowest => "another is lower",
            Self::NotReached => "not reached",
            Self::Occupied => "somebody stands there",
            Self::Solid => "solid",
            Self::Corner => "cuts a corner",
        }
    }
}

/// Why a prisoner stays where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// No neighbour holds less.
    NoneLower,
    /// Those that hold least are taken.
    Taken,
    /// Beyond the exit something is in the way.
    Blocked,
    /// It has not come here by walking, so there is no direction to go on in.
    NoDirection,
}

impl Stay {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::NoneLower => "no neighbour holds less than its own cell",
            Self::Taken => "somebody stands on each neighbour that holds least",
            Self::Blocked => "something is in the way beyond the exit",
            Self::NoDirection => "it stands on an exit and did not walk there, so there is no direction to go on in",
        }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The script is done, no wave is moving and nobody can move.
    Still,
    /// Everything is as it was before: the prisoners walk in a circle.
    Circle,
    /// So many turns were played as the parameter allows.
    Turns,
}
