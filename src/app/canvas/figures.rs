//! What an algorithm draws over the map besides cells: wedges, plans, legs, circles.

use super::shapes::Draw;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::replay::{Figure, Outline};
use crate::core::view::board::Role;
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, vec2};
use std::collections::HashSet;

impl Draw<'_> {
    /// All figures of the moment.
    pub(super) fn figures(&self) {
        for figure in self.replay.map(Replay::figures).unwrap_or_default() {
            self.figure(&figure);
        }
    }

    /// The cells that a line of some figure runs through the middle of: their numbers need a ground of their own.
    pub(super) fn crossed(&self) -> HashSet<Cell> {
        let figures = self.replay.map(Replay::figures).unwrap_or_default();
        let lines = figures.iter().filter(|f| matches!(f.outline, Outline::Line | Outline::Arrow));
        let mut all = HashSet::new();
        for pair in lines.flat_map(|f| f.points.windows(2)) {
            let (a, b) = (pair[0], pair[1]);
            let n = ((b[0] - a[0]).abs().max((b[1] - a[1]).abs()) * 2.0).ceil().clamp(1.0, 4096.0);
            for k in 0..=n as usize {
                let at = |i: usize| a[i] + (b[i] - a[i]) * k as f64 / n;
                let (x, y) = (at(0), at(1));
                let near_middle = (x.fract() - 0.5).abs() < 0.35 && (y.fract() - 0.5).abs() < 0.35;
                if near_middle && x >= 0.0 && y >= 0.0 {
                    all.insert(Cell::new(x as u16, y as u16));
                }
            }
        }
        if let Some((asked, _)) = &self.cx.session.why_not {
            all.extend(asked);
        }
        all.extend(&self.cx.view.point_at_path);
        all
    }

    fn figure(&self, figure: &Figure) {
        // Nothing runs over the edge of the map by more than a cell.
        let painter = self.painter.with_clip_rect(self.board_rect().expand(self.zoom).intersect(self.rect));
        let camera = &self.cx.view.camera;
        let points: Vec<Pos2> =
            figure.points.iter().map(|p| camera.to_screen(self.rect, vec2(p[0] as f32, p[1] as f32))).collect();
        let Some((&first, rest)) = points.split_first() else { return };
        let colour = match (figure.outline, figure.role) {
            (Outline::Area, Role::Seen | Role::Current) => self.theme.wedge,
            (_, role) => self.theme.figure(role),
        };
        let stroke = Stroke::new((self.zoom * 0.07).clamp(1.5, 3.5), colour);
        match figure.outline {
            Outline::Area => {
                fan(&painter, first, rest, colour.gamma_multiply(0.3));
                let mut rim = points.clone();
                rim.push(first);
                painter.line(rim, Stroke::new(stroke.width * 0.8, colour));
            }
            Outline::Line => _ = painter.line(points.clone(), stroke),
            Outline::Arrow => {
                painter.line(points.clone(), stroke);
                if let [.., from, to] = points[..] {
                    self.head(&painter, from, to, stroke);
                }
            }
            Outline::Circle => {
                if let Some(&through) = rest.first() {
                    painter.circle_stroke(first, first.distance(through), stroke);
                }
            }
        }
        if !figure.label.is_empty() && self.zoom >= 14.0 {
            let at = match figure.outline {
                Outline::Area => {
                    let sum = rest.iter().fold(vec2(0.0, 0.0), |sum, p| sum + (*p - first));
                    first + sum / rest.len().max(1) as f32 * 0.75
                }
                Outline::Circle => rest.first().copied().unwrap_or(first),
                _ => half_way(&points),
            };
            let inside = self.board_rect().intersect(self.rect.shrink(20.0));
            self.tags.borrow_mut().add(inside.clamp(at), &figure.label, colour);
        }
    }

    fn head(&self, painter: &Painter, from: Pos2, to: Pos2, stroke: Stroke) {
        let along = (to - from).normalized() * (self.zoom * 0.28).clamp(6.0, 13.0);
        let side = along.rot90() * 0.5;
        let points = vec![to, to - along + side, to - along - side];
        painter.add(Shape::convex_polygon(points, stroke.color, Stroke::NONE));
    }
}

/// The triangles from the point that sees all others.
fn fan(painter: &Painter, apex: Pos2, rest: &[Pos2], colour: Color32) {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(apex, colour);
    for (i, &point) in rest.iter().enumerate() {
        mesh.colored_vertex(point, colour);
        if i > 0 {
            mesh.add_triangle(0, i as u32, i as u32 + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The point half-way along a line through points.
fn half_way(points: &[Pos2]) -> Pos2 {
    let all: f32 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
    let mut left = all / 2.0;
    for pair in points.windows(2) {
        let long = pair[0].distance(pair[1]);
        if left <= long && long > 0.0 {
            return pair[0].lerp(pair[1], left / long);
        }
        left -= long;
    }
    points.first().copied().unwrap_or_default()
}
