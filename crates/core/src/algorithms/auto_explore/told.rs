//! The sentence and the fields of each event of auto-explore.

use super::event::{Context, ExploreEvent as E};
use super::flood::NONE;
use super::pad::Pad;
use super::sentence::{fate, single, stopped, unreachable, verdict};
use super::words::Part;
use crate::event::{Event, Value};
use crate::geometry::Cell;
use crate::world::verb_name;

fn reached(cell: Cell, by: Pad) -> String {
    match by.source(cell) {
        Some(from) => format!("{cell} from {from} by {}", by.digit()),
        None => format!("{cell}, the start"),
    }
}

/// Digits in their order, as `3, 6, 9`.
fn digits(by: Pad) -> String {
    let (cardinal, diagonal) = by.emits();
    let all = |keys: &[Pad]| keys.iter().map(|k| k.digit().to_string()).collect::<Vec<_>>().join(", ");
    format!("{} to the cardinal list, {} to the diagonal one", all(cardinal), all(diagonal))
}

/// The sentence of an event.
pub(super) fn told(event: &E, cx: &Context) -> String {
    match *event {
        E::Began { pick, at, unknown } => format!("Pick {pick} began at {at}: {unknown} cells are unknown."),
        E::Entered { part, at } => match part {
            Part::See => match cx.radius {
                Some(radius) => format!("Looked round from {at}, {radius} cells far."),
                None => format!("Looked round from {at}."),
            },
            Part::Choose => "Which target? The first list that is not empty decides.".into(),
            Part::Path => "Walked the values back from the target.".into(),
            Part::Walk => format!("Set out from {at}."),
        },
        E::Flooded { at } => format!("The flood began at {at}."),
        E::Ringed { ring, nodes, slow: false } => format!("Ring {ring} began: {nodes} nodes emit neighbours."),
        E::Ringed { ring, nodes, slow: true } => {
            format!("Ring {ring} began with the {nodes} slow nodes: no others are left.")
        }
        E::Expanded { cell, by, value, emitted, .. } => format!(
            "{cell} came by {} with value {value} and emitted {emitted} neighbours on the map: {}.",
            by.digit(),
            digits(by)
        ),
        E::Sorted { diagonal: false, count } => format!("The cardinal list, {count} arrivals, goes first."),
        E::Sorted { diagonal: true, count } => format!("Then the diagonal list, {count} arrivals."),
        E::Reached { cell, by, value, fate: f, tile, lowered, .. } => {
            let tile = tile.map_or("unknown".into(), |t| t.to_string());
            let verb = if lowered { "Lowered" } else { "Reached" };
            format!("{verb} {} ({tile}): value {value}; {}.", reached(cell, by), fate(f))
        }
        E::Ignored { cell, by, value, best } if value == best => {
            format!("Ignored {}: value {value} is what it has, so the first stays.", reached(cell, by))
        }
        E::Ignored { cell, by, value, best } => {
            format!("Ignored {}: value {value} is dearer than its {best}.", reached(cell, by))
        }
        E::Blocked { cell, by, tile } => format!("{} is a {tile}.", reached(cell, by)),
        E::Listed { cell, list, value, single: s } => {
            format!("Listed {cell} as {}, value {value}{}.", list.one(), single(s))
        }
        E::Sufficed { ring, more } => {
            format!("After ring {ring} every listed unknown cell and item is within it: {more} more rings.")
        }
        E::Settled { rings, checks } => {
            format!("The flood ended after {rings} rings and {checks} looks at neighbours.")
        }
        E::Weighed { list, lowest, bound, verdict: v } => verdict(list, lowest, bound, v),
        E::Rolled { among, came, cell } => {
            format!("Dice over {among} equal targets: number {} came, {cell}, with probability 1/{among}.", came + 1)
        }
        E::Aimed { cell, list, value, kept: true, .. } => {
            format!("Kept to the {} at {cell}, value {value}: it was aimed at before.", list.one())
        }
        E::Aimed { cell, list, value, tied, .. } => {
            let of = if tied > 1 { format!(", one of {tied} equal ones") } else { String::new() };
            format!("Chose the {} at {cell}, value {value}{of}.", list.one())
        }
        E::Missed { .. } => "No target: every list is empty.".into(),
        E::Traced { cell, back, value, squared } => {
            let squarely = if squared { ": doors are approached squarely, though a diagonal is cheaper" } else { "" };
            format!("{cell} lies on the path, value {value}; back by {}{squarely}.", back.digit())
        }
        E::Turned { turn } => format!("Turn {turn} began."),
        E::Changed { cell, from, to, verb: Some(verb) } => {
            format!("The script at {cell}: {}, the {from} became {to}.", verb_name(verb))
        }
        E::Changed { cell, from, to, verb: None } => format!("Opened the {from} at {cell}: {to}."),
        E::Shifted { actor, cell } => format!("The script moved actor {} to {cell}.", actor + 1),
        E::Removed { actor, cell } => format!("The script took actor {} away from {cell}.", actor + 1),
        E::Failed { cell } => format!("The script at {cell} changed nothing."),
        E::Discovered { cell, tile, new: true, .. } => format!("Discovered {cell}: {tile}."),
        E::Discovered { cell, tile, .. } => format!("{cell} is not as it was remembered: {tile}."),
        E::Sidestepped { cell, next, blocker, behind } => format!(
            "Not straight to {next}: the wall at {blocker} hides {behind}, where something may wait. {cell} comes first."
        ),
        E::Shunned { cell, learnt: true } => format!("The trap at {cell} lies on the way: planned again."),
        E::Shunned { cell, .. } => {
            format!(
                "The trap at {cell} lies on the way: planned again, with the same target, since nothing was learnt."
            )
        }
        E::Barred { cell, tile } => format!("{cell} is a {tile} and can not be entered: planned again."),
        E::Moved { cell, from, moves, .. } => format!("Step {moves}: from {from} to {cell}."),
        E::Walked { cell, count } => format!("{cell} was stepped on for time {count}."),
        E::Visited { cell, .. } => format!("Visited the item at {cell}."),
        E::Answered { cell } => format!("{cell} is known now: what the walk was for."),
        E::Unreachable { list, cell, by, tile } => unreachable(list, cell, by, tile),
        E::Stopped { why, cell, unknown } => stopped(why, cell, unknown),
    }
}

