//! Computations that run ahead of the first questions, so that a window need not wait for them.

use super::Replay;
use crate::trace::lens::Paint;
use std::sync::{Arc, OnceLock};

/// Number of events or cells below which a run is computed within a frame.
const LONG: usize = 1 << 18;

impl Replay {
    /// Computes the data for the board of a layer, and for the first questions about a moment, so that a window need
    /// not wait for them. Stops early if `goes_on` returns `false`.
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
            self.at_other_moment(last, |_| ());
        }
    }

    /// Computes the turns of a run, unless `goes_on` returns `false`. For a run with very many phases that takes a
    /// while.
    pub fn prepare_turns(&self, goes_on: &mut dyn FnMut() -> bool) {
        keep(&self.shared.turns, || self.find_turns(goes_on));
    }

    /// Returns whether a layer can be shown at once: the run is short, or the data for its boards is computed.
    pub fn is_prepared(&self, layer: usize) -> bool {
        self.len().max(self.size().area()) < LONG || self.is_ready(layer)
    }

    /// Computes the data for the boards of a layer. Stops if only the caller still has the run.
    pub fn prepare_layer(&self, layer: usize) {
        self.ready_board(layer, &mut || self.has_users());
    }

    /// Computes the next part of the other data that a window needs: ties, then the index of events by cell, then series.
    /// Stops if only the caller still has the run. Returns whether there is more to compute.
    pub fn prepare_rest(&self) -> bool {
        let goes_on = &mut || self.has_users();
        if self.known_ties().is_none() {
            return self.knows_ties(goes_on);
        }
        if self.trace().known_by_cell().is_none() {
            return self.trace().knows_by_cell(goes_on);
        }
        keep(&self.shared.series, || self.find_series(goes_on));
        false
    }

    /// Returns whether the run has a user besides this cursor.
    fn has_users(&self) -> bool {
        Arc::strong_count(&self.users) > 1
    }

    /// Computes the data for the board of a layer.
    fn ready_board(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) {
        self.ready_parts(layer, goes_on);
        let Some(layer) = self.heated(Some(layer)) else { return };
        // The marks without heat come first, because the others are made from them.
        self.ready_marks(None, goes_on);
        if let Some(range) = self.shared.ranges.get(layer) {
            keep(range, || self.find_range(layer, goes_on));
        }
        self.ready_marks(Some(layer), goes_on);
    }

    /// Computes the data for the roles of cells, as needed at the cursor's moment.
    pub(super) fn ready_parts(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) {
        match self.lens().paint(layer, &self.player) {
            Paint::Last(_) => self.ready_marks(None, goes_on),
            Paint::Of(..) => keep(&self.shared.noted, || self.find_noted(goes_on)),
        }
    }

    /// Computes the mark of each event.
    fn ready_marks(&self, heated: Option<usize>, goes_on: &mut dyn FnMut() -> bool) {
        let known = &self.shared.marks[heated.map_or(0, |layer| layer + 1)];
        keep(known, || if goes_on() { self.find_marks(heated, goes_on) } else { None });
    }

    /// Returns whether the board of a layer can be drawn without a long computation first.
    fn is_ready(&self, layer: usize) -> bool {
        let by_events = matches!(self.lens().paint(layer, &self.player), Paint::Last(_));
        let heated = self.heated(Some(layer));
        let marks = self.shared.marks.get(heated.map_or(0, |layer| layer + 1));
        let has_marks = marks.is_some_and(|marks| marks.get().is_some());
        if by_events { has_marks } else { self.shared.noted.get().is_some() && (heated.is_none() || has_marks) }
    }
}

/// Stores the result of `find`, if there is none yet.
fn keep<T>(known: &OnceLock<T>, find: impl FnOnce() -> Option<T>) {
    if known.get().is_none()
        && let Some(found) = find()
    {
        _ = known.set(found);
    }
}
