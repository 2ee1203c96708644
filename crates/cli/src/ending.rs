//! How a command ends once it has printed what it found: the exit code says if that is all that was asked for.

use super::{CliError, Start};
use crate::formats::FormatError;

/// The exit code if a budget halted the run, so that the result is part of what was asked for.
pub(super) const HALTED: u8 = 3;

/// Ends a command. `broken` is why reading a log stopped, `halted` is whether the result lacks what a longer run would show.
///
/// # Errors
/// If the log has a bad line: what comes before it was printed.
pub(super) fn ending(broken: Option<&FormatError>, halted: bool) -> Result<Start, CliError> {
    match broken {
        Some(bad) => Err(CliError::Input(format!("shown up to there: {bad}"))),
        None => Ok(Start::Exit(if halted { HALTED } else { 0 })),
    }
}
