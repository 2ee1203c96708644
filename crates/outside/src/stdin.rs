//! Standard input for callers that ask again and again. A process that sleeps takes longer to wake up than a search on a
//! small map takes, so a read looks for the next question for a moment before it sleeps.

use std::io::{self, Read, StdinLock};

/// How long a read looks for input before it sleeps, in microseconds.
#[cfg(unix)]
const LOOKING: u64 = 50;

/// Standard input that stays awake for a moment after each question.
#[derive(Debug)]
pub struct AwakeInput(StdinLock<'static>);

impl AwakeInput {
    /// Locks standard input.
    pub fn lock() -> Self {
        Self(io::stdin().lock())
    }

    /// Returns as soon as there is input, or after [`LOOKING`].
    #[cfg(unix)]
    fn look(&self) {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        use std::time::{Duration, Instant};
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let start_time = Instant::now();
        // An error is that of the read that follows.
        while poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&at_once)).is_ok_and(|ready| ready == 0)
            && start_time.elapsed() < Duration::from_micros(LOOKING)
        {
            std::thread::yield_now();
        }
    }

    #[cfg(not(unix))]
    fn look(&self) {}
}

impl Read for AwakeInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.look();
        self.0.read(into)
    }
}
