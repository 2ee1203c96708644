//! A recording as a job that any thread can run. The job also computes what a window needs of a new run first.

use super::additional_runs::{GuestError, OtherRun};
use super::following::Followed;
use super::place::Place;
use super::variants::variants;
use super::{Breakpoint, OpenedLog, Problem, Run};
use crate::core::algorithm::Unlinked;
use crate::core::algorithms::Registry;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Replay};
use crate::exercise::Progress;
use crate::formats::FormatError;
use crate::formats::trace_file::TraceFile;
use crate::program::Program;
use std::collections::VecDeque;
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
    /// Whether the author's solution of the exercise is tested.
    pub(super) tests_solution: bool,
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
        let mut recording = self.begin();
        loop {
            if let Some(recorded) = recording.go_on() {
                return recorded;
            }
        }
    }

    /// Begins the job, to be done slice by slice.
    pub(crate) fn begin(mut self) -> Recording {
        let variants = variants(&self.registry, &self.scene).into();
        let ours = self.behind.is_none();
        let others = std::mem::take(&mut self.other_runs).into();
        Recording {
            job: self,
            variants,
            others,
            ours,
            stage: Stage::Record,
            linking: None,
            all: Vec::new(),
            failed: None,
            said: None,
            found: Vec::new(),
            differs: None,
            uncompared: false,
            other_runs: Vec::new(),
            exercise: Progress::default(),
        }
    }
}

/// A job that is being done.
pub(crate) struct Recording {
    job: Job,
    /// Runs of the scene that are not recorded yet.
    variants: VecDeque<(String, Arc<Scene>)>,
    /// Runs of other files that are not recorded yet.
    others: VecDeque<OtherRun>,
    /// Whether the main run is one of a built-in algorithm.
    ours: bool,
    stage: Stage,
    /// The run that is being linked, with its title.
    linking: Option<(String, Box<dyn Unlinked>)>,
    all: Titled,
    failed: Option<Problem>,
    said: Option<Answer>,
    found: Vec<Breakpoint>,
    differs: Option<(FormatError, Option<OpenedLog>)>,
    uncompared: bool,
    other_runs: Vec<Result<Run, GuestError>>,
    exercise: Progress,
}

/// Number of events that a slice links. In a page that takes a few milliseconds.
const LINKED_AT_ONCE: usize = 1 << 16;

/// The next slice of a recording.
#[derive(Clone, Copy)]
enum Stage {
    /// Records the next run of the scene.
    Record,
    /// Links a part of its events.
    Link,
    /// Prepares this run for the window, in three steps.
    Turns(usize),
    Seek(usize),
    Layer(usize),
    /// Compares the main run with the trace that the scene was read from.
    Compare,
    /// Finds the hits of this breakpoint.
    Hits(usize),
    /// Records the next run of another file.
    Other,
    Exercise,
    /// Tests the author's solution of the exercise.
    Solution,
    Done,
}

impl Recording {
    /// Does the next slice. Returns the result after the last one.
    pub(crate) fn go_on(&mut self) -> Option<Recorded> {
        self.stage = match self.stage {
            Stage::Link => self.link(),
            Stage::Record => match self.variants.pop_front() {
                Some((title, scene)) => {
                    self.record(title, &scene);
                    if self.failed.is_some() { self.after_runs() } else { Stage::Link }
                }
                None => self.after_runs(),
            },
            Stage::Turns(run) => match self.all.get_mut(run) {
                Some((_, replay)) if !is_stopped(&self.job.control) => {
                    replay.look_through(self.job.eyes.min(replay.eyes().len().saturating_sub(1)));
                    replay.prepare_turns(&mut || !is_stopped(&self.job.control));
                    Stage::Seek(run)
                }
                _ => Stage::Compare,
            },
            Stage::Seek(run) => match self.all.get_mut(run) {
                Some((_, replay)) if !is_stopped(&self.job.control) => {
                    // Go to the first moment to show. Going there across very many events takes longer than a frame.
                    let scene = &self.job.scene;
                    let at = self.job.place.as_ref().map_or_else(|| scene.run.at, |place| Some(place.on(replay)));
                    replay.seek(at.unwrap_or(usize::MAX));
                    Stage::Layer(run)
                }
                _ => Stage::Compare,
            },
            Stage::Layer(run) => {
                if let Some((_, replay)) = self.all.get_mut(run) {
                    replay.prepare(self.job.layer, &mut || !is_stopped(&self.job.control));
                }
                Stage::Turns(run + 1)
            }
            Stage::Compare => {
                self.compare();
                Stage::Hits(0)
            }
            Stage::Hits(number) => self.find_hits(number),
            Stage::Other => match self.others.pop_front() {
                Some(other) => {
                    self.other_runs.push(other.record(&self.job.registry, &self.job.control));
                    Stage::Other
                }
                None => Stage::Exercise,
            },
            Stage::Exercise => {
                if self.ours && !is_stopped(&self.job.control) {
                    let runs = self.all.iter().map(|(_, replay)| replay).collect::<Vec<_>>();
                    self.exercise = Progress::of(&self.job.registry, &self.job.scene, &runs, &self.job.control);
                }
                if self.ours && self.job.tests_solution { Stage::Solution } else { Stage::Done }
            }
            Stage::Solution => {
                self.exercise.test_solution(&self.job.registry, &self.job.scene, &self.job.control);
                Stage::Done
            }
            Stage::Done => return Some(self.recorded()),
        };
        None
    }

