//! Views of a moment of A*: layers, parents, open list, ties and checks. Nothing here runs the search.

use super::event::{ANSWER, ARRIVALS, AStarEvent as E, Context, OpenOrder, RECORDS, count};
use super::{AStar, Problem, decision, why_not};
use crate::algorithm::Lens;
use crate::event::{Event as _, Value};
use crate::trace::lens::Paint;
use crate::trace::replay::WhyNot;
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir};

/// g, h, paths and parent from an event that contains a record.
#[derive(Clone, Copy)]
pub(super) struct Record {
    pub(super) g: u64,
    pub(super) h: u32,
    paths: f32,
    pub(super) parent: Option<Dir>,
    pub(super) closed: bool,
}

#[inline]
pub(super) fn record(event: &E) -> Option<Record> {
    match *event {
        E::Opened { parent, g, h, paths, .. }
        | E::Lowered { parent, g, h, paths, .. }
        | E::Reopened { parent, g, h, paths, .. } => Some(Record { g, h, paths, parent, closed: false }),
        E::Expanded { parent, g, h, paths, .. } => Some(Record { g, h, paths, parent, closed: true }),
        _ => None,
    }
}

/// Returns the tie that still applies to a cell: one at the cost that its record has now.
fn arrival<'a>(cell: &CellState<'a, E>, g: u64) -> Option<&'a E> {
    cell.layer(ARRIVALS).filter(|e| matches!(e, E::Tied { g: tied, .. } if *tied == g))
}

/// Returns the expansion number of a closed cell: its rank among the steps of the search. Before the search ends,
/// the steps are one phase event followed by expansions.
pub(super) fn order(cell: &CellState<E>) -> Option<Value> {
    cell.layer(RECORDS).and_then(record).filter(|r| r.closed)?;
    let holder = cell.holder(RECORDS)? as u32;
    let steps = cell.player().trace().steps();
    let began = steps.partition_point(|&i| (i as usize) < cell.player().first());
    let rank = steps.binary_search(&holder).ok()?;
    Some(Value::Int((rank - began) as i64))
}

/// Returns the last expansion of the search so far, or the event that found the goal or settled for a cell.
fn last_taken(now: &Moment<E>) -> Option<E> {
    let ends = |e: &E| matches!(e, E::Expanded { .. } | E::Found { .. } | E::Settled { .. });
    now.steps_back().map(|(_, e)| *e).find(ends)
}

/// Returns g + weight · h of a record.
pub(crate) fn f(event: &E, context: &Context) -> Option<Value> {
    record(event).map(|r| context.f_value(r.g, r.h))
}

pub(crate) fn g(event: &E, context: &Context) -> Option<Value> {
    record(event).map(|r| context.cost(r.g))
}

pub(crate) fn h(event: &E, context: &Context) -> Option<Value> {
    record(event).map(|r| context.estimate(r.h))
}

/// Returns how many parents offer the same cost.
pub(super) fn arrivals(cell: &CellState<E>) -> Option<Value> {
    Some(match arrival(cell, record(cell.layer(RECORDS)?)?.g) {
        Some(E::Tied { n, .. }) => Value::Int(*n as i64),
        _ => Value::Int(1),
    })
}

/// Returns how many cheapest paths were counted.
pub(super) fn paths(cell: &CellState<E>) -> Option<Value> {
    let r = record(cell.layer(RECORDS)?)?;
    Some(match arrival(cell, r.g) {
        Some(E::Tied { paths, .. }) => count(*paths),
        _ => count(r.paths),
    })
}

/// Returns whether a cell gets a lower f than its parent.
pub(super) fn falls(before: &Moment<E>, event: &E, _: bool) -> bool {
    let (E::Opened { g, h, .. } | E::Lowered { g, h, .. } | E::Reopened { g, h, .. }) = event else { return false };
    let context = before.context();
    let parent = event.from().and_then(|p| before.at(p).layer(RECORDS)).and_then(record);
    parent.is_some_and(|r| context.f(*g, *h) < context.f(r.g, r.h))
}

impl Lens for AStar {
    fn paint<'a>(_: &Moment<'a, E>) -> Paint<'a> {
        Paint::Last(vec![RECORDS, ANSWER])
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        let r = record(cell.layer(RECORDS)?)?;
        match arrival(cell, r.g) {
            Some(E::Tied { arrival, .. }) => Some(arrival.parent()),
            _ => r.parent,
        }
    }

    fn equals(cell: &CellState<E>) -> Option<u32> {
        match arrival(cell, record(cell.layer(RECORDS)?)?.g) {
            Some(E::Tied { n, .. }) => Some(*n as u32),
            _ => None,
        }
    }

    /// Returns the final path once it is being traced back. Before that, follows the parents from the last expanded
    /// cell.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        let Some(end) = last_taken(now).and_then(|e| e.cell()) else { return Vec::new() };
        let size = now.trace().layout().size;
        let (mut cell, mut path) = (end, vec![end]);
        while let Some(next) = Self::arrow(&now.at(cell)).and_then(|d| cell.step(d, size)) {
            path.push(next);
            cell = next;
            // Costs fall along parents, so this ends. A trace from another program might break that rule.
            if path.len() > size.area() {
                break;
            }
        }
        path.reverse();
        path
    }

    fn queue_newest_first(context: &Context) -> bool {
        context.open_order == OpenOrder::Lifo
    }

    fn rewatches(event: &E) -> bool {
        matches!(event, E::Expanded { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let expansion = now.steps_back().find_map(|(_, e)| match *e {
            E::Expanded { cell, g, h, .. } => Some((cell, g, h)),
            _ => None,
        });
        let Some((cell, g, h)) = expansion else { return Vec::new() };
        vec![("current", Value::Cell(cell)), ("f of current", now.context().f_value(g, h))]
    }

    fn explain(now: &Moment<E>) -> String {
        let losers = Self::decision(now).map_or_else(String::new, |choice| choice.second_line());
        match now.last() {
            Some(E::Settled { h, .. }) if losers.is_empty() => {
                format!("No other closed cell has h = {}.", now.context().estimate(*h))
            }
            Some(E::Expanded { .. } | E::Settled { .. }) => losers,
            Some(E::Tied { n, .. }) => format!("This is arrival {n} at this cost."),
            _ => String::new(),
        }
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Tied { .. })
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        decision::decision(now)
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        Some(why_not::why_not(problem, end, cell))
    }

    fn why_not_path(problem: &Problem, end: &Moment<E>, path: &[Cell]) -> Option<WhyNot> {
        why_not::why_not_path(problem, end, path)
    }
}
