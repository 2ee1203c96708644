//! Layout of maps on a canvas: one or more side by side, with rulers and titles.

use super::{camera, rulers};
use egui::{Rect, Vec2, vec2};
use gridscope_trace::geometry::Size;

/// Height of a title if there are several maps, in points.
const TITLE: f32 = 26.0;

/// Returns the size of a canvas for `n` maps of a size with titles, with or without rulers. Each cell is `cell` points
/// wide.
pub(crate) fn room(size: Size, n: usize, cell: f32, rulers: bool) -> Vec2 {
    let map = vec2(f32::from(size.width), f32::from(size.height)) * cell;
    let (title, gap) = if n > 1 { (TITLE, 4.0) } else { (0.0, 0.0) };
    let one = map + beside(rulers) + camera::RIM + vec2(gap, title + gap);
    // Chooses the number of columns that brings the whole closest to 1.4 times as wide as high.
    let columns = (1..=n.max(1)).min_by(|&a, &b| {
        let off = |columns: usize| {
            let rows = n.max(1).div_ceil(columns);
            ((one.x * columns as f32) / (one.y * rows as f32) / 1.4).ln().abs()
        };
        off(a).total_cmp(&off(b))
    });
    let columns = columns.unwrap_or(1);
    (one * vec2(columns as f32, n.max(1).div_ceil(columns) as f32)).ceil()
}

/// Returns the room for rulers, if there are any.
fn beside(rulers: bool) -> Vec2 {
    if rulers { rulers::ROOM } else { Vec2::ZERO }
}

/// Returns the area for cells: without the rulers, and without the title if there are several maps.
pub(crate) fn body(rect: Rect, n: usize, rulers: bool) -> Rect {
    let title = if n > 1 { TITLE } else { 0.0 };
    let min = rect.min + beside(rulers) + vec2(0.0, title);
    Rect::from_min_max(min.min(rect.max), rect.max)
}

/// Splits the canvas into a rectangle for each of `n` maps of a size. Chooses the number of columns with the largest
/// cells.
pub(super) fn split(whole: Rect, n: usize, size: Size) -> Vec<Rect> {
    let zoom = |columns: usize| {
        let rows = n.max(1).div_ceil(columns) as f32;
        let (width, height) = (whole.width() / columns as f32, whole.height() / rows - TITLE);
        (width / f32::from(size.width)).min(height / f32::from(size.height))
    };
    let columns = (1..=n.max(1)).max_by(|&a, &b| zoom(a).total_cmp(&zoom(b))).unwrap_or(1);
    let rows = n.max(1).div_ceil(columns);
    // As many in each row as in the others: four are two and two, not three and one.
    let columns = n.max(1).div_ceil(rows);
    let cell = vec2(whole.width() / columns as f32, whole.height() / rows as f32);
    (0..n.max(1))
        .map(|i| {
            // A last row with fewer is in the middle.
            let in_row = columns.min(n.max(1) - i / columns * columns);
            let shift = (columns - in_row) as f32 * cell.x / 2.0;
            let min = whole.min + vec2(shift + (i % columns) as f32 * cell.x, (i / columns) as f32 * cell.y);
            Rect::from_min_size(min, cell).shrink(if n > 1 { 2.0 } else { 0.0 })
        })
        .collect()
}
