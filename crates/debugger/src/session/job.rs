//! A recording as a job that any thread can run. The job also computes what a window needs of a new run first.

use super::additional_runs::{GuestError, OtherRun};
use super::following::Followed;
use super::place::Place;
use super::source::Source;
use super::variants::variants;
use super::{Breakpoint, OpenedLog, Problem, Run};
use crate::formats::FormatError;
use crate::formats::trace_file::TraceFile;
use crate::lesson::exercise::ExerciseProgress;
use crate::log::program::Program;
use gridscope_trace::Registry;
use gridscope_trace::algorithm::Runner;
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::{at_once, boxed, pause};
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::{Halt, Pieces, Progress, Replay};
use std::mem::{Discriminant, take};
use std::sync::Arc;

/// A recording that is ready to run.
#[derive(Debug)]
pub struct Job {
    pub(super) registry: Registry,
    pub(super) scene: Arc<Scene>,
    pub(super) other_runs: Vec<OtherRun>,
    pub(super) source: RunSource,
    /// The kind of source that was behind the map when the job was handed out.
    pub(super) behind: Discriminant<Source>,
    pub(super) serial: u64,
    pub(super) opened: u64,
    /// The layer that is shown.
    pub(super) layer: usize,
    /// Index of the displayed view.
    pub(super) eyes: usize,
    /// Place of the shown run in time, and the breakpoints whose hits are to be found.
    pub(super) place: Option<Place>,
    pub(super) breakpoints: Vec<Breakpoint>,
    /// Number of events of the longest run of the last recording, if that was of the same scene and algorithm.
    pub(super) last_length: Option<usize>,
    /// The runs that a worker of the page records for this job, if it does.
    pub pieces: Pieces,
    /// Whether the author's solution of the exercise is tested.
    pub(super) tests_solution: bool,
    /// Shared with the code that may cancel the recording.
    pub progress: Progress,
}

/// Source of the main run.
#[derive(Debug, Default)]
pub(super) enum RunSource {
    /// The scene's algorithm.
    #[default]
    Ours,
    /// The scene's algorithm. Its run is compared with this trace.
    Trace(Box<TraceFile>),
    /// A run that is there already, such as that of a log.
    Recorded(Box<Replay>),
    /// A program that runs on the scene and logs what it does.
    Program(Arc<dyn Program>),
    /// A log that still grows.
    Growing(Followed),
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
fn ask(program: &dyn Program, scene: &Scene, progress: &Progress) -> Result<Answer, Problem> {
    let program_output = program.run(scene, progress).map_err(|error| Problem::Program(error.to_string()))?;
    let how = |failed: &String| format!("{}: {}", program.name(), program_output.how(failed));
    let failed =
        program_output.failed.as_ref().map(how).or_else(|| program_output.log.broken.as_ref().map(ToString::to_string));
    match failed {
        Some(failed) if program_output.log.events.is_empty() => Err(Problem::Program(failed)),
        failed => {
            let (log, scene) = at_once(OpenedLog::of(&program_output.log, &Progress::default()));
            Ok(Answer { log, scene: Arc::new(scene), output: program_output.other_output, failed })
        }
    }
}

/// Why a trace is not the recording, and the log of the trace, if it could be read.
pub(super) type Difference = (FormatError, Option<OpenedLog>);

/// Recorded runs with their titles.
pub(super) type Titled = Vec<(String, Replay)>;

/// Result of a [`Job`].
pub struct Recorded {
    pub(super) scene: Arc<Scene>,
    pub(super) serial: u64,
    pub(super) opened: u64,
    pub(super) behind: Discriminant<Source>,
    pub(super) answer: Result<Titled, Problem>,
    /// Result of the program or the followed log, if there is one.
    pub(super) said: Option<Answer>,
    /// Breakpoints whose hits were found in the main run.
    pub(super) found: Vec<Breakpoint>,
    /// First event at which the trace differs from the recording, if it does.
    pub(super) differs: Option<Difference>,
    /// Whether comparing the trace was cancelled before its end.
    pub(super) uncompared: bool,
    pub(super) other_runs: Vec<Result<Run, GuestError>>,
    /// Progress of the scene's exercise.
    pub(super) exercise: ExerciseProgress,
}

impl Job {
    /// Returns whether the job records only built-in runs of its scene.
    pub(crate) const fn is_plain(&self) -> bool {
        self.other_runs.is_empty() && matches!(self.source, RunSource::Ours)
    }

