//! What a log has said so far of one search: its lists, and what it holds of each cell.

use super::node::Node;
use super::numbers::Rounding;
use crate::core::geometry::Cell;
use crate::formats::log::{Key, LogEvent, Told};
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The keys of an entry, each so that the smaller goes first; `None` where the log does not say one.
pub(super) type Keys = Option<Vec<f64>>;

/// How many entries of a cell are kept.
pub(super) const ENTRIES: usize = 16;

/// What is known of a cell in one open list.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a log has said of the cell")]
pub(super) struct Known {
    /// The entry that counts, if it waits: the best that may be meant, and the worst.
    pub(super) waits: Option<(Keys, Keys)>,
    /// Which of the entries in the heap is its own.
    entry: u64,
    /// The cheapest g that it was opened with.
    pub(super) opened: Option<f64>,
    /// All that it was opened with, where its expansion does not say which one was taken.
    pub(super) entries: Vec<f64>,
    /// g as it was expanded last.
    pub(super) expanded_at: Option<f64>,
    /// The latest h.
    pub(super) h: Option<f64>,
    /// Whether it was ever opened.
    pub(super) was_opened: bool,
    /// Whether it was ever expanded.
    pub(super) was_expanded: bool,
    /// Whether it is off the list for good, as far as one can know: expanded or closed, and not opened more cheaply since.
    pub(super) closed: bool,
    /// How often the ground had changed when it was expanded, and whether it was opened since.
    pub(super) on_ground: usize,
    pub(super) opened_since: bool,
    /// Whether its expansion said its g.
    pub(super) says_g: bool,
    /// Whether it was opened with a lower g since it was expanded.
    pub(super) cheaper: bool,
    /// The line of the entry that counts.
    pub(super) line: u32,
    /// Where its cheapest opening came from, with the g that it states.
    pub(super) parent: Option<(Cell, Option<f64>)>,
    /// Whether its latest opening states no finite g: in an incremental search it waits to be raised.
    pub(super) raises: bool,
    /// The g that an event of the program's own stated of it since it was opened.
    pub(super) restated: Option<f64>,
}

impl Known {
    /// Its g: that of the latest expansion, else of the cheapest opening.
    pub(super) fn g(&self) -> Option<f64> {
        if self.was_expanded { self.expanded_at } else { self.opened }
    }
}

/// An entry of the heap: keys, a number, the node.
#[derive(PartialEq, Debug)]
struct Entry(Vec<f64>, u64, Node);

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let pairs = self.0.iter().zip(&other.0).map(|(a, b)| a.total_cmp(b));
        pairs.fold(Ordering::Equal, Ordering::then).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares keys in turn: which one decides, and how. Where two differ by no more than a rounding, nothing is said; nor
/// where they are equal as they were printed, but may have been rounded for that.
pub(super) fn compare(order: &[Key], rounding: &Rounding, a: &[f64], b: &[f64]) -> Option<(usize, Ordering)> {
    for (k, ((a, b), key)) in a.iter().zip(b).zip(order).enumerate() {
        let counted = key.field == "#";
        if a != b {
            return if !counted && rounding.same(*a, *b, 2) { None } else { Some((k, a.partial_cmp(b)?)) };
        }
        if !counted && rounding.is_rounded(*a) {
            return None;
        }
    }
    None
}

/// What is known of the nodes of a list, in a row: what is known of one takes much room.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    places: HashMap<Node, u32>,
    all: Vec<Known>,
    /// The nodes of each cell that has one with a state.
    of_cell: HashMap<Cell, Vec<Node>>,
}

impl Nodes {
    /// Returns what is known of a node, if anything.
    pub(super) fn get(&self, node: Node) -> Option<&Known> {
        self.places.get(&node).and_then(|&place| self.all.get(place as usize))
    }

    /// Returns what is known of a node, to be changed.
    pub(super) fn at(&mut self, node: Node) -> &mut Known {
        let next = self.all.len();
        let place = *self.places.entry(node).or_insert(next as u32) as usize;
        if place == next {
            self.all.push(Known::default());
            if node.state != 0 {
                self.of_cell.entry(node.cell).or_default().push(node);
            }
        }
        &mut self.all[place]
    }

    /// Returns the nodes of a cell, the first that was met first.
    pub(super) fn of(&self, cell: Cell) -> Vec<Node> {
        match self.of_cell.get(&cell) {
            Some(nodes) => nodes.clone(),
            None => self.places.contains_key(&Node::plain(cell)).then_some(Node::plain(cell)).into_iter().collect(),
        }
    }

