//! The visible cells without a trace: one call for a game.

use crate::{Cell, FieldOfView, GridMap, Size};

/// Returns the cells visible from `eye`, at most `radius` cells away in a circle, starting with the eye's own cell.
/// Of two open cells, either both see each other or neither does (the rule `symmetric`). An eye outside the map sees
/// nothing.
///
/// Each call prepares the cells in range again. To look often from one map, keep a [`FieldOfView`].
pub fn visible(map: &GridMap, eye: Cell, radius: u32) -> Vec<Cell> {
    let size = map.size();
    if !size.contains(eye) {
        return Vec::new();
    }
    // Only cells in range are read.
    let span = |at: u16, side: u16| {
        let reach = radius.min(u32::from(side)) as u16;
        let first = at.saturating_sub(reach);
        (first, at.saturating_add(reach).min(side - 1) - first + 1)
    };
    let ((west, width), (north, height)) = (span(eye.x, size.width), span(eye.y, size.height));
    let on_map = |cell: Cell| Cell::new(cell.x + west, cell.y + north);
    let mut view = FieldOfView::from_fn(Size::new(width, height), |cell| map.is_opaque(on_map(cell)));
    view.look(Cell::new(eye.x - west, eye.y - north), radius).cells().map(on_map).collect()
}