    /// Returns the scenes whose runs the job records, in the order in which it records them. The list is empty if something
    /// else is behind the map.
    pub(super) fn scenes_to_record(&self) -> Vec<Arc<Scene>> {
        if !matches!(self.source, RunSource::Ours | RunSource::Trace(_)) {
            return Vec::new();
        }
        let own = variants(&self.registry, &self.scene).into_iter().map(|(_, scene)| scene);
        own.chain(self.other_runs.iter().filter_map(OtherRun::scene_to_record).cloned()).collect()
    }

    /// Returns whether the part of the program that a page loads first can do the job.
    pub(crate) fn is_first(&self) -> bool {
        let run = &self.scene.run;
        let other = run.beside.iter().filter_map(|over| over.algorithm.as_ref());
        let mut runners = other.chain([&run.algorithm]).map(|id| self.registry.find(id));
        let is_plain = self.is_plain() && !self.tests_solution && run.exercise.done.is_empty();
        is_plain && runners.all(|runner| runner.is_none_or(Runner::is_first))
    }

    /// Records the scene's run, its additional runs, and those of other files.
    pub fn run(self) -> Recorded {
        at_once(self.record())
    }

    /// Like [`Job::run`], with pauses.
    pub(crate) async fn record(mut self) -> Recorded {
        let trace = match take(&mut self.source) {
            RunSource::Trace(trace) => Some(trace),
            source => {
                self.source = source;
                None
            }
        };
        let ours = matches!(self.source, RunSource::Ours);
        let mut recording = Recording { job: self, all: Vec::new(), said: None, found: Vec::new() };
        let failed = boxed(recording.record()).await.err();
        if failed.is_some() {
            // The next run that arrives need not be that of the next scene.
            recording.job.pieces = Pieces::default();
        }
        // If it is stopped, the window computes what it needs.
        _ = boxed(recording.prepare()).await;
        pause().await;
        let (differs, uncompared) = match trace {
            Some(trace) => later(Here::wait().await, || boxed(recording.compare(*trace))).await,
            None => (None, false),
        };
        boxed(recording.find_hits()).await;
        let mut other_runs = Vec::new();
        for other in take(&mut recording.job.other_runs) {
            pause().await;
            other_runs.push(boxed(other.record(&recording)).await);
        }
        let Recording { job, all, said, found, .. } = recording;
        let mut exercise = ExerciseProgress::default();
        // Whether an exercise is solved shows only in a whole run.
        let ours = ours && job.progress.first_event() == 0;
        if ours && !job.progress.is_stopped() && !job.scene.run.exercise.is_empty() {
            pause().await;
            let runs = all.iter().map(|(_, replay)| replay).collect::<Vec<_>>();
            let check = || boxed(ExerciseProgress::check(&job.registry, &job.scene, &runs, &job.progress));
            exercise = later(Here::wait().await, check).await;
        }
        if ours && job.tests_solution {
            pause().await;
            later(Here::wait().await, || exercise.test_solution(&job.registry, &job.scene, &job.progress));
        }
        let Job { scene, serial, opened, behind, .. } = job;
        let answer = failed.map_or(Ok(all), Err);
        Recorded { scene, serial, opened, behind, answer, said, found, differs, uncompared, other_runs, exercise }
    }
}

/// A job that is being done, and its results so far.
pub(super) struct Recording {
    job: Job,
    all: Titled,
    said: Option<Answer>,
    found: Vec<Breakpoint>,
}

/// Number of events that are linked between two pauses. In a page that takes a few milliseconds.
const LINKED_AT_ONCE: usize = 1 << 14;

impl Recording {
    /// Records the runs of the scene. A log replaces the main run only: the additional runs are recorded.
    async fn record(&mut self) -> Result<(), Problem> {
        for (title, scene) in variants(&self.job.registry, &self.job.scene) {
            pause().await;
            let run = match take(&mut self.job.source) {
                RunSource::Ours | RunSource::Trace(_) => self.record_built_in(scene).await?,
                RunSource::Recorded(run) => *run,
                RunSource::Growing(follow) => {
                    let Some(look) = later(Here::wait().await, || follow.look(&self.job.progress)) else { continue };
                    self.found = look.breakpoints;
                    let (log, scene) = (look.log, Arc::new(look.scene));
                    self.said = Some(Answer { log, scene, output: String::new(), failed: None });
                    look.run
                }
                RunSource::Program(program) => {
                    let answer = later(Here::wait().await, || ask(&*program, &scene, &self.job.progress))?;
                    let answer = self.said.insert(answer);
                    answer.log.replay.fork()
                }
            };
            self.all.push((title, run));
        }
        Ok(())
    }

