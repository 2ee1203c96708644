//! The memory for runs: how much the recordings of a session may take, from the user's setting, the command line or the
//! machine.

use super::Session;
use gridscope_trace::Budget;
use gridscope_trace::event::capital;
use gridscope_trace::trace::{Halt, Progress, Replay};

/// The sources of the budgets of a session, from the strongest to the weakest.
#[derive(Clone, Copy, Debug)]
pub struct RunMemory {
    /// Budgets of the command line or the environment.
    pub given: Option<Budget>,
    /// The user's setting, in bytes.
    pub setting: Option<usize>,
    /// Memory for runs that suits the machine, in bytes.
    pub usual: usize,
}

impl Default for RunMemory {
    fn default() -> Self {
        Self { given: None, setting: None, usual: Progress::DEFAULT_MEMORY }
    }
}

impl RunMemory {
    /// Returns the budgets of one recording. A page has at most 4 GiB for everything, so a run there may take 1 GiB.
    pub fn budget(self) -> Budget {
        let is_page = cfg!(target_pointer_width = "32");
        let memory = self.setting.filter(|_| !is_page).unwrap_or(self.usual);
        self.given.unwrap_or_else(|| Budget::of_memory(memory))
    }
}

impl Session {
    /// Returns the memory for runs.
    pub const fn run_memory(&self) -> RunMemory {
        self.work.run_memory
    }

    /// Sets the memory for runs. The next recording uses it. Where there is more memory, more runs stay as well.
    pub fn set_run_memory(&mut self, memory: RunMemory) {
        let before = self.work.run_memory.budget().memory;
        self.work.run_memory = memory;
        let now = memory.budget().memory;
        if cfg!(not(target_pointer_width = "32")) && now != before {
            self.work.room = now / 2;
        }
    }

    /// Returns why the run cannot be recorded from its middle, if it cannot.
    pub fn refuses_window(&self) -> Option<&'static str> {
        if self.opened.source.is_foreign() || self.compares_trace() {
            Some(
                "only a run of an algorithm can be recorded from its middle, and this one comes from a program or a file",
            )
        } else if !(self.scene().run.beside.is_empty()
            && self.opened.expected.is_empty()
            && self.opened.other_runs.is_empty())
        {
            Some("a recording from the middle cannot be compared with other runs; remove them first")
        } else {
            None
        }
    }

    /// Returns whether the recording begins in the middle of the run.
    pub fn is_window(&self) -> bool {
        self.replay().is_some_and(|run| run.trace().first() > 0)
    }

    /// Makes the next recording begin after this many events of the run. Recordings after it begin at the start again.
    pub fn record_from(&mut self, first_event: usize) {
        self.opened.first_event = first_event;
        if first_event > 0 {
            self.opened.stale = true;
        }
    }

    /// Returns the moment at which this many events of the whole run have happened, or the nearest one.
    pub fn moment_of_number(&self, number: usize) -> usize {
        self.replay().map_or(0, |run| run.moment_of_number(number))
    }

    /// Returns how many events of the whole run have happened at a moment of the main run.
    pub fn number_of_moment(&self, moment: usize) -> usize {
        self.replay().map_or(moment, |run| run.number_of_moment(moment))
    }

    /// Returns [`Session::moment`] as numbers of events of the whole run.
    pub fn numbers(&self) -> (usize, usize) {
        let (now, len) = self.moment();
        (self.number_of_moment(now), self.number_of_moment(len))
    }

    /// Records the run again from the current moment on.
    pub(super) fn record_from_here(&mut self) {
        let number = self.replay().map_or(0, Replay::number_now);
        if let Some(reason) = self.refuses_window() {
            self.notify(&format!("{}.", capital(reason)));
        } else if number == 0 {
            self.opened.stale = true;
        } else {
            self.record_from(number);
            self.notify(&format!(
                "Recording after event {number}. Of what came before, only the state at that moment is known. Run again \
                 goes back to the whole run."
            ));
        }
    }

    /// Returns whether a budget cut the main run, so that more memory would show more of it.
    pub fn is_cut(&self) -> bool {
        let halted = self.replay().and_then(|run| run.trace().halted());
        self.log().is_none() && matches!(halted, Some(Halt::Budget | Halt::Memory))
    }
}
