//! The choice of the place to stop where the goal cannot be reached: every closed cell with its terms, and why it lost.

use super::event::{AStarEvent as E, Context, Part};
use super::problem::FallbackTies;
use crate::geometry::Cell;
use crate::trace::{Candidate, Decision, Fate, Moment};
use std::collections::BTreeMap;

/// A closed cell as a place to stop.
#[derive(Clone, Copy)]
struct Closed {
    cell: Cell,
    h: u32,
    g: u64,
    /// Its place in the order of closing, from 1.
    rank: usize,
    /// The event of its last closing.
    event: usize,
}

/// The choice of the search at a moment, once it has begun.
pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    let (trace, context) = (now.trace(), now.context());
    let in_search = |kind: &str| {
        let all = trace.of_kind(kind);
        let from = all.partition_point(|&i| (i as usize) < now.first());
        let to = all.partition_point(|&i| (i as usize) < now.cursor());
        all.get(from..to).unwrap_or_default().iter().map(|&i| i as usize)
    };
    let begins = |i: &usize| matches!(now.event(*i), Some(E::Began { part: Part::Fallback, .. }));
    let start = in_search("began").find(begins)?;
    // A cell that was opened again has the cost of its last closing, and the place of its first.
    let mut closed: BTreeMap<Cell, Closed> = BTreeMap::new();
    for (k, event) in in_search("expanded").take_while(|&i| i < start).enumerate() {
        if let Some(&E::Expanded { cell, g, h, .. }) = now.event(event) {
            let rank = closed.get(&cell).map_or(k + 1, |before| before.rank);
            closed.insert(cell, Closed { cell, h, g, rank, event });
        }
    }
    let chosen = in_search("settled").find_map(|i| match now.event(i) {
        Some(E::Settled { cell, .. }) => Some(*cell),
        _ => None,
    });
    let mut closed: Vec<Closed> = closed.into_values().collect();
    let by_closing = context.fallback_ties == FallbackTies::First;
    closed.sort_unstable_by_key(|c| {
        let ties = if by_closing { (c.rank as u64, 0, 0) } else { (c.g, c.cell.y, c.cell.x) };
        (chosen != Some(c.cell), c.h, ties)
    });
    let best = *closed.first()?;
    let candidate = |c: &Closed| Candidate {
        cell: Some(c.cell),
        values: vec![
            c.cell.to_string(),
            context.cost(c.h.into()).to_string(),
            context.cost(c.g).to_string(),
            c.rank.to_string(),
        ],
        event: Some(c.event),
        against: Some(match c.h > best.h {
            true => (context.cost(best.h.into()), context.cost(c.h.into())),
            false => (context.cost(best.g), context.cost(c.g)),
        }),
        fate: fate(c, &best, chosen, context),
    };
    Some(Decision {
        title: "Where to stop instead".to_owned(),
        columns: vec!["cell", "h", "g", "closed as"],
        candidates: closed.iter().map(candidate).collect(),
        tied: format!("equal h = {}", context.cost(best.h.into())),
        rule: if by_closing { "the first that was closed" } else { "the smallest g, then y, then x" }.to_owned(),
        roll: None,
    })
}

fn fate(c: &Closed, best: &Closed, chosen: Option<Cell>, context: &Context) -> Fate {
    let cost = |units: u64| context.cost(units);
    if chosen == Some(c.cell) {
        Fate::Chosen
    } else if c.h > best.h {
        let (this, best) = (cost(c.h.into()), cost(best.h.into()));
        Fate::lost("farther", format!("farther from the goal, h = {this} against {best}"))
    } else if chosen.is_none() {
        Fate::Open
    } else if context.fallback_ties == FallbackTies::First {
        Fate::Tied("as close, but closed later".into())
    } else if c.g > best.g {
        Fate::Tied(format!("as close, but g = {} against {}", cost(c.g), cost(best.g)))
    } else {
        Fate::Tied("as close and as cheap, but lower, or farther right".into())
    }
}
