//! Background tasks: how a session hands them out, how they are stopped, and what they report.
//!
//! A session never waits. It hands out a [`Task`], an executor runs it, and
//! [`Session::take_done`](crate::Session::take_done) handles each [`Done`] that the task reports. The window runs tasks on
//! threads. [`Session::settle`](crate::Session::settle) and [`Session::apply`](crate::Session::apply) run them one after
//! another on the calling thread.

pub mod drop_in_background;
pub mod remote;
pub mod reports;
pub mod work;

use crate::disk::crash::Crash;
use crate::disk::files::{ClipboardContent, FileError};
use crate::disk::prepare::{Preparation, Prepared};
use crate::disk::saving::{Writing, Written};
use crate::lab::find::{Found, Search};
use crate::session::background::work::{Update, Work};
use crate::session::{Answer, BackgroundQuestion, Job, Recorded};
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::{boxed, pause};
use gridscope_trace::trace::{Progress, Replay};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// A piece of work that may take long. It can be run on any thread.
pub enum Task {
    /// Records the runs of the scene.
    Record(Box<Job>),
    /// Does an experiment, minimises a map, uses a tool, or finds changes that would make a cell win.
    Work(Box<Work>),
    /// Searches the events.
    Search(Box<Search>),
    /// Answers a question about the run.
    Answer(Box<BackgroundQuestion>),
    /// Writes the scene to a file.
    Save(Box<Writing>),
    /// Reads a file or makes a map, for a command that needs it.
    Prepare(Box<Preparation>),
    /// Writes the scene or an area as text for the clipboard.
    Copy(Box<ClipboardContent>),
    /// Computes the data for a layer of each of these runs, before the session shows it.
    Layer(usize, Vec<(Replay, Progress, usize)>),
}

/// Kind of a task. A session runs at most one task of each kind at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "see Task")]
pub enum Kind {
    Record,
    Work,
    Search,
    Answer,
    Save,
    Layer,
    Copy,
    Prepare,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] =
        [Self::Record, Self::Work, Self::Search, Self::Answer, Self::Save, Self::Layer, Self::Copy, Self::Prepare];

    /// Returns a description of what a task of this kind does, for a bug report.
    pub const fn doing(self) -> &'static str {
        match self {
            Self::Record => "recording",
            Self::Work => "a task",
            Self::Search => "searching the events",
            Self::Answer => "answering a question about the run",
            Self::Save => "saving the scene",
            Self::Layer => "preparing a layer",
            Self::Copy => "copying the scene",
            Self::Prepare => "reading a file or making a map",
        }
    }
}

/// A report of a task. [`Done::is_last`] returns whether it is the last one.
pub enum Done {
    /// The runs are recorded.
    Recorded(Box<Recorded>),
    /// An experiment or other long work has something to show.
    Work(Update),
    /// A search has found events, or is done.
    Found(Found),
    /// A question is answered.
    Answered(Answer),
    /// A file is written, or could not be.
    Written(Written),
    /// A file is read or a map made, or could not be.
    Prepared(Box<Prepared>),
    /// The text for the clipboard, and what it cannot hold.
    Copied(Result<(String, Vec<String>), FileError>),
    /// A layer can be shown.
    Layer(usize),
}

/// Why a task ended without its last report.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The code of the task panicked.
    Crash(Crash),
    /// The operating system provides no thread.
    NoThread(String),
    /// The task was stopped, and did not end in time.
    Abandoned,
}

impl Task {
    /// Returns the progress that stops the task. A recording with results besides the runs of its scene cannot be stopped,
    /// because they are always needed.
    pub fn progress(&self) -> Progress {
        match self {
            Self::Record(job) if job.is_plain() => job.progress.clone(),
            Self::Work(work) => work.progress.clone(),
            Self::Search(search) => search.progress.clone(),
            Self::Answer(asked) => asked.progress.clone(),
            Self::Prepare(preparation) => preparation.progress.clone(),
            Self::Record(_) | Self::Save(_) | Self::Copy(_) | Self::Layer(..) => Progress::default(),
        }
    }

