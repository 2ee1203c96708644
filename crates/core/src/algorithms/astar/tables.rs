//! The scoreboard of the fallback: every closed cell as a place to stop, and why it lost.

use super::event::{AStarEvent as E, Part};
use super::problem::FallbackTies;
use crate::geometry::Cell;
use crate::trace::replay::{Row, Table};
use crate::trace::{Phase, Player};
use std::collections::BTreeMap;

/// How many candidates are listed.
const MOST: usize = 200;

/// A closed cell as a place to stop.
struct Candidate {
    h: u32,
    g: u64,
    cell: Cell,
    /// The how-manieth it was closed, from 1.
    closed: usize,
    /// The event that says so.
    event: usize,
}

/// None as long as there is no fallback.
pub(super) fn tables(player: &Player<E>) -> Vec<Table> {
    let (trace, context) = (player.trace(), player.trace().context());
    let begins = |p: &&Phase| matches!(trace.events()[p.start as usize], E::Began { part: Part::Fallback, .. });
    let Some(start) = trace.phases().iter().find(begins).map(|p| p.start as usize) else { return Vec::new() };
    if player.cursor() <= start {
        return Vec::new();
    }
    // A cell that was opened again has the cost of its last closing, and the place of its first.
    let mut closed: BTreeMap<Cell, Candidate> = BTreeMap::new();
    for (k, &i) in trace.of_kind("expanded").iter().take_while(|&&i| (i as usize) < start).enumerate() {
        if let E::Expanded { cell, g, h, .. } = trace.events()[i as usize] {
            let first = closed.get(&cell).map_or(k + 1, |before| before.closed);
            closed.insert(cell, Candidate { h, g, cell, closed: first, event: i as usize });
        }
    }
    let settled = trace.of_kind("settled").iter().find(|&&i| (i as usize) < player.cursor());
    let chosen = settled.and_then(|&i| match trace.events()[i as usize] {
        E::Settled { cell, .. } => Some(cell),
        _ => None,
    });
    let mut all: Vec<Candidate> = closed.into_values().collect();
    let first = context.fallback_ties == FallbackTies::First;
    all.sort_unstable_by_key(|c| {
        let ties = if first { (c.closed as u64, 0, 0) } else { (c.g, c.cell.y, c.cell.x) };
        (chosen != Some(c.cell), c.h, ties)
    });
    let Some((best_h, best_g)) = all.first().map(|best| (best.h, best.g)) else { return Vec::new() };
    let many = all.len();
    let rows = all.into_iter().take(MOST).enumerate().map(|(rank, c)| {
        let why = if chosen == Some(c.cell) {
            "chosen".to_owned()
        } else if c.h > best_h {
            format!("farther from the goal: h = {} against {}", context.cost(c.h.into()), context.cost(best_h.into()))
        } else if chosen.is_none() {
            "as close as any".to_owned()
        } else if first {
            "as close, but closed later".to_owned()
        } else if c.g > best_g {
            format!("as close, but dearer to reach: g = {} against {}", context.cost(c.g), context.cost(best_g))
        } else {
            "equal; it lies lower, or farther right".to_owned()
        };
        let values = vec![
            (rank + 1).to_string(),
            c.cell.to_string(),
            context.cost(c.h.into()).to_string(),
            context.cost(c.g).to_string(),
            c.closed.to_string(),
            why,
        ];
        Row { values, cell: Some(c.cell), event: Some(c.event), chosen: chosen == Some(c.cell) }
    });
    let shown = if many > MOST { format!(", the first {MOST}") } else { String::new() };
    vec![Table {
        candidates: true,
        title: format!("Where to stop instead: {many} closed cells{shown}"),
        columns: vec!["rank", "cell", "h", "g", "closed as", "why"],
        rows: rows.collect(),
    }]
}
