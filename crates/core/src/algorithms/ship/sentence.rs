//! Events of ship generation in words and as fields.

use super::event::{Context, ShipEvent as E};
use super::plan::Owner;
use super::reason::{ContactRefusal, GrowthRefusal, HallwayRefusal, Part, PlanRefusal, Thing};
use crate::event::Value;
use crate::geometry::{Cell, Dir};

/// A count with its noun: `1 room`, `2 rooms`.
pub(super) fn count(n: u32, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// A direction as a word.
const fn toward(dir: Dir) -> &'static str {
    match dir {
        Dir::E => "east",
        Dir::W => "west",
        Dir::S => "south",
        _ => "north",
    }
}

/// What a thing is called, with its article.
pub(super) const fn a_thing(thing: Thing) -> &'static str {
    match thing {
        Thing::Start => "the start",
        Thing::StairsUp => "the stairs from the deck before",
        Thing::StairsDown => "the stairs to the next deck",
        Thing::Teleporter => "the teleporter",
        Thing::Enemy => "an enemy",
        Thing::Weapon => "a weapon",
        Thing::Kit => "a medical kit",
    }
}

/// A sentence that stands alone.
pub(super) fn sentence(event: &E, cx: &Context) -> String {
    match *event {
        E::Began { deck } => format!("Began deck {deck} of {}.", cx.decks),
        E::Started { deck, attempt } => format!("Took an empty plan: attempt {attempt} at deck {deck}."),
        E::Entered { part, number } => entered(part, number),
        E::Drawn { from, dir, length, batch } => {
            format!("Drew a hallway of batch {batch}: from {from}, {length} cells {}.", toward(dir))
        }
        E::Refused { from, dir, length, at, why, tries } => refused((from, dir, length), at, why, tries, cx),
        E::Laid { cell, hallway, order } => {
            format!("{cell} became part of hallway {hallway}, the {} cell of the plan.", ordinal(order))
        }
        E::Built { from, dir, length, hallway, tries } => format!(
            "Built hallway {hallway}: from {from}, {length} cells {}, 2 wide, at valid try {tries}.",
            toward(dir)
        ),
        E::Labelled { cell, hallway, distance } => format!(
            "Labelled {cell} as near a hallway: {distance} of at most {} from hallway {hallway}. No hallway comes here.",
            cx.near
        ),
        E::Exhausted { batch, built, tries, draws } => format!(
            "Batch {batch} ended with {}: {} in {}.",
            count(built.into(), "hallway"),
            count(tries.into(), "valid try").replace("trys", "tries"),
            count(draws.into(), "draw")
        ),
        E::Bordered { cell } => format!("{cell} joined the frontier: it belongs to nobody and lies beside something."),
        E::Seeded { cell, room, reach, among } => format!(
            "Drew {cell} out of {} of the frontier: room {room} begins, and stays nearer to it than {reach}.",
            count(among, "cell")
        ),
        E::Linked { face, room, to, among } => {
            let others = if among > 1 { format!(", one of {among} ways") } else { String::new() };
            format!("Door at {face}: room {room} opens toward {}{others}.", to.name())
        }
        E::Grown { cell, room, distance: 0, .. } => format!("{cell} is the seed of room {room}."),
        E::Grown { cell, room, distance, .. } => format!("Room {room} grew to {cell}, {distance} from its seed."),
        E::Stopped { cell, room, distance, why: GrowthRefusal::Reach } => {
            format!("Room {room} stopped short of {cell}: {distance} from its seed is its reach.")
        }
        E::Stopped { cell, room, why: GrowthRefusal::Edge, .. } => {
            format!("Room {room} stopped at {cell}: the plan ends there.")
        }
        E::Touched { face, room, other, candidates } => format!(
            "Rooms {room} and {other} touch at {face} and have no door: a candidate, the {} of this pair.",
            ordinal(candidates.into())
        ),
        E::Passed { face, room, to, why } => passed(face, room, to, why),
        E::Closed { cell, room, cells } => format!("Room {room} is done: {} round {cell}.", count(cells, "cell")),
        E::Opened { face, room, other, among } => {
            format!("Door at {face} between rooms {room} and {other}, drawn from {}.", count(among.into(), "candidate"))
        }
        E::Glazed { face, number, among } => {
            format!("Window {number} at {face}, drawn from {} toward outside.", count(among, "face"))
        }
        E::Flooded { cell, count } => format!("The flood reached {cell}, the {} cell.", ordinal(count)),
        E::Accepted { attempt, cells } => {
            format!("Accepted plan {attempt}: all {cells} cells of floor and doors are one region.")
        }
        E::Rejected { attempt, why, have, need } => rejected(attempt, why, have, need),
        E::Dismissed { room, width, height, .. } => {
            format!("Room {room} is neither start nor goal: {width} × {height} is not wider and taller than 2.")
        }
        E::Placed { cell, thing, room, number } => match thing {
            Thing::Enemy | Thing::Weapon | Thing::Kit => {
                format!("Put {} at {cell} in room {room}, number {number} of its kind.", a_thing(thing))
            }
            _ => format!("Put {} at {cell} in room {room}.", a_thing(thing)),
        },
        E::Crowded { cell, thing, room, full: true } => {
            format!("Found no place for {} in room {room}: it is full, {cell} too.", a_thing(thing))
        }
        E::Crowded { cell, thing, room, .. } => {
            format!("Could not put {} at {cell} in room {room}: something is there. Drew again.", a_thing(thing))
        }
        E::Finished { deck, attempts, .. } => format!("Deck {deck} is done, at plan {attempts}."),
        E::GaveUp { deck, attempts } => format!(
            "Gave the ship up: {} of deck {deck} refused. A larger map, or fewer rooms, would help.",
            count(attempts.into(), "plan")
        ),
    }
}

