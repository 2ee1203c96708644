//! Layers of a run: found by name, printed as text, and as numbers for files of other programs.

use crate::formats::layer::{Layer, layer_csv, layer_json, layer_npy};
use gridscope_trace::event::Value;
use gridscope_trace::{Cell, Grid, Replay};
use std::io::{self, Write};

/// Returns the index of a layer.
///
/// # Errors
/// Returns an error that lists the layers, if there is none of that name.
pub fn find_layer(replay: &Replay, name: &str) -> Result<usize, String> {
    let schema = replay.schema();
    schema.layer(name).ok_or_else(|| {
        let names: Vec<_> = schema.layers.iter().map(|l| &*l.name).collect();
        format!("{} has no layer {name:?}; expected one of {}", schema.algorithm, names.join(", "))
    })
}

/// Prints a layer at the moment of the run: one line per row, a dot where a cell has no value.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_layer(replay: &Replay, layer: usize, out: &mut dyn Write) -> io::Result<()> {
    let size = replay.size();
    for y in 0..size.height {
        for x in 0..size.width {
            let space = if x == 0 { "" } else { " " };
            match replay.value(layer, Cell::new(x, y)) {
                // Each value is one word, so that columns can be split at spaces.
                Some(value) => write!(out, "{space}{}", value.to_string().replace(' ', "-"))?,
                None => write!(out, "{space}.")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the number of a value. Some layers have numbers that are marks, such as the -1 of a wall in a distance map;
/// they are words in the window, and numbers in a file.
fn number_in_file(value: &Value) -> Option<f64> {
    let mark = || match value {
        Value::Word(word) => word.parse::<i64>().ok().map(|number| number as f64),
        _ => None,
    };
    value.number().or_else(mark)
}

/// Returns the numbers of a layer at the moment of the run. Cells without a value, or with a word, have none.
pub fn numbers(replay: &Replay, layer: usize) -> Grid<Option<f64>> {
    numbers_and_words(replay, layer).0
}

/// Like [`numbers`], and also returns whether some values are words.
fn numbers_and_words(replay: &Replay, layer: usize) -> (Grid<Option<f64>>, bool) {
    let size = replay.size();
    let (mut all, mut has_words) = (Grid::new(size, None), false);
    for cell in size.cells() {
        if let Some(value) = replay.value(layer, cell) {
            all[cell] = number_in_file(&value);
            has_words |= all[cell].is_none();
        }
    }
    (all, has_words)
}

/// Writes a layer at the moment of the run as CSV, JSON or an array of NumPy. A value that is no number, such as a word or
/// a direction, is written as its word, and in an array as the number of the word.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_layer_as(replay: &Replay, layer: usize, format: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut words: Vec<String> = Vec::new();
    let (mut values, has_words) = numbers_and_words(replay, layer);
    if has_words {
        // Numbers among words are words too, so that each number means one thing.
        for cell in replay.size().cells() {
            values[cell] = replay.value(layer, cell).map(|value| number_of(&mut words, &value));
        }
    }
    let name = replay.schema().layers.get(layer).map_or("", |layer| &*layer.name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let layer = Layer { name, values: &values, words: &words };
    match format {
        "csv" => layer_csv(out, &[layer]),
        "json" => layer_json(out, &[layer]),
        _ => layer_npy(out, &layer),
    }
}

/// Returns the number of a word, which is new or was there before.
fn number_of(words: &mut Vec<String>, value: &Value) -> f64 {
    let word = value.to_string();
    let number = words.iter().position(|known| *known == word).unwrap_or_else(|| {
        words.push(word);
        words.len() - 1
    });
    number as f64
}
