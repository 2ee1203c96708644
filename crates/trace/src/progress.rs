//! Long computations: how they are stopped, how much of them is done, and where a thread may do other work in between.
//!
//! A long computation is an `async` function that gets a [`Progress`] and waits for [`Progress::pause`] every few thousand
//! steps. It waits for nothing else, so it needs no runtime, and each poll runs one part. A window with one thread polls it
//! between frames. [`at_once`] polls it to its end. Code that cannot pause calls [`Progress::check`].

use crate::event::Encode;
use crate::workers::Workers;
use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};

/// The reason a computation ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// The budget of events is used up.
    #[error("stopped: the run has more events than the budget allows")]
    Budget,
    /// The budget of memory is used up.
    #[error("stopped: the run takes more memory than the budget allows")]
    Memory,
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// An event named a cell off the map, or a slot that does not exist. [`Trace::stray`](crate::trace::Trace::stray)
    /// describes it.
    #[error("stopped: an event names a cell off the map, or a slot that does not exist")]
    Stray,
}

/// The largest number of events and bytes that a recording may take.
///
/// Both are counted from the events alone, so one budget cuts a run at the same event on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Largest number of events.
    pub events: usize,
    /// Largest number of bytes: the events, their links and keyframes, and all layers.
    pub memory: usize,
}

impl Budget {
    /// Bytes of a usual event with its links.
    const USUAL_EVENT: usize = 34;

    /// Creates the budget of a recording that may take `memory` bytes: at least [`Progress::DEFAULT_BUDGET`] events, and
    /// more if there is more memory than usual.
    pub fn of_memory(memory: usize) -> Self {
        let events = Progress::DEFAULT_BUDGET.max(memory / Self::USUAL_EVENT).min(Self::MOST_EVENTS);
        Self { events, memory }
    }

    /// Largest number of events that a trace can number.
    pub const MOST_EVENTS: usize = u32::MAX as usize - 1;

    /// Returns the budget if `count` recordings share the memory of one.
    #[must_use]
    pub fn shared_by(self, count: usize) -> Self {
        Self { memory: self.memory / count.max(1), ..self }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self { events: Progress::DEFAULT_BUDGET, memory: Progress::DEFAULT_MEMORY }
    }
}

/// Links a long computation to its caller: whether it is to stop, how much of it is done, and its budgets, and the
/// threads that it may use. Clones share the first two.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    flags: Arc<Flags>,
    budget: Budget,
    /// Memory of all jobs together, if this is the progress of one of several.
    whole_memory: Option<usize>,
    workers: Workers,
    /// Number of events of the run before the recording begins.
    first_event: usize,
    part: Part,
}

/// The part of a longer computation that a [`Progress`] is for, as shares of the whole.
#[derive(Clone, Copy, Debug)]
struct Part {
    from: f64,
    to: f64,
}

impl Default for Part {
    fn default() -> Self {
        Self { from: 0.0, to: 1.0 }
    }
}

/// State that the clones of a [`Progress`] share.
#[derive(Debug, Default)]
pub(crate) struct Flags {
    is_stopped: AtomicBool,
    forgets: AtomicBool,
    thousandths: AtomicU32,
    events: AtomicUsize,
    linked: AtomicUsize,
    /// Held by the one of several jobs that uses the memory of all.
    whole_memory: Mutex<()>,
}

impl Flags {
    #[inline]
    pub(crate) fn goes_on(&self) -> ControlFlow<Halt> {
        if self.is_stopped.load(Relaxed) { ControlFlow::Break(Halt::Cancelled) } else { ControlFlow::Continue(()) }
    }
}

impl Progress {
    /// The default budget of events: 32 million.
    pub const DEFAULT_BUDGET: usize = 32_000_000;
    /// The default budget of bytes: 1 GiB.
    pub const DEFAULT_MEMORY: usize = 1 << 30;

    /// Creates a progress with these budgets.
    pub fn within(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Returns a clone with other budgets.
    #[must_use]
    pub fn limited_to(&self, budget: Budget) -> Self {
        Self { budget, ..self.clone() }
    }

    /// Makes a recording begin after this many events of the run: a window. Its budgets count from there on. Of what came
    /// before, only the state at that moment is kept.
    #[must_use]
    pub fn starting_after(self, events: usize) -> Self {
        Self { first_event: events.min(Budget::MOST_EVENTS), ..self }
    }

    /// Returns the number of events before the recording begins.
    pub const fn first_event(&self) -> usize {
        self.first_event
    }

    /// Returns a clone for a part of the computation. The shares that are stored with it, 0 to 1, become `from` to `to` of
    /// this one.
    #[must_use]
    pub fn for_part(&self, from: f64, to: f64) -> Self {
        let whole = |share: f64| self.part.from + share * (self.part.to - self.part.from);
        Self { part: Part { from: whole(from), to: whole(to) }, ..self.clone() }
    }

    /// Returns a progress with the same budgets and threads that is stopped by itself.
    #[must_use]
    pub fn with_own_stop(&self) -> Self {
        Self { flags: Arc::default(), part: Part::default(), ..self.clone() }
    }

    /// Sets the largest number of events to record.
    #[must_use]
    pub fn with_budget(mut self, events: usize) -> Self {
        self.budget.events = events;
        self
    }

    /// Sets the largest number of bytes that a recording may take: its events, their links and keyframes, and all layers.
    #[must_use]
    pub fn with_memory(mut self, memory: usize) -> Self {
        self.budget.memory = memory;
        self
    }

    /// Sets the threads that the computation may use for independent pieces of work.
    #[must_use]
    pub fn with_workers(self, workers: Workers) -> Self {
        Self { workers, ..self }
    }

    /// Returns the threads that the computation may use.
    pub const fn workers(&self) -> &Workers {
        &self.workers
    }

    /// Returns the progress of one of several jobs. It has a share of the memory, and is stopped by itself.
    pub(crate) fn one_of(&self, jobs: usize) -> Self {
        let whole_memory = (jobs > 1).then_some(self.budget.memory);
        let (flags, workers) = (Arc::default(), Workers::default());
        let (budget, first_event) = (self.budget.shared_by(jobs), self.first_event);
        Self { flags, budget, whole_memory, workers, first_event, part: Part::default() }
    }

    /// Returns whether this is the progress of one of several jobs.
    pub(crate) const fn is_one_of_several(&self) -> bool {
        self.whole_memory.is_some()
    }

    /// Calls `run` with the memory of all jobs. Only one of them does so at a time.
    pub(crate) fn with_whole_memory<T>(&self, run: impl FnOnce(&Self) -> T) -> T {
        let _alone = self.flags.whole_memory.lock().unwrap_or_else(PoisonError::into_inner);
        run(&self.clone().with_memory(self.whole_memory.unwrap_or(self.budget.memory)))
    }

    /// Returns the largest number of events to record.
    pub const fn budget(&self) -> usize {
        self.budget.events
    }

    /// Returns the largest number of bytes that a recording may take.
    pub const fn memory(&self) -> usize {
        self.budget.memory
    }

    /// Asks the computation to stop soon.
    pub fn stop(&self) {
        self.flags.is_stopped.store(true, Relaxed);
    }

    /// Asks a recording to stop soon, and to discard the events recorded so far.
    pub fn stop_and_forget(&self) {
        self.flags.forgets.store(true, Relaxed);
        self.stop();
    }

    /// Returns whether the caller has stopped the computation.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.flags.is_stopped.load(Relaxed)
    }

