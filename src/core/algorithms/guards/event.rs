//! What guards report.

use crate::core::algorithms::astar::{self, AStarEvent};
use crate::core::event::Slot;
use crate::core::geometry::{Cell, Dir};
use crate::core::grid::Grid;
use crate::core::movement::Refusal;
use crate::core::scene::Actor;
use crate::core::terrain::{Tile, Verb};
use crate::core::world::Unchanged;
use std::sync::Arc;

/// The layer of what is: tiles that the script or a guard changed. Those of the search come first.
pub const TRUTH: u8 = astar::LAYERS;
/// The layer of what lamps light.
pub const LIGHT: u8 = TRUTH + 1;
/// How many layers there are without those of the guards.
pub const COMMON: u8 = LIGHT + 1;
/// The most guards that a scene may have: each has two layers of its own.
pub const MOST_GUARDS: usize = 100;

/// The layer of a guard's field-of-view overlay.
pub const fn overlay(guard: u8) -> u8 {
    COMMON + 2 * guard
}

/// The layer of what a guard believes where that is not, or was not, what the map has.
pub const fn belief(guard: u8) -> u8 {
    COMMON + 2 * guard + 1
}

/// The register of the turn.
pub const TURN: Slot = Slot::Register(0);
/// The register of the guard that acts.
pub const ACTING: Slot = Slot::Register(1);

/// The register of where an actor of the scene is.
pub const fn place(actor: u16) -> Slot {
    Slot::Register(2 + 4 * actor as u32)
}

/// The register of whether a lamp burns.
pub const fn lamp(actor: u16) -> Slot {
    Slot::Register(3 + 4 * actor as u32)
}

/// The register of a guard's last plan.
pub const fn plan(guard: u8) -> Slot {
    Slot::Register(4 + 4 * guard as u32)
}

/// The register of where a guard wants to go.
pub const fn aim(guard: u8) -> Slot {
    Slot::Register(5 + 4 * guard as u32)
}

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

/// A guard, as far as its events do not say it.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its number in the scene.
    pub actor: u16,
    /// Where it looks at first; `None`: all round, always.
    pub facing: Option<Dir>,
    /// How far it sees, in cells.
    pub range: u32,
}

/// What a run's events do not repeat.
#[derive(Clone, Debug)]
pub struct Context {
    /// What the events of the searches do not repeat; both ends are those of the first guard's first plan.
    pub search: astar::Context,
    /// The default state of the map.
    pub map: Arc<Grid<Tile>>,
    /// Everybody as the scene has them.
    pub actors: Arc<[Actor]>,
    /// The guards in the order in which they act.
    pub guards: Arc<[Known]>,
    /// What they know.
    pub knowledge: Knowledge,
    /// By how much farther they see what a lamp lights.
    pub lit_factor: u32,
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

    /// How whoever waits so is.
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
    /// A guard or thief can not stand on such a tile.
    Solid(Tile),
    /// A shutter opens from its inner side only.
    Outside,
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

/// A cost in two halves, which lie beside the tag of an event where eight bytes in one piece would not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Units {
    high: u32,
    low: u32,
}

impl Units {
    /// So many units.
    pub const fn new(units: u64) -> Self {
        Self { high: (units >> 32) as u32, low: units as u32 }
    }

    /// How many units.
    pub const fn get(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }
}

