//! Exit codes of commands that have printed their result: they tell whether the result is complete.

use super::{CliError, Start};
pub(super) use crate::debugger::ask::{as_recorded, up_to_there};

/// Exit code if a budget halted the run, so the result is incomplete.
pub(super) const HALTED: u8 = 3;

/// Ends a command. `fault` is what is wrong with the input. `halted` is whether a longer run would show more, unless the
/// user asked for a part.
///
/// # Errors
/// Returns an error if there is a fault.
pub(super) fn ending(fault: Option<&str>, halted: bool) -> Result<Start, CliError> {
    match fault {
        Some(fault) => Err(CliError::Input(fault.to_owned())),
        None => Ok(Start::Exit(if halted { HALTED } else { 0 })),
    }
}
