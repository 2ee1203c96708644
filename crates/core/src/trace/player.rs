//! The player: a cursor on a trace, and what every slot holds at that moment.

use super::heads::Heads;
use super::log::{NONE, Trace};
use crate::event::{Event, Slot};
use crate::geometry::Cell;
use std::sync::Arc;

/// Stands at one moment of a trace. `cursor` events have happened.
///
/// Forward is `head[slot] = i`, back is `head[slot] = prev[i]`: no inverse code to write or get wrong.
#[derive(Clone, Debug)]
pub struct Player<E: Event> {
    trace: Arc<Trace<E>>,
    heads: Heads,
    cursor: usize,
    eyes: usize,
}

impl<E: Event> Player<E> {
    /// A player at the start, before the first event.
    pub fn new(trace: Arc<Trace<E>>) -> Self {
        let heads = Heads::new(trace.layout.slots());
        Self { trace, heads, cursor: 0, eyes: 0 }
    }

    /// The trace that it stands on.
    pub fn trace(&self) -> &Arc<Trace<E>> {
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
        let Some(event) = self.trace.events.get(self.cursor) else {
            return false;
        };
        if let Some(slot) = event.slot(&self.trace.context) {
            self.heads.replace(self.trace.layout.index(slot), self.cursor as u32);
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
        if let Some(slot) = self.trace.events[i].slot(&self.trace.context) {
            self.heads.replace(self.trace.layout.index(slot), self.trace.prev[i]);
        }
        self.cursor = i;
        true
    }

    /// To the moment at which `at` events have happened; past the end, to the end.
    ///
    /// Walks from wherever is nearest: where it stands, or a keyframe on either side.
    pub fn seek(&mut self, at: usize) {
        let trace = Arc::clone(&self.trace);
        let at = at.min(trace.events.len());
        self.cursor = trace.keyframes.approach(&mut self.heads, self.cursor, at);
        while self.cursor < at {
            self.forward();
        }
        while self.cursor > at {
            self.back();
        }
    }

    /// The index of the event that a slot holds now; none where it is stale.
    #[inline]
    pub fn holder(&self, slot: Slot) -> Option<usize> {
        match slot {
            Slot::Cell(layer, cell) => self.at(cell).holder(layer),
            Slot::Register(_) => {
                Some(self.heads.all()[self.trace.layout.index(slot)]).filter(|&i| i != NONE).map(|i| i as usize)
            }
        }
    }

    /// The event that a slot holds now.
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<&E> {
        self.holder(slot).map(|i| &self.trace.events[i])
    }

    /// What a cell holds now, layer by layer.
    #[inline]
    pub fn at(&self, cell: Cell) -> CellState<'_, E> {
        self.at_index(self.trace.layout.size.index(cell))
    }

    /// What the cell of a row-major index holds now.
    #[inline]
    pub fn at_index(&self, index: usize) -> CellState<'_, E> {
        CellState { player: self, index, since: self.trace.since(self.cursor) }
    }

    /// Every cell that holds an event in a layer now, row by row.
    pub fn layer(&self, layer: u8) -> impl Iterator<Item = (Cell, &E)> {
        let size = self.trace.layout.size;
        let (heads, since) = self.heads_of(layer);
        let held = heads.iter().enumerate().filter(move |&(_, &i)| i != NONE && i >= since);
        held.map(move |(index, &i)| (size.cell(index), &self.trace.events[i as usize]))
    }

    /// What each cell of a layer holds, row by row, and the event before which such a writer is stale.
    pub(super) fn heads_of(&self, layer: u8) -> (&[u32], u32) {
        let since = if layer < self.trace.layout.passing { self.trace.since(self.cursor) } else { 0 };
        let area = self.trace.layout.size.area();
        (&self.heads.all()[layer as usize * area..][..area], since)
    }

    /// The start of the phase of a depth that the moment lies in, and the event that began it.
    pub fn phase(&self, depth: u8) -> Option<&E> {
        let phases = &self.trace.phases;
        let before = phases.partition_point(|p| (p.start as usize) < self.cursor);
        let inside = phases[..before].iter().rev().find(|p| p.depth <= depth)?;
        (inside.depth == depth).then(|| &self.trace.events[inside.start as usize])
    }

    /// The last event that has happened.
    pub fn last(&self) -> Option<&E> {
        self.cursor.checked_sub(1).map(|i| &self.trace.events[i])
    }

    /// The event since which something that is so of a cell now has been so; `None` where it is not so, or was from the
    /// start. It looks at the moments after all events about the cell, so what comes and goes between two of them is
    /// passed over. The player is left elsewhere.
    pub fn since(&mut self, cell: Cell, is_so: impl Fn(&Self) -> bool) -> Option<usize> {
        if !is_so(self) {
            return None;
        }
        let trace = Arc::clone(&self.trace);
        let about = trace.by_cell().of(cell);
        let before = about.partition_point(|&i| (i as usize) < self.cursor);
        let moments = about[..before].iter().rev().map(|&i| i as usize + 1).chain([0]);
        let mut since = self.cursor;
        for moment in moments {
            self.seek(moment);
            if !is_so(self) {
                // Somebody may have come or gone without an event about the cell: the exact event lies between.
                self.seek(since);
                while is_so(self) && self.back() {}
                return Some(self.cursor);
            }
            since = moment;
        }
        None
    }

    /// The cells of the events that a slot has held until now, from a start on, without repetitions: the trail of whoever
    /// writes it with each step.
    pub fn trail(&self, start: Option<Cell>, slot: Slot) -> Vec<Cell> {
        let writes = std::iter::successors(self.holder(slot), |&i| self.trace.replaced(i));
        let cells = writes.filter_map(|i| self.trace.events[i].cell());
        let mut trail: Vec<Cell> = cells.chain(start).collect();
        trail.reverse();
        trail.dedup();
        trail
    }

    /// What each slot holds, for comparing two players.
    pub fn heads(&self) -> &[u32] {
        self.heads.all()
    }
}

/// What one cell holds at a player's moment.
#[derive(Clone, Copy, Debug)]
pub struct CellState<'a, E: Event> {
    player: &'a Player<E>,
    index: usize,
    /// Writers of passing layers before this event are stale.
    since: u32,
}

impl<'a, E: Event> CellState<'a, E> {
    /// The event that `layer` holds here.
    #[inline]
    pub fn layer(&self, layer: u8) -> Option<&'a E> {
        self.holder(layer).map(|i| &self.player.trace.events[i])
    }

    /// The index of the event that `layer` holds here; none where it is stale.
    #[inline]
    pub fn holder(&self, layer: u8) -> Option<usize> {
        let layout = self.player.trace.layout;
        let i = self.player.heads.all()[layer as usize * layout.size.area() + self.index];
        (i != NONE && (layer >= layout.passing || i >= self.since)).then_some(i as usize)
    }

    /// The cell itself.
    pub fn cell(&self) -> Cell {
        self.player.trace.layout.size.cell(self.index)
    }

    /// The player that this is a part of.
    pub const fn player(&self) -> &'a Player<E> {
        self.player
    }
}
