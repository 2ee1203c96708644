//! Runs that are not shown: used by experiments, minimising and what-would-win, under the progress of the caller.

use crate::audit::audit;
use crate::log::ConvertedLog;
use crate::log::program::Program;
use crate::session::background::drop_in_background::{HEAVY, drop_in_background};
use gridscope_trace::outcome::Outcome;
use gridscope_trace::progress::at_once;
use gridscope_trace::trace::{Halt, Progress, Replay};
use gridscope_trace::{Registry, RunError, Scene};
use serde_json::Value;

/// Reason why a run gave no outcome.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutcomeError {
    /// The scene cannot be run.
    #[error(transparent)]
    Run(RunError),
    /// The program behind the map failed, or its log cannot be read.
    #[error("{0}")]
    Program(String),
    /// The time limit ended the program behind the map.
    #[error("{0}")]
    Late(String),
    /// The caller cancelled, or the budget was used up.
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

/// Returns the outcome of a scene's run with a seed, without recording it.
///
/// # Errors
/// Returns an error if the scene cannot be run, or if the caller cancels.
pub fn outcome(registry: &Registry, scene: &Scene, seed: u64, progress: &Progress) -> Result<Outcome, OutcomeError> {
    progress.check()?;
    let run = &scene.run;
    Ok(registry.named(&run.algorithm)?.outcome(scene, &run.params, seed, progress)?)
}

/// Returns the outcome of a program on a scene with a seed: the fields of its `done`, the length and cost of its path,
/// the number of events in its run, and the number of faults that an audit finds in its log.
///
/// # Errors
/// Returns an error if the program fails or its time limit ends it, if its log cannot be read, or if the caller cancels.
pub(crate) fn program_outcome(
    registry: &Registry,
    program: &dyn Program,
    scene: &Scene,
    seed: u64,
    progress: &Progress,
) -> Result<Outcome, OutcomeError> {
    progress.check()?;
    let mut scene = scene.clone();
    scene.run.seed = seed;
    let program_output = program.run(&scene, progress);
    // A program that was killed counts as failed, so check for cancellation first.
    progress.check()?;
    let program_output = program_output.map_err(|error| OutcomeError::Program(error.to_string()))?;
    let failed = program_output.failed.as_ref().map(|how| format!("{}: {}", program.name(), program_output.how(how)));
    if let Some(late) = failed.clone().filter(|_| program_output.is_late) {
        return Err(OutcomeError::Late(late));
    }
    if let Some(failed) = failed.or_else(|| program_output.log.broken.as_ref().map(ToString::to_string)) {
        return Err(OutcomeError::Program(failed));
    }
    let replay = at_once(ConvertedLog::of(&program_output.log)).replay;
    let mut outcome = Value::clone(replay.outcome());
    if let Some(all) = outcome.as_object_mut() {
        let report = at_once(audit(&program_output.log, progress))?;
        let more: usize = report.more.iter().map(|more| more.1).sum();
        all.insert("events".into(), replay.len().into());
        all.insert("findings".into(), (report.findings.len() + more).into());
    }
    Ok(Outcome::from(outcome).with_card(registry.named(&scene.run.algorithm)?.card()))
}

/// Records the run of a scene. A run that uses up its budget ends early and reports this itself.
///
/// # Errors
/// Returns an error if the scene cannot be run, or if the caller cancels.
pub(crate) fn record(registry: &Registry, scene: &Scene, progress: &Progress) -> Result<Replay, OutcomeError> {
    progress.check()?;
    let replay = registry.record(scene, progress)?;
    // An incomplete recording must not be used.
    if let Err(halt) = progress.check() {
        forget(replay);
        return Err(halt.into());
    }
    Ok(replay)
}

/// Records the run of a scene, calls `at` with it, and drops the run.
///
/// # Errors
/// Returns an error in the same cases as [`record`].
pub(crate) fn look<R>(
    registry: &Registry,
    scene: &Scene,
    progress: &Progress,
    at: impl FnOnce(&mut Replay) -> R,
) -> Result<R, OutcomeError> {
    let mut replay = record(registry, scene, progress)?;
    let result = at(&mut replay);
    forget(replay);
    Ok(result)
}

/// Frees the memory of a run, in the background if it is large.
fn forget(replay: Replay) {
    if replay.len() > HEAVY {
        drop_in_background(replay);
    }
}
