//! The chain of causes on the map: a line through its cells, and a numbered bead in each, from the cell that the user
//! asks about to the start.

use super::shapes::Draw;
use crate::style::fonts;
use egui::{Align2, Rect, Stroke, vec2};
use gridscope_trace::geometry::Cell;

/// Smallest radius of a bead with a number, in points.
const READABLE: f32 = 7.0;

/// Returns the number of each event of a chain on the map: its cell's place among the cells of the chain, from 1. An
/// event without a cell has none.
pub(crate) fn numbered(cells: impl IntoIterator<Item = Option<Cell>>) -> Vec<Option<usize>> {
    let mut distinct: Vec<Cell> = Vec::new();
    let mut number = |cell: Cell| {
        let place = distinct.iter().position(|&other| other == cell).unwrap_or_else(|| {
            distinct.push(cell);
            distinct.len() - 1
        });
        place + 1
    };
    cells.into_iter().map(|cell| cell.map(&mut number)).collect()
}

impl Draw<'_> {
    /// Draws the chain that a panel has listed in the last frame.
    pub(super) fn chain(&self) {
        let cells = &self.cx.view.chain;
        let size = self.scene.size();
        if cells.is_empty() || !cells.iter().all(|&cell| size.contains(cell)) {
            return;
        }
        self.line_through(cells, self.theme.link);
        let radius = (self.zoom * 0.22).clamp(READABLE, 13.0);
        let font = fonts::semibold((radius * 1.2).min(13.0));
        let mut beads: Vec<Rect> = Vec::new();
        for (k, &cell) in cells.iter().enumerate() {
            // In the corner, where it covers no number in the middle of the cell.
            let inside = (self.zoom * 0.24).max(radius * 0.6);
            let middle = self.at(cell).min + vec2(inside, inside);
            let bead = Rect::from_center_size(middle, vec2(radius, radius) * 2.0);
            if beads.iter().any(|other| other.intersects(bead)) {
                continue;
            }
            self.painter.circle(middle, radius, self.theme.link, Stroke::new(1.5, self.theme.halo));
            let ink = self.theme.text_on(self.theme.link);
            self.painter.text(middle, Align2::CENTER_CENTER, (k + 1).to_string(), font.clone(), ink);
            self.tags.borrow_mut().keep_clear(bead);
            beads.push(bead);
        }
    }
}
