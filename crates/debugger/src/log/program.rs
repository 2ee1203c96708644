//! Interfaces for what can replace a built-in algorithm behind the map: a program that is run again whenever the scene
//! changes, or a log that still grows. The implementations are elsewhere.

use crate::formats::FormatError;
use crate::formats::log::Log;
use gridscope_trace::{Progress, Scene};
use std::fmt::Debug;

/// A program that logs what it does on a scene.
pub trait Program: Debug + Send + Sync {
    /// Returns the name of the program.
    fn name(&self) -> &str;

    /// Returns a text that identifies the program and its arguments.
    fn mark(&self) -> String;

    /// Returns the time limit in seconds, if there is one.
    fn timeout(&self) -> Option<f64> {
        None
    }

    /// Runs the program on a scene until it ends, or until `progress` is stopped.
    ///
    /// # Errors
    /// Returns a [`ProgramError`] if there is no log. A program that failed but logged something is not an error; see
    /// [`ProgramOutput::failed`].
    fn run(&self, scene: &Scene, progress: &Progress) -> Result<ProgramOutput, ProgramError>;
}

impl PartialEq for dyn Program {
    fn eq(&self, other: &Self) -> bool {
        self.mark() == other.mark()
    }
}

/// Result of running a program.
#[derive(Debug)]
pub struct ProgramOutput {
    /// Log of the program, on the map of the scene that was sent.
    pub log: Log,
    /// Other lines on its standard output, and its standard error.
    pub other_output: String,
    /// Description of its failure, if it failed: the exit code, or that it was killed.
    pub failed: Option<String>,
    /// Whether it failed because its time limit ended it.
    pub is_late: bool,
}

impl ProgramOutput {
    /// Describes the failure, with the program's last words.
    pub fn how(&self, failed: &str) -> String {
        let last = self.last_line();
        if last.is_empty() { failed.to_owned() } else { format!("{failed}: {last}") }
    }

    /// Returns the last line outside the log, which is often the reason of a failure.
    pub fn last_line(&self) -> &str {
        self.other_output.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default()
    }
}

/// Reason why a program gave no log.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The scene cannot be sent, or the log cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The program cannot be started.
    #[error("{command}: cannot be started: {error}")]
    Start {
        /// Command line.
        command: String,
        /// Error of the operating system.
        #[source]
        error: std::io::Error,
    },
    /// The program has ended, but a process that it started still holds its output open.
    #[error(
        "{0}: has ended, but something that it started runs on and holds its output open, so that its log has no end; \
         start that with its output elsewhere, such as > /dev/null 2>&1"
    )]
    Held(String),
    /// The user stopped it.
    #[error("{0}: was stopped")]
    Stopped(String),
}

/// A log that is read while it grows.
pub trait Growing: Debug + Send + Sync {
    /// Returns the number of lines received.
    fn lines(&self) -> usize;
    /// Returns whether no more lines will come.
    fn has_ended(&self) -> bool;
    /// Returns whether enough time has passed since the last look. Looking takes longer for a longer log, and must take
    /// only a part of the time.
    fn is_due(&self) -> bool;
    /// Shows the lines received so far. More may arrive meanwhile.
    fn look(&self, at: &mut dyn FnMut(&Log));
    /// Returns whether the log was started again since the last call.
    fn was_restarted(&self) -> bool;
    /// Returns the share of a file that is read so far, 0 to 1, until all of it is read. Returns `None` for a log that
    /// may grow.
    fn share(&self) -> Option<f64> {
        None
    }
    /// Stops reading such a file. What was read is shown.
    fn stop(&self) {}
    /// Returns whether reading has stopped at a bad line. Reading continues when the program starts the log again.
    fn is_stuck(&self) -> bool {
        false
    }
    /// Returns the reason why reading has stopped, once.
    fn problem(&self) -> Option<FormatError>;
}
