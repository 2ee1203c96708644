//! An open list: the smallest key first, and of equal keys the one that has waited longer.

use crate::geometry::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cells that wait, each with a key and what came with it. A cell may wait more than once; which of its entries are old is
/// for the search to know.
#[derive(Debug)]
pub(super) struct Open<K> {
    heap: BinaryHeap<Reverse<(K, u32, Cell)>>,
    pushed: u32,
}

impl<K: Ord + Copy> Open<K> {
    pub(super) const fn new() -> Self {
        Self { heap: BinaryHeap::new(), pushed: 0 }
    }

    pub(super) fn push(&mut self, key: K, cell: Cell) {
        self.heap.push(Reverse((key, self.pushed, cell)));
        self.pushed = self.pushed.wrapping_add(1);
    }

    /// The first entry.
    pub(super) fn first(&self) -> Option<(K, Cell)> {
        self.heap.peek().map(|&Reverse((key, _, cell))| (key, cell))
    }

    /// The first entry, taken away.
    pub(super) fn pop(&mut self) -> Option<(K, Cell)> {
        self.heap.pop().map(|Reverse((key, _, cell))| (key, cell))
    }
}
