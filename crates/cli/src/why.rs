//! `why` and `why-not`: print what a cell holds and the chain of causes behind it, and why it did not win.

use super::input::LookArgs;
use super::step::{move_cursor, off_map, parse_cell};
use super::{CliError, Start, output};
use crate::debugger::ask::moment::{why_json, why_not_json, write_why, write_why_not};
use crate::debugger::lab::query;
use gridscope_trace::{Cell, Registry};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct WhyArgs {
    #[command(flatten)]
    of: LookArgs,
    /// The cell to explain, unless --event is given
    #[arg(value_name = "X,Y", value_parser = parse_cell, required_unless_present = "event")]
    cell: Option<Cell>,
    /// Explain the cell after N events [default: the scene's moment, or the end]
    #[arg(long, value_name = "N", display_order = 0)]
    at: Option<usize>,
    /// Explain this event instead of a cell, counted from 1
    #[arg(long, value_name = "N", display_order = 0, conflicts_with_all = ["cell", "at"])]
    event: Option<usize>,
}

#[derive(clap::Args)]
pub(super) struct WhyNotArgs {
    #[command(flatten)]
    of: LookArgs,
    /// A cell, or the cells of a path: from the start of the search, each a neighbour of the one before
    #[arg(value_name = "X,Y", value_parser = parse_cell, required = true)]
    cells: Vec<Cell>,
    /// Ask after N events, if that matters [default: the scene's moment, or the end]
    #[arg(long, value_name = "N", display_order = 0)]
    at: Option<usize>,
}

impl WhyArgs {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, mut replay) = self.of.look(registry)?;
        if let Some(cell) = self.cell {
            off_map(&source, &replay, cell)?;
        }
        let past = move_cursor(&mut replay, self.event.or(self.at), &source, &self.of)?;
        let replay = &replay;
        let requested_event = self.event.and_then(|number| number.checked_sub(1)).filter(|&i| i < replay.len());
        if let (Some(number), None) = (self.event, requested_event) {
            let sentence = format!("there is no event {number}; the run has {} events", replay.len());
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
        out.flush()?;
        for note in source.notes.iter().chain(&past).chain(&replay.halted()) {
            output::note("note", note);
        }
        source.end(replay.halted().is_some())
    }
}

impl WhyNotArgs {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, mut replay) = self.of.look(registry)?;
        for &cell in &self.cells {
            off_map(&source, &replay, cell)?;
        }
        let past = move_cursor(&mut replay, self.at, &source, &self.of)?;
        let why = replay.why_not_path(&self.cells);
        if self.of.json {
            writeln!(out, "{}", why_not_json(&why))?;
        } else {
            write_why_not(&replay, &why, out)?;
        }
        out.flush()?;
        for note in source.notes.iter().chain(&past).chain(&replay.halted()) {
            output::note("note", note);
        }
        source.end(replay.halted().is_some())
    }
}
