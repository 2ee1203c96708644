//! Reasons why a scene has no run, and the handling of errors in gridscope itself.

use super::Session;
use crate::disk::crash::Crash;
use crate::session::background::Failure;
use crate::session::background::work::{TaskError, Update};
use gridscope_trace::algorithm::RunError;
use gridscope_trace::scene::Scene;

/// Reason why the scene has no run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The scene cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The code that records the run panicked.
    #[error(transparent)]
    Crash(#[from] Crash),
    /// The program behind the map gave no log.
    #[error("{0}")]
    Program(String),
    /// The operating system provides no thread for the recording.
    #[error("no thread could be started for the recording: {0}")]
    NoThread(String),
    /// The user cancelled the recording, and it did not end in time.
    #[error("the recording was stopped, and nothing of it is kept; F5 starts it again")]
    Cancelled,
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Crash(crash) => Self::Crash(crash),
            Failure::NoThread(error) => Self::NoThread(error),
            Failure::Abandoned => Self::Cancelled,
        }
    }
}

impl Session {
    /// Handles a recording that ended without a result. The scene stays, and the next change is recorded as usual.
    pub(super) fn recording_failed(&mut self, problem: Problem) {
        let Some(running) = self.work.recording.take() else { return };
        self.generation += 1;
        match &problem {
            Problem::Crash(crash) => self.crashed(crash, "recording", Some(&running.scene)),
            // Another recording follows, so this one is no longer needed.
            Problem::Cancelled if self.opened.stale => {}
            other => self.fail(other.to_string()),
        }
        // If the scene has changed meanwhile, its own recording still follows.
        if !self.opened.stale {
            self.opened.problem = Some(problem);
            self.retire();
        }
    }

    /// Handles a long task that ended without a result.
    pub(super) fn work_failed(&mut self, error: TaskError) {
        if let TaskError::Crash(crash) = &error {
            let under_way = self.work.tasks.under_way().map(|(task, scene)| (task.to_string(), scene.clone()));
            let (doing, scene) = under_way.unzip();
            self.crashed(crash, doing.as_deref().unwrap_or("a task"), scene.as_ref());
        }
        self.work.tasks.handle_report(Update::Failed(error));
    }

    /// Reports an error in gridscope itself, and keeps a report with everything needed to fix it. `scene` is the scene
    /// that the code worked on, if it is not the current one.
    pub fn crashed(&mut self, crash: &Crash, doing: &str, scene: Option<&Scene>) {
        let report = crash.report(doing, scene.unwrap_or(self.document.scene()), &self.work.recent);
        self.work.recent.unkept.push(report.clone());
        self.work.recent.report = Some(report);
        self.fail(format!("{crash}. Nothing is lost; Help › Copy report has what a bug report needs."));
    }
}
