//! The author's solution of an exercise: recording it on the map, and testing it.

use super::Session;
use crate::command::SolutionStep;
use crate::exercise::ExerciseProgress;
use gridscope_trace::exercise::Exercise;
use gridscope_trace::scene::Scene;
use gridscope_trace::solution::Solution;
use std::sync::Arc;

impl Session {
    /// Returns whether the user is recording a solution.
    pub const fn is_solving(&self) -> bool {
        self.opened.given.is_some()
    }

    pub(super) fn solution_step(&mut self, step: SolutionStep) {
        match step {
            SolutionStep::Begin => self.begin_solution(),
            SolutionStep::Keep => {
                self.keep_solution();
            }
            SolutionStep::Cancel => {
                if let Some(given) = self.opened.given.take() {
                    let exercise = self.scene().run.exercise.clone();
                    self.restore_given(&given, exercise);
                }
            }
            SolutionStep::Remove => {
                let mut run = self.scene().run.clone();
                run.exercise.solution = None;
                self.edit(|document| document.set_run(run, None));
            }
            SolutionStep::Test => {
                self.shown.tests_solution = true;
                self.opened.stale = true;
            }
        }
    }

    fn begin_solution(&mut self) {
        if self.is_solving() {
            return;
        }
        let given = self.scene().clone();
        let solution = given.run.exercise.solution.as_ref();
        let solved = solution.and_then(|solution| solution.on(&given)).filter(|solved| self.has_algorithm(solved));
        if solution.is_some() && solved.is_none() {
            self.notify("The old solution does not fit this map. Record a new one.");
        }
        self.opened.given = Some(Arc::new(given));
        if let Some(solved) = solved {
            self.replace(solved);
        }
    }

    /// Stores the solution and restores the given map and run. The task and the conditions keep the user's changes.
    /// Returns `false` if a solution cannot have what was changed.
    pub(crate) fn keep_solution(&mut self) -> bool {
        let Some(given) = &self.opened.given else { return true };
        let solution = match Solution::between(given, self.scene()) {
            Ok(solution) => solution,
            Err(what) => {
                self.fail(format!("A solution cannot change {what}. Undo that, or cancel the recording."));
                return false;
            }
        };
        if solution.is_empty() {
            self.notify("Nothing is changed yet. Solve the exercise on the map first.");
            return true;
        }
        let Some(given) = self.opened.given.take() else { return true };
        let own = &self.scene().run.exercise;
        // Choosing another algorithm removes the exercise.
        let own = if own.is_empty() { &given.run.exercise } else { own };
        let exercise = Exercise { solution: Some(Box::new(solution)), ..own.clone() };
        self.restore_given(&given, exercise);
        self.solution_step(SolutionStep::Test);
        true
    }

    fn restore_given(&mut self, given: &Scene, exercise: Exercise) {
        let mut scene = given.clone();
        scene.title.clone_from(&self.scene().title);
        scene.notes.clone_from(&self.scene().notes);
        if !exercise.is_empty() {
            scene.run.exercise = exercise;
        }
        let another = scene.run.algorithm != self.scene().run.algorithm;
        self.replace(scene);
        if let Some(runner) = self.registry().find(&given.run.algorithm).filter(|_| another) {
            self.shown.predict = None;
            self.reset_display(runner.card());
        }
    }

    /// Stores the progress of the exercise. Shows a message when the exercise becomes done, unless its author changed
    /// the conditions or records a solution.
    pub(super) fn take_progress(&mut self, progress: ExerciseProgress) {
        let conditions = self.scene().run.exercise.done.clone();
        let same = self.shown.conditions == conditions && !self.is_solving();
        if progress.is_done() && !self.shown.exercise.is_done() && !self.shown.is_first_recording && same {
            self.notify("The exercise is done.");
        }
        (self.shown.exercise, self.shown.conditions) = (progress, conditions);
    }

    fn has_algorithm(&self, scene: &Scene) -> bool {
        self.registry().find(&scene.run.algorithm).is_some()
    }
}
