//! Changing the algorithm and the seed.

use super::{Session, default_layer};
use crate::document::Document;
use gridscope_trace::card::Card;
use gridscope_trace::event::capital;
use gridscope_trace::scene::RunSpec;

impl Session {
    pub(super) fn set_seed(&mut self, seed: u64) {
        let mut run = self.scene().run.clone();
        run.seed = seed;
        self.edit(|d| d.set_run(run, Some("seed")));
    }

    /// Changes the algorithm. Parameters that the new algorithm does not have are dropped.
    pub(super) fn set_algorithm(&mut self, id: &str) {
        let Some(runner) = self.registry().find(id) else {
            self.fail(format!("there is no algorithm {id:?}"));
            return;
        };
        let mut run = self.scene().run.clone();
        let another = run.algorithm != id;
        if another && let Some(gone) = of_its_run(&run) {
            let title = self.registry().title_of(&run.algorithm).unwrap_or(&run.algorithm);
            self.notify(&format!("{} went with the run of {title}. Undo brings all of it back.", capital(&gone)));
        }
        id.clone_into(&mut run.algorithm);
        run.params.keep_taken(runner.card().params);
        if another {
            run.params.fill_defaults_for_new_scenes(runner.card().params);
            run.forget_moments();
        }
        self.shown.predict = None;
        self.edit(|d| d.set_run(run, None));
        self.reset_display(runner.card());
    }

    /// Restores the map, and the algorithm, seed and parameters, as they were opened or last saved. If the algorithm was
    /// another one, restores all settings of the run. One entry of undo.
    pub(super) fn restore_saved_run(&mut self) {
        self.document.begin();
        if self.document.is_map_changed() {
            let (mut map, now) = (self.document.saved_scene(), self.scene());
            (map.title, map.notes, map.run) = (now.title.clone(), now.notes.clone(), now.run.clone());
            self.replace(map);
        }
        self.restore_saved_settings();
        self.document.end();
    }

    fn restore_saved_settings(&mut self) {
        let (kept, now) = (self.document.saved_run().clone(), &self.scene().run);
        let Some(runner) = self.registry().find(&kept.algorithm) else {
            self.fail(format!("there is no algorithm {:?}", kept.algorithm));
            return;
        };
        if kept.algorithm == now.algorithm {
            let names = kept.beside.iter().map(|other| other.name.clone());
            let mut run = RunSpec { seed: kept.seed, params: kept.params, name: kept.name, ..now.clone() };
            for (other, name) in run.beside.iter_mut().zip(names) {
                other.name = name;
            }
            self.edit(|d| d.set_run(run, None));
            return;
        }
        self.shown.predict = None;
        self.edit(|d| d.set_run(kept, None));
        self.reset_display(runner.card());
    }

    /// Undoes or redoes a change. If this changes the algorithm, resets the display as for a new algorithm.
    pub(super) fn undo_or_redo(&mut self, step: impl FnOnce(&mut Document) -> Option<bool>) {
        let before = self.scene().run.algorithm.clone();
        self.edit(|document| step(document).unwrap_or(false));
        let now = &self.scene().run.algorithm;
        if let Some(runner) = self.registry().find(now).filter(|_| *now != before) {
            self.shown.predict = None;
            self.reset_display(runner.card());
        }
    }

    /// Resets the display for the first run of another algorithm.
    pub(super) fn reset_display(&mut self, card: &Card) {
        self.shown.layer = default_layer(card);
        self.keep_general_breaks();
        self.work.events.clear();
        (self.shown.chosen_kind, self.shown.pair) = (None, None);
        self.shown.is_first_recording = true;
    }
}

/// Lists the parts of a scene that belong to its current run only. Returns `None` if there are none.
fn of_its_run(run: &RunSpec) -> Option<String> {
    let parts = [
        (!run.slides.is_empty(), "the slides"),
        (!run.exercise.is_empty(), "the exercise"),
        (!run.question.is_empty(), "the question"),
        (!run.beside.is_empty(), "the runs beside it"),
    ];
    let parts: Vec<&str> = parts.into_iter().filter(|part| part.0).map(|part| part.1).collect();
    let (last, first) = parts.split_last()?;
    let all = if first.is_empty() { (*last).to_owned() } else { format!("{} and {last}", first.join(", ")) };
    Some(all)
}
