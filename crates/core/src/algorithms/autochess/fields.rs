//! The fields of each event of auto chess, by name.

use super::board::units;
use super::event::{ChessEvent as E, Context};
use super::legs::Length;
use super::terms::{Rule, Why};
use crate::event::Value;
use crate::geometry::Cell;

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

/// Visits every field.
pub(super) fn fields(event: &E, cx: &Context, visit: Visit<'_>) {
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
    visit("length", Value::Real(Length { straight, diagonal }.cells()));
}

fn fought(event: &E, visit: Visit<'_>) {
    let mut who = |unit: u16, rule: Rule| {
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