/// The fields of an event.
pub(super) fn fields(event: &E, visit: &mut dyn FnMut(&'static str, Value)) {
    if let Some(cell) = event.cell() {
        visit("cell", Value::Cell(cell));
    }
    if let Some(from) = event.from() {
        visit("from", Value::Cell(from));
    }
    let int = |n: u32| if n == NONE { Value::Word("none") } else { Value::Int(n as i64) };
    match *event {
        E::Began { pick, unknown, .. } => {
            visit("pick", int(pick));
            visit("unknown", int(unknown));
        }
        E::Ringed { ring, nodes, slow } => {
            visit("ring", int(ring));
            visit("nodes", int(nodes));
            visit("slow", Value::Flag(slow));
        }
        E::Expanded { by, value, ring, emitted, .. } => {
            visit("key", int(by.digit() as u32));
            visit("value", int(value));
            visit("ring", int(ring));
            visit("emitted", int(emitted as u32));
        }
        E::Sorted { diagonal, count } => {
            visit("count", int(count));
            visit("diagonal", Value::Flag(diagonal));
        }
        E::Reached { by, value, ring, fate: f, tile, .. } => {
            visit("key", int(by.digit() as u32));
            visit("value", int(value));
            visit("ring", int(ring));
            visit("fate", Value::Word(fate(f)));
            visit("tile", Value::Word(tile.map_or("unknown", |t| t.info().name)));
        }
        E::Ignored { by, value, best, .. } => {
            visit("key", int(by.digit() as u32));
            visit("value", int(value));
            visit("best", int(best));
        }
        E::Blocked { by, tile, .. } => {
            visit("key", int(by.digit() as u32));
            visit("tile", Value::Word(tile.info().name));
        }
        E::Listed { list, value, single: s, .. } => {
            visit("value", int(value));
            visit("list", Value::Word(list.one()));
            visit("single", Value::Word(s.because()));
        }
        E::Sufficed { ring, more } => {
            visit("ring", int(ring));
            visit("rings", int(more));
        }
        E::Settled { rings, checks } => {
            visit("rings", int(rings));
            visit("checks", int(checks));
        }
        E::Weighed { list, lowest, bound, .. } => {
            visit("lowest", int(lowest));
            visit("bound", int(bound));
            visit("list", Value::Word(list.one()));
        }
        E::Rolled { among, came, .. } => {
            visit("among", int(among));
            visit("came", int(came));
        }
        E::Aimed { list, value, tied, kept, .. } => {
            visit("value", int(value));
            visit("tied", int(tied));
            visit("list", Value::Word(list.one()));
            visit("kept", Value::Flag(kept));
        }
        E::Traced { back, value, squared, .. } => {
            visit("key", int(back.digit() as u32));
            visit("value", int(value));
            visit("squared", Value::Flag(squared));
        }
        E::Turned { turn } => visit("turn", int(turn)),
        E::Changed { from, to, .. } => {
            visit("was", Value::Word(from.info().name));
            visit("tile", Value::Word(to.info().name));
        }
        E::Shifted { actor, .. } | E::Removed { actor, .. } | E::Visited { actor, .. } => {
            visit("actor", int(actor as u32 + 1));
        }
        E::Discovered { tile, new, turn, .. } => {
            visit("turn", int(turn));
            visit("tile", Value::Word(tile.info().name));
            visit("new", Value::Flag(new));
        }
        E::Sidestepped { next, blocker, behind, .. } => {
            visit("next", Value::Cell(next));
            visit("blocker", Value::Cell(blocker));
            visit("behind", Value::Cell(behind));
        }
        E::Barred { tile, .. } | E::Unreachable { tile, .. } => visit("tile", Value::Word(tile.info().name)),
        E::Moved { moves, .. } => visit("moves", int(moves)),
        E::Walked { count, .. } => visit("count", int(count)),
        E::Stopped { unknown, .. } => visit("unknown", int(unknown)),
        E::Entered { .. }
        | E::Flooded { .. }
        | E::Missed { .. }
        | E::Failed { .. }
        | E::Shunned { .. }
        | E::Answered { .. } => {}
    }
}
