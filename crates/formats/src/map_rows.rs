//! Rows of characters next to the map: known cells, and the weights of cells.

use super::FormatError;
use super::scene_json::short_rows;
use gridscope_trace::scene::{Scene, WeightRows};
use gridscope_trace::{Cell, Grid, Size, Tile, Weight};

/// Returns the kinds of tiles on a map, in the order of [`Tile::ALL`].
pub(super) fn tiles_of(scene: &Scene) -> Vec<Tile> {
    let tile_bits = scene.tiles.as_slice().iter().fold(0_u64, |seen, &tile| seen | 1 << tile as u64);
    Tile::ALL.iter().copied().filter(|&tile| tile_bits & 1 << tile as u64 != 0).collect()
}

/// Error text: the characters allowed in weight rows.
pub(super) const WEIGHTS: &str = "a digit from 1 to 9, or . for none";

/// Reads which cells are known: `?` marks an unknown cell. Short rows are filled up with known cells.
pub(super) fn known(
    name: &str,
    rows: &[String],
    size: Size,
    notes: &mut Vec<String>,
) -> Result<Grid<bool>, FormatError> {
    let widths: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
    check_size(name, "known", &widths, size)?;
    notes.extend(short("known", "the rest is known", &widths, size));
    let mut known = Grid::new(size, true);
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            known.set(Cell::new(x as u16, y as u16), glyph != '?');
        }
    }
    Ok(known)
}

/// Returns the rows that mark the known cells, or `None` if the scene has no such mask (all cells are known).
pub(super) fn known_rows(scene: &Scene) -> Option<Vec<String>> {
    let row = |row: &[bool]| row.iter().map(|known| if *known { '.' } else { '?' }).collect();
    Some(scene.known.as_ref()?.rows().map(row).collect())
}

/// Sets the weights of a scene from the rows of its file. Short rows are filled up with cells without a weight.
pub(super) fn weights(
    name: &str,
    rows: &WeightRows,
    scene: &mut Scene,
    notes: &mut Vec<String>,
) -> Result<(), FormatError> {
    let (size, widths) = (scene.size(), rows.widths());
    check_size(name, "weights", &widths, size)?;
    notes.extend(short("weights", "the rest has none", &widths, size));
    let weights = rows.weights(size).map_err(|bad| {
        let place = match bad.at {
            Some((x, y)) => {
                format!("row {}, column {}: {} is not a weight", y.saturating_add(1), x.saturating_add(1), bad.found)
            }
            None => format!("the unit is {}", bad.found),
        };
        FormatError::whole(name, &format!("weights, {place}"), &bad.expected)
    })?;
    scene.weights = Some(weights);
    scene.drop_empty_weights();
    Ok(())
}

/// Sets the weights of the cells in one row.
///
/// # Errors
/// Returns the first character that is not a weight, with its column counted from 0.
pub(super) fn weight_row(scene: &mut Scene, y: u16, row: &str) -> Result<(), (usize, char)> {
    for (x, glyph) in row.chars().enumerate() {
        let weight = match glyph.to_digit(10) {
            Some(digit @ 1..=9) => (digit as u8).into(),
            None if matches!(glyph, '.' | ' ') => Weight::NONE,
            _ => return Err((x, glyph)),
        };
        scene.set_weight(Cell::new(x as u16, y), weight);
    }
    Ok(())
}

/// Returns the rows of a scene's weights, or `None` if no cell has one.
pub(super) fn weight_rows(scene: &Scene) -> Option<WeightRows> {
    scene.weights.as_ref().filter(|weights| !weights.is_empty()).map(WeightRows::of)
}

fn check_size(name: &str, what: &str, rows: &[usize], size: Size) -> Result<(), FormatError> {
    let width = rows.iter().copied().max().unwrap_or(0);
    if rows.len() == size.height as usize && width <= size.width as usize {
        return Ok(());
    }
    let found = format!("{what} is {width} × {} cells", rows.len());
    Err(FormatError::whole(name, &found, &format!("{size} as the rows")))
}

/// Returns a sentence about rows that are shorter than the map, if there are any.
fn short(what: &str, rest: &str, rows: &[usize], size: Size) -> Option<String> {
    let short = (1..).zip(rows).filter(|(_, cells)| **cells < size.width as usize);
    let rows = short_rows(&short.map(|r| r.0).collect::<Vec<usize>>())?;
    Some(format!("Of {what}, {rows} shorter than the map; {rest}."))
}
