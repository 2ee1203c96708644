//! The choice of the place to stop where the goal cannot be reached: every closed cell with its terms, and why it lost.
//!
//! Scoreboard, second line and why-not are all made of this one report.

use super::event::{AStarEvent as E, Context, Part};
use super::problem::FallbackTies;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table};
use std::collections::BTreeMap;

/// How many candidates are listed.
const MOST: usize = 200;
/// How many losers a sentence names.
const NAMED: usize = 3;

/// A closed cell as a place to stop.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) cell: Cell,
    pub(super) h: u32,
    pub(super) g: u64,
    /// Its place in the order of closing, from 1.
    closed: usize,
    /// The event of its last closing.
    pub(super) event: usize,
}

/// Why a candidate was or was not chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It is the place.
    Chosen,
    /// Nothing is chosen yet, and it is as close as any.
    Open,
    /// Another is closer by estimate.
    Farther,
    /// Another that is as close was closed before it.
    ClosedLater,
    /// Another that is as close is cheaper to reach.
    Costlier,
    /// Another that is equal lies higher, or farther left.
    LaterPlace,
}

/// The choice, as far as it has come.
pub(super) struct Choice<'a> {
    context: &'a Context,
    /// All candidates, by the rule: the first one wins.
    candidates: Vec<Candidate>,
    chosen: Option<Cell>,
}

impl<'a> Choice<'a> {
    /// The choice of the search at a moment, once it has begun.
    pub(super) fn of(now: &Moment<'a, E>) -> Option<Self> {
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
        let mut closed: BTreeMap<Cell, Candidate> = BTreeMap::new();
        for (k, event) in in_search("expanded").take_while(|&i| i < start).enumerate() {
            if let Some(&E::Expanded { cell, g, h, .. }) = now.event(event) {
                let first = closed.get(&cell).map_or(k + 1, |before| before.closed);
                closed.insert(cell, Candidate { cell, h, g, closed: first, event });
            }
        }
        let chosen = in_search("settled").find_map(|i| match now.event(i) {
            Some(E::Settled { cell, .. }) => Some(*cell),
            _ => None,
        });
        let mut candidates: Vec<Candidate> = closed.into_values().collect();
        let by_closing = context.fallback_ties == FallbackTies::First;
        candidates.sort_unstable_by_key(|c| {
            let ties = if by_closing { (c.closed as u64, 0, 0) } else { (c.g, c.cell.y, c.cell.x) };
            (chosen != Some(c.cell), c.h, ties)
        });
        (!candidates.is_empty()).then_some(Self { context, candidates, chosen })
    }

    /// The candidate of a cell.
    pub(super) fn candidate(&self, cell: Cell) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.cell == cell)
    }

    /// The first by the rule.
    pub(super) fn best(&self) -> Candidate {
        self.candidates[0]
    }

    /// Why a candidate was or was not chosen.
    pub(super) fn fate(&self, c: &Candidate) -> Fate {
        let best = self.best();
        if self.chosen == Some(c.cell) {
            Fate::Chosen
        } else if c.h > best.h {
            Fate::Farther
        } else if self.chosen.is_none() {
            Fate::Open
        } else if self.context.fallback_ties == FallbackTies::First {
            Fate::ClosedLater
        } else if c.g > best.g {
            Fate::Costlier
        } else {
            Fate::LaterPlace
        }
    }

    /// A candidate's fate with its numbers.
    pub(super) fn reason(&self, c: &Candidate) -> String {
        let (cost, best) = (|units: u64| self.context.cost(units), self.best());
        match self.fate(c) {
            Fate::Chosen => "chosen".into(),
            Fate::Open => "as close as any".into(),
            Fate::Farther => {
                format!("farther from the goal: h = {} against {}", cost(c.h.into()), cost(best.h.into()))
            }
            Fate::ClosedLater => "as close, but closed later".into(),
            Fate::Costlier => format!("as close, but costs more to reach: g = {} against {}", cost(c.g), cost(best.g)),
            Fate::LaterPlace => "equal; it lies lower, or farther right".into(),
        }
    }

    /// Who was as close as the one chosen, and by what they lost, as a sentence.
    pub(super) fn losers(&self) -> String {
        let best = self.best();
        let close = self.candidates.iter().filter(|c| c.h == best.h && self.fate(c) != Fate::Chosen);
        let told: Vec<String> = close
            .take(NAMED)
            .map(|c| match self.fate(c) {
                Fate::ClosedLater => format!("{} lost: it was closed later", c.cell),
                Fate::Costlier => format!("{} lost by g = {}", c.cell, self.context.cost(c.g)),
                _ => format!("{} lost by its place: it lies lower, or farther right", c.cell),
            })
            .collect();
        if told.is_empty() {
            return format!("No other closed cell has h = {}.", self.context.cost(best.h.into()));
        }
        format!("{}.", told.join("; "))
    }

    /// The scoreboard.
    pub(super) fn table(&self) -> Table {
        let rows = self.candidates.iter().take(MOST).enumerate().map(|(rank, c)| {
            let values = vec![
                (rank + 1).to_string(),
                c.cell.to_string(),
                self.context.cost(c.h.into()).to_string(),
                self.context.cost(c.g).to_string(),
                c.closed.to_string(),
                self.reason(c),
            ];
            Row { values, cell: Some(c.cell), event: Some(c.event), chosen: self.chosen == Some(c.cell) }
        });
        let many = self.candidates.len();
        let shown = if many > MOST { format!(", the first {MOST}") } else { String::new() };
        Table {
            candidates: true,
            title: format!("Where to stop instead: {many} closed cells{shown}"),
            columns: vec!["rank", "cell", "h", "g", "closed as", "why"],
            rows: rows.collect(),
        }
    }
}
