//! The words in which guards report: what they know, what they do, why they wait, and why it ends.

use crate::movement::Refusal;
use crate::terrain::Tile;
use crate::world::Unchanged;

/// What a guard takes for the state of a cell that it does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// The actual state: it knows everything.
    Omniscient,
    /// The default state of the map (McNeill).
    DefaultMemory,
    /// What it saw there last (Sherratt); the default state where it never looked.
    LastSeen,
}

impl Knowledge {
    /// The three by name, as the parameter `knowledge` offers them.
    pub const NAMES: &'static [&'static str] = &["omniscient", "default-memory", "last-seen"];

    /// The kind of that name.
    pub fn named(name: &str) -> Self {
        match name {
            "omniscient" => Self::Omniscient,
            "last-seen" => Self::LastSeen,
            _ => Self::DefaultMemory,
        }
    }
}

/// The four parts of a guard's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It prepares its overlay.
    See,
    /// It asks for the state of what changed.
    Believe,
    /// It searches.
    Plan,
    /// It moves one cell.
    Move,
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Believe => "believe",
            Self::Plan => "plan",
            Self::Move => "move",
        }
    }
}

/// Why a guard stayed where it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Another guard, by its number from 0, stands on the next cell.
    Guard(u8),
    /// The next cell is not as it believed.
    Refused(Refusal),
    /// It opens a door; so many turns are left.
    Opens(u8),
    /// It is where its plan ends, and that is not the goal.
    Closest,
    /// It is where it should be.
    There,
    /// There is no plan.
    NoWay,
    /// It has nowhere to go.
    NoGoal,
}

impl Wait {
    /// The reason in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guard(_) => "another guard",
            Self::Refused(_) => "not as believed",
            Self::Opens(_) => "opens a door",
            Self::Closest => "the closest cell",
            Self::There => "there already",
            Self::NoWay => "no way",
            Self::NoGoal => "no goal",
        }
    }

    /// The reason as the end of a sentence.
    pub fn because(self) -> String {
        match self {
            Self::Guard(other) => format!("guard {} stands on its next cell", other + 1),
            Self::Refused(why) => format!("its next cell is not as it believed: {}", why.because()),
            Self::Opens(0) => "it opened a door".into(),
            Self::Opens(1) => "it opens a door, 1 more turn".into(),
            Self::Opens(left) => format!("it opens a door, {left} more turns"),
            Self::Closest => "it is as close as it believes it can get".into(),
            Self::There => "it is where it should be".into(),
            Self::NoWay => "there is no plan".into(),
            Self::NoGoal => "it has nowhere to go".into(),
        }
    }

    /// The state of a guard that waits so.
    pub const fn state(self) -> &'static str {
        match self {
            Self::Opens(_) => "opens",
            Self::There => "there",
            _ => "waits",
        }
    }
}

/// Why a line of the script did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denial {
    /// The world says why.
    World(Unchanged),
    /// A guard or thief cannot stand on such a tile.
    Solid(Tile),
    /// A shutter opens from its inner side only.
    Outside,
}

impl Denial {
    /// The reason as the end of a sentence.
    pub fn because(self) -> String {
        match self {
            Self::World(why) => why.because(),
            Self::Solid(tile) => format!("nobody can stand on {}", tile.a()),
            Self::Outside => "a shutter opens from its inner side only".into(),
        }
    }
}

/// Where a goal comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// It is the guard's own, or the scene's.
    Goal,
    /// It is the next of the patrol.
    Route,
    /// The thief is seen, or known, to be there.
    Thief,
    /// The thief is believed to be there.
    Believed,
}

impl Aim {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Goal => "its goal is there",
            Self::Route => "it is next on its route",
            Self::Thief => "the thief is there",
            Self::Believed => "it believes the thief to be there",
        }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every guard has arrived, or is gone.
    Arrived,
    /// Nothing changes any more.
    Still,
    /// The turns are used up.
    Turns,
}

impl End {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Arrived => "nobody is under way any more",
            Self::Still => "nothing changes any more",
            Self::Turns => "that was the last turn",
        }
    }
}