    /// Returns all nodes with what is known of them.
    pub(super) fn all(&self) -> impl Iterator<Item = (Node, &Known)> {
        self.places.iter().map(|(&node, &place)| (node, &self.all[place as usize]))
    }
}

/// Cells that the program may have had a reason not to enter: those that it refused, and where somebody stood.
pub(super) struct Avoided<'a> {
    refused: &'a HashSet<Cell>,
    occupied: &'a HashSet<Cell>,
    ends: [Option<Cell>; 2],
}

impl<'a> Avoided<'a> {
    /// Those of a search.
    pub(super) const fn by(search: &'a Search, occupied: &'a HashSet<Cell>) -> Self {
        Self { refused: &search.refused, occupied, ends: [search.start, search.goal] }
    }

    /// Whether a cell is one of them.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.refused.contains(&cell) || (self.occupied.contains(&cell) && !self.ends.contains(&Some(cell)))
    }
}

/// One open list, with the g and the closed cells that belong to it.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) nodes: Nodes,
    heap: BinaryHeap<Reverse<Entry>>,
    /// How many entries there were.
    entries: u64,
    /// How many cells wait.
    pub(super) waiting: usize,
    /// How many cells were expanded.
    pub(super) expansions: usize,
}

impl List {
    /// A node is opened.
    pub(super) fn open(&mut self, at: Node, event: &LogEvent, order: &[Key], rounding: &Rounding) {
        self.entries += 1;
        let number = self.entries;
        let known = self.nodes.at(at);
        let keys = keys(event, order, number);
        // Lower by any amount is lower: a sound program may go by its last digit.
        let below = |g: f64, than: Option<f64>| than.is_none_or(|than| g < than);
        known.raises = states_no_cost(event);
        let cheaper = event.g().is_none_or(|g| below(g, known.opened)) && (event.g().is_some() || !known.was_opened);
        // Perhaps lower: the same key, and nothing said of g.
        let moved_back = |new: &Keys, old: &Keys| match (new, old) {
            (Some(new), Some(old)) => {
                let same = new.first().zip(old.first()).is_some_and(|(a, b)| rounding.same(*a, *b, 2));
                event.g().is_none() && same && Entry(new.clone(), 0, at) > Entry(old.clone(), 0, at)
            }
            _ => false,
        };
        if cheaper || known.parent.is_none() {
            known.parent = event.from.map(|from| (from, event.g()));
        }
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
            // What is left over from an expanded cell does not wait.
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
                    // A program that compares g to the last digit takes even this for lower.
                    (false, false) if moved_back(&keys, worst) => *worst = keys,
                    (false, false) => return,
                    // One program moves the entry, another one keeps both: either may be meant.
                    (true, false) => *best = keys,
                    (false, true) => *worst = keys,
                }
            }
        }
        known.closed = false;
        (known.entry, known.line) = (number, event.line);
        // One that was expanded before may be a leftover in a program that looks only when it takes it.
        if let Some((_, Some(worst))) = &known.waits
            && !known.was_expanded
        {
            self.heap.push(Reverse(Entry(worst.clone(), number, at)));
        }
    }

    /// The node that waits with the smallest keys, other than one.
    pub(super) fn first(&mut self, but: Option<Node>) -> Option<(Node, Vec<f64>)> {
        let mut kept = None;
        let mut found = None;
        while let Some(Reverse(top)) = self.heap.peek() {
            let known = self.nodes.get(top.2);
            if !known.is_some_and(|k| k.waits.is_some() && k.entry == top.1) {
                self.heap.pop();
            } else if Some(top.2) == but {
                kept = self.heap.pop();
            } else {
                found = Some((top.2, top.0.clone()));
                break;
            }
        }
        self.heap.extend(kept);
        found
    }

    /// A node is taken off the list.
    pub(super) fn take(&mut self, at: Node) -> &mut Known {
        let known = self.nodes.at(at);
        if known.waits.take().is_some() {
            self.waiting -= 1;
        }
        known.closed = true;
        known
    }
}

/// Returns whether an opening says that its node costs nothing finite: it waits to be raised.
pub(super) fn states_no_cost(event: &LogEvent) -> bool {
    let rhs = event.others.get("rhs");
    rhs.is_some_and(Told::is_null)
        || event.number("rhs").is_some_and(f64::is_infinite)
        || event.g().is_none_or(f64::is_infinite)
}

