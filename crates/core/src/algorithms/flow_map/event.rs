//! What a flow map reports. Values are in units of the costs; directions point toward where a value came from.

use super::ground::Ground;
use super::problem::Region;
use super::words::{Cause, End, How, Note, Stay, Verdict};
use crate::geometry::{Cell, Dir, Size};
use crate::movement::Refusal;
use crate::scene::ActorKind;
use crate::terrain::{Tile, Verb};
use crate::world::Unchanged;
use std::ops::Range;

/// The value of a cell that no exit reaches: higher than any other.
pub const FAR: i64 = i64::MAX;

/// The layer of the rooms' maps: of a cell that lies in several, the map with the smallest value.
pub const ROOMS: u8 = 0;
/// The layer of the global map beside those of rooms.
pub const GLOBAL: u8 = 1;
/// The layer of the other values of a cell that several rooms share.
pub const OTHER: u8 = 2;
/// The layer of tiles that changed.
pub const TILES: u8 = 3;
/// The layer of the map to flee by.
pub const FLEE: u8 = 4;
/// The number in events of the global map beside those of rooms; other maps have their place in the list.
pub const WHOLE: u16 = u16::MAX;
/// How many layers there are.
pub const LAYERS: u8 = 5;

/// The registers after one for each actor: the last wave that is done.
pub const WAVES: u32 = 0;
/// The mark that stands for *not reached*.
pub const MARK: u32 = 1;
/// How many such registers there are.
pub const REGISTERS: u32 = 2;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The unit of all values.
    pub unit: i64,
    /// What values are multiplied by in tables: 1, or 1000 where diagonals cost √2.
    pub scale: i64,
    /// What is solid as the scene begins.
    pub ground: Ground,
    /// The maps.
    pub regions: Vec<Region>,
    /// The maps that prisoners follow.
    pub followed: Range<usize>,
    /// The actors of the scene: kind, place, and whether chained.
    pub actors: Vec<(ActorKind, Cell, bool)>,
    /// For each actor the how-manieth of its kind it is, from 1.
    pub numbers: Vec<u32>,
    /// Whether dice choose among equal neighbours.
    pub dice: bool,
    /// The thousandths to flee by.
    pub flee: Option<i64>,
    /// Whether a wave runs one level a turn.
    pub by_level: bool,
}

