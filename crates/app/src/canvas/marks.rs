//! Marks on cells: the ring of the last event, pointers, breakpoints, and brackets around the selected cell.

use super::shapes::{Draw, SIGNS_FROM};
use super::signs::rim;
use crate::debugger::session::command::Mode;
use crate::style::theme::mix;
use egui::{Color32, CornerRadius, Pos2, Shape, Stroke, StrokeKind, vec2};
use gridscope_trace::event::Tone;
use gridscope_trace::geometry::Cell;
use gridscope_trace::view::board::Role;
use std::collections::HashSet;

impl Draw<'_> {
    /// Draws the last event: a ring in the colour of its effect on the cell, and pointers to the cells it came from.
    pub(super) fn last_event(&self) {
        let Some(replay) = self.replay.filter(|_| self.cx.view.signs.has_ring) else { return };
        let Some(last) = replay.cursor().checked_sub(1) else { return };
        let event = replay.event(last);
        let Some(cell) = event.cell.filter(|&c| self.scene.size().contains(c)) else { return };
        let outcome = replay.cursor() == replay.len() && replay.outcome().as_object().is_some_and(|o| !o.is_empty());
        if outcome && matches!(event.tone, Tone::Looked | Tone::Refused) {
            // The sentence shows the outcome, and no longer the last cell looked at.
            return;
        }
        let colour = match event.tone {
            Tone::Tied => self.theme.tie,
            Tone::Refused => self.theme.wrong,
            Tone::Looked => self.theme.strong,
            Tone::Wrote => match self.texture.mark(cell).role {
                Role::Queued => self.theme.frontier,
                _ => self.theme.path,
            },
        };
        let colour = colour.gamma_multiply(self.cx.view.fade);
        self.ring(cell, colour);
        let beside = |other: Cell| other != cell && other.x.abs_diff(cell.x) <= 1 && other.y.abs_diff(cell.y) <= 1;
        let ways: Vec<(Cell, bool)> = match &self.texture.tie {
            Some(tie) if tie.candidates.iter().any(|(c, _)| beside(*c)) => {
                tie.candidates.iter().map(|(c, _)| (*c, *c == tie.chosen)).collect()
            }
            _ => event.from.map(|from| (from, true)).into_iter().collect(),
        };
        for (from, full) in ways.into_iter().filter(|(c, _)| beside(*c)) {
            self.pointer(cell, from, colour, full);
        }
    }

    /// Draws the ring around the cell of the sentence.
    pub(super) fn ring(&self, cell: Cell, colour: Color32) {
        let square = self.at(cell).shrink(1.0);
        let radius = CornerRadius::same((self.zoom * 0.11).clamp(2.0, 8.0) as u8);
        let width = (self.zoom * 0.09).clamp(2.0, 3.5);
        let halo = Stroke::new(width + 2.0, self.theme.halo.gamma_multiply(0.85 * colour.a() as f32 / 255.0));
        self.painter.rect_stroke(square.expand(1.0), radius, halo, StrokeKind::Inside);
        self.painter.rect_stroke(square, radius, Stroke::new(width, colour), StrokeKind::Inside);
    }

    /// Draws a triangle at the ring of a cell, towards a neighbour: filled if that neighbour was taken, otherwise
    /// hollow.
    fn pointer(&self, cell: Cell, from: Cell, colour: Color32, full: bool) {
        if self.zoom < SIGNS_FROM {
            return;
        }
        let out = vec2(f32::from(from.x) - f32::from(cell.x), f32::from(from.y) - f32::from(cell.y));
        let along = out.normalized();
        // On the edge between the two cells.
        let tip = self.centre(cell) + out * self.zoom * 0.47;
        // Shorter if it would reach the number of the neighbour. There is room across a corner.
        let straight = out.x == 0.0 || out.y == 0.0;
        let long = self.zoom * if straight && self.numbered(from) { 0.16 } else { 0.25 };
        let foot = tip + along * long;
        let side = along.rot90() * long * 0.58;
        let points = vec![tip, foot + side, foot - side];
        let halo = Stroke::new(1.5, self.theme.halo.gamma_multiply(0.85));
        let (fill, stroke) = if full { (colour, halo) } else { (self.theme.floor, Stroke::new(1.8, colour)) };
        self.painter.add(Shape::convex_polygon(points, fill, stroke));
    }

    /// Draws breakpoints, the prediction, the selected cell, and the cell under the pointer.
    pub(super) fn marks(&self) {
        let session = self.cx.session;
        for cell in session.display_state().breakpoints.iter().filter_map(|b| b.condition.cell()) {
            let square = self.at(cell);
            let r = (self.zoom * 0.12).clamp(3.0, 6.0);
            let rim = Stroke::new(1.0, self.theme.halo);
            self.painter.circle(square.left_bottom() + vec2(0.0, -r), r, self.theme.wrong, rim);
        }
        if let Some(given) = session.display_state().predict.as_ref().and_then(|p| p.given.as_ref()) {
            let wrong = (!given.right).then_some((given.cell, "✕", self.theme.wrong));
            for (cell, sign, colour) in given.answers.iter().map(|&c| (c, "✓", self.theme.frontier)).chain(wrong) {
                self.ring(cell, colour);
                self.tags.borrow_mut().add(self.centre(cell), sign, colour);
            }
        }
        // A cell that already has the sentence's ring needs no brackets.
        let ringed = self.replay.and_then(|r| r.cell(r.cursor().checked_sub(1)?));
        let keyed = super::keyboard::is_focused(self.painter.ctx());
        if let Some(cell) =
            session.display_state().selected.filter(|c| (keyed || !super::plain(self.cx)) && Some(*c) != ringed)
        {
            self.brackets(cell);
        }
        self.hand(session.display_state().selected.filter(|_| keyed && session.hand().mode == Mode::Edit));
    }

    /// Draws the cell under the pointer or keyboard cursor, the cells that the brush would paint, and the selected
    /// area.
    fn hand(&self, keyed: Option<Cell>) {
        let session = self.cx.session;
        let edits = session.hand().mode == Mode::Edit && super::is_drawn_on(session, self.scene);
        if let Some(cell) = session
            .display_state()
            .hovered
            .or(self.cx.view.point_at)
            .or(keyed)
            .filter(|c| self.scene.size().contains(*c))
        {
            let colour = mix(self.theme.floor, self.theme.brackets, 0.8);
            let cells = if edits { session.preview(cell) } else { Vec::new() };
            if cells.is_empty() {
                let stroke = Stroke::new(1.5, colour);
                self.painter.rect_stroke(self.at(cell), CornerRadius::same(2), stroke, StrokeKind::Outside);
            } else {
                self.dashed_round(&cells, colour);
            }
        }
        if let Some(area) = session.opened().selection.filter(|_| edits) {
            let rect = self.at(area.from).union(self.at(area.to));
            let colour = if session.floats() { self.theme.now } else { self.theme.brackets };
            let halo = Stroke::new(3.5, self.theme.halo.gamma_multiply(0.85));
            self.painter.rect_stroke(rect, CornerRadius::ZERO, halo, StrokeKind::Middle);
            self.painter.extend(Shape::dashed_line(&rim(rect), Stroke::new(1.75, colour), 6.0, 4.0));
        }
    }

    /// Draws a dashed line around a set of cells.
    fn dashed_round(&self, cells: &[Cell], colour: Color32) {
        let all: HashSet<(i32, i32)> = cells.iter().map(|c| (c.x.into(), c.y.into())).collect();
        let mut sides = Vec::new();
        for c in cells {
            let (x, y, r) = (i32::from(c.x), i32::from(c.y), self.at(*c));
            if !self.rect.intersects(r) {
                continue;
            }
            let around = [
                ((x, y - 1), r.left_top(), r.right_top()),
                ((x, y + 1), r.left_bottom(), r.right_bottom()),
                ((x - 1, y), r.left_top(), r.left_bottom()),
                ((x + 1, y), r.right_top(), r.right_bottom()),
            ];
            sides.extend(around.into_iter().filter(|(beside, ..)| !all.contains(beside)).map(|(_, a, b)| [a, b]));
        }
        for side in &sides {
            self.painter.line_segment(*side, Stroke::new(3.0, self.theme.halo.gamma_multiply(0.7)));
        }
        for side in sides {
            self.painter.extend(Shape::dashed_line(&side, Stroke::new(1.5, colour), 4.0, 3.0));
        }
    }

    /// Draws four corners around the selected cell.
    fn brackets(&self, cell: Cell) {
        let r = self.at(cell).expand(3.0);
        let arm = (self.zoom * 0.28).clamp(4.0, 14.0);
        let corners = [
            (r.left_top(), vec2(1.0, 0.0), vec2(0.0, 1.0)),
            (r.right_top(), vec2(-1.0, 0.0), vec2(0.0, 1.0)),
            (r.left_bottom(), vec2(1.0, 0.0), vec2(0.0, -1.0)),
            (r.right_bottom(), vec2(-1.0, 0.0), vec2(0.0, -1.0)),
        ];
        for (width, colour) in [(4.5, self.theme.halo.gamma_multiply(0.85)), (2.5, self.theme.brackets)] {
            for (corner, a, b) in corners {
                let points: Vec<Pos2> = vec![corner + a * arm, corner, corner + b * arm];
                self.painter.add(Shape::line(points, Stroke::new(width, colour)));
            }
        }
    }
}
