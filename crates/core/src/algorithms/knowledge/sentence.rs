//! What each event of knowledge says of itself: level, slot, line of the listing, sentence, fields.

use super::event::{Context, KnowledgeEvent as E, MEMORY, STAMPS, TILES};
use super::stage::{NOBODY, word};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;
use crate::memory::{Dirty, NEVER};
use crate::world::verb_name;

/// The register of an actor's place.
pub(super) const fn place(actor: u16) -> Slot {
    Slot::Register(super::stage::MOST_MINDS as u32 + actor as u32)
}

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "turned",
        "prompted",
        "acted",
        "began",
        "rebuilt",
        "refreshed",
        "summed",
        "stamped",
        "changed",
        "moved",
        "removed",
        "lamp",
        "failed",
    ];
    const NUMBERS: &'static [&'static str] =
        &["turn", "before", "changed", "crowd", "visible", "rebuilt", "refreshed", "character"];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Turned { .. } => "turned",
            E::Prompted { .. } => "prompted",
            E::Acted { .. } => "acted",
            E::Began { .. } => "began",
            E::Looked { dirty: true, .. } => "rebuilt",
            E::Looked { .. } => "refreshed",
            E::Summed { .. } => "summed",
            E::Stamped { .. } => "stamped",
            E::Changed { .. } => "changed",
            E::Moved { .. } => "moved",
            E::Removed { .. } => "removed",
            E::Lamp { .. } => "lamp",
            E::Failed { .. } => "failed",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Turned { .. } => Level::Phase(0),
            E::Prompted { .. } | E::Acted { .. } => Level::Phase(1),
            E::Began { .. } => Level::Phase(2),
            E::Looked { .. } | E::Stamped { .. } => Level::Detail,
            _ => Level::Step,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        match *self {
            E::Looked { cell, mind, .. } => Some(Slot::Cell(MEMORY + mind, cell)),
            E::Stamped { cell, .. } => Some(Slot::Cell(STAMPS, cell)),
            E::Changed { cell, .. } => Some(Slot::Cell(TILES, cell)),
            E::Summed { mind, .. } => Some(Slot::Register(u32::from(mind))),
            E::Moved { actor, .. } | E::Removed { actor, .. } => Some(place(actor)),
            _ => None,
        }
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Turned { .. } => 0,
            E::Prompted { .. }
            | E::Changed { by: NOBODY, .. }
            | E::Removed { .. }
            | E::Lamp { .. }
            | E::Failed { .. } => 1,
            E::Acted { .. } => 2,
            E::Began { moves: false, .. } => 3,
            E::Looked { dirty: true, .. } => 5,
            E::Looked { .. } => 6,
            E::Summed { .. } => 7,
            E::Began { moves: true, .. } | E::Moved { .. } | E::Changed { .. } => 8,
            E::Stamped { .. } => 9,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Looked { cell, .. }
            | E::Stamped { cell, .. }
            | E::Changed { cell, .. }
            | E::Removed { cell, .. }
            | E::Lamp { cell, .. }
            | E::Failed { cell, .. }
            | E::Moved { to: cell, .. } => Some(cell),
            _ => None,
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Moved { from, .. } => Some(from),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Looked { dirty: false, .. } => Tone::Looked,
            E::Failed { .. } => Tone::Refused,
            E::Looked { .. }
            | E::Stamped { .. }
            | E::Changed { .. }
            | E::Moved { .. }
            | E::Removed { .. }
            | E::Summed { .. } => Tone::Wrote,
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
            E::Acted { mind, .. } => cx.mind(mind).to_owned(),
            E::Began { moves, .. } => if moves { "move" } else { "see" }.into(),
            _ => self.kind(cx).to_owned(),
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        match *self {
            E::Turned { turn } => format!("Turn {turn} of {} began.", cx.turns),
            E::Prompted { turn } => format!("What the script says for turn {turn}."),
            E::Acted { mind, turn } => format!("The turn of {} began, turn {turn}.", cx.mind(mind)),
            E::Began { mind, moves: true, .. } => format!("Now {} takes a step of its round.", cx.mind(mind)),
            E::Began { mind, .. } => format!("Now {} looks round.", cx.mind(mind)),
            E::Looked { cell, mind, dirty: true, before, changed, tile, crowd, top, .. } => format!(
                "{} rebuilt {cell}: {}. {}.",
                capital(cx.mind(mind)),
                verdict(cx.dirty, before, changed),
                capital(&cx.contents(tile, top, crowd))
            ),
            E::Looked { cell, mind, before, changed, turn, .. } => format!(
                "{} refreshed {cell}: {}; only its turn was set, to {turn}.",
                capital(cx.mind(mind)),
                verdict(cx.dirty, before, changed)
            ),
            E::Summed { mind, turn, visible, rebuilt, refreshed } => format!(
                "In turn {turn} {} saw {visible} cells: {rebuilt} rebuilt, {refreshed} refreshed.",
                cx.mind(mind)
            ),
            E::Stamped { cell, turn } => format!("{cell} was stamped: its last knowable change is in turn {turn}."),
            E::Changed { cell, was, tile, by: NOBODY, .. } => format!("{cell} became {tile}; it was {was}."),
            E::Changed { cell, tile, by, .. } => {
                format!("{} walked into {cell} and opened it: {tile}.", capital(cx.name(by)))
            }
            E::Moved { actor, from, to, .. } => format!("{} went from {from} to {to}.", capital(cx.name(actor))),
            E::Removed { actor, cell, .. } => format!("{} was taken away from {cell}.", capital(cx.name(actor))),
            E::Lamp { actor, cell, lit } => {
                format!("{} at {cell} was {}.", capital(cx.name(actor)), if lit { "lit" } else { "put out" })
            }
            E::Failed { verb, cell, tile, .. } => {
                format!("The script said to {} at {cell}, and nothing changed: {tile} lies there.", verb_name(verb))
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
            E::Turned { turn } | E::Prompted { turn } | E::Stamped { turn, .. } => visit("turn", int(turn)),
            E::Acted { mind, turn } | E::Began { mind, turn, .. } => {
                visit("character", actor(mind));
                visit("turn", int(turn));
            }
            E::Looked { mind, turn, before, changed, tile, crowd, top, .. } => {
                visit("character", actor(mind));
                visit("turn", int(turn));
                visit("before", Value::Int(i64::from(before)));
                visit("changed", int(changed));
                visit("tile", word(tile));
                visit("crowd", int(u32::from(crowd)));
                if top != NOBODY {
                    visit("actor", int(u32::from(top)));
                }
            }
            E::Summed { mind, turn, visible, rebuilt, refreshed } => {
                visit("character", actor(mind));
                visit("turn", int(turn));
                visit("visible", int(visible));
                visit("rebuilt", int(rebuilt));
                visit("refreshed", int(refreshed));
            }
            E::Changed { was, tile, turn, .. } => {
                visit("was", word(was));
                visit("tile", word(tile));
                visit("turn", int(turn));
            }
            E::Moved { actor, turn, .. } | E::Removed { actor, turn, .. } => {
                visit("actor", int(u32::from(actor)));
                visit("turn", int(turn));
            }
            E::Lamp { actor, lit, .. } => {
                visit("actor", int(u32::from(actor)));
                visit("lit", Value::Flag(lit));
            }
            E::Failed { verb, tile, turn, .. } => {
                visit("verb", Value::Word(verb_name(verb)));
                visit("tile", word(tile));
                visit("turn", int(turn));
            }
        }
    }

    fn progress(&self) -> Option<f32> {
        None
    }
}

/// Why a cell was dirty or clean, with its numbers.
pub(super) fn verdict(rule: Dirty, before: i32, changed: u32) -> String {
    let dirty = rule.is_dirty(before, changed);
    let word = if dirty { "dirty" } else { "clean" };
    if before == NEVER {
        return "never seen before, so dirty".into();
    }
    let sign = match (rule, dirty) {
        (Dirty::Never, _) => {
            return format!("known since turn {before}, changed in {changed}; nothing is kept, so dirty");
        }
        (Dirty::Le, true) => "≤",
        (Dirty::Le, false) => ">",
        (Dirty::Lt, true) => "<",
        (Dirty::Lt, false) => "≥",
    };
    format!("known since turn {before}, changed in {changed}: {before} {sign} {changed}, so {word}")
}

/// With a capital letter, for the beginning of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
