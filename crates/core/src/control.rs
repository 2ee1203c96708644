//! What a long calculation shares with the one that waits for it: a flag to stop it, its progress, its budgets.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

/// Why a recording ended before the algorithm did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// The budget of events is used up.
    #[error("stopped: the run has more events than the budget allows")]
    Budget,
    /// The budget of memory is used up.
    #[error("stopped: the run takes more memory than the budget allows")]
    Memory,
    /// Somebody cancelled.
    #[error("cancelled")]
    Cancelled,
    /// An event named a cell off the map, or a slot that there is not. [`Trace::stray`](crate::trace::Trace::stray) says which.
    #[error("stopped: an event names a cell off the map, or a slot that there is not")]
    Stray,
}

/// What a recording shares with the one that waits for it: a flag to cancel, how far it is, and how much it may keep.
#[derive(Debug)]
pub struct Control {
    /// Set to stop the recording soon.
    pub cancel: AtomicBool,
    /// Set besides where nobody waits for what has been recorded so far.
    pub forget: AtomicBool,
    /// How much is done, in thousandths, where the algorithm can say.
    pub progress: AtomicU32,
    /// How many events are kept so far, to some thousands.
    pub events: AtomicUsize,
    /// Of how many of them it is worked out what they replaced, once all are there.
    pub linked: AtomicUsize,
    /// How many events may be kept.
    pub budget: usize,
    /// How many bytes a recording may take: its events, what moving among them needs, and what every layer holds.
    pub memory: usize,
}

impl Control {
    /// The budget of events when nobody chose one: 32 million.
    pub const DEFAULT_BUDGET: usize = 32_000_000;
    /// The budget of bytes when nobody chose one: 1 GiB.
    pub const DEFAULT_MEMORY: usize = 1 << 30;

    /// Whether somebody has cancelled, as an error.
    ///
    /// # Errors
    /// [`Halt::Cancelled`], if so.
    pub fn stopped(&self) -> Result<(), Halt> {
        if self.cancel.load(Ordering::Relaxed) { Err(Halt::Cancelled) } else { Ok(()) }
    }

    /// The same for work that is asked whether to go on.
    ///
    /// # Errors
    /// Breaks with [`Halt::Cancelled`], if somebody has cancelled.
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
