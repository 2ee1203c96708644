//! How a moment of A* is looked at: layers, roles, parents, the open list, ties, checks. Nothing here runs anything.

use super::event::{ANSWER, ARRIVALS, AStarEvent as E, Context, OpenOrder, RECORDS, Ties, count};
use crate::algorithms::Gauge;
use crate::event::{Event, Value};
use crate::geometry::{Cell, Dir};
use crate::movement::Refusal;
use crate::trace::replay::Tie;
use crate::trace::{CellState, Player};
use crate::view::board::Role;

/// g, h, paths and parent of an event that holds a record.
#[derive(Clone, Copy)]
struct Record {
    g: u64,
    h: u32,
    paths: f32,
    parent: Option<Dir>,
    closed: bool,
}

#[inline]
fn record(event: &E) -> Option<Record> {
    match *event {
        E::Opened { parent, g, h, paths, .. }
        | E::Lowered { parent, g, h, paths, .. }
        | E::Reopened { parent, g, h, paths, .. } => Some(Record { g, h, paths, parent, closed: false }),
        E::Expanded { parent, g, h, paths, .. } => Some(Record { g, h, paths, parent, closed: true }),
        _ => None,
    }
}

/// The tie that still counts in a cell: one at the cost that its record has now.
fn arrival<'a>(cell: &CellState<'a, E>, g: u64) -> Option<&'a E> {
    cell.layer(ARRIVALS).filter(|e| matches!(e, E::Tied { g: tied, .. } if *tied == g))
}

/// Toward the parent that a cell has now.
pub(super) fn parent(cell: &CellState<'_, E>) -> Option<Dir> {
    let r = record(cell.layer(RECORDS)?)?;
    match arrival(cell, r.g) {
        Some(E::Tied { arrival, .. }) => Some(arrival.parent()),
        _ => r.parent,
    }
}

/// How many arrivals had the cost that the cell has now, where more than one had.
pub(super) fn equals(cell: &CellState<'_, E>) -> Option<u32> {
    match arrival(cell, record(cell.layer(RECORDS)?)?.g) {
        Some(E::Tied { n, .. }) => Some(*n as u32),
        _ => None,
    }
}

pub(super) fn value(layer: usize, cell: &CellState<'_, E>) -> Option<Value> {
    let context = cell.player().trace().context();
    let held = cell.layer(RECORDS)?;
    let r = record(held)?;
    match layer {
        0 => Some(Value::Word(status(cell)?)),
        1 => Some(context.f_value(r.g, r.h)),
        2 => Some(context.cost(r.g)),
        3 => Some(context.cost(r.h as u64)),
        4 if r.closed => order(cell),
        5 => Some(match arrival(cell, r.g) {
            Some(E::Tied { n, .. }) => Value::Int(*n as i64),
            _ => Value::Int(1),
        }),
        6 => Some(match arrival(cell, r.g) {
            Some(E::Tied { paths, .. }) => count(*paths),
            _ => count(r.paths),
        }),
        _ => None,
    }
}

/// The how-manieth expansion a closed cell was: its rank among the steps, which before the search's end are
/// expansions after one phase.
fn order(cell: &CellState<'_, E>) -> Option<Value> {
    let holder = cell.holder(RECORDS)? as u32;
    let rank = cell.player().trace().steps().binary_search(&holder).ok()?;
    Some(Value::Int(rank as i64))
}

/// f, g and h are decided by the record alone.
pub(super) fn number(layer: usize, event: &E, context: &Context) -> Option<(u8, f64)> {
    let r = record(event)?;
    let value = match layer {
        1 => context.f_value(r.g, r.h).number()?,
        2 => context.costs.shown(r.g),
        3 => context.costs.shown(r.h as u64),
        _ => return None,
    };
    Some((RECORDS, value))
}

