//! The costs of entering cells with a weight of their own. The number is in the centre of the cell, or small in its
//! corner if the layer shows a number.

use super::shapes::Draw;
use crate::style::fonts;
use crate::style::theme::is_solid;
use egui::{Align2, Color32, CornerRadius, vec2};
use gridscope_trace::geometry::Cell;
use std::collections::HashSet;

/// Cells narrower than this, in points, show no weight in their centre.
const FROM: f32 = 16.0;
/// Cells narrower than this, in points, show no weight in their corner.
const CORNER_FROM: f32 = 26.0;
/// Numbers smaller than this, in points, cannot be read.
const LEAST: f32 = 6.0;

impl Draw<'_> {
    /// Draws the weights of the cells in view, over everything else in them.
    pub(super) fn weights(&self) {
        if self.scene.weights.is_none() || self.zoom < FROM {
            return;
        }
        let plain = super::plain(self.cx);
        if !(plain || self.settings.numbers) {
            return;
        }
        let layered = !plain && self.numbers.is_some() && self.layer_is_scalar();
        let standing: HashSet<Cell> = self.standing_now().into_iter().map(|(_, at)| at).collect();
        let size = (self.zoom * 0.36).clamp(10.0, 20.0);
        for c in self.in_view().filter(|&c| !is_solid(self.texture.ground[c])) {
            let Some(weight) = self.scene.weight(c) else { continue };
            let ground = self.theme.cell(self.texture.ground[c], self.texture.mark(c));
            let ink = self.theme.text_on(ground);
            let (square, text) = (self.at(c), weight.to_string());
            // A long number is smaller, so that it stays in its cell.
            let fits = (3.0 / text.chars().count() as f32).min(1.0);
            if size * fits < LEAST {
                continue;
            }
            if !layered && !standing.contains(&c) {
                let galley = self.galley(&text, fonts::medium(size * fits), ink);
                let rect = Align2::CENTER_CENTER.anchor_size(square.center(), galley.size());
                if self.way.contains(&c) {
                    // A path line through the number would look like a strike-through.
                    let plate = rect.expand2(vec2(4.0, 1.0));
                    self.painter.rect_filled(plate, CornerRadius::same((plate.height() / 2.0) as u8), ground);
                }
                self.tags.borrow_mut().keep_clear(rect);
                self.painter.galley(rect.min, galley, Color32::PLACEHOLDER);
            } else if self.zoom >= CORNER_FROM || !layered {
                let small = (self.zoom * 0.19).clamp(9.0, 12.0);
                let ink = if layered { ink.gamma_multiply(0.75) } else { ink };
                let galley = self.galley(&text, fonts::medium(small * fits.max(LEAST / small)), ink);
                // Moves it beside a path that leaves through this corner.
                let x = if self.leaves_by_corner(c) { 0.24 } else { 0.06 };
                let at = square.left_top() + vec2(x, 0.03) * self.zoom;
                self.painter.galley(at, galley, Color32::PLACEHOLDER);
            }
        }
    }
    /// Returns whether the path runs through the upper left corner of a cell.
    fn leaves_by_corner(&self, c: Cell) -> bool {
        let beyond = |other: Cell| other.x.checked_add(1) == Some(c.x) && other.y.checked_add(1) == Some(c.y);
        self.way.windows(2).any(|pair| (pair[0] == c && beyond(pair[1])) || (pair[1] == c && beyond(pair[0])))
    }
}
