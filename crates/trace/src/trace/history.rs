//! The history of a cell: every event about it, both those that wrote it and those that were refused.

use super::payload::Payload;
use crate::geometry::{Cell, Size};
use crate::progress::{Halt, Progress};

/// Number of events that are sorted in a part of the computation.
pub(super) const AT_ONCE: usize = 1 << 14;

/// For each cell the indices of all events about it, ascending. Stored as one array with offsets, built by a counting
/// sort.
#[derive(Debug, Default)]
pub struct CellIndex {
    size: Size,
    offsets: Vec<u32>,
    events: Vec<u32>,
}

impl CellIndex {
    /// Sorts the cells of this many events.
    pub(super) async fn new(size: Size, payload: &dyn Payload, len: usize, progress: &Progress) -> Result<Self, Halt> {
        let parts = || (0..len).step_by(AT_ONCE).map(|first| first..len.min(first + AT_ONCE));
        let mut offsets = vec![0u32; size.area() + 1];
        for part in parts() {
            progress.pause().await?;
            payload.cells(part, &mut |_, cell| {
                if size.contains(cell) {
                    offsets[size.index(cell) + 1] += 1;
                }
            });
        }
        for i in 1..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let mut next = offsets.clone();
        let mut sorted = vec![0u32; offsets.last().copied().unwrap_or(0) as usize];
        for part in parts() {
            progress.pause().await?;
            payload.cells(part, &mut |i, cell| {
                if size.contains(cell) {
                    let at = &mut next[size.index(cell)];
                    sorted[*at as usize] = i as u32;
                    *at += 1;
                }
            });
        }
        Ok(Self { size, offsets, events: sorted })
    }

    /// Returns the indices of all events about `cell`, ascending. Returns none for a cell off the map.
    pub fn of(&self, cell: Cell) -> &[u32] {
        if !self.size.contains(cell) {
            return &[];
        }
        let i = self.size.index(cell);
        &self.events[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}
