//! Draws one map, from bottom to top: ground, isolines, furniture, walls, marks of the run, figures, the path, numbers,
//! tokens, the last event, tags. Only cells in view are drawn. docs/look.md has the measures.

use super::corner_numbers::NOTCH;
use super::difference::Difference;
use super::figures::cell_of;
use super::numbers::Numbers;
use super::signs::rim;
use super::tags::Tags;
use super::texture::MapTexture;
use crate::debugger::lab::ending::number_in_words;
use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::look::legend::draws_all_ways;
use crate::debugger::session::command::Mode;
use crate::debugger::session::window::Arrangement;
use crate::style::fonts;
use crate::style::theme::{Theme, is_solid};
use crate::view::{Cx, Settings};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, pos2, vec2};
use gridscope_trace::card::LayerKind;
use gridscope_trace::geometry::Cell;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::Figure;
use gridscope_trace::view::board::{Mark, Role};
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

/// Cells narrower than this, in points, have no numbers. The status line says so.
pub(crate) const NUMBERS_FROM: f32 = 25.0;
/// Below these widths of a cell, in points, signs and grid lines are left out.
pub(crate) const SIGNS_FROM: f32 = 14.0;
const GRID_FROM: f32 = 7.0;

/// Points of a line that are nearer than this are left out. No line is thinner, and a path on a large map has very many.
const APART: f32 = 2.0;

/// Draws the title of one of several maps, above its board: how the run differs from the others, and its outcome once the
/// run is over. In Debug the outcome is always there.
pub(super) fn title(ui: &Ui, cx: &Cx<'_>, rect: Rect, board: Rect, title: &str, replay: Option<&Replay>) {
    let theme = &cx.view.theme;
    let mut job = LayoutJob::simple_singleline(title.to_owned(), fonts::medium(13.0), theme.strong);
    // Figures of the outcome, as many as fit. They are hidden while the user predicts them.
    let is_debug = cx.view.settings.arrangement == Arrangement::Debug;
    let reached = replay.filter(|replay| is_debug || replay.cursor() == replay.len());
    let outcome = reached.filter(|_| cx.session.display_state().predict.is_none()).map(Replay::outcome);
    let fields = outcome.and_then(|outcome| outcome.as_object()).into_iter().flatten();
    let numbers = fields.filter_map(|(name, value)| Some((name, value.as_f64()?)));
    for (name, number) in numbers.take(3) {
        let text = format!("   {}", number_in_words(outcome.unwrap_or(&Outcome::default()), name, number));
        job.append(&text, 0.0, egui::TextFormat::simple(fonts::text(12.0), theme.weak));
    }
    let left = board.min.x.max(rect.min.x + 8.0);
    job.wrap = TextWrapping::truncate_at_width((rect.max.x - left - 8.0).max(1.0));
    let painter = ui.painter().with_clip_rect(rect);
    let galley = painter.layout_job(job);
    let top = (board.min.y - galley.size().y - 6.0).max(rect.min.y + 4.0);
    painter.galley(pos2(left, top), galley, theme.text);
}

/// Draws one map.
pub(super) fn paint(
    ui: &Ui,
    cx: &Cx<'_>,
    rect: Rect,
    scene: &Scene,
    replay: Option<&Replay>,
    texture: &MapTexture,
    difference: &Difference,
) {
    let mut draw = Draw {
        painter: ui.painter().with_clip_rect(rect),
        theme: &cx.view.theme,
        settings: &cx.view.settings,
        cx,
        rect,
        scene,
        replay: replay.filter(|r| r.size() == scene.size()),
        texture,
        zoom: cx.view.camera.zoom,
        tags: RefCell::default(),
        numbers: None,
        way: &texture.way,
        figures: &texture.figures,
        placed: super::shows_placed(cx, scene),
    };
    draw.numbers = draw.find_numbers();
    draw.all(difference);
}

