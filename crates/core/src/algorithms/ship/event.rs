//! What ship generation reports, and what each event says of itself. Cells are those of the map; distances and sizes
//! are counted in cells of the plan.

use super::plan::{Owner, beyond};
use crate::event::{Event, Word};
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::scene::Actor;
use crate::terrain::Tile;
use std::sync::Arc;

pub(super) const PLAN: u8 = 0; // plan cells: frontier, hallways, rooms
pub(super) const NEAR: u8 = 1; // labels: which cells lie near a hallway
pub(super) const FACES: u8 = 2; // faces: door candidates, doors, windows
pub(super) const FLOOD: u8 = 3; // the flood that tests whether all is one region
pub(super) const THINGS: u8 = 4; // who and what is put on the deck
pub(super) const LAYERS: u8 = 5; // how many layers there are

/// What a run's events do not repeat; `near` and `border` are the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub(super) size: Size,
    pub(super) decks: u8,
    /// The tiles of the scene, over which the decks are drawn.
    pub(super) ground: Arc<Grid<Tile>>,
    /// The actors of the scene, which take the parts that they have on a deck.
    pub(super) actors: Arc<Vec<Actor>>,
    pub(super) near: u8,
    pub(super) border: u8,
}

/// One event of ship generation. Hallways, rooms, batches, plans and decks are numbered from 1.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ShipEvent {
    /// A deck was begun.
    #[event(phase(0), line = 1, called = "deck {deck}", say = "Began deck {deck} of {decks}.", text(decks = cx.decks))]
    Began { deck: u8 },
    /// An empty plan was taken.
    #[event(phase(1), line = 2, called = "plan {attempt}",
        say = "Took an empty plan: attempt {attempt} at deck {deck}.")]
    Started { deck: u8, #[show("which plan of its deck it is, from 1")] attempt: u16 },
    /// A part of the work was entered.
    #[event(phase(2), called = "{part}", line = 16, say = "Things began: {number:count room} to put them into.",
        case(part = Hallways, line = 3, called = "hallways {number}", say = "Batch {number} of hallways began."),
        case(part = Rooms, line = 8, say = "Rooms began: dice want {number} of them."),
        case(part = Doors, line = 13, say = "Doors began, for {number:count pair} of rooms that touch without one."),
        case(part = HallwayDoors, line = 13,
            say = "Doors to hallways began, for {number:count pair} of a room and a hallway that touch without one."),
        case(part = Windows, line = 14, say = "Windows began: {number:count window} to cut into faces toward outside."),
        case(part = Test, line = 15,
            say = "The test began: all {number:count cell} of floor and doors must be one region."))]
    Entered { part: Part, #[show("what its dice or its counting gave")] number: u32 },
    /// A hallway was drawn by dice.
    #[event(about = from, line = 4, say = "Drew a hallway of batch {batch}: from {from}, {length:count cell} {dir}.")]
    Drawn { #[show(name = "from")] from: Cell, dir: Dir, length: u8, batch: u8 },
    /// A hallway was refused.
    #[event(step, about = at, tone = Refused, line = 5,
        say = "Refused the hallway from {from}, {length:count cell} {dir}: {cell} lies within {near} of a hallway. \
               It counts as valid try {tries}.",
        case(why = Border,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: past {cell} it would come nearer than \
                   {border} to the edge. It does not count as a valid try."),
        case(why = Hallway,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: it would run over a hallway at {cell}. \
                   It counts as valid try {tries}."),
        text(border = cx.border, near = cx.near))]
    Refused {
        from: Cell, dir: Dir, length: u8,
        /// The first cell that is at fault; for the border the last one on the map.
        at: Cell,
        why: Refusal,
        #[show("how many valid tries the batch has had")] tries: u8,
    },
    /// A cell became part of a hallway.
    #[event(slot = PLAN, role = Walked, line = 6,
        say = "{cell} became part of hallway {hallway}; the plan has {order:count cell} now.")]
    Laid { cell: Cell, hallway: u8, #[show("how many cells the plan had with it")] order: u32 },
    /// A hallway was built.
    #[event(step, about = from, tone = Wrote, line = 6,
        say = "Built hallway {hallway}: from {from}, {length:count cell} {dir}, 2 wide, at valid try {tries}.")]
    Built { #[show(name = "from")] from: Cell, dir: Dir, length: u8, hallway: u8, tries: u8 },
    /// A cell was labelled as near a hallway.
    #[event(slot = NEAR, role = Dimmed, line = 7,
        say = "Labelled {cell} as near a hallway: {distance} of at most {near} from hallway {hallway}. \
               No other hallway may be built here.",
        text(near = cx.near))]
    Labelled { cell: Cell, hallway: u8, #[show("how far away, diagonal steps counting 1")] distance: u8 },
    /// A batch of hallways ended.
    #[event(line = 3,
        say = "Batch {batch} ended with {number:count hallway}: {tries:count valid try} in {draws:count draw}.")]
    Exhausted { batch: u8, #[show(name = "number")] built: u8, tries: u8, draws: u16 },
    /// A cell that belongs to nobody came to lie beside something: it joined the frontier.
    #[event(slot = PLAN, role = Queued, line = 9, enqueues(0, "equally likely"),
        say = "{cell} joined the frontier: it belongs to nobody and lies beside something.")]
    Bordered { cell: Cell },
    /// A cell of the frontier was drawn: a room begins.
    #[event(slot = PLAN, role = Current, line = 9, dequeues,
        say = "Drew {cell} out of {among:count cell} of the frontier: room {room} begins, and stays nearer to \
               it than {reach}.",
        case(among > 1, tone = Tied))]
    Seeded {
        cell: Cell, room: u8,
        #[show("the room stays nearer to its seed than this")] reach: u8,
        #[show("how many there were to draw from")] among: u32,
    },
    /// A room got the door that ties it to the rest.
    #[event(slot = FACES, about = face, role = Chosen, line = 10,
        say = "Door at {cell}: room {room} opens toward {toward}.",
        case(among > 1, say = "Door at {cell}: room {room} opens toward {toward}, one of {among} ways."),
        with(hallway = to.hallway(), other = to.room()), text(toward = to))]
    Linked { face: Cell, room: u8, #[show(skip)] to: Owner, among: u8 },
    /// A room grew by a cell; the first is its seed.
    #[event(slot = PLAN, role = Done, line = 11, was = "grown", from = from.and_then(|dir| beyond(cell, dir)),
        say = "Room {room} grew to {cell}, {distance} from its seed.",
        case(distance == 0, say = "{cell} is the seed of room {room}."))]
    Grew {
        cell: Cell, #[show(name = "from")] from: Option<Dir>, room: u8,
        #[show("how far from the seed, diagonal steps counting 1")] distance: u8,
        order: u32,
    },
    /// A room did not grow over a face.
    #[event(tone = Refused, line = 11,
        say = "Room {room} stopped short of {cell}: that lies {distance} from its seed, which is its reach.",
        case(why = Edge, say = "Room {room} stopped at {cell}: the plan ends there."))]
    Stopped {
        /// The cell that it did not take; at the edge of the plan the face.
        cell: Cell,
        room: u8, distance: u8, why: Refusal,
    },
    /// Two rooms without a door between them touch: the face is a door candidate.
    #[event(slot = FACES, about = face, role = Candidate, line = 12,
        say = "Rooms {room} and {other} touch at {cell} and have no door: {candidates:count candidate} for it so far.")]
    Touched {
        face: Cell, room: u8,
        #[show("the other room, which was there before")] other: u8,
        #[show("how many candidates the pair of rooms has now")] candidates: u16,
    },
    /// A face became no door.
    #[event(slot = FACES, about = face, tone = Refused, role = Refused, line = 12, was = "passed",
        say = "No door at {cell}: room {room} opens toward {toward} elsewhere already.",
        case(why = NotSeed, say = "No door at {cell} toward {toward}: only the seed of a room opens toward a hallway."),
        case(why = Lost, line = 13,
            say = "No door at {cell}: dice gave the door of room {room} and {toward} to another candidate."),
        with(hallway = to.hallway(), other = to.room()), text(toward = to))]
    PassedOver { face: Cell, room: u8, #[show(skip)] to: Owner, why: Refusal },
    /// A room is done.
    #[event(step, tone = Wrote, line = 8, say = "Room {room} is done: {cells:count cell} round {cell}.")]
    Closed { cell: Cell, room: u8, cells: u32 },
    /// A candidate of a pair became its door.
    #[event(step, slot = FACES, about = face, role = Chosen, line = 13,
        say = "Door at {cell} between rooms {room} and {other}, drawn from {among:count candidate}.",
        case(among > 1, tone = Tied))]
    Opened { face: Cell, room: u8, other: u8, among: u16 },
    /// A room has another door to a hallway.
    #[event(step, slot = FACES, about = face, role = Chosen, line = 13, tone = Tied,
        say = "Door at {cell} between room {room} and hallway {hallway}, drawn from {among:count face}: the dice said yes, \
               with probability ½.")]
    Pierced { face: Cell, room: u8, hallway: u8, among: u16 },
    /// A room has no other door to a hallway.
    #[event(about = face, tone = Refused, line = 13,
        say = "No door at {cell}: the dice said no to one between room {room} and hallway {hallway}, with probability ½.")]
    LeftShut { face: Cell, room: u8, hallway: u8 },
    /// A face toward outside became a window.
    #[event(step, slot = FACES, about = face, role = Seen, line = 14,
        say = "Window {number} at {cell}, drawn from {among:count face} toward outside.")]
    Glazed { face: Cell, number: u16, among: u32 },
    /// The test reached a cell of floor or a door.
    #[event(slot = FLOOD, role = Remembered, line = 15, say = "The flood reached {cell}: {number:count cell} so far.")]
    Flooded { cell: Cell, #[show(name = "number")] count: u32 },
    /// The plan was accepted.
    #[event(step, line = 15,
        say = "Accepted plan {attempt}: all {cells:count cell} of floor and doors are one region.")]
    Accepted { attempt: u16, cells: u32 },
    /// The plan was refused.
    #[event(step, tone = Refused, line = 2,
        say = "Refused plan {attempt}: the rooms between start and goal have {have:count cell}, and {need:count thing} \
               may have to lie there.",
        case(why = FewRooms,
            say = "Refused plan {attempt}: the frontier was empty after {have} of at least {need:count room}."),
        case(why = Apart,
            say = "Refused plan {attempt}: the flood reached {have} of {need:count cell} of floor and doors, so it is \
                   not one region."),
        case(why = NoEnds,
            say = "Refused plan {attempt}: it has {have:count room} wider and taller than 2, and start and goal need \
                   {need}."))]
    Rejected {
        attempt: u16, why: PlanRefusal,
        #[show("how many there are")] have: u32, #[show("how many there should be")] need: u32,
    },
    /// A room can be neither start nor goal: it is too small.
    #[event(tone = Refused, line = 16,
        say = "Room {room} is neither start nor goal: {width} × {height} is not wider and taller than 2.")]
    Dismissed { cell: Cell, room: u8, width: u16, height: u16 },
    /// Something was put on the deck.
    #[event(step, slot = THINGS, role = Candidate, line = 18,
        say = "Put {what} at {cell} in room {room}, number {number} of its kind.",
        case(thing = Enemy, role = Threat),
        case(thing = Start, role = Path, line = 16, say = "Put {what} at {cell} in room {room}."),
        case(thing = StairsUp | StairsDown | Teleporter, role = Path, line = 17,
            say = "Put {what} at {cell} in room {room}."),
        text(what = thing.english()))]
    Placed {
        cell: Cell, thing: Thing, room: u8,
        #[show("which of its kind on this deck, from 1")] number: u16,
    },
    /// Something was to be put where something is already, or into a room that is full.
    #[event(tone = Refused, line = 18, was = "crowded",
        say = "Could not put {what} at {cell} in room {room}: something is there. Drew again.",
        case(full, say = "Found no place for {what} in room {room}: it is full, {cell} too."),
        text(what = thing.english()))]
    Occupied {
        cell: Cell, thing: Thing, room: u8,
        #[show("whether the whole room is full")] full: bool,
    },
    /// A deck is done.
    #[event(step, line = 19, progress = done, say = "Deck {deck} is done, at plan {attempt}.")]
    Finished { deck: u8, #[show(name = "attempt")] attempts: u16, #[show(skip)] done: f32 },
    /// Too many plans were refused.
    #[event(step, tone = Refused, line = 15,
        say = "Gave up on the ship: deck {deck} has no plan that could be accepted after {attempt:count plan}. A larger \
               map, or fewer rooms, would help.")]
    GaveUp { deck: u8, #[show(name = "attempt")] attempts: u16 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Part {
    Hallways,
    Rooms,
    Doors,
    Windows,
    Test,
    Things,
    #[word("doors to hallways")]
    HallwayDoors,
}

