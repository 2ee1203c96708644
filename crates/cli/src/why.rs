//! `why` and `why-not`: print what a cell holds and the chain of causes behind it, and why it did not win.

use super::budget_flags::WindowArgs;
use super::input::{LookArgs, Source};
use super::step::{move_cursor, off_map, parse_cell};
use super::{CliError, Start, output};
use crate::debugger::ask::ActorName;
use crate::debugger::ask::moment::{why_json, why_not_json, write_why, write_why_not};
use crate::debugger::ask::mover::find_mover;
use crate::debugger::lab::query;
use crate::debugger::movers::Movers;
use gridscope_trace::{Cell, Registry, Replay};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct WhyArgs {
    #[command(flatten)]
    of: LookArgs,
    #[command(flatten)]
    window: WindowArgs,
    /// The cell to explain, unless --event or --actor is given
    #[arg(value_name = "X,Y", value_parser = parse_cell, required_unless_present_any = ["event", "actor"])]
    cell: Option<Cell>,
    /// Explain the cell after N events [default: the scene's moment, or the end]
    #[arg(long, value_name = "N", display_order = 0)]
    at: Option<usize>,
    /// Explain this event instead of a cell, counted from 1
    #[arg(long, value_name = "N", display_order = 0, conflicts_with_all = ["cell", "at"])]
    event: Option<usize>,
    /// Explain a mover of a log instead: whom it waits for, since when, and how late it is. N is its name or number
    #[arg(long, value_name = "N", display_order = 0, conflicts_with_all = ["cell", "event"])]
    actor: Option<String>,
    #[command(flatten)]
    time: TimeArg,
}

/// Moment of a log in its own time.
#[derive(clap::Args)]
struct TimeArg {
    /// With --actor: ask about the mover at this time of the log
    #[arg(
        long,
        value_name = "T",
        display_order = 0,
        requires = "actor",
        conflicts_with = "at",
        allow_hyphen_values = true
    )]
    at_time: Option<i64>,
}

#[derive(clap::Args)]
pub(super) struct WhyNotArgs {
    #[command(flatten)]
    of: LookArgs,
    #[command(flatten)]
    window: WindowArgs,
    /// A cell, or the cells of a path: from the start of the search, each a neighbour of the one before
    #[arg(value_name = "X,Y", value_parser = parse_cell, required_unless_present = "actor")]
    cells: Vec<Cell>,
    /// Ask after N events, if that matters [default: the scene's moment, or the end]
    #[arg(long, value_name = "N", display_order = 0)]
    at: Option<usize>,
    /// Why this mover of a log does not move, or not to the cell X,Y. N is its name or number
    #[arg(long, value_name = "N", display_order = 0)]
    actor: Option<String>,
    #[command(flatten)]
    time: TimeArg,
}

/// Returns the movers of a run and the named one, and moves the cursor to a time, if one is given.
fn mover(source: &Source, replay: &mut Replay, name: &str, time: Option<i64>) -> Result<(Movers, usize), CliError> {
    let name = ActorName::Text(name.to_owned());
    let (movers, mover) = find_mover(replay, &source.scene, &name).map_err(CliError::Input)?;
    if let Some(time) = time {
        let Some(step) = movers.step_of_time(time) else {
            let (first, last) = (movers.time(0), movers.time(movers.last_step()));
            return Err(CliError::Input(format!("there is no time {time}; the log has times from {first} to {last}")));
        };
        replay.seek(movers.moment_of(step));
    }
    Ok((movers, mover))
}

impl WhyArgs {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, mut replay) = self.of.look(registry, &self.window)?;
        if let Some(cell) = self.cell {
            off_map(&source, &replay, cell)?;
        }
        let past = move_cursor(&mut replay, self.event.or(self.at), &source, &self.of)?;
        if let Some(name) = &self.actor {
            let (movers, mover) = mover(&source, &mut replay, name, self.time.at_time)?;
            if self.of.json {
                writeln!(out, "{}", movers.why_json(mover, &replay))?;
            } else {
                movers.write_why(mover, &replay, out)?;
            }
            return end(&source, past.as_ref(), out);
        }
        let replay = &replay;
        let requested_event = self.event.and_then(|number| replay.moment_of_number(number).checked_sub(1));
        let requested_event = requested_event.filter(|&i| self.event == Some(replay.number(i)));
        if let (Some(number), None) = (self.event, requested_event) {
            let all = replay.number_of_moment(replay.len());
            let sentence = format!("there is no event {number}; the run has {all} events");
            let halted = replay.halted().is_some();
            return Err(if halted { CliError::Halted(sentence) } else { CliError::Input(sentence) });
        }
        let explained_event = requested_event.or_else(|| query::current_event(replay, self.cell?));
        let causes = explained_event.map_or_else(Vec::new, |i| query::causes(replay, i));
        let cell = self.cell.or_else(|| replay.event(explained_event?).cell);
        if self.of.json {
            writeln!(out, "{}", why_json(replay, cell, explained_event, &causes))?;
        } else {
            write_why(replay, self.cell, &causes, out)?;
        }
        end(&source, past.as_ref(), out)
    }
}

impl WhyNotArgs {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, mut replay) = self.of.look(registry, &self.window)?;
        for &cell in &self.cells {
            off_map(&source, &replay, cell)?;
        }
        let past = move_cursor(&mut replay, self.at, &source, &self.of)?;
        let why = match &self.actor {
            Some(_) if self.cells.len() > 1 => {
                return Err(CliError::Input("expected at most one cell for --actor".to_owned()));
            }
            Some(name) => {
                let (movers, mover) = mover(&source, &mut replay, name, self.time.at_time)?;
                movers.why_not(mover, self.cells.first().copied(), replay.cursor(), &source.scene)
            }
            None => replay.why_not_path(&self.cells),
        };
        if self.of.json {
            writeln!(out, "{}", why_not_json(&replay, &why))?;
        } else {
            write_why_not(&replay, &why, out)?;
        }
        end(&source, past.as_ref(), out)
    }
}

/// Prints the notes after the answer, and ends the command.
fn end(source: &Source, past: Option<&String>, out: &mut dyn Write) -> Result<Start, CliError> {
    out.flush()?;
    for note in source.notes.iter().chain(past) {
        output::note("note", note);
    }
    source.end()
}
