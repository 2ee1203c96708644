//! What each event of auto chess says of itself: kind, level, slot, line of the listing, fields.

use super::event::{
    ALT, ANSWER, ChessEvent as E, Context, DIAGONAL, ENDS, GATES, LEAD, LENGTHS, PART, REACH, SEARCH, STOCK, TILES,
    TURN, UNITS, WAY,
};
use super::fields::fields;
use super::sentence::sentence;
use super::terms::{Part, Why};
use crate::event::{Event, Level, Slot, Tone, Value};
use crate::geometry::Cell;

impl Event for E {
    type Context = Context;

    const KINDS: &'static [&'static str] = &[
        "began",
        "turned",
        "parted",
        "in-reach",
        "looked",
        "refused",
        "found",
        "led",
        "passed-over",
        "offered",
        "sought",
        "opened",
        "lowered",
        "expanded",
        "missed",
        "dearer",
        "closed",
        "grown",
        "settled",
        "joined",
        "gated",
        "chose",
        "measured",
        "legged",
        "moved",
        "stayed",
        "changed",
        "shoved",
        "idled",
        "ended",
    ];
    const NUMBERS: &'static [&'static str] = &[
        "round", "unit", "units", "range", "hull", "distance", "best", "nodes", "legs", "leg", "f", "g", "h", "length",
        "jumps", "rounds",
    ];

    fn kind(&self, _: &Context) -> &'static str {
        match self {
            E::Began { .. } => "began",
            E::Turned { .. } => "turned",
            E::Parted { .. } => "parted",
            E::InReach { .. } => "in-reach",
            E::Looked { .. } => "looked",
            E::Refused { .. } => "refused",
            E::Found { .. } => "found",
            E::Led { .. } => "led",
            E::Passed { .. } => "passed-over",
            E::Offered { .. } => "offered",
            E::Sought { .. } => "sought",
            E::Opened { .. } => "opened",
            E::Lowered { .. } => "lowered",
            E::Expanded { .. } => "expanded",
            E::Missed { .. } => "missed",
            E::Dearer { .. } => "dearer",
            E::Closed { .. } => "closed",
            E::Grown { .. } => "grown",
            E::Settled { .. } => "settled",
            E::Joined { .. } => "joined",
            E::Gated { .. } => "gated",
            E::Chose { .. } => "chose",
            E::Measured { .. } => "measured",
            E::Legged { .. } => "legged",
            E::Moved { .. } => "moved",
            E::Stayed { .. } => "stayed",
            E::Changed { .. } => "changed",
            E::Shoved { .. } => "shoved",
            E::Idled { .. } => "idled",
            E::Ended { .. } => "ended",
        }
    }

    fn level(&self, _: &Context) -> Level {
        match self {
            E::Began { .. } => Level::Phase(0),
            E::Turned { .. } => Level::Phase(1),
            E::Parted { .. } => Level::Phase(2),
            E::Looked { .. } => Level::Phase(3),
            E::Sought { .. } => Level::Phase(WAY),
            E::Led { .. }
            | E::Offered { .. }
            | E::Expanded { .. }
            | E::Settled { .. }
            | E::Gated { .. }
            | E::Chose { .. }
            | E::Measured { .. }
            | E::Moved { .. }
            | E::Stayed { .. }
            | E::Ended { .. } => Level::Step,
            _ => Level::Detail,
        }
    }

    fn slot(&self, _: &Context) -> Option<Slot> {
        Some(match *self {
            E::Opened { cell, .. }
            | E::Lowered { cell, .. }
            | E::Expanded { cell, .. }
            | E::Grown { cell, .. }
            | E::Settled { cell, .. } => Slot::Cell(SEARCH, cell),
            E::Looked { cell, .. } | E::Refused { cell, .. } | E::Found { cell, .. } => Slot::Cell(STOCK, cell),
            E::Passed { cell, .. } => Slot::Cell(DIAGONAL, cell),
            E::InReach { cell, .. } => Slot::Cell(REACH, cell),
            E::Changed { rule, cell, .. } => Slot::Cell(TILES + rule as u8, cell),
            E::Turned { .. } => Slot::Register(TURN),
            E::Parted { .. } => Slot::Register(PART),
            E::Led { .. } => Slot::Register(LEAD),
            E::Offered { .. } => Slot::Register(ALT),
            E::Gated { gate, .. } => Slot::Register(GATES + gate as u32),
            E::Chose { .. } => Slot::Register(ANSWER),
            E::Measured { by, .. } => Slot::Register(LENGTHS + by as u32),
            E::Ended { rule, .. } => Slot::Register(ENDS + rule as u32),
            // Both boards' units take turns in one row of registers.
            E::Moved { unit, rule, .. } | E::Shoved { unit, rule, .. } => {
                Slot::Register(UNITS + 2 * unit as u32 + rule as u32)
            }
            _ => return None,
        })
    }

    fn line(&self, _: &Context) -> u8 {
        match self {
            E::Parted { part: Part::See, .. } | E::InReach { .. } => 1,
            E::Parted { part: Part::Plan, .. } | E::Looked { .. } => 2,
            E::Refused { why: Why::NotInReach, .. } => 3,
            E::Refused { why: Why::NotNearer, .. } | E::Led { .. } => 6,
            E::Sought { .. } => 12,
            E::Refused { .. } => 4,
            E::Found { .. } => 5,
            E::Passed { why: Why::NotDiagonal, .. } => 7,
            E::Passed { why: Why::NotClean, .. } => 8,
            E::Passed { .. } | E::Offered { .. } => 9,
            E::Parted { part: Part::Choose | Part::Compare, .. } | E::Gated { .. } => 10,
            E::Chose { .. } | E::Measured { .. } | E::Legged { .. } => 11,
            E::Expanded { .. } | E::Settled { .. } => 13,
            E::Missed { .. } => 14,
            E::Opened { .. } | E::Lowered { .. } | E::Grown { .. } => 15,
            E::Dearer { .. } | E::Closed { .. } => 16,
            E::Joined { .. } => 17,
            // The turn itself, and what a fight makes of it.
            _ => 0,
        }
    }

    fn cell(&self) -> Option<Cell> {
        match *self {
            E::Began { .. } | E::Ended { .. } => None,
            E::Turned { at, .. } | E::Parted { at, .. } => Some(at),
            E::Sought { goal, .. } => Some(goal),
            E::Gated { alt, .. } => Some(alt),
            E::Chose { at, hop, .. } => Some(hop.unwrap_or(at)),
            E::Measured { target, .. } => Some(target),
            E::Shoved { from, to, .. } => Some(to.unwrap_or(from)),
            E::InReach { cell, .. }
            | E::Looked { cell, .. }
            | E::Refused { cell, .. }
            | E::Found { cell, .. }
            | E::Led { cell, .. }
            | E::Passed { cell, .. }
            | E::Offered { cell, .. }
            | E::Opened { cell, .. }
            | E::Lowered { cell, .. }
            | E::Expanded { cell, .. }
            | E::Missed { cell, .. }
            | E::Dearer { cell, .. }
            | E::Closed { cell, .. }
            | E::Grown { cell, .. }
            | E::Settled { cell, .. }
            | E::Joined { cell, .. }
            | E::Legged { cell, .. }
            | E::Moved { cell, .. }
            | E::Stayed { cell, .. }
            | E::Changed { cell, .. }
            | E::Idled { cell, .. } => Some(cell),
        }
    }

    fn from(&self) -> Option<Cell> {
        match *self {
            E::Sought { from, .. } | E::Legged { from, .. } | E::Moved { from, .. } | E::Shoved { from, .. } => {
                Some(from)
            }
            E::Joined { last, .. } => Some(last),
            E::Gated { other, .. } => Some(other),
            E::InReach { enemy, .. } => Some(enemy),
            E::Chose { at, .. } => Some(at),
            _ => None,
        }
    }

    fn tone(&self, _: &Context) -> Tone {
        match self {
            E::Refused { why: Why::NotNearer, squared, best, .. }
            | E::Passed { why: Why::NotNearer, squared, best, .. }
                if squared == best =>
            {
                Tone::Tied
            }
            E::Refused { .. }
            | E::Passed { .. }
            | E::Dearer { .. }
            | E::Closed { .. }
            | E::Gated { fits: false, .. } => Tone::Refused,
            E::Expanded { tied: true, .. } => Tone::Tied,
            E::Missed { .. }
            | E::Joined { .. }
            | E::Legged { .. }
            | E::Idled { .. }
            | E::Began { .. }
            | E::Turned { .. }
            | E::Parted { .. }
            | E::Sought { .. }
            | E::Looked { .. } => Tone::Looked,
            _ => Tone::Wrote,
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        sentence(self, cx)
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        fields(self, cx, visit);
    }

    fn acts(&self, _: &Context) -> bool {
        matches!(self, E::Turned { .. })
    }

    fn phase_name(&self, cx: &Context) -> String {
        match *self {
            E::Began { round: 0, .. } if cx.fight => "before the first round".into(),
            E::Began { round: 0, .. } => "one decision".into(),
            E::Began { round, .. } => format!("round {round}"),
            E::Turned { unit, rule: Some(rule), .. } => format!("{}, unit {}", rule.name(), unit + 1),
            E::Turned { unit, .. } => format!("unit {}", unit + 1),
            E::Parted { part, .. } => part.name().into(),
            E::Looked { cell, .. } => format!("cell {cell}"),
            E::Sought { by, goal, .. } => format!("{} to {goal}", by.name()),
            _ => self.kind(cx).to_owned(),
        }
    }
}
