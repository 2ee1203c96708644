//! What each event of guards says of itself: level, slot, line of the listing, fields.

use super::event::{ACTING, Context, GuardsEvent as E, LIGHT, TRUTH, TURN, aim, belief, lamp, overlay, place, plan};
use super::sentence::sentence;
use super::words::{Part, Wait};
use crate::algorithms::astar::{AStarEvent, Part as SearchPart};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;
use crate::world::verb_name;

/// The depth of the phases of a search, inside turn › guard › plan.
pub(super) const SEARCH_DEPTH: u8 = 3;

/// The kinds of a search come first, under their own names.
const KINDS: &[&str] = &[
    "began",
    "opened",
    "lowered",
    "reopened",
    "expanded",
    "skipped",
    "rejected",
    "dearer",
    "ignored",
    "rolled",
    "tied",
    "found",
    "exhausted",
    "considered",
    "settled",
    "traced",
    "turn-began",
    "script-began",
    "light-began",
    "guard-began",
    "part-began",
    "changed",
    "denied",
    "shifted",
    "removed",
    "switched",
    "lit",
    "darkened",
    "saw",
    "lost-sight",
    "believed",
    "aimed",
    "planned",
    "despaired",
    "moved",
    "waited",
    "arrived",
    "ended",
];

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = KINDS;
    const NUMBERS: &'static [&'static str] = &[
        "f", "g", "h", "n", "paths", "roll", "chance", "best", "expanded", "turn", "guard", "actor", "cost", "moves",
        "turns",
    ];

    fn kind(&self) -> &'static str {
        match self {
            E::Search(e) => e.kind(),
            E::TurnBegan { .. } => "turn-began",
            E::ScriptBegan => "script-began",
            E::LightBegan => "light-began",
            E::GuardBegan { .. } => "guard-began",
            E::PartBegan { .. } => "part-began",
            E::Changed { .. } => "changed",
            E::Denied { .. } => "denied",
            E::Shifted { .. } => "shifted",
            E::Removed { .. } => "removed",
            E::Switched { .. } => "switched",
            E::Lit { .. } => "lit",
            E::Darkened { .. } => "darkened",
            E::Saw { .. } => "saw",
            E::LostSight { .. } => "lost-sight",
            E::Believed { .. } => "believed",
            E::Aimed { .. } => "aimed",
            E::Planned { .. } => "planned",
            E::Despaired { .. } => "despaired",
            E::Moved { .. } => "moved",
            E::Waited { .. } => "waited",
            E::Arrived { .. } => "arrived",
            E::Ended { .. } => "ended",
        }
    }

    fn level(&self) -> Level {
        match self {
            E::Search(e) => match e.level() {
                Level::Phase(depth) => Level::Phase(SEARCH_DEPTH + depth),
                level => level,
            },
            E::TurnBegan { .. } => Level::Phase(0),
            E::ScriptBegan | E::LightBegan | E::GuardBegan { .. } => Level::Phase(1),
            E::PartBegan { .. } => Level::Phase(2),
            E::Lit { .. } | E::Darkened { .. } | E::Saw { .. } | E::LostSight { .. } | E::Aimed { .. } => Level::Detail,
            _ => Level::Step,
        }
    }

    fn slot(&self) -> Option<Slot> {
        Some(match *self {
            E::Search(e) => return e.slot(),
            E::TurnBegan { .. } => TURN,
            E::GuardBegan { .. } => ACTING,
            E::Changed { cell, .. } => Slot::Cell(TRUTH, cell),
            E::Lit { cell } | E::Darkened { cell } => Slot::Cell(LIGHT, cell),
            E::Saw { guard, cell, .. } | E::LostSight { guard, cell } => Slot::Cell(overlay(guard), cell),
            E::Believed { guard, cell, .. } => Slot::Cell(belief(guard), cell),
            E::Aimed { guard, .. } => aim(guard),
            E::Planned { guard, .. } | E::Despaired { guard, .. } => plan(guard),
            E::Shifted { actor, .. }
            | E::Removed { actor, .. }
            | E::Moved { actor, .. }
            | E::Waited { actor, .. }
            | E::Arrived { actor, .. } => place(actor),
            E::Switched { actor, .. } => lamp(actor),
            E::ScriptBegan | E::LightBegan | E::PartBegan { .. } | E::Denied { .. } | E::Ended { .. } => return None,
        })
    }

    fn line(&self) -> u8 {
        match self {
            E::TurnBegan { .. } => 0,
            E::ScriptBegan
            | E::Changed { by: None, .. }
            | E::Denied { .. }
            | E::Shifted { .. }
            | E::Removed { .. }
            | E::Switched { .. } => 1,
            E::LightBegan | E::Lit { .. } | E::Darkened { .. } => 2,
            E::GuardBegan { .. } => 3,
            E::PartBegan { part, .. } => match part {
                Part::See => 4,
                Part::Believe => 5,
                Part::Plan => 9,
                Part::Move => 13,
            },
            E::Saw { .. } | E::LostSight { .. } => 4,
            E::Believed { seen: true, .. } => 6,
            E::Believed { .. } => 7,
            E::Aimed { .. } => 8,
            E::Search(
                AStarEvent::Began { part: SearchPart::Fallback }
                | AStarEvent::Considered { .. }
                | AStarEvent::Settled { .. },
            )
            | E::Planned { found: false, .. }
            | E::Despaired { .. } => 10,
            E::Search(_) | E::Planned { .. } => 9,
            E::Waited { why: Wait::Opens(_), .. } | E::Changed { .. } => 12,
            E::Waited { .. } => 11,
            E::Moved { .. } => 13,
            E::Arrived { .. } => 14,
            E::Ended { .. } => 15,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Search(e) => e.cell(),
            E::TurnBegan { .. } | E::ScriptBegan | E::LightBegan | E::Ended { .. } => None,
            E::GuardBegan { cell, .. }
            | E::PartBegan { cell, .. }
            | E::Changed { cell, .. }
            | E::Denied { cell, .. }
            | E::Shifted { cell, .. }
            | E::Removed { cell, .. }
            | E::Switched { cell, .. }
            | E::Lit { cell }
            | E::Darkened { cell }
            | E::Saw { cell, .. }
            | E::LostSight { cell, .. }
            | E::Believed { cell, .. }
            | E::Aimed { cell, .. }
            | E::Planned { cell, .. }
            | E::Despaired { cell, .. }
            | E::Moved { cell, .. }
            | E::Waited { cell, .. }
            | E::Arrived { cell, .. } => Some(cell),
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Search(e) => e.from(),
            E::Shifted { from, .. } | E::Moved { from, .. } => Some(from),
            _ => None,
        }
    }

    fn tone(&self) -> Tone {
        match self {
            E::Search(e) => e.tone(),
            E::Denied { .. } | E::Despaired { .. } | E::Waited { why: Wait::Guard(_) | Wait::Refused(_), .. } => {
                Tone::Refused
            }
            E::Changed { .. }
            | E::Shifted { .. }
            | E::Removed { .. }
            | E::Switched { .. }
            | E::Lit { .. }
            | E::Saw { .. }
            | E::Believed { .. }
            | E::Moved { .. }
            | E::Arrived { .. } => Tone::Wrote,
            _ => Tone::Looked,
        }
    }

    fn acts(&self) -> bool {
        matches!(self, E::GuardBegan { .. })
    }

    fn phase_name(&self, context: &Context) -> String {
        match self {
            E::Search(e) => e.phase_name(&context.search),
            E::TurnBegan { turn, .. } => format!("turn {turn}"),
            E::ScriptBegan => "script".into(),
            E::LightBegan => "light".into(),
            E::GuardBegan { guard, .. } => format!("guard {}", guard + 1),
            E::PartBegan { part, .. } => part.name().into(),
            _ => self.kind().into(),
        }
    }

    fn progress(&self) -> Option<f32> {
        match self {
            E::TurnBegan { turn, of } => Some(*turn as f32 / *of as f32),
            _ => None,
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        sentence(self, cx)
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        if let E::Search(e) = self {
            return e.fields(&cx.search, visit);
        }
        let int = |n: u32| Value::Int(n as i64);
        if let Some(guard) = self.guard() {
            visit("guard", int(guard as u32 + 1));
        }
        if let Some(cell) = self.cell() {
            visit("cell", Value::Cell(cell));
        }
        if let Some(from) = self.from() {
            visit("from", Value::Cell(from));
        }
        match *self {
            E::TurnBegan { turn, .. } => visit("turn", int(turn)),
            E::PartBegan { part, to, .. } => {
                visit("part", Value::Word(part.name()));
                visit("to", Value::Cell(to));
            }
            E::Changed { from, to, .. } => {
                visit("was", Value::Word(from.info().name));
                visit("tile", Value::Word(to.info().name));
            }
            E::Denied { verb, .. } => visit("verb", Value::Word(verb_name(verb))),
            E::Shifted { actor, .. } | E::Removed { actor, .. } => visit("actor", int(actor as u32)),
            E::Switched { actor, lit, .. } => {
                visit("actor", int(actor as u32));
                visit("lit", Value::Flag(lit));
            }
            E::Saw { lit, .. } => visit("lit", Value::Flag(lit)),
            E::Believed { tile, was, actual, seen, .. } => {
                visit("tile", Value::Word(tile.info().name));
                visit("was", Value::Word(was.info().name));
                visit("actual", Value::Word(actual.info().name));
                visit("seen", Value::Flag(seen));
            }
            E::Planned { found, turn, end, cost, .. } => {
                visit("turn", int(turn as u32));
                visit("end", Value::Cell(end));
                visit("found", Value::Flag(found));
                visit("cost", cx.cost(cost.get()));
            }
            E::Despaired { turn, .. } => visit("turn", int(turn as u32)),
            E::Waited { why, .. } => visit("why", Value::Word(why.name())),
            E::Arrived { moves, .. } => visit("moves", int(moves)),
            E::Ended { turns, .. } => visit("turns", int(turns)),
            _ => {}
        }
        if let E::Moved { facing: Some(dir), .. } | E::Waited { facing: Some(dir), .. } = self {
            visit("facing", Value::Dir(*dir));
        }
    }
}

impl E {
    /// The guard that it is about, from 0.
    pub const fn guard(&self) -> Option<u8> {
        match *self {
            E::GuardBegan { guard, .. }
            | E::PartBegan { guard, .. }
            | E::Saw { guard, .. }
            | E::LostSight { guard, .. }
            | E::Believed { guard, .. }
            | E::Aimed { guard, .. }
            | E::Planned { guard, .. }
            | E::Despaired { guard, .. }
            | E::Moved { guard, .. }
            | E::Waited { guard, .. }
            | E::Arrived { guard, .. }
            | E::Changed { by: Some(guard), .. } => Some(guard),
            _ => None,
        }
    }
}
