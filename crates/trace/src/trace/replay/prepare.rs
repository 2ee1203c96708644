//! Computations that run ahead of the first questions, so that a window need not wait for them.

use super::Replay;
use crate::progress::{Halt, Progress, keep};
use crate::trace::lens::Paint;
use crate::trace::player::Player;
use std::sync::Arc;

/// Number of events or cells below which a run is computed within a frame.
const LONG: usize = 1 << 18;
/// Number of events of a long run for which states are built between two pauses.
const FOLDED: usize = 1 << 17;

impl Replay {
    /// Computes the data for the board of a layer, and for the first questions about a moment, so that a window need
    /// not wait for them.
    ///
    /// # Errors
    /// Returns an error if `progress` is stopped.
    pub async fn prepare(&self, layer: usize, progress: &Progress) -> Result<(), Halt> {
        self.prepare_layer(layer, progress).await?;
        self.prepare_states(self.cursor(), progress).await?;
        progress.pause().await?;
        self.explain();
        self.path();
        if let Some(last) = self.cursor().checked_sub(1) {
            self.ready_elsewhere(progress)?;
            self.tie(last);
            self.at_other_moment(last, |_| ());
        }
        Ok(())
    }

    /// Computes the turns of a run.
    ///
    /// # Errors
    /// Returns an error if `progress` is stopped.
    pub async fn prepare_turns(&self, progress: &Progress) -> Result<(), Halt> {
        keep(&self.shared.turns, self.find_turns(progress)).await
    }

    /// Returns whether a layer can be shown at once: the run is short, or the data for its boards is computed.
    pub fn is_prepared(&self, layer: usize) -> bool {
        self.len().max(self.size().area()) < LONG || self.is_ready(layer)
    }

    /// Computes the data for the boards of a layer.
    ///
    /// # Errors
    /// Returns an error if `progress` is stopped.
    pub async fn prepare_layer(&self, layer: usize, progress: &Progress) -> Result<(), Halt> {
        self.ready_parts(layer, progress).await?;
        let Some(layer) = self.heated(Some(layer)) else { return Ok(()) };
        // The marks without heat come first, because the others are made from them.
        self.ready_marks(None, progress).await?;
        if let Some(range) = self.shared.ranges.get(layer) {
            keep(range, self.find_range(layer, progress)).await?;
        }
        self.ready_marks(Some(layer), progress).await
    }

    /// Computes the other data that a window needs: states, ties, the index of events by cell, and series.
    ///
    /// # Errors
    /// Returns an error if `progress` is stopped.
    pub async fn prepare_rest(&self, progress: &Progress) -> Result<(), Halt> {
        self.prepare_states(self.len(), progress).await?;
        self.prepare_ties(progress).await?;
        self.trace().prepare_by_cell(progress).await?;
        keep(&self.shared.series, self.find_series(progress)).await
    }

    /// Builds the states that answers need up to a moment, in parts: each answer builds them as far as it needs them.
    async fn prepare_states(&self, until: usize, progress: &Progress) -> Result<(), Halt> {
        let until = if self.len() < LONG { 0 } else { until };
        let (lens, mut now) = (self.lens(), Player::new(Arc::clone(self.player.trace())));
        now.set_eyes(self.looking());
        for at in (0..until).step_by(FOLDED) {
            progress.pause().await?;
            now.seek(at);
            drop((lens.explain(&now), lens.turn(&now), lens.path(&now), lens.watch(&now)));
            drop((lens.tokens(&now), lens.figures(&now), lens.roses(&now), lens.charts(&now)));
            if !self.trace().snapshots.are_used() {
                break;
            }
        }
        Ok(())
    }

    /// Computes the ties, unless they are known.
    pub(super) async fn prepare_ties(&self, progress: &Progress) -> Result<(), Halt> {
        keep(&self.shared.ties, self.find_ties(progress)).await
    }

    /// Computes the data for the roles of cells, as needed at the cursor's moment.
    pub(super) async fn ready_parts(&self, layer: usize, progress: &Progress) -> Result<(), Halt> {
        match self.lens().paint(layer, &self.player) {
            Paint::Last(_) => self.ready_marks(None, progress).await,
            Paint::Of(..) => keep(&self.shared.noted, self.find_noted(progress)).await,
        }
    }

    /// Computes the mark of each event.
    async fn ready_marks(&self, heated: Option<usize>, progress: &Progress) -> Result<(), Halt> {
        let known = &self.shared.marks[heated.map_or(0, |layer| layer + 1)];
        keep(known, self.find_marks(heated, progress)).await
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
