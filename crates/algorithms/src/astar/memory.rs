//! What a search keeps: a record a cell, the ways to it where somebody counts them, and the open list.

use crate::bucket_queue::BucketQueue;
use crate::geometry::Dir;

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

/// A record as it is kept: g, then from the highest bit h, the number of the search, eight bits for the parent, from 1 on, and
/// eight for the closed flag. Zeros are a record of no search, and memory of zeros costs nothing until somebody writes there.
type Kept = [u64; 2];

impl Record {
    #[inline]
    const fn kept(self) -> Kept {
        let parent = match self.parent {
            Some(dir) => dir as u64 + 1,
            None => 0,
        };
        [self.g, (self.h as u64) << 32 | (self.search as u64) << 16 | parent << 8 | self.is_closed as u64]
    }

    #[inline]
    fn of([g, rest]: Kept) -> Self {
        let parent = (rest >> 8) as u8;
        Self {
            g,
            h: (rest >> 32) as u32,
            search: (rest >> 16) as u16,
            is_closed: rest & 1 != 0,
            parent: (parent != 0).then(|| Dir::ALL[usize::from(parent.wrapping_sub(1) % 8)]),
        }
    }
}

/// The memory of a search, which the next one can use again: on a map of the same size or a smaller one it takes no more, and
/// nothing is cleared.
#[derive(Clone, Default)]
pub struct Memory {
    records: Vec<Kept>,
    /// Over how many cheapest paths each cell is reached, as counted on the way; rounded past 2⁵³. Where dice or an observer
    /// ask for it.
    pub(super) paths: Vec<f64>,
    /// How many arrivals there were at a cell's cost; where the paths are counted.
    pub(super) arrivals: Vec<u8>,
    pub(super) open: BucketQueue,
    /// The number of the last search.
    pub(super) search: u16,
}

impl Memory {
    /// Makes it ready for a search on so many cells. `counts`: the ways to them are counted.
    pub(super) fn restart(&mut self, cells: usize, counts: bool) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.records.fill(NEW.kept());
            1
        });
        // New memory, which is zeros already, in place of more of the old: what other searches wrote is of no use.
        if self.records.len() < cells {
            self.records = vec![NEW.kept(); cells];
        }
        if counts && self.paths.len() < cells {
            (self.paths, self.arrivals) = (vec![0.0; cells], vec![0; cells]);
        }
    }

    /// What is known of a cell.
    #[inline]
    pub(super) fn record(&self, at: usize) -> Record {
        Record::of(self.records[at])
    }

    /// Writes what is known of a cell.
    #[inline]
    pub(super) fn write(&mut self, at: usize, record: Record) {
        self.records[at] = record.kept();
    }

    /// How many arrivals at a cell's cost a search that counts has met, and over how many paths they came.
    pub(super) fn counted(&self, at: usize) -> (u8, f64) {
        (self.arrivals[at], self.paths[at])
    }

    /// What the last search, on so many cells, knows of each that it came to.
    pub(super) fn known(&self, cells: usize) -> impl Iterator<Item = (usize, Record)> {
        let all = self.records.iter().take(cells).map(|&kept| Record::of(kept)).enumerate();
        all.filter(|(_, record)| record.search == self.search)
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("records", &self.records.len()).finish_non_exhaustive()
    }
}
