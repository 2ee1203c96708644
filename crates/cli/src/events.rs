//! `events`: lists the events of a run: all of them, or those of a kind, of a cell, of an actor, or with certain words.

use super::budget_flags::WindowArgs;
use super::input::LookArgs;
use super::step::{off_map, parse_cell};
use super::{CliError, Start, output};
use crate::debugger::lab::find::{ActorTurns, EventQuery, Found, Search};
use crate::formats::limits;
use crate::formats::plain::format_count;
use gridscope_trace::{Cell, Registry, Replay};
use serde_json::{Value, json};
use std::io::{self, Write};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Only events of this kind; may be repeated
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Only events about this cell
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    cell: Option<Cell>,
    /// Only events while this actor acts: "guard 2" for one of them, guard for all
    #[arg(long, value_name = "NAME")]
    actor: Option<String>,
    /// Only events whose sentence or kind contains all these words, or that match a condition such as
    /// "expanded and f >= 12"
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    words: String,
    #[command(flatten)]
    of: LookArgs,
    #[command(flatten)]
    window: WindowArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let (source, replay) = self.of.look(registry, &self.window)?;
        if let Some(cell) = self.cell {
            off_map(&source, &replay, cell)?;
        }
        let wanted = EventQuery { kinds: self.kind, cell: self.cell, actor: self.actor, text: self.words };
        if let Some(unknown) = wanted.unknown(&replay) {
            return Err(CliError::Input(unknown));
        }
        let search = Search::new(&wanted, &replay);
        if self.of.json {
            as_json(&replay, search, out)?;
        } else {
            write_rows(&replay, search, out)?;
        }
        out.flush()?;
        let words = wanted.no_condition(&wanted.reading(&replay), &replay);
        for note in source.notes.iter().chain(&words) {
            output::note("note", note);
        }
        source.end()
    }
}

/// Runs a search and passes each event to `pass` as it is found, until `pass` fails.
fn each(replay: &Replay, search: Search, mut pass: impl FnMut(usize) -> io::Result<()>) -> io::Result<usize> {
    // Events before a window are kept only for the state at its start.
    let first = replay.trace().first();
    let (mut found, mut done) = (0, Ok(()));
    search.run(&mut |more| {
        let Found::Events(events) = more else { return };
        if done.is_ok() {
            let mut events = events.into_iter().map(|i| i as usize).filter(|&i| i >= first);
            done = events.try_for_each(|i| {
                found += 1;
                pass(i)
            });
        }
    });
    done.map(|()| found)
}

fn write_rows(replay: &Replay, search: Search, out: &mut dyn Write) -> io::Result<()> {
    let whose = ActorTurns::of(replay);
    let wide = replay.number_of_moment(replay.len()).to_string().len() + 1;
    let kinds = replay.kinds().iter().map(|k| k.chars().count()).max().unwrap_or(0).min(limits::COLUMN);
    let found = each(replay, search, |i| {
        let event = replay.event(i);
        let number = format!("#{}", replay.number(i));
        let who = match whose.say(replay, i) {
            who if who.is_empty() => String::new(),
            who => format!("[{who}] "),
        };
        // A program's sentence may have several lines; the list has one line per event.
        let sentence = event.sentence.split(['\n', '\r', '\t']).collect::<Vec<_>>().join(" ");
        writeln!(out, "{number:>wide$}  {:<kinds$}  {who}{sentence}", event.kind)
    })?;
    writeln!(out, "{found} of {}", format_count(replay.len() - replay.trace().first(), "event"))
}

fn as_json(replay: &Replay, search: Search, out: &mut dyn Write) -> io::Result<()> {
    let whose = ActorTurns::of(replay);
    let (mut rows, mut all) = (Vec::<Value>::new(), json!({}));
    let found = each(replay, search, |i| {
        let event = replay.event(i);
        rows.push(json!({
            "at": replay.number(i),
            "kind": event.kind,
            "tone": event.tone.name(),
            "cell": event.cell,
            "actor": whose.actor(replay, i),
            "turn": whose.turn(replay, i),
            "sentence": event.sentence,
        }));
        Ok(())
    })?;
    all["algorithm"] = replay.schema().algorithm.clone().into();
    all["events"] = (replay.len() - replay.trace().first()).into();
    all["found"] = found.into();
    all["rows"] = rows.into();
    writeln!(out, "{all}")
}
