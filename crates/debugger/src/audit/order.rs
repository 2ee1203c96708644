//! Checks that the best node is expanded, by the order that a log states.

use super::Rule;
use super::digits::{number_text, numbers_apart};
use super::judge::Judge;
use super::node::Node;
use super::search::compare;
use crate::formats::log::{Key, LogEvent};
use std::cmp::Ordering;

impl Judge<'_> {
    /// Reports an expansion while a strictly better node is on the open list.
    pub(super) fn judge_order(&mut self, index: usize, event: &LogEvent, at: Node, name: Option<String>) {
        // If a node's line of sight is blocked, it gets another parent when it is expanded, and is expanded anyway.
        let repaired = self.goes_by_sight() && self.search.last_closed == Some(at);
        if self.search.order.is_empty() || repaired {
            return;
        }
        let list = self.search.lists.entry(name).or_default();
        let Some((Some(own), _)) = list.nodes.get(at).and_then(|known| known.waits.clone()) else { return };
        let Some((other, better)) = list.first(Some(at)) else { return };
        let since = list.nodes.get(other).map_or(0, |known| known.line);
        let rounding = &self.facts.rounding;
        let Some((k, Ordering::Less)) = compare(&self.search.order, rounding, &better, &own) else { return };
        if !self.search.passed_over.insert(other) {
            return;
        }
        let keys = &self.search.order;
        let equal: Vec<String> = keys[..k]
            .iter()
            .zip(own.iter())
            .map(|(key, &x)| format!("equal {}, ", named(key, &number_text(raw(key, x)))))
            .collect();
        let equal = equal.concat();
        let first = if keys[k].falling { "; the larger goes first" } else { "" };
        let [own, better] = numbers_apart([own[k], better[k]].map(|x| raw(&keys[k], x)));
        let sentence = format!(
            "{} was expanded with {equal}{} while {} waited with {} since line {since}{first}.",
            self.states.name(at, self.facts.place(at.cell)),
            named(&keys[k], &own),
            self.states.name(other, self.facts.place(other.cell)),
            named(&keys[k], &better),
        );
        self.add_finding(index, event, Rule::Order, Some(at.cell), sentence);
    }
}

/// Returns the value of a key as the log has it.
fn raw(key: &Key, x: f64) -> f64 {
    if key.falling { -x } else { x }
}

/// Returns a key with its value, for a sentence.
fn named(key: &Key, value: &str) -> String {
    if key.field == "#" { format!("entry {value}") } else { format!("{} = {value}", key.field) }
}
