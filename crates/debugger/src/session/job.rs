//! A recording as a job that any thread can run. The job also computes what a window needs of a new run first.

use super::additional_runs::{GuestError, OtherRun};
use super::following::Followed;
use super::place::Place;
use super::variants::variants;
use super::{Breakpoint, OpenedLog, Problem, Run};
use crate::core::algorithms::Registry;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Replay};
use crate::exercise::Progress;
use crate::formats::FormatError;
use crate::formats::trace_file::TraceFile;
use crate::program::Program;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A recording that is ready to run.
#[derive(Debug)]
pub struct Job {
    pub(super) registry: Registry,
    pub(super) scene: Arc<Scene>,
    pub(super) other_runs: Vec<OtherRun>,
    /// Trace that the scene was read from, to compare with the recording.
    pub(super) trace: Option<TraceFile>,
    /// Source of the main run, if it is not a built-in algorithm.
    pub(super) behind: Option<RunSource>,
    pub(super) serial: u64,
    pub(super) opened: u64,
    /// The layer that is shown.
    pub(super) layer: usize,
    /// Index of the displayed view.
    pub(super) eyes: usize,
    /// Place of the shown run in time, and the breakpoints whose hits are to be found.
    pub(super) place: Option<Place>,
    pub(super) breakpoints: Vec<Breakpoint>,
    /// Shared with the code that may cancel the recording.
    pub control: Arc<Control>,
}

/// Source of a run that is not a built-in algorithm.
#[derive(Debug)]
pub(super) enum RunSource {
    /// A log, or a run that was recorded elsewhere.
    Log(Box<Replay>),
    /// A program that runs on the scene and logs what it does.
    Program(Arc<dyn Program>),
    /// A log that still grows.
    Follow(Followed),
}

/// Result of running a program, or of reading a followed log.
pub(super) struct Answer {
    pub(super) log: OpenedLog,
    pub(super) scene: Arc<Scene>,
    pub(super) output: String,
    /// Description of the failure, if it failed after it logged something.
    pub(super) failed: Option<String>,
}

/// Runs a program on a scene.
fn ask(program: &dyn Program, scene: &Scene, control: &Control) -> Result<Answer, Problem> {
    let said = program.run(scene, control).map_err(|error| Problem::Program(error.to_string()))?;
    let how = |failed: &String| format!("{}: {}", program.name(), said.how(failed));
    let failed = said.failed.as_ref().map(how).or_else(|| said.log.broken.as_ref().map(ToString::to_string));
    match failed {
        Some(failed) if said.log.events.is_empty() => Err(Problem::Program(failed)),
        failed => {
            let (log, scene) = OpenedLog::of(&said.log);
            Ok(Answer { log, scene: Arc::new(scene), output: said.other_output, failed })
        }
    }
}

/// Recorded runs with their titles.
pub(super) type Titled = Vec<(String, Replay)>;

/// Result of a [`Job`].
pub struct Recorded {
    pub(super) scene: Arc<Scene>,
    pub(super) serial: u64,
    pub(super) opened: u64,
    pub(super) answer: Result<Titled, Problem>,
    /// Result of the program or the followed log, if there is one.
    pub(super) said: Option<Answer>,
    /// Breakpoints whose hits were found in the main run.
    pub(super) found: Vec<Breakpoint>,
    /// First event at which the trace differs from the recording, if it does. With it comes the log of the trace, if it
    /// could be read.
    pub(super) differs: Option<(FormatError, Option<OpenedLog>)>,
    /// Whether comparing the trace was cancelled before its end.
    pub(super) uncompared: bool,
    pub(super) other_runs: Vec<Result<Run, GuestError>>,
    /// Progress of the scene's exercise.
    pub(super) exercise: Progress,
}

impl Job {
    /// Returns whether the job records only built-in runs of its scene.
    pub(crate) const fn is_plain(&self) -> bool {
        self.other_runs.is_empty() && self.trace.is_none() && self.behind.is_none()
    }