pub(super) struct Draw<'a> {
    pub(super) painter: Painter,
    pub(super) theme: &'a Theme,
    pub(super) settings: &'a Settings,
    pub(super) cx: &'a Cx<'a>,
    pub(super) rect: Rect,
    pub(super) scene: &'a Scene,
    pub(super) replay: Option<&'a Replay>,
    pub(super) texture: &'a MapTexture,
    pub(super) zoom: f32,
    /// Tags that wait until everything else is drawn, and the areas they must not cover.
    pub(super) tags: RefCell<Tags>,
    pub(super) numbers: Option<Numbers>,
    /// The path to show now.
    pub(super) way: &'a [Cell],
    /// The algorithm's drawings over the map. Empty in Edit.
    pub(super) figures: &'a [Figure],
    /// Whether actors are shown where they were placed.
    pub(super) placed: bool,
}

impl Draw<'_> {
    fn all(&self, difference: &Difference) {
        let camera = &self.cx.view.camera;
        self.texture.paint(&self.painter, camera.to_screen(self.rect, vec2(0.0, 0.0)), self.zoom);
        self.ground_in_detail();
        self.grid();
        self.furniture();
        self.walls();
        let plain = super::plain(self.cx);
        if !plain {
            self.signs();
            self.differences(difference);
        }
        self.figures();
        self.ways();
        self.reply();
        self.mover_plan();
        self.badges();
        self.corner_numbers();
        self.numbers();
        self.draw_question_marks();
        self.actors();
        self.movers();
        self.weights();
        self.chain_beads();
        if !plain {
            self.last_event();
            self.faults();
        }
        self.marks();
        self.numbers_below();
        if !plain {
            self.pins();
        }
        self.place_tags();
    }

    pub(super) fn at(&self, c: Cell) -> Rect {
        self.cx.view.camera.cell_rect(self.rect, c)
    }

    pub(super) fn centre(&self, c: Cell) -> Pos2 {
        self.cx.view.camera.cell_centre(self.rect, c)
    }

    /// Returns the area of the whole map on the screen.
    pub(super) fn board_rect(&self) -> Rect {
        let (size, camera) = (self.scene.size(), &self.cx.view.camera);
        Rect::from_min_max(
            camera.to_screen(self.rect, vec2(0.0, 0.0)),
            camera.to_screen(self.rect, vec2(size.width as f32, size.height as f32)),
        )
    }

    /// Draws lines between floor cells, while editing or if the grid is switched on.
    fn grid(&self) {
        let wanted = self.settings.grid || self.cx.session.hand().mode == Mode::Edit;
        if !wanted || self.zoom < GRID_FROM {
            return;
        }
        let mut mesh = egui::Mesh::default();
        for c in self.in_view().filter(|&c| !is_solid(self.texture.ground[c])) {
            let square = self.at(c);
            let (x, y) = (i32::from(c.x), i32::from(c.y));
            if !self.solid(x - 1, y) {
                mesh.add_colored_rect(square.with_max_x(square.min.x + 1.0), self.theme.grid);
            }
            if !self.solid(x, y - 1) {
                mesh.add_colored_rect(square.with_max_y(square.min.y + 1.0), self.theme.grid);
            }
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// Draws rings, notches and arrows of the cells in view.
    fn signs(&self) {
        let Some(replay) = self.replay else { return };
        if self.zoom < SIGNS_FROM {
            return self.signs_from_afar();
        }
        let on_way = self.on_ways();
        for c in self.in_view() {
            let mark = self.texture.mark(c);
            if mark == Mark::default() {
                continue;
            }
            let square = self.at(c);
            self.role_sign(mark.role, square, is_solid(self.texture.ground[c]));
            if self.cx.view.draws(Sign::Parents) && !on_way.contains(&c) {
                self.came_from(replay, c, square);
            }
            if self.cx.view.draws(Sign::Ties) && replay.equals(c).is_some() {
                let corners = super::corner_numbers::is_shown(self.cx);
                let side = (self.zoom * 0.19).max(5.0).min(if corners { NOTCH } else { f32::INFINITY });
                let corner = square.right_top();
                let notch = vec![corner, corner - vec2(side, 0.0), corner + vec2(0.0, side)];
                self.painter.add(Shape::convex_polygon(notch, self.theme.tie, Stroke::NONE));
            }
        }
    }

    /// Draws the signs of cells that are too small for rings. Cells in the open list are filled, all in one mesh,
    /// because there may be very many.
    fn signs_from_afar(&self) {
        let (mut waiting, colour) = (egui::Mesh::default(), self.theme.frontier.gamma_multiply(0.55));
        for (c, role) in self.texture.signed(self.cx.view.camera.in_view(self.rect, self.scene.size())) {
            match role {
                Role::Queued => waiting.add_colored_rect(self.at(c), colour),
                role => self.role_sign(role, self.at(c), false),
            }
        }
        self.painter.add(Shape::mesh(waiting));
    }

    /// Returns the cells on the path or on a path of a figure.
    fn on_ways(&self) -> HashSet<Cell> {
        let ways = self.figures.iter().filter(|f| draws_all_ways(f)).flat_map(|f| &f.points);
        ways.filter_map(|p| cell_of(*p)).chain(self.way.iter().copied()).collect()
    }

    /// Draws the shape of a role, because colour is never the only sign.
    fn role_sign(&self, role: Role, square: Rect, solid: bool) {
        let small = self.zoom < SIGNS_FROM;
        let ring = |width: f32, colour: Color32, inset: f32| {
            let radius = CornerRadius::same((self.zoom * 0.11).clamp(1.0, 8.0) as u8);
            let rect = square.shrink(inset);
            self.painter.rect_stroke(rect, radius, Stroke::new(width, colour), StrokeKind::Inside);
        };
        let frontier = self.theme.frontier;
        match role {
            Role::Queued => {
                let width = (self.zoom * 0.055).clamp(1.25, 2.5);
                ring(width, frontier, width);
            }
            Role::Candidate if !small => ring(1.5, frontier.gamma_multiply(0.55), 2.0),
            Role::Chosen => ring((self.zoom * 0.08).clamp(1.5, 3.0), self.theme.tie, 1.5),
            Role::Raised if !small => {
                let r = square.shrink(4.0);
                self.painter.extend(Shape::dashed_line(&rim(r), Stroke::new(1.75, frontier), 3.0, 3.0));
            }
            Role::Wrong => {
                self.hatched(square, 8.0, Stroke::new(2.2, self.theme.wrong.gamma_multiply(0.55)));
                ring((self.zoom * 0.08).clamp(1.5, 3.5), self.theme.wrong, (self.zoom * 0.06).min(4.0));
            }
            Role::Refused if !small && !solid => {
                let middle = square.right_bottom() - vec2(0.16, 0.16) * self.zoom;
                let half = (self.zoom * 0.09).clamp(2.5, 6.0);
                let stroke = Stroke::new((self.zoom * 0.04).clamp(1.0, 2.0), self.theme.weak);
                for side in [1.0, -1.0] {
                    let arm = vec2(half, half * side);
                    self.painter.line_segment([middle - arm, middle + arm], stroke);
                }
            }
            Role::Threat if !small => {
                let (middle, half) = (square.right_bottom() - vec2(0.16, 0.16) * self.zoom, self.zoom * 0.09);
                let points = [vec2(0.0, -half), vec2(half, 0.0), vec2(0.0, half), vec2(-half, 0.0)];
                let points = points.map(|p| middle + p).to_vec();
                self.painter.add(Shape::convex_polygon(points, self.theme.wrong, Stroke::NONE));
            }
            Role::Dimmed if !small => {
                let at = square.right_bottom() - vec2(0.16, 0.16) * self.zoom;
                self.painter.circle_stroke(at, self.zoom * 0.07, Stroke::new(1.5, self.theme.wedge));
            }
            Role::Walked if !small => {
                let at = square.left_bottom() + vec2(0.14, -0.14) * self.zoom;
                self.painter.circle_filled(at, (self.zoom * 0.06).clamp(1.5, 3.5), self.theme.team_a);
            }
            _ => {}
        }
    }

    /// Draws a small triangle at the edge towards the cell's parent.
    fn came_from(&self, replay: &Replay, c: Cell, square: Rect) {
        let Some(dir) = replay.arrow(c) else { return };
        let (dx, dy) = dir.offset();
        let out = vec2(dx as f32, dy as f32);
        let along = out.normalized();
        let tip = square.center() + out * self.zoom * 0.46;
        let half = (self.zoom * 0.075).clamp(2.0, 7.0);
        let back = tip - along * half * 1.4;
        let side = along.rot90() * half;
        let ink = self.theme.text_on(self.theme.cell(self.texture.ground[c], self.texture.mark(c)));
        let points = vec![tip, back + side, back - side];
        self.painter.add(Shape::convex_polygon(points, ink.gamma_multiply(0.5), Stroke::NONE));
    }

    /// Draws the current path, the path that the user asks about, the path under the pointer, and the chain of causes.
    fn ways(&self) {
        if !self.figures.iter().any(draws_all_ways) {
            self.line_through(self.way, self.theme.path);
        }
        if let Some(asked) = self.cx.session.asked_why_not() {
            self.line_through(asked, self.theme.tie);
        }
        if !self.cx.view.point_at_path.is_empty() {
            self.line_through(&self.cx.view.point_at_path, self.theme.link);
        }
        self.chain_line();
    }

    /// Draws a line through cells, with a halo. Skips cells at which it does not turn or has hardly moved.
    pub(super) fn line_through(&self, cells: &[Cell], colour: Color32) {
        let goes_straight_on = |k: usize| match cells[k.saturating_sub(1)..].get(..3) {
            Some(&[a, b, c]) if k > 0 => a.direction_to(b).is_some_and(|dir| b.direction_to(c) == Some(dir)),
            _ => false,
        };
        let mut points: Vec<Pos2> = Vec::new();
        for k in (0..cells.len()).filter(|&k| !goes_straight_on(k)) {
            let point = self.centre(cells[k]);
            let is_last = k + 1 == cells.len();
            if is_last || points.last().is_none_or(|before| before.distance(point) >= APART) {
                points.push(point);
            }
        }
        self.strong_line(&self.painter, &points, colour);
    }

    /// Draws a line through points, with a halo.
    pub(super) fn strong_line(&self, painter: &Painter, points: &[Pos2], colour: Color32) {
        let [first, .., last] = *points else { return };
        let width =
            if super::plain(self.cx) { 3.0_f32.min(self.zoom * 0.2) } else { (self.zoom * 0.1).clamp(2.0, 5.0) };
        let halo = self.theme.halo.gamma_multiply(0.85);
        for (width, colour) in [(width + 4.0_f32.min(width), halo), (width, colour)] {
            for end in [first, last] {
                painter.circle_filled(end, width / 2.0, colour);
            }
            painter.line(points.to_vec(), Stroke::new(width, colour));
        }
    }

    pub(super) fn galley(&self, text: &str, font: egui::FontId, colour: Color32) -> Arc<Galley> {
        self.painter.layout_no_wrap(text.to_owned(), font, colour)
    }

    /// Returns whether the layer shown has numbers.
    pub(super) fn layer_is_scalar(&self) -> bool {
        let current_layer = self.replay.and_then(|r| r.schema().layers.get(self.cx.session.layer_of(r)));
        current_layer.is_some_and(|l| l.kind == LayerKind::Scalar)
    }
}
