//! Work that takes long: an experiment, a map to be made small. It is handed out as a [`Work`] that can be done on any
//! thread, tells what it has so far, and stops when asked to.

use super::crash::Crash;
use super::experiment::{ExperimentError, Measure, Row, SweepError};
use super::minimise::{NoSymptom, Symptom, minimise};
use super::outcome::cancelled;
use super::program::Program;
use super::tool::{self, ToolError};
use super::what_would_win::{WhatWouldWinError, WinningChange, what_would_win};
use crate::core::geometry::Cell;
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::tool::Findings;
use crate::core::trace::{Control, Halt};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

mod experiments;
mod measured;

pub use measured::{Measured, MeasuredBeside};

/// What an experiment varies, and how often it runs, as a person writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The sweep, such as `weight=1..3:0.5`; empty where only the seed varies.
    pub sweep: String,
    /// How many seeds for each value.
    pub samples: u64,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// Many runs, summed up.
    Experiment(Plan),
    /// The map cut down as far as a symptom stays.
    MakeSmall(Symptom),
    /// What a tool of the algorithm finds, by its id.
    Tool(String),
    /// What would have to change for this cell to win the n-th decision.
    WhatWouldWin(Cell, usize),
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Experiment(plan) if plan.sweep.is_empty() => write!(f, "an experiment with {} seeds", plan.samples),
            Self::Experiment(plan) => write!(f, "an experiment, {}, with {} seeds each", plan.sweep, plan.samples),
            Self::MakeSmall(keep) => write!(f, "making the map small, keeping: {keep}"),
            Self::Tool(id) => write!(f, "the tool {id}"),
            Self::WhatWouldWin(cell, decision) => write!(f, "looking for what makes {cell} win decision {decision}"),
        }
    }
}