fn status(cell: &CellState<'_, E>) -> Option<&'static str> {
    let role = |layer| cell.layer(layer).map(role).filter(|&r| r != Role::None);
    role(ANSWER).or_else(|| role(RECORDS)).map(Role::name)
}

pub(super) const fn role(event: &E) -> Role {
    match event {
        E::Traced { .. } => Role::Path,
        E::Settled { .. } => Role::Chosen,
        E::Considered { .. } => Role::Candidate,
        E::Expanded { .. } => Role::Done,
        E::Opened { .. } | E::Lowered { .. } | E::Reopened { .. } => Role::Queued,
        _ => Role::None,
    }
}

/// The final path once it is being walked back, else the parents from the cell of the last expansion.
pub(super) fn path(player: &Player<E>) -> Vec<Cell> {
    let trace = player.trace();
    let Some(end) = end_of_path(player) else { return Vec::new() };
    let size = trace.layout().size;
    let (mut cell, mut path) = (end, vec![end]);
    while let Some(next) = parent(&player.at(cell)).and_then(|d| cell.step(d, size)) {
        path.push(next);
        cell = next;
        // Costs fall along parents, so this ends; a trace from elsewhere might not keep that promise.
        if path.len() > size.area() {
            break;
        }
    }
    path.reverse();
    path
}

fn end_of_path(player: &Player<E>) -> Option<Cell> {
    let trace = player.trace();
    let steps = trace.steps();
    let before = steps.partition_point(|&i| (i as usize) < player.cursor());
    steps[..before].iter().rev().find_map(|&i| match trace.events()[i as usize] {
        E::Expanded { cell, .. } | E::Found { cell, .. } | E::Settled { cell, .. } => Some(cell),
        _ => None,
    })
}

pub(super) fn queued(event: &E, context: &Context) -> Option<(u64, u64)> {
    let r = record(event).filter(|r| !r.closed)?;
    let second = match context.open_order {
        OpenOrder::LowG => r.g,
        OpenOrder::HighG => u64::MAX - r.g,
        OpenOrder::Fifo | OpenOrder::Lifo => 0,
    };
    Some((context.f(r.g, r.h), second))
}

pub(super) fn queue_key(event: &E, context: &Context) -> String {
    record(event).map_or_else(String::new, |r| format!("f {}  g {}", context.f_value(r.g, r.h), context.cost(r.g)))
}

pub(super) fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
    match (series, event) {
        (0, E::Opened { .. } | E::Reopened { .. }) | (1, E::Expanded { .. }) => Gauge::Add(1),
        (0, E::Expanded { .. }) | (1, E::Reopened { .. }) => Gauge::Add(-1),
        (2, E::Expanded { g, .. } | E::Found { g, .. } | E::Settled { g, .. }) => Gauge::Set(context.costs.shown(*g)),
        _ => Gauge::Same,
    }
}

pub(super) fn watch(player: &Player<E>) -> Vec<(&'static str, Value)> {
    let trace = player.trace();
    let steps = trace.steps();
    let before = steps.partition_point(|&i| (i as usize) < player.cursor());
    let last = steps[..before].iter().rev().find_map(|&i| match trace.events()[i as usize] {
        E::Expanded { cell, g, h, .. } => Some((cell, g, h)),
        _ => None,
    });
    let mut all = Vec::new();
    if let Some((cell, g, h)) = last {
        all.push(("current", Value::Cell(cell)));
        all.push(("f of current", trace.context().f_value(g, h)));
    }
    all
}

/// Which rule settles equal f, as the end of a sentence.
const fn order_rule(order: OpenOrder) -> &'static str {
    match order {
        OpenOrder::LowG => "lower g first, then the one pushed earlier",
        OpenOrder::HighG => "higher g first, then the one pushed earlier",
        OpenOrder::Fifo => "first in, first out",
        OpenOrder::Lifo => "last in, first out",
    }
}

