//! `step`: shows one event, the values at that cursor position, and the history of a cell.

use super::input::{LookArgs, Source};
use super::{CliError, Start, output};
use crate::debugger::query::{self, Change};
use crate::formats::limits;
use crate::formats::plain::counted;
use gridscope_trace::event::{Level, Value};
use gridscope_trace::trace::schema::Name;
use gridscope_trace::{Cell, Registry, Replay};
use serde_json::{Map, json};
use std::io::{self, Write};

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
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, mut replay) = self.of.look(registry)?;
        if let Some(cell) = self.why {
            off_map(&source, &replay, cell)?;
        }
        let past = move_cursor(&mut replay, self.at, &source, &self.of)?;
        let replay = &replay;
        if self.of.json {
            writeln!(out, "{}", as_json(replay, self.why))?;
        } else {
            write_moment(replay, out)?;
            if let Some(cell) = self.why {
                writeln!(out)?;
                write_history(replay, cell, out)?;
            }
        }
        out.flush()?;
        for note in source.notes.iter().chain(&past).chain(&replay.halted()) {
            output::note("note", note);
        }
        source.end(replay.halted().is_some())
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
    replay.seek(at.or(own).unwrap_or(usize::MAX));
    let is_whole = at.is_some() && replay.halted().is_none() && source.fault.is_none();
    let at = at.or(own.filter(|_| !source.is_scene() || !of.as_it_is()));
    at.map_or(Ok(None), |at| past_the_end(at, replay.len(), is_whole))
}

/// Returns a note if a position is past the end.
///
/// # Errors
/// Returns an error instead if the run `is_whole`: no other run has that event.
pub(super) fn past_the_end(at: usize, len: usize, is_whole: bool) -> Result<Option<String>, CliError> {
    if at > len && is_whole {
        return Err(CliError::Input(format!("there is no event {at}; the run has {}", counted(len, "event"))));
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

const fn level(level: Level) -> &'static str {
    match level {
        Level::Detail => "detail",
        Level::Step => "step",
        Level::Phase(_) => "phase",
    }
}

fn write_moment(replay: &Replay, out: &mut dyn Write) -> io::Result<()> {
    let (at, len) = (replay.cursor(), replay.len());
    let Some(last) = at.checked_sub(1) else {
        return writeln!(out, "event 0 of {len}: nothing has happened yet");
    };
    let event = replay.event(last);
    writeln!(out, "event {at} of {len}, {} ({})", event.kind, level(event.level))?;
    writeln!(out, "{}", event.sentence)?;
    let explained = replay.explain();
    if !explained.is_empty() {
        writeln!(out, "{explained}")?;
    }
    if let Some(line) = replay.schema().listing.get(event.line) {
        writeln!(out, "line {}: {}", event.line + 1, line.trim())?;
    }
    let watch: Vec<_> = query::watched(replay).iter().map(|(name, value)| format!("{name} {value}")).collect();
    if !watch.is_empty() {
        writeln!(out, "{}", watch.join(", "))?;
    }
    Ok(())
}

/// An event about the cell, seen from the cursor.
struct Mention {
    index: usize,
    happened: bool,
    held: bool,
}

fn mentions(replay: &Replay, cell: Cell) -> Vec<Mention> {
    let held = replay.holders(cell);
    let all = replay.history(cell).into_iter();
    all.map(|i| Mention {
        index: i as usize,
        happened: (i as usize) < replay.cursor(),
        held: held.binary_search(&i).is_ok(),
    })
    .collect()
}

pub(super) fn write_history(replay: &Replay, cell: Cell, out: &mut dyn Write) -> io::Result<()> {
    let values: Vec<_> = query::values(replay, cell).iter().map(|(name, value)| format!("{name} {value}")).collect();
    let now = if values.is_empty() { "nothing yet".into() } else { values.join(", ") };
    writeln!(out, "{cell} now: {now}")?;
    let mentions = mentions(replay, cell);
    if mentions.is_empty() {
        return writeln!(out, "no event is about it");
    }
    writeln!(out, "its events (= shown now, ~ still to come):")?;
    let wide = replay.len().to_string().len() + 1;
    let kinds = replay.kinds().iter().map(|k| k.len()).max().unwrap_or(0).min(limits::COLUMN);
    let mut beside = replay.fork();
    for m in mentions {
        let mark = match (m.happened, m.held) {
            (false, _) => '~',
            (true, true) => '=',
            (true, false) => ' ',
        };
        let event = replay.event(m.index);
        let number = format!("#{}", m.index + 1);
        // Print the old value only; the sentence contains the first one.
        let changed = query::changes(&mut beside, cell, m.index);
        let changed: Vec<_> = changed.iter().filter(|c| c.before.is_some()).map(Change::to_string).collect();
        let changed = if changed.is_empty() { String::new() } else { format!("  ({})", changed.join(", ")) };
        writeln!(out, "{mark} {number:>wide$} {:<kinds$}  {}{changed}", event.kind, event.sentence)?;
    }
    Ok(())
}

pub(super) fn values(pairs: &[(Name, Value)]) -> serde_json::Value {
    pairs.iter().map(|(name, value)| (name.to_string(), value.json())).collect::<Map<_, _>>().into()
}

fn as_json(replay: &Replay, why: Option<Cell>) -> serde_json::Value {
    let mut all = json!({
        "algorithm": replay.schema().algorithm,
        "at": replay.cursor(),
        "events": replay.len(),
    });
    if let Some(last) = replay.cursor().checked_sub(1) {
        let event = replay.event(last);
        all["event"] = replay.event_json(last);
        all["level"] = level(event.level).into();
        all["sentence"] = event.sentence.into();
        all["explain"] = replay.explain().into();
        all["line"] = json!({ "number": event.line + 1, "text": replay.schema().listing.get(event.line) });
        all["watch"] = values(&query::watched(replay));
    }
    if let Some(cell) = why {
        all["why"] = json!({
            "cell": cell,
            "now": values(&query::values(replay, cell)),
            "history": history_json(replay, cell),
        });
    }
    all
}

/// Returns all events about a cell as JSON.
pub(super) fn history_json(replay: &Replay, cell: Cell) -> serde_json::Value {
    let mut beside = replay.fork();
    let history = mentions(replay, cell).into_iter().map(|m| {
        let event = replay.event(m.index);
        let both = |c: &Change| json!({ "before": c.before.as_ref().map(Value::json), "after": c.after.as_ref().map(Value::json) });
        let changes = query::changes(&mut beside, cell, m.index);
        let changes: Map<_, _> = changes.iter().map(|c| (c.layer.to_string(), both(c))).collect();
        json!({
            "at": m.index + 1,
            "kind": event.kind,
            "tone": event.tone.name(),
            "sentence": event.sentence,
            "changes": changes,
            "happened": m.happened,
            "shown": m.held,
        })
    });
    history.collect()
}
