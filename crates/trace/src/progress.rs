//! Long computations: how they are stopped, how much of them is done, and where a thread may do other work in between.
//!
//! A long computation is an `async` function that gets a [`Progress`] and waits for [`Progress::pause`] every few thousand
//! steps. It waits for nothing else, so it needs no runtime, and each poll runs one part. A window with one thread polls it
//! between frames. [`at_once`] polls it to its end. Code that cannot pause calls [`Progress::check`].

use crate::workers::Workers;
use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};

/// The reason a computation ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
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

/// Links a long computation to its caller: whether it is to stop, how much of it is done, its budgets, and the threads that
/// it may use. Clones share the first two.
#[derive(Clone, Debug)]
pub struct Progress {
    flags: Arc<Flags>,
    budget: usize,
    memory: usize,
    /// Memory of all jobs together, if this is the progress of one of several.
    undivided: usize,
    workers: Workers,
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

impl Default for Progress {
    fn default() -> Self {
        let memory = Self::DEFAULT_MEMORY;
        let workers = Workers::default();
        Self { flags: Arc::default(), budget: Self::DEFAULT_BUDGET, memory, undivided: memory, workers }
    }
}

impl Progress {
    /// The default budget of events: 32 million.
    pub const DEFAULT_BUDGET: usize = 32_000_000;
    /// The default budget of bytes: 1 GiB.
    pub const DEFAULT_MEMORY: usize = 1 << 30;

    /// Sets the largest number of events to record.
    #[must_use]
    pub fn with_budget(self, budget: usize) -> Self {
        Self { budget, ..self }
    }

    /// Sets the largest number of bytes that a recording may take: its events, their links and keyframes, and all layers.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Self {
        Self { memory, undivided: memory, ..self }
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
        let memory = self.memory / jobs.max(1);
        Self { flags: Arc::default(), budget: self.budget, memory, undivided: self.memory, workers: Workers::default() }
    }

    /// Returns whether this is the progress of one of several jobs.
    pub(crate) const fn is_one_of_several(&self) -> bool {
        self.memory < self.undivided
    }

    /// Calls `run` with the memory of all jobs. Only one of them does so at a time.
    pub(crate) fn with_whole_memory<T>(&self, run: impl FnOnce(&Self) -> T) -> T {
        let _alone = self.flags.whole_memory.lock().unwrap_or_else(PoisonError::into_inner);
        run(&Self { memory: self.undivided, ..self.clone() })
    }

    /// Returns the largest number of events to record.
    pub const fn budget(&self) -> usize {
        self.budget
    }

    /// Returns the largest number of bytes that a recording may take.
    pub const fn memory(&self) -> usize {
        self.memory
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

    /// Stores the share that is done, 0 to 1.
    pub fn set_share(&self, share: f64) {
        self.flags.thousandths.store((share.clamp(0.0, 1.0) * 1000.0) as u32, Relaxed);
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
