//! What ship generation reports. Cells are those of the map; distances and sizes are counted in cells of the plan.

use super::plan::{Owner, beyond};
use super::reason::{ContactRefusal, GrowthRefusal, HallwayRefusal, Part, PlanRefusal, Thing};
use super::sentence;
use crate::core::event::{Event, Level, Slot, Tone, Value};
use crate::core::geometry::{Cell, Dir, Size};
use crate::core::grid::Grid;
use crate::core::scene::Actor;
use crate::core::terrain::Tile;
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
#[derive(Clone, Debug)]
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

use ShipEvent as E;

const _: () = assert!(size_of::<E>() <= 24);

impl Event for ShipEvent {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "began",
        "started",
        "entered",
        "drawn",
        "refused",
        "laid",
        "built",
        "labelled",
        "exhausted",
        "bordered",
        "seeded",
        "linked",
        "grown",
        "stopped",
        "touched",
        "passed",
        "closed",
        "opened",
        "glazed",
        "flooded",
        "accepted",
        "rejected",
        "dismissed",
        "placed",
        "crowded",
        "finished",
        "gave-up",
    ];
    const NUMBERS: &'static [&'static str] = &[
        "deck",
        "attempt",
        "number",
        "length",
        "batch",
        "tries",
        "hallway",
        "order",
        "distance",
        "room",
        "other",
        "draws",
        "reach",
        "among",
        "candidates",
        "cells",
        "have",
        "need",
        "width",
        "height",
    ];

    fn kind(&self) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Started { .. } => "started",
            E::Entered { .. } => "entered",
            E::Drawn { .. } => "drawn",
            E::Refused { .. } => "refused",
            E::Laid { .. } => "laid",
            E::Built { .. } => "built",
            E::Labelled { .. } => "labelled",
            E::Exhausted { .. } => "exhausted",
            E::Bordered { .. } => "bordered",
            E::Seeded { .. } => "seeded",
            E::Linked { .. } => "linked",
            E::Grown { .. } => "grown",
            E::Stopped { .. } => "stopped",
            E::Touched { .. } => "touched",
            E::Passed { .. } => "passed",
            E::Closed { .. } => "closed",
            E::Opened { .. } => "opened",
            E::Glazed { .. } => "glazed",
            E::Flooded { .. } => "flooded",
            E::Accepted { .. } => "accepted",
            E::Rejected { .. } => "rejected",
            E::Dismissed { .. } => "dismissed",
            E::Placed { .. } => "placed",
            E::Crowded { .. } => "crowded",
            E::Finished { .. } => "finished",
            E::GaveUp { .. } => "gave-up",
        }
    }

    fn level(&self) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Started { .. } => Level::Phase(1),
            E::Entered { .. } => Level::Phase(2),
            E::Refused { .. }
            | E::Built { .. }
            | E::Closed { .. }
            | E::Opened { .. }
            | E::Glazed { .. }
            | E::Accepted { .. }
            | E::Rejected { .. }
            | E::Placed { .. }
            | E::Finished { .. }
            | E::GaveUp { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self) -> Option<Slot> {
        match *self {
            E::Bordered { cell } | E::Laid { cell, .. } | E::Seeded { cell, .. } | E::Grown { cell, .. } => {
                Some(Slot::Cell(PLAN, cell))
            }
            E::Labelled { cell, .. } => Some(Slot::Cell(NEAR, cell)),
            E::Linked { face, .. }
            | E::Touched { face, .. }
            | E::Passed { face, .. }
            | E::Opened { face, .. }
            | E::Glazed { face, .. } => Some(Slot::Cell(FACES, face)),
            E::Flooded { cell, .. } => Some(Slot::Cell(FLOOD, cell)),
            E::Placed { cell, .. } => Some(Slot::Cell(THINGS, cell)),
            _ => None,
        }
    }

    fn line(&self) -> u8 {
        match self {
            E::Began { .. } => 0,
            E::Started { .. } | E::Rejected { .. } => 1,
            E::Entered { part: Part::Hallways, .. } | E::Exhausted { .. } => 2,
            E::Drawn { .. } => 3,
            E::Refused { .. } => 4,
            E::Laid { .. } | E::Built { .. } => 5,
            E::Labelled { .. } => 6,
            E::Entered { part: Part::Rooms, .. } | E::Closed { .. } => 7,
            E::Bordered { .. } | E::Seeded { .. } => 8,
            E::Linked { .. } => 9,
            E::Grown { .. } | E::Stopped { .. } => 10,
            E::Touched { .. } | E::Passed { why: ContactRefusal::Linked | ContactRefusal::Hallway, .. } => 11,
            E::Entered { part: Part::Doors, .. } | E::Opened { .. } | E::Passed { .. } => 12,
            E::Entered { part: Part::Windows, .. } | E::Glazed { .. } => 13,
            E::Entered { part: Part::Test, .. } | E::Flooded { .. } | E::Accepted { .. } | E::GaveUp { .. } => 14,
            E::Entered { part: Part::Things, .. } | E::Dismissed { .. } => 15,
            E::Placed { thing: Thing::Start, .. } => 15,
            E::Placed { thing: Thing::StairsUp | Thing::StairsDown | Thing::Teleporter, .. } => 16,
            E::Placed { .. } | E::Crowded { .. } => 17,
            E::Finished { .. } => 18,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Drawn { from, .. } | E::Built { from, .. } => Some(from),
            E::Refused { at, .. } => Some(at),
            E::Laid { cell, .. }
            | E::Labelled { cell, .. }
            | E::Bordered { cell }
            | E::Seeded { cell, .. }
            | E::Grown { cell, .. }
            | E::Stopped { cell, .. }
            | E::Closed { cell, .. }
            | E::Flooded { cell, .. }
            | E::Dismissed { cell, .. }
            | E::Placed { cell, .. }
            | E::Crowded { cell, .. } => Some(cell),
            E::Linked { face, .. }
            | E::Touched { face, .. }
            | E::Passed { face, .. }
            | E::Opened { face, .. }
            | E::Glazed { face, .. } => Some(face),
            _ => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Refused { from, .. } => Some(from),
            E::Grown { cell, from: Some(dir), .. } => beyond(cell, dir),
            _ => None,
        }
    }

    fn tone(&self) -> Tone {
        match self {
            E::Refused { .. }
            | E::Stopped { .. }
            | E::Passed { .. }
            | E::Rejected { .. }
            | E::Dismissed { .. }
            | E::Crowded { .. }
            | E::GaveUp { .. } => Tone::Refused,
            E::Opened { among, .. } if *among > 1 => Tone::Tied,
            E::Seeded { among, .. } if *among > 1 => Tone::Tied,
            E::Began { .. }
            | E::Started { .. }
            | E::Entered { .. }
            | E::Drawn { .. }
            | E::Exhausted { .. }
            | E::Accepted { .. }
            | E::Finished { .. } => Tone::Looked,
            _ => Tone::Wrote,
        }
    }

    fn phase_name(&self, _: &Context) -> String {
        match self {
            E::Began { deck } => format!("deck {deck}"),
            E::Started { attempt, .. } => format!("plan {attempt}"),
            E::Entered { part: Part::Hallways, number } => format!("hallways {number}"),
            E::Entered { part, .. } => part.name().to_owned(),
            _ => self.kind().to_owned(),
        }
    }

    fn progress(&self) -> Option<f32> {
        match self {
            E::Finished { done, .. } => Some(*done),
            _ => None,
        }
    }

    fn sentence(&self, context: &Context) -> String {
        sentence::sentence(self, context)
    }

    fn fields(&self, _: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        sentence::fields(self, visit);
    }
}
