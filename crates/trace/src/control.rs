//! The link between a long calculation and its caller: a flag to cancel it, its progress, and its budgets.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

/// The reason a recording ended before the algorithm did.
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

/// Links a recording to its caller: a flag to cancel it, its progress, and its budgets.
#[derive(Debug)]
pub struct Control {
    /// Set this to stop the recording soon.
    pub cancel: AtomicBool,
    /// Set together with `cancel` to discard the events recorded so far.
    pub forget: AtomicBool,
    /// The share of the run that is done, in thousandths, if the algorithm reports it.
    pub progress: AtomicU32,
    /// The number of events recorded so far, updated every few thousand.
    pub events: AtomicUsize,
    /// The number of events that have been linked to the ones they replaced. Linking begins after the last event.
    pub linked: AtomicUsize,
    /// The largest number of events to record.
    pub budget: usize,
    /// The largest number of bytes that a recording may take: its events, their links and keyframes, and all layers.
    pub memory: usize,
}

impl Control {
    /// The default budget of events: 32 million.
    pub const DEFAULT_BUDGET: usize = 32_000_000;
    /// The default budget of bytes: 1 GiB.
    pub const DEFAULT_MEMORY: usize = 1 << 30;

    /// Checks whether the caller has cancelled.
    ///
    /// # Errors
    /// Returns [`Halt::Cancelled`] if the caller has cancelled.
    pub fn stopped(&self) -> Result<(), Halt> {
        if self.cancel.load(Ordering::Relaxed) { Err(Halt::Cancelled) } else { Ok(()) }
    }

    /// Checks whether to continue, for work that reports through an observer.
    ///
    /// # Errors
    /// Breaks with [`Halt::Cancelled`] if the caller has cancelled.
    pub fn goes_on(&self) -> ControlFlow<Halt> {
        if self.cancel.load(Ordering::Relaxed) {
            ControlFlow::Break(Halt::Cancelled)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Default for Control {
    fn default() -> Self {
        Self {
            cancel: AtomicBool::new(false),
            forget: AtomicBool::new(false),
            progress: AtomicU32::new(0),
            events: AtomicUsize::new(0),
            linked: AtomicUsize::new(0),
            budget: Self::DEFAULT_BUDGET,
            memory: Self::DEFAULT_MEMORY,
        }
    }
}
