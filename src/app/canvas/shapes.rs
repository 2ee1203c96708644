//! What is drawn as shapes, and only for the cells in view: glyphs, numbers, arrows, path, badges, actors, marks.

use super::difference::Difference;
use super::texture::MapTexture;
use crate::app::theme::Theme;
use crate::app::view::{Cx, Settings};
use crate::core::card::LayerKind;
use crate::core::geometry::Cell;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::Replay;
use crate::core::view::board::{Mark, Role};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};
use std::cell::RefCell;

/// Below these widths of a cell, in points, a kind of shape is left out.
const GRID_FROM: f32 = 7.0;
const GLYPH_FROM: f32 = 12.0;
const ARROW_FROM: f32 = 14.0;
const NUMBER_FROM: f32 = 22.0;
const WORD_FROM: f32 = 44.0;
const CORNERS_FROM: f32 = 58.0;

/// The title strip of one of several maps: what sets it apart, and how it came out.
pub(super) fn title(ui: &Ui, cx: &Cx<'_>, rect: Rect, title: &str, replay: Option<&Replay>) {
    let theme = &cx.view.theme;
    let mut text = title.to_owned();
    // The outcome's figures, as many as a title holds.
    let figures = replay.and_then(|r| r.outcome().as_object()).into_iter().flatten().filter(|(_, v)| v.is_number());
    for (key, value) in figures.take(3) {
        text.extend(["   ", key, " ", &value.to_string()]);
    }
    let painter = ui.painter().with_clip_rect(rect);
    let mut job = LayoutJob::simple_singleline(text, FontId::proportional(15.0), theme.ink);
    job.wrap = TextWrapping::truncate_at_width((rect.width() - 16.0).max(1.0));
    painter.galley(rect.min + vec2(8.0, 4.0), painter.layout_job(job), theme.ink);
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
    let draw = Draw {
        painter: ui.painter().with_clip_rect(rect),
        theme: &cx.view.theme,
        settings: &cx.view.settings,
        cx,
        rect,
        scene,
        replay: replay.filter(|r| r.size() == scene.size()),
        texture,
        zoom: cx.view.camera.zoom,
        labels: RefCell::default(),
        standing: RefCell::default(),
    };
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
    /// Words beside figures that wait until everything else is drawn.
    pub(super) labels: RefCell<Vec<(Pos2, String, Color32)>>,
    /// Where actors stand, which words keep clear of.
    pub(super) standing: RefCell<Vec<Rect>>,
}

