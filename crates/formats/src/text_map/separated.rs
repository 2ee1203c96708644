//! Rows of a text map with a comma or a blank between their cells.

use super::parts::Parts;
use gridscope_trace::Tile;
use std::borrow::Cow;

/// Least width of a row with separators, in characters.
const WIDTH: usize = 5;

/// Returns the character between all cells of a map: every second column has only commas, or only blanks, and each other
/// column has something else.
pub(super) fn separator<'r>(rows: &(impl Iterator<Item = &'r str> + Clone)) -> Option<char> {
    let widths = || rows.clone().map(|row| row.chars().count());
    let width = widths().max().unwrap_or(0);
    if width < WIDTH || width.is_multiple_of(2) || widths().count() < 2 {
        return None;
    }
    let separator = rows.clone().find_map(|row| row.chars().nth(1)).filter(|glyph| matches!(glyph, ',' | ' '))?;
    let mut has_cell = vec![false; width.div_ceil(2)];
    for row in rows.clone() {
        for (x, glyph) in row.chars().enumerate() {
            let is_separator = glyph == separator;
            if x % 2 == 1 && !is_separator || is_separator && separator == ',' && x.is_multiple_of(2) {
                return None;
            }
            if x.is_multiple_of(2) && !is_separator {
                has_cell.get_mut(x / 2).into_iter().for_each(|has_cell| *has_cell = true);
            }
        }
    }
    has_cell.into_iter().all(|has_cell| has_cell).then_some(separator)
}

/// Returns the line of a legend that gives a separator its usual meaning.
pub(super) fn legend_line(separator: char) -> String {
    format!("{separator} = {}", Tile::from_glyph(separator).unwrap_or(Tile::Void))
}

/// Removes the separators from the rows of a map, and returns a note, if there are separators without a meaning of their
/// own.
pub(super) fn remove(parts: &mut Parts<'_>) -> Option<String> {
    let separator = separator(&parts.rows.iter().map(|(_, row)| row.as_ref()))?;
    if parts.legend.contains_key(&separator) {
        return None;
    }
    for (_, row) in &mut parts.rows {
        *row = Cow::Owned(row.chars().step_by(2).collect());
    }
    parts.step = 2;
    let what = if separator == ',' { "commas" } else { "blanks" };
    let line = legend_line(separator);
    Some(format!(
        "Every second column has only {what}, which separate the cells. A legend with the line \"{line}\" makes cells of them."
    ))
}
