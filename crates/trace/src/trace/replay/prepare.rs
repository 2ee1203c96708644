//! Computations that run ahead of the first questions, so that a window need not wait for them.

use super::Replay;
use crate::pace::Pace;
use crate::trace::lens::Paint;
use std::sync::{Arc, OnceLock};

/// Number of events or cells below which a run is computed within a frame.
const LONG: usize = 1 << 18;

impl Replay {
    /// Computes the data for the board of a layer, and for the first questions about a moment, so that a window need
    /// not wait for them. Stops early if the pace says so.
    pub async fn prepare(&self, layer: usize, pace: &mut Pace<'_>) {
        self.ready_board(layer, pace).await;
        if pace.part().await.is_none() {
            return;
        }
        self.explain();
        self.path();
        if let Some(last) = self.cursor().checked_sub(1)
            && self.ready_elsewhere(&mut || pace.goes_on())
        {
            self.tie(last);
            self.at_other_moment(last, |_| ());
        }
    }

    /// Computes the turns of a run, unless the pace stops it. For a run with very many phases that takes a while.
    pub async fn prepare_turns(&self, pace: &mut Pace<'_>) {
        keep(&self.shared.turns, self.find_turns(pace)).await;
    }

    /// Returns whether a layer can be shown at once: the run is short, or the data for its boards is computed.
    pub fn is_prepared(&self, layer: usize) -> bool {
        self.len().max(self.size().area()) < LONG || self.is_ready(layer)
    }

    /// Computes the data for the boards of a layer. Stops if only the caller still has the run.
    pub async fn prepare_layer(&self, layer: usize) {
        self.ready_board(layer, &mut Pace::new(&mut || self.has_users())).await;
    }

    /// Computes the other data that a window needs: ties, the index of events by cell, and series. Stops if only the
    /// caller still has the run.
    pub async fn prepare_rest(&self) {
        let goes_on = &mut || self.has_users();
        let pace = &mut Pace::new(goes_on);
        if self.knows_ties(pace).await && self.trace().knows_by_cell(pace).await {
            keep(&self.shared.series, self.find_series(pace)).await;
        }
    }

    /// Returns whether the run has a user besides this cursor.
    fn has_users(&self) -> bool {
        Arc::strong_count(&self.users) > 1
    }

    /// Computes the data for the board of a layer.
    async fn ready_board(&self, layer: usize, pace: &mut Pace<'_>) {
        self.ready_parts(layer, pace).await;
        let Some(layer) = self.heated(Some(layer)) else { return };
        // The marks without heat come first, because the others are made from them.
        self.ready_marks(None, pace).await;
        if let Some(range) = self.shared.ranges.get(layer) {
            keep(range, self.find_range(layer, pace)).await;
        }
        self.ready_marks(Some(layer), pace).await;
    }

    /// Computes the data for the roles of cells, as needed at the cursor's moment.
    pub(super) async fn ready_parts(&self, layer: usize, pace: &mut Pace<'_>) {
        match self.lens().paint(layer, &self.player) {
            Paint::Last(_) => self.ready_marks(None, pace).await,
            Paint::Of(..) => keep(&self.shared.noted, self.find_noted(pace)).await,
        }
    }

    /// Computes the mark of each event.
    async fn ready_marks(&self, heated: Option<usize>, pace: &mut Pace<'_>) {
        let known = &self.shared.marks[heated.map_or(0, |layer| layer + 1)];
        keep(known, self.find_marks(heated, pace)).await;
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

/// Computes a value and stores it, if there is none yet.
async fn keep<T>(known: &OnceLock<T>, found: impl Future<Output = Option<T>>) {
    if known.get().is_none()
        && let Some(found) = found.await
    {
        _ = known.set(found);
    }
}
