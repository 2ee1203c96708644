//! What auto-explore reports.

use super::choose::{Greed, List};
use super::memory::Single;
use super::pad::Pad;
use super::words::{Fate, Part, Stop, Verdict};
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::terrain::{Tile, Verb};
use std::sync::Arc;

/// The layer of the flood: value, ring and key of each cell. Lives as long as a pick, as do the next three.
pub const FLOOD: u8 = 0;
/// The layer of the lists: what is a target, and why.
pub const LISTS: u8 = 1;
/// The layer of the target.
pub const TARGET: u8 = 2;
/// The layer of the planned path.
pub const PATH: u8 = 3;
/// How many layers live only as long as a pick.
pub const PASSING: u8 = 4;
/// The layer of what was discovered, and when.
pub const KNOWN: u8 = 4;
/// The layer of how often a cell was walked over.
pub const WALKED: u8 = 5;
/// The layer of tiles that are no longer as the scene has them.
pub const TILES: u8 = 6;
/// How many layers there are.
pub const LAYERS: u8 = 7;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The number of the explorer in the scene.
    pub explorer: u16,
    /// Where it stands at first.
    pub start: Cell,
    /// Which cells are known at first.
    pub known: Arc<Grid<bool>>,
    /// How many actors the scene has; each has a register.
    pub actors: u16,
    /// What decides among lists.
    pub greed: Greed,
    /// How many rings are still done when there is enough to choose from.
    pub extra_rings: u32,
    /// How far the explorer sees, in cells; `None` in a single pick, which does not look.
    pub radius: Option<u32>,
}

