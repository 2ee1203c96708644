//! Describes the result of a run of any algorithm in a sentence: `Goal (21,12) reached. Cost 51, 72 cheapest
//! paths, 86 cells expanded.`

use crate::lab::brief;
use gridscope_trace::card::OutcomeWords;
use gridscope_trace::event::capital;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::{ActorKind, Cell, Replay, Scene};
use serde_json::{Map, Value};

/// Maximum number of outcome fields in the sentence.
const PARTS: usize = 5;
/// Longest word shown as part of an outcome, in characters.
const WORD: usize = 24;
/// Fields that the beginning of the sentence already covers.
const HEAD: [&str; 4] = ["goal", "reached", "found", "complete"];
/// Words for fields that many algorithms have.
const COMMON: &[OutcomeWords] = &[
    OutcomeWords::count("ways", "cheapest path", "cheapest paths"),
    OutcomeWords::count("expanded", "cell expanded", "cells expanded"),
    OutcomeWords::count("pushed", "entry added to the open list", "entries added to the open list"),
    OutcomeWords::count("entered", "cell entered", "cells entered"),
    OutcomeWords::count("iterations", "iteration", "iterations"),
    OutcomeWords::count("steps", "step", "steps"),
    OutcomeWords::count("moves", "move", "moves"),
    OutcomeWords::count("turns", "turn", "turns"),
    OutcomeWords::count("rounds", "round", "rounds"),
    OutcomeWords::count("jumps", "jump", "jumps"),
    OutcomeWords::count("rings", "ring", "rings"),
    OutcomeWords::count("levels", "level", "levels"),
    OutcomeWords::count("visible", "cell visible", "cells visible"),
    OutcomeWords::count("strips", "strip scanned", "strips scanned"),
];

/// The sentence before the first event.
pub const BEFORE: &str = "Nothing has happened yet: step forward, or play.";
/// The sentence for a run without events.
pub const NO_EVENTS: &str = "The run reported no events.";

/// Returns the sentence at the replay's cursor: what happened last, or at the end the outcome.
pub fn sentence_now(scene: &Scene, replay: &Replay) -> String {
    let Some(last) = replay.cursor().checked_sub(1) else {
        return if replay.is_empty() { NO_EVENTS.to_owned() } else { BEFORE.to_owned() };
    };
    let ended = (replay.cursor() == replay.len()).then(|| ending(scene, replay)).flatten();
    ended.unwrap_or_else(|| replay.trace().sentence(last))
}

/// Returns the result of a run as a sentence. Returns `None` if the outcome is missing or empty, as in a log that may
/// continue.
pub fn ending(scene: &Scene, replay: &Replay) -> Option<String> {
    if let Some(halted) = replay.halted() {
        return Some(halted);
    }
    let fields = replay.outcome().as_object().filter(|fields| !fields.is_empty())?;
    // If the outcome contains a sentence, use it.
    if let Some(told) = fields.values().filter_map(Value::as_str).find(|text| is_sentence(text)) {
        return Some(told.to_owned());
    }
    if let Some(sentence) = replay.card().and_then(|card| card.ending).and_then(|ending| ending(replay.outcome())) {
        return Some(sentence);
    }
    let best = replay.card().and_then(|card| card.best.as_ref());
    let found = |result: &Value| match result.as_str() {
        Some("found") => Some(true),
        Some("none") => Some(false),
        _ => None,
    };
    let flag = fields.get(best.map_or("found", |best| best.reached)).and_then(Value::as_bool);
    let reached = flag.or_else(|| fields.get("result").and_then(found));
    let goal = scene.of_kind(ActorKind::Goal).next().map(|goal| format!(" {}", goal.at)).unwrap_or_default();
    let head = match reached {
        Some(true) => format!("Goal{goal} reached"),
        // The numbers describe the path to the closest cell.
        Some(false) => match fields.get("reached").and_then(cell_of) {
            Some(cell) => format!("Goal{goal} was not reached; the closest cell is {cell}"),
            None => format!("Goal{goal} was not reached"),
        },
        None => "Done".to_owned(),
    };
    let all = parts(replay.outcome(), fields).join(", ");
    Some(match (reached, &*all) {
        (_, "") => format!("{head}."),
        (Some(_), all) => format!("{head}. {}.", capital(all)),
        (None, all) => format!("{head}: {all}."),
    })
}

/// Returns whether a text is a sentence and not a single word.
fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && text.contains(' ')
}

