//! The player: a cursor on a trace, and what every slot holds at that moment.

use super::heads::{Heads, Held};
use super::log::{NONE, Trace};
use super::open_list::OpenList;
use crate::event::Slot;
use crate::geometry::Cell;
use std::sync::Arc;

/// Stands at one moment of a trace. `cursor` events have happened.
///
/// Forward is `head[slot] = i`, back is `head[slot] = prev[i]`: no inverse code to write or get wrong.
#[derive(Clone, Debug)]
pub struct Player {
    trace: Arc<Trace>,
    heads: Heads,
    cursor: usize,
    eyes: usize,
    pub(super) open: OpenList,
}

impl Player {
    /// A player at the start, before the first event.
    pub fn new(trace: Arc<Trace>) -> Self {
        let heads = Heads::new(trace.layout.slots());
        Self { trace, heads, cursor: 0, eyes: 0, open: OpenList::default() }
    }

    /// A copy at the same moment, as a clone is; none where it was told to stop meanwhile, since on the largest maps it takes a
    /// while.
    pub(super) fn copy(&self, goes_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let (trace, heads) = (Arc::clone(&self.trace), self.heads.copy(goes_on)?);
        Some(Self { trace, heads, open: OpenList::default(), ..*self })
    }

    /// The trace that it stands on.
    pub const fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// How many events have happened.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Whose view is shown, by number, where an algorithm has several.
    pub const fn eyes(&self) -> usize {
        self.eyes
    }

    /// Looks through other eyes.
    pub const fn set_eyes(&mut self, eyes: usize) {
        self.eyes = eyes;
    }

    /// One event forward; `false` at the end.
    #[inline]
    pub fn forward(&mut self) -> bool {
        if self.cursor >= self.trace.len() {
            return false;
        }
        if let Some(link) = self.trace.links.get(self.cursor) {
            self.heads.replace(link.slot as usize, self.cursor as u32);
        }
        self.cursor += 1;
        true
    }

    /// One event back; `false` at the start.
    #[inline]
    pub fn back(&mut self) -> bool {
        let Some(i) = self.cursor.checked_sub(1) else {
            return false;
        };
        if let Some(link) = self.trace.links.get(i) {
            self.heads.replace(link.slot as usize, link.prev);
        }
        self.cursor = i;
        true
    }

    /// To the moment at which `at` events have happened; past the end, to the end.
    ///
    /// Walks from wherever is nearest: where it stands, or a keyframe on either side.
    pub fn seek(&mut self, at: usize) {
        let trace = Arc::clone(&self.trace);
        let at = at.min(trace.len());
        let from = trace.keyframes.approach(&mut self.heads, self.cursor, at);
        if from < at {
            trace.links.ahead(from, at, |event, link| _ = self.heads.replace(link.slot as usize, event));
        } else {
            trace.links.behind(at, from, |_, link| _ = self.heads.replace(link.slot as usize, link.prev));
        }
        self.cursor = at;
    }

    /// The same player at another moment.
    #[must_use]
    pub fn at_moment(&self, at: usize) -> Self {
        let mut other = self.clone();
        other.seek(at);
        other
    }

    /// The index of the event that a slot holds now; none where it is stale.
    #[inline]
    pub fn holder(&self, slot: Slot) -> Option<usize> {
        match slot {
            Slot::Cell(layer, cell) => self.holder_at(layer, self.trace.layout.size.index(cell), self.since_now()),
            Slot::Register(_) => {
                Some(self.heads.at(self.trace.layout.index(slot))).filter(|&i| i != NONE).map(|i| i as usize)
            }
        }
    }

    /// The index of the event that a layer holds in the cell of a row-major index; none where it is older than `since`
    /// and the layer lives for a phase only.
    #[inline]
    pub(super) fn holder_at(&self, layer: u8, index: usize, since: u32) -> Option<usize> {
        let layout = self.trace.layout;
        let i = self.heads.at(layer as usize * layout.size.area() + index);
        (i != NONE && (i >= since || !layout.is_passing(layer))).then_some(i as usize)
    }

    /// The event before which a writer of a layer that lives for a phase is stale now.
    pub(super) fn since_now(&self) -> u32 {
        self.trace.since(self.cursor)
    }

    /// What each cell of a layer holds, row by row, and the event before which such a writer is stale.
    pub(super) fn heads_of(&self, layer: u8) -> (Held<'_>, u32) {
        let since = if self.trace.layout.is_passing(layer) { self.since_now() } else { 0 };
        let area = self.trace.layout.size.area();
        (Held::of(&self.heads, layer as usize * area, area), since)
    }

    /// Whether it is plain, without a look at them, that neighbouring cells of a layer, from a row-major index on, hold nothing.
    pub(super) fn are_blank(&self, layer: u8, start: usize, cells: usize) -> bool {
        let first = layer as usize * self.trace.layout.size.area() + start;
        self.heads.are_blank(first..first + cells)
    }

    /// The event that began the phase of a depth that the moment lies in.
    pub fn phase_start(&self, depth: u8) -> Option<usize> {
        let phases = &self.trace.phases;
        let before = phases.partition_point(|p| (p.start as usize) < self.cursor);
        let inside = phases[..before].iter().rev().find(|p| p.depth <= depth && self.cursor <= p.end as usize)?;
        (inside.depth == depth).then_some(inside.start as usize)
    }

    /// The event since which something has held for a cell; `None` if it does not hold now, or always has.
    ///
    /// Looks at the moments after all events about the cell, so what comes and goes between two of them is passed over.
    /// The player is left elsewhere.
    pub fn since(&mut self, cell: Cell, holds: impl Fn(&Self) -> bool) -> Option<usize> {
        if !holds(self) {
            return None;
        }
        let trace = Arc::clone(&self.trace);
        let about = trace.by_cell().of(cell);
        let before = about.partition_point(|&i| (i as usize) < self.cursor);
        let moments = about[..before].iter().rev().map(|&i| i as usize + 1).chain([0]);
        let mut since = self.cursor;
        for moment in moments {
            self.seek(moment);
            if !holds(self) {
                // Somebody may have come or gone without an event about the cell: the exact event lies between.
                self.seek(since);
                while holds(self) && self.back() {}
                return Some(self.cursor);
            }
            since = moment;
        }
        None
    }

    /// The cells of the events that a slot has held until now, from a start on, without repetitions: the trail of the one who
    /// writes it with each step.
    pub fn trail(&self, start: Option<Cell>, slot: Slot) -> Vec<Cell> {
        let writes = std::iter::successors(self.holder(slot), |&i| self.trace.replaced(i));
        let cells = writes.filter_map(|i| self.trace.cell(i));
        let mut trail: Vec<Cell> = cells.chain(start).collect();
        trail.reverse();
        trail.dedup();
        trail
    }

    /// What each slot holds, for comparing two players.
    pub fn heads(&self) -> Vec<u32> {
        self.heads.all().iter().collect()
    }
}
