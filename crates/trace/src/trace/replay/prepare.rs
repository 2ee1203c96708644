//! What is worked out ahead of the first questions, so that a window need not wait for it.

use super::Replay;
use crate::trace::lens::Paint;
use std::sync::{Arc, OnceLock};

/// Runs of fewer events, on maps of fewer cells, are looked through within a frame.
const LONG: usize = 1 << 18;

impl Replay {
    /// Works out what the board of a layer is drawn by, and what is kept from the first questions on that a moment is asked, so
    /// that a window need not wait for it; nothing where it is told to stop.
    pub fn prepare(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) {
        self.ready_board(layer, goes_on);
        if !goes_on() {
            return;
        }
        self.explain();
        self.path();
        if let Some(last) = self.cursor().checked_sub(1)
            && self.ready_elsewhere(goes_on)
        {
            self.tie(last);
            self.elsewhere(last, |_| ());
        }
    }

    /// Works out where the turns of a run are, unless it is told to stop: of a run with very many phases that takes a while.
    pub fn prepare_turns(&self, goes_on: &mut dyn FnMut() -> bool) {
        keep(&self.shared.turns, || self.find_turns(goes_on));
    }

    /// Whether a layer can be shown at once: the run is short, or it is known what its boards are drawn by.
    pub fn is_prepared(&self, layer: usize) -> bool {
        self.len().max(self.size().area()) < LONG || self.is_ready(layer)
    }

    /// Works out what the boards of a layer are drawn by. It stops where nobody has the run any more but the caller.
    pub fn prepare_layer(&self, layer: usize) {
        self.ready_board(layer, &mut || self.has_users());
    }

    /// Works out what a window asks of a run besides: ties, where the events of each cell are, numbers over time. It stops
    /// where nobody has the run any more but the caller.
    pub fn prepare_rest(&self) {
        let goes_on = || self.has_users();
        if self.knows_ties(&mut || goes_on()) && self.trace().knows_by_cell(&mut || goes_on()) {
            keep(&self.shared.series, || self.find_series(&mut || goes_on()));
        }
    }

    /// Whether somebody has the run besides this cursor.
    fn has_users(&self) -> bool {
        Arc::strong_count(&self.users) > 1
    }

    /// Works out what the board of a layer is drawn by.
    fn ready_board(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) {
        self.ready_parts(layer, goes_on);
        let Some(layer) = self.heated(Some(layer)) else { return };
        // What the others are made of comes first.
        self.ready_marks(None, goes_on);
        if let Some(range) = self.shared.ranges.get(layer) {
            keep(range, || self.find_range(layer, goes_on));
        }
        self.ready_marks(Some(layer), goes_on);
    }

    /// Works out what the parts of cells are told by where the cursor stands.
    pub(super) fn ready_parts(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) {
        match self.lens().paint(layer, &self.player) {
            Paint::Last(_) => self.ready_marks(None, goes_on),
            Paint::Of(..) => keep(&self.shared.noted, || self.find_noted(goes_on)),
        }
    }

    /// Works out what each event gives a cell.
    fn ready_marks(&self, heated: Option<usize>, goes_on: &mut dyn FnMut() -> bool) {
        let known = &self.shared.marks[heated.map_or(0, |layer| layer + 1)];
        keep(known, || if goes_on() { self.find_marks(heated, goes_on) } else { None });
    }

    /// Whether the board of a layer is drawn without what takes long to work out first.
    fn is_ready(&self, layer: usize) -> bool {
        let by_events = matches!(self.lens().paint(layer, &self.player), Paint::Last(_));
        let heated = self.heated(Some(layer));
        let marks = self.shared.marks.get(heated.map_or(0, |layer| layer + 1));
        let has_marks = marks.is_some_and(|marks| marks.get().is_some());
        if by_events { has_marks } else { self.shared.noted.get().is_some() && (heated.is_none() || has_marks) }
    }
}

/// Keeps what is found, where it is not known yet.
fn keep<T>(known: &OnceLock<T>, find: impl FnOnce() -> Option<T>) {
    if known.get().is_none()
        && let Some(found) = find()
    {
        _ = known.set(found);
    }
}