/// The keys of an entry by an order.
fn keys(event: &LogEvent, order: &[Key], number: u64) -> Keys {
    let one = |key: &Key| carried(event, &key.field, number).map(|v| if key.falling { -v } else { v });
    order.iter().map(one).collect()
}

/// What the event of an entry says of a field that may be a key; `#` is the entry's number.
pub(super) fn carried(event: &LogEvent, field: &str, number: u64) -> Option<f64> {
    let value = match field {
        "#" => Some(number as f64),
        "f" => event.f().or_else(|| Some(event.g()? + event.h()?)),
        field => event.number(field),
    };
    value.filter(|v| !v.is_nan())
}

/// One search.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a log has said of its search")]
pub(super) struct Search {
    pub(super) lists: HashMap<Option<String>, List>,
    /// Its ends, where they are stated.
    pub(super) start: Option<Cell>,
    pub(super) goal: Option<Cell>,
    pub(super) order: Vec<Key>,
    /// The cell that was opened first.
    pub(super) first: Option<Cell>,
    /// Cells that were expanded before, if nothing says that another search begins.
    pub(super) earlier: HashSet<Cell>,
    /// Cells that steps came from before anything was expanded: starts that are not logged.
    pub(super) implied: HashSet<Cell>,
    /// Cells that were refused for a reason that the ground does not show.
    pub(super) refused: HashSet<Cell>,
    /// The h of each cell, the largest, with the event that says it; until the ground changes.
    pub(super) h: HashMap<Cell, (f64, usize)>,
    /// Whether a cell was refused for want of a budget: the search may have given up.
    pub(super) gave_up: bool,
    /// Whether the ground has changed since a cell was expanded.
    pub(super) changed: bool,
    /// How often it has.
    pub(super) changes: usize,
    /// Whether the start of an incremental search has moved.
    pub(super) moved: bool,
    /// The cell whose neighbours are being looked at: the event, and those that it opened or rejected.
    pub(super) current: Option<(usize, Node, Option<String>, HashSet<Cell>)>,
    /// The cell that was expanded last.
    pub(super) last_expanded: Option<Cell>,
    /// The node that was closed last, if nothing but that node came after it.
    pub(super) last_closed: Option<Node>,
    /// The event at which it begins.
    pub(super) begins: usize,
    /// Whether a path or the end was logged.
    pub(super) ended: bool,
    /// What `done` says.
    pub(super) result: Option<String>,
    /// The worst of what is told once a search: the event, by how much, how many.
    pub(super) worst: HashMap<super::Rule, Worst>,
    /// The event of a path without cells.
    pub(super) empty_path: Option<usize>,
    /// Findings that hold only where the search found its goal.
    pub(super) if_found: Vec<super::Finding>,
    /// Cells in a wall that were told of.
    pub(super) told: HashSet<Cell>,
    /// Cells that waited while a worse one was expanded, each told once.
    pub(super) passed_over: HashSet<Node>,
}

/// The worst fault of a kind that is told once a search.
#[derive(Debug)]
pub(super) struct Worst {
    pub(super) finding: super::Finding,
    pub(super) by: f64,
    pub(super) count: usize,
}

impl Search {
    /// A search with these ends.
    pub(super) fn new(start: Option<Cell>, goal: Option<Cell>, order: Vec<Key>) -> Self {
        Self { start, goal, order, ..Self::default() }
    }

    /// The list of a name.
    pub(super) fn list(&mut self, name: Option<String>) -> &mut List {
        self.lists.entry(name).or_default()
    }

    /// Whether a node is closed in any list.
    pub(super) fn is_closed(&self, node: Node) -> bool {
        self.lists.values().any(|list| list.nodes.get(node).is_some_and(|known| known.closed))
    }

    /// Whether nothing waits although something was expanded: the search is over, whatever the log says.
    pub(super) fn is_empty(&self) -> bool {
        self.lists.values().all(|list| list.waiting == 0) && self.lists.values().any(|list| list.expansions > 0)
    }

    /// Returns the cells that were expanded, here and in what may be the same search before.
    pub(super) fn expanded_cells(&mut self) -> HashSet<Cell> {
        let mut all = std::mem::take(&mut self.earlier);
        let lists = self.lists.values().flat_map(|list| list.nodes.all());
        all.extend(lists.filter(|(_, known)| known.was_expanded).map(|(node, _)| node.cell));
        all
    }

    /// Whether a cell may be a start that is not logged.
    pub(super) fn is_start(&self, cell: Cell) -> bool {
        self.start == Some(cell) || self.implied.contains(&cell)
    }
}
