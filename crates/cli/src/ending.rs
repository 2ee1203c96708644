//! Exit codes of commands that have printed their result: they tell whether the result is complete.

use super::{CliError, Start};
use crate::formats::FormatError;

/// Exit code if a budget halted the run, so the result is incomplete.
pub(super) const HALTED: u8 = 3;

/// Returns the sentence about a log whose lines were printed up to a bad one.
pub(super) fn up_to_there(bad: &FormatError) -> String {
    format!("shown up to there: {bad}")
}

/// Returns the sentence about a trace that is not what its scene does. Its events were printed.
pub(super) fn as_recorded(differs: &FormatError) -> String {
    format!("the recorded events are shown: {differs}")
}

/// Ends a command. `fault` is what is wrong with the input. `halted` is whether a longer run would show more.
///
/// # Errors
/// Returns an error if there is a fault.
pub(super) fn ending(fault: Option<&str>, halted: bool) -> Result<Start, CliError> {
    match fault {
        Some(fault) => Err(CliError::Input(fault.to_owned())),
        None => Ok(Start::Exit(if halted { HALTED } else { 0 })),
    }
}