/// Why a hallway was refused, a room stopped growing, or a contact became no door.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Refusal {
    Border,
    Hallway,
    Near,
    Reach,
    Edge,
    Linked,
    #[word("hallway")]
    NotSeed,
    Lost,
}

/// Why a whole plan was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum PlanRefusal {
    #[word("few-rooms")]
    FewRooms,
    Apart,
    #[word("no-ends")]
    NoEnds,
    Cramped,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Thing {
    Start,
    #[word("stairs-up")]
    StairsUp,
    #[word("stairs-down")]
    StairsDown,
    Teleporter,
    Enemy,
    Weapon,
    Kit,
}

impl Thing {
    pub(super) const fn is_entry(self) -> bool {
        matches!(self, Self::Start | Self::StairsUp)
    }

    pub(super) const fn is_exit(self) -> bool {
        matches!(self, Self::StairsDown | Self::Teleporter)
    }

    pub(super) const fn is_item(self) -> bool {
        matches!(self, Self::Weapon | Self::Kit)
    }

    /// As sentences name it: `an enemy`.
    pub(super) const fn english(self) -> &'static str {
        match self {
            Self::Start => "the start",
            Self::StairsUp => "the stairs from the deck before",
            Self::StairsDown => "the stairs to the next deck",
            Self::Teleporter => "the teleporter",
            Self::Enemy => "an enemy",
            Self::Weapon => "a weapon",
            Self::Kit => "a medical kit",
        }
    }
}
