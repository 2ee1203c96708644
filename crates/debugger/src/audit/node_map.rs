//! Tables of cells and nodes. A log may name any cells, so memory is used only near those that it names.

use super::node::Node;
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashMap;

/// Number of cells of a row that share an entry of a table.
const STRETCH: u16 = 64;

/// Returns the stretch of cells that a cell belongs to, and its place there.
const fn stretch(cell: Cell) -> ((u16, u16), usize) {
    ((cell.x / STRETCH, cell.y), (cell.x % STRETCH) as usize)
}

/// A set of cells, with a bit for each cell of a stretch.
#[derive(Debug, Default)]
pub(super) struct CellSet(FxHashMap<(u16, u16), u64>);

impl CellSet {
    /// Adds a cell. Returns whether it was not in the set.
    pub(super) fn insert(&mut self, cell: Cell) -> bool {
        let (stretch, place) = stretch(cell);
        let bits = self.0.entry(stretch).or_insert(0);
        let is_new = *bits & 1 << place == 0;
        *bits |= 1 << place;
        is_new
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        let (stretch, place) = stretch(cell);
        self.0.get(&stretch).is_some_and(|bits| bits & 1 << place != 0)
    }

    /// Returns the number of cells.
    pub(super) fn len(&self) -> usize {
        self.0.values().map(|bits| bits.count_ones() as usize).sum()
    }
}

/// A value for each node.
#[derive(Debug)]
pub(super) struct NodeMap<T> {
    /// Values of nodes with state 0, by stretch.
    plain: FxHashMap<(u16, u16), Box<[Option<T>; STRETCH as usize]>>,
    /// Values of the other nodes, which may be few in a stretch.
    others: FxHashMap<Node, Option<T>>,
}

impl<T> Default for NodeMap<T> {
    fn default() -> Self {
        Self { plain: FxHashMap::default(), others: FxHashMap::default() }
    }
}

impl<T> NodeMap<T> {
    pub(super) fn get(&self, node: Node) -> Option<&T> {
        if node.state != 0 {
            return self.others.get(&node)?.as_ref();
        }
        let (stretch, place) = stretch(node.cell);
        self.plain.get(&stretch)?[place].as_ref()
    }

    /// Returns the place of a node's value, which may be empty.
    pub(super) fn slot(&mut self, node: Node) -> &mut Option<T> {
        if node.state != 0 {
            return self.others.entry(node).or_insert(None);
        }
        let (stretch, place) = stretch(node.cell);
        &mut self.plain.entry(stretch).or_insert_with(|| Box::new([const { None }; STRETCH as usize]))[place]
    }

    /// Returns whether it has no values.
    pub(super) fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.others.is_empty()
    }

    /// Removes all values.
    pub(super) fn clear(&mut self) {
        self.plain.clear();
        self.others.clear();
    }
}