    /// Records a run of the scene. A log replaces the main run only: the additional runs are recorded.
    fn record(&mut self, title: String, scene: &Scene) {
        match self.job.behind.take() {
            None => match self.job.registry.begin(scene, &self.job.control) {
                Ok(run) => self.linking = Some((title, run)),
                Err(error) => self.failed = Some(error.into()),
            },
            Some(RunSource::Log(log)) => self.all.push((title, *log)),
            Some(RunSource::Follow(follow)) => {
                if let Some(look) = follow.look() {
                    self.all.push((title, look.run));
                    self.found = look.breakpoints;
                    let (log, scene) = (look.log, Arc::new(look.scene));
                    self.said = Some(Answer { log, scene, output: String::new(), failed: None });
                }
            }
            Some(RunSource::Program(program)) => match ask(&*program, scene, &self.job.control) {
                Ok(done) => {
                    self.all.push((title, done.log.replay.fork()));
                    self.said = Some(done);
                }
                Err(problem) => self.failed = Some(problem),
            },
        }
    }

    /// Links a part of the events of the run that was just recorded.
    fn link(&mut self) -> Stage {
        if let Some((_, run)) = &mut self.linking
            && run.link(&self.job.control, LINKED_AT_ONCE)
        {
            return Stage::Link;
        }
        if let Some((title, run)) = self.linking.take() {
            self.all.push((title, run.finish(&self.job.control)));
        }
        Stage::Record
    }

    /// Returns what follows the recording of runs.
    fn after_runs(&mut self) -> Stage {
        self.variants.clear();
        Stage::Turns(0)
    }

    fn compare(&mut self) {
        let Some(trace) = self.job.trace.take() else { return };
        let control = &self.job.control;
        let main = self.all.first_mut().filter(|_| !is_stopped(control));
        match main.as_ref().map_or(Ok(false), |(_, main)| trace.agrees_within(main, &mut || !is_stopped(control))) {
            Ok(whole) => self.uncompared = !whole && is_stopped(control),
            Err(error) => {
                let log = trace.log_within(control).ok().map(|log| OpenedLog::of(&log).0);
                if let (Some(log), Some((_, main))) = (&log, main) {
                    // Show the events of the file instead of the new run.
                    *main = log.replay.fork();
                }
                self.differs = Some((error, log));
            }
        }
    }

    /// Finds the hits of a breakpoint, unless those of all were found with the followed log.
    fn find_hits(&mut self, number: usize) -> Stage {
        let control = &self.job.control;
        let Some((_, main)) = self.all.first().filter(|_| !is_stopped(control)) else {
            return Stage::Other;
        };
        if number == 0 && !self.found.is_empty() {
            return Stage::Other;
        }
        let Some(breakpoint) = self.job.breakpoints.get_mut(number) else {
            self.found = std::mem::take(&mut self.job.breakpoints);
            return Stage::Other;
        };
        // Incomplete hits are discarded, and found again later.
        breakpoint.find_within(main, &mut || !is_stopped(control));
        Stage::Hits(number + 1)
    }

    fn recorded(&mut self) -> Recorded {
        let all = std::mem::take(&mut self.all);
        Recorded {
            scene: Arc::clone(&self.job.scene),
            serial: self.job.serial,
            opened: self.job.opened,
            answer: self.failed.take().map_or(Ok(all), Err),
            said: self.said.take(),
            found: std::mem::take(&mut self.found),
            differs: self.differs.take(),
            uncompared: self.uncompared,
            other_runs: std::mem::take(&mut self.other_runs),
            exercise: std::mem::take(&mut self.exercise),
        }
    }
}

fn is_stopped(control: &Control) -> bool {
    control.cancel.load(Ordering::Relaxed)
}

impl Recorded {
    /// Returns the runs, so that the same thread can compute more data after it has reported this result.
    pub fn runs(&self) -> Vec<Replay> {
        self.answer.iter().flatten().map(|(_, replay)| replay.fork()).collect()
    }
}
