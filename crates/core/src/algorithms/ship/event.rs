//! What ship generation reports. Cells are those of the map; distances and sizes are counted in cells of the plan.

use super::plan::Owner;
use super::reason::{ContactRefusal, GrowthRefusal, HallwayRefusal, Part, PlanRefusal, Thing};
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::scene::Actor;
use crate::terrain::Tile;
use std::sync::Arc;

/// The layer of plan cells: frontier, hallways, rooms.
pub const PLAN: u8 = 0;
/// The layer of labels: which cells lie near a hallway.
pub const NEAR: u8 = 1;
/// The layer of faces: door candidates, doors, windows.
pub const FACES: u8 = 2;
/// The layer of the flood that tests whether all is one region.
pub const FLOOD: u8 = 3;
/// The layer of who and what is put on the deck.
pub const THINGS: u8 = 4;
/// How many layers there are.
pub const LAYERS: u8 = 5;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// How many decks the ship has.
    pub decks: u8,
    /// The tiles of the scene, over which the decks are drawn.
    pub ground: Arc<Grid<Tile>>,
    /// The actors of the scene, which take the parts that they have on a deck.
    pub actors: Arc<Vec<Actor>>,
    /// How far the label *near a hallway* spreads.
    pub near: u8,
    /// How far from the edge of the plan a hallway ends at the least.
    pub border: u8,
}

/// One event of ship generation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ShipEvent {
    /// A deck was begun.
    Began {
        /// Its number, from 1.
        deck: u8,
    },
    /// An empty plan was taken.
    Started {
        /// The deck.
        deck: u8,
        /// The how-manieth plan of this deck, from 1.
        attempt: u16,
    },
    /// A part of the work was entered.
    Entered {
        /// Which.
        part: Part,
        /// What its dice or its counting gave.
        number: u32,
    },
    /// A hallway was drawn by dice.
    Drawn {
        /// The cell where it starts.
        from: Cell,
        /// Where it runs.
        dir: Dir,
        /// How long it is.
        length: u8,
        /// The batch, from 1.
        batch: u8,
    },
    /// A hallway was refused.
    Refused {
        /// The cell where it would have started.
        from: Cell,
        /// Where it would have run.
        dir: Dir,
        /// How long it would have been.
        length: u8,
        /// The first cell that is at fault; for the border the last one on the map.
        at: Cell,
        /// What is wrong with it.
        why: HallwayRefusal,
        /// How many valid tries the batch has had.
        tries: u8,
    },
    /// A cell became part of a hallway.
    Laid {
        /// The cell.
        cell: Cell,
        /// The hallway.
        hallway: u8,
        /// The how-manieth cell of the plan it is, from 1.
        order: u32,
    },
    /// A hallway was built.
    Built {
        /// The cell where it starts.
        from: Cell,
        /// Where it runs.
        dir: Dir,
        /// How long it is.
        length: u8,
        /// Its number, from 1.
        hallway: u8,
        /// How many valid tries the batch has had.
        tries: u8,
    },
    /// A cell was labelled as near a hallway.
    Labelled {
        /// The cell.
        cell: Cell,
        /// The hallway.
        hallway: u8,
        /// How far away, diagonal steps counting 1.
        distance: u8,
    },
    /// A batch of hallways ended.
    Exhausted {
        /// The batch, from 1.
        batch: u8,
        /// How many hallways it gave.
        built: u8,
        /// How many valid tries it took.
        tries: u8,
        /// How many draws it took.
        draws: u16,
    },
    /// A cell came to lie beside something: it joined the frontier.
    Bordered {
        /// The cell.
        cell: Cell,
    },
    /// A cell of the frontier was drawn: a room begins.
    Seeded {
        /// The cell.
        cell: Cell,
        /// The room, from 1.
        room: u8,
        /// The room stays nearer to the seed than this.
        reach: u8,
        /// How many cells were drawn from.
        among: u32,
    },
    /// A room got the door that ties it to the rest.
    Linked {
        /// The face where the door is.
        face: Cell,
        /// The room.
        room: u8,
        /// What is on the other side.
        to: Owner,
        /// How many faces of the seed led to such.
        among: u8,
    },
    /// A room grew by a cell.
    Grown {
        /// The cell.
        cell: Cell,
        /// From here; none for the seed.
        from: Option<Dir>,
        /// The room.
        room: u8,
        /// How far from the seed, diagonal steps counting 1.
        distance: u8,
        /// The how-manieth cell of the plan it is, from 1.
        order: u32,
    },
    /// A room did not grow over a face.
    Stopped {
        /// The cell that it did not take; at the edge of the plan the face.
        cell: Cell,
        /// The room.
        room: u8,
        /// How far the cell lies from the seed.
        distance: u8,
        /// Why.
        why: GrowthRefusal,
    },
    /// Two rooms without a door between them touch: the face is a door candidate.
    Touched {
        /// The face.
        face: Cell,
        /// The room that grows.
        room: u8,
        /// The room that it met.
        other: u8,
        /// How many candidates the pair has now.
        candidates: u16,
    },
    /// A face became no door.
    Passed {
        /// The face.
        face: Cell,
        /// The room that grew.
        room: u8,
        /// What is on the other side.
        to: Owner,
        /// Why.
        why: ContactRefusal,
    },
    /// A room is done.
    Closed {
        /// Its seed.
        cell: Cell,
        /// The room.
        room: u8,
        /// How many cells it has.
        cells: u32,
    },
    /// A candidate of a pair became its door.
    Opened {
        /// The face.
        face: Cell,
        /// The later room.
        room: u8,
        /// The earlier room.
        other: u8,
        /// How many candidates there were.
        among: u16,
    },
    /// A face toward outside became a window.
    Glazed {
        /// The face.
        face: Cell,
        /// The how-manieth, from 1.
        number: u16,
        /// How many faces were drawn from.
        among: u32,
    },
    /// The test reached a cell of floor or a door.
    Flooded {
        /// The cell.
        cell: Cell,
        /// The how-manieth, from 1.
        count: u32,
    },
    /// The plan was accepted.
    Accepted {
        /// The how-manieth plan of the deck it is.
        attempt: u16,
        /// How many cells of floor and doors it has.
        cells: u32,
    },
    /// The plan was refused.
    Rejected {
        /// The how-manieth plan of the deck it was.
        attempt: u16,
        /// Why.
        why: PlanRefusal,
        /// What there is.
        have: u32,
        /// What there should be.
        need: u32,
    },
    /// A room can be neither start nor goal: it is too small.
    Dismissed {
        /// A cell of it.
        cell: Cell,
        /// The room.
        room: u8,
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// Something was put on the deck.
    Placed {
        /// Where.
        cell: Cell,
        /// What.
        thing: Thing,
        /// In which room.
        room: u8,
        /// The how-manieth of its kind on this deck, from 1.
        number: u16,
    },
    /// Something was to be put where something is already, or into a room that is full.
    Crowded {
        /// Where.
        cell: Cell,
        /// What.
        thing: Thing,
        /// In which room.
        room: u8,
        /// Whether the whole room is full.
        full: bool,
    },
    /// A deck is done.
    Finished {
        /// Which.
        deck: u8,
        /// After how many plans.
        attempts: u16,
        /// How much of the ship is done, 0 to 1.
        done: f32,
    },
    /// Too many plans were refused.
    GaveUp {
        /// The deck.
        deck: u8,
        /// After how many plans.
        attempts: u16,
    },
}

const _: () = assert!(size_of::<ShipEvent>() <= 24);
