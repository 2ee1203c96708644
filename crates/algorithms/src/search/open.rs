//! An open list: the smallest key first, and for equal keys the oldest entry first.

use crate::geometry::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Open cells with their keys. A cell may have several entries, and the search must recognise the outdated ones.
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

    /// Returns the first entry.
    pub(super) fn first(&self) -> Option<(K, Cell)> {
        self.heap.peek().map(|&Reverse((key, _, cell))| (key, cell))
    }

    /// Removes and returns the first entry.
    pub(super) fn pop(&mut self) -> Option<(K, Cell)> {
        self.heap.pop().map(|Reverse((key, _, cell))| (key, cell))
    }
}