    /// Records a run of a built-in algorithm, or takes it from the worker that records for this job.
    pub(super) async fn record_built_in(&self, scene: Arc<Scene>) -> Result<Replay, Problem> {
        let progress = self.job.progress.clone();
        let mut run = self.job.registry.begin(&scene, &progress, &self.job.pieces).await?;
        pause().await;
        while run.link(&progress, LINKED_AT_ONCE) {
            pause().await;
        }
        Ok(run.finish(&progress))
    }

    /// Returns the progress that stops the job.
    pub(super) fn progress(&self) -> Progress {
        self.job.progress.clone()
    }

    /// Computes what a window needs of the runs first, and goes to the moment that it shows.
    async fn prepare(&mut self) -> Result<(), Halt> {
        let progress = &self.job.progress;
        for (_, replay) in &mut self.all {
            progress.pause().await?;
            replay.look_through(self.job.eyes.min(replay.eyes().len().saturating_sub(1)));
            replay.prepare_turns(progress).await?;
            let at =
                self.job.place.as_ref().map_or(self.job.scene.run.opening_moment(), |place| Some(place.on(replay)));
            pause().await;
            replay.seek(at.unwrap_or(usize::MAX));
            replay.prepare(self.job.layer, progress).await?;
        }
        Ok(())
    }

    /// Compares the main run with the trace that the scene was read from. Returns the first difference, and whether
    /// comparing was cancelled.
    async fn compare(&mut self, trace: TraceFile) -> (Option<Difference>, bool) {
        let progress = self.job.progress.clone();
        let Some((_, main)) = self.all.first_mut().filter(|_| !progress.is_stopped()) else {
            return (None, progress.is_stopped());
        };
        match trace.agrees(main, &progress).await {
            Ok(whole) => (None, !whole && progress.is_stopped()),
            Err(error) => {
                let log = match trace.log(&progress).await {
                    Ok(log) => Some(OpenedLog::of(&log, &progress).await.0),
                    Err(_) => None,
                };
                if let Some(log) = &log {
                    // Show the events of the file instead of the new run.
                    *main = log.replay.fork();
                }
                (Some((error, log)), false)
            }
        }
    }

    /// Finds the hits of the breakpoints, unless they were found with the followed log.
    async fn find_hits(&mut self) {
        let progress = &self.job.progress;
        let Some((_, main)) = self.all.first().filter(|_| self.found.is_empty() && !progress.is_stopped()) else {
            return;
        };
        let mut breakpoints = take(&mut self.job.breakpoints);
        for breakpoint in &mut breakpoints {
            // Incomplete hits are discarded, and found again later.
            breakpoint.find(main, progress).await;
        }
        self.found = breakpoints;
    }
}

impl Recorded {
    /// Returns the runs, so that the same thread can compute more data after it has reported this result, each with what
    /// stops that.
    pub fn runs(&self) -> Vec<(Replay, Progress)> {
        self.answer.iter().flatten().map(|(_, replay)| replay.for_preparation()).collect()
    }
}
