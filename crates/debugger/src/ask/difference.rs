//! The comparison of two runs, as text and as JSON: the first event that differs, the outcomes, and how many cells differ
//! at the end.

use crate::formats::plain::format_count;
use crate::lab::brief;
use crate::lab::compare::{Divergence, divergence, measures};
use gridscope_trace::Replay;
use gridscope_trace::trace::compare::{differing_cells, share_words};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Compares two runs whose cursors are at the end, as JSON.
pub fn difference(a: &Replay, b: &Replay) -> Value {
    let at = |run: &Replay, i: usize| if i < run.len() { run.event_json(i) } else { Value::Null };
    let divergence = divergence(a, b).map(|p| [p.after, p.other]);
    // Layers are compared by number, so only runs of the same algorithm are compared.
    let same = a.schema().algorithm == b.schema().algorithm;
    let layers = a.schema().layers.iter().enumerate().filter(|_| same);
    let cells: Map<String, Value> =
        layers.map(|(i, layer)| (layer.name.to_string(), differing_cells(a, b, i).len().into())).collect();
    json!({
        "algorithms": [&a.schema().algorithm, &b.schema().algorithm],
        "events": [a.len(), b.len()],
        "steps": [a.steps().len(), b.steps().len()],
        "first_divergence": divergence.map(|[i, j]| json!({
            "a": i + 1, "b": j + 1, "event_a": at(a, i), "event_b": at(b, j),
        })),
        "outcomes": [a.outcome(), b.outcome()],
        "cells": cells,
    })
}

/// Writes the comparison of two runs. `all` is their [`difference`].
///
/// # Errors
/// Returns the error of the writer.
pub fn write_difference(a: &Replay, b: &Replay, all: &Value, out: &mut dyn Write) -> io::Result<()> {
    match divergence(a, b) {
        None if share_words(a, b) => writeln!(out, "the same, event by event: {}", format_count(a.len(), "event"))?,
        None => writeln!(out, "both expand the same cells in the same order")?,
        Some(Divergence { after, other, expansions, sentences }) => {
            match expansions {
                None if after == 0 => writeln!(out, "the first event differs:")?,
                None if after == 1 => writeln!(out, "the first event is the same; the second differs:")?,
                None => writeln!(out, "the first {after} events are the same; event {} differs:", after + 1)?,
                Some(same) => {
                    let same = match same {
                        0 => "the first expansions are of different cells,".to_owned(),
                        1 => "the first expansion is of the same cell; then,".to_owned(),
                        _ => format!("the first {same} expansions are of the same cells; then,"),
                    };
                    writeln!(out, "{same} at event {} of A and {} of B:", after + 1, other + 1)?;
                }
            }
            for (name, sentence) in ["A", "B"].into_iter().zip(sentences) {
                writeln!(out, "  {name}: {}", sentence.as_deref().unwrap_or("it has ended"))?;
            }
        }
    }
    writeln!(out)?;
    let rows = measures([a, b]);
    let text = |s: &str| {
        if s.chars().count() > 40 { format!("{}…", s.chars().take(39).collect::<String>()) } else { s.to_owned() }
    };
    let wide = rows.iter().map(|r| text(&r.values[0]).chars().count()).max().unwrap_or(0).max(1);
    let table: Vec<_> = rows
        .iter()
        .map(|row| {
            let mark = if row.differs { "≠" } else { " " };
            let [a, b] = [0, 1].map(|i| row.display_values().nth(i).map_or_else(String::new, text));
            (row.name.clone(), format!("{mark} {a:<wide$}  {b}"))
        })
        .collect();
    brief::table(out, &table)?;
    let cells = all["cells"].as_object().into_iter().flatten();
    let differ: Vec<_> = cells.filter(|(_, n)| *n != 0).map(|(name, n)| format!("{name} {n}")).collect();
    if !differ.is_empty() {
        writeln!(out, "cells that differ at the end, by layer: {}", differ.join(", "))?;
    }
    Ok(())
}
