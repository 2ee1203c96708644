//! Exit codes of commands that have printed their result: they tell whether the result is complete.

use super::{CliError, Start};
use crate::formats::FormatError;

/// Exit code if a budget halted the run, so the result is incomplete.
pub(super) const HALTED: u8 = 3;

/// Ends a command. `broken` is the error that ended reading a log. `halted` is whether a longer run would show more.
///
/// # Errors
/// Returns an error if the log has a bad line. The lines before it were printed.
pub(super) fn ending(broken: Option<&FormatError>, halted: bool) -> Result<Start, CliError> {
    match broken {
        Some(bad) => Err(CliError::Input(format!("shown up to there: {bad}"))),
        None => Ok(Start::Exit(if halted { HALTED } else { 0 })),
    }
}
