//! What walking by a Dijkstra map reports.

use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::root2::Root2;
use crate::terrain::{Tile, Verb};
use std::sync::Arc;

/// Distances from the target's last known place, over what the acting character knows; they live for its turn.
pub const DISTANCE: u8 = 0;
/// The neighbours that it weighs; they live for its turn.
pub const WEIGHED: u8 = 1;
/// Tiles that are not as the scene has them.
pub const TILES: u8 = 2;
/// What the first character knows; the layer of each next one follows.
pub const MEMORY: u8 = 3;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The ground as the scene has it.
    pub tiles: Arc<Grid<Tile>>,
    /// Where each actor of the scene starts.
    pub starts: Vec<Cell>,
    /// What each of them is called.
    pub names: Vec<String>,
    /// The numbers of those who walk.
    pub minds: Vec<usize>,
    /// The number of the target.
    pub target: usize,
}

impl Context {
    /// What a character is called.
    pub fn mind(&self, mind: u8) -> &str {
        self.minds.get(mind as usize).map_or("somebody", |&i| &self.names[i])
    }

    /// What an actor is called.
    pub fn name(&self, actor: u16) -> &str {
        self.names.get(actor as usize).map_or("nobody", |n| n)
    }

    /// What the target is called.
    pub fn target(&self) -> &str {
        &self.names[self.target]
    }
}

/// The parts of a character's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Looks round.
    See,
    /// Floods what it knows.
    Plan,
    /// Weighs its neighbours and steps.
    Move,
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Plan => "plan",
            Self::Move => "move",
        }
    }
}

/// How a character came to know a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It knew it from the start.
    Told,
    /// It was dirty: seen anew.
    Rebuilt,
    /// It was clean.
    Refreshed,
}

/// Why a neighbour is out of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum No {
    /// Nothing is known of it.
    Unknown,
    /// It is solid, or void.
    Solid,
    /// The diagonal would cut a corner.
    Corner,
    /// The flood did not come there.
    Unreached,
}

impl No {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Unknown => "nothing is known of it",
            Self::Solid => "one can not walk there",
            Self::Corner => "the diagonal would cut a corner",
            Self::Unreached => "no way that is known leads from there to the target",
        }
    }
}

/// Why a character stays where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// It never saw the target.
    NeverSeen,
    /// It stands where the target was last, and it is not there.
    Empty,
    /// It stands with the target.
    There,
    /// No neighbour leads there.
    NoWay,
    /// No neighbour is nearer.
    NoNearer,
    /// The door is locked, and the key is missing.
    Locked,
    /// What it believed to be open is not.
    Bumped,
}

impl Wait {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::NeverSeen => "it never saw the target",
            Self::Empty => "the target was seen here last, and it is gone",
            Self::There => "it is where the target is",
            Self::NoWay => "no way that it knows leads there",
            Self::NoNearer => "no neighbour is nearer",
            Self::Locked => "the door is locked and the key is missing",
            Self::Bumped => "the way is not open as it believed",
        }
    }
}

/// One event of walking by a Dijkstra map. `mind` counts those who walk, `actor` all actors of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NpcEvent {
    /// A turn began.
    Turned {
        /// Its number, from 0.
        turn: u32,
    },
    /// The script's part of a turn began.
    Prompted {
        /// The turn.
        turn: u32,
    },
    /// The target's part of a turn began.
    Fled {
        /// The turn.
        turn: u32,
    },
    /// A character's turn began.
    Acted {
        /// Who.
        mind: u8,
        /// The turn.
        turn: u32,
    },
    /// A part of it began.
    Began {
        /// Who.
        mind: u8,
        /// Which.
        part: Part,
        /// The turn.
        turn: u32,
    },
    /// A cell is known, or known anew.
    Knew {
        /// The cell.
        cell: Cell,
        /// Who knows it.
        mind: u8,
        /// How it came to.
        how: How,
        /// The ground that is remembered now.
        tile: Tile,
        /// The turn.
        turn: u32,
    },
    /// The target is in sight.
    Sighted {
        /// Who sees it.
        mind: u8,
        /// Where it is.
        cell: Cell,
        /// The turn.
        turn: u32,
    },
    /// The target is not in sight.
    Missed {
        /// Who does not see it.
        mind: u8,
        /// Its last known place, if there is one.
        place: Option<Cell>,
        /// The turn of that.
        since: u32,
    },
    /// The flood reached a cell.
    Reached {
        /// The cell.
        cell: Cell,
        /// Toward the target's place.
        from: Option<Dir>,
        /// Its distance so far.
        d: Root2,
    },
    /// A cell's distance is final.
    Settled {
        /// The cell.
        cell: Cell,
        /// Toward the target's place.
        from: Option<Dir>,
        /// Its distance.
        d: Root2,
    },
    /// A neighbour was weighed.
    Weighed {
        /// The neighbour.
        cell: Cell,
        /// Toward the walker.
        from: Dir,
        /// Its distance, without the step there.
        d: Root2,
    },
    /// A neighbour is out of the question.
    Refused {
        /// The neighbour.
        cell: Cell,
        /// Toward the walker.
        from: Dir,
        /// Why.
        why: No,
    },
    /// Several neighbours are equally near: dice were thrown.
    Rolled {
        /// The one chosen.
        cell: Cell,
        /// Toward the walker.
        from: Dir,
        /// How many are equal.
        n: u8,
        /// The number rolled, in [0, 1).
        roll: f64,
    },
    /// An actor went from one cell to another.
    Moved {
        /// Who.
        actor: u16,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
        /// The turn.
        turn: u32,
    },
    /// A tile became another: a door was walked into, or the script did it.
    Changed {
        /// Where.
        cell: Cell,
        /// What it was.
        was: Tile,
        /// What it is.
        tile: Tile,
        /// Who opened it; nobody where the script did.
        by: u16,
        /// The turn.
        turn: u32,
    },
    /// A character stayed where it is.
    Waited {
        /// Who.
        mind: u8,
        /// Where.
        cell: Cell,
        /// Why.
        why: Wait,
    },
    /// A character is where the target is.
    Arrived {
        /// Who.
        mind: u8,
        /// Where.
        cell: Cell,
        /// The turn.
        turn: u32,
    },
    /// An actor was taken off the map.
    Removed {
        /// Who.
        actor: u16,
        /// From here.
        cell: Cell,
        /// The turn.
        turn: u32,
    },
    /// A line of the script did nothing that matters here.
    Failed {
        /// What should have been done.
        verb: Verb,
        /// Where.
        cell: Cell,
        /// The ground there.
        tile: Tile,
    },
    /// The run is over.
    Ended {
        /// How many turns were played.
        turns: u32,
        /// How many characters are where the target is.
        arrived: u32,
    },
}

const _: () = assert!(size_of::<NpcEvent>() <= 24);
