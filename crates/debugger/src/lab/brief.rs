//! Formats JSON briefly for the user: nested keys joined by dots, cells as (x,y), long lists shortened. Two whole
//! numbers are a cell, except in a field that a card declares as a list of numbers.

use crate::formats::limits;
use gridscope_trace::outcome::Outcome;
use serde_json::Value;
use std::io::{self, Write};

/// Number of list entries shown before the middle is left out.
const MAX_ENTRIES: usize = 8;
/// Maximum width of a value, in characters, before its list is shortened further.
const WIDE: usize = 100;

/// Returns an object as rows, one per entry. Nested objects are flattened.
pub fn rows(value: &Value) -> Vec<(String, String)> {
    let mut all = Vec::new();
    flatten("", value, &|_, value| brief(value), &mut all);
    all
}

/// Returns an outcome as rows. An outcome that is a single value becomes the row `outcome`.
pub fn outcome_rows(outcome: &Outcome) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if outcome.is_null() {
        return all;
    }
    // Show empty values too.
    let say = |name: &str, value: &Value| match value {
        Value::Array(entries) if entries.is_empty() => "none".to_owned(),
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        _ => field(outcome, name, value),
    };
    flatten(if outcome.is_object() { "" } else { "outcome" }, outcome, &say, &mut all);
    all
}

/// Like [`outcome_rows`], but with the exact values as JSON, so that different values never look equal.
pub(crate) fn outcome_values(outcome: &Outcome) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if !outcome.is_null() {
        flatten(if outcome.is_object() { "" } else { "outcome" }, outcome, &|_, value| value.to_string(), &mut all);
    }
    all
}

/// Returns an outcome as rows for a table that also has the counts `events` and `steps`. A field with one of these
/// names is renamed, such as `outcome steps`.
pub fn rows_beside_counts(outcome: &Outcome) -> Vec<(String, String)> {
    let mut rows = outcome_rows(outcome);
    for (name, _) in rows.iter_mut().filter(|(name, _)| matches!(&**name, "events" | "steps")) {
        *name = format!("outcome {name}");
    }
    rows
}

/// Writes names and values. The values are aligned after the longest name, up to a maximum width.
///
/// # Errors
/// Returns the error of the writer.
pub fn table(out: &mut dyn Write, rows: &[(String, String)]) -> io::Result<()> {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(limits::COLUMN);
    for (name, value) in rows {
        writeln!(out, "{}", format!("{name:<width$}  {value}").trim_end())?;
    }
    Ok(())
}

fn flatten(name: &str, value: &Value, say: &dyn Fn(&str, &Value) -> String, rows: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                flatten(&name, value, say, rows);
            }
        }
        _ => rows.push((name.to_owned(), say(name, value))),
    }
}

/// Formats a field of an outcome briefly. Its name may include the names of enclosing objects.
pub(crate) fn field(outcome: &Outcome, name: &str, value: &Value) -> String {
    match value {
        Value::Array(entries) if outcome.is_numbers(name) => {
            // A long outcome has only nulls here, which stand for this many entries.
            let all = entries.iter().any(Value::is_number) && entries.iter().all(|e| e.is_number() || e.is_null());
            list(entries, false, all)
        }
        _ => brief(value),
    }
}

/// Formats a value briefly.
pub fn brief(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Bool(b) => if *b { "yes" } else { "no" }.into(),
        Value::Number(n) => number(n),
        Value::String(s) => s.clone(),
        Value::Array(entries) => cell(value).unwrap_or_else(|| {
            let cells = !entries.is_empty() && entries.iter().all(|e| cell(e).is_some());
            let short = |e: &Value| e.is_number() || e.is_string() || e.is_boolean();
            list(entries, cells, entries.iter().all(short))
        }),
        Value::Object(fields) => {
            let parts: Vec<_> = fields.iter().map(|(k, v)| format!("{k} {}", brief(v))).collect();
            parts.join(", ")
        }
    }
}

/// Formats a number: whole numbers without decimals, others with up to four, and very small ones with an exponent.
fn number(n: &serde_json::Number) -> String {
    match n.as_f64().filter(|_| n.is_f64()) {
        Some(x) if x != 0.0 && x.abs() < 1e-3 => format!("{x:.3e}"),
        Some(x) => format!("{x:.4}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => n.to_string(),
    }
}

/// Formats `[x, y]` as a cell.
fn cell(value: &Value) -> Option<String> {
    match value.as_array()?.as_slice() {
        [x, y] => Some(format!("({},{})", x.as_u64()?, y.as_u64()?)),
        _ => None,
    }
}

/// Formats a list: its entries if they are cells or `short`, or else the number of entries.
fn list(entries: &[Value], cells: bool, short: bool) -> String {
    let noun = match (cells, entries.len()) {
        (true, 1) => "cell",
        (true, _) => "cells",
        (false, 1) => "entry",
        (false, _) => "entries",
    };
    if !cells && !short {
        return format!("{} {noun}", entries.len());
    }
    let mut words: Vec<_> = entries.iter().map(brief).collect();
    if words.len() > MAX_ENTRIES {
        words.splice(MAX_ENTRIES - 2..words.len() - 1, ["…".into()]);
    }
    let text = words.join(" ");
    if text.chars().count() > WIDE {
        return format!("{} {noun}", entries.len());
    }
    if cells { format!("{} {noun}: {text}", entries.len()) } else { text }
}
