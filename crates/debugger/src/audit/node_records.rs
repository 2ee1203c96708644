//! Records of the nodes of an open list.

use super::node::Node;
use super::node_map::NodeMap;
use super::search::Keys;
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashMap;

/// Maximum number of entries kept for a cell.
pub(super) const ENTRIES: usize = 16;

/// Record of a node in one open list.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a log has said of the cell")]
pub(super) struct NodeRecord {
    /// Current entry, if the node is on the open list: the best and the worst keys that may count.
    pub(super) waits: Option<(Keys, Keys)>,
    /// Number of its entry in the heap.
    pub(super) entry: u64,
    /// Lowest g that it was opened with.
    pub(super) opened: Option<f64>,
    /// All g that it was opened with, because its expansion may not state which one was used.
    pub(super) entries: Vec<f64>,
    /// g of its last expansion.
    pub(super) expanded_at: Option<f64>,
    /// Latest h.
    pub(super) h: Option<f64>,
    /// Whether it was ever opened.
    pub(super) was_opened: bool,
    /// Whether it was ever expanded.
    pub(super) was_expanded: bool,
    /// Whether it seems to be closed for good: expanded or closed, and not opened with a lower cost since.
    pub(super) closed: bool,
    /// Number of map changes before its last expansion. The next field is whether it was opened since.
    pub(super) on_ground: usize,
    pub(super) opened_since: bool,
    /// Whether its last expansion stated g.
    pub(super) says_g: bool,
    /// Whether it was opened with a lower g since its last expansion.
    pub(super) cheaper: bool,
    /// Line of the current entry.
    pub(super) line: u32,
    /// Parent of its cheapest opening, with the g stated there.
    pub(super) parent: Option<(Cell, Option<f64>)>,
    /// Other cells that it was reached from, and whether it was opened without a parent.
    pub(super) other_parents: Vec<Cell>,
    pub(super) is_root: bool,
    /// Whether its latest opening states no finite g. In an incremental search, it then waits to be raised.
    pub(super) raises: bool,
    /// g that one of the program's own events has stated since it was opened.
    pub(super) restated: Option<f64>,
}

impl NodeRecord {
    /// Records that the node was reached from a cell.
    pub(super) fn note_parent(&mut self, from: Cell) {
        let known = self.parent.is_some_and(|parent| parent.0 == from) || self.other_parents.contains(&from);
        if !known && self.other_parents.len() < ENTRIES {
            self.other_parents.push(from);
        }
    }

    /// Returns all cells that it was reached from, or `None` if there are too many.
    pub(super) fn parents(&self) -> Option<impl Iterator<Item = Cell>> {
        let all = self.parent.map(|parent| parent.0).into_iter().chain(self.other_parents.iter().copied());
        (self.other_parents.len() < ENTRIES).then_some(all)
    }

    /// Returns g: that of the latest expansion, or else of the cheapest opening.
    pub(super) fn g(&self) -> Option<f64> {
        if self.was_expanded { self.expanded_at } else { self.opened }
    }
}

/// Records of the nodes of a list, stored in one vector because a record is large.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// Number of each node's record.
    numbers: NodeMap<u32>,
    /// The nodes with their records, in the order in which they appeared.
    all: Vec<(Node, NodeRecord)>,
    /// Nodes of each cell that has nodes with a state.
    of_cell: FxHashMap<Cell, Vec<Node>>,
}

impl Nodes {
    /// Returns the record of a node, if there is one.
    pub(super) fn get(&self, node: Node) -> Option<&NodeRecord> {
        self.numbers.get(node).and_then(|&number| self.all.get(number as usize)).map(|(_, record)| record)
    }

    /// Returns the record of a node for changing. Creates it if needed.
    pub(super) fn at(&mut self, node: Node) -> &mut NodeRecord {
        let next = self.all.len();
        let number = *self.numbers.slot(node).get_or_insert(next as u32) as usize;
        if number == next {
            self.all.push((node, NodeRecord::default()));
            if node.state != 0 {
                self.of_cell.entry(node.cell).or_default().push(node);
            }
        }
        &mut self.all[number].1
    }

    /// Returns the nodes of a cell, in the order in which they appeared.
    pub(super) fn of(&self, cell: Cell) -> Vec<Node> {
        match self.of_cell.get(&cell) {
            Some(nodes) => nodes.clone(),
            None => self.numbers.get(Node::plain(cell)).map(|_| Node::plain(cell)).into_iter().collect(),
        }
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns all nodes with their records.
    pub(super) fn all(&self) -> impl Iterator<Item = (Node, &NodeRecord)> {
        self.all.iter().map(|(node, record)| (*node, record))
    }
}
