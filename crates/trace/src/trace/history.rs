//! The history of a cell: every event about it, both those that wrote it and those that were refused.

use super::payload::Payload;
use crate::geometry::{Cell, Size};
use crate::observe::StepCounter;

/// For each cell the indices of all events about it, ascending. Stored as one array with offsets, built by a counting
/// sort.
#[derive(Debug, Default)]
pub struct CellIndex {
    size: Size,
    offsets: Vec<u32>,
    events: Vec<u32>,
}

impl CellIndex {
    /// Sorts the events by cell. Returns `None` if `goes_on` returns `false`.
    pub(super) fn new(size: Size, payload: &dyn Payload, goes_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let (mut asked, mut stopped) = (0, false);
        let mut goes_on = || {
            asked += 1;
            stopped |= asked % StepCounter::STEPS == 0 && !goes_on();
            !stopped
        };
        let mut offsets = vec![0u32; size.area() + 1];
        payload.cells(&mut |_, cell| {
            if size.contains(cell) {
                offsets[size.index(cell) + 1] += 1;
            }
            goes_on()
        });
        for i in 1..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let mut next = offsets.clone();
        let mut sorted = vec![0u32; offsets.last().copied().unwrap_or(0) as usize];
        payload.cells(&mut |i, cell| {
            if !size.contains(cell) {
                return goes_on();
            }
            let at = &mut next[size.index(cell)];
            sorted[*at as usize] = i as u32;
            *at += 1;
            goes_on()
        });
        (!stopped).then_some(Self { size, offsets, events: sorted })
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