/// One event of guards. Costs are in units of the costs; guards are numbered from 0 in the order of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum GuardsEvent {
    /// What the search inside a plan reported.
    Search(AStarEvent),
    /// A turn began.
    TurnBegan {
        /// Its number, from 0.
        turn: u32,
        /// How many there are at the most.
        of: u32,
    },
    /// The script's lines of a turn began.
    ScriptBegan,
    /// The light of the lamps was worked out again.
    LightBegan,
    /// A guard's turn began.
    GuardBegan {
        /// Which.
        guard: u8,
        /// Where it is.
        cell: Cell,
    },
    /// A part of a guard's turn began.
    PartBegan {
        /// Which.
        part: Part,
        /// Whose.
        guard: u8,
        /// Where it is.
        cell: Cell,
        /// Where it wants to go, while it plans.
        to: Cell,
    },
    /// A tile became another.
    Changed {
        /// Where.
        cell: Cell,
        /// What it was.
        from: Tile,
        /// What it is.
        to: Tile,
        /// The guard that did it; `None`: the script.
        by: Option<u8>,
    },
    /// A line of the script did nothing.
    Denied {
        /// Where.
        cell: Cell,
        /// What should have been done.
        verb: Verb,
        /// Why it was not.
        why: Denial,
    },
    /// The script moved an actor.
    Shifted {
        /// Its number in the scene.
        actor: u16,
        /// To here.
        cell: Cell,
        /// From here.
        from: Cell,
        /// Where it looks.
        facing: Option<Dir>,
    },
    /// The script took an actor away.
    Removed {
        /// Its number in the scene.
        actor: u16,
        /// From here.
        cell: Cell,
    },
    /// A lamp was lit or put out.
    Switched {
        /// Its number in the scene.
        actor: u16,
        /// Where it hangs.
        cell: Cell,
        /// Whether it burns now.
        lit: bool,
    },
    /// A cell came into the light of a lamp.
    Lit {
        /// The cell.
        cell: Cell,
    },
    /// A cell went dark.
    Darkened {
        /// The cell.
        cell: Cell,
    },
    /// A cell came into a guard's overlay.
    Saw {
        /// Whose.
        guard: u8,
        /// The cell.
        cell: Cell,
        /// Whether it is so far away that only a lamp shows it.
        lit: bool,
    },
    /// A cell left a guard's overlay.
    LostSight {
        /// Whose.
        guard: u8,
        /// The cell.
        cell: Cell,
    },
    /// A guard took a cell for another tile than before.
    Believed {
        /// Who.
        guard: u8,
        /// The cell.
        cell: Cell,
        /// What it takes the cell for.
        tile: Tile,
        /// What it took the cell for.
        was: Tile,
        /// What the cell is.
        actual: Tile,
        /// Whether it sees the cell.
        seen: bool,
    },
    /// A guard wants to go to another cell than before.
    Aimed {
        /// Who.
        guard: u8,
        /// Where to.
        cell: Cell,
        /// Why there.
        why: Aim,
    },
    /// A plan was made.
    Planned {
        /// Whose.
        guard: u8,
        /// Whether it leads to the goal; else to the closest cell.
        found: bool,
        /// The turn.
        turn: u16,
        /// Where the guard is.
        cell: Cell,
        /// Where the plan ends.
        end: Cell,
        /// What it costs.
        cost: Units,
    },
    /// A search found no way at all.
    Despaired {
        /// Whose.
        guard: u8,
        /// The turn.
        turn: u16,
        /// Where the guard is.
        cell: Cell,
    },
    /// A guard moved one cell.
    Moved {
        /// Who.
        guard: u8,
        /// Its number in the scene.
        actor: u16,
        /// To here.
        cell: Cell,
        /// From here.
        from: Cell,
        /// Where it looks now.
        facing: Option<Dir>,
    },
    /// A guard stayed where it is.
    Waited {
        /// Who.
        guard: u8,
        /// Its number in the scene.
        actor: u16,
        /// Where it is.
        cell: Cell,
        /// Why.
        why: Wait,
        /// Where it looks now.
        facing: Option<Dir>,
    },
    /// A guard is at its goal, and plans no more.
    Arrived {
        /// Who.
        guard: u8,
        /// Its number in the scene.
        actor: u16,
        /// The goal.
        cell: Cell,
        /// After so many moves.
        moves: u32,
        /// Where it looks.
        facing: Option<Dir>,
    },
    /// The run ended.
    Ended {
        /// After so many turns.
        turns: u32,
        /// Why.
        why: End,
    },
}

const _: () = assert!(size_of::<GuardsEvent>() <= 24);
