//! Flags for the budgets of runs: how many events and how much memory each may take, and whether a cut run is an error.

use super::map_flags::from_1;
use super::{CliError, output, words};
use crate::debugger::Session;
use crate::debugger::session::run_memory::RunMemory;
use crate::formats::plain::format_count;
use crate::outside::machine;
use clap::{CommandFactory as _, FromArgMatches as _};
use gridscope_trace::trace::Halt;
use gridscope_trace::{Budget, Progress, Replay};

/// Flags that bound what a run may take. Each run is cut at the same event on every machine.
#[derive(clap::Args, Clone, Default)]
pub(super) struct BudgetArgs {
    /// Cut a run whose events, links and keyframes take more: MiB, or with a unit, such as 2GiB or 500MB [default: a
    /// quarter of the machine's memory, at least 1GiB]
    #[arg(long, value_name = "SIZE", env = "GRIDSCOPE_MEMORY", value_parser = bytes)]
    memory: Option<usize>,
    /// Cut a run after this many events [default: 32000000, or as many as usually fit into more than 1GiB]
    #[arg(long, value_name = "N", env = "GRIDSCOPE_EVENTS", value_parser = from_1)]
    events: Option<usize>,
    /// End with exit code 0 instead of 3 if a run was cut
    #[arg(long)]
    pub(super) partial: bool,
    /// Number of runs that share the memory. 0 and 1 mean one.
    #[arg(skip)]
    sharing: usize,
}

impl BudgetArgs {
    /// Returns the budgets.
    pub(super) fn budget(&self) -> Budget {
        self.or_memory(machine::memory_for_runs)
    }

    /// Returns budgets that are the same on every machine, unless a flag or the environment sets them.
    pub(super) fn portable_budget(&self) -> Budget {
        self.or_memory(|| Progress::DEFAULT_MEMORY)
    }

    fn or_memory(&self, usual: impl FnOnce() -> usize) -> Budget {
        let budget = Budget::of_memory(self.memory.unwrap_or_else(usual));
        Budget { events: self.events.unwrap_or(budget.events), ..budget.shared_by(self.sharing) }
    }

    /// Refuses `--partial` for a command that counts whole runs.
    ///
    /// # Errors
    /// Returns an error if the flag was given.
    pub(super) fn whole_runs(&self) -> Result<(), CliError> {
        let why = "--partial: a run that is cut has no result to count; raise --events or --memory";
        if self.partial { Err(CliError::Input(why.to_owned())) } else { Ok(()) }
    }

    /// Returns the budgets if a flag or the environment sets one.
    pub(super) fn given(&self) -> Option<Budget> {
        (self.memory.is_some() || self.events.is_some()).then(|| self.budget())
    }

    /// Returns the flags with the memory of one run shared by several.
    pub(super) fn shared_by(&self, count: usize) -> Self {
        Self { sharing: count, ..self.clone() }
    }

    /// Lets a session record within these budgets. Unless a flag or the environment sets them, the window's setting counts.
    pub(super) fn set(&self, session: &mut Session) {
        let memory = RunMemory { given: self.given(), usual: machine::memory_for_runs(), setting: None };
        session.set_run_memory(memory);
    }

    /// Returns a new progress with these budgets.
    pub(super) fn progress(&self) -> Progress {
        Progress::within(self.budget())
    }
}

/// Flags for a recording that begins in the middle of a run.
#[derive(clap::Args, Clone, Default)]
pub(super) struct WindowArgs {
    /// Record from this event on, to see what is behind a budget: the state before it is known, its history is not
    #[arg(long, value_name = "EVENT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) record_from: Option<u64>,
    /// Whether the command has this flag.
    #[arg(skip = true)]
    pub(super) is_offered: bool,
}

impl WindowArgs {
    /// Returns the number of events before the recording.
    pub(super) fn first_event(&self) -> usize {
        usize::try_from(self.record_from.unwrap_or(1) - 1).unwrap_or(usize::MAX)
    }
}

