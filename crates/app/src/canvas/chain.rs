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
    /// Returns the cells of the chain that a panel has listed in the last frame, if they are on this map.
    fn chain_cells(&self) -> &[Cell] {
        let (cells, size) = (&self.cx.view.chain, self.scene.size());
        if cells.iter().all(|&cell| size.contains(cell)) { cells } else { &[] }
    }

    /// Draws the line of the chain. Numbers are drawn over it.
    pub(super) fn chain_line(&self) {
        self.line_through(self.chain_cells(), self.theme.link);
    }

    /// Draws the beads of the chain, at the upper left of their cells.
    pub(super) fn chain_beads(&self) {
        let cells = self.chain_cells();
        let radius = (self.zoom * 0.22).clamp(READABLE, 13.0);
        let font = fonts::semibold((radius * 1.2).min(13.0));
        let mut beads: Vec<Rect> = Vec::new();
        for (k, &cell) in cells.iter().enumerate() {
            // In the corner, so that it covers no number in the middle of the cell.
            let inside = radius * 0.5;
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
