//! State of a search as far as the log has told: its open lists, and a record for each node.

use super::node::Node;
use super::node_records::{ENTRIES, NodeRecord, Nodes};
use super::numbers::Rounding;
use crate::formats::log::{Key, LogEvent, LoggedValue};
use gridscope_trace::geometry::Cell;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Keys of an entry. Falling keys are negated, so that the smaller value always comes first. `None` if the log lacks
/// one.
pub(super) type Keys = Option<Arc<[f64]>>;

/// An entry of the heap: keys, number, node.
#[derive(PartialEq, Debug)]
struct Entry(Arc<[f64]>, u64, Node);

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let pairs = self.0.iter().zip(other.0.iter()).map(|(a, b)| a.total_cmp(b));
        pairs.fold(Ordering::Equal, Ordering::then).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares keys in turn. Returns the index of the key that decides, and the result. Returns `None` if two keys differ
/// only by rounding, or look equal but may have been rounded when printed.
pub(super) fn compare(order: &[Key], rounding: &Rounding, a: &[f64], b: &[f64]) -> Option<(usize, Ordering)> {
    for (k, ((a, b), key)) in a.iter().zip(b).zip(order).enumerate() {
        let is_entry_number = key.field == "#";
        if a != b {
            return if !is_entry_number && rounding.same(*a, *b, 2) { None } else { Some((k, a.partial_cmp(b)?)) };
        }
        if !is_entry_number && rounding.is_rounded(*a) {
            return None;
        }
    }
    None
}

/// Cells that the program may have avoided for a reason: cells that it rejected, and cells of actors.
pub(super) struct Avoided<'a> {
    refused: &'a FxHashSet<Cell>,
    occupied: &'a FxHashSet<Cell>,
    start: Option<Cell>,
    goals: &'a [Cell],
}

impl<'a> Avoided<'a> {
    /// Returns the avoided cells of a search.
    pub(super) fn by(search: &'a Search, occupied: &'a FxHashSet<Cell>) -> Self {
        Self { refused: &search.refused, occupied, start: search.start, goals: &search.goals }
    }

    /// Returns whether a cell is avoided.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        let is_end = self.start == Some(cell) || self.goals.contains(&cell);
        self.refused.contains(&cell) || (self.occupied.contains(&cell) && !is_end)
    }
}

/// An open list, with its own g values and closed cells.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) nodes: Nodes,
    heap: BinaryHeap<Reverse<Entry>>,
    /// Number of entries so far.
    entries: u64,
    /// Number of nodes on the list.
    pub(super) waiting: usize,
    /// Number of expansions.
    pub(super) expansions: usize,
}

