//! The choices of A*: the next open cell to expand, the parent at equal cost, and the cell to stop at if the goal
//! cannot be reached.

use super::event::{AStarEvent as E, Context, Part, RECORDS, Ties};
use super::lens::record;
use super::problem::FallbackTies;
use crate::geometry::{Cell, Dir};
use crate::trace::pop_tie::{self, Entry};
use crate::trace::{Candidate, CandidateResult, Decision, Moment};
use std::collections::BTreeMap;

/// A closed cell as a candidate for the fallback.
#[derive(Clone, Copy)]
struct Closed {
    cell: Cell,
    /// Distance to the goal.
    far: u32,
    g: u64,
    /// Position in the order of closing, from 1.
    rank: usize,
    /// The event that last closed it.
    event: usize,
}

/// Returns the choice made by the last event. At other events, returns the fallback choice once the search makes one.
pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    match *now.last()? {
        E::Expanded { cell, g, h, .. } => pop(now, cell, g, h),
        E::Tied { cell, arrival, n, g, chance, .. } => {
            let size = now.trace().layout().size;
            let at = |dir: Dir| cell.step(dir, size);
            let (new, taken) = (at(arrival.from())?, at(arrival.parent())?);
            // If the new arrival won, the event no longer contains the old parent.
            let old = if arrival.switched() { parent_before(now, cell, g).and_then(at) } else { Some(taken) };
            let context = now.context();
            let came = |other: Cell| if other == new { "now" } else { "before" };
            let candidate = |other: Cell| Candidate {
                cell: Some(other),
                values: vec![other.to_string(), came(other).to_owned()],
                event: None,
                against: Some((context.cost(g), context.cost(g))),
                fate: if other == taken {
                    CandidateResult::Chosen
                } else {
                    CandidateResult::Tied(format!("came {}", came(other)))
                },
            };
            let roll = now.cursor().checked_sub(2).and_then(|i| match now.event(i)? {
                E::Rolled { roll, .. } => Some((*roll, f64::from(chance))),
                _ => None,
            });
            let share = if context.ties == Ties::Parents { format!(": switch with 1/{n}") } else { String::new() };
            Some(Decision {
                title: format!("Parent of {cell}"),
                columns: ["parent", "came"].map(Into::into).into(),
                candidates: old.into_iter().chain([new]).map(candidate).collect(),
                tied: format!("equal g = {} at {cell}, arrival n = {n}", context.cost(g)),
                rule: format!("{}{share}", parent_rule(context.ties)),
                roll,
            })
        }
        _ => stop(now),
    }
}

/// Returns the parent that a cell had before the last event, an arrival at cost `g`. It is in the previous tie at
/// that cost, or else in the cell's record.
fn parent_before(now: &Moment<E>, cell: Cell, g: u64) -> Option<Dir> {
    let last = now.cursor().checked_sub(1)?;
    match now.trace().replaced(last).and_then(|i| now.event(i)) {
        Some(E::Tied { arrival, g: before, .. }) if *before == g => Some(arrival.parent()),
        _ => record(now.at(cell).layer(RECORDS)?)?.parent,
    }
}

/// Describes the rule that settles equal g at one cell.
pub(super) const fn parent_rule(ties: Ties) -> &'static str {
    match ties {
        Ties::First => "the first parent stays",
        Ties::Last => "the last parent wins",
        Ties::Parents => "1/n over parents",
        Ties::Paths => "in proportion to paths: switch with paths(parent) / paths(cell)",
    }
}

/// Returns the open cells that had the lowest f when `cell` was popped, with `cell` first. Returns `None` if there
/// was no other.
fn pop(now: &Moment<E>, cell: Cell, g: u64, h: u32) -> Option<Decision> {
    let context = now.context();
    let entry = |cell: Cell, g: u64, h: u32, event: Option<usize>| Entry {
        cell,
        keys: (context.f(g, h), context.second(g)),
        event,
        terms: vec![("g", context.cost(g)), ("h", context.cost(h.into())), ("f", context.f_value(g, h))],
    };
    let f = context.f(g, h);
    let open = |(at, e): (Cell, &E)| {
        let r = record(e).filter(|r| !r.closed && context.f(r.g, r.h) == f)?;
        Some(entry(at, r.g, r.h, now.at(at).holder(RECORDS)))
    };
    let popped_entry = entry(cell, g, h, now.cursor().checked_sub(1));
    pop_tie::choice(
        context.open_order.keys(),
        &popped_entry,
        now.waiting_by(RECORDS, f).into_iter().filter_map(open).collect(),
    )
}

