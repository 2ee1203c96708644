//! Checks that the best node is expanded, by the order that a log states.

use super::Rule;
use super::digits::number_text;
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
        let equal: Vec<String> =
            keys[..k].iter().zip(&own).map(|(key, &x)| format!("equal {}, ", format_key(key, x))).collect();
        let equal = equal.concat();
        let first = if keys[k].falling { "; the larger goes first" } else { "" };
        let sentence = format!(
            "{} was expanded with {equal}{} while {} waited with {} since line {since}{first}.",
            self.states.name(at, self.facts.place(at.cell)),
            format_key(&keys[k], own[k]),
            self.states.name(other, self.facts.place(other.cell)),
            format_key(&keys[k], better[k]),
        );
        self.add_finding(index, event, Rule::Order, Some(at.cell), sentence);
    }
}

/// Formats a key for a sentence, as the log has it.
fn format_key(key: &Key, x: f64) -> String {
    let x = if key.falling { -x } else { x };
    match key.field.as_str() {
        "#" => format!("entry {}", number_text(x)),
        // Print all digits, so that close values differ.
        field if x.fract() != 0.0 => format!("{field} = {x}"),
        field => format!("{field} = {}", number_text(x)),
    }
}
