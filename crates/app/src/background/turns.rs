//! A task that runs on the calling thread, in turns with the frames of the window.

use super::Report;
use super::lane::Work;
use crate::debugger::disk::crash::Crash;
use crate::host::catch_panic::caught;
use crate::host::thread::Next;
use std::collections::VecDeque;
use std::time::Duration;
use web_time::Instant;

/// Shortest time in which tasks on the calling thread run within a frame of a page. A frame at 60 Hz has 16 ms, and drawing
/// takes 2 to 7 ms.
pub(super) const IN_A_FRAME: Duration = Duration::from_millis(8);
/// Longest time. Where drawing takes long, tasks run as long as it, so that they get half of all time.
pub(super) const MAX_IN_A_FRAME: Duration = Duration::from_millis(24);

/// The turn of a lane within a frame: one slice in any case, and more until the time is used.
pub(super) struct Turn {
    has_run: bool,
    /// End of the turn. `None` means that it lasts until the task has ended.
    until: Option<Instant>,
}

impl Turn {
    /// Creates a turn that ends at `until`, or with the task.
    pub(super) const fn until(until: Option<Instant>) -> Self {
        Self { has_run: false, until }
    }

    /// Returns whether another slice may run.
    fn lasts(&mut self) -> bool {
        !std::mem::replace(&mut self.has_run, true) || self.until.is_none_or(|until| Instant::now() < until)
    }
}

/// A task on the calling thread: its slices, and its reports that were not taken yet.
pub(super) struct Turns {
    /// `None` once the last slice has run.
    slices: Option<Work>,
    reports: VecDeque<Report>,
    crash: Option<Crash>,
}

impl Turns {
    /// Creates a task of these slices. None of them has run.
    pub(super) const fn new(slices: Work) -> Self {
        Self { slices: Some(slices), reports: VecDeque::new(), crash: None }
    }

    /// Returns whether there are slices that have not run.
    pub(super) const fn has_more(&self) -> bool {
        self.slices.is_some()
    }

    /// Returns the next report. Runs slices until there is one, as long as the turn lasts.
    pub(super) fn next(&mut self, turn: &mut Turn) -> Next<Report> {
        loop {
            if let Some(report) = self.reports.pop_front() {
                return Next::Report(report);
            }
            let Some(slices) = &mut self.slices else { return Next::Ended(self.crash.take()) };
            if !turn.lasts() {
                return Next::Nothing;
            }
            let reports = &mut self.reports;
            match caught(|| slices.run_next(&mut |report| reports.push_back(report))) {
                Ok(true) => {}
                Ok(false) => self.slices = None,
                Err(crash) => (self.slices, self.crash) = (None, Some(crash)),
            }
        }
    }
}
