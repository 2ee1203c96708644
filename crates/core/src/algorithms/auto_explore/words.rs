//! The words that events of auto-explore use: parts of a pick, what becomes of a cell, verdicts, reasons for stopping.

use super::flood::NONE;
use crate::geometry::Cell;

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
    /// A safe door: it costs extra, and it emits neighbours in the next ring.
    SafeDoor,
    /// It is slow: it emits neighbours when nothing else is left.
    Slow,
    /// It is a target and emits nothing: an unknown cell, or an item in a wall.
    Stays,
    /// An unexplored door: its value is kept apart, no path leads over it.
    Apart,
}

impl Fate {
    /// Whether it emits neighbours in the next ring.
    pub const fn emits(self) -> bool {
        matches!(self, Self::Next | Self::SafeDoor)
    }

    /// What becomes of it, as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Next => "it emits in the next ring",
            Self::SafeDoor => "a safe door, which costs extra",
            Self::Slow => "slow ground, it waits until nothing else is left",
            Self::Stays => "it emits nothing",
            Self::Apart => "an unexplored door, no path leads over it",
        }
    }
}

/// A line of the thresholds, or why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The list is not empty and near enough: it decides.
    Taken,
    /// Nothing is on it.
    Empty,
    /// What is on it costs more than the greed allows.
    TooCostly,
}

impl Verdict {
    /// What was found, as the end of a sentence: from the lowest value on a list and the highest that is near enough.
    pub fn because(self, lowest: u32, bound: u32) -> String {
        match (self, bound) {
            (Self::Empty, _) => "there is none".into(),
            (Self::Taken, NONE) => format!("they decide; the lowest value is {lowest}"),
            (Self::Taken, _) => format!("the lowest value {lowest} is at most {bound}, so they decide"),
            (Self::TooCostly, _) => format!("the lowest value {lowest} is over {bound}, so they are passed over"),
        }
    }
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

impl Stop {
    /// Why a run stopped: because of what lies at a cell, with so many cells still unknown.
    pub fn sentence(self, cell: Cell, unknown: u32) -> String {
        let cells = if unknown == 1 { "1 cell".into() } else { format!("{unknown} cells") };
        match self {
            Self::Explored if unknown == 0 => "Explored: every cell is known.".into(),
            Self::Explored => {
                format!("Explored: nothing is left that can be reached; {cells} stayed unknown.")
            }
            Self::AtDoor => format!("At a door: the one at {cell} is closed, and what lies behind it is unknown."),
            Self::Item => format!("Item reached, at {cell}."),
            Self::Exit => format!("Explored: the exit at {cell} is reached and nothing else is left."),
            Self::Enemy => format!("Enemy in view, at {cell}."),
            Self::Picks => format!("As many picks were made as were asked for; still unknown: {cells}."),
            Self::Gone => format!("The explorer was taken off the map at {cell}."),
            Self::Lost => format!("No way leads to {cell}."),
        }
    }
}