    /// Returns whether a stopped recording discards its events.
    pub fn forgets(&self) -> bool {
        self.flags.forgets.load(Relaxed)
    }

    /// Checks whether to continue.
    ///
    /// # Errors
    /// Returns [`Halt::Cancelled`] if the caller has stopped the computation.
    #[inline]
    pub fn check(&self) -> Result<(), Halt> {
        if self.is_stopped() { Err(Halt::Cancelled) } else { Ok(()) }
    }

    /// Like [`Progress::check`], for work that reports through an [observer](crate::Observer).
    ///
    /// # Errors
    /// Breaks with [`Halt::Cancelled`] if the caller has stopped the computation.
    #[inline]
    pub fn goes_on(&self) -> ControlFlow<Halt> {
        self.flags.goes_on()
    }

    pub(crate) fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Ends a part of the computation: the next poll begins another.
    ///
    /// # Errors
    /// Returns an error if [`Progress::check`] does.
    pub async fn pause(&self) -> Result<(), Halt> {
        pause().await;
        self.check()
    }

    /// Pauses before every `many`-th step. Steps are counted from 0.
    ///
    /// # Errors
    /// Returns an error if it pauses and [`Progress::check`] does.
    pub async fn pause_every(&self, many: usize, step: usize) -> Result<(), Halt> {
        if step.is_multiple_of(many) { self.pause().await } else { Ok(()) }
    }

    /// Returns the share that is done, 0 to 1, if the computation reports it.
    pub fn share(&self) -> f64 {
        f64::from(self.flags.thousandths.load(Relaxed)) / 1000.0
    }

    /// Stores the share that is done, 0 to 1. It is that of the [part](Self::for_part), if this is the progress of one.
    pub fn set_share(&self, share: f64) {
        let Part { from, to } = self.part;
        self.flags.thousandths.store(((from + share.clamp(0.0, 1.0) * (to - from)) * 1000.0) as u32, Relaxed);
    }

    /// Returns the number of events recorded so far, updated every few thousand.
    pub fn events(&self) -> usize {
        self.flags.events.load(Relaxed)
    }

    /// Stores the number of events recorded so far.
    pub fn set_events(&self, events: usize) {
        self.flags.events.store(events, Relaxed);
    }

    /// Returns the number of events that have been linked to the ones they replaced. Linking begins after the last event.
    pub fn linked(&self) -> usize {
        self.flags.linked.load(Relaxed)
    }

    pub(crate) fn set_linked(&self, linked: usize) {
        self.flags.linked.store(linked, Relaxed);
    }
}

/// Computes a value and stores it, if there is none yet.
pub(crate) async fn keep<T>(known: &OnceLock<T>, found: impl Future<Output = Result<T, Halt>>) -> Result<(), Halt> {
    if known.get().is_none() {
        _ = known.set(found.await?);
    }
    Ok(())
}

/// Lets the thread do other work: is ready at the second poll.
pub async fn pause() {
    let mut has_paused = false;
    poll_fn(|_| {
        if std::mem::replace(&mut has_paused, true) {
            return Poll::Ready(());
        }
        Poll::Pending
    })
    .await;
}

/// Pauses before every `many`-th step. Steps are counted from 0.
pub async fn pause_every(many: usize, step: usize) {
    if step.is_multiple_of(many) {
        pause().await;
    }
}

/// A computation of several others. It can be sent to another thread only if the compiler need not look into all of them at
/// once, so it is in a box.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Puts a computation into a box.
pub fn boxed<'a, T>(computation: impl Future<Output = T> + Send + 'a) -> Boxed<'a, T> {
    Box::pin(computation)
}

/// Runs a computation to its end on this thread. It must not wait for another thread.
pub fn at_once<T>(computation: impl Future<Output = T>) -> T {
    let (mut computation, mut context) = (pin!(computation), Context::from_waker(Waker::noop()));
    loop {
        if let Poll::Ready(result) = computation.as_mut().poll(&mut context) {
            return result;
        }
    }
}