impl Draw<'_> {
    fn all(&self, difference: &Difference) {
        let camera = &self.cx.view.camera;
        self.texture.paint(&self.painter, camera.to_screen(self.rect, vec2(0.0, 0.0)), self.zoom);
        self.grid();
        let (xs, ys) = camera.in_view(self.rect, self.scene.size());
        self.path();
        if self.zoom >= GLYPH_FROM {
            for c in ys.clone().flat_map(|y| xs.clone().map(move |x| Cell::new(x, y))) {
                self.cell(c);
            }
        }
        self.differences(difference);
        self.figures();
        self.last_event();
        self.actors();
        self.place_labels();
        self.marks();
        self.empty_state();
    }

    pub(super) fn at(&self, c: Cell) -> Rect {
        self.cx.view.camera.cell_rect(self.rect, c)
    }

    pub(super) fn centre(&self, c: Cell) -> Pos2 {
        self.cx.view.camera.cell_centre(self.rect, c)
    }

    pub(super) fn text(&self, at: Pos2, align: Align2, text: impl ToString, size: f32, colour: Color32) {
        self.painter.text(at, align, text, FontId::proportional(size), colour);
    }

    fn grid(&self) {
        let (size, camera) = (self.scene.size(), &self.cx.view.camera);
        let map = Rect::from_min_max(
            camera.to_screen(self.rect, vec2(0.0, 0.0)),
            camera.to_screen(self.rect, vec2(size.width as f32, size.height as f32)),
        );
        self.painter.rect_stroke(map, 0.0, Stroke::new(1.5, self.theme.grid), StrokeKind::Outside);
        if !self.settings.grid || self.zoom < GRID_FROM {
            return;
        }
        let (xs, ys) = camera.in_view(self.rect, size);
        let line = Stroke::new(1.0, self.theme.grid.gamma_multiply(0.7));
        for x in xs {
            let p = camera.to_screen(self.rect, vec2(x as f32, 0.0)).x;
            self.painter.vline(p, map.y_range(), line);
        }
        for y in ys {
            let p = camera.to_screen(self.rect, vec2(0.0, y as f32)).y;
            self.painter.hline(map.x_range(), p, line);
        }
    }

    /// What stands in one cell: the tile's glyph, the role's glyph, numbers, the arrow, the tie badge.
    fn cell(&self, c: Cell) {
        let square = self.at(c);
        let (tile, mark) = (self.texture.ground[c], self.texture.board.at(c));
        let ground = self.theme.cell(tile, mark);
        let ink = self.theme.text_on(ground);
        let reached = mark != Mark::default();
        if !matches!(tile, Tile::Floor | Tile::Wall | Tile::Void) {
            let (at, align, size) = if reached && self.zoom >= NUMBER_FROM {
                (square.left_top() + vec2(0.06, 0.03) * self.zoom, Align2::LEFT_TOP, 0.26)
            } else {
                (square.center(), Align2::CENTER_CENTER, 0.6)
            };
            self.text(at, align, tile.info().glyph, self.zoom * size, ink.gamma_multiply(0.8));
        }
        let Some(replay) = self.replay.filter(|_| reached) else { return };
        if mark.role == Role::Queued {
            let stroke = Stroke::new((self.zoom * 0.06).clamp(1.0, 3.0), self.theme.open);
            self.painter.rect_stroke(square.shrink(1.0), CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
        let numbers = self.settings.numbers && self.zoom >= NUMBER_FROM;
        if let Some(glyph) = mark.role.glyph().filter(|_| self.zoom >= 18.0) {
            let at = square.left_bottom() + vec2(0.07, -0.03) * self.zoom;
            self.text(at, Align2::LEFT_BOTTOM, glyph, (self.zoom * 0.24).max(8.0), ink.gamma_multiply(0.75));
        }
        if numbers {
            self.numbers(replay, c, square, ink);
        }
        if self.settings.arrows && self.zoom >= ARROW_FROM {
            self.arrow(replay, c, square, ink, numbers);
        }
        if let Some(n) = replay.equals(c) {
            let at = square.right_top() + vec2(-0.17, 0.17) * self.zoom;
            self.painter.circle_filled(at, self.zoom * 0.155, self.theme.tie);
            if self.zoom >= 18.0 {
                let ink = self.theme.text_on(self.theme.tie);
                self.text(at, Align2::CENTER_CENTER, n, self.zoom * 0.23, ink);
            }
        }
    }

    /// The layer's number in the middle; from a certain size on the other numbers in the corners.
    fn numbers(&self, replay: &Replay, c: Cell, square: Rect, ink: Color32) {
        let shown = self.cx.session.layer;
        let layers = &replay.schema().layers;
        // The word of a status is its colour already; it is spelled out where a cell is large.
        let spelled = layers.get(shown).is_some_and(|l| l.kind == LayerKind::Scalar) || self.zoom >= WORD_FROM;
        if let Some(value) = replay.value(shown, c).filter(|_| spelled) {
            let text = value.to_string();
            let chars = text.chars().count().max(2) as f32;
            let size = (self.zoom * 0.42).min(self.zoom * 1.35 / chars);
            if size >= 7.0 {
                self.text(square.center(), Align2::CENTER_CENTER, text, size, ink);
            }
        }
        if self.zoom < CORNERS_FROM {
            return;
        }
        let others = layers.iter().enumerate().filter(|(i, l)| *i != shown && l.kind == LayerKind::Scalar).take(2);
        let size = (self.zoom * 0.17).min(15.0);
        for ((i, layer), right) in others.zip([false, true]) {
            let Some(value) = replay.value(i, c) else { continue };
            let (at, align) = if right {
                (square.right_bottom() + vec2(-0.06, -0.05) * self.zoom, Align2::RIGHT_BOTTOM)
            } else {
                (square.center_bottom() + vec2(-0.2, -0.05) * self.zoom, Align2::LEFT_BOTTOM)
            };
            // Half of the cell is for it; a word that needs more is left out, its layer is a click away.
            let text = format!("{} {value}", layer.name);
            if text.chars().count() as f32 * size * 0.55 < self.zoom * if right { 0.45 } else { 0.34 } {
                self.text(at, align, text, size, ink.gamma_multiply(0.85));
            }
        }
    }

    /// An arrow from the cell toward its parent; at the rim where a number stands in the middle.
    fn arrow(&self, replay: &Replay, c: Cell, square: Rect, ink: Color32, numbers: bool) {
        let Some(dir) = replay.arrow(c) else { return };
        let (dx, dy) = dir.offset();
        let along = vec2(dx as f32, dy as f32).normalized();
        let (from, to) = if numbers { (0.30, 0.48) } else { (-0.18, 0.32) };
        let tip = square.center() + along * self.zoom * to;
        let tail = square.center() + along * self.zoom * from;
        let stroke = Stroke::new((self.zoom * 0.045).clamp(1.0, 3.0), ink.gamma_multiply(0.7));
        self.painter.line_segment([tail, tip], stroke);
        let side = along.rot90() * self.zoom * 0.07;
        let back = tip - along * self.zoom * 0.1;
        self.painter.line_segment([tip, back + side], stroke);
        self.painter.line_segment([tip, back - side], stroke);
    }

    fn path(&self) {
        let Some(replay) = self.replay else { return };
        self.way(&replay.path(), self.theme.path.gamma_multiply(0.75));
        if let Some((asked, _)) = &self.cx.session.why_not {
            self.way(asked, self.theme.tie.gamma_multiply(0.8));
        }
        if !self.cx.view.point_at_path.is_empty() {
            self.way(&self.cx.view.point_at_path, self.theme.accent);
        }
    }

    /// A band through cells, under their numbers.
    fn way(&self, cells: &[Cell], colour: Color32) {
        if cells.len() < 2 {
            return;
        }
        let points: Vec<Pos2> = cells.iter().map(|&c| self.centre(c)).collect();
        let width = (self.zoom * 0.2).clamp(2.5, 16.0);
        for end in [points[0], points[points.len() - 1]] {
            self.painter.circle_filled(end, width / 2.0, colour);
        }
        self.painter.line(points, Stroke::new(width, colour));
    }

    /// What just happened: the cell, and from where.
    fn last_event(&self) {
        let Some(replay) = self.replay else { return };
        let Some(last) = replay.cursor().checked_sub(1) else { return };
        let event = replay.event(last);
        let (colour, _) = self.theme.tone(event.tone);
        let Some(cell) = event.cell.filter(|&c| self.scene.size().contains(c)) else { return };
        let width = (self.zoom * 0.09).clamp(2.0, 5.0);
        let square = self.at(cell).shrink(width / 2.0);
        self.painter.rect_stroke(square, CornerRadius::same(3), Stroke::new(width, colour), StrokeKind::Inside);
        if let Some(from) = event.from.filter(|&c| self.scene.size().contains(c)) {
            let (a, b) = (self.centre(from), self.centre(cell));
            let tip = b - (b - a) * 0.28;
            let stroke = Stroke::new(width, colour);
            self.painter.line_segment([a, tip], stroke);
            self.head(a, tip, stroke);
        }
    }

    /// Breakpoints, the selected cell, the cell pointed at.
    fn marks(&self) {
        let session = self.cx.session;
        for cell in session.breakpoints.iter().filter_map(|b| b.condition.cell()) {
            let square = self.at(cell);
            let r = (self.zoom * 0.13).clamp(3.0, 8.0);
            self.painter.circle(
                square.left_top() + vec2(r + 1.0, r + 1.0),
                r,
                self.theme.breakpoint,
                Stroke::new(1.0, self.theme.paper),
            );
        }
        let outline = |cell: Cell, width: f32, colour: Color32| {
            let square = self.at(cell).expand(1.0);
            let rim = Stroke::new(width + 2.0, self.theme.paper);
            self.painter.rect_stroke(square, CornerRadius::same(2), rim, StrokeKind::Outside);
            self.painter.rect_stroke(square, CornerRadius::same(2), Stroke::new(width, colour), StrokeKind::Outside);
        };
        if let Some(given) = session.predict.as_ref().and_then(|p| p.given.as_ref()) {
            let wrong = (!given.right).then_some((given.cell, "✖", self.theme.error));
            for (cell, sign, colour) in given.answers.iter().map(|&c| (c, "✔", self.theme.path)).chain(wrong) {
                outline(cell, 3.0, colour);
                let at = self.at(cell).left_top() + vec2(0.04, 0.0) * self.zoom;
                self.label(at, Align2::LEFT_BOTTOM, sign, colour);
            }
        }
        if let Some(cell) = session.selected {
            outline(cell, 3.0, self.theme.accent);
        }
        if let Some(cell) = session.hovered.or(self.cx.view.point_at).filter(|c| self.scene.size().contains(*c)) {
            outline(cell, 1.5, self.theme.ink);
        }
    }

    /// Why there is no run, in the middle of the map.
    fn empty_state(&self) {
        let Some(problem) = self.cx.session.problem.as_ref().filter(|_| self.replay.is_none()) else { return };
        let text = format!("This scene cannot be run: {problem}.");
        let font = FontId::proportional(18.0);
        let room = (self.rect.width() - 60.0).max(40.0);
        let galley = self.painter.layout(text, font, self.theme.error, room);
        let at = pos2(self.rect.center().x - galley.size().x / 2.0, self.rect.min.y + 24.0);
        let card = Rect::from_min_size(at, galley.size()).expand(12.0);
        self.painter.rect_filled(card, 6.0, self.theme.paper);
        self.painter.galley(at, galley, self.theme.error);
    }
}
