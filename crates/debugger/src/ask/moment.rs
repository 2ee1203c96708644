//! Answers about a moment of a run, as text and as JSON: the event, the history of a cell, causes, and why a cell was not
//! chosen. The command line and [`Sessions`](super::Sessions) use them.

use crate::formats::limits;
use crate::lab::query::{self, Change};
use gridscope_trace::event::{Level, Value};
use gridscope_trace::trace::replay::WhyNot;
use gridscope_trace::trace::schema::Name;
use gridscope_trace::{Cell, Replay};
use serde_json::{Map, Value as Json, json};
use std::io::{self, Write};

const fn level(level: Level) -> &'static str {
    match level {
        Level::Detail => "detail",
        Level::Step => "step",
        Level::Phase(_) => "phase",
    }
}

/// Writes what happened last at the cursor.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_moment(replay: &Replay, out: &mut dyn Write) -> io::Result<()> {
    let (at, len) = (replay.number_now(), replay.number_of_moment(replay.len()));
    let Some(last) = replay.cursor().checked_sub(1) else {
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
    let holders = replay.holders(cell);
    let all = replay.history(cell).into_iter();
    all.map(|i| Mention {
        index: i as usize,
        happened: (i as usize) < replay.cursor(),
        held: holders.binary_search(&i).is_ok(),
    })
    .collect()
}

/// Writes a cell's values at the cursor, and all events about it.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_history(replay: &Replay, cell: Cell, out: &mut dyn Write) -> io::Result<()> {
    let values: Vec<_> = query::values(replay, cell).iter().map(|(name, value)| format!("{name} {value}")).collect();
    let now = if values.is_empty() { "nothing yet".into() } else { values.join(", ") };
    writeln!(out, "{cell} now: {now}")?;
    let mentions = mentions(replay, cell);
    if mentions.is_empty() {
        return writeln!(out, "no event is about it");
    }
    writeln!(out, "its events (= shown now, ~ still to come):")?;
    let wide = replay.number_of_moment(replay.len()).to_string().len() + 1;
    let kinds = replay.kinds().iter().map(|k| k.len()).max().unwrap_or(0).min(limits::COLUMN);
    let mut beside = replay.fork();
    for m in mentions {
        let mark = match (m.happened, m.held) {
            (false, _) => '~',
            (true, true) => '=',
            (true, false) => ' ',
        };
        let event = replay.event(m.index);
        let number = format!("#{}", replay.number(m.index));
        // Print the old value only; the sentence contains the first one.
        let changed = query::changes(&mut beside, cell, m.index);
        let changed: Vec<_> = changed.iter().filter(|c| c.before.is_some()).map(Change::to_string).collect();
        let changed = if changed.is_empty() { String::new() } else { format!("  ({})", changed.join(", ")) };
        writeln!(out, "{mark} {number:>wide$} {:<kinds$}  {}{changed}", event.kind, event.sentence)?;
    }
    Ok(())
}

fn values(pairs: &[(Name, Value)]) -> Json {
    pairs.iter().map(|(name, value)| (name.to_string(), value.json())).collect::<Map<_, _>>().into()
}

/// Returns the moment at the cursor as JSON, with the history of a cell.
pub fn moment_json(replay: &Replay, why: Option<Cell>) -> Json {
    let mut all = json!({
        "algorithm": replay.schema().algorithm,
        "at": replay.number_now(),
        "events": replay.number_of_moment(replay.len()),
    });
    if let Some(last) = replay.cursor().checked_sub(1) {
        let event = replay.event(last);
        all["event"] = replay.event_json(last);
        all["level"] = level(event.level).into();
        all["sentence"] = event.sentence.into();
        all["explain"] = replay.explain().into();
        // A log has no listing.
        all["line"] = replay
            .schema()
            .listing
            .get(event.line)
            .map_or(Json::Null, |text| json!({ "number": event.line + 1, "text": text }));
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
fn history_json(replay: &Replay, cell: Cell) -> Json {
    let mut beside = replay.fork();
    let history = mentions(replay, cell).into_iter().map(|m| {
        let event = replay.event(m.index);
        let both = |c: &Change| json!({ "before": c.before.as_ref().map(Value::json), "after": c.after.as_ref().map(Value::json) });
        let changes = query::changes(&mut beside, cell, m.index);
        let changes: Map<_, _> = changes.iter().map(|c| (c.layer.to_string(), both(c))).collect();
        json!({
            "at": replay.number(m.index),
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

/// Writes a chain of causes, one line each.
fn write_causes(replay: &Replay, causes: &[usize], out: &mut dyn Write) -> io::Result<()> {
    if causes.is_empty() {
        return writeln!(out, "no event has written to it yet, so it has no cause");
    }
    writeln!(out, "because of, back to the start:")?;
    let wide = replay.number_of_moment(replay.len()).to_string().len() + 1;
    for &i in causes {
        let number = format!("#{}", replay.number(i));
        writeln!(out, "  {number:>wide$}  {}", replay.event(i).sentence)?;
    }
    Ok(())
}

/// Returns why a cell is as it is as JSON: the event that it holds, the causes behind that event, and its history.
pub fn why_json(replay: &Replay, cell: Option<Cell>, holder: Option<usize>, causes: &[usize]) -> Json {
    let chain = causes.iter().map(|&i| {
        let event = replay.event(i);
        json!({ "at": replay.number(i), "kind": event.kind, "cell": event.cell, "sentence": event.sentence })
    });
    json!({
        "algorithm": replay.schema().algorithm,
        "cell": cell,
        "at": replay.number_now(),
        "now": cell.map(|cell| values(&query::values(replay, cell))),
        "event": holder.map(|i| replay.number(i)),
        "causes": chain.collect::<Vec<_>>(),
        "history": cell.map(|cell| history_json(replay, cell)),
    })
}

/// Writes why a cell is as it is at the cursor, back to the start.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_why(replay: &Replay, cell: Option<Cell>, causes: &[usize], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "after event {} of {}", replay.number_now(), replay.number_of_moment(replay.len()))?;
    if let Some(cell) = cell {
        write_history(replay, cell, out)?;
    }
    write_causes(replay, causes, out)
}

/// Returns why a cell or a path was not chosen as JSON.
pub fn why_not_json(replay: &Replay, why: &WhyNot) -> Json {
    json!({
        "reason": why.reason,
        "sentence": why.sentence,
        "event": why.event.map(|i| replay.number(i)),
        "best": why.best.as_ref().map(Value::json),
        "this": why.this.as_ref().map(Value::json),
    })
}

/// Writes why a cell or a path was not chosen.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_why_not(replay: &Replay, why: &WhyNot, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", why.reason, why.sentence)?;
    match why.event {
        Some(i) => writeln!(out, "event {}: {}", replay.number(i), replay.event(i).sentence),
        None => Ok(()),
    }
}
