//! What keeps a scene from having a run, and what is done about an error in the program itself.

use super::Session;
use crate::background::Failure;
use crate::core::algorithm::RunError;
use crate::core::scene::Scene;
use crate::crash::Crash;
use crate::work::{TaskError, Update};

/// Why the scene has no run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The code that runs it broke.
    #[error(transparent)]
    Crash(#[from] Crash),
    /// The program behind the map gave no log.
    #[error("{0}")]
    Program(String),
    /// The system gives no thread to record on.
    #[error("no thread could be started for the recording: {0}")]
    NoThread(String),
    /// Somebody called the recording off, and it was not waited for what it had.
    #[error("the recording was called off, and nothing of it is kept; F5 begins it again")]
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
    /// The recording under way ended without an answer. The scene stays, the next change is recorded as ever.
    pub(super) fn recording_failed(&mut self, problem: Problem) {
        let Some(running) = self.work.recording.take() else { return };
        self.generation += 1;
        match &problem {
            Problem::Crash(crash) => self.crashed(crash, "recording", Some(&running.scene)),
            // Another one is to come: nobody asked for this one any more.
            Problem::Cancelled if self.opened.stale => {}
            other => self.fail(other.to_string()),
        }
        // Where the scene has changed meanwhile, its own recording is still to come.
        if !self.opened.stale {
            self.opened.problem = Some(problem);
            self.retire();
        }
    }

    /// The work under way ended without an answer.
    pub(super) fn work_failed(&mut self, error: TaskError) {
        if let TaskError::Crash(crash) = &error {
            let under_way = self.work.tasks.under_way().map(|(task, scene)| (task.to_string(), scene.clone()));
            let (doing, scene) = under_way.unzip();
            self.crashed(crash, doing.as_deref().unwrap_or("a task"), scene.as_ref());
        }
        self.work.tasks.hear(Update::Failed(error));
    }

    /// The code that did something broke: it is told, and what is needed to mend it is kept. The scene is the one that it
    /// worked on, where that is not the one at hand.
    pub fn crashed(&mut self, crash: &Crash, doing: &str, scene: Option<&Scene>) {
        let report = crash.report(doing, scene.unwrap_or(self.document.scene()), &self.work.recent);
        self.work.recent.unkept.push(report.clone());
        self.work.recent.report = Some(report);
        self.fail(format!("{crash}. Nothing is lost; Help › Copy report has what a bug report needs."));
    }
}
