//! How a run came out, in a sentence, whatever the algorithm is: `Reached (21,12): cost 51, expanded 86, ways 72.`

use super::brief;
use crate::core::geometry::Cell;
use crate::core::outcome::Outcome;
use crate::core::scene::{ActorKind, Scene};
use crate::core::trace::Replay;
use serde_json::{Map, Value};

/// How many parts of an outcome are told.
const PARTS: usize = 5;
/// The longest word that is told as part of an outcome, in letters.
const WORD: usize = 24;
/// Fields that the head of the sentence speaks of.
const HEAD: [&str; 4] = ["goal", "reached", "found", "complete"];

/// How a run came out; none where it does not tell it: a log that may go on, or one without a word about its end.
pub fn ending(scene: &Scene, replay: &Replay) -> Option<String> {
    if let Some(halted) = replay.halted() {
        return Some(halted);
    }
    let fields = replay.outcome().as_object().filter(|fields| !fields.is_empty())?;
    // An outcome that is told in words says it best.
    if let Some(told) = fields.values().filter_map(Value::as_str).find(|text| is_sentence(text)) {
        return Some(told.to_owned());
    }
    let best = replay.card().and_then(|card| card.best.as_ref());
    let found = |result: &Value| match result.as_str() {
        Some("found") => Some(true),
        Some("none") => Some(false),
        _ => None,
    };
    let flag = fields.get(best.map_or("found", |best| best.reached)).and_then(Value::as_bool);
    let reached = flag.or_else(|| fields.get("result").and_then(found));
    let goal = scene.of_kind(ActorKind::Goal).next().map(|goal| goal.at.to_string()).unwrap_or_default();
    let head = match reached {
        Some(true) => format!("Reached {goal}"),
        // The numbers are of the way to where it got.
        Some(false) => match fields.get("reached").and_then(cell_of) {
            Some(cell) => format!("{goal} was not reached; the closest is {cell}"),
            None => format!("{goal} was not reached"),
        },
        None => "The end".to_owned(),
    };
    let all = parts(replay.outcome(), fields);
    let head = head.trim();
    Some(if all.is_empty() { format!("{head}.") } else { format!("{head}: {}.", all.join(", ")) })
}

/// Whether a text is more than a word.
fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && text.contains(' ')
}

/// The numbers, words and cells of an outcome; of lists how long they are, where there is little else.
fn parts(outcome: &Outcome, fields: &Map<String, Value>) -> Vec<String> {
    let own = fields.iter().filter(|(name, _)| !HEAD.contains(&name.as_str()));
    let mut all: Vec<String> = own.clone().filter_map(|(name, value)| part(outcome, name, value)).collect();
    if all.len() < 2 {
        all.extend(own.filter_map(|(name, value)| counted(outcome, name, value)));
    }
    all.truncate(PARTS);
    all
}

/// What is one number, word or cell, or a few of them.
fn part(outcome: &Outcome, name: &str, value: &Value) -> Option<String> {
    let said = || Some(format!("{} {}", plain(name), brief::field(outcome, name, value)));
    match value {
        Value::Number(_) => said(),
        // The head has said it.
        Value::String(word) if name == "result" && (word == "found" || word == "none") => None,
        Value::String(word) if name == "result" => Some(word.clone()),
        Value::String(word) if word.chars().count() <= WORD => said(),
        Value::Array(_) if !outcome.is_numbers(name) && cell_of(value).is_some() => said(),
        Value::Object(inner) if !inner.is_empty() && inner.values().all(Value::is_number) => said(),
        _ => None,
    }
}

/// A list by its length; those who got where they went, where it says so of them.
fn counted(outcome: &Outcome, name: &str, value: &Value) -> Option<String> {
    let numbers = outcome.is_numbers(name);
    let cell = |value: &Value| !numbers && cell_of(value).is_some();
    let entries = value.as_array().filter(|entries| !entries.is_empty() && !cell(value))?;
    let name = plain(name);
    let arrived: Vec<bool> = entries.iter().filter_map(|entry| entry.get("arrived")?.as_bool()).collect();
    if arrived.len() == entries.len() {
        let there = arrived.iter().filter(|&&there| there).count();
        return Some(match (there, arrived.len()) {
            (1, 1) => "arrived".to_owned(),
            (0, 1) => "did not arrive".to_owned(),
            (there, all) => format!("{there} of {all} {name} arrived"),
        });
    }
    let is_table = !entries.iter().all(cell) && entries.iter().all(|entry| entry.is_array() || entry.is_null());
    if is_table {
        // How many rows it has says nothing of what it holds.
        return None;
    }
    let noun = if entries.iter().all(cell) { " cells" } else { "" };
    Some(format!("{name} {}{noun}", entries.len()))
}

/// The name of a field in words.
fn plain(name: &str) -> String {
    name.replace('_', " ")
}

/// A cell as outcomes have it, `[x, y]`.
fn cell_of(value: &Value) -> Option<Cell> {
    value.as_array().filter(|pair| pair.len() == 2)?;
    serde_json::from_value(value.clone()).ok()
}