/// Lists the numbers, words and cells of an outcome. Adds the lengths of lists if there is little else.
fn parts(outcome: &Outcome, fields: &Map<String, Value>) -> Vec<String> {
    let own = fields.iter().filter(|(name, value)| value.is_number() || !HEAD.contains(&name.as_str()));
    let mut all: Vec<String> = own.clone().flat_map(|(name, value)| part(outcome, name, value)).collect();
    if all.len() < 2 {
        all.extend(own.filter_map(|(name, value)| format_list(outcome, name, value)));
    }
    all.truncate(PARTS);
    all
}

/// Formats a field that is a number, a word, a cell, or a few numbers, each in a part of its own.
fn part(outcome: &Outcome, name: &str, value: &Value) -> Vec<String> {
    let field_text = |value: &str| vec![format!("{} {value}", field_name(outcome, name))];
    match value {
        Value::Number(number) => number.as_f64().map(|x| number_in_words(outcome, name, x)).into_iter().collect(),
        // The beginning of the sentence already states this.
        Value::String(word) if name == "result" && (word == "found" || word == "none") => Vec::new(),
        Value::String(word) if name == "result" => vec![word.clone()],
        Value::String(word) if word.chars().count() <= WORD => field_text(value_in_words(outcome, name, word)),
        Value::Array(_) if !outcome.is_numbers(name) && cell_of(value).is_some() => {
            field_text(&brief::field(outcome, name, value))
        }
        Value::Object(inner) if inner.values().all(Value::is_number) => {
            inner.iter().flat_map(|(own, value)| part(outcome, &format!("{name}.{own}"), value)).collect()
        }
        _ => Vec::new(),
    }
}

/// Formats a number of an outcome with what it counts, `86 cells expanded`, or with its name, `cost 51`.
pub fn number_in_words(outcome: &Outcome, name: &str, number: f64) -> String {
    let text = readable(number);
    match words_of(outcome, name).filter(|words| words.is_count()) {
        Some(words) if number == 1.0 => format!("{text} {}", words.one),
        Some(words) => format!("{text} {}", words.many),
        None => format!("{} {text}", field_name(outcome, name)),
    }
}

/// Returns the words for a field: those of the algorithm, or those that many algorithms share.
pub(crate) fn words_of(outcome: &Outcome, name: &str) -> Option<&'static OutcomeWords> {
    outcome.words_of(name).or_else(|| COMMON.iter().find(|words| words.name == name))
}

/// Returns the words for a value of a field, or the value.
pub(crate) fn value_in_words<'a>(outcome: &Outcome, name: &str, value: &'a str) -> &'a str {
    words_of(outcome, name).map_or(value, |words| words.value(value))
}

/// Formats a number for reading: with commas, two decimals at most, and as a power of ten from 10^12 on.
pub fn readable(number: f64) -> String {
    let size = number.abs();
    if !number.is_finite() {
        return number.to_string();
    }
    if size >= 1e12 {
        let power = size.log10().floor();
        return format!("{:.2} × 10^{power}", number / 10_f64.powf(power));
    }
    let rounded = format!("{size:.2}");
    let (whole, decimals) = rounded.split_once('.').unwrap_or((&rounded, ""));
    let decimals = decimals.trim_end_matches('0');
    let mut text = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if number < 0.0 { "−" } else { "" };
    let dot = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{text}{dot}{decimals}")
}

/// Formats a list by its length. If its entries have a field `arrived`, counts those that arrived.
fn format_list(outcome: &Outcome, name: &str, value: &Value) -> Option<String> {
    let numbers = outcome.is_numbers(name);
    let cell = |value: &Value| !numbers && cell_of(value).is_some();
    let entries = value.as_array().filter(|entries| !entries.is_empty() && !cell(value))?;
    let counts = words_of(outcome, name).is_some_and(OutcomeWords::is_count);
    let name = field_name(outcome, name);
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
        // The number of rows says nothing about the contents.
        return None;
    }
    if counts {
        return Some(format!("{} {name}", entries.len()));
    }
    let noun = if entries.iter().all(cell) { " cells" } else { "" };
    Some(format!("{name} {}{noun}", entries.len()))
}

/// Returns what an outcome's field is called: `cells expanded`.
pub fn field_name(outcome: &Outcome, name: &str) -> String {
    match (words_of(outcome, name), name.strip_suffix(".len")) {
        (Some(words), _) => words.many.to_owned(),
        (None, Some(list)) => format!("{} length", field_name(outcome, list)),
        (None, None) => name.replace(['_', '.'], " "),
    }
}

/// Reads a cell from an outcome, `[x, y]`.
fn cell_of(value: &Value) -> Option<Cell> {
    value.as_array().filter(|pair| pair.len() == 2)?;
    serde_json::from_value(value.clone()).ok()
}
