//! Detects habits that a log shows but does not state: several nodes per cell, or one search over several plans.

use super::AT_ONCE;
use super::search::states_no_cost;
use crate::formats::log::{Log, LogEvent, LoggedValue, Word};
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::pause_every;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeSet, HashMap};

/// Fields that never belong to a node.
const COMMON: [&str; 24] = [
    "say", "line", "level", "list", "why", "phase", "actor", "from", "layer", "result", "prio", "priority", "key", "k",
    "k1", "k2", "cost", "step", "n", "id", "index", "depth", "order", "rank",
];
/// Maximum number of fields that are tried.
const FIELDS: usize = 8;

/// Returns the line that shows an incremental search, if the log does not state one: after the map has changed, the
/// search raises the cost of an expanded node, or opens a node from another one after a path.
pub(super) async fn incremental(log: &Log) -> Option<usize> {
    let mut expanded: FxHashMap<Cell, Option<f64>> = FxHashMap::default();
    let (mut has_changed, mut has_ended, mut states_g) = (false, false, false);
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        if event.begins_search() || event.begins_iteration() {
            expanded.clear();
            (has_changed, has_ended) = (false, false);
        }
        states_g |= event.g().is_some();
        match (&event.word, event.at) {
            (Word::Tile, _) => has_changed |= !expanded.is_empty(),
            (Word::Path, _) if has_changed && has_ended => return Some(event.line()),
            (Word::Path | Word::Done, _) => has_ended = true,
            (Word::Expand, Some(at)) => _ = expanded.insert(at, event.g()),
            (Word::Open, Some(at)) if has_changed => {
                let known = expanded.get(&at);
                let rises = |before: &Option<f64>| match (before, event.g()) {
                    _ if states_g && states_no_cost(&event) => true,
                    (Some(before), Some(now)) => now > *before,
                    _ => false,
                };
                if known.is_some_and(rises) || (has_ended && event.from.is_some_and(|from| from != at)) {
                    return Some(event.line());
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the fields that distinguish the nodes of a cell. With them, no node is expanded twice without a lower cost,
/// and every expanded node was opened. Empty if nodes are cells, or if the log does not show it clearly.
pub(super) async fn state(log: &Log) -> Vec<String> {
    // Is a cell expanded again without a lower g?
    if again(log, &[]).await != Some(true) {
        return Vec::new();
    }
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
        if again(log, some).await == Some(false) {
            return some.iter().map(|&field| field.to_owned()).collect();
        }
    }
    Vec::new()
}

/// Returns whether a node is expanded again without a lower g, or `None` if an expanded node was never opened.
async fn again(log: &Log, fields: &[&str]) -> Option<bool> {
    let mut opened: FxHashMap<(Cell, u32), Option<f64>> = FxHashMap::default();
    let mut expanded: FxHashMap<(Cell, u32), Option<f64>> = FxHashMap::default();
    // Number of each combination of values.
    let mut states: HashMap<Vec<String>, u32> = HashMap::new();
    let mut found = 0;
    let mut key = |event: &LogEvent, at: Cell| {
        let value = |name: &&str| event.others.get(name).map(LoggedValue::to_string).unwrap_or_default();
        let next = states.len() as u32;
        (at, if fields.is_empty() { 0 } else { *states.entry(fields.iter().map(value).collect()).or_insert(next) })
    };
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        if event.begins_search() || event.begins_iteration() {
            opened.clear();
            expanded.clear();
        }
        let Some(at) = event.at else { continue };
        match event.word {
            Word::Open => {
                if fields.is_empty()
                    && opened
                        .get(&key(&event, at))
                        .is_some_and(|old| old.zip(event.g()).is_some_and(|(old, g)| g >= old))
                {
                    // Opened again without a lower cost: it may be another node.
                    found += 1;
                }
                let g = opened.entry(key(&event, at)).or_insert(event.g());
                *g = g.zip(event.g()).map(|(old, new)| old.min(new)).or(event.g());
            }
            Word::Expand => {
                let key = key(&event, at);
                let first = expanded.is_empty();
                let known = opened.get(&key).copied();
                if known.is_none() && !first && !fields.is_empty() {
                    return None;
                }
                let g = event.g().or(known.flatten());
                if let Some(before) = expanded.insert(key, g) {
                    found += usize::from(!matches!((before, g), (Some(before), Some(now)) if now < before));
                }
            }
            _ => {}
        }
        if found > 0 && !fields.is_empty() {
            return Some(true);
        }
    }
    Some(found > 0)
}
