//! Reasons why there is no answer.

use crate::disk::files::FileError;
use crate::export::ExportError;
use crate::formats::FormatError;
use crate::lab::outcome::OutcomeError;
use crate::session::Problem;
use gridscope_trace::trace::Halt;
use gridscope_trace::{Cell, RunError, Size};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of an [`AskError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The question is not one that can be asked.
    Question,
    /// A file or text cannot be read, or a value does not fit.
    Input,
    /// The scene cannot be run.
    Run,
    /// A budget ended the run before it had a result.
    Halted,
    /// The caller cancelled.
    Cancelled,
    /// An error in gridscope itself.
    Crash,
}

/// Error that takes the place of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AskError {
    /// Kind of the error.
    pub kind: ErrorKind,
    /// Sentence about the fault, and what was expected.
    pub sentence: String,
    /// Name of the source with line and column, as far as they are known.
    pub place: Option<String>,
}

impl AskError {
    /// Builds an error without a place.
    pub fn new(kind: ErrorKind, sentence: impl Into<String>) -> Self {
        Self { kind, sentence: sentence.into(), place: None }
    }

    /// Builds an error about a value.
    pub(super) fn input(sentence: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Input, sentence.to_string())
    }

    /// Adds the place to an error that has none.
    pub(super) fn at(self, place: &str) -> Self {
        let place = self.place.or_else(|| (!place.is_empty()).then(|| place.to_owned()));
        Self { place, ..self }
    }

    /// Builds the error about a cell that is outside the map.
    pub(super) fn outside(cell: Cell, size: Size) -> Self {
        Self::input(format!(
            "{cell} is outside the map of {size} cells; expected x below {} and y below {}",
            size.width, size.height
        ))
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.sentence),
            None => write!(f, "{}", self.sentence),
        }
    }
}

impl std::error::Error for AskError {}

impl From<FormatError> for AskError {
    fn from(error: FormatError) -> Self {
        let parts =
            [Some(error.source), error.line.map(|n| format!("line {n}")), error.column.map(|n| format!("column {n}"))];
        let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        let expected = if error.expected.is_empty() { String::new() } else { format!("; expected {}", error.expected) };
        let place = (!parts.is_empty()).then(|| parts.join(", "));
        Self { kind: ErrorKind::Input, sentence: format!("{}{expected}", error.found), place }
    }
}

impl From<FileError> for AskError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Format(error) => error.into(),
            other => Self::input(other),
        }
    }
}

impl From<Halt> for AskError {
    fn from(halt: Halt) -> Self {
        let kind = if halt == Halt::Cancelled { ErrorKind::Cancelled } else { ErrorKind::Halted };
        Self::new(kind, halt.to_string())
    }
}

impl From<RunError> for AskError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Stopped(halt) => halt.into(),
            other => Self::new(ErrorKind::Run, other.to_string()),
        }
    }
}

impl From<OutcomeError> for AskError {
    fn from(error: OutcomeError) -> Self {
        match error {
            OutcomeError::Run(error) => error.into(),
            OutcomeError::Stopped(halt) => halt.into(),
            other => Self::new(ErrorKind::Run, other.to_string()),
        }
    }
}

impl From<Problem> for AskError {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Run(error) => error.into(),
            other => Self::new(ErrorKind::Run, other.to_string()),
        }
    }
}

impl From<ExportError> for AskError {
    fn from(error: ExportError) -> Self {
        Self::input(error)
    }
}

/// Returns the sentence about a log whose lines were printed up to a bad one.
pub fn up_to_there(bad: &FormatError) -> String {
    format!("shown up to there: {bad}")
}

/// Returns the sentence about a trace that is not what its scene does. Its events were printed.
pub fn as_recorded(differs: &FormatError) -> String {
    format!("the recorded events are shown: {differs}")
}