pub(super) fn explain(player: &Player<E>) -> String {
    let trace = player.trace();
    let context = trace.context();
    let Some(last) = player.cursor().checked_sub(1) else {
        return String::new();
    };
    match trace.events()[last] {
        E::Expanded { cell, g, h, .. } => {
            let f = context.f(g, h);
            let size = trace.layout().size;
            let mut equals = (0..size.area()).filter(|&i| {
                let held = player.at_index(i).layer(RECORDS);
                held.and_then(|e| queued(e, context)).is_some_and(|k| k.0 == f)
            });
            let Some(first) = equals.next() else {
                return String::new();
            };
            let others = equals.count();
            let more = match others {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            debug_assert_ne!(size.cell(first), cell);
            format!("Tied with {}{more}: {}.", size.cell(first), order_rule(context.open_order))
        }
        E::Settled { cell, g, h } => {
            let losers = trace.events()[..last]
                .iter()
                .rev()
                .take_while(|e| matches!(e, E::Considered { .. }))
                .filter(|e| e.cell() != Some(cell))
                .map(|e| match *e {
                    E::Considered { cell, g: dearer, .. } if dearer > g => {
                        format!("{cell} lost by g = {}", context.cost(dearer))
                    }
                    _ => format!("{} lost by its place", e.cell().unwrap_or_default()),
                })
                .take(3)
                .collect::<Vec<_>>();
            if losers.is_empty() {
                format!("No other closed cell has h = {}.", context.cost(h as u64))
            } else {
                format!("{}.", losers.join("; "))
            }
        }
        _ => String::new(),
    }
}

pub(super) fn check(check: usize, before: &Player<E>, event: &E, tied: bool) -> bool {
    let context = before.trace().context();
    match (check, event) {
        (0, E::Expanded { .. }) => tied,
        (1, E::Tied { arrival, .. }) => arrival.switched(),
        (2, E::Opened { g, h, .. } | E::Lowered { g, h, .. } | E::Reopened { g, h, .. }) => {
            let held = event.from().and_then(|p| before.at(p).layer(RECORDS)).and_then(record);
            held.is_some_and(|r| context.f(*g, *h) < context.f(r.g, r.h))
        }
        (3, E::Reopened { .. }) | (4, E::Skipped { .. }) => true,
        (5, E::Rejected { why, .. }) => *why == Refusal::Corner,
        _ => false,
    }
}

pub(super) fn tie(before: &Player<E>, event: &E, waiting: &[(Cell, usize)]) -> Option<Tie> {
    let trace = before.trace();
    let context = trace.context();
    match *event {
        E::Expanded { cell, g, h, .. } => {
            let f = context.f(g, h);
            let among = waiting
                .iter()
                .map_while(|&(c, holder)| {
                    let r = record(&trace.events()[holder])?;
                    (context.f(r.g, r.h) == f).then(|| (c, format!("g {}", context.cost(r.g))))
                })
                .collect();
            Some(Tie {
                what: format!("equal f = {}", context.f_value(g, h)),
                among,
                chosen: cell,
                rule: order_rule(context.open_order).to_owned(),
                roll: None,
                probability: None,
            })
        }
        E::Tied { cell, arrival, n, g, chance, .. } => {
            let size = trace.layout().size;
            let at = |d: Dir| cell.step(d, size);
            let old = parent(&before.at(cell)).and_then(at);
            let new = at(arrival.from());
            let roll = before.cursor().checked_sub(1).and_then(|i| match trace.events()[i] {
                E::Rolled { roll, .. } => Some(roll),
                _ => None,
            });
            let among = [(old, "parent so far"), (new, "arrived now")]
                .into_iter()
                .filter_map(|(c, what)| Some((c?, what.to_owned())))
                .collect();
            Some(Tie {
                what: format!("equal g = {} at {cell}, arrival n = {n}", context.cost(g)),
                among,
                chosen: at(arrival.parent())?,
                rule: match context.ties {
                    Ties::First => "the first parent stays".into(),
                    Ties::Last => "the last parent wins".into(),
                    Ties::Parents => format!("1/n over parents: switch with 1/{n}"),
                    Ties::Paths => "in proportion to paths: switch with paths(parent) / paths(cell)".into(),
                },
                roll,
                probability: roll.map(|_| chance as f64),
            })
        }
        _ => None,
    }
}
