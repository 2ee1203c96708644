//! Detects habits that a log shows but does not state: several nodes per cell, or one search over several plans.

use super::AT_ONCE;
use super::node::Node;
use super::node_map::NodeMap;
use super::search::states_no_cost;
use crate::formats::log::{Log, LogEvent, LoggedValue, Word};
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::pause_every;
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, HashMap};

/// Fields that never belong to a node.
const COMMON: [&str; 24] = [
    "say", "line", "level", "list", "why", "phase", "actor", "from", "layer", "result", "prio", "priority", "key", "k",
    "k1", "k2", "cost", "step", "n", "id", "index", "depth", "order", "rank",
];
/// Maximum number of fields that are tried.
const FIELDS: usize = 8;

/// Evidence of an incremental search that the log does not state: after the map has changed, the search raises the cost of
/// an expanded node, or opens a node from another one after a path.
#[derive(Default)]
pub(super) struct RaisedCosts {
    expanded: NodeMap<Option<f64>>,
    has_changed: bool,
    has_ended: bool,
    states_g: bool,
    line: Option<usize>,
}

impl RaisedCosts {
    /// Returns the line that shows it.
    pub(super) const fn line(&self) -> Option<usize> {
        self.line
    }

    /// Adds the next event.
    pub(super) fn see(&mut self, event: &LogEvent) {
        if self.line.is_some() {
            return;
        }
        if event.begins_search() || event.begins_iteration() {
            self.expanded.clear();
            (self.has_changed, self.has_ended) = (false, false);
        }
        self.states_g |= event.g().is_some();
        match (&event.word, event.at) {
            (Word::Tile, _) => self.has_changed |= !self.expanded.is_empty(),
            (Word::Path, _) if self.has_changed && self.has_ended => self.line = Some(event.line()),
            (Word::Path | Word::Done, _) => self.has_ended = true,
            (Word::Expand, Some(at)) => *self.expanded.slot(Node::plain(at)) = Some(event.g()),
            (Word::Open, Some(at)) if self.has_changed => {
                let known = self.expanded.get(Node::plain(at));
                let rises = |before: &Option<f64>| match (before, event.g()) {
                    _ if self.states_g && states_no_cost(event) => true,
                    (Some(before), Some(now)) => now > *before,
                    _ => false,
                };
                if known.is_some_and(rises) || (self.has_ended && event.from.is_some_and(|from| from != at)) {
                    self.line = Some(event.line());
                }
            }
            _ => {}
        }
    }
}

/// Returns the fields that distinguish the nodes of a cell. With them, no node is expanded twice without a lower cost,
/// and every expanded node was opened. Empty if nodes are cells, or if the log does not show it clearly. Called for a log
/// with repeated nodes if nodes are cells.
pub(super) async fn state(log: &Log) -> Vec<String> {
    let mut fields: Option<BTreeSet<String>> = None;
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        if !matches!(event.word, Word::Open | Word::Expand) {
            continue;
        }
        match &mut fields {
            None => {
                let named = event.others.iter().filter(|(name, _)| !COMMON.contains(name));
                fields = Some(named.map(|field| field.0.to_owned()).collect());
            }
            Some(fields) => fields.retain(|name| event.others.contains_key(name)),
        }
    }
    let keys: FxHashSet<&str> = log.header.order.iter().flatten().map(|key| key.field.as_str()).collect();
    let fields = fields.unwrap_or_default();
    let fields: Vec<&str> =
        fields.iter().map(String::as_str).filter(|name| !keys.contains(name)).take(FIELDS).collect();
    // Each field alone, then all of them.
    let mut tried: Vec<&[&str]> = fields.chunks(1).collect();
    tried.extend((fields.len() > 1).then_some(&fields[..]));
    for some in tried {
        if are_unique(log, some).await {
            return some.iter().map(|&field| field.to_owned()).collect();
        }
    }
    Vec::new()
}

/// Returns whether every expanded node was opened, and none is expanded again without a lower g.
async fn are_unique(log: &Log, fields: &[&str]) -> bool {
    let mut nodes = RepeatedNodes { fields, ..RepeatedNodes::default() };
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        nodes.see(&event);
        if nodes.is_repeated || nodes.is_unopened {
            return false;
        }
    }
    true
}

/// Evidence that nodes are expanded again without a lower g, if a node is a cell and the values of some fields.
#[derive(Default)]
pub(super) struct RepeatedNodes<'a> {
    fields: &'a [&'a str],
    /// Number of each combination of values.
    states: HashMap<Vec<String>, u32>,
    opened: NodeMap<Option<f64>>,
    expanded: NodeMap<Option<f64>>,
    is_repeated: bool,
    /// Whether an expanded node was never opened. The first one need not be.
    is_unopened: bool,
}

impl RepeatedNodes<'_> {
    /// Returns whether there is such a node. Without fields, also whether a cell is opened again without a lower cost: it
    /// may be another node.
    pub(super) const fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// Returns the node that an event is about.
    fn node(&mut self, event: &LogEvent, at: Cell) -> Node {
        if self.fields.is_empty() {
            return Node::plain(at);
        }
        let value = |name: &&str| event.others.get(name).map(LoggedValue::to_string).unwrap_or_default();
        let next = self.states.len() as u32;
        Node { cell: at, state: *self.states.entry(self.fields.iter().map(value).collect()).or_insert(next) }
    }

    /// Adds the next event.
    pub(super) fn see(&mut self, event: &LogEvent) {
        if self.is_repeated {
            return;
        }
        if event.begins_search() || event.begins_iteration() {
            self.opened.clear();
            self.expanded.clear();
        }
        let Some(at) = event.at.filter(|_| matches!(event.word, Word::Open | Word::Expand)) else { return };
        let (node, g) = (self.node(event, at), event.g());
        if event.word == Word::Open {
            let known = self.opened.slot(node);
            *known = match known {
                None => Some(g),
                Some(known) => {
                    let both = known.zip(g);
                    self.is_repeated |= self.fields.is_empty() && both.is_some_and(|(known, g)| g >= known);
                    Some(both.map(|(known, g)| known.min(g)).or(g))
                }
            };
            return;
        }
        let opened = self.opened.get(node).copied();
        self.is_unopened |= opened.is_none() && !self.expanded.is_empty();
        let g = g.or(opened.flatten());
        if let Some(before) = self.expanded.slot(node).replace(g) {
            self.is_repeated |= !matches!((before, g), (Some(before), Some(now)) if now < before);
        }
    }
}
