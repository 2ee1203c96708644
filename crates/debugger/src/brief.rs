//! JSON in a few words for people: nested keys joined by dots, cells as (x,y), long lists shortened. Two whole numbers are a
//! cell, except in a field that a card says to be a list of numbers.

use crate::core::outcome::Outcome;
use serde_json::Value;

/// How many entries of a list are shown before the middle is left out.
const MOST: usize = 8;
/// How wide a line's value may be before a list is shortened further.
const WIDE: usize = 100;

/// An object as rows: an entry each, objects inside it flattened.
pub fn rows(value: &Value) -> Vec<(String, String)> {
    let mut all = Vec::new();
    flatten("", value, &|_, value| brief(value), &mut all);
    all
}

/// An outcome as rows; one that is a single value is the row `outcome`.
pub fn outcome_rows(outcome: &Outcome) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if outcome.is_null() {
        return all;
    }
    // What is there is said, however little it is.
    let say = |name: &str, value: &Value| match value {
        Value::Array(entries) if entries.is_empty() => "none".to_owned(),
        Value::String(text) if text.is_empty() => "\"\"".to_owned(),
        _ => field(outcome, name, value),
    };
    flatten(if outcome.is_object() { "" } else { "outcome" }, outcome, &say, &mut all);
    all
}

/// The same rows with their values as JSON, of which no two that differ are told alike.
pub fn outcome_values(outcome: &Outcome) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if !outcome.is_null() {
        flatten(if outcome.is_object() { "" } else { "outcome" }, outcome, &|_, value| value.to_string(), &mut all);
    }
    all
}

/// An outcome as rows that stand in one table with the numbers of `events` and `steps`: a field of such a name is called
/// `outcome steps` there.
pub fn rows_beside_counts(outcome: &Outcome) -> Vec<(String, String)> {
    let mut rows = outcome_rows(outcome);
    for (name, _) in rows.iter_mut().filter(|(name, _)| matches!(&**name, "events" | "steps")) {
        *name = format!("outcome {name}");
    }
    rows
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

/// What a field of an outcome holds, in a few words. Its name may have those of the objects round it before it.
pub fn field(outcome: &Outcome, name: &str, value: &Value) -> String {
    match value {
        Value::Array(entries) if outcome.is_numbers(name) => {
            // Of a long outcome there are nulls alone, which stand for as many entries.
            let all = entries.iter().any(Value::is_number) && entries.iter().all(|e| e.is_number() || e.is_null());
            list(entries, false, all)
        }
        _ => brief(value),
    }
}

/// A value in a few words.
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

/// Whole numbers whole, others to four digits after the point, very small ones by their exponent.
fn number(n: &serde_json::Number) -> String {
    match n.as_f64().filter(|_| n.is_f64()) {
        Some(x) if x != 0.0 && x.abs() < 1e-3 => format!("{x:.3e}"),
        Some(x) => format!("{x:.4}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => n.to_string(),
    }
}

/// `[x, y]` as a cell.
fn cell(value: &Value) -> Option<String> {
    match value.as_array()?.as_slice() {
        [x, y] => Some(format!("({},{})", x.as_u64()?, y.as_u64()?)),
        _ => None,
    }
}

/// A list: its entries where they are cells, or `short` enough to be said in a word each; else how many there are.
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
    if words.len() > MOST {
        words.splice(MOST - 2..words.len() - 1, ["…".into()]);
    }
    let text = words.join(" ");
    if text.chars().count() > WIDE {
        return format!("{} {noun}", entries.len());
    }
    if cells { format!("{} {noun}: {text}", entries.len()) } else { text }
}
