//! What may stand behind the map instead of an algorithm of ours: a program that is run again whenever the scene changes, or
//! a log that still grows. Who they are is not known here.

use crate::core::scene::Scene;
use crate::core::trace::Control;
use crate::formats::FormatError;
use crate::formats::log::Log;
use std::fmt::Debug;

/// A program that logs what it does on a scene.
pub trait Program: Debug + Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// All that tells it from other programs, and from itself with other arguments.
    fn mark(&self) -> String;

    /// How many seconds it may run before it is ended, if that is bounded.
    fn timeout(&self) -> Option<f64> {
        None
    }

    /// Runs it on a scene until it ends, or until `control` says to stop.
    ///
    /// # Errors
    /// [`ProgramError`]. A program that fails is none where it logged something: [`Said::failed`] says so.
    fn run(&self, scene: &Scene, control: &Control) -> Result<Said, ProgramError>;
}

/// What a run of a program gave.
#[derive(Debug)]
pub struct Said {
    /// Its log, on the ground of the scene that was sent.
    pub log: Log,
    /// What else it said on its standard output and standard error.
    pub besides: String,
    /// How it failed, if it did: the exit code, or that it was ended.
    pub failed: Option<String>,
}

impl Said {
    /// How it failed, with its last words.
    pub fn how(&self, failed: &str) -> String {
        let last = self.last_line();
        if last.is_empty() { failed.to_owned() } else { format!("{failed}: {last}") }
    }

    /// The last line that it said besides its log: often the reason of a failure.
    pub fn last_line(&self) -> &str {
        self.besides.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default()
    }
}

/// Why a program gave no log.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The scene cannot be sent, or the log not be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// It cannot be started.
    #[error("{command}: cannot be started: {error}")]
    Start {
        /// The command.
        command: String,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// It has ended, but what it started elsewhere still holds its output open.
    #[error(
        "{0}: has ended, but something that it started runs on and holds its output open, so that its log has no end; \
         start that with its output elsewhere, such as > /dev/null 2>&1"
    )]
    Held(String),
    /// Somebody stopped it.
    #[error("{0}: was stopped")]
    Stopped(String),
}

/// A log that is read while it grows.
pub trait Growing: Debug + Send + Sync {
    /// How many lines have come.
    fn lines(&self) -> usize;
    /// Whether no more will come.
    fn has_ended(&self) -> bool;
    /// Whether enough time has passed since it was looked at last: looking takes longer the longer the log is, and is not
    /// to take more than a share of the time.
    fn is_due(&self) -> bool;
    /// Shows what has come so far. More may come meanwhile.
    fn look(&self, at: &mut dyn FnMut(&Log));
    /// Whether it was begun anew since this was asked last.
    fn was_begun_anew(&self) -> bool;
    /// Whether it is not read on because a line is bad. It is, once its program begins it anew.
    fn is_stuck(&self) -> bool {
        false
    }
    /// Why it cannot be read on, the first time that this is asked.
    fn problem(&self) -> Option<FormatError>;
}
