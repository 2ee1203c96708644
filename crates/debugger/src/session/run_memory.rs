//! The memory for runs: how much the recordings of a session may take, from the user's setting, the command line or the
//! machine.

use super::Session;
use gridscope_trace::Budget;
use gridscope_trace::trace::{Halt, Progress};

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

    /// Returns whether a budget cut the main run, so that more memory would show more of it.
    pub fn is_cut(&self) -> bool {
        let halted = self.replay().and_then(|run| run.trace().halted());
        self.log().is_none() && matches!(halted, Some(Halt::Budget | Halt::Memory))
    }
}
