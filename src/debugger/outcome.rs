//! The one door to runs that nobody looks at: what experiments, minimising and what-would-win ask of an algorithm, under
//! the control of whoever waits for the answer.

use crate::core::algorithm::RunError;
use crate::core::algorithms;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Halt, Replay};
use serde_json::Value;

/// Why a run gave no outcome.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutcomeError {
    /// The scene cannot be run.
    #[error(transparent)]
    Run(RunError),
    /// Whoever waited has cancelled, or the budget was used up.
    #[error(transparent)]
    Stopped(#[from] Halt),
}

impl From<RunError> for OutcomeError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Stopped(halt) => Self::Stopped(halt),
            other => Self::Run(other),
        }
    }
}

/// The outcome of a scene's run with a seed, without recording it.
///
/// # Errors
/// When the scene cannot be run, or was cancelled.
pub fn outcome(scene: &Scene, seed: u64, control: &Control) -> Result<Value, OutcomeError> {
    cancelled(control)?;
    let run = &scene.run;
    Ok(algorithms::named(&run.algorithm)?.outcome_within(scene, &run.params, seed, control)?)
}

/// The recorded run of a scene; one that used up its budget ends early and says so itself.
///
/// # Errors
/// When the scene cannot be run, or was cancelled.
pub fn record(scene: &Scene, control: &Control) -> Result<Replay, OutcomeError> {
    cancelled(control)?;
    let replay = algorithms::record(scene, control)?;
    // What was recorded until then may be anything.
    cancelled(control)?;
    Ok(replay)
}

/// Whether whoever waits has cancelled, as an error.
///
/// # Errors
/// [`Halt::Cancelled`], if so.
pub fn cancelled(control: &Control) -> Result<(), Halt> {
    control.stopped()
}
