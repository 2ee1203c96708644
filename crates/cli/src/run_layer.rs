//! Layers of a run on the command line: found by name, printed as text, and as numbers for files of other programs.

use super::CliError;
use crate::core::geometry::Cell;
use crate::core::grid::Grid;
use crate::core::trace::Replay;
use std::io::{self, Write};

/// Returns the index of a layer.
///
/// # Errors
/// Returns an error that lists the layers, if there is none of that name.
pub(super) fn find_layer(replay: &Replay, name: &str) -> Result<usize, CliError> {
    let schema = replay.schema();
    schema.layer(name).ok_or_else(|| {
        let names: Vec<_> = schema.layers.iter().map(|l| &*l.name).collect();
        CliError::Input(format!(
            "--layer: {} has no layer {name:?}; expected one of {}",
            schema.algorithm,
            names.join(", ")
        ))
    })
}

/// Prints a layer at the moment of the run: one line per row, a dot where a cell has no value.
pub(super) fn write_layer(replay: &Replay, layer: usize, out: &mut dyn Write) -> io::Result<()> {
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

/// Returns the numbers of a layer at the moment of the run. Cells without a value, or with a word, have none.
pub(super) fn numbers(replay: &Replay, layer: usize) -> Grid<Option<f64>> {
    let size = replay.size();
    let mut all = Grid::new(size, None);
    for cell in size.cells() {
        all[cell] = replay.value(layer, cell).and_then(|value| value.number());
    }
    all
}
