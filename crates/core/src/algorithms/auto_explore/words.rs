//! The words that events of auto-explore use: parts of a pick, what becomes of a cell, verdicts, reasons for stopping.

/// The parts of a pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Looking round before the first pick.
    See,
    /// Deciding on a target.
    Choose,
    /// Walking the values back from it.
    Path,
    /// Walking there.
    Walk,
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Choose => "choose",
            Self::Path => "path",
            Self::Walk => "walk",
        }
    }
}

/// What becomes of a cell that took a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It emits neighbours in the next ring.
    Next,
    /// A safe door: one dearer, and it emits neighbours in the next ring.
    SafeDoor,
    /// It is slow: it emits neighbours when nothing else is left.
    Slow,
    /// It is a target and emits nothing: an unknown cell, or an item in a wall.
    Stays,
    /// An unexplored door: its value is kept apart, no path leads over it.
    Apart,
}

/// A line of the thresholds, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The list is not empty and near enough: it decides.
    Taken,
    /// Nothing is on it.
    Empty,
    /// What is on it costs more than the greed allows.
    TooDear,
}

/// Why a run stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nothing is left that can be reached.
    Explored,
    /// Next to a closed door behind which something is unknown.
    AtDoor,
    /// An item was reached.
    Item,
    /// An exit was reached.
    Exit,
    /// An enemy came into view.
    Enemy,
    /// As many picks were made as were asked for.
    Picks,
    /// The explorer was taken off the map.
    Gone,
    /// The way to the target is closed on every side; a guard against bad luck.
    Lost,
}