/// Why a task could not be done.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TaskError {
    /// What is to be varied does not read.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The experiment cannot be done.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// There is no symptom to keep.
    #[error(transparent)]
    NoSymptom(#[from] NoSymptom),
    /// A tool finds nothing.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// There is no answer to what would win.
    #[error(transparent)]
    WhatWouldWin(#[from] WhatWouldWinError),
    /// Somebody cancelled.
    #[error(transparent)]
    Stopped(#[from] Halt),
    /// The code that does it broke.
    #[error(transparent)]
    Crash(#[from] Crash),
    /// The system gives no thread to do it on.
    #[error("no thread could be started: {0}")]
    NoThread(String),
}

/// A task with its scene, ready to be done.
#[derive(Debug)]
pub struct Work {
    task: Task,
    scene: Arc<Scene>,
    /// What runs instead of the scene's algorithm.
    program: Option<Arc<dyn Program>>,
    /// Shared with those who may cancel.
    control: Arc<Control>,
    /// The folder where rows of experiments are kept.
    rows: Option<PathBuf>,
}

/// What a task tells while it is done.
#[derive(Clone, Debug)]
pub enum Update {
    /// What an experiment will measure, what its sweep is called, and how many runs it has.
    Begun(Vec<Measure>, String, u64),
    /// A run has measures that none before had: all of them.
    Measures(Vec<Measure>),
    /// So many runs of an experiment were done before, and are told first.
    Before(u64),
    /// The rows of an experiment are not kept, and why.
    Unkept(String),
    /// One run of an experiment.
    Row(Row),
    /// The same experiment of a run beside begins: what sets it apart, and what it measures.
    Beside(String, Vec<Measure>),
    /// One run of that.
    BesideRow(Row),
    /// How many maps were tried, and the smallest so far.
    Smaller(usize, Box<Scene>),
    /// How much is done, 0 to 1.
    Share(f32),
    /// What a tool found.
    Found(Box<Findings>),
    /// What would make a cell win.
    WinningChanges(Cell, Vec<WinningChange>),
    /// It is done, or was stopped.
    Done,
    /// It cannot be done.
    Failed(TaskError),
}

impl Work {
    /// Does it. `tell` hears of everything as it comes; the last thing is [`Update::Done`] or [`Update::Failed`].
    pub fn run(self, tell: &mut dyn FnMut(Update)) {
        let done = match &self.task {
            Task::Experiment(plan) => self.experiment(plan, tell),
            Task::MakeSmall(keep) => self.make_small(keep, tell),
            Task::Tool(id) => self.use_tool(id, tell),
            Task::WhatWouldWin(cell, decision) => {
                let found = what_would_win(&self.scene, *cell, *decision, &self.control);
                found.map(|all| tell(Update::WinningChanges(*cell, all))).map_err(TaskError::from)
            }
        };
        tell(match done {
            Err(error) if self.goes_on() => Update::Failed(error),
            // Whatever it met last, it met because somebody cancelled.
            Ok(()) | Err(_) => Update::Done,
        });
    }

    /// Returns the control that stops the task.
    pub(crate) fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    fn goes_on(&self) -> bool {
        cancelled(&self.control).is_ok()
    }

    fn use_tool(&self, id: &str, tell: &mut dyn FnMut(Update)) -> Result<(), TaskError> {
        let mut told = 0.0;
        let found = tool::find(&self.scene, id, &Params::default(), &mut |share| {
            if share - told >= 0.01 {
                told = share;
                tell(Update::Share(share));
            }
            self.goes_on()
        })?;
        if self.goes_on() {
            tell(Update::Found(Box::new(found)));
        }
        Ok(())
    }

    fn make_small(&self, keep: &Symptom, tell: &mut dyn FnMut(Update)) -> Result<(), TaskError> {
        let mut area = usize::MAX;
        let holds = |scene: &Scene| match &self.program {
            Some(program) => keep.holds_behind(&**program, scene, &self.control),
            None => keep.holds(scene, &self.control),
        };
        let missed = || match &self.program {
            Some(program) => keep.missed_behind(&**program, &self.scene, &self.control),
            None => keep.missed(&self.scene, &self.control),
        };
        let small = minimise(&self.scene, &holds, &mut |trials, scene| {
            // Not each of thousands of trials is worth a message.
            if scene.size().area() < area || trials.is_multiple_of(64) {
                area = scene.size().area();
                tell(Update::Smaller(trials, Box::new(scene.clone())));
            }
            self.goes_on()
        })
        .map_err(|plain| if self.goes_on() { missed() } else { plain })?;
        tell(Update::Smaller(small.trials, Box::new(small.scene)));
        Ok(())
    }
}

/// What came of making the map small so far.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The symptom.
    pub keep: Symptom,
    /// How many maps were tried.
    pub trials: usize,
    /// The map that it began with.
    pub before: crate::core::geometry::Size,
    /// The smallest so far.
    pub scene: Scene,
    /// Whether nothing more can go.
    pub done: bool,
}

/// The task under way, its scene, and how to stop it.
#[derive(Debug)]
struct Running {
    task: Task,
    scene: Arc<Scene>,
    control: Arc<Control>,
    /// Whether what it still tells counts no more: another task or another scene has come.
    forgotten: bool,
}

/// The task that waits, the one under way, and what came of the last of each kind.
#[derive(Debug, Default)]
pub struct Tasks {
    waiting: Option<Task>,
    running: Option<Running>,
    /// What the last experiment varied, and how often it ran.
    pub plan: Option<Plan>,
    /// The last experiment.
    pub measured: Option<Measured>,
    /// The last map that was made small.
    pub smaller: Option<Smaller>,
    /// What a tool found, as it was used last.
    pub findings: Option<Findings>,
    /// What would make a cell win, as it was asked last.
    pub winning: Option<(Cell, Vec<WinningChange>)>,
    /// How much of the task under way is done, 0 to 1, where it says so.
    pub share: f32,
    /// The folder where rows of experiments are kept as they come, so that one that was interrupted goes on when it is run
    /// again; none where nothing is kept.
    pub rows: Option<PathBuf>,
    /// The last task that could not be done, and why.
    problem: Option<(Task, TaskError)>,
    /// A number that changes with everything that comes in.
    pub revision: u64,
}

impl Tasks {
    /// Puts a task here; one under way is stopped for it.
    pub fn begin(&mut self, task: Task) {
        self.forget();
        match &task {
            Task::Experiment(plan) => (self.measured, self.plan) = (None, Some(plan.clone())),
            Task::MakeSmall(_) => self.smaller = None,
            Task::Tool(_) => (self.findings, self.share) = (None, 0.0),
            Task::WhatWouldWin(..) => self.winning = None,
        }
        (self.problem, self.waiting) = (None, Some(task));
    }

    /// Stops the task under way and forgets everything: another scene comes.
    pub fn clear(&mut self) {
        self.forget();
        let (running, rows, revision) = (self.running.take(), self.rows.take(), self.revision + 1);
        *self = Self { running, rows, revision, ..Self::default() };
    }

    /// Stops the task under way; what it has found stays.
    pub fn cancel(&mut self) {
        self.waiting = None;
        if let Some(running) = &self.running {
            running.control.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the task under way, and hears no more of it than that it has ended.
    fn forget(&mut self) {
        self.cancel();
        if let Some(running) = &mut self.running {
            running.forgotten = true;
        }
    }

    /// Whether what is told now is of a task that counts no more.
    pub(super) fn is_forgotten(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.forgotten)
    }

    /// Why the last task could not be done, where it was such a one.
    pub fn problem(&self, such: impl Fn(&Task) -> bool) -> Option<&TaskError> {
        self.problem.as_ref().filter(|(task, _)| such(task)).map(|(_, error)| error)
    }

    /// The task that waits or is under way.
    pub fn task(&self) -> Option<&Task> {
        self.waiting.as_ref().or(self.running.as_ref().map(|r| &r.task))
    }

    /// Whether a task was handed out and has not said that it is done.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the task under way was called off, and has not said yet that it is done.
    pub fn is_called_off(&self) -> bool {
        self.running.as_ref().is_some_and(|running| cancelled(&running.control).is_err())
    }

    /// What is being done, and with which scene.
    pub(super) fn under_way(&self) -> Option<(&Task, &Scene)> {
        self.running.as_ref().map(|r| (&r.task, &*r.scene))
    }

    /// Hands the waiting task out, where none is under way.
    pub fn take(&mut self, scene: &Scene, program: Option<&Arc<dyn Program>>) -> Option<Work> {
        if self.running.is_some() {
            return None;
        }
        let task = self.waiting.take()?;
        let (shared, control) = (Arc::new(scene.clone()), Arc::new(Control::default()));
        let (theirs, stop) = (Arc::clone(&shared), Arc::clone(&control));
        self.running = Some(Running { task: task.clone(), scene: theirs, control: stop, forgotten: false });
        if let Task::MakeSmall(keep) = &task {
            let (keep, scene) = (keep.clone(), scene.clone());
            self.smaller = Some(Smaller { keep, trials: 0, before: scene.size(), scene, done: false });
        }
        Some(Work { task, scene: shared, program: program.cloned(), control, rows: self.rows.clone() })
    }

    /// Takes in what a task tells.
    pub fn hear(&mut self, update: Update) {
        self.revision += 1;
        if self.is_forgotten() {
            if matches!(update, Update::Done | Update::Failed(_)) {
                self.running = None;
            }
            return;
        }
        match update {
            Update::Begun(measures, what, total) => {
                self.measured = Some(Measured { what, measures, total, ..Measured::default() });
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
            // Who shows what came says so.
            Update::Unkept(_) => {}
            Update::Row(row) => {
                if let Some(measured) = &mut self.measured {
                    measured.rows.push(row);
                }
            }
            Update::Beside(title, measures) => {
                if let Some(measured) = &mut self.measured {
                    measured.beside.push(MeasuredBeside { title, measures, rows: Vec::new() });
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
            Update::Share(share) => self.share = share,
            Update::Found(found) => self.findings = Some(*found),
            Update::WinningChanges(cell, all) => self.winning = Some((cell, all)),
            Update::Done => {
                let whole = |r: Running| matches!(r.task, Task::MakeSmall(_)) && cancelled(&r.control).is_ok();
                let whole = self.running.take().is_some_and(whole);
                if let Some(smaller) = self.smaller.as_mut().filter(|_| whole) {
                    smaller.done = true;
                }
            }
            Update::Failed(error) => {
                let task = self.running.take().map(|r| r.task);
                if matches!(task, Some(Task::MakeSmall(_))) {
                    self.smaller = None;
                }
                self.problem = task.map(|task| (task, error));
            }
        }
    }
}
