//! Long tasks, such as experiments and minimising a map. A task is handed out as a [`Work`] that any thread can run. It
//! reports what it has so far, and can be cancelled.

use crate::disk::crash::Crash;
use crate::lab::experiment::{ExperimentError, Measure, Row, Shard, SweepError};
use crate::lab::minimise::{NoSymptom, Runs, Symptom, minimise, unsteady};
use crate::lab::what_would_win::{WhatWouldWinError, WinningChange, what_would_win};
use crate::log::program::Program;
use crate::session::background::remote::{scene_text, sentence, symptom_text};
use crate::session::tool::{self, ToolError};
use gridscope_trace::tool::Findings;
use gridscope_trace::trace::{Halt, Progress};
use gridscope_trace::workers::Workers;
use gridscope_trace::{Cell, Params, Registry, Scene};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

mod experiments;
mod measured;

pub use measured::{AdditionalMeasurements, ExperimentResults};

/// Plan of an experiment, as the user writes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Sweep, such as `weight=1..3:0.5`. Empty if only the seed varies.
    pub sweep: String,
    /// Number of seeds for each value.
    pub samples: u64,
}

/// A long task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Task {
    /// An experiment: many runs, summarised.
    Experiment(Plan),
    /// Minimising the map while a symptom stays.
    Shrink(#[serde(with = "symptom_text")] Symptom),
    /// Using a tool of the algorithm, given by its id.
    Tool(String),
    /// Finding changes with which this cell would win a decision, given by its index.
    WhatWouldWin(Cell, usize),
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Experiment(plan) if plan.sweep.is_empty() => write!(f, "an experiment with {} seeds", plan.samples),
            Self::Experiment(plan) => write!(f, "an experiment, {}, with {} seeds each", plan.sweep, plan.samples),
            Self::Shrink(keep) => write!(f, "shrinking the map, keeping: {keep}"),
            Self::Tool(id) => write!(f, "the tool {id}"),
            Self::WhatWouldWin(cell, decision) => write!(f, "looking for what makes {cell} win decision {decision}"),
        }
    }
}

