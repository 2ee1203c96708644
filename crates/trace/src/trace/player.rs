//! The player: a cursor on a trace, and the event in every slot at that moment.

use super::log::{NONE, Trace};
use super::open_list::OpenList;
use super::slot_contents::{Heads, SlotRange};
use crate::event::Slot;
use crate::geometry::Cell;
use crate::progress::{Halt, Progress};
use std::sync::Arc;

/// A cursor at one moment of a trace. `cursor` events have happened.
///
/// A step forward is `head[slot] = i`, and a step back is `head[slot] = prev[i]`. So no inverse operations are needed.
#[derive(Clone, Debug)]
pub struct Player {
    trace: Arc<Trace>,
    heads: Heads,
    cursor: usize,
    eyes: usize,
    pub(super) open: OpenList,
}

impl Player {
    /// Creates a player at the start, before the first event of the window.
    pub fn new(trace: Arc<Trace>) -> Self {
        let heads = Heads::new(trace.layout.slots());
        let mut player = Self { trace, heads, cursor: 0, eyes: 0, open: OpenList::default() };
        if player.trace.first() > 0 {
            player.seek(0);
        }
        player
    }

    /// Returns a copy at the same moment. On the largest maps this takes a while.
    pub(super) fn copy(&self, progress: &Progress) -> Result<Self, Halt> {
        let (trace, heads) = (Arc::clone(&self.trace), self.heads.copy(progress)?);
        Ok(Self { trace, heads, open: OpenList::default(), ..*self })
    }

    /// Returns the trace.
    pub const fn trace(&self) -> &Arc<Trace> {
        &self.trace
    }

    /// Returns the number of events that have happened.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the index of the displayed view, if the algorithm has several.
    pub const fn eyes(&self) -> usize {
        self.eyes
    }

    /// Sets the displayed view.
    pub const fn set_eyes(&mut self, eyes: usize) {
        self.eyes = eyes;
    }

    /// Moves one event forward. Returns `false` at the end.
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

    /// Moves one event back. Returns `false` at the start.
    #[inline]
    pub fn back(&mut self) -> bool {
        let Some(i) = self.cursor.checked_sub(1).filter(|&i| i >= self.trace.first()) else {
            return false;
        };
        if let Some(link) = self.trace.links.get(i) {
            self.heads.replace(link.slot as usize, link.prev);
        }
        self.cursor = i;
        true
    }

    /// Moves to the moment at which `at` stored events have happened, or to the nearest one that can be shown.
    ///
    /// Starts from the nearest known moment: the current one, or a keyframe on either side.
    pub fn seek(&mut self, at: usize) {
        let trace = Arc::clone(&self.trace);
        let at = at.clamp(trace.first(), trace.len());
        let from = trace.keyframes.approach(&mut self.heads, self.cursor, at);
        if from < at {
            trace.links.ahead(from, at, |event, link| _ = self.heads.replace(link.slot as usize, event));
        } else {
            trace.links.behind(at, from, |_, link| _ = self.heads.replace(link.slot as usize, link.prev));
        }
        self.cursor = at;
    }

    /// Returns a copy of the player at another moment.
    #[must_use]
    pub fn at_moment(&self, at: usize) -> Self {
        let mut other = self.clone();
        other.seek(at);
        other
    }

    /// Returns the index of the event that a slot holds now, or `None` if it is empty or stale.
    #[inline]
    pub fn holder(&self, slot: Slot) -> Option<usize> {
        match slot {
            Slot::Cell(layer, cell) => self.holder_at(layer, self.trace.layout.size.index(cell), self.since_now()),
            Slot::Register(_) => {
                Some(self.heads.at(self.trace.layout.index(slot))).filter(|&i| i != NONE).map(|i| i as usize)
            }
        }
    }

    /// Returns the index of the event that a layer holds in the cell with a row-major index. Returns `None` if the
    /// layer lives only for a phase and the event is older than `since`.
    #[inline]
    pub(super) fn holder_at(&self, layer: u8, index: usize, since: u32) -> Option<usize> {
        let layout = self.trace.layout;
        let i = self.heads.at(layer as usize * layout.size.area() + index);
        (i != NONE && (i >= since || !layout.is_passing(layer))).then_some(i as usize)
    }

    /// Returns the event before which the contents of layers that live for a phase are stale now.
    pub(super) fn since_now(&self) -> u32 {
        self.trace.since(self.cursor)
    }

    /// Returns the events in each cell of a layer, row by row, and the event before which they are stale.
    pub(super) fn heads_of(&self, layer: u8) -> (SlotRange<'_>, u32) {
        let since = if self.trace.layout.is_passing(layer) { self.since_now() } else { 0 };
        let area = self.trace.layout.size.area();
        (SlotRange::of(&self.heads, layer as usize * area, area), since)
    }

    /// Returns whether adjacent cells of a layer, from a row-major index on, are certainly empty. Does not read them.
    pub(super) fn are_blank(&self, layer: u8, start: usize, cells: usize) -> bool {
        let first = layer as usize * self.trace.layout.size.area() + start;
        self.heads.are_blank(first..first + cells)
    }

    /// Returns the event that began the current phase of a depth.
    pub fn phase_start(&self, depth: u8) -> Option<usize> {
        let phases = &self.trace.phases;
        let before = phases.partition_point(|p| (p.start as usize) < self.cursor);
        let inside = phases[..before].iter().rev().find(|p| p.depth <= depth && self.cursor <= p.end as usize)?;
        (inside.depth == depth).then_some(inside.start as usize)
    }

    /// Returns the event since which something holds for a cell, or `None` if it does not hold now or always has.
    ///
    /// Only the moments after events about the cell are checked, so a change between two of them may be missed. The
    /// player is left at another moment.
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
                // An actor may have come or gone without an event about the cell. The exact event is between these
                // moments.
                self.seek(since);
                while holds(self) && self.back() {}
                return Some(self.cursor);
            }
            since = moment;
        }
        None
    }

    /// Returns the cells of the events that a slot has held until now, beginning with `start`, without repetitions.
    /// This is the trail of an actor that writes the slot with each step. If earlier steps are not recorded, it begins
    /// with the first that is.
    pub fn trail(&self, start: Option<Cell>, slot: Slot) -> Vec<Cell> {
        let writes: Vec<_> = std::iter::successors(self.holder(slot), |&i| self.trace.replaced(i)).collect();
        let start = start.filter(|_| writes.last().is_none_or(|&i| i >= self.trace.first()));
        let cells = writes.into_iter().filter_map(|i| self.trace.cell(i));
        let mut trail: Vec<Cell> = cells.chain(start).collect();
        trail.reverse();
        trail.dedup();
        trail
    }

    /// Returns the event in each slot, for a comparison of two players.
    pub fn heads(&self) -> Vec<u32> {
        self.heads.all().iter().collect()
    }
}
