//! The waiting cells of a search whose order of expansion does not matter: a ring of unsorted buckets.
//!
//! A bucket holds the cells whose keys differ by less than its width. Of the lowest bucket, the cell pushed last comes out
//! first. So a cell may be expanded before another with a slightly lower key. The search then expands it again if its cost
//! turns out lower. With buckets narrower than the cheapest step that is rare, and nothing has to be sorted.
//!
//! Source: Ulrich Meyer and Peter Sanders, *Δ-stepping: A Parallelizable Shortest Path Algorithm*, 2003.

use crate::filled_buckets::FilledBuckets;
use crate::geometry::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Number of buckets in the ring.
const RING: u64 = 512;
/// Number of words with a bit for each bucket.
const WORDS: usize = (RING / 64) as usize;

/// The waiting cells. The next search reuses their memory.
#[derive(Clone)]
pub(super) struct OpenCells {
    /// Number of low bits in which the keys of one bucket may differ.
    shift: u32,
    /// Number of the lowest bucket.
    base: u64,
    /// Bucket `n` is at index `n % RING`.
    ring: Vec<Vec<Cell>>,
    filled: FilledBuckets<WORDS>,
    /// Cells beyond the ring, with their keys.
    beyond: BinaryHeap<Reverse<(u64, Cell)>>,
}

impl Default for OpenCells {
    fn default() -> Self {
        let ring = vec![Vec::new(); RING as usize];
        Self { shift: 0, base: 0, ring, filled: FilledBuckets::default(), beyond: BinaryHeap::new() }
    }
}

impl OpenCells {
    /// Empties it for keys from `first` on. `cheapest` is the cost of the cheapest step.
    pub(super) fn restart(&mut self, first: u64, cheapest: u64) {
        while let Some(number) = self.filled.next(0) {
            self.filled.empty(number);
            self.ring[number as usize].clear();
        }
        self.beyond.clear();
        self.shift = (cheapest / 2).max(1).ilog2();
        self.base = first >> self.shift;
    }

    /// Adds a cell. Its key must not be lower than that of the cell that came out last.
    #[inline]
    pub(super) fn push(&mut self, key: u64, cell: Cell) {
        let number = key >> self.shift;
        if number.wrapping_sub(self.base) < RING {
            self.filled.fill(number);
            self.ring[(number % RING) as usize].push(cell);
        } else {
            self.beyond.push(Reverse((key, cell)));
        }
    }

    /// Removes and returns a cell of the lowest bucket. Returns `None` if no cell with a key below `bound` is left.
    #[inline]
    pub(super) fn pop(&mut self, bound: u64) -> Option<Cell> {
        loop {
            if let Some(cell) = self.ring[(self.base % RING) as usize].pop() {
                return Some(cell);
            }
            self.advance(bound)?;
        }
    }

    /// Makes the next bucket that has cells the lowest one. Returns `None` if there is none below `bound`.
    fn advance(&mut self, bound: u64) -> Option<()> {
        self.filled.empty(self.base);
        let far = self.beyond.peek().map(|Reverse((key, _))| key >> self.shift);
        self.base =
            self.filled.next(self.base).into_iter().chain(far).min().filter(|number| *number <= bound >> self.shift)?;
        while let Some(&Reverse((key, cell))) = self.beyond.peek()
            && (key >> self.shift).wrapping_sub(self.base) < RING
        {
            self.beyond.pop();
            self.push(key, cell);
        }
        Some(())
    }
}
