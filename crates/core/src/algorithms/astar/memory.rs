//! What a search keeps: a record a cell, the ways to it where somebody counts them, and the open list.

use crate::bucket_queue::{BucketQueue, Keyed};
use crate::geometry::{Cell, Dir};
use std::cmp::Ordering;

/// One record a cell. The closed flag stands in it: there is no separate closed set.
#[derive(Clone, Copy)]
pub(super) struct Record {
    pub(super) g: u64,
    /// Computed once.
    pub(super) h: u32,
    /// The number of the search that wrote it; for every other one the cell is new.
    pub(super) search: u16,
    pub(super) is_closed: bool,
    pub(super) parent: Option<Dir>,
}

pub(super) const NEW: Record = Record { g: 0, h: 0, search: 0, is_closed: false, parent: None };

/// What is counted of the ways to a cell, where dice or an observer ask for it.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    /// How many cheapest paths lead here, as counted on the way; rounded past 2⁵³.
    pub(super) paths: f64,
    /// How many arrivals at this cost.
    pub(super) n: u8,
}

const NONE: Ways = Ways { paths: 0.0, n: 0 };

/// An entry of the open list: f, then the tie rule and the age as one number. Of equal f the lowest g is the highest h.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) f: u64,
    pub(super) rank: u64,
    pub(super) cell: Cell,
}

impl Entry {
    #[inline]
    const fn place(&self) -> u128 {
        (self.f as u128) << 64 | self.rank as u128
    }
}

impl Keyed for Entry {
    #[inline]
    fn key(&self) -> u64 {
        self.f
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Entry {}

impl Ord for Entry {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

/// With the comparisons that a heap makes in one step each.
impl PartialOrd for Entry {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.place() < other.place()
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.place() <= other.place()
    }
}

/// The memory of a search, which the next one can use again: on a map of the same size or a smaller one it takes no more, and
/// nothing is cleared.
#[derive(Clone, Default)]
pub struct Memory {
    pub(super) records: Vec<Record>,
    pub(super) ways: Vec<Ways>,
    pub(super) open: BucketQueue<Entry>,
    /// The number of the last search.
    pub(super) search: u16,
}

impl Memory {
    /// Makes it ready for a search on so many cells. `counts`: the ways to them are counted.
    pub(super) fn restart(&mut self, cells: usize, counts: bool) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.records.fill(NEW);
            1
        });
        if self.records.len() < cells {
            self.records.resize(cells, NEW);
        }
        if counts && self.ways.len() < cells {
            self.ways.resize(cells, NONE);
        }
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("records", &self.records.len()).finish_non_exhaustive()
    }
}