/// Returns the choice of the cell to stop at instead of the goal, once the search makes it.
pub(super) fn stop(now: &Moment<E>) -> Option<Decision> {
    let (trace, context) = (now.trace(), now.context());
    let in_search = |kind: &str| {
        let all = trace.of_kind(kind);
        let from = all.partition_point(|&i| (i as usize) < now.first());
        let to = all.partition_point(|&i| (i as usize) < now.cursor());
        all.get(from..to).unwrap_or_default().iter().map(|&i| i as usize)
    };
    let begins = |i: &usize| matches!(now.event(*i), Some(E::Began { part: Part::Fallback, .. }));
    let start = in_search("began").find(begins)?;
    // A reopened cell keeps the cost of its last closing and the rank of its first.
    let mut closed: BTreeMap<Cell, Closed> = BTreeMap::new();
    for (k, event) in in_search("expanded").take_while(|&i| i < start).enumerate() {
        if let Some(&E::Expanded { cell, g, h, .. }) = now.event(event) {
            let rank = closed.get(&cell).map_or(k + 1, |before| before.rank);
            closed.insert(cell, Closed { cell, far: context.distance(cell, h), g, rank, event });
        }
    }
    let settled_cell = in_search("settled").find_map(|i| match now.event(i) {
        Some(E::Settled { cell, .. }) => Some(*cell),
        _ => None,
    });
    let mut closed: Vec<Closed> = closed.into_values().collect();
    closed.sort_unstable_by_key(|c| {
        let ties = match context.fallback_ties {
            FallbackTies::Cost => (c.g, c.cell.y, c.cell.x),
            FallbackTies::First => (c.rank as u64, 0, 0),
            FallbackTies::MapOrder => (0, c.cell.y, c.cell.x),
        };
        (settled_cell != Some(c.cell), c.far, ties)
    });
    let best = *closed.first()?;
    let candidate = |c: &Closed| Candidate {
        cell: Some(c.cell),
        values: vec![
            c.cell.to_string(),
            context.cost(c.far.into()).to_string(),
            context.cost(c.g).to_string(),
            c.rank.to_string(),
        ],
        event: Some(c.event),
        against: Some(if c.far > best.far {
            (context.cost(best.far.into()), context.cost(c.far.into()))
        } else {
            (context.cost(best.g), context.cost(c.g))
        }),
        fate: fate(c, &best, settled_cell, context),
    };
    let measure = measure(context);
    Some(Decision {
        title: "Where to stop instead".to_owned(),
        columns: ["cell", measure, "g", "closed as"].map(Into::into).into(),
        candidates: closed.iter().map(candidate).collect(),
        tied: format!("equal {measure} = {}", context.cost(best.far.into())),
        rule: match context.fallback_ties {
            FallbackTies::Cost => "the smallest g, then y, then x",
            FallbackTies::First => "the first that was closed",
            FallbackTies::MapOrder => "the first on the map, row by row",
        }
        .to_owned(),
        roll: None,
    })
}

/// Returns the name of the distance that decides which cell is closest.
fn measure(context: &Context) -> &'static str {
    if context.measure.is_some() { "distance" } else { "h" }
}

fn fate(c: &Closed, best: &Closed, chosen: Option<Cell>, context: &Context) -> CandidateResult {
    let cost = |units: u64| context.cost(units);
    if chosen == Some(c.cell) {
        CandidateResult::Chosen
    } else if c.far > best.far {
        let this = cost(c.far.into());
        let best = cost(best.far.into());
        let measure = measure(context);
        CandidateResult::lost("farther", format!("farther from the goal, {measure} = {this} against {best}"))
    } else if chosen.is_none() {
        CandidateResult::Open
    } else if context.fallback_ties == FallbackTies::First {
        CandidateResult::Tied("as close, but closed later".into())
    } else if context.fallback_ties == FallbackTies::MapOrder {
        CandidateResult::Tied("as close, but lower, or farther right".into())
    } else if c.g > best.g {
        CandidateResult::Tied(format!("as close, but g = {} against {}", cost(c.g), cost(best.g)))
    } else {
        CandidateResult::Tied("as close and as cheap, but lower, or farther right".into())
    }
}