/// Checks that a run reaches the event from which it was to be recorded.
///
/// # Errors
/// Returns an error if it ends before.
pub(super) fn check_window(name: &str, replay: &Replay, first_event: usize) -> Result<(), CliError> {
    let events = replay.number_of_moment(replay.len());
    if replay.halted().is_some() || events.max(1) > first_event {
        return Ok(());
    }
    let has = format_count(events, "event");
    Err(CliError::Input(format!("{name}: the run has {has}; expected --record-from at most {}", events.max(1))))
}

/// Returns the budgets that the environment sets, for a window that is opened without a subcommand.
pub fn budget_of_environment() -> Option<Budget> {
    #[derive(clap::Parser)]
    struct Environment {
        #[command(flatten)]
        budget: BudgetArgs,
    }
    let command = words::without_empty_variables(Environment::command());
    let matches = command.try_get_matches_from([""]);
    let read = matches.and_then(|matches| Environment::from_arg_matches(&matches));
    if let Err(error) = &read {
        let error = error.to_string();
        output::note("note", error.lines().next().unwrap_or_default().trim_start_matches("error: "));
    }
    read.ok()?.budget.given()
}

/// Parses a size: a number of MiB, or a number with a unit.
fn bytes(text: &str) -> Result<usize, String> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let factor = match text[number.len()..].trim().to_ascii_lowercase().as_str() {
        "" | "m" | "mib" => 1_u64 << 20,
        "k" | "kib" => 1 << 10,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => 0,
    };
    let bytes = number.parse::<f64>().ok().map(|n| (n * factor as f64).round()).filter(|&bytes| bytes >= 1.0);
    // A number that is too large becomes the largest.
    bytes.map(|bytes| bytes as usize).ok_or_else(|| "expected MiB, or a number with a unit, such as 2GiB".to_owned())
}

/// Returns a size for `--memory`: whole GiB or MiB.
fn size(bytes: usize) -> String {
    if bytes.is_multiple_of(1 << 30) {
        format!("{}GiB", bytes >> 30)
    } else {
        format!("{}MiB", bytes.div_ceil(1 << 20))
    }
}

/// How more of a cut run can be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WayOn {
    /// Not at all: a file holds the run.
    Nothing,
    /// With a larger budget.
    Budget,
    /// With a larger budget, or with a recording that begins where this one was cut.
    BudgetOrWindow,
}

/// Returns a sentence about why a run was cut, and how to see more of it. Returns `None` for a whole run.
pub(super) fn cut(replay: &Replay, flags: &BudgetArgs, way_on: WayOn) -> Option<String> {
    let why = replay.halted()?;
    let budget = flags.budget();
    let first = replay.trace().first();
    let events = replay.len() - first;
    let kept = format!("{} {} kept", format_count(events, "event"), if events == 1 { "is" } else { "are" });
    let more = match replay.trace().halted() {
        Some(Halt::Budget | Halt::Memory) if way_on == WayOn::Nothing => "its file holds no more".to_owned(),
        Some(Halt::Budget) => format!("--events {} keeps twice as many", budget.events.saturating_mul(2)),
        Some(Halt::Memory) => {
            let twice = budget.memory.saturating_mul(2 * flags.sharing.max(1));
            format!("--memory {} keeps about twice as many", size(twice))
        }
        _ => return Some(why),
    };
    let then = match way_on {
        WayOn::BudgetOrWindow => {
            let next = replay.number_of_moment(replay.len()) + 1;
            format!(", and --record-from {next} shows what follows")
        }
        WayOn::Budget | WayOn::Nothing => String::new(),
    };
    Some(format!("{why}: {kept}; {more}{then}"))
}

/// Prints the sentence about a cut run.
pub(super) fn report(cut: Option<&String>) {
    if let Some(cut) = cut {
        output::note("note", cut);
    }
}
