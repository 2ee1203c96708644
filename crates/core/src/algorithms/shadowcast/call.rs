//! The call that a game wants: what can be seen from here, without a trace.

use crate::floor::Floor;
use crate::fov::FieldOfView;
use crate::geometry::{Cell, Size};

/// The cells that are seen from a cell, at most `radius` cells away in a circle, the eye's own first. Floors are seen
/// both ways or neither (the rule `symmetric`); walls are seen where light falls on them. From outside the map nothing is.
///
/// What lies in range is prepared anew in each call. To look often, keep a [`FieldOfView`].
pub fn visible(floor: &Floor, eye: Cell, radius: u32) -> Vec<Cell> {
    let size = floor.size();
    if !size.contains(eye) {
        return Vec::new();
    }
    // Of the map only what lies in range is asked.
    let span = |at: u16, side: u16| {
        let reach = radius.min(u32::from(side)) as u16;
        let first = at.saturating_sub(reach);
        (first, at.saturating_add(reach).min(side - 1) - first + 1)
    };
    let ((west, width), (north, height)) = (span(eye.x, size.width), span(eye.y, size.height));
    let on_map = |cell: Cell| Cell::new(cell.x + west, cell.y + north);
    let mut view = FieldOfView::of(Size::new(width, height), |cell| floor.is_opaque(on_map(cell)));
    view.look(Cell::new(eye.x - west, eye.y - north), radius).cells().map(on_map).collect()
}