fn ordinal(n: u32) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

fn entered(part: Part, number: u32) -> String {
    match part {
        Part::Hallways => format!("Batch {number} of hallways began."),
        Part::Rooms => format!("Rooms: dice want {number} of them."),
        Part::Doors => format!("Doors: {} without one touch.", count(number, "pair")),
        Part::Windows => format!("Windows: {number} of the faces toward outside become one."),
        Part::Test => format!("Tested whether all {number} cells of floor and doors are one region."),
        Part::Things => format!("Put things into {}.", count(number, "room")),
    }
}

fn refused((from, dir, length): (Cell, Dir, u8), at: Cell, why: HallwayRefusal, tries: u8, cx: &Context) -> String {
    let hallway = format!("Refused the hallway from {from}, {length} cells {}", toward(dir));
    match why {
        HallwayRefusal::Border => {
            format!("{hallway}: past {at} it would come nearer than {} to the edge. No valid try.", cx.border)
        }
        HallwayRefusal::Hallway => format!("{hallway}: it would run over a hallway at {at}. Valid try {tries}."),
        HallwayRefusal::Near => {
            format!("{hallway}: {at} lies within {} of a hallway. Valid try {tries}.", cx.near)
        }
    }
}

fn passed(face: Cell, room: u8, to: Owner, why: ContactRefusal) -> String {
    let to = to.name();
    match why {
        ContactRefusal::Linked => format!("No door at {face}: room {room} opens toward {to} elsewhere already."),
        ContactRefusal::Hallway => {
            format!("No door at {face} toward {to}: only the seed of a room opens toward a hallway.")
        }
        ContactRefusal::Lost => {
            format!("No door at {face}: dice gave the door of room {room} and {to} to another candidate.")
        }
    }
}

fn rejected(attempt: u16, why: PlanRefusal, have: u32, need: u32) -> String {
    match why {
        PlanRefusal::FewRooms => {
            format!("Refused plan {attempt}: the frontier was empty after {have} of at least {need} rooms.")
        }
        PlanRefusal::Apart => format!(
            "Refused plan {attempt}: the flood reached {have} of {need} cells of floor and doors, so it is not one region."
        ),
        PlanRefusal::NoEnds => {
            format!("Refused plan {attempt}: {} wider and taller than 2, and start and goal need {need}.", {
                if have == 1 { "1 room is".to_owned() } else { format!("{have} rooms are") }
            })
        }
        PlanRefusal::Cramped => format!(
            "Refused plan {attempt}: the rooms between start and goal have {have} cells, and {need} things may have to lie there."
        ),
    }
}

