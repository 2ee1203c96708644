//! What each event of auto chess says of itself: kind, level, slot, line of the listing, fields.

use super::board::units;
use super::event::{
    ALT, ANSWER, ChessEvent as E, Context, DIAGONAL, ENDS, GATES, LEAD, LENGTHS, PART, Part, REACH, SEARCH, STOCK,
    TILES, TURN, UNITS, WAY, Why,
};
use super::sentence::sentence;
use crate::core::event::{Event, Level, Slot, Tone, Value};
use crate::core::geometry::Cell;

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

    fn kind(&self) -> &'static str {
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

    fn level(&self) -> Level {
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

    fn slot(&self) -> Option<Slot> {
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

    fn line(&self) -> u8 {
        match self {
            E::Began { .. } | E::Turned { .. } => 0,
            E::Changed { .. } | E::Shoved { .. } | E::Idled { .. } | E::Ended { .. } | E::Moved { .. } => 0,
            E::Stayed { .. } | E::Parted { part: Part::Move, .. } => 0,
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

    fn tone(&self) -> Tone {
        match self {
            E::Refused { why: Why::NotNearer, squared, best, .. }
            | E::Passed { why: Why::NotNearer, squared, best, .. }
                if squared == best =>
            {
                Tone::Tied
            }
            E::Refused { .. } | E::Passed { .. } | E::Dearer { .. } | E::Closed { .. } => Tone::Refused,
            E::Gated { fits: false, .. } => Tone::Refused,
            E::Expanded { tied: true, .. } => Tone::Tied,
            E::Missed { .. } | E::Joined { .. } | E::Legged { .. } | E::Idled { .. } | E::Began { .. } => Tone::Looked,
            E::Turned { .. } | E::Parted { .. } | E::Sought { .. } | E::Looked { .. } => Tone::Looked,
            _ => Tone::Wrote,
        }
    }

    fn sentence(&self, cx: &Context) -> String {
        sentence(self, cx)
    }

    fn fields(&self, cx: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
        fields(self, cx, visit);
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
            _ => self.kind().to_owned(),
        }
    }

    fn progress(&self) -> Option<f32> {
        None
    }
}

type Visit<'a> = &'a mut dyn FnMut(&'static str, Value);

const fn int(n: u32) -> Value {
    Value::Int(n as i64)
}

fn distance(squared: u32) -> Value {
    Value::Real(units(squared))
}

fn optional(visit: Visit<'_>, name: &'static str, cell: Option<Cell>) {
    if let Some(cell) = cell {
        visit(name, Value::Cell(cell));
    }
}

fn fields(event: &E, cx: &Context, visit: Visit<'_>) {
    match *event {
        E::Began { round, units } => {
            visit("round", int(round.into()));
            visit("units", int(units.into()));
        }
        E::Turned { unit, rule, at, range, hull } => {
            visit("unit", int(unit as u32 + 1));
            if let Some(rule) = rule {
                visit("rule", Value::Word(rule.name()));
            }
            visit("cell", Value::Cell(at));
            visit("range", int(range));
            visit("hull", int(hull));
        }
        E::Parted { part, .. } => visit("part", Value::Word(part.name())),
        E::InReach { cell, enemy, squared } => {
            visit("cell", Value::Cell(cell));
            visit("enemy", Value::Cell(enemy));
            visit("distance", distance(squared));
        }
        E::Looked { cell, squared } => {
            visit("cell", Value::Cell(cell));
            visit("distance", distance(squared));
        }
        E::Refused { cell, why, squared, best, hop } => weighed(visit, cell, why, squared, best, hop),
        E::Passed { cell, why, squared, best, hop } => weighed(visit, cell, why, squared, best, Some(hop)),
        E::Found { cell, hop, squared, nodes, legs } => {
            visit("cell", Value::Cell(cell));
            visit("hop", Value::Cell(hop));
            visit("distance", distance(squared));
            visit("nodes", int(nodes.into()));
            visit("legs", int(legs.into()));
        }
        E::Led { cell, hop, squared } | E::Offered { cell, hop, squared } => {
            visit("cell", Value::Cell(cell));
            visit("hop", Value::Cell(hop));
            visit("distance", distance(squared));
        }
        E::Gated { gate, on, fits, alt, other, squared } => {
            visit("gate", Value::Word(gate.name()));
            visit("on", Value::Flag(on));
            visit("fits", Value::Flag(fits));
            visit("cell", Value::Cell(alt));
            visit("from", Value::Cell(other));
            visit("distance", distance(squared));
        }
        E::Chose { chose, at, hop, target } => {
            visit("chose", Value::Word(chose.name()));
            visit("from", Value::Cell(at));
            optional(visit, "hop", hop);
            optional(visit, "target", target);
        }
        E::Moved { .. }
        | E::Stayed { .. }
        | E::Changed { .. }
        | E::Shoved { .. }
        | E::Idled { .. }
        | E::Ended { .. } => {
            fought(event, visit);
        }
        _ => searched(event, cx, visit),
    }
}

fn weighed(visit: Visit<'_>, cell: Cell, why: Why, squared: u32, best: u32, hop: Option<Cell>) {
    visit("cell", Value::Cell(cell));
    visit("why", Value::Word(why.name()));
    visit("distance", distance(squared));
    visit("best", distance(best));
    optional(visit, "hop", hop);
}

fn searched(event: &E, cx: &Context, visit: Visit<'_>) {
    match *event {
        E::Sought { from, goal, by } => {
            visit("from", Value::Cell(from));
            visit("cell", Value::Cell(goal));
            visit("by", Value::Word(by.name()));
        }
        E::Opened { cell, dir, leg, g, h } | E::Lowered { cell, dir, leg, g, h } => {
            visit("cell", Value::Cell(cell));
            optional(visit, "from", cx.parent(cell, dir, leg));
            scored(visit, leg, g, h);
        }
        E::Expanded { cell, dir, leg, tied, g, h } => {
            visit("cell", Value::Cell(cell));
            optional(visit, "from", cx.parent(cell, dir, leg));
            scored(visit, leg, g, h);
            visit("tied", Value::Flag(tied));
        }
        E::Missed { cell, dir } => {
            visit("cell", Value::Cell(cell));
            visit("dir", Value::Dir(dir));
        }
        E::Dearer { cell, dir, leg, g, best } => {
            visit("cell", Value::Cell(cell));
            optional(visit, "from", cx.parent(cell, dir, leg));
            visit("g", Value::Real(g));
            visit("best", Value::Real(best));
        }
        E::Closed { cell, dir, leg } => {
            visit("cell", Value::Cell(cell));
            optional(visit, "from", cx.parent(cell, dir, leg));
        }
        E::Grown { cell, dir, straight, diagonal, .. } | E::Settled { cell, dir, straight, diagonal } => {
            visit("cell", Value::Cell(cell));
            optional(visit, "from", cx.parent(cell, dir, 1));
            lengths(visit, straight, diagonal);
        }
        E::Joined { cell, last, replaced } => {
            visit("cell", Value::Cell(cell));
            visit("from", Value::Cell(last));
            visit("replaced", Value::Flag(replaced));
        }
        E::Measured { by, target, hop, straight, diagonal } => {
            visit("by", Value::Word(by.name()));
            visit("cell", Value::Cell(target));
            visit("hop", Value::Cell(hop));
            lengths(visit, straight, diagonal);
        }
        E::Legged { by, from, cell } => {
            visit("by", Value::Word(by.name()));
            visit("from", Value::Cell(from));
            visit("cell", Value::Cell(cell));
        }
        _ => {}
    }
}

fn scored(visit: Visit<'_>, leg: u16, g: f64, h: u32) {
    visit("leg", int(leg.into()));
    visit("g", Value::Real(g));
    visit("h", int(h));
    visit("f", Value::Real(g + f64::from(h)));
}

fn lengths(visit: Visit<'_>, straight: u32, diagonal: u32) {
    visit("straight", int(straight));
    visit("diagonal", int(diagonal));
    visit("length", Value::Real(super::legs::Length { straight, diagonal }.cells()));
}

fn fought(event: &E, visit: Visit<'_>) {
    let mut who = |unit: u16, rule: super::event::Rule| {
        visit("unit", int(unit as u32 + 1));
        visit("rule", Value::Word(rule.name()));
    };
    match *event {
        E::Moved { unit, rule, from, cell, jumps } => {
            who(unit, rule);
            visit("from", Value::Cell(from));
            visit("cell", Value::Cell(cell));
            visit("jumps", int(jumps));
        }
        E::Stayed { unit, rule, cell, attacks } => {
            who(unit, rule);
            visit("cell", Value::Cell(cell));
            visit("attacks", Value::Flag(attacks));
        }
        E::Changed { rule, cell, tile } => {
            visit("rule", Value::Word(rule.name()));
            visit("cell", Value::Cell(cell));
            visit("tile", Value::Word(tile.info().name));
        }
        E::Shoved { unit, rule, from, to } => {
            who(unit, rule);
            visit("from", Value::Cell(from));
            optional(visit, "cell", to);
        }
        E::Idled { rule, cell, .. } => {
            visit("rule", Value::Word(rule.name()));
            visit("cell", Value::Cell(cell));
        }
        E::Ended { rule, why, rounds, jumps } => {
            visit("rule", Value::Word(rule.name()));
            visit("why", Value::Word(why.because()));
            visit("rounds", int(rounds.into()));
            visit("jumps", int(jumps));
        }
        _ => {}
    }
}