/// One event of a flow map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FlowEvent {
    /// Something about the scene is odd.
    Noted {
        /// What.
        note: Note,
        /// Where.
        cell: Cell,
    },
    /// A turn began; turn 0 is the first ripple.
    TurnBegan {
        /// Which.
        turn: u32,
    },
    /// A wave began in a map.
    WaveBegan {
        /// What set it going.
        cause: Cause,
        /// The map.
        map: u16,
        /// Where.
        cell: Cell,
    },
    /// A level began: all queued cells of one value.
    LevelBegan {
        /// Whether values are raised; else the ripple goes on.
        raising: bool,
        /// The map.
        map: u16,
        /// How many of its cells this wave has written.
        cells: u32,
        /// The how-manieth level of the run it is, from 0.
        level: u32,
        /// The value.
        value: i64,
    },
    /// A cell holds a value, queued or expanded.
    Wrote {
        /// How it came to it.
        how: How,
        /// Toward where the value came from; `None` at a source.
        toward: Option<Dir>,
        /// Whether it is the smallest value that any room has for the cell.
        lowest: bool,
        /// The map.
        map: u16,
        /// The cell.
        cell: Cell,
        /// The level of the run at which it was written.
        level: u32,
        /// The value; [`FAR`] where a freed cell has no neighbour that is reached.
        value: i64,
    },
    /// A cell lost its value.
    Raised {
        /// Whether because it is solid now; else nothing lower supports it.
        shut: bool,
        /// Whether it had the smallest value that any room has for the cell.
        lowest: bool,
        /// The map.
        map: u16,
        /// The cell.
        cell: Cell,
        /// What it had.
        old: i64,
    },
    /// A cell was about to be raised, and something lower supports it.
    Supported {
        /// Toward what supports it; `None` where it is a source.
        by: Option<Dir>,
        /// The map.
        map: u16,
        /// The cell.
        cell: Cell,
        /// Its value.
        value: i64,
    },
    /// A neighbour can not be entered.
    Blocked {
        /// Toward the cell that asked.
        from: Dir,
        /// Why.
        why: Refusal,
        /// The map.
        map: u16,
        /// The neighbour.
        cell: Cell,
    },
    /// A neighbour's value is not higher than what it would get.
    Kept {
        /// Toward the cell that asked.
        from: Dir,
        /// The map.
        map: u16,
        /// The neighbour.
        cell: Cell,
        /// What it has.
        value: i64,
        /// What it would get.
        offer: i64,
    },
    /// An entry of the queue was skipped, since its cell has another value by now.
    Skipped {
        /// The map.
        map: u16,
        /// The cell.
        cell: Cell,
        /// The value that it was queued with.
        value: i64,
    },
    /// A wave is over.
    Subsided {
        /// What set it going.
        cause: Cause,
        /// The map.
        map: u16,
        /// Where it came from.
        cell: Cell,
        /// How many levels it had.
        levels: u32,
        /// How many cells it touched.
        cells: u32,
        /// How many cells a full recomputation would have written.
        full: u32,
    },
    /// The mark that stands for *not reached* is another, since distances pass it.
    Marked {
        /// The mark, as it is printed.
        mark: i64,
    },
    /// The ground changed.
    Changed {
        /// What it was.
        from: Tile,
        /// What it is.
        to: Tile,
        /// Whether it is solid now.
        solid: bool,
        /// Where.
        cell: Cell,
        /// The line of the script, from 0.
        line: u32,
    },
    /// A line of the script did nothing.
    Failed {
        /// What it should have done.
        verb: Verb,
        /// Why not.
        why: Unchanged,
        /// Where.
        cell: Cell,
        /// The line, from 0.
        line: u32,
    },
    /// The script moved an actor.
    Moved {
        /// Its number in the scene.
        actor: u32,
        /// From here.
        from: Cell,
        /// To here.
        cell: Cell,
    },
    /// The script took an actor away.
    Removed {
        /// Its number in the scene.
        actor: u32,
        /// From here.
        cell: Cell,
    },
    /// A chained prisoner was freed.
    Freed {
        /// Its number in the scene.
        actor: u32,
        /// Where.
        cell: Cell,
    },
    /// A prisoner woke, since its cell is reached.
    Woke {
        /// The map that reached it.
        map: u16,
        /// Its number in the scene.
        actor: u32,
        /// Where.
        cell: Cell,
        /// The value of its cell.
        value: i64,
    },
    /// A prisoner's move began.
    ActorBegan {
        /// The map that it follows.
        map: u16,
        /// Its number in the scene.
        actor: u32,
        /// Where it stands.
        cell: Cell,
        /// The value of its cell.
        value: i64,
    },
    /// A prisoner weighed a neighbour.
    Weighed {
        /// What became of it.
        verdict: Verdict,
        /// Toward the prisoner.
        from: Dir,
        /// Its number in the scene.
        actor: u32,
        /// The neighbour.
        cell: Cell,
        /// Its value.
        value: i64,
    },
    /// Several free neighbours held equally little.
    Tied {
        /// How many.
        n: u8,
        /// Whether dice chose among them.
        dice: bool,
        /// Toward the prisoner.
        from: Dir,
        /// Its number in the scene.
        actor: u32,
        /// The one that was taken.
        cell: Cell,
        /// The number rolled, in [0, 1); 0 without dice.
        roll: f64,
    },
    /// A prisoner took a step.
    Stepped {
        /// Whether it went on through an exit, into another room.
        crossed: bool,
        /// The map that it follows now.
        map: u16,
        /// Its number in the scene.
        actor: u32,
        /// From here.
        from: Cell,
        /// To here.
        cell: Cell,
        /// The value of the cell.
        value: i64,
    },
    /// A prisoner stayed where it is.
    Waited {
        /// Why.
        why: Stay,
        /// Its number in the scene.
        actor: u32,
        /// Where.
        cell: Cell,
    },
    /// A prisoner left the dungeon.
    Left {
        /// Its number in the scene.
        actor: u32,
        /// The exit.
        cell: Cell,
        /// The turn.
        turn: u32,
        /// How many steps it took.
        steps: u32,
    },
    /// The map to flee by is worked out anew.
    FleeBegan {
        /// How many cells have a value.
        cells: u32,
    },
    /// A cell of the map to flee by was written.
    Fled {
        /// Toward the neighbour that eased it; `None` where it is its distance, multiplied.
        toward: Option<Dir>,
        /// The cell.
        cell: Cell,
        /// The value, in thousandths of a unit.
        value: i64,
    },
    /// The run is over.
    Ended {
        /// Why.
        why: End,
        /// The last turn.
        turn: u32,
    },
}

const _: () = assert!(size_of::<FlowEvent>() <= 24);
