//! Events of ship generation, with the sentence that each one shows. Cells are those of the map. Distances and sizes
//! are in cells of the plan.

use super::context::Context;
use super::plan::{Owner, beyond};
use super::words::{CutRefusal, Part, PlanRefusal, Refusal, SectionRefusal, Thing, Whole};
use crate::event::Event;
use crate::geometry::{Cell, Dir};

pub(super) const PLAN: u8 = 0; // Plan cells: frontier, hallways, rooms.
pub(super) const NEAR: u8 = 1; // Labels: cells near a hallway.
pub(super) const FACES: u8 = 2; // Faces: door candidates, doors, windows.
pub(super) const FLOOD: u8 = 3; // The flood that tests whether all cells are one region.
pub(super) const THINGS: u8 = 4; // Enemies, items and exits on the deck.
pub(super) const LAYERS: u8 = 5; // Number of layers.

/// An event of ship generation. Hallways, rooms, sections, batches, plans and decks are numbered from 1.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ShipEvent {
    /// A deck began.
    #[event(phase(0), line = 1, called = "deck {deck}", say = "Deck {deck} of {decks} begins.", text(decks = cx.decks))]
    Began { deck: u8 },
    /// A plan began, empty.
    #[event(phase(1), line = 2, called = "plan {attempt}",
        say = "A new, empty plan: attempt {attempt} at deck {deck}.")]
    Started { deck: u8, #[show("which plan of its deck it is, from 1")] attempt: u16 },
    /// A part of the work began.
    #[event(phase(2), called = "{part}", line = 16, say = "Next, the things: {number:count room} to put them in.",
        case(part = Hallways, line = 3, called = "hallways {number}", say = "Next, batch {number} of hallways."),
        case(part = Rooms, line = 8, say = "Next, the rooms. The dice ask for {number}."),
        case(part = Doors, line = 13, say = "Next, the doors between rooms that touch without one: {number:count pair}."),
        case(part = HallwayDoors, line = 13,
            say = "Next, the doors between a room and a hallway that touch without one: {number:count pair}."),
        case(part = Hull, line = 20,
            say = "First, the hull: a rectangle of {number:count cell}, from which pieces are cut."),
        case(part = Along, line = 25, called = "hallways along",
            say = "Next, the hallways along the hull. The dice ask for {number}."),
        case(part = Across, line = 25, called = "hallways across",
            say = "Next, the hallways across the hull. The dice ask for {number}."),
        case(part = Sections, line = 28,
            say = "Next, the sections: the hallways divide the hull into {number:count section}."),
        case(part = Furnishing, line = 31, say = "Next, the rooms, from {number:count section}."),
        case(part = Ways, line = 34, say = "Next, the doors, for {number:count room}."),
        case(part == Part::Windows && cx.first(), line = 36,
            say = "Next, the windows: {number} in the outer walls."),
        case(part == Part::Test && cx.first(), line = 36,
            say = "Next, the test: a flood from hallway 1, through {number:count cell} of floor and doors."),
        case(part = Windows, line = 14, say = "Next, the windows: {number} in the outer walls."),
        case(part = Test, line = 15,
            say = "Next, the test: all {number:count cell} of floor and doors must be connected."))]
    Entered { part: Part, #[show("what its dice or its counting gave")] number: u32 },
    /// A hallway was drawn by dice.
    #[event(about = from, line = 4, say = "The dice propose a hallway for batch {batch}: from {from}, {length:count cell} {dir}.",
        case(cx.first(), line = 25,
            say = "The dice propose a hallway: from {from}, {length:count cell} {dir} are at least {inside} inside the hull."),
        text(inside = cx.rules().inside))]
    Drawn { #[show(name = "from")] from: Cell, dir: Dir, length: u8, batch: u8 },
    /// A hallway was refused.
    #[event(step, about = at, tone = Refused, line = 5,
        say = "Refused the hallway from {from}, {length:count cell} {dir}: {cell} is within {near} of a hallway. This was valid attempt {tries}.",
        case(why = Short, line = 26,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: at least {short} cells must be {inside} inside the hull. This was attempt {tries}."),
        case(why = CrossesNone, line = 26,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: it crosses no other hallway. This was attempt {tries}."),
        case(cx.first(), line = 26,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: fewer than {inside} cells are between it and a parallel hallway. This was attempt {tries}."),
        case(why = Border,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: past {cell} it would be less than {border:count cell} from the edge. This does not count as a valid attempt."),
        case(why = Hallway,
            say = "Refused the hallway from {from}, {length:count cell} {dir}: there already is a hallway at {cell}. This was valid attempt {tries}."),
        text(border = cx.border, near = cx.near, inside = cx.rules().inside, short = cx.rules().short))]
    Refused {
        from: Cell, dir: Dir, length: u8,
        /// The first faulty cell. For the border, it is the last cell before it.
        at: Cell,
        why: Refusal,
        #[show("how many valid tries the batch has had")] tries: u8,
    },
    /// A cell became part of a hallway.
    #[event(slot = PLAN, role = Walked, line = 6,
        say = "{cell} is part of hallway {hallway} now; the plan has {order:count cell}.",
        case(cx.first(), line = 27))]
    Laid { cell: Cell, hallway: u8, #[show("how many cells the plan had with it")] order: u32 },
    /// A hallway was built.
    #[event(step, about = from, tone = Wrote, line = 6,
        say = "Built hallway {hallway}: from {from}, {length:count cell} {dir}, 2 wide, at valid attempt {tries}.",
        case(cx.first(), line = 27,
            say = "Built hallway {hallway}: from {from}, {length:count cell} {dir}, 2 wide, at attempt {tries}."))]
    Built { #[show(name = "from")] from: Cell, dir: Dir, length: u8, hallway: u8, tries: u8 },
    /// A cell was labelled as near a hallway.
    #[event(slot = NEAR, role = Dimmed, line = 7,
        say = "{cell} is near a hallway ({distance:count cell} from hallway {hallway}; near means up to {near}), so no other hallway may be built here.",
        text(near = cx.near))]
    Labelled { cell: Cell, hallway: u8, #[show("how far away, diagonal steps counting 1")] distance: u8 },
    /// A batch of hallways ended.
    #[event(line = 3,
        say = "Batch {batch} ended with {number:count hallway}: {tries:count valid attempt} of {draws} in all.",
        case(cx.first(), line = 25,
            say = "Batch {batch} ended with {number:count hallway} after {draws:count attempt}."))]
    Exhausted { batch: u8, #[show(name = "number")] built: u8, tries: u8, draws: u16 },
    /// A cell without an owner joined the frontier, because a neighbour has an owner now.
    #[event(slot = PLAN, role = Queued, line = 9, enqueues(0, "equally likely"),
        say = "{cell} joined the frontier: it is free, and a neighbour is part of a hallway or room.")]
    Bordered { cell: Cell },
    /// A cell of the frontier was drawn: a room begins.
    #[event(slot = PLAN, role = Current, line = 9, dequeues,
        say = "The dice chose {cell} from {among:count frontier cell}: room {room} begins there and grows to cells less than {reach} away.",
        case(among > 1, tone = Tied))]
    Seeded {
        cell: Cell, room: u8,
        #[show("the room stays nearer to its seed than this")] reach: u8,
        #[show("how many there were to draw from")] among: u32,
    },
    /// A room got the door that links it to the rest.
    #[event(slot = FACES, about = face, role = Chosen, line = 10,
        say = "Door at {cell}: room {room} opens toward {toward}.",
        case(among > 1, say = "Door at {cell}: room {room} opens toward {toward}, one of {among} possible doors."),
        with(hallway = to.hallway(), other = to.room()), text(toward = to))]
    Linked { face: Cell, room: u8, #[show(skip)] to: Owner, among: u8 },
    /// A room grew by a cell. The first is its seed.
    #[event(slot = PLAN, role = Done, line = 11, was = "grown", from = from.and_then(|dir| beyond(cell, dir)),
        say = "Room {room} grew to {cell}, {distance} from its seed.",
        case(cx.first(), line = 33, say = "{cell} is part of room {room} now; the plan has {order:count cell}."),
        case(distance == 0, say = "{cell} is the seed of room {room}."))]
    Grew {
        cell: Cell, #[show(name = "from")] from: Option<Dir>, room: u8,
        #[show("how far from the seed, diagonal steps counting 1")] distance: u8,
        order: u32,
    },
    /// A room did not grow across a face.
    #[event(tone = Refused, line = 11,
        say = "Room {room} does not grow to {cell}: that is {distance} from its seed, which is too far.",
        case(why = Edge, say = "Room {room} stops at {cell}, the edge of the plan."))]
    Stopped {
        /// The cell that it did not take. At the edge of the plan, the face.
        cell: Cell,
        room: u8, distance: u8, why: Refusal,
    },
    /// Two rooms without a door between them touch, so the face is a door candidate.
    #[event(slot = FACES, about = face, role = Candidate, line = 12,
        say = "Rooms {room} and {other} touch at {cell} and have no door yet: {candidates:count possible place} so far.")]
    Touched {
        face: Cell, room: u8,
        #[show("the other room, which was there before")] other: u8,
        #[show("how many candidates the pair of rooms has now")] candidates: u16,
    },
    /// A face did not become a door.
    #[event(slot = FACES, about = face, tone = Refused, role = Refused, line = 12, was = "passed",
        say = "No door at {cell}: room {room} already opens toward {toward} elsewhere.",
        case(why = NotSeed, say = "No door at {cell} toward {toward}: only the seed of a room may open toward a hallway."),
        case(cx.first(), line = 34,
            say = "No door at {cell}: the dice chose another place for the door from room {room} to {toward}."),
        case(why = Lost, line = 13,
            say = "No door at {cell}: the dice chose another place for the door between room {room} and {toward}."),
        with(hallway = to.hallway(), other = to.room()), text(toward = to))]
    PassedOver { face: Cell, room: u8, #[show(skip)] to: Owner, why: Refusal },
    /// A room is done.
    #[event(step, tone = Wrote, line = 8, say = "Room {room} is done: {cells:count cell} around {cell}.")]
    Closed { cell: Cell, room: u8, cells: u32 },
    /// A candidate of a pair became its door.
    #[event(step, slot = FACES, about = face, role = Chosen, line = 13,
        say = "Door at {cell} between rooms {room} and {other}, chosen by the dice from {among:count place}.",
        case(among > 1, tone = Tied))]
    Opened { face: Cell, room: u8, other: u8, among: u16 },
    /// A room got another door to a hallway.
    #[event(step, slot = FACES, about = face, role = Chosen, line = 13, tone = Tied,
        say = "Door at {cell} between room {room} and hallway {hallway}: the dice said yes, a 1 in 2 chance, and chose one of {among:count place}.")]
    Pierced { face: Cell, room: u8, hallway: u8, among: u16 },
    /// A room did not get another door to a hallway.
    #[event(about = face, tone = Refused, line = 13,
        say = "No door at {cell}: the dice said no to a door between room {room} and hallway {hallway}, a 1 in 2 chance.")]
    LeftShut { face: Cell, room: u8, hallway: u8 },
    /// A face toward outside became a window.
    #[event(step, slot = FACES, about = face, role = Seen, line = 14,
        say = "Window {number} at {cell}, chosen by the dice from {among:count place} in the outer walls.",
        case(cx.first(), line = 36))]
    Glazed { face: Cell, number: u16, among: u32 },
    /// The test reached a cell of floor or a door.
    #[event(slot = FLOOD, role = Remembered, line = 15, say = "The flood reached {cell}: {number:count cell} so far.",
        case(cx.first(), line = 36))]
    Flooded { cell: Cell, #[show(name = "number")] count: u32 },
    /// The plan was accepted.
    #[event(step, line = 15,
        say = "Accepted plan {attempt}: all {cells:count cell} of floor and doors are connected.",
        case(cx.first(), line = 36,
            say = "Accepted plan {attempt}: {cells:count cell} of floor and doors can be reached from hallway 1."))]
    Accepted { attempt: u16, cells: u32 },
    /// The plan was refused.
    #[event(step, tone = Refused, line = 2,
        say = "Refused plan {attempt}: the rooms between start and goal have {have:count cell}, too few for up to {need:count thing}.",
        case(why = FewRooms,
            say = "Refused plan {attempt}: no frontier cell was left after {have} of at least {need:count room}."),
        case(why = Apart,
            say = "Refused plan {attempt}: the flood reached only {have} of {need:count cell} of floor and doors, so they are not connected."),
        case(why = NoHallway, say = "Refused plan {attempt}: no hallway fits into its hull."),
        case(why == PlanRefusal::NoEnds && cx.first(),
            say = "Refused plan {attempt}: start and goal need {need:count reachable room} wider and taller than 2, and there are {have}."),
        case(why = NoEnds,
            say = "Refused plan {attempt}: start and goal need {need:count room} wider and taller than 2, and there are {have}."))]
    Rejected {
        attempt: u16, why: PlanRefusal,
        #[show("how many there are")] have: u32, #[show("how many there should be")] need: u32,
    },
    /// A room is too small to be start or goal.
    #[event(tone = Refused, line = 16,
        say = "Room {room} cannot be start or goal: it is {width} × {height} cells, and both sides must be more than 2.")]
    Dismissed { cell: Cell, room: u8, width: u16, height: u16 },
    /// A thing was placed on the deck.
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
    /// A thing could not be placed, because the cell is taken or the room is full.
    #[event(tone = Refused, line = 18, was = "crowded",
        say = "Could not put {what} at {cell} in room {room}: something is already there. The dice choose again.",
        case(full, say = "Found no place for {what} in room {room}: the whole room is full."),
        text(what = thing.english()))]
    Occupied {
        cell: Cell, thing: Thing, room: u8,
        #[show("whether the whole room is full")] full: bool,
    },
    /// Dice decided whether the hull is mirrored.
    #[event(step, line = 21, tone = Tied,
        say = "The dice said no to mirroring the hull, a {chance} % chance: each cut is made once.",
        case(mirrored, say = "The dice said yes to mirroring the hull top to bottom, a {chance} % chance: each cut is made twice."),
        text(chance = if mirrored { cx.rules().mirror } else { 100 - cx.rules().mirror }))]
    Mirrored { #[show("whether each cut is made twice, above and below")] mirrored: bool },
    /// A cell belongs to the initial rectangle of the hull.
    #[event(slot = PLAN, role = Pressure, line = 20, say = "{cell} is part of the rectangle that the hull is cut from.")]
    Stood { cell: Cell },
    /// A cut was drawn by dice.
    #[event(about = at, line = 22, say = "The dice propose cut {cut} at the {side}: {width} × {height} cells from {cell}.")]
    Aimed { at: Cell, side: Dir, width: u8, height: u8, cut: u8 },
    /// A cell was cut off the hull.
    #[event(slot = PLAN, line = 24, say = "Cut {cut} removed {cell}; the hull has {left:count cell} left.")]
    Stripped { cell: Cell, cut: u8, #[show("how many cells the hull has left")] left: u32 },
    /// A cut was made.
    #[event(step, about = at, tone = Wrote, line = 24,
        say = "Made cut {cut} at the {side}, {width} × {height} cells from {cell}: it removed {took:count cell}, and the hull has {left} of {whole} left.", text(whole = cx.rules().whole))]
    Cut { at: Cell, side: Dir, width: u8, height: u8, cut: u8, #[show("how many cells it took")] took: u32, left: u32 },
    /// A cut was refused.
    #[event(step, about = at, tone = Refused, line = 23,
        say = "Refused cut {cut} at the {side}, {width} × {height} cells from {cell}: the hull would be thinner than \
               {thick} at {fault}.",
        case(why = Apart,
            say = "Refused cut {cut} at the {side}, {width} × {height} cells from {cell}: the hull would fall into \
                   {have:count piece}, one of them at {fault}."),
        case(why = Loss,
            say = "Refused cut {cut} at the {side}, {width} × {height} cells from {cell}: the hull would have lost {have} \
                   of {whole} cells, more than {loss} %."),
        case(why = Nothing,
            say = "Refused cut {cut} at the {side}, {width} × {height} cells from {cell}: nothing of the hull is there."),
        text(whole = cx.rules().whole, thick = cx.rules().thick, loss = cx.rules().loss))]
    Spared {
        at: Cell, side: Dir, width: u8, height: u8, cut: u8, why: CutRefusal,
        #[show("the first cell that is at fault")] fault: Cell,
        have: u32,
    },
    /// A cell was assigned to a section of the hull.
    #[event(slot = PLAN, role = Raised, line = 28, say = "{cell} belongs to section {section}.",
        case(split, line = 30))]
    Parted { cell: Cell, section: u8, #[show("whether a split put it there")] split: bool },
    /// A section was split.
    #[event(step, about = cell, tone = Wrote, line = 30,
        say = "Split section {section} ({cells:count cell}) before row {place}, into {pieces} sections.",
        case(dir = E, say = "Split section {section} ({cells:count cell}) before column {place}, into {pieces} sections."))]
    Split {
        cell: Cell, section: u8, cells: u32,
        #[show("along which side it was split: e where columns part it, s where rows do")] dir: Dir,
        #[show("the first column or row of the map behind the line")] place: u16,
        #[show("how many sections result")] pieces: u8,
    },
    /// A section is not split any further.
    #[event(about = cell, line = 29,
        say = "Section {section} stays whole: it has {cells:count cell}, and only sections of more than {most} are split.",
        case(why = TooMany,
            say = "Section {section} ({cells:count cell}) stays whole: the plan already has the most sections allowed."),
        text(most = cx.rules().most))]
    Kept { cell: Cell, section: u8, cells: u32, why: Whole },
    /// A section became a room.
    #[event(step, about = cell, tone = Wrote, line = 33,
        say = "Section {section} became room {room}: {cells:count cell} around {cell}.")]
    Furnished { cell: Cell, room: u8, section: u8, cells: u32 },
    /// A cell stays empty, because its section did not become a room.
    #[event(slot = PLAN, role = Refused, line = 32, say = "{cell} stays empty: section {section} did not become a room.")]
    Sealed { cell: Cell, section: u8 },
    /// A section did not become a room.
    #[event(step, about = cell, tone = Refused, line = 32,
        say = "Refused section {section} at {cell} as a room: it has {cells:count cell}, and a room needs {least}.",
        case(why = Alone,
            say = "Refused section {section} at {cell} as a room: its {cells:count cell} have no wall shared with a hallway or room."),
        text(least = cx.rules().least))]
    Discarded { cell: Cell, section: u8, cells: u32, why: SectionRefusal },
    /// A room is beside a hallway, or beside a room with a door, so the face is a place for a door.
    #[event(slot = FACES, about = face, role = Candidate, line = 34,
        say = "Room {room} is beside {toward} at {cell}, on its {side} side: {candidates:count possible place} for a door so far.",
        case(to.room().is_some(), line = 35),
        with(hallway = to.hallway(), other = to.room()), text(toward = to))]
    Faced { face: Cell, room: u8, side: Dir, #[show(skip)] to: Owner, candidates: u16 },
    /// A room got a door.
    #[event(step, slot = FACES, about = face, role = Chosen, line = 34,
        say = "Door at {cell}: room {room} opens {side} toward {toward}, chosen by the dice from {among:count place}.",
        case(among > 1 && to.room().is_some(), line = 35, tone = Tied),
        case(to.room().is_some(), line = 35),
        case(among > 1, tone = Tied),
        with(hallway = to.hallway(), other = to.room()), text(toward = to))]
    Hung { face: Cell, room: u8, side: Dir, #[show(skip)] to: Owner, among: u16 },
    /// A room has no door.
    #[event(step, about = cell, tone = Refused, line = 35,
        say = "Room {room} around {cell} has no door: it is beside no hallway and no room with a door.")]
    Doorless { cell: Cell, room: u8 },
    /// A room cannot be reached.
    #[event(step, about = cell, tone = Refused, line = 36,
        say = "Room {room} cannot be reached: the flood did not reach {cell}.")]
    CutOff { cell: Cell, room: u8 },
    /// A deck is done.
    #[event(step, line = 19, progress = done, say = "Deck {deck} is done, with plan {attempt}.")]
    Finished { deck: u8, #[show(name = "attempt")] attempts: u16, #[show(skip)] done: f32 },
    /// Too many plans were refused.
    #[event(step, tone = Refused, line = 15,
        say = "Gave up on the ship: no plan for deck {deck} was accepted in {attempt:count attempt}. Try a larger map or fewer rooms.")]
    GaveUp { deck: u8, #[show(name = "attempt")] attempts: u16 },
}
