//! The memory of a search: one record per cell, the path counts if needed, and the open list.

use crate::bucket_queue::BucketQueue;
use crate::movement::Passage;
use crate::records::Records;

/// The memory of a search, which the next search can reuse. On a map of the same size or smaller, nothing is
/// allocated and nothing is cleared.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    pub(super) records: Records,
    /// Number of cheapest paths to each cell, as counted during the search. Rounded above 2⁵³. Filled only if dice
    /// or an observer need it.
    pub(super) paths: Vec<f64>,
    /// Number of arrivals at the cell's cost. Filled only if paths are counted.
    pub(super) arrivals: Vec<u8>,
    pub(super) open: BucketQueue,
}

impl Memory {
    /// Prepares for a search on a map. If `counts` is set, paths are counted.
    pub(super) fn restart(&mut self, map: &Passage, counts: bool) {
        self.records.restart(map);
        let cells = map.size().area();
        if counts && self.paths.len() < cells {
            (self.paths, self.arrivals) = (vec![0.0; cells], vec![0; cells]);
        }
    }

    /// Returns the number of arrivals at a cell's cost, and the number of paths they came over. Only valid if paths
    /// are counted.
    pub(super) fn arrival_counts(&self, at: usize) -> (u8, f64) {
        (self.arrivals[at], self.paths[at])
    }
}