impl List {
    /// Records that a node is opened.
    pub(super) fn open(&mut self, at: Node, event: &LogEvent, order: &[Key], rounding: &Rounding) {
        self.entries += 1;
        let number = self.entries;
        let known = self.nodes.at(at);
        let keys = keys(event, order, number);
        // Any lower value counts as lower, because a correct program may compare the last digit.
        let below = |g: f64, than: Option<f64>| than.is_none_or(|than| g < than);
        known.raises = states_no_cost(event);
        let cheaper = event.g().is_none_or(|g| below(g, known.opened)) && (event.g().is_some() || !known.was_opened);
        // Possibly lower: the same key, and no g in the log.
        let moved_back = |new: &Keys, old: &Keys| match (new, old) {
            (Some(new), Some(old)) => {
                let same = new.first().zip(old.first()).is_some_and(|(a, b)| rounding.same(*a, *b, 2));
                event.g().is_none() && same && Entry(new.clone(), 0, at) > Entry(old.clone(), 0, at)
            }
            _ => false,
        };
        if cheaper || known.parent.is_none() {
            let before = std::mem::replace(&mut known.parent, event.from.map(|from| (from, event.g())));
            if let Some((before, _)) = before {
                known.note_parent(before);
            }
        } else if let Some(from) = event.from {
            known.note_parent(from);
        }
        known.is_root |= event.from.is_none_or(|from| from == at.cell);
        if let Some(g) = event.g() {
            if known.was_expanded && below(g, known.expanded_at) {
                known.cheaper = true;
            }
            known.opened = Some(known.opened.map_or(g, |o| o.min(g)));
            if known.entries.len() < ENTRIES {
                known.entries.push(g);
            }
        }
        (known.was_opened, known.opened_since, known.restated) = (true, true, None);
        known.h = event.h().or(known.h);
        if known.was_expanded && !known.cheaper {
            // A leftover entry of an expanded node is not on the list.
            return;
        }
        match &mut known.waits {
            None => {
                known.waits = Some((keys.clone(), keys));
                self.waiting += 1;
            }
            Some((best, worst)) => {
                let ahead = match (&keys, &*best) {
                    (Some(new), Some(best)) => Entry(new.clone(), 0, at) < Entry(best.clone(), 0, at),
                    _ => cheaper,
                };
                match (ahead, cheaper) {
                    (true, true) => (*best, *worst) = (keys.clone(), keys),
                    // A program that compares the last digit of g counts even this as lower.
                    (false, false) if moved_back(&keys, worst) => *worst = keys,
                    (false, false) => return,
                    // Some programs move the entry, others keep both, so either may count.
                    (true, false) => *best = keys,
                    (false, true) => *worst = keys,
                }
            }
        }
        known.closed = false;
        (known.entry, known.line) = (number, event.line);
        // The entry of an expanded node may be a leftover in a program that checks only when it removes an entry.
        if let Some((_, Some(worst))) = &known.waits
            && !known.was_expanded
        {
            self.heap.push(Reverse(Entry(worst.clone(), number, at)));
        }
    }

    /// Returns the node on the list with the smallest keys, except for `but`.
    pub(super) fn first(&mut self, but: Option<Node>) -> Option<(Node, Arc<[f64]>)> {
        let mut skipped_entry = None;
        let mut found = None;
        while let Some(Reverse(top)) = self.heap.peek() {
            let known = self.nodes.get(top.2);
            if !known.is_some_and(|k| k.waits.is_some() && k.entry == top.1) {
                self.heap.pop();
            } else if Some(top.2) == but {
                skipped_entry = self.heap.pop();
            } else {
                found = Some((top.2, top.0.clone()));
                break;
            }
        }
        self.heap.extend(skipped_entry);
        found
    }

    /// Records that a node is taken off the list.
    pub(super) fn take(&mut self, at: Node) -> &mut NodeRecord {
        let known = self.nodes.at(at);
        if known.waits.take().is_some() {
            self.waiting -= 1;
        }
        known.closed = true;
        known
    }
}

/// Returns whether an opening states no finite cost, so that its node waits to be raised.
pub(super) fn states_no_cost(event: &LogEvent) -> bool {
    let rhs = event.others.get("rhs");
    rhs.is_some_and(LoggedValue::is_null)
        || event.number("rhs").is_some_and(f64::is_infinite)
        || event.g().is_none_or(f64::is_infinite)
}

/// Returns the keys of an entry by an order.
fn keys(event: &LogEvent, order: &[Key], number: u64) -> Keys {
    let one = |key: &Key| carried(event, &key.field, number).map(|v| if key.falling { -v } else { v });
    order.iter().map(one).collect()
}

/// Returns the value of a field that may be a key; `#` is the entry's number.
pub(super) fn carried(event: &LogEvent, field: &str, number: u64) -> Option<f64> {
    let value = match field {
        "#" => Some(number as f64),
        "f" => event.f().or_else(|| Some(event.g()? + event.h()?)),
        field => event.number(field),
    };
    value.filter(|v| !v.is_nan())
}

