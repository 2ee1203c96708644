//! Cells as a log names them, and their positions on the map.

use super::line::LineFault;
use gridscope_trace::geometry::Cell;
use serde_json::{Value, json};

/// Longest side of a map whose size is not stated, in cells.
const SIDE: u16 = 4096;

/// The rectangle of cells that events may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Frame {
    /// Width and height in cells, if stated.
    pub(super) size: Option<(u16, u16)>,
    /// Coordinates of the top left cell in the log's own coordinates.
    pub(super) origin: [i32; 2],
}

impl Frame {
    /// Returns a cell in the log's own coordinates.
    pub(super) fn outside(self, cell: Cell) -> Value {
        let [left, top] = self.origin.map(i64::from);
        json!([i64::from(cell.x).saturating_add(left), i64::from(cell.y).saturating_add(top)])
    }

    /// Returns whether the log's own coordinates are those of the map.
    pub(super) const fn is_plain(self) -> bool {
        self.origin[0] == 0 && self.origin[1] == 0
    }
}

/// Reads a cell `[x, y]`, whole numbers in the log's own coordinates, and returns its position on the map.
///
/// # Errors
/// Returns what was found and expected, if the value is not a cell or is outside the map.
pub(super) fn cell(name: &str, value: &Value, frame: Frame) -> Result<Option<Cell>, LineFault> {
    if value.is_null() {
        return Ok(None);
    }
    let float = |v: &Value| v.as_f64().filter(|x| x.fract() == 0.0 && x.abs() < 1e15).map(|x| x as i64);
    let whole = |v: &Value| v.as_i64().or_else(|| float(v));
    let pair = match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => whole(x).zip(whole(y)),
        _ => None,
    };
    let expected = |from: &str| format!("a cell as [x, y], two whole numbers{from}");
    let Some((own_x, own_y)) = pair else {
        let from = if frame.is_plain() { " from 0" } else { "" };
        return Err((format!("{name:?} is {value}"), expected(from)));
    };
    let [left, top] = frame.origin.map(i64::from);
    let (x, y) = (own_x.saturating_sub(left), own_y.saturating_sub(top));
    if frame.is_plain() && (x < 0 || y < 0) {
        let least = format!(
            " from 0. If the log's own coordinates begin elsewhere, state the smallest x and y in the header, such as \
             \"origin\": [{}, {}]",
            own_x.min(0),
            own_y.min(0)
        );
        return Err((format!("{name:?} is {value}"), expected(&least)));
    }
    let (width, height) = frame.size.unwrap_or((SIDE, SIDE));
    if !(0..i64::from(width)).contains(&x) || !(0..i64::from(height)).contains(&y) {
        let from = if frame.is_plain() { String::new() } else { format!(" that begins at ({left},{top})") };
        let inside = format!("a cell inside the ground of {width} × {height}{from}");
        return Err((format!("{name:?} is {value}"), inside));
    }
    Ok(Some(Cell::new(x as u16, y as u16)))
}