    /// Returns the slices of the task. Long work and saving have one.
    pub fn slices(self) -> Slices {
        match self {
            Self::Record(job) => {
                let is_first = job.is_first();
                let record = move || {
                    Slices::pausing(|reports| async move {
                        let recorded = job.record().await;
                        report_recorded(recorded, reports).await;
                    })
                };
                if is_first { record() } else { Slices::later(record) }
            }
            Self::Work(work) => {
                Slices::later(|| Slices::whole(move |tell| work.run(&mut |update| tell(Done::Work(update)))))
            }
            Self::Search(search) => Slices::pausing(|reports| async move {
                search.find(&mut |found| reports.push(Done::Found(found))).await;
            }),
            Self::Answer(asked) => Slices::pausing(|reports| async move {
                reports.push(Done::Answered(asked.answer().await));
            }),
            Self::Save(writing) => Slices::later(|| Slices::whole(move |tell| tell(Done::Written(writing.run())))),
            Self::Prepare(preparation) => {
                let is_first = preparation.is_first();
                let finish = move || {
                    Slices::pausing(|reports| async move {
                        reports.push(Done::Prepared(Box::new(preparation.finish().await)));
                    })
                };
                if is_first { finish() } else { Slices::later(finish) }
            }
            Self::Copy(copying) => Slices::pausing(|reports| async move {
                reports.push(Done::Copied(copying.into_text().await));
            }),
            Self::Layer(layer, runs) => Slices::pausing(move |reports| async move {
                for (run, users, layer) in runs {
                    // If it is stopped, the run has no users.
                    _ = run.prepare_layer(layer, &users).await;
                }
                reports.push(Done::Layer(layer));
            }),
        }
    }

    /// Runs the task to its end and reports to `tell`.
    pub fn run(self, tell: &mut dyn FnMut(Done)) {
        self.slices().run(tell);
    }
}

/// A task that is run slice by slice, so that a single thread can draw frames in between. A task that cannot be divided
/// has one slice. `R` is the type of its reports.
pub struct Slices<R = Done>(Slice<R>);

/// A function that runs the next slice and returns whether there is another one.
type Slice<R> = Box<dyn FnMut(&mut dyn FnMut(R)) -> bool + Send>;

impl<R: 'static> Slices<R> {
    /// Creates slices from a function that runs the next one and returns whether there is another one.
    pub fn new(next: impl FnMut(&mut dyn FnMut(R)) -> bool + Send + 'static) -> Self {
        Self(Box::new(next))
    }

    /// Creates a single slice.
    pub fn whole(run: impl FnOnce(&mut dyn FnMut(R)) + Send + 'static) -> Self {
        let mut run = Some(run);
        Self::new(move |tell| {
            if let Some(run) = run.take() {
                run(tell);
            }
            false
        })
    }

    /// Creates slices that begin once the whole program is loaded.
    pub fn later(begin: impl FnOnce() -> Self + Send + 'static) -> Self {
        let (mut begin, mut slices) = (Some(begin), None::<Self>);
        Self::new(move |tell| {
            if let Some(here) = Here::now()
                && let Some(begin) = begin.take()
            {
                slices = Some(later(here, begin));
            }
            slices.as_mut().is_none_or(|slices| slices.run_next(tell))
        })
    }

    /// Creates slices from a computation that [pauses](gridscope_trace::progress::pause): each ends at a pause.
    pub fn pausing<F>(computation: impl FnOnce(Reports<R>) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
        R: Send,
    {
        let reports = Reports::default();
        let mut left = Some(Box::pin(computation(reports.clone())));
        Self::new(move |tell| {
            let has_ended = left.as_mut().is_none_or(|left| {
                let poll = left.as_mut().poll(&mut Context::from_waker(Waker::noop()));
                poll == Poll::Ready(())
            });
            if has_ended {
                left = None;
            }
            reports.take().into_iter().for_each(tell);
            !has_ended
        })
    }

    /// Runs the next slice and reports to `tell`. Returns whether there is another one.
    pub fn run_next(&mut self, tell: &mut dyn FnMut(R)) -> bool {
        self.0(tell)
    }

    /// Runs all slices to the end and reports to `tell`.
    pub fn run(mut self, tell: &mut dyn FnMut(R)) {
        while self.run_next(tell) {}
    }
}

/// Reports of a computation that pauses. They are passed on at the next pause.
pub struct Reports<R>(Arc<Mutex<Vec<R>>>);

impl<R> Reports<R> {
    /// Adds a report.
    pub fn push(&self, report: R) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(report);
    }

    fn take(&self) -> Vec<R> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<R> Default for Reports<R> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<R> Clone for Reports<R> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Reports recorded runs. Then computes data of them that a window needs later.
pub async fn report_recorded(recorded: Recorded, reports: Reports<Done>) {
    let runs = recorded.runs();
    reports.push(Done::Recorded(Box::new(recorded)));
    for (run, users) in runs {
        pause().await;
        // If it is stopped, the run has no users.
        _ = boxed(run.prepare_rest(&users)).await;
    }
}

impl Done {
    /// Returns whether the task reports nothing more.
    pub const fn is_last(&self) -> bool {
        match self {
            Self::Work(update) => matches!(update, Update::Done | Update::Failed(_)),
            Self::Found(found) => matches!(found, Found::Done),
            Self::Recorded(_)
            | Self::Answered(_)
            | Self::Written(_)
            | Self::Prepared(_)
            | Self::Copied(_)
            | Self::Layer(_) => true,
        }
    }
}
