//! Drawings of an algorithm over the map, apart from cells: wedges, plans, jumps, measured lines, circles.

use super::clamped::nearest;
use super::shapes::{Draw, SIGNS_FROM};
use super::signs::{colour, dotted_circle, rim};
use super::tags::Tag;
use crate::style::fonts::{self, Icon};
use egui::{Align2, Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::replay::{Figure, Outline};
use gridscope_trace::view::board::Role;
use std::collections::HashSet;

/// A trail with more points than this is drawn as a thin line.
const DOTS: usize = 80;

/// Returns whether a figure is a badge: a small circle around one or two letters.
fn is_badge(figure: &Figure) -> bool {
    let radius = |points: &[[f64; 2]]| match points {
        [a, b, ..] => (a[0] - b[0]).hypot(a[1] - b[1]),
        _ => 0.0,
    };
    let letters = figure.label.chars().count();
    figure.outline == Outline::Circle && (1..=2).contains(&letters) && radius(&figure.points) <= 0.5
}

impl Draw<'_> {
    /// Draws all figures of the moment except badges.
    pub(super) fn figures(&self) {
        for figure in self.figures.iter().filter(|f| !is_badge(f)) {
            self.figure(figure);
        }
    }

    /// Draws the badges. A path may run below them.
    pub(super) fn badges(&self) {
        for figure in self.figures.iter().filter(|f| is_badge(f)) {
            self.figure(figure);
        }
    }

    /// Returns the cells whose centre is crossed by a line of some figure. Their numbers need a background.
    pub(super) fn crossed(&self) -> HashSet<Cell> {
        let is_line = |f: &&Figure| {
            let lines = [Outline::Line, Outline::Arrow, Outline::Dashes, Outline::Jump, Outline::Belt];
            lines.contains(&f.outline)
        };
        let mut all = HashSet::new();
        for pair in self.figures.iter().filter(is_line).flat_map(|f| f.points.windows(2)) {
            let (a, b) = (pair[0], pair[1]);
            let n = ((b[0] - a[0]).abs().max((b[1] - a[1]).abs()) * 2.0).ceil().clamp(1.0, 4096.0);
            for k in 0..=n as usize {
                let at = |i: usize| a[i] + (b[i] - a[i]) * k as f64 / n;
                let (x, y) = (at(0), at(1));
                let near_middle = (x.fract() - 0.5).abs() < 0.35 && (y.fract() - 0.5).abs() < 0.35;
                all.extend(cell_of([x, y]).filter(|_| near_middle));
            }
        }
        all.extend(self.cx.session.asked_why_not().unwrap_or_default());
        all.extend(&self.cx.view.point_at_path);
        // A plate has its own background.
        for (cell, _, _) in self.beads().filter(|b| b.2.outline == Outline::Plate) {
            all.remove(&cell);
        }
        all
    }

    /// Returns the cells and texts of beads, each with its figure.
    pub(super) fn beads(&self) -> impl Iterator<Item = (Cell, &str, &Figure)> {
        let with = |f: &&Figure| matches!(f.outline, Outline::Way | Outline::Dashes | Outline::Plate | Outline::Jump);
        let size = self.scene.size();
        let bead = move |(p, text): (&[f64; 2], _)| cell_of(*p).filter(|&c| size.contains(c)).map(|c| (c, text));
        self.figures.iter().filter(with).flat_map(move |f| {
            let pairs = f.points.iter().zip(&f.beads);
            pairs.filter_map(move |(p, text)| bead((p, text.as_str()))).map(move |(c, text)| (c, text, f))
        })
    }

    fn figure(&self, figure: &Figure) {
        // Nothing extends past the edge of the map by more than a cell. In a lesson, the legend is below the map.
        let margin = if self.cx.view.signs.is_lesson() { self.zoom.min(12.0) } else { self.zoom };
        let painter = self.painter.with_clip_rect(self.board_rect().expand(margin).intersect(self.rect));
        let points: Vec<Pos2> = figure.points.iter().map(|p| self.point(*p)).collect();
        let Some((&first, rest)) = points.split_first() else { return };
        let colour = colour(self.theme, figure.outline, figure.role);
        if figure.quiet {
            return self.in_background(&painter, figure, &points, colour);
        }
        let stroke = Stroke::new((self.zoom * 0.07).clamp(1.5, 3.5), colour);
        let radius = rest.first().map_or(0.0, |p| first.distance(*p));
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
            Outline::Circle => _ = painter.circle_stroke(first, radius, stroke),
            Outline::Way => self.strong_line(&painter, &points, colour),
            Outline::Jump => self.jump(&painter, first, rest.first().copied().unwrap_or(first), colour),
            Outline::Dashes if matches!(figure.role, Role::Path | Role::Chosen) && !figure.beads.is_empty() => {
                let width = (self.zoom * 0.1).clamp(2.0, 5.0);
                if figure.role == Role::Chosen {
                    painter.line(points.clone(), Stroke::new(width + 3.0, self.theme.halo.gamma_multiply(0.85)));
                }
                painter.extend(Shape::dashed_line(&points, Stroke::new(width, colour), 11.0, 8.0));
            }
            Outline::Dashes => {
                let stroke = Stroke::new((self.zoom * 0.05).clamp(1.5, 2.5), colour.gamma_multiply(0.75));
                painter.extend(Shape::dashed_line(&points, stroke, 7.0, 6.0));
            }
            Outline::Dots if points.len() > DOTS => {
                painter.extend(Shape::dashed_line(&points, Stroke::new(1.6, self.theme.weak), 1.5, 4.5));
            }
            Outline::Dots => self.dots(&painter, &points, colour),
            Outline::Heads => self.heads(&painter, &points, colour),
            Outline::Limit => dotted_circle(&painter, first, radius, colour.gamma_multiply(0.5)),
            Outline::Gap => {
                let Some(&to) = rest.first() else { return };
                self.gap(&painter, first, to, colour);
            }
            Outline::Bar | Outline::Scale => return self.measured_below(figure, &points, colour),
            Outline::Frame => {
                for &p in &points {
                    let r = self.around(p).shrink(3.0);
                    painter.extend(Shape::dashed_line(&rim(r), Stroke::new(stroke.width.min(3.0), colour), 7.0, 5.0));
                }
            }
            Outline::Plate => points.iter().for_each(|&p| self.plate(&painter, p, figure.role, colour)),
            Outline::Overtaken if self.zoom >= SIGNS_FROM => {
                for &p in &points {
                    let at = self.around(p).right_bottom() - vec2(0.19, 0.17) * self.zoom;
                    let half = (self.zoom * 0.1).clamp(3.0, 6.0);
                    let tip = vec![at + vec2(0.0, half), at + vec2(half, -half * 0.8), at - vec2(half, half * 0.8)];
                    painter.add(Shape::convex_polygon(tip, Color32::TRANSPARENT, Stroke::new(1.8, colour)));
                }
            }
            Outline::Ring(age) => self.aged(&painter, &points, age, colour),
            Outline::Earlier => {
                for &p in &points {
                    let r = self.around(p).shrink((self.zoom * 0.06).min(4.0));
                    painter.extend(Shape::dashed_line(
                        &rim(r),
                        Stroke::new(1.5, colour.gamma_multiply(0.55)),
                        2.0,
                        5.0,
                    ));
                }
            }
            Outline::Light => self.lamplight(&painter, figure, colour),
            Outline::Belt => self.belt(&painter, &points, colour),
            Outline::Before => self.before(&painter, figure),
            Outline::Overtaken | Outline::Note => {}
        }
        self.label(figure, &points, colour);
    }

    /// Draws the label beside its figure: in the badge if it is short, otherwise as a tag.
    fn label(&self, figure: &Figure, points: &[Pos2], colour: Color32) {
        if figure.label.is_empty() || self.zoom < SIGNS_FROM {
            return;
        }
        let (first, rest) = (points[0], &points[1..]);
        let radius = rest.first().map_or(0.0, |p| first.distance(*p));
        if is_badge(figure) {
            let size = (radius * 1.1).clamp(8.0, 16.0);
            self.painter.circle_filled(first, radius - 1.0, self.theme.floor);
            self.tags.borrow_mut().keep_clear(Rect::from_center_size(first, Vec2::splat(radius * 2.0)));
            self.painter.text(first, Align2::CENTER_CENTER, &figure.label, fonts::semibold(size), colour);
            return;
        }
        let board = self.board_rect();
        let at = match figure.outline {
            Outline::Area => {
                let sum = rest.iter().fold(vec2(0.0, 0.0), |sum, p| sum + (*p - first));
                first + sum / rest.len().max(1) as f32 * 0.75
            }
            // A point of the circle that is on the map. The circle may extend far outside.
            Outline::Circle | Outline::Limit => {
                let out = |k: u8| first + Vec2::angled(f32::from(k) * std::f32::consts::FRAC_PI_4) * radius;
                let Some(at) = (0..8).map(out).find(|p| board.contains(*p)) else { return };
                at
            }
            Outline::Gap => half_way(&self.beside(first, rest.first().copied().unwrap_or(first))),
            // A jump is labelled at its end.
            Outline::Jump => rest.first().copied().unwrap_or(first),
            Outline::Note | Outline::Frame | Outline::Plate | Outline::Belt => first,
            _ => half_way(points),
        };
        // Distance at which the tag's line starts, so that it crosses no ring and no bead.
        let on = self.cx.view.camera.cell_at(self.rect, at, self.scene.size());
        let clear = match figure.outline {
            Outline::Note | Outline::Frame | Outline::Plate | Outline::Jump => 0.46,
            _ if on.is_some_and(|c| self.numbered(c)) => 0.3,
            _ => 0.0,
        };
        let inside = board.intersect(self.rect.shrink(20.0));
        let hollow = figure.outline == Outline::Dashes;
        let icon = match (figure.outline, figure.role) {
            (Outline::Note, Role::Wrong) => Some(Icon::BRAIN),
            (Outline::Note, Role::None) => Some(Icon::EYE_SLASH),
            _ => None,
        };
        // There is no such point if the map is out of view, or the canvas too small for a word.
        let Some(at) = nearest(inside, at) else { return };
        let (clear, text) = (clear * self.zoom, figure.label.clone());
        let on_line = figure.outline == Outline::Arrow;
        let tag = Tag { at, clear, text, icon, ground: colour, hollow, on_line };
        self.tags.borrow_mut().waiting.push(tag);
    }

    pub(super) fn point(&self, p: [f64; 2]) -> Pos2 {
        self.cx.view.camera.to_screen(self.rect, vec2(p[0] as f32, p[1] as f32))
    }

    /// Returns the square of the cell with this centre.
    fn around(&self, middle: Pos2) -> Rect {
        Rect::from_center_size(middle, Vec2::splat(self.zoom))
    }

    /// Draws a jump as an arrow from cell edge to cell edge.
    fn jump(&self, painter: &Painter, from: Pos2, to: Pos2, colour: Color32) {
        let along = (to - from).normalized();
        let (from, tip) = (from + along * self.zoom * 0.42, to - along * self.zoom * 0.3);
        self.tags.borrow_mut().keep_clear(Rect::from_center_size(to, Vec2::splat(self.zoom * 0.8)));
        let width = (self.zoom * 0.11).clamp(2.0, 6.0);
        let neck = tip - along * (self.zoom * 0.24).clamp(5.0, 13.0);
        let halo = Stroke::new(width + 4.0, self.theme.halo.gamma_multiply(0.85));
        painter.line_segment([from, neck], halo);
        painter.line_segment([from, neck], Stroke::new(width, colour));
        self.arrow_head(painter, tip, along, (self.zoom * 0.28).clamp(6.0, 16.0), colour);
    }

    /// Draws a filled arrowhead with its tip at a point.
    fn arrow_head(&self, painter: &Painter, tip: Pos2, along: Vec2, long: f32, colour: Color32) {
        let side = along.rot90() * long * 0.62;
        let rim = Stroke::new(1.0, self.theme.halo.gamma_multiply(0.85));
        painter.add(Shape::convex_polygon(
            vec![tip, tip - along * long + side, tip - along * long - side],
            colour,
            rim,
        ));
    }

    fn head(&self, painter: &Painter, from: Pos2, to: Pos2, stroke: Stroke) {
        let along = (to - from).normalized() * (self.zoom * 0.28).clamp(6.0, 13.0);
        let side = along.rot90() * 0.5;
        let points = vec![to, to - along + side, to - along - side];
        painter.add(Shape::convex_polygon(points, stroke.color, Stroke::NONE));
    }

    /// Draws a figure of an actor that the moment is not about: a thin line, or small arrowheads.
    fn in_background(&self, painter: &Painter, figure: &Figure, points: &[Pos2], colour: Color32) {
        let colour = colour.gamma_multiply(0.4);
        if figure.outline == Outline::Heads {
            return self.heads(painter, points, colour);
        }
        painter.line(points.to_vec(), Stroke::new((self.zoom * 0.05).clamp(1.0, 2.0), colour));
    }

    /// Draws an arrowhead on each border between two cells of a path.
    fn heads(&self, painter: &Painter, points: &[Pos2], colour: Color32) {
        let long = (self.zoom * 0.17).clamp(4.0, 13.0);
        for (k, pair) in points.windows(2).enumerate() {
            let along = (pair[1] - pair[0]).normalized();
            let middle =
                pair[0].lerp(pair[1], 0.5) + along * (long * 0.5 + if k == 0 { self.zoom * 0.06 } else { 0.0 });
            self.arrow_head(painter, middle, along, long, colour);
        }
    }

    /// Draws dots on the cells that an actor walked over: in the centre, or at the lower left of a number.
    fn dots(&self, painter: &Painter, points: &[Pos2], colour: Color32) {
        let r = (self.zoom * 0.06).clamp(1.5, 3.5);
        for &p in points {
            let cell = self.cx.view.camera.cell_at(self.rect, p, self.scene.size());
            let aside = cell.is_some_and(|c| self.numbered(c));
            let at = if aside { self.around(p).left_bottom() + vec2(0.14, -0.14) * self.zoom } else { p };
            painter.circle(at, r, colour, Stroke::new(1.0, self.theme.halo));
        }
    }

    /// Returns the line parallel to the one between two points, on its right.
    fn beside(&self, from: Pos2, to: Pos2) -> [Pos2; 2] {
        let off = (to - from).normalized().rot90() * self.zoom * 0.4;
        [from + off, to + off]
    }

    /// Draws a measured distance: a line with arrowheads at both ends, and thin lines to the points it measures.
    fn gap(&self, painter: &Painter, from: Pos2, to: Pos2, colour: Color32) {
        let [a, b] = self.beside(from, to);
        let thin = Stroke::new(1.0, colour);
        painter.line_segment([from.lerp(a, 0.5), a + (a - from) * 0.1], thin);
        painter.line_segment([to.lerp(b, 0.5), b + (b - to) * 0.1], thin);
        painter.line_segment([a, b], Stroke::new(2.0, colour));
        let (along, long) = ((b - a).normalized(), (self.zoom * 0.2).clamp(5.0, 10.0).min(a.distance(b) / 2.5));
        self.arrow_head(painter, b, along, long, colour);
        self.arrow_head(painter, a, -along, long, colour);
        painter.circle_filled(a.lerp(b, 0.5), 3.5, colour);
    }

    /// Draws the ring of a cell that may be chosen, with a background for its bead unless the cell has one.
    fn plate(&self, painter: &Painter, middle: Pos2, role: Role, colour: Color32) {
        let rect = self.around(middle).shrink((self.zoom * 0.07).clamp(1.0, 4.0));
        let radius = CornerRadius::same((self.zoom * 0.11).clamp(2.0, 8.0) as u8);
        let (width, colour) = if role == Role::Candidate { (1.5, colour.gamma_multiply(0.55)) } else { (2.0, colour) };
        if has_ground(role) {
            painter.rect_filled(rect, radius, self.theme.panel.gamma_multiply(0.82));
        }
        // Some cells already have the ring of their role.
        let cell = self.cx.view.camera.cell_at(self.rect, middle, self.scene.size());
        let ringed = cell.is_some_and(|c| self.texture.mark(c).role == Role::Candidate);
        if role != Role::Chosen && !ringed {
            painter.rect_stroke(rect, radius, Stroke::new(width, colour), StrokeKind::Inside);
        }
    }

    /// Draws rings of one age. The newest are the widest.
    fn aged(&self, painter: &Painter, points: &[Pos2], age: u8, colour: Color32) {
        let radius = CornerRadius::same((self.zoom * 0.11).clamp(2.0, 8.0) as u8);
        let scale = (self.zoom / 64.0).min(1.0);
        let width = ((5.0 - 0.45 * f32::from(age)).max(1.75) * scale).max(1.25);
        let strength = (1.0 - 0.11 * f32::from(age)).max(0.4);
        let stroke = Stroke::new(width, colour.gamma_multiply(strength));
        for &p in points {
            painter.rect_stroke(self.around(p).shrink(4.0 * scale), radius, stroke, StrokeKind::Inside);
        }
    }

    /// Draws a belt along pairs of points.
    fn belt(&self, painter: &Painter, points: &[Pos2], colour: Color32) {
        let scale = (self.zoom / 56.0).clamp(0.25, 1.0);
        let (halo, inner) = (self.theme.halo.gamma_multiply(0.85), self.theme.wall);
        for (width, colour) in [(11.0, halo), (7.0, colour), (3.0, inner)] {
            for pair in points.chunks_exact(2) {
                painter.line_segment([pair[0], pair[1]], Stroke::new(width * scale, colour));
                for &end in pair {
                    painter.circle_filled(end, (width * scale / 2.0 - 0.6).max(0.2), colour);
                }
            }
        }
    }

    /// Draws earlier values of cells, small and at the upper left.
    fn before(&self, painter: &Painter, figure: &Figure) {
        if self.numbers.is_none() || self.zoom < 40.0 {
            return;
        }
        for (p, text) in figure.points.iter().zip(&figure.beads) {
            let at = self.around(self.point(*p)).left_top() + vec2(0.13, 0.1) * self.zoom;
            let ink = self.theme.text.gamma_multiply(0.85);
            let rect = painter.text(at, Align2::LEFT_TOP, text, fonts::medium(12.5_f32.min(self.zoom * 0.2)), ink);
            self.tags.borrow_mut().keep_clear(rect);
        }
    }
}

/// Returns the cell that contains a point of a figure, or `None` left of or above the map.
pub(super) fn cell_of(point: [f64; 2]) -> Option<Cell> {
    let [x, y] = point;
    (x >= 0.0 && y >= 0.0).then(|| Cell::new(x as u16, y as u16))
}

/// Returns whether a plate with this role has its own background. A candidate's cell already has one.
pub(super) fn has_ground(role: Role) -> bool {
    role != Role::Candidate
}

/// Draws an area as a fan of triangles around the point from which all others are visible.
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

/// Returns the point half-way along a line through points.
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
