//! The question that a scene opens with. It is asked after the first recording, and can be built from the current
//! state.

use super::{Breakpoint, Session};
use crate::SessionCommand;
use crate::disk::open::not_there;
use crate::lab::experiment::Measure;
use crate::lesson::unknown_words::unknown_words;
use crate::session::window::PanelId;
use gridscope_trace::Progress;
use gridscope_trace::question::{Question, Stop};
use gridscope_trace::trace::Replay;

impl Session {
    /// Asks the question that the scene opens with.
    pub(super) fn ask_first_question(&mut self) {
        let question = self.scene().run.question.clone();
        for Stop { when, note, nth } in &question.breakpoints {
            match when.parse() {
                Ok(condition) => {
                    self.shown.breakpoints.push(Breakpoint { notes: *note, nth: *nth, ..Breakpoint::new(condition) });
                }
                Err(error) => self.fail(format!("the breakpoint {when:?} of this scene cannot be read: {error}")),
            }
        }
        if let Some(name) = &question.layer {
            let layers = self.layers();
            let known: Vec<&str> = layers.iter().map(|layer| &*layer.name).collect();
            if let Some(layer) = known.iter().position(|layer| layer == name) {
                self.apply(&SessionCommand::SetLayer(layer));
            } else {
                let known = known.join(", ");
                self.fail(format!(
                    "this scene opens with a layer {name:?}, which does not exist; expected one of {known}"
                ));
            }
        }
        let size = self.scene().size();
        if let Some(cell) = question.cell.iter().chain(&question.why_not).find(|&&c| !size.contains(c)) {
            self.fail(format!("the question of this scene is about {cell}, outside its map of {size} cells"));
        } else {
            if let Some(cell) = question.cell {
                self.apply(&SessionCommand::Select(Some(cell)));
            }
            if !question.why_not.is_empty() {
                self.ask_why_not(&question.why_not);
            }
        }
        if question.predict && self.shown.predict.is_none() {
            self.toggle_predict();
        }
        match question.panel.map(|id| id.parse::<PanelId>()) {
            Some(Ok(panel)) => self.shown.panel = Some(panel),
            Some(Err(error)) => self.fail(format!("the question of this scene: {error}")),
            None => {}
        }
    }

    /// Reports what the scene refers to but its runs do not have: moments past the end, names in breakpoints, and
    /// views.
    pub(super) fn say_what_is_not_there(&mut self) {
        let Some(main) = self.opened.main.as_ref().filter(|main| main.replay.halted().is_none()) else { return };
        let not_there = not_there(&main.scene, &main.replay).into_iter();
        let blind = main.scene.run.beside.iter().zip(&self.opened.additional_runs).filter_map(|(over, run)| {
            let (eyes, all) = (over.eyes?, run.replay.eyes().len());
            (eyes >= all.max(1)).then(|| match all {
                0 => format!(
                    "A side-by-side run should be seen through eyes {eyes}, but no character in it has eyes of its own."
                ),
                _ => format!("A side-by-side run should be seen through eyes {eyes}, but the last are {}.", all - 1),
            })
        });
        let beside = &self.opened.additional_runs;
        let runs = [&main.replay].into_iter().chain(beside.iter().map(|run| &run.replay)).collect::<Vec<_>>();
        let words = if beside.is_empty() { Vec::new() } else { unknown_words(&main.scene, &runs) };
        for text in not_there.chain(blind).chain(words).collect::<Vec<_>>() {
            self.fail(text);
        }
        let asks = self.scene().run.slides.iter().any(|slide| slide.ask.is_some());
        self.shown.asking.unchecked = asks.then_some(self.generation);
    }

    /// Reports an error if the scene's question asks for a measure that the experiment does not have.
    pub(super) fn check_measure(&mut self, measures: &[Measure]) {
        let question = &self.scene().run.question;
        if let Some(asked) = question.measure.as_ref().filter(|&asked| measures.iter().all(|m| m.name != *asked)) {
            let known: Vec<&str> = measures.iter().map(|m| m.name.as_str()).collect();
            let known = known.join(", ");
            self.fail(format!(
                "this scene asks for the number {asked:?}, which the outcome does not have; it has {known}"
            ));
        }
    }

    /// Returns the index of the layer that a run shows: the one with the name of the shown layer, or else the run's own
    /// first layer.
    pub fn layer_of(&self, replay: &Replay) -> usize {
        self.layer_in(replay, self.shown.layer)
    }

    /// Returns the index of the run's layer with the same name as a layer of the main run, or else its own first layer.
    fn layer_in(&self, replay: &Replay, layer: usize) -> usize {
        let own = replay.schema();
        match self.layers().get(layer) {
            Some(shown) => own.layers.iter().position(|layer| layer.name == shown.name).unwrap_or(own.first_layer),
            None => layer,
        }
    }

    /// Returns the shown runs whose data for a layer is not computed yet, each with what stops computing it and its own
    /// index of that layer.
    pub fn unprepared(&self, layer: usize) -> Vec<(Replay, Progress, usize)> {
        let runs = self.shown_runs().map(|run| (&run.replay, self.layer_in(&run.replay, layer)));
        runs.filter(|(replay, layer)| !replay.is_prepared(*layer))
            .map(|(replay, layer)| {
                let (run, users) = replay.for_preparation();
                (run, users, layer)
            })
            .collect()
    }

    /// Returns the name of the shown layer, or `None` if it is the default layer.
    fn layer_to_open_with(&self) -> Option<String> {
        let layers = self.layers();
        let current_layer = layers.get(self.shown.layer).filter(|_| self.shown.layer != self.first_layer())?;
        Some(current_layer.name.to_string())
    }

    /// Builds a question from the current state, for the scene to open with.
    pub fn question_now(&self) -> Question {
        let (plan, keep) =
            (self.work.tasks.plan.as_ref(), self.work.tasks.smaller.as_ref().map(|s| s.keep.to_string()));
        let why_not = self.asked_why_not().unwrap_or_default().to_vec();
        let stop = |b: &Breakpoint| Stop { when: b.condition.to_string(), note: b.notes, nth: b.nth };
        let breakpoints: Vec<Stop> = self.shown.breakpoints.iter().map(stop).collect();
        let panel = if keep.is_some() {
            Some(PanelId::Shrink)
        } else if plan.is_some() {
            Some(PanelId::Experiment)
        } else if self.shown_runs().count() > 1 {
            Some(PanelId::Compare)
        } else if !breakpoints.is_empty() {
            Some(PanelId::Breakpoints)
        } else {
            self.shown.selected.map(|_| PanelId::Cell)
        };
        let scene_question = &self.scene().run.question;
        Question {
            below: scene_question.below.clone(),
            begin: scene_question.begin && (keep.is_some() || plan.is_some()),
            panel: panel.map(String::from),
            layer: self.layer_to_open_with(),
            breakpoints,
            cell: self.shown.selected.filter(|_| why_not.is_empty()),
            why_not,
            vary: plan.map(|p| p.sweep.clone()).filter(|s| !s.is_empty()),
            samples: plan.map(|p| p.samples),
            measure: self.scene().run.question.measure.clone().filter(|_| plan.is_some()),
            log_log: self.scene().run.question.log_log && plan.is_some(),
            keep,
            predict: self.shown.predict.is_some(),
            differences: scene_question.differences,
        }
    }
}
