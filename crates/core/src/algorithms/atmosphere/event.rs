//! What a run of the air reports. What each event says of itself is in `sentence.rs`.

use super::distance::Distance;
use crate::geometry::{Cell, Dir};
use crate::terrain::{Tile, Verb};
use crate::world::Unchanged;

/// The layer of the flood from where air is not 1; it lives for a phase.
pub const OUTER: u8 = 0;
/// The layer of the flood from still, full air; it lives for a phase.
pub const INNER: u8 = 1;
/// The layer of the neighbours weighed at a suction; it lives for a phase.
pub const WEIGHED: u8 = 2;
/// How many layers live for a phase only.
pub const PASSING: u8 = 3;
/// The depth of that phase.
pub const SCOPE: u8 = 2;
/// The layer of air.
pub const AIR: u8 = 3;
/// The layer of venting distances, while they are searched and after.
pub const VENTS: u8 = 4;
/// The layer of regions.
pub const REGIONS: u8 = 5;
/// The layer of pressure walls.
pub const WALLS: u8 = 6;
/// The layer of tiles that changed.
pub const TILES: u8 = 7;
/// How many layers there are. The registers behind them hold where each actor is, by the scene's numbers.
pub const LAYERS: u8 = 8;

/// Which of the two floods that find pressure walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// From all cells whose air is not 1.
    Outer,
    /// From all cells with air 1 that are not solid and do not vent.
    Inner,
}

/// Why a cell stopped venting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There is no air left in it.
    Empty,
    /// Nothing without air can be reached from it.
    Sealed,
    /// It is solid now.
    Solid,
}

/// Why regions, distances and pressure walls are worked out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The run began.
    Start,
    /// Something solid went, or the void came nearer.
    Opened,
    /// Something became solid.
    Closed,
}

/// Why a blow broke nothing, without dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spare {
    /// A bullet breaks pressure walls only.
    NoPressure,
    /// Nothing breaks this tile.
    Withstands(Tile),
    /// A shockwave of the same explosion broke it before.
    Broken,
}

