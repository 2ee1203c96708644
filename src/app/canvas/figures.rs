//! What an algorithm draws over the map besides cells: wedges, plans, legs, circles.

use super::shapes::Draw;
use crate::core::trace::Replay;
use crate::core::trace::replay::{Figure, Outline};
use egui::{Align2, Color32, Mesh, Pos2, Rect, Shape, Stroke, vec2};

impl Draw<'_> {
    /// All figures of the moment.
    pub(super) fn figures(&self) {
        for figure in self.replay.map(Replay::figures).unwrap_or_default() {
            self.figure(&figure);
        }
    }

    fn figure(&self, figure: &Figure) {
        let camera = &self.cx.view.camera;
        let points: Vec<Pos2> =
            figure.points.iter().map(|p| camera.to_screen(self.rect, vec2(p[0] as f32, p[1] as f32))).collect();
        let Some((&first, rest)) = points.split_first() else { return };
        let colour = self.theme.figure(figure.role);
        let stroke = Stroke::new((self.zoom * 0.07).clamp(1.5, 4.0), colour);
        match figure.outline {
            Outline::Area => {
                self.fan(first, rest, colour.gamma_multiply(0.22));
                let mut rim = points.clone();
                rim.push(first);
                self.painter.line(rim, Stroke::new(stroke.width * 0.8, colour));
            }
            Outline::Line => _ = self.painter.line(points.clone(), stroke),
            Outline::Arrow => {
                self.painter.line(points.clone(), stroke);
                if let [.., from, to] = points[..] {
                    self.head(from, to, stroke);
                }
            }
            Outline::Circle => {
                if let Some(&through) = rest.first() {
                    self.painter.circle_stroke(first, first.distance(through), stroke);
                }
            }
        }
        if !figure.label.is_empty() && self.zoom >= 14.0 {
            let at = match figure.outline {
                Outline::Area => {
                    first
                        + (rest.iter().fold(vec2(0.0, 0.0), |sum, p| sum + (*p - first)) / rest.len().max(1) as f32)
                            * 0.75
                }
                Outline::Circle => rest.first().copied().unwrap_or(first),
                _ => half_way(&points),
            };
            // Kept inside the canvas: a label that nobody can read says nothing.
            let inside = self.rect.shrink(40.0);
            let at = Pos2::new(
                at.x.clamp(inside.min.x, inside.max.x.max(inside.min.x)),
                at.y.clamp(inside.min.y, inside.max.y.max(inside.min.y)),
            );
            self.labels.borrow_mut().push((at, figure.label.clone(), colour));
        }
    }

    /// The words beside figures, over everything that moves, and beside each other: one that would lie on an actor or on
    /// another word gives way up or down.
    pub(super) fn place_labels(&self) {
        let mut taken: Vec<Rect> = self.standing.borrow().clone();
        for (at, text, colour) in self.labels.take() {
            let size = self.label_size(&text);
            let step = size.y + 2.0;
            let ways = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0, -4.0, 4.0];
            let places = ways.map(|n| Rect::from_center_size(at + vec2(0.0, n * step), size));
            let free = |place: &&Rect| !taken.iter().any(|t| t.intersects(**place));
            let place = *places.iter().find(free).unwrap_or(&places[0]);
            taken.push(place);
            self.label(place.center(), Align2::CENTER_CENTER, &text, colour);
        }
    }

    /// The triangles from the point that sees all others.
    fn fan(&self, apex: Pos2, rest: &[Pos2], colour: Color32) {
        let mut mesh = Mesh::default();
        mesh.colored_vertex(apex, colour);
        for (i, &point) in rest.iter().enumerate() {
            mesh.colored_vertex(point, colour);
            if i > 0 {
                mesh.add_triangle(0, i as u32, i as u32 + 1);
            }
        }
        self.painter.add(Shape::mesh(mesh));
    }

    pub(super) fn head(&self, from: Pos2, to: Pos2, stroke: Stroke) {
        let along = (to - from).normalized() * (self.zoom * 0.28).clamp(6.0, 16.0);
        for turn in [2.6_f32, -2.6] {
            let side = egui::emath::Rot2::from_angle(turn) * along;
            self.painter.line_segment([to, to + side], stroke);
        }
    }
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
