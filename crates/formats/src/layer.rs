//! Layers of a run in files for notebooks and spreadsheets: CSV, JSON, and arrays of `NumPy`.

use super::npy;
use super::numbers::number_text;
use gridscope_trace::grid::Grid;
use std::io::{self, Write};

/// A layer of a run.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// Name, such as `g`.
    pub name: &'a str,
    /// Value of each cell, or `None`. In a layer of words, the value is the index of a word.
    pub values: &'a Grid<Option<f64>>,
    /// The words of a layer of words. It is empty for a layer of numbers.
    pub words: &'a [&'a str],
}

impl<'a> Layer<'a> {
    /// Returns a layer of numbers.
    pub const fn new(name: &'a str, values: &'a Grid<Option<f64>>) -> Self {
        Self { name, values, words: &[] }
    }

    /// Returns the word for a value.
    fn word(&self, value: f64) -> Option<&'a str> {
        let whole = value.fract() == 0.0 && value >= 0.0;
        self.words.get(whole.then_some(value as usize)?).copied()
    }
}

/// Writes layers of the same size as CSV. The first line is `x,y,NAME…`. Each further line is a cell that has a value in
/// one of the layers, row by row. A field is empty if the cell has no value.
///
/// # Errors
/// Returns the error of the writer.
pub fn layer_csv(out: &mut dyn Write, layers: &[Layer<'_>]) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["x", "y"].into_iter().chain(layers.iter().map(|layer| layer.name)))?;
    let size = layers.iter().map(|layer| layer.values.size()).max_by_key(|size| size.area());
    for cell in size.iter().flat_map(|size| size.cells()) {
        let value = |layer: &Layer<'_>| layer.values.get(cell).copied().flatten();
        if !layers.iter().any(|layer| value(layer).is_some()) {
            continue;
        }
        table.write_field(cell.x.to_string())?;
        table.write_field(cell.y.to_string())?;
        for layer in layers {
            let field = value(layer)
                .map_or(String::new(), |value| layer.word(value).map_or_else(|| number_text(value), str::to_owned));
            table.write_field(field)?;
        }
        table.write_record(None::<&str>)?;
    }
    table.flush()
}

/// Writes layers as JSON: `{"format": "gridscope-layers", "version": 1, "layers": [{"name", "width", "height",
/// "rows": [[…]]}]}`. A cell without a value is `null`. A number that JSON does not have is a text: `"inf"`, `"-inf"` or
/// `"nan"`.
///
/// # Errors
/// Returns the error of the writer.
pub fn layer_json(out: &mut dyn Write, layers: &[Layer<'_>]) -> io::Result<()> {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    write!(out, "{{\"format\": \"gridscope-layers\", \"version\": 1, \"layers\": [")?;
    for (i, layer) in layers.iter().enumerate() {
        let size = layer.values.size();
        let comma = if i == 0 { "" } else { "," };
        write!(
            out,
            "{comma}\n{{\"name\": {}, \"width\": {}, \"height\": {},",
            text(layer.name),
            size.width,
            size.height
        )?;
        write!(out, " \"rows\": [")?;
        let mut line = String::new();
        for (y, row) in layer.values.rows().enumerate() {
            line.clear();
            line.push_str(if y == 0 { "\n[" } else { ",\n[" });
            for (x, value) in row.iter().enumerate() {
                if x > 0 {
                    line.push(',');
                }
                match value {
                    None => line.push_str("null"),
                    Some(value) => match layer.word(*value) {
                        Some(word) => line.push_str(&text(word)),
                        None if value.is_finite() => line.push_str(&number_text(*value)),
                        None => line.push_str(&text(&number_text(*value))),
                    },
                }
            }
            line.push(']');
            out.write_all(line.as_bytes())?;
        }
        write!(out, "\n]}}")?;
    }
    writeln!(out, "\n]}}")
}

/// Writes a layer as an array of `NumPy`: `float64` with the shape (height, width), and NaN if a cell has no value. A layer
/// of words has the indexes of the words.
///
/// # Errors
/// Returns the error of the writer.
pub fn layer_npy(out: &mut dyn Write, layer: &Layer<'_>) -> io::Result<()> {
    npy::write_layer(out, layer.values)
}
