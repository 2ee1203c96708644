//! Detects habits that a log shows but does not state: several nodes per cell, or one search over several plans.

use super::AT_ONCE;
use super::search::states_no_cost;
use crate::formats::log::{Log, LogEvent, LoggedValue, Word};
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::pause_every;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hash, RandomState};

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
                    _ if states_g && states_no_cost(event) => true,
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
    if again::<_, FxBuildHasher>(log, false, |_, at| at).await != Some(true) {
        return Vec::new();
    }
    let mut fields: Option<BTreeSet<&str>> = None;
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        if !matches!(event.word, Word::Open | Word::Expand) {
            continue;
        }
        let named: BTreeSet<&str> =
            event.others.iter().filter(|(name, _)| !COMMON.contains(name)).map(|f| f.0).collect();
        fields = Some(match fields {
            None => named,
            Some(fields) => fields.intersection(&named).copied().collect(),
        });
    }
    let keys: FxHashSet<&str> = log.header.order.iter().flatten().map(|key| key.field.as_str()).collect();
    let fields: Vec<&str> =
        fields.unwrap_or_default().into_iter().filter(|name| !keys.contains(name)).take(FIELDS).collect();
    // Each field alone, then all of them.
    let mut tried: Vec<&[&str]> = fields.chunks(1).collect();
    tried.extend((fields.len() > 1).then_some(&fields[..]));
    for some in tried {
        let value =
            |event: &LogEvent, name: &str| event.others.get(name).map(LoggedValue::to_string).unwrap_or_default();
        let node =
            |event: &LogEvent, at: Cell| (at, some.iter().map(|name| value(event, name)).collect::<Vec<String>>());
        if again::<_, RandomState>(log, true, node).await == Some(false) {
            return some.iter().map(|&field| field.to_owned()).collect();
        }
    }
    Vec::new()
}

/// Returns whether a node is expanded again without a lower g, or `None` if an expanded node was never opened. `key`
/// returns the node of an event, and `has_fields` says whether it is more than a cell.
async fn again<K: Eq + Hash, S: BuildHasher + Default>(
    log: &Log,
    has_fields: bool,
    key: impl Fn(&LogEvent, Cell) -> K,
) -> Option<bool> {
    let mut opened: HashMap<K, Option<f64>, S> = HashMap::default();
    let mut expanded: HashMap<K, Option<f64>, S> = HashMap::default();
    let mut found = 0;
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        if event.begins_search() || event.begins_iteration() {
            opened.clear();
            expanded.clear();
        }
        let Some(at) = event.at else { continue };
        match event.word {
            Word::Open => {
                if !has_fields
                    && opened
                        .get(&key(event, at))
                        .is_some_and(|old| old.zip(event.g()).is_some_and(|(old, g)| g >= old))
                {
                    // Opened again without a lower cost: it may be another node.
                    found += 1;
                }
                let g = opened.entry(key(event, at)).or_insert(event.g());
                *g = g.zip(event.g()).map(|(old, new)| old.min(new)).or(event.g());
            }
            Word::Expand => {
                let key = key(event, at);
                let first = expanded.is_empty();
                let known = opened.get(&key).copied();
                if known.is_none() && !first && has_fields {
                    return None;
                }
                let g = event.g().or(known.flatten());
                if let Some(before) = expanded.insert(key, g) {
                    found += usize::from(!matches!((before, g), (Some(before), Some(now)) if now < before));
                }
            }
            _ => {}
        }
        if found > 0 && has_fields {
            return Some(true);
        }
    }
    Some(found > 0)
}