/// A search in a log.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a log has said of its search")]
pub(super) struct Search {
    pub(super) lists: FxHashMap<Option<String>, List>,
    /// Start and goals, if stated.
    pub(super) start: Option<Cell>,
    pub(super) goals: Vec<Cell>,
    pub(super) order: Vec<Key>,
    /// Cell that was opened first.
    pub(super) first: Option<Cell>,
    /// Cells that were expanded before, if no event states that a new search begins.
    pub(super) earlier: FxHashSet<Cell>,
    /// Parents of steps before the first expansion: start cells that are not logged.
    pub(super) implied: FxHashSet<Cell>,
    /// Cells that were rejected for a reason that the map does not show.
    pub(super) refused: FxHashSet<Cell>,
    /// Largest h of each cell, with its event, until the map changes.
    pub(super) h: FxHashMap<Cell, (f64, usize)>,
    /// Whether a cell was rejected because of a budget, so that the search may have given up.
    pub(super) gave_up: bool,
    /// Whether the map has changed since a cell was expanded.
    pub(super) changed: bool,
    /// Number of changes of the map.
    pub(super) changes: usize,
    /// Whether the start of an incremental search has moved.
    pub(super) moved: bool,
    /// Expansion in progress: its event, node, list, and the cells opened or rejected from it.
    pub(super) current: Option<(usize, Node, Option<String>, FxHashSet<Cell>)>,
    /// Cell that was expanded last.
    pub(super) last_expanded: Option<Cell>,
    /// Node that was closed last, if only events about it followed.
    pub(super) last_closed: Option<Node>,
    /// Event at which the search begins.
    pub(super) begins: usize,
    /// Whether a path or the end was logged.
    pub(super) ended: bool,
    /// Result in the event `done`.
    pub(super) result: Option<String>,
    /// Worst fault of each rule that is reported once per search.
    pub(super) worst: FxHashMap<super::Rule, Worst>,
    /// Event of a path without cells.
    pub(super) empty_path: Option<usize>,
    /// Findings that are valid only if the search found its goal.
    pub(super) if_found: Vec<super::Finding>,
    /// Blocked cells that were already reported.
    pub(super) told: FxHashSet<Cell>,
    /// Nodes that were on the open list while a worse one was expanded. Each is reported once.
    pub(super) passed_over: FxHashSet<Node>,
}

/// The worst fault of a rule that is reported once per search.
#[derive(Debug)]
pub(super) struct Worst {
    pub(super) finding: super::Finding,
    pub(super) by: f64,
    pub(super) count: usize,
}

impl Search {
    /// Creates a search with these ends.
    pub(super) fn new(start: Option<Cell>, goals: Vec<Cell>, order: Vec<Key>) -> Self {
        Self { start, goals, order, ..Self::default() }
    }

    /// Returns the list with this name.
    pub(super) fn list(&mut self, name: Option<String>) -> &mut List {
        self.lists.entry(name).or_default()
    }

    /// Returns whether a node is closed in any list.
    pub(super) fn is_closed(&self, node: Node) -> bool {
        self.lists.values().any(|list| list.nodes.get(node).is_some_and(|known| known.closed))
    }

    /// Returns whether all lists are empty after an expansion, so that the search is over.
    pub(super) fn is_empty(&self) -> bool {
        self.lists.values().all(|list| list.waiting == 0) && self.lists.values().any(|list| list.expansions > 0)
    }

    /// Returns the expanded cells, including those of an earlier part of what may be the same search.
    pub(super) fn expanded_cells(&mut self) -> FxHashSet<Cell> {
        let mut all = std::mem::take(&mut self.earlier);
        let lists = self.lists.values().flat_map(|list| list.nodes.all());
        all.extend(lists.filter(|(_, known)| known.was_expanded).map(|(node, _)| node.cell));
        all
    }

    /// Returns whether the search comes from a goal.
    pub(super) fn is_backward(&self) -> bool {
        self.first.is_some_and(|first| self.goals.contains(&first))
    }

    /// Returns whether the search may come from a goal: it does, or no end is stated.
    pub(super) fn may_be_backward(&self) -> bool {
        self.is_backward() || (self.goals.is_empty() && self.start.is_none())
    }

    /// Returns whether a cell may be a start that is not logged.
    pub(super) fn is_start(&self, cell: Cell) -> bool {
        self.start == Some(cell) || self.implied.contains(&cell)
    }
}
