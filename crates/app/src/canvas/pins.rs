//! Pins of the slide at hand: discs with a number or a letter, beside the cells that its text names.

use super::shapes::Draw;
use crate::debugger::lesson::pins::{pin_label, places};
use crate::style::fonts;
use crate::style::theme::Theme;
use egui::{Align2, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};
use gridscope_trace::Cell;

/// Smallest radius of a pin, in points, so that its number can be read, and largest one.
const LEAST: f32 = 8.0;
const LARGEST: f32 = 14.0;

/// Draws a pin without its halo.
pub(crate) fn pin(painter: &Painter, theme: &Theme, at: Pos2, radius: f32, label: &str) {
    painter.circle_filled(at, radius, theme.brackets);
    painter.text(at, Align2::CENTER_CENTER, label, fonts::semibold((radius * 1.25).min(15.0)), theme.canvas);
}

impl Draw<'_> {
    /// Draws the pins. A pin under the pointer lights its cell and shows the coordinates, and so does its cell.
    pub(super) fn pins(&self) {
        // Pins come when the moment of their slide is reached.
        let turns = self.cx.session.display_state().playback.is_turning_slide();
        if turns || self.scene.size() != self.cx.session.scene().size() {
            return;
        }
        let radius = (self.zoom * 0.26).clamp(LEAST, LARGEST);
        let halo = (self.zoom * 0.05).clamp(1.5, 2.5);
        let pointer = self.painter.ctx().pointer_hover_pos().filter(|at| self.rect.contains(*at));
        let mut places: Vec<Pos2> = Vec::new();
        for (index, &cell) in self.cx.view.signs.pins.iter().enumerate() {
            let at = self.place_of_pin(cell, radius + halo, &places);
            places.push(at);
            let is_pointed = pointer.is_some_and(|pointer| pointer.distance(at) <= radius + halo);
            let is_lit = is_pointed || self.cx.view.point_at == Some(cell);
            let rim = if is_lit { self.theme.link } else { self.theme.halo };
            self.painter.circle_filled(at, radius + if is_lit { halo + 1.0 } else { halo }, rim);
            pin(&self.painter, self.theme, at, radius, &pin_label(self.scene, index));
            self.tags.borrow_mut().keep_clear(Rect::from_center_size(at, Vec2::splat(2.0 * radius)));
            if is_pointed {
                let stroke = Stroke::new(2.0, self.theme.brackets);
                self.painter.rect_stroke(self.at(cell), CornerRadius::same(2), stroke, StrokeKind::Outside);
                self.tags.borrow_mut().add(at, &cell.to_string(), self.theme.brackets);
            }
        }
    }

    /// Returns the place of a pin: in a wall beside its cell, or on the corner of the cell that covers the least.
    fn place_of_pin(&self, cell: Cell, radius: f32, others: &[Pos2]) -> Pos2 {
        let middle = self.centre(cell);
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        if self.solid(x, y) {
            return middle;
        }
        let board = self.board_rect();
        let covers = |at: Pos2| self.tags.borrow().covers(Rect::from_center_size(at, Vec2::splat(radius * 1.9)));
        let apart = |at: Pos2| others.iter().all(|other| other.distance(at) > 2.0 * radius);
        let all = places(|dx, dy| self.solid(x + dx, y + dy)).map(|(dx, dy)| middle + vec2(dx, dy) * self.zoom);
        let all: Vec<Pos2> = all.collect();
        let (beside, corners) = all.split_at(all.len() - 4);
        if let Some(&at) = beside.iter().find(|&&at| board.contains(at) && covers(at) == 0 && apart(at)) {
            return at;
        }
        let cost = |at: &Pos2| 2 * covers(*at) + self.lines_near(*at, radius) + if apart(*at) { 0 } else { 8 };
        corners.iter().copied().min_by_key(cost).unwrap_or(middle)
    }

    /// Returns how many lines of paths and figures pass a point closer than a distance.
    fn lines_near(&self, at: Pos2, distance: f32) -> usize {
        let near = |a: Pos2, b: Pos2| {
            let (along, length) = (b - a, (b - a).length_sq().max(1.0));
            let share = ((at - a).dot(along) / length).clamp(0.0, 1.0);
            (a + along * share).distance(at) < distance
        };
        let way = self.way.windows(2).filter(|pair| near(self.centre(pair[0]), self.centre(pair[1]))).count();
        let lines = self.figures.iter().flat_map(|figure| figure.points.windows(2));
        way + lines.filter(|pair| near(self.point(pair[0]), self.point(pair[1]))).count()
    }
}
