//! What each event of walking by a Dijkstra map says of itself: level, slot, line of the listing, sentence, fields.

use super::event::{Context, DISTANCE, How, MEMORY, NpcEvent as E, Part, TILES, WEIGHED};
use crate::algorithms::knowledge::stage::{MOST_MINDS, NOBODY, word};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::root2::Root2;
use crate::world::verb_name;

/// The register of an actor's place.
pub(super) const fn place(actor: u16) -> Slot {
    Slot::Register(MOST_MINDS as u32 + actor as u32)
}

fn beside(cell: Cell, dir: Option<Dir>) -> Option<Cell> {
    // The neighbour exists: the event was made by stepping from it. Only the far edge needs a size.
    cell.step(dir?, Size::new(u16::MAX, u16::MAX))
}

/// With a capital letter, for the beginning of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "turned",
        "prompted",
        "fled",
        "acted",
        "began",
        "told",
        "rebuilt",
        "refreshed",
        "sighted",
        "missed",
        "reached",
        "settled",
        "weighed",
        "refused",
        "rolled",
        "moved",
        "changed",
        "waited",
        "arrived",
        "removed",
        "failed",
        "ended",
    ];
    const NUMBERS: &'static [&'static str] =
        &["turn", "character", "d", "total", "since", "n", "roll", "turns", "arrived"];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Turned { .. } => "turned",
            E::Prompted { .. } => "prompted",
            E::Fled { .. } => "fled",
            E::Acted { .. } => "acted",
            E::Began { .. } => "began",
            E::Knew { how: How::Told, .. } => "told",
            E::Knew { how: How::Rebuilt, .. } => "rebuilt",
            E::Knew { .. } => "refreshed",
            E::Sighted { .. } => "sighted",
            E::Missed { .. } => "missed",
            E::Reached { .. } => "reached",
            E::Settled { .. } => "settled",
            E::Weighed { .. } => "weighed",
            E::Refused { .. } => "refused",
            E::Rolled { .. } => "rolled",
            E::Moved { .. } => "moved",
            E::Changed { .. } => "changed",
            E::Waited { .. } => "waited",
            E::Arrived { .. } => "arrived",
            E::Removed { .. } => "removed",
            E::Failed { .. } => "failed",
            E::Ended { .. } => "ended",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Turned { .. } | E::Ended { .. } => Level::Phase(0),
            E::Prompted { .. } | E::Fled { .. } | E::Acted { .. } => Level::Phase(1),
            E::Began { .. } => Level::Phase(2),
            E::Knew { .. } | E::Reached { .. } | E::Weighed { .. } | E::Refused { .. } | E::Rolled { .. } => {
                Level::Detail
            }
            _ => Level::Step,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        match *self {
            E::Knew { cell, mind, .. } => Some(Slot::Cell(MEMORY + mind, cell)),
            E::Reached { cell, .. } | E::Settled { cell, .. } => Some(Slot::Cell(DISTANCE, cell)),
            E::Weighed { cell, .. } | E::Rolled { cell, .. } => Some(Slot::Cell(WEIGHED, cell)),
            E::Changed { cell, .. } => Some(Slot::Cell(TILES, cell)),
            E::Sighted { mind, .. } => Some(Slot::Register(u32::from(mind))),
            E::Moved { actor, .. } | E::Removed { actor, .. } => Some(place(actor)),
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Turned { .. } | E::Fled { .. } | E::Acted { .. } | E::Ended { .. } => 0,
            E::Prompted { .. } | E::Changed { by: NOBODY, .. } | E::Removed { .. } | E::Failed { .. } => 1,
            E::Began { part: Part::See, .. } | E::Knew { .. } => 2,
            E::Sighted { .. } => 3,
            E::Missed { .. } => 4,
            E::Began { part: Part::Plan, .. } | E::Reached { .. } | E::Settled { .. } => 6,
            E::Began { part: Part::Move, .. } | E::Weighed { .. } => 8,
            E::Refused { .. } => 7,
            E::Rolled { .. } => 9,
            E::Changed { .. } => 10,
            E::Moved { .. } | E::Arrived { .. } => 11,
            E::Waited { .. } => 5,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Knew { cell, .. }
            | E::Sighted { cell, .. }
            | E::Reached { cell, .. }
            | E::Settled { cell, .. }
            | E::Weighed { cell, .. }
            | E::Refused { cell, .. }
            | E::Rolled { cell, .. }
            | E::Moved { to: cell, .. }
            | E::Changed { cell, .. }
            | E::Waited { cell, .. }
            | E::Arrived { cell, .. }
            | E::Removed { cell, .. }
            | E::Failed { cell, .. } => Some(cell),
            E::Missed { place, .. } => place,
            _ => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Reached { cell, from, .. } | E::Settled { cell, from, .. } => beside(cell, from),
            E::Weighed { cell, from, .. } | E::Refused { cell, from, .. } | E::Rolled { cell, from, .. } => {
                beside(cell, Some(from))
            }
            E::Moved { from, .. } => Some(from),
            _ => None,
        }
    }

    fn tone(&self, cx: &Context) -> Tone {
        match self {
            E::Rolled { .. } => Tone::Tied,
            E::Refused { .. } | E::Waited { .. } | E::Failed { .. } => Tone::Refused,
            E::Knew { how: How::Refreshed, .. } | E::Weighed { .. } | E::Missed { .. } => Tone::Looked,
            _ if self.slot(cx).is_some() => Tone::Wrote,
            _ => Tone::Looked,
        }
    }

    fn acts(&self, _: &Context) -> bool {
        matches!(self, E::Acted { .. })
    }

    fn phase_name(&self, cx: &Context) -> String {
        match *self {
            E::Turned { turn } => format!("turn {turn}"),
            E::Prompted { .. } => "script".into(),
            E::Fled { .. } => cx.target().to_owned(),
            E::Acted { mind, .. } => cx.mind(mind).to_owned(),
            E::Began { part, .. } => part.name().into(),
            E::Ended { .. } => "end".into(),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        match *self {
            E::Turned { turn } => format!("Turn {turn} began."),
            E::Prompted { turn } => format!("What the script says for turn {turn}."),
            E::Fled { .. } => format!("Now {} takes a step of its round.", cx.target()),
            E::Acted { mind, turn } => format!("The turn of {} began, turn {turn}.", cx.mind(mind)),
            E::Began { mind, part: Part::See, .. } => format!("Now {} looks round.", cx.mind(mind)),
            E::Began { mind, part: Part::Plan, .. } => {
                format!("Now {} floods what it knows, from the target's last known place.", cx.mind(mind))
            }
            E::Began { mind, part: Part::Move, .. } => format!("Now {} weighs its neighbours.", cx.mind(mind)),
            E::Knew { cell, mind, how, tile, .. } => {
                let who = capital(cx.mind(mind));
                match how {
                    How::Told => format!("{who} knows {cell} from the start: {tile}."),
                    How::Rebuilt => format!("{who} saw {cell}: {tile}."),
                    How::Refreshed => format!("{who} saw {cell} again: nothing changed, {tile}."),
                }
            }
            E::Sighted { mind, cell, .. } => format!("{} sees {} at {cell}.", capital(cx.mind(mind)), cx.target()),
            E::Missed { mind, place: Some(place), since } => format!(
                "{} does not see {}: its last known place is {place}, of turn {since}.",
                capital(cx.mind(mind)),
                cx.target()
            ),
            E::Missed { mind, place: None, .. } => {
                format!("{} does not see {}, and never saw it.", capital(cx.mind(mind)), cx.target())
            }
            E::Reached { cell, from: None, .. } => format!("The target's last known place is {cell}: d = 0."),
            E::Reached { cell, from, d } => {
                format!("Reached {cell} from {}: d = {}.", beside(cell, from).unwrap_or(cell), d.long())
            }
            E::Settled { cell, d, .. } => format!("Settled {cell}: d = {}.", d.long()),
            E::Weighed { cell, from, d } => {
                let step = Root2::step(from);
                format!("Weighed {cell}: {d} and a step of {step} are {}.", (d + step).long())
            }
            E::Refused { cell, why, .. } => format!("{cell} is out of the question: {}.", why.because()),
            E::Rolled { cell, n, roll, .. } => {
                format!("{n} neighbours are equally near: rolled {roll:.3}, which takes {cell}, probability 1/{n}.")
            }
            E::Moved { actor, from, to, .. } => format!("{} went from {from} to {to}.", capital(cx.name(actor))),
            E::Changed { cell, was, tile, by: NOBODY, .. } => format!("{cell} became {tile}; it was {was}."),
            E::Changed { cell, was, by, .. } => {
                format!("{} walked into the {was} at {cell} and opened it.", capital(cx.name(by)))
            }
            E::Waited { mind, cell, why } => {
                format!("{} waits at {cell}: {}.", capital(cx.mind(mind)), why.because())
            }
            E::Arrived { mind, cell, turn } => {
                format!("{} is where {} is, at {cell}, in turn {turn}.", capital(cx.mind(mind)), cx.target())
            }
            E::Removed { actor, cell, .. } => format!("{} was taken away from {cell}.", capital(cx.name(actor))),
            E::Failed { verb, cell, tile } => format!(
                "The script said to {} at {cell}, and nothing changed for a walker: {tile} lies there.",
                verb_name(verb)
            ),
            E::Ended { turns, arrived } => {
                let all = cx.minds.len();
                format!("After {turns} turns {arrived} of {all} are where {} is.", cx.target())
            }
        }
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        if let Some(cell) = self.cell() {
            visit("cell", Value::Cell(cell));
        }
        if let Some(from) = self.from() {
            visit("from", Value::Cell(from));
        }
        let int = |n: u32| Value::Int(i64::from(n));
        let actor = |mind: u8| Value::Int(cx.minds.get(mind as usize).map_or(-1, |&i| i as i64));
        match *self {
            E::Turned { turn } | E::Prompted { turn } | E::Fled { turn } => visit("turn", int(turn)),
            E::Acted { mind, turn } | E::Sighted { mind, turn, .. } | E::Arrived { mind, turn, .. } => {
                visit("character", actor(mind));
                visit("turn", int(turn));
            }
            E::Began { mind, part, turn } => {
                visit("character", actor(mind));
                visit("part", Value::Word(part.name()));
                visit("turn", int(turn));
            }
            E::Knew { mind, tile, turn, .. } => {
                visit("character", actor(mind));
                visit("tile", word(tile));
                visit("turn", int(turn));
            }
            E::Missed { mind, since, .. } => {
                visit("character", actor(mind));
                visit("since", int(since));
            }
            E::Reached { d, .. } | E::Settled { d, .. } => visit("d", d.value()),
            E::Weighed { d, from, .. } => {
                visit("d", d.value());
                visit("total", (d + Root2::step(from)).value());
            }
            E::Refused { why, .. } => visit("why", Value::Word(why.because())),
            E::Rolled { n, roll, .. } => {
                visit("n", int(u32::from(n)));
                visit("roll", Value::Real(roll));
            }
            E::Moved { actor, turn, .. } | E::Removed { actor, turn, .. } => {
                visit("actor", int(u32::from(actor)));
                visit("turn", int(turn));
            }
            E::Changed { was, tile, turn, .. } => {
                visit("was", word(was));
                visit("tile", word(tile));
                visit("turn", int(turn));
            }
            E::Waited { mind, why, .. } => {
                visit("character", actor(mind));
                visit("why", Value::Word(why.because()));
            }
            E::Failed { verb, tile, .. } => {
                visit("verb", Value::Word(verb_name(verb)));
                visit("tile", word(tile));
            }
            E::Ended { turns, arrived } => {
                visit("turns", int(turns));
                visit("arrived", int(arrived));
            }
        }
    }
}