    /// Records the scene's run, its additional runs, and those of other files.
    pub fn run(self) -> Recorded {
        let mut all = Vec::new();
        let mut answer = Ok(());
        let ours = self.behind.is_none();
        let (mut behind, mut said, mut found) = (self.behind, None, Vec::new());
        for (title, scene) in variants(&self.registry, &self.scene) {
            // A log replaces the main run only. The additional runs are still recorded.
            match behind.take() {
                None => {}
                Some(RunSource::Log(log)) => {
                    all.push((title, *log));
                    continue;
                }
                Some(RunSource::Follow(follow)) => {
                    let Some(look) = follow.look() else { continue };
                    all.push((title, look.run));
                    found = look.breakpoints;
                    let (log, scene) = (look.log, Arc::new(look.scene));
                    said = Some(Answer { log, scene, output: String::new(), failed: None });
                    continue;
                }
                Some(RunSource::Program(program)) => match ask(&*program, &scene, &self.control) {
                    Ok(done) => {
                        all.push((title, done.log.replay.fork()));
                        said = Some(done);
                        continue;
                    }
                    Err(problem) => {
                        answer = Err(problem);
                        break;
                    }
                },
            }
            match self.registry.record(&scene, &self.control) {
                Ok(replay) => all.push((title, replay)),
                Err(error) => {
                    answer = Err(error.into());
                    break;
                }
            }
        }
        let stopped = || self.control.cancel.load(Ordering::Relaxed);
        for (_, replay) in all.iter_mut().filter(|_| !stopped()) {
            replay.look_through(self.eyes.min(replay.eyes().len().saturating_sub(1)));
            replay.prepare_turns(&mut || !stopped());
            if stopped() {
                break;
            }
            // Go to the first moment to show. Going there across very many events takes longer than a frame.
            let at = self.place.as_ref().map_or_else(|| self.scene.run.at, |place| Some(place.on(replay)));
            replay.seek(at.unwrap_or(usize::MAX));
            replay.prepare(self.layer, &mut || !stopped());
        }
        let cancelled = stopped();
        let main = all.first().filter(|_| !cancelled);
        let (mut differs, mut uncompared) = (None, false);
        if let Some(trace) = self.trace {
            match main.map_or(Ok(false), |(_, main)| trace.agrees_within(main, &mut || !stopped())) {
                Ok(whole) => uncompared = !whole && stopped(),
                Err(error) => {
                    let log = trace.log_within(&self.control).ok();
                    differs = Some((error, log.map(|log| OpenedLog::of(&log).0)));
                }
            }
        }
        if let (Some((_, Some(log))), Some(main)) = (&differs, all.first_mut()) {
            // Show the events of the file instead of the new run.
            main.1 = log.replay.fork();
        }
        if let Some((_, main)) = all.first().filter(|_| !cancelled && found.is_empty()) {
            found = self.breakpoints;
            for breakpoint in &mut found {
                breakpoint.find_within(main, &mut || !stopped());
            }
            if stopped() {
                // Incomplete hits are discarded, and found again later.
                found.clear();
            }
        }
        let other_runs =
            self.other_runs.into_iter().map(|other_run| other_run.record(&self.registry, &self.control)).collect();
        let exercise = if ours && !cancelled {
            Progress::of(
                &self.registry,
                &self.scene,
                &all.iter().map(|(_, replay)| replay).collect::<Vec<_>>(),
                &self.control,
            )
        } else {
            Progress::default()
        };
        let answer = answer.map(|()| all);
        Recorded {
            scene: self.scene,
            serial: self.serial,
            opened: self.opened,
            answer,
            said,
            found,
            differs,
            uncompared,
            other_runs,
            exercise,
        }
    }
}

impl Recorded {
    /// Returns the runs, so that the same thread can compute more data after it has reported this result.
    pub fn runs(&self) -> Vec<Replay> {
        self.answer.iter().flatten().map(|(_, replay)| replay.fork()).collect()
    }
}
