//! `step`: shows one event, the values at that cursor position, and the history of a cell.

use super::budget_flags::WindowArgs;
use super::input::{LookArgs, Source};
use super::{CliError, Start, output};
use crate::debugger::ask::moment::{moment_json, write_history, write_moment};
use crate::formats::plain::format_count;
use gridscope_trace::{Cell, Registry, Replay};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Show the run after N events, 0 for before the first [default: the scene's moment, or the end]
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Also print this cell's values in every layer, and every event about it
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    why: Option<Cell>,
    #[command(flatten)]
    of: LookArgs,
    #[command(flatten)]
    window: WindowArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, mut replay) = self.of.look(registry, &self.window)?;
        if let Some(cell) = self.why {
            off_map(&source, &replay, cell)?;
        }
        let past = move_cursor(&mut replay, self.at, &source, &self.of)?;
        let replay = &replay;
        if self.of.json {
            writeln!(out, "{}", moment_json(replay, self.why))?;
        } else {
            write_moment(replay, out)?;
            if let Some(cell) = self.why {
                writeln!(out)?;
                write_history(replay, cell, out)?;
            }
        }
        out.flush()?;
        for note in source.notes.iter().chain(&past) {
            output::note("note", note);
        }
        source.end()
    }
}

/// Moves the cursor to the given position, or else to that of the scene's picture, or else to the end. Returns a note if
/// the position is past the end, unless that was already reported when the scene was run.
///
/// # Errors
/// Returns an error if the given position is past the end of a complete run.
pub(super) fn move_cursor(
    replay: &mut Replay,
    at: Option<usize>,
    source: &Source,
    of: &LookArgs,
) -> Result<Option<String>, CliError> {
    let own = source.scene.run.picture_moment();
    replay.seek(at.or(own).map_or(usize::MAX, |number| replay.moment_of_number(number)));
    let is_whole = at.is_some() && replay.halted().is_none() && source.fault.is_none();
    let at = at.or(own.filter(|_| !source.is_scene() || !of.as_it_is()));
    let first = replay.number_of_moment(replay.trace().first());
    if let Some(early) = at.filter(|&at| at < first) {
        return Ok(Some(format!("event {early} is before the recording; showing the moment after event {first}")));
    }
    at.map_or(Ok(None), |at| past_the_end(at, replay.number_of_moment(replay.len()), is_whole))
}

/// Returns a note if a position is past the end.
///
/// # Errors
/// Returns an error instead if the run `is_whole`: no other run has that event.
pub(super) fn past_the_end(at: usize, len: usize, is_whole: bool) -> Result<Option<String>, CliError> {
    if at > len && is_whole {
        return Err(CliError::Input(format!("there is no event {at}; the run has {}", format_count(len, "event"))));
    }
    Ok((at > len).then(|| format!("there is no event {at}; showing the last, {len}")))
}

/// Returns an error if a cell is outside the map of a run.
pub(super) fn off_map(source: &Source, replay: &Replay, cell: Cell) -> Result<(), CliError> {
    let size = replay.size();
    if size.contains(cell) {
        return Ok(());
    }
    Err(CliError::Input(format!(
        "{}: {cell} is outside the map of {size} cells; expected x below {} and y below {}",
        source.name, size.width, size.height
    )))
}

/// Parses `X,Y`, with or without brackets.
pub(super) fn parse_cell(text: &str) -> Result<Cell, String> {
    let bare = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    let number = |s: &str| s.trim().parse::<u16>().ok();
    bare.split_once(',')
        .and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)))
        .ok_or_else(|| "expected X,Y, two whole numbers from 0".to_owned())
}