/// Reason why a task failed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TaskError {
    /// The sweep cannot be parsed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The experiment cannot be run.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The scene does not have the symptom.
    #[error(transparent)]
    NoSymptom(#[from] NoSymptom),
    /// The tool cannot be used.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The changes that would make a cell win cannot be found.
    #[error(transparent)]
    WhatWouldWin(#[from] WhatWouldWinError),
    /// The task was cancelled.
    #[error(transparent)]
    Stopped(#[from] Halt),
    /// The code of the task panicked.
    #[error(transparent)]
    Crash(#[from] Crash),
    /// The operating system provides no thread.
    #[error("no thread could be started: {0}")]
    NoThread(String),
    /// A worker of the page failed, with this sentence.
    #[error("{0}")]
    InWorker(String),
}

/// A task with its scene, ready to run.
#[derive(Debug)]
pub struct Work {
    pub(crate) registry: Registry,
    pub(crate) task: Task,
    pub(crate) scene: Arc<Scene>,
    /// Part of an experiment's runs to do.
    pub(crate) part: Shard,
    /// Program that runs instead of the scene's algorithm.
    pub(crate) program: Option<Arc<dyn Program>>,
    /// Shared with the code that may cancel the task.
    pub(crate) progress: Progress,
    /// Folder where rows of experiments are saved.
    pub(crate) rows: Option<PathBuf>,
}

/// A report of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    /// An experiment begins. The values are its measures, the name of its sweep, and its number of runs.
    Begun(Vec<Measure>, String, u64),
    /// All measures, after a run had new ones.
    Measures(Vec<Measure>),
    /// Number of runs that were done before. Their rows are reported first.
    Before(u64),
    /// Reason why the rows of an experiment are not saved.
    NotSaved(String),
    /// Row of a finished run of an experiment.
    Row(Row),
    /// The experiment begins for an additional run. The values are its title and its measures.
    Beside(String, Vec<Measure>),
    /// Row of a finished run of that experiment.
    BesideRow(Row),
    /// Number of maps tried, and the smallest one so far.
    Smaller(usize, #[serde(with = "scene_text")] Box<Scene>),
    /// A sentence about a program that does not show the symptom on the smallest map each time.
    Unsteady(String),
    /// Share that is done, 0 to 1.
    Share(f32),
    /// Findings of a tool.
    Found(Box<Findings>),
    /// Changes that would make this cell win.
    WinningChanges(Cell, Vec<WinningChange>),
    /// The task is done, or was cancelled.
    Done,
    /// The task failed.
    Failed(#[serde(with = "sentence")] TaskError),
}

impl Work {
    /// Runs the task. `tell` gets each report as it is made. The last one is [`Update::Done`] or [`Update::Failed`].
    pub fn run(self, tell: &mut dyn FnMut(Update)) {
        let done = match &self.task {
            Task::Experiment(plan) => self.experiment(plan, tell),
            Task::Shrink(keep) => self.shrink(keep, tell),
            Task::Tool(id) => self.use_tool(id, tell),
            Task::WhatWouldWin(cell, decision) => {
                let found = what_would_win(&self.registry, &self.scene, *cell, *decision, &self.progress);
                found.map(|all| tell(Update::WinningChanges(*cell, all))).map_err(TaskError::from)
            }
        };
        tell(match done {
            Err(error) if self.goes_on() => Update::Failed(error),
            // After a cancellation, an error does not count.
            Ok(()) | Err(_) => Update::Done,
        });
    }

    /// Returns the progress that stops the task.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Sets the threads that do the runs.
    pub fn use_workers(&mut self, workers: Workers) {
        self.progress = self.progress.clone().with_workers(workers);
    }

    fn goes_on(&self) -> bool {
        !self.progress.is_stopped()
    }

    fn use_tool(&self, id: &str, tell: &mut dyn FnMut(Update)) -> Result<(), TaskError> {
        let mut reported_share = 0.0;
        let found = tool::find(&self.registry, &self.scene, id, &Params::default(), &self.progress, &mut |share| {
            if share - reported_share >= 0.01 {
                reported_share = share;
                tell(Update::Share(share));
            }
        })?;
        if self.goes_on() {
            tell(Update::Found(Box::new(found)));
        }
        Ok(())
    }

    fn shrink(&self, keep: &Symptom, tell: &mut dyn FnMut(Update)) -> Result<(), TaskError> {
        let mut area = usize::MAX;
        let holds = |scene: &Scene, progress: &Progress| match &self.program {
            Some(program) => keep.holds_for_program(&self.registry, &**program, scene, progress),
            None => keep.holds(&self.registry, scene, progress),
        };
        let missed = || match &self.program {
            Some(program) => keep.missing_from_program(&self.registry, &**program, &self.scene, &self.progress),
            None => keep.why_absent(&self.registry, &self.scene, &self.progress),
        };
        let runs = if self.program.is_some() { Runs::Program } else { Runs::Algorithm };
        let small = minimise(&self.scene, &self.progress, runs, &holds, &mut |trials, scene| {
            // Thousands of trials would be too many reports.
            if scene.size().area() < area || trials.is_multiple_of(64) {
                area = scene.size().area();
                tell(Update::Smaller(trials, Box::new(scene.clone())));
            }
        })
        .map_err(|plain| if self.goes_on() { missed() } else { plain })?;
        tell(Update::Smaller(small.trials, Box::new(small.scene.clone())));
        // A built-in algorithm gives the same answer each time.
        let program = self.program.as_ref().filter(|_| self.goes_on());
        let sentence = program.and_then(|program| unsteady(program.name(), &small.scene, &self.progress, &holds));
        if let Some(sentence) = sentence.filter(|_| self.goes_on()) {
            tell(Update::Unsteady(sentence));
        }
        Ok(())
    }
}

/// Result of minimising the map so far.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// Symptom to keep.
    pub keep: Symptom,
    /// Number of maps tried.
    pub trials: usize,
    /// Size of the original map.
    pub before: gridscope_trace::geometry::Size,
    /// Smallest scene so far.
    pub scene: Scene,
    /// Whether nothing more can be removed.
    pub done: bool,
    /// A sentence about a program that does not show the symptom on this scene each time, if it does not.
    pub unsteady: Option<String>,
}

/// The running task, its scene, and the progress that stops it.
#[derive(Debug)]
struct Running {
    task: Task,
    scene: Arc<Scene>,
    progress: Progress,
    /// Whether its reports are ignored, because another task or another scene has replaced it.
    forgotten: bool,
}

/// The waiting task, the running task, and the last results of each kind.
#[derive(Debug, Default)]
pub struct Tasks {
    waiting: Option<Task>,
    running: Option<Running>,
    /// Plan of the last experiment.
    pub plan: Option<Plan>,
    /// Results of the last experiment.
    pub measured: Option<ExperimentResults>,
    /// Result of the last minimising of a map.
    pub smaller: Option<Smaller>,
    /// Findings of the tool that was used last.
    pub findings: Option<Findings>,
    /// Last answer to the question what would make a cell win.
    pub winning: Option<(Cell, Vec<WinningChange>)>,
    /// Share of the running task that is done, 0 to 1, if the task reports it.
    pub share: f32,
    /// Folder where rows of experiments are saved as they arrive, so that an interrupted experiment resumes. If `None`,
    /// nothing is saved.
    pub rows: Option<PathBuf>,
    /// The last task that failed, and why.
    problem: Option<(Task, TaskError)>,
    /// Number that changes with each report.
    pub revision: u64,
}

impl Tasks {
    /// Queues a task. Cancels the running one.
    pub fn begin(&mut self, task: Task) {
        self.forget();
        match &task {
            Task::Experiment(plan) => (self.measured, self.plan) = (None, Some(plan.clone())),
            Task::Shrink(_) => self.smaller = None,
            Task::Tool(_) => (self.findings, self.share) = (None, 0.0),
            Task::WhatWouldWin(..) => self.winning = None,
        }
        (self.problem, self.waiting) = (None, Some(task));
    }

    /// Cancels the running task and forgets all results, because another scene is opened.
    pub(crate) fn clear(&mut self) {
        self.forget();
        let running = self.running.take();
        let rows = self.rows.take();
        let revision = self.revision + 1;
        *self = Self { running, rows, revision, ..Self::default() };
    }

    /// Cancels the waiting and the running task. Results so far stay.
    pub fn cancel(&mut self) {
        self.waiting = None;
        if let Some(running) = &self.running {
            running.progress.stop();
        }
    }

    /// Cancels the running task and ignores its further reports, except that it has ended.
    fn forget(&mut self) {
        self.cancel();
        if let Some(running) = &mut self.running {
            running.forgotten = true;
        }
    }

    /// Returns whether the reports of the running task are ignored.
    pub(crate) fn is_forgotten(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.forgotten)
    }

    /// Returns why the last task failed, if it failed and `such` accepts it.
    pub fn problem(&self, such: impl Fn(&Task) -> bool) -> Option<&TaskError> {
        self.problem.as_ref().filter(|(task, _)| such(task)).map(|(_, error)| error)
    }

    /// Returns the waiting task, or else the running one.
    pub fn task(&self) -> Option<&Task> {
        self.waiting.as_ref().or(self.running.as_ref().map(|r| &r.task))
    }

    /// Returns whether a task was handed out and has not ended yet.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the running task and its scene.
    pub(crate) fn under_way(&self) -> Option<(&Task, &Scene)> {
        self.running.as_ref().map(|r| (&r.task, &*r.scene))
    }

    /// Hands out the waiting task, if none is running.
    pub fn take(&mut self, registry: &Registry, scene: &Scene, program: Option<Arc<dyn Program>>) -> Option<Work> {
        if self.running.is_some() {
            return None;
        }
        let task = self.waiting.take()?;
        let (shared, progress) = (Arc::new(scene.clone()), Progress::default());
        let theirs = Arc::clone(&shared);
        self.running =
            Some(Running { task: task.clone(), scene: theirs, progress: progress.clone(), forgotten: false });
        if let Task::Shrink(keep) = &task {
            let (keep, scene) = (keep.clone(), scene.clone());
            self.smaller = Some(Smaller { keep, trials: 0, before: scene.size(), scene, done: false, unsteady: None });
        }
        let registry = registry.clone();
        let part = Shard::WHOLE;
        Some(Work { registry, task, scene: shared, part, program, progress, rows: self.rows.clone() })
    }

    /// Handles a report of the running task.
    pub fn handle_report(&mut self, update: Update) {
        self.revision += 1;
        if self.is_forgotten() {
            if matches!(update, Update::Done | Update::Failed(_)) {
                self.running = None;
            }
            return;
        }
        match update {
            Update::Begun(measures, what, total) => {
                self.measured = Some(ExperimentResults { what, measures, total, ..ExperimentResults::default() });
            }
            Update::Before(runs) => {
                if let Some(measured) = &mut self.measured {
                    measured.before += runs;
                }
            }
            Update::Measures(measures) => {
                if let Some(measured) = &mut self.measured {
                    let own = &mut measured.measures;
                    *measured.beside.last_mut().map_or(own, |other| &mut other.measures) = measures;
                }
            }
            // The session reports this to the user.
            Update::NotSaved(_) => {}
            Update::Row(row) => {
                if let Some(measured) = &mut self.measured {
                    measured.rows.push(row);
                }
            }
            Update::Beside(title, measures) => {
                if let Some(measured) = &mut self.measured {
                    measured.beside.push(AdditionalMeasurements { title, measures, rows: Vec::new() });
                }
            }
            Update::BesideRow(row) => {
                if let Some(other) = self.measured.as_mut().and_then(|m| m.beside.last_mut()) {
                    other.rows.push(row);
                }
            }
            Update::Smaller(trials, scene) => {
                if let Some(smaller) = &mut self.smaller {
                    (smaller.trials, smaller.scene) = (trials, *scene);
                }
            }
            Update::Unsteady(sentence) => {
                if let Some(smaller) = &mut self.smaller {
                    smaller.unsteady = Some(sentence);
                }
            }
            Update::Share(share) => self.share = share,
            Update::Found(found) => self.findings = Some(*found),
            Update::WinningChanges(cell, all) => self.winning = Some((cell, all)),
            Update::Done => {
                let whole = |r: Running| matches!(r.task, Task::Shrink(_)) && !r.progress.is_stopped();
                let whole = self.running.take().is_some_and(whole);
                if let Some(smaller) = self.smaller.as_mut().filter(|_| whole) {
                    smaller.done = true;
                }
            }
            Update::Failed(error) => {
                let task = self.running.take().map(|r| r.task);
                if matches!(task, Some(Task::Shrink(_))) {
                    self.smaller = None;
                }
                self.problem = task.map(|task| (task, error));
            }
        }
    }
}
