//! The author's solution of an exercise: recording it on the map, and testing it.

use super::Session;
use crate::formats::solution;
use crate::lesson::exercise::ExerciseProgress;
use crate::session::command::SolutionStep;
use gridscope_trace::scene::{RunSpec, Scene};
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
                    self.restore_given(self.lesson_on(&given));
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
        let exercise_scene = self.scene().clone();
        let solution = exercise_scene.run.exercise.solution.as_ref();
        let solved = solution
            .and_then(|solution| solution::solved(solution, &exercise_scene))
            .filter(|solved| self.has_algorithm(solved));
        if solution.is_some() && solved.is_none() {
            self.notify("The old solution does not fit this map. Record a new one.");
        }
        self.opened.given = Some(Arc::new(exercise_scene));
        if let Some(solved) = solved {
            self.replace(solved);
        }
    }

    /// Stores the solution and restores the given map and run. What belongs to the lesson keeps the user's changes.
    /// Returns `false` if a solution cannot hold what was changed.
    pub(crate) fn keep_solution(&mut self) -> bool {
        let Some(given) = &self.opened.given else { return true };
        let mut lesson = self.lesson_on(given);
        let mut solved = self.scene().clone();
        solved.run = run_of(&lesson.run, &solved.run);
        let Some(solution) = solution::difference(&lesson, &solved) else {
            let resized = solved.size() != lesson.size();
            let what = if resized { "the size of the map" } else { "more than a scene file can hold" };
            self.fail(format!("A solution cannot change {what}. Undo that, or cancel the recording."));
            return false;
        };
        if solution.is_empty() {
            self.notify("Nothing is changed yet. Solve the exercise on the map first.");
            return true;
        }
        self.opened.given = None;
        lesson.run.exercise.solution = Some(Box::new(solution));
        self.restore_given(lesson);
        self.solution_step(SolutionStep::Test);
        true
    }

    /// Returns the given scene with what belongs to the lesson as it is now: title, notes, slides, question and exercise.
    fn lesson_on(&self, given: &Scene) -> Scene {
        let now = self.scene();
        // Choosing another algorithm removes the slides, the question and the exercise.
        let lesson = if now.run.exercise.is_empty() { &given.run } else { &now.run };
        let mut scene = given.clone();
        scene.run = run_of(lesson, &given.run);
        scene.title.clone_from(&now.title);
        scene.notes.clone_from(&now.notes);
        scene
    }

    fn restore_given(&mut self, scene: Scene) {
        let another = scene.run.algorithm != self.scene().run.algorithm;
        let runner = self.registry().find(&scene.run.algorithm).filter(|_| another);
        self.replace(scene);
        if let Some(runner) = runner {
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

/// Returns what belongs to one lesson, with the algorithm, parameters, seed and additional runs of another run.
fn run_of(lesson: &RunSpec, run: &RunSpec) -> RunSpec {
    RunSpec {
        algorithm: run.algorithm.clone(),
        params: run.params.clone(),
        seed: run.seed,
        beside: run.beside.clone(),
        ..lesson.clone()
    }
}
