//! What guards report, and where it is kept: layers, registers, and what no event repeats.

use super::words::{Aim, Denial, End, Knowledge, Part, Wait};
use crate::algorithms::astar::{self, AStarEvent};
use crate::event::Slot;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::scene::Actor;
use crate::terrain::{Tile, Verb};
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

/// A guard, as far as its events do not say it.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its number in the scene.
    pub actor: u16,
    /// Where it looks at first; `None`: all round, always.
    pub facing: Option<Dir>,
    /// How far it sees, in cells.
    pub range: u32,
}

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
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