/// Every field with its name.
pub(super) fn fields(event: &E, visit: &mut dyn FnMut(&'static str, Value)) {
    let int = |n: u32| Value::Int(n.into());
    let mut all = |fields: &[(&'static str, Value)]| fields.iter().for_each(|&(name, value)| visit(name, value));
    match *event {
        E::Began { deck } => all(&[("deck", int(deck.into()))]),
        E::Started { deck, attempt } => all(&[("deck", int(deck.into())), ("attempt", int(attempt.into()))]),
        E::Entered { part, number } => all(&[("part", Value::Word(part.name())), ("number", int(number))]),
        E::Drawn { from, dir, length, batch } => all(&[
            ("from", Value::Cell(from)),
            ("dir", Value::Dir(dir)),
            ("length", int(length.into())),
            ("batch", int(batch.into())),
        ]),
        E::Refused { from, dir, length, at, why, tries } => all(&[
            ("from", Value::Cell(from)),
            ("dir", Value::Dir(dir)),
            ("length", int(length.into())),
            ("cell", Value::Cell(at)),
            ("why", Value::Word(why.name())),
            ("tries", int(tries.into())),
        ]),
        E::Laid { cell, hallway, order } => {
            all(&[("cell", Value::Cell(cell)), ("hallway", int(hallway.into())), ("order", int(order))]);
        }
        E::Built { from, dir, length, hallway, tries } => all(&[
            ("from", Value::Cell(from)),
            ("dir", Value::Dir(dir)),
            ("length", int(length.into())),
            ("hallway", int(hallway.into())),
            ("tries", int(tries.into())),
        ]),
        E::Labelled { cell, hallway, distance } => {
            all(&[("cell", Value::Cell(cell)), ("hallway", int(hallway.into())), ("distance", int(distance.into()))]);
        }
        E::Exhausted { batch, built, tries, draws } => all(&[
            ("batch", int(batch.into())),
            ("number", int(built.into())),
            ("tries", int(tries.into())),
            ("draws", int(draws.into())),
        ]),
        E::Bordered { cell } => all(&[("cell", Value::Cell(cell))]),
        E::Seeded { cell, room, reach, among } => all(&[
            ("cell", Value::Cell(cell)),
            ("room", int(room.into())),
            ("reach", int(reach.into())),
            ("among", int(among)),
        ]),
        E::Linked { face, room, to, among } => {
            all(&[("cell", Value::Cell(face)), ("room", int(room.into())), owner(to), ("among", int(among.into()))]);
        }
        E::Grown { cell, from, room, distance, order } => {
            all(&[
                ("cell", Value::Cell(cell)),
                ("room", int(room.into())),
                ("distance", int(distance.into())),
                ("order", int(order)),
            ]);
            if let Some(dir) = from {
                visit("from", Value::Dir(dir));
            }
        }
        E::Stopped { cell, room, distance, why } => all(&[
            ("cell", Value::Cell(cell)),
            ("room", int(room.into())),
            ("distance", int(distance.into())),
            ("why", Value::Word(why.name())),
        ]),
        E::Touched { face, room, other, candidates } => all(&[
            ("cell", Value::Cell(face)),
            ("room", int(room.into())),
            ("other", int(other.into())),
            ("candidates", int(candidates.into())),
        ]),
        E::Passed { face, room, to, why } => {
            all(&[
                ("cell", Value::Cell(face)),
                ("room", int(room.into())),
                owner(to),
                ("why", Value::Word(why.name())),
            ]);
        }
        E::Closed { cell, room, cells } => {
            all(&[("cell", Value::Cell(cell)), ("room", int(room.into())), ("cells", int(cells))]);
        }
        E::Opened { face, room, other, among } => all(&[
            ("cell", Value::Cell(face)),
            ("room", int(room.into())),
            ("other", int(other.into())),
            ("among", int(among.into())),
        ]),
        E::Glazed { face, number, among } => {
            all(&[("cell", Value::Cell(face)), ("number", int(number.into())), ("among", int(among))]);
        }
        E::Flooded { cell, count } => all(&[("cell", Value::Cell(cell)), ("number", int(count))]),
        E::Accepted { attempt, cells } => all(&[("attempt", int(attempt.into())), ("cells", int(cells))]),
        E::Rejected { attempt, why, have, need } => all(&[
            ("attempt", int(attempt.into())),
            ("why", Value::Word(why.name())),
            ("have", int(have)),
            ("need", int(need)),
        ]),
        E::Dismissed { cell, room, width, height } => all(&[
            ("cell", Value::Cell(cell)),
            ("room", int(room.into())),
            ("width", int(width.into())),
            ("height", int(height.into())),
        ]),
        E::Placed { cell, thing, room, number } => all(&[
            ("cell", Value::Cell(cell)),
            ("thing", Value::Word(thing.name())),
            ("room", int(room.into())),
            ("number", int(number.into())),
        ]),
        E::Crowded { cell, thing, room, full } => all(&[
            ("cell", Value::Cell(cell)),
            ("thing", Value::Word(thing.name())),
            ("room", int(room.into())),
            ("full", Value::Flag(full)),
        ]),
        E::Finished { deck, attempts, .. } | E::GaveUp { deck, attempts } => {
            all(&[("deck", int(deck.into())), ("attempt", int(attempts.into()))]);
        }
    }
}

const fn owner(owner: Owner) -> (&'static str, Value) {
    match owner {
        Owner::Hallway(n) => ("hallway", Value::Int(n as i64)),
        Owner::Room(n) => ("other", Value::Int(n as i64)),
    }
}