/// One event of a run. Air is in tenths; `left` is the air in all cells that are not solid, in tenths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AirEvent {
    /// The run began.
    Began {
        /// How many cells have no air to give: void and airless ground.
        void: u32,
    },
    /// Regions began to be looked for.
    Divided {
        /// Why.
        cause: Cause,
    },
    /// A cell was found to belong to a region.
    Joined {
        /// The cell.
        cell: Cell,
        /// The number of the region, from 1.
        region: u32,
        /// Whether its cells are solid.
        solid: bool,
        /// Whether the cell is void or airless ground.
        void: bool,
    },
    /// A region without void was completed: its air is 1.
    Sealed {
        /// The number of the region.
        region: u32,
        /// How many cells it has.
        cells: u32,
        /// Whether they are solid.
        solid: bool,
    },
    /// A region with void was completed: its air stays.
    Left {
        /// The number of the region.
        region: u32,
        /// How many cells it has.
        cells: u32,
        /// How many of them are void or airless ground.
        void: u32,
    },
    /// A cell of a sealed region was filled.
    Filled {
        /// The cell.
        cell: Cell,
        /// Its air before.
        before: u8,
        /// The air in all open cells.
        left: u32,
    },
    /// Distances to where there is no air began to be worked out.
    Searched {
        /// Why.
        cause: Cause,
        /// How many open cells are without air.
        sources: u32,
    },
    /// A cell was reached for the first time.
    Opened {
        /// The cell.
        cell: Cell,
        /// Toward the cell that it was reached from.
        toward: Dir,
        /// Its distance so far.
        distance: Distance,
    },
    /// A shorter way to a cell was found.
    Lowered {
        /// The cell.
        cell: Cell,
        /// Toward the cell that it was reached from.
        toward: Dir,
        /// Its distance so far.
        distance: Distance,
    },
    /// A cell's distance is final: it vents.
    Vented {
        /// The cell.
        cell: Cell,
        /// Toward the next cell on the way out.
        toward: Dir,
        /// Whether it vented before, too.
        again: bool,
        /// Its distance to the nearest cell without air.
        distance: Distance,
    },
    /// A cell stopped venting.
    Stilled {
        /// The cell.
        cell: Cell,
        /// Why.
        why: Stop,
    },
    /// Pressure walls began to be worked out.
    Weakened {
        /// Why.
        cause: Cause,
    },
    /// A flood began.
    Flooded {
        /// Which.
        flood: Flood,
        /// How many cells it starts from.
        sources: u32,
    },
    /// A flood reached a cell.
    Reached {
        /// The cell.
        cell: Cell,
        /// Which flood.
        flood: Flood,
        /// Toward the cell that it came from; `None` for a cell that it starts from.
        toward: Option<Dir>,
        /// Whether the cell is solid, so that the flood stops on it.
        solid: bool,
    },
    /// A solid became a pressure wall.
    Pressed {
        /// The cell.
        cell: Cell,
    },
    /// A pressure wall is none any more.
    Relieved {
        /// The cell.
        cell: Cell,
        /// Whether it is still solid.
        solid: bool,
        /// Whether the flood from where air is not 1 reached it.
        outer: bool,
        /// Whether the flood from still, full air reached it.
        inner: bool,
    },
    /// A unit of time began.
    Turned {
        /// Its number, from 1.
        turn: u32,
    },
    /// A line of the script was read.
    Scripted {
        /// Its cell.
        cell: Cell,
        /// What it does.
        verb: Verb,
        /// Its number in the scene, from 1.
        line: u32,
    },
    /// A line of the script did nothing.
    Refused {
        /// Its cell.
        cell: Cell,
        /// What it should do.
        verb: Verb,
        /// Why it did not.
        why: Unchanged,
    },
    /// A tile changed.
    Changed {
        /// Where.
        cell: Cell,
        /// What it was.
        from: Tile,
        /// What it is.
        to: Tile,
        /// The air in all open cells, this one included where it is open.
        left: u32,
    },
    /// The script moved an actor.
    Carried {
        /// Which.
        actor: u32,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// The script took an actor away.
    Taken {
        /// Which.
        actor: u32,
        /// From here.
        cell: Cell,
    },
    /// The script lit a lamp or put it out, which is nothing to the air.
    Lit {
        /// Which.
        actor: u32,
        /// Where it stands.
        cell: Cell,
        /// Whether it burns now.
        lit: bool,
    },
    /// A bullet was fired.
    Shot {
        /// From here; its target where nobody fired it.
        from: Cell,
        /// At this cell.
        to: Cell,
    },
    /// A bullet hit somebody and went no further.
    Stopped {
        /// Whom.
        actor: u32,
        /// Where.
        cell: Cell,
    },
    /// A bullet met nothing solid.
    Missed {
        /// Where it ended.
        cell: Cell,
    },
    /// Something exploded.
    Exploded {
        /// Where.
        cell: Cell,
        /// How many shockwaves left it.
        waves: u32,
    },
    /// A shockwave left an explosion.
    Sent {
        /// From here.
        from: Cell,
        /// Toward this cell.
        to: Cell,
    },
    /// A shockwave went through somebody.
    Passed {
        /// Whom.
        actor: u32,
        /// Where.
        cell: Cell,
    },
    /// Dice decided whether a blow breaks a wall.
    Struck {
        /// The wall.
        cell: Cell,
        /// What was rolled, from 0, of twelve.
        roll: u8,
        /// Under this it breaks.
        under: u8,
    },
    /// A blow broke nothing, without dice.
    Spared {
        /// The wall.
        cell: Cell,
        /// Why.
        why: Spare,
    },
    /// The venting cells lost air.
    Drained {
        /// How many vent.
        cells: u32,
    },
    /// A cell lost air.
    Thinned {
        /// The cell.
        cell: Cell,
        /// What it has left.
        air: u8,
        /// The air in all open cells.
        left: u32,
    },
    /// Suction began to pull at things on venting cells.
    Sucked {
        /// How many there are.
        things: u32,
    },
    /// Dice decided whether a thing holds on.
    Gripped {
        /// Which.
        actor: u32,
        /// Where it is.
        cell: Cell,
        /// What was rolled, from 0, of twelve.
        roll: u8,
        /// Under this it moves.
        under: u8,
    },
    /// A neighbour was weighed as a place to be sucked to.
    Weighed {
        /// The neighbour.
        cell: Cell,
        /// Which thing moves.
        actor: u32,
        /// The neighbour's air.
        air: u8,
        /// Whether it is among the best.
        best: bool,
        /// Its distance; zero where there is no air.
        distance: Distance,
    },
    /// A thing was sucked to a best neighbour.
    Moved {
        /// Which.
        actor: u32,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
        /// How many were equally good.
        equals: u8,
        /// Which of them the dice took, from 0.
        pick: u8,
    },
    /// A thing on the void was lost.
    Lost {
        /// Which.
        actor: u32,
        /// Where.
        cell: Cell,
    },
    /// The run ended.
    Ended {
        /// After so many units of time.
        turns: u32,
        /// How many things were lost.
        lost: u32,
        /// How many lines of the script come too late.
        unread: u32,
        /// The air in all open cells.
        left: u32,
    },
}

const _: () = assert!(size_of::<AirEvent>() <= 24);
