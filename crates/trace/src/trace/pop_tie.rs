//! The choice of a search at its open list: which of the entries with the lowest key is taken.

use super::decision::{Candidate, CandidateResult, Decision};
use crate::event::Value;
use crate::geometry::Cell;

/// The terms of an entry on a scoreboard besides its cell, if its events have them.
pub(super) const TERMS: [&str; 3] = ["g", "h", "f"];

/// A cell that waits or was just taken.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The cell.
    pub cell: Cell,
    /// The keys. Smaller keys come first.
    pub keys: (u64, u64),
    /// The event that added the entry, or for the taken one the event that took it.
    pub event: Option<usize>,
    /// The terms g, h and f, as far as its events have them.
    pub terms: Vec<(&'static str, Value)>,
}

impl Entry {
    fn term(&self, name: &str) -> Option<&Value> {
        self.terms.iter().find(|t| t.0 == name).map(|t| &t.1)
    }
}

/// Returns the tie-breaking rule for equal first keys, as the end of a sentence.
fn rule(order: &[&str]) -> String {
    match order.get(1).copied() {
        None | Some("#") => "first in, first out".to_owned(),
        Some("-#") => "last in, first out".to_owned(),
        Some(key) => match key.strip_prefix('-') {
            Some(key) => format!("higher {key} first, then the one added earlier"),
            None => format!("lower {key} first, then the one added earlier"),
        },
    }
}

/// Returns the choice of `taken` among the entries that waited with the same first key. `order` lists the keys of the
/// open list, the most important first. `-` means that the larger value comes first, and `#` is the number of the
/// entry. Returns `None` if no other entry was equal, or if the first key is the number itself.
pub fn choice(order: &[&str], taken: &Entry, mut equals: Vec<Entry>) -> Option<Decision> {
    let first = *order.first()?;
    let (name, most) = first.strip_prefix('-').map_or((first, "Lowest"), |name| (name, "Highest"));
    let key = taken.term(name)?;
    equals.retain(|entry| entry.keys.0 == taken.keys.0);
    if equals.is_empty() {
        return None;
    }
    let newest = order.get(1) == Some(&"-#");
    equals.sort_unstable_by_key(|e| (e.keys.1, e.event.map(|i| if newest { usize::MAX - i } else { i })));
    let columns: Vec<&'static str> = TERMS.into_iter().filter(|&t| t != name && taken.term(t).is_some()).collect();
    let row = |entry: &Entry| {
        let terms = columns.iter().map(|&t| entry.term(t).map_or_else(|| "—".to_owned(), ToString::to_string));
        std::iter::once(entry.cell.to_string()).chain(terms).collect()
    };
    // The difference between an entry and the taken one: its second key, or else when it was pushed.
    let by = columns.first().copied();
    let apart = |entry: &Entry| {
        let term = by.and_then(|name| Some(format!("{name} {}", entry.term(name)?)));
        let pushed = format!("added {}", if newest { "earlier" } else { "later" });
        match term {
            Some(term) if entry.keys.1 == taken.keys.1 => format!("{term}, {pushed}"),
            Some(term) => term,
            None => pushed,
        }
    };
    let loser = |entry: &Entry| Candidate {
        cell: Some(entry.cell),
        values: row(entry),
        event: entry.event,
        against: by.and_then(|name| Some((taken.term(name)?.clone(), entry.term(name)?.clone()))),
        fate: CandidateResult::Tied(apart(entry)),
    };
    let chosen_candidate = Candidate {
        cell: Some(taken.cell),
        values: row(taken),
        event: taken.event,
        against: None,
        fate: CandidateResult::Chosen,
    };
    Some(Decision {
        title: format!("{most} {name} = {key}"),
        columns: std::iter::once("cell").chain(columns.iter().copied()).map(Into::into).collect(),
        candidates: std::iter::once(chosen_candidate).chain(equals.iter().map(loser)).collect(),
        tied: format!("equal {name} = {key}"),
        rule: rule(order),
        roll: None,
    })
}
