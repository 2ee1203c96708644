//! A copy of a session to draw elsewhere, with its own cursors. The original session can continue meanwhile.

use super::{Run, Session, default_layer};
use std::sync::Arc;

impl Session {
    /// Returns a copy with the scene and the shown runs at the same moment, or with only the shown run at index `run`.
    /// Nothing in the copy is recorded again.
    #[must_use]
    pub fn snapshot(&self, run: Option<usize>) -> Self {
        let fork = |run: &Run| Run {
            title: run.title.clone(),
            scene: Arc::clone(&run.scene),
            replay: run.replay.fork(),
            serial: run.serial,
        };
        let mut runs = self.shown_runs().map(fork);
        let main = runs.nth(run.unwrap_or(0));
        let scene = main.as_ref().filter(|_| run.is_some_and(|run| run > 0)).map_or(self.scene(), |run| &*run.scene);
        let mut still = Self::new(self.registry().clone(), scene.clone());
        still.opened.additional_runs = if run.is_none() { runs.collect() } else { Vec::new() };
        if run.is_none_or(|run| run == 0) {
            still.opened.source = self.opened.source.still();
        }
        let same = still.log().is_some() || still.scene().run.algorithm == self.scene().run.algorithm;
        still.shown.layer = if same { self.shown.layer } else { default_layer(still.card()) };
        still.opened.problem.clone_from(&self.opened.problem);
        (still.opened.main, still.opened.stale, still.shown.is_first_recording, still.generation) =
            (main, false, false, self.generation);
        still
    }
}
