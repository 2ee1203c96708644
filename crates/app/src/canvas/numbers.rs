//! The numbers of the layer: all cells at one size, or none. On the path they are beads. They are never covered.

use super::figures::has_ground;
use super::shapes::{Draw, NUMBERS_FROM};
use crate::debugger::look::layer_numbers::short;
use crate::debugger::look::legend::draws_all_ways;
use crate::style::fonts;
use crate::style::theme::is_solid;
use egui::{Align2, Color32, CornerRadius, Pos2, Rect, Stroke, StrokeKind, vec2};
use gridscope_trace::geometry::Cell;
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::replay::Outline;
use gridscope_trace::view::board::Role;
use std::collections::HashSet;

/// The numbers of the layer in the cells in view, all at one size.
pub(super) struct Numbers {
    size: f32,
    texts: Vec<(Cell, String)>,
    /// For each cell of the map, whether it has a number.
    has: Vec<bool>,
    /// The cells whose number is a bead on a path.
    beads: HashSet<Cell>,
    /// The beads without a fill: on a branch that was refused.
    hollow: HashSet<Cell>,
    /// The cells whose number is on a plate.
    plates: HashSet<Cell>,
}

impl Draw<'_> {
    /// Collects the numbers of the layer and of figures. Returns `None` if there is no room at a legible size.
    pub(super) fn find_numbers(&self) -> Option<Numbers> {
        let replay = self.replay.filter(|_| self.settings.numbers && self.zoom >= NUMBERS_FROM)?;
        if super::plain(self.cx) {
            return None;
        }
        let mut has = vec![false; self.scene.size().area()];
        let mut texts = Vec::new();
        // Blocked cells are drawn and need no number.
        let open = |c: &Cell| !is_solid(self.texture.ground[*c]) && self.texture.ground[*c] != Tile::Void;
        let layer = self.cx.session.layer_of(replay);
        if self.layer_is_scalar() {
            for c in self.in_view().filter(|c| open(c) && self.texture.has_number(*c)) {
                if let Some(text) = replay.value(layer, c).as_ref().and_then(short) {
                    has[self.scene.size().index(c)] = true;
                    texts.push((c, text));
                }
            }
        }
        let mut beads: HashSet<Cell> = HashSet::new();
        if self.way.len() > 1 && !self.figures.iter().any(draws_all_ways) {
            beads.extend(self.way);
        }
        let (mut plates, mut hollow) = (HashSet::new(), HashSet::new());
        for (c, text, figure) in self.beads() {
            // A number of the layer has precedence: the legend explains it.
            let has_number = &mut has[self.scene.size().index(c)];
            if !*has_number && !text.is_empty() {
                *has_number = true;
                texts.push((c, text.to_owned()));
            }
            if figure.outline != Outline::Plate && !text.is_empty() {
                beads.insert(c);
                if figure.outline == Outline::Dashes && figure.role == Role::Chosen {
                    hollow.insert(c);
                }
            } else if figure.outline == Outline::Plate && has_ground(figure.role) {
                plates.insert(c);
            }
        }
        let longest = texts.iter().map(|(_, text)| text.chars().count()).max()?;
        // A digit is about 0.62 times its size wide.
        let fits = self.zoom * 0.8 / (longest as f32 * 0.62);
        let size = (self.zoom * 0.315).clamp(10.0, 16.0).max((self.zoom * 0.167).min(22.0)).min(fits);
        (size >= 8.0).then_some(Numbers { size, texts, has, beads, hollow, plates })
    }

    /// Returns whether a cell shows a number.
    pub(super) fn numbered(&self, c: Cell) -> bool {
        self.numbers.as_ref().is_some_and(|n| n.has[self.scene.size().index(c)])
    }

    pub(super) fn numbers(&self) {
        let Some(numbers) = &self.numbers else { return };
        let crossed = self.crossed();
        let event_cell = self.replay.and_then(|replay| replay.cell(replay.cursor().checked_sub(1)?));
        let tokens: HashSet<Cell> = self.standing_now().into_iter().map(|(_, at)| at).collect();
        for (c, text) in &numbers.texts {
            let square = self.at(*c);
            if tokens.contains(c) {
                // The number is drawn below the token.
                continue;
            }
            if numbers.beads.contains(c) {
                let fade = if event_cell == Some(*c) { self.cx.view.fade } else { 1.0 };
                let ground = || self.theme.cell(self.texture.ground[*c], self.texture.mark(*c));
                let hollow = numbers.hollow.contains(c).then(ground);
                self.bead(square.center(), text, numbers.size, (fade, hollow));
                continue;
            }
            let ground = if numbers.plates.contains(c) {
                self.theme.panel
            } else {
                self.theme.cell(self.texture.ground[*c], self.texture.mark(*c))
            };
            let galley = self.galley(text, fonts::medium(numbers.size), self.theme.text_on(ground));
            let rect = Align2::CENTER_CENTER.anchor_size(square.center(), galley.size());
            if crossed.contains(c) {
                let bead = rect.expand2(vec2(4.0, 1.0));
                self.painter.rect_filled(bead, CornerRadius::same((bead.height() / 2.0) as u8), ground);
            }
            self.tags.borrow_mut().keep_clear(rect);
            self.painter.galley(rect.min, galley, Color32::PLACEHOLDER);
        }
    }

    /// Draws the numbers of cells with a token below it, with a halo, and over the ring of the last event.
    pub(super) fn numbers_below(&self) {
        let Some(numbers) = &self.numbers else { return };
        let tokens: HashSet<Cell> = self.standing_now().into_iter().map(|(_, at)| at).collect();
        let (font, halo) = (fonts::semibold(numbers.size * 0.8), self.theme.halo);
        for (c, text) in numbers.texts.iter().filter(|(c, _)| tokens.contains(c)) {
            let at = self.at(*c).center_bottom() - vec2(0.0, self.zoom * 0.2);
            for (dx, dy) in [(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2)] {
                self.painter.text(at + vec2(dx, dy), Align2::CENTER_CENTER, text, font.clone(), halo);
            }
            let rect = self.painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.theme.strong);
            self.tags.borrow_mut().keep_clear(rect);
        }
    }

    /// Draws a number on the path. The one of the last step fades in. On a refused branch it is hollow:
    /// its fill is the ground of its cell.
    fn bead(&self, at: Pos2, text: &str, size: f32, (fade, hollow): (f32, Option<Color32>)) {
        let mut painter = self.painter.clone();
        painter.multiply_opacity(fade);
        let fill = hollow.unwrap_or(self.theme.path);
        let galley = self.galley(text, fonts::semibold(size), self.theme.text_on(fill));
        // In a large cell, a bead is as large as its number needs, so that it leaves the corners free.
        let high = (self.zoom * 0.22).min(size * 0.85);
        let half = vec2((galley.size().x / 2.0 + (self.zoom * 0.11).min(size * 0.5)).max(high), high);
        let rect = Rect::from_center_size(at, half * 2.0);
        let rim = if hollow.is_some() {
            Stroke::new(2.0, self.theme.tie)
        } else {
            Stroke::new(1.5, self.theme.halo.gamma_multiply(0.85))
        };
        painter.rect(rect, CornerRadius::same((half.y as u8).max(2)), fill, rim, StrokeKind::Outside);
        self.tags.borrow_mut().keep_clear(rect);
        painter.galley(Align2::CENTER_CENTER.anchor_size(at, galley.size()).min, galley, Color32::PLACEHOLDER);
    }
}
