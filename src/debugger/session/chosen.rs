//! What is run: another algorithm, another seed.

use super::{Session, default_layer};
use crate::core::algorithms;

impl Session {
    pub(super) fn set_seed(&mut self, seed: u64) {
        let mut run = self.scene().run.clone();
        run.seed = seed;
        self.edit(|d| d.set_run(run, Some("seed")));
    }

    /// Another algorithm; the parameters that it does not have are dropped.
    pub(super) fn set_algorithm(&mut self, id: &str) {
        let Some(runner) = algorithms::find(id) else {
            self.fail(format!("there is no algorithm {id:?}"));
            return;
        };
        let mut run = self.scene().run.clone();
        id.clone_into(&mut run.algorithm);
        run.params.0.retain(|name, _| runner.card().params.iter().any(|p| p.name == name));
        run.params.freshen(runner.card().params);
        run.forget_moments();
        self.predict = None;
        self.edit(|d| d.set_run(run, None));
        self.layer = default_layer(runner.card());
        self.keep_general_breaks();
        self.events.clear();
        self.chosen_kind = None;
        self.arriving = true;
    }
}