/// One event of auto-explore. Values are in steps; a key of the number pad points from where a cell was reached from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ExploreEvent {
    /// A pick began.
    Began {
        /// The how-manieth pick it is, from 1.
        pick: u32,
        /// Where the explorer stands.
        at: Cell,
        /// How many cells are unknown.
        unknown: u32,
    },
    /// A part of a pick began.
    Entered {
        /// Which.
        part: Part,
        /// Where the explorer stands.
        at: Cell,
    },
    /// The flood began.
    Flooded {
        /// Where the explorer stands.
        at: Cell,
    },
    /// A ring of the flood began.
    Ringed {
        /// Its number, from 1.
        ring: u32,
        /// How many nodes emit neighbours in it.
        nodes: u32,
        /// Whether those are the slow ones, because no others were left.
        slow: bool,
    },
    /// A node emitted the neighbours that its key can newly reach.
    Expanded {
        /// The node.
        cell: Cell,
        /// The key that it came by.
        by: Pad,
        /// Its value.
        value: u32,
        /// The ring.
        ring: u32,
        /// How many neighbours on the map it emitted.
        emitted: u8,
    },
    /// One of the two lists of a ring is processed from here on.
    Sorted {
        /// Whether it is that of the diagonal neighbours; the cardinal ones come first.
        diagonal: bool,
        /// How many it holds.
        count: u32,
    },
    /// A cell took a value.
    Reached {
        /// The cell.
        cell: Cell,
        /// The key that it came by.
        by: Pad,
        /// Its value, extra costs included.
        value: u32,
        /// The ring.
        ring: u32,
        /// What becomes of it.
        fate: Fate,
        /// Its tile; `None` where it is unknown.
        tile: Option<Tile>,
        /// Whether it had a higher value before.
        lowered: bool,
    },
    /// A cell has a value that is no higher.
    Ignored {
        /// The cell.
        cell: Cell,
        /// The key that this arrival came by.
        by: Pad,
        /// The value of this arrival.
        value: u32,
        /// The value that the cell has.
        best: u32,
    },
    /// A known wall was met.
    Blocked {
        /// The wall.
        cell: Cell,
        /// The key that it was met by.
        by: Pad,
        /// Its tile.
        tile: Tile,
    },
    /// A cell was put on a list of targets.
    Listed {
        /// The cell.
        cell: Cell,
        /// The list.
        list: List,
        /// Its value.
        value: u32,
        /// Why it is a single cell, if it is.
        single: Single,
    },
    /// There is enough to choose from: only the extra rings are still done.
    Sufficed {
        /// The ring after which that was so.
        ring: u32,
        /// How many more are done.
        more: u32,
    },
    /// The flood ended.
    Settled {
        /// How many rings were done.
        rings: u32,
        /// How many neighbours on the map were looked at.
        checks: u32,
    },
    /// A list was weighed.
    Weighed {
        /// The list.
        list: List,
        /// The lowest value on it, `u32::MAX` where it is empty.
        lowest: u32,
        /// The highest value that is near enough, `u32::MAX` where there is no bound.
        bound: u32,
        /// Whether it decides.
        verdict: Verdict,
    },
    /// Dice were thrown over targets that are equal in everything.
    Rolled {
        /// How many.
        among: u32,
        /// The one that came, from 0, in the order of x, then y.
        came: u32,
        /// The one that came.
        cell: Cell,
    },
    /// The target was chosen.
    Aimed {
        /// The target.
        cell: Cell,
        /// The list that it stood on.
        list: List,
        /// Its value.
        value: u32,
        /// How many were equal, this one included.
        tied: u32,
        /// Whether it was aimed at before and is kept.
        kept: bool,
    },
    /// There is no target.
    Missed {
        /// Where the explorer stands.
        at: Cell,
    },
    /// A cell of the path was found, from the target back.
    Traced {
        /// The cell.
        cell: Cell,
        /// The key of the step from here toward the explorer.
        back: Pad,
        /// Its value.
        value: u32,
        /// Whether a door was left squarely though a diagonal was cheaper.
        squared: bool,
    },
    /// A turn began.
    Turned {
        /// Its number, from 0: so many steps were made.
        turn: u32,
    },
    /// A line of the script changed a tile, or the explorer opened a door.
    Changed {
        /// The cell.
        cell: Cell,
        /// What it was.
        from: Tile,
        /// What it is.
        to: Tile,
        /// What the script did; `None` where the explorer did it.
        verb: Option<Verb>,
    },
    /// A line of the script moved an actor.
    Shifted {
        /// Its number in the scene.
        actor: u16,
        /// To here.
        cell: Cell,
    },
    /// A line of the script took an actor away.
    Removed {
        /// Its number in the scene.
        actor: u16,
        /// From here.
        cell: Cell,
    },
    /// A line of the script changed nothing.
    Failed {
        /// The cell.
        cell: Cell,
    },
    /// A cell was seen for the first time, or not as it was remembered.
    Discovered {
        /// The cell.
        cell: Cell,
        /// Its tile.
        tile: Tile,
        /// Whether nothing was known of it before.
        new: bool,
        /// How many steps were made.
        turn: u32,
    },
    /// A diagonal step past a blind corner was made in two.
    Sidestepped {
        /// The free cell that comes first.
        cell: Cell,
        /// The diagonal step's end.
        next: Cell,
        /// The wall that hides what may wait.
        blocker: Cell,
        /// The unknown cell behind it.
        behind: Cell,
    },
    /// A trap lies on the way: it is planned again.
    Shunned {
        /// The trap.
        cell: Cell,
        /// Whether anything was learnt since the pick; else the target is kept.
        learnt: bool,
    },
    /// The next cell can not be entered: it is planned again.
    Barred {
        /// The cell.
        cell: Cell,
        /// Its tile.
        tile: Tile,
    },
    /// The explorer made a step.
    Moved {
        /// To here.
        cell: Cell,
        /// From here.
        from: Cell,
        /// Its number in the scene.
        actor: u16,
        /// How many steps it has made now.
        moves: u32,
    },
    /// The cell that was stepped on was counted.
    Walked {
        /// The cell.
        cell: Cell,
        /// How often it was stepped on now.
        count: u32,
    },
    /// An item was visited.
    Visited {
        /// Where it lies.
        cell: Cell,
        /// Its number in the scene.
        actor: u16,
    },
    /// What a walk was for came about before its end.
    Answered {
        /// The target, which is known now.
        cell: Cell,
    },
    /// Something that is known of can not be reached.
    Unreachable {
        /// What: an item, an exit or an unknown cell.
        list: List,
        /// Where.
        cell: Cell,
        /// What stands in the way.
        by: Cell,
        /// The tile that stands in the way.
        tile: Tile,
    },
    /// The run stopped.
    Stopped {
        /// Why.
        why: Stop,
        /// The door, item, exit or enemy, or where the explorer stands.
        cell: Cell,
        /// How many cells are still unknown.
        unknown: u32,
    },
}

const _: () = assert!(size_of::<ExploreEvent>() <= 24);
