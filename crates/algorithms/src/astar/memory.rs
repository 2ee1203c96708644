//! The memory of a search: one record per cell, the path counts if needed, and the open list.

use crate::bucket_queue::BucketQueue;
use crate::geometry::Dir;

/// The record of a cell. It contains the closed flag, so there is no separate closed set.
#[derive(Clone, Copy)]
pub(super) struct Record {
    pub(super) g: u64,
    /// The estimate of the rest, computed once.
    pub(super) h: u32,
    /// Number of the search that wrote the record. Other searches treat the cell as new.
    pub(super) search: u16,
    pub(super) is_closed: bool,
    pub(super) parent: Option<Dir>,
}

pub(super) const NEW: Record = Record { g: 0, h: 0, search: 0, is_closed: false, parent: None };

/// A packed record. The first word is g. The second holds, from the highest bit: h, the number of the search, eight
/// bits for the parent (direction + 1), and eight for the closed flag.
///
/// All zeros means "no search wrote this". Zeroed memory takes no physical memory until it is written.
type PackedRecord = [u64; 2];

impl Record {
    #[inline]
    const fn pack(self) -> PackedRecord {
        let parent = match self.parent {
            Some(dir) => dir as u64 + 1,
            None => 0,
        };
        [self.g, (self.h as u64) << 32 | (self.search as u64) << 16 | parent << 8 | self.is_closed as u64]
    }

    #[inline]
    fn of([g, rest]: PackedRecord) -> Self {
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

/// The memory of a search, which the next search can reuse. On a map of the same size or smaller, nothing is
/// allocated and nothing is cleared.
#[derive(Clone, Default)]
pub struct Memory {
    records: Vec<PackedRecord>,
    /// Number of cheapest paths to each cell, as counted during the search. Rounded above 2⁵³. Filled only if dice
    /// or an observer need it.
    pub(super) paths: Vec<f64>,
    /// Number of arrivals at the cell's cost. Filled only if paths are counted.
    pub(super) arrivals: Vec<u8>,
    pub(super) open: BucketQueue,
    /// Number of the last search.
    pub(super) search: u16,
}

impl Memory {
    /// Prepares for a search on `cells` cells. If `counts` is set, paths are counted.
    pub(super) fn restart(&mut self, cells: usize, counts: bool) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.records.fill(NEW.pack());
            1
        });
        // Allocates zeroed memory instead of growing the old, because the old contents are not needed.
        if self.records.len() < cells {
            self.records = vec![NEW.pack(); cells];
        }
        if counts && self.paths.len() < cells {
            (self.paths, self.arrivals) = (vec![0.0; cells], vec![0; cells]);
        }
    }

    /// Returns the record of a cell.
    #[inline]
    pub(super) fn record(&self, at: usize) -> Record {
        Record::of(self.records[at])
    }

    /// Writes the record of a cell.
    #[inline]
    pub(super) fn write(&mut self, at: usize, record: Record) {
        self.records[at] = record.pack();
    }

    /// Returns the number of arrivals at a cell's cost, and the number of paths they came over. Only valid if paths
    /// are counted.
    pub(super) fn arrival_counts(&self, at: usize) -> (u8, f64) {
        (self.arrivals[at], self.paths[at])
    }

    /// Iterates over the records that the last search wrote, on a map of `cells` cells.
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
