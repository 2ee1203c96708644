//! A canvas without a window. It draws a session at a moment as the window does, in any size.

use super::card::{self, CARD};
use super::raster::{Pixels, Raster};
use super::repaint::Repaint;
use crate::canvas::camera::Camera;
use crate::canvas::rulers::ROOM;
use crate::canvas::{Canvas, body, room};
use crate::debugger::Session;
use crate::style::theme::Theme;
use crate::view::{Cx, Settings, View};
use crate::{canvas::sentence, style, style::fonts};
use egui::epaint::ClippedShape;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Context, FullOutput, Pos2, RawInput, Rect, Ui, UiBuilder, Vec2, ViewportId, pos2, vec2};
use gridscope_trace::geometry::Size;

/// Longest side of a map in points. The cell size is chosen to fit.
const BOARD: f32 = 1200.0;
/// Maximum width of a cell, in points.
const WIDEST: f32 = 64.0;
/// Height of the sentence below the map, in points: two lines.
const SENTENCE: f32 = 60.0;
/// Minimum width of a picture with a sentence, in points.
const READABLE: f32 = 560.0;

/// Content of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Layout {
    /// The whole map at its usual size, with or without the sentence.
    Map {
        /// Whether the sentence is below the map.
        sentence: bool,
        /// Longest side of the map in points. `None` means the usual one.
        board: Option<f32>,
    },
    /// The part of the map that the window shows.
    View {
        /// The camera.
        camera: Camera,
        /// Size of the canvas, in points.
        size: Vec2,
        /// Whether the sentence is below the map.
        sentence: bool,
    },
    /// Title, question and map on 1200×630 pixels.
    Card,
}

/// Appearance of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// Content of the picture.
    pub layout: Layout,
    /// Map settings and the theme.
    pub settings: Settings,
    /// Pixels per point.
    pub scale: f32,
    /// Whether the background is white, as that of paper.
    pub paper: bool,
}

/// A canvas without a window.
pub(crate) struct Stage {
    ctx: Context,
    canvas: Canvas,
    view: View,
    raster: Raster,
    /// The last frame of an animation.
    repaint: Repaint,
    layout: Layout,
    scale: f32,
    /// Size of the picture, in points.
    size: Vec2,
}

/// A picture as shapes, and its size in points.
pub(crate) struct Drawn {
    /// The shapes, from bottom to top.
    pub shapes: Vec<ClippedShape>,
    /// Width and height.
    pub size: Vec2,
}

impl Stage {
    /// Creates a stage for pictures of a session. All its pictures have the same size.
    pub(crate) fn new(session: &Session, look: Look) -> Self {
        let ctx = Context::default();
        let mut view = View::new(look.settings);
        // The bubble that asks to drag the flag is left out of pictures.
        view.journey.has_dragged = true;
        if look.paper {
            view.theme = view.theme.with_white_canvas();
        }
        style(&ctx, &view.theme);
        // Disables animation.
        ctx.all_styles_mut(|style| style.animation_time = 0.0);
        let size = size(session, look.layout, view.settings.rulers);
        if let Layout::View { camera, .. } = look.layout {
            view.camera = camera;
        }
        let (canvas, raster) = (Canvas::whole(), Raster::default());
        let repaint = Repaint::default();
        Self { ctx, canvas, view, raster, repaint, layout: look.layout, scale: look.scale, size }
    }

    /// Returns width and height in pixels.
    pub(crate) fn pixels(&self) -> (usize, usize) {
        in_pixels(self.size, self.scale)
    }

    /// Draws the session's current moment as pixels.
    pub(crate) fn picture(&mut self, session: &Session) -> Pixels {
        let output = self.frame(session);
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        self.raster.draw(&primitives, self.scale, self.pixels())
    }

    /// Like [`Stage::picture`], but draws only what differs from the picture that this returned before.
    pub(crate) fn next_picture(&mut self, session: &Session) -> &Pixels {
        let output = self.frame(session);
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let size = self.pixels();
        self.repaint.draw(&mut self.raster, &primitives, self.scale, size)
    }

    /// Draws the session's current moment as shapes.
    pub(crate) fn shapes(&mut self, session: &Session) -> Drawn {
        Drawn { shapes: self.frame(session).shapes, size: self.size }
    }

    /// Returns the corner of the map's first cell and the width of a cell, in points. Call it after drawing a picture.
    pub(crate) fn board(&self) -> (Pos2, f32) {
        let camera = &self.view.camera;
        (camera.to_screen(body(self.view.map, 1, self.view.settings.rulers), Vec2::ZERO), camera.zoom)
    }

    /// Returns the textures that the shapes refer to.
    pub(crate) const fn textures(&self) -> &Raster {
        &self.raster
    }

    fn frame(&mut self, session: &Session) -> FullOutput {
        let layout = self.layout;
        let mut draw = |ui: &mut Ui, canvas: &mut Canvas, view: &mut View| show(ui, session, canvas, view, layout);
        // Fonts take effect in the frame after the one that sets them.
        let first = self.raster.texture(egui::TextureId::default()).is_none();
        if first {
            self.pass(&mut draw);
        }
        self.pass(&mut draw)
    }

    fn pass(&mut self, draw: &mut dyn FnMut(&mut Ui, &mut Canvas, &mut View)) -> FullOutput {
        let input = input(self.size, self.scale);
        let (canvas, view) = (&mut self.canvas, &mut self.view);
        let mut output = self.ctx.run_ui(input, |ui| draw(ui, canvas, view));
        self.raster.take(&mut output.textures_delta);
        output
    }
}

/// Returns the input of a pass without a user.
fn input(size: Vec2, scale: f32) -> RawInput {
    let mut input = RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
    input.time = Some(0.0);
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.native_pixels_per_point = Some(scale);
    input
}

/// A drawing on an empty canvas.
pub(crate) struct Painted {
    ctx: Context,
    output: FullOutput,
    size: Vec2,
    scale: f32,
}

impl Painted {
    /// Returns the drawing as shapes.
    pub(crate) fn shapes(self) -> Vec<ClippedShape> {
        self.output.shapes
    }

    /// Returns the drawing as pixels.
    pub(crate) fn pixels(self, raster: &Raster) -> Pixels {
        let primitives = self.ctx.tessellate(self.output.shapes, self.output.pixels_per_point);
        raster.draw(&primitives, self.scale, in_pixels(self.size, self.scale))
    }
}

/// Draws on an empty canvas without a map. `size` is in points, `scale` in pixels per point.
pub(crate) fn on_canvas(
    theme: &Theme,
    raster: &mut Raster,
    (size, scale): (Vec2, f32),
    draw: &mut dyn FnMut(&mut Ui),
) -> Painted {
    let ctx = Context::default();
    style(&ctx, theme);
    let mut pass = || {
        let mut output = ctx.run_ui(input(size, scale), &mut *draw);
        raster.take(&mut output.textures_delta);
        output
    };
    // Fonts take effect in the pass after the one that sets them.
    pass();
    let output = pass();
    Painted { ctx, output, size, scale }
}

/// Draws the whole picture.
fn show(ui: &mut Ui, session: &Session, canvas: &mut Canvas, view: &mut View, layout: Layout) {
    let whole = ui.ctx().content_rect();
    ui.painter().rect_filled(whole, 0.0, view.theme.canvas);
    let sentence = match layout {
        Layout::Card => return card::show(ui, session, canvas, view),
        Layout::Map { sentence, .. } | Layout::View { sentence, .. } => sentence,
    };
    let map = whole.with_max_y(whole.max.y - if sentence { SENTENCE } else { 0.0 });
    let mut inner = ui.new_child(UiBuilder::new().max_rect(map));
    let mut out = Vec::new();
    let cx = &mut Cx { session, view: &mut *view, out: &mut out };
    canvas.update(inner.ctx(), cx);
    canvas.show(&mut inner, cx);
    if sentence {
        draw_sentence(ui, session, view, whole.with_min_y(map.max.y).shrink2(vec2(14.0, 4.0)));
    }
}

/// Draws the sentence in at most two lines, and the number of the event.
fn draw_sentence(ui: &Ui, session: &Session, view: &View, foot: Rect) {
    let size = 15.0;
    let (theme, painter) = (&view.theme, ui.painter());
    let (at, len) = session.numbers();
    let moment = painter.layout_no_wrap(format!("{at} / {len}"), fonts::mono(size * 0.8), theme.faint);
    let words = sentence::words(session);
    let mut job = LayoutJob { halign: Align::LEFT, ..LayoutJob::default() };
    for part in sentence::parts(&words) {
        match part {
            sentence::Part::Words(text) => job.append(text, 0.0, TextFormat::simple(fonts::medium(size), theme.strong)),
            sentence::Part::Cell(_, text) => {
                job.append(text, 0.0, TextFormat::simple(fonts::mono(size * 0.94), theme.link));
            }
        }
    }
    job.wrap =
        TextWrapping { max_width: foot.width() - moment.size().x - 18.0, max_rows: 2, ..TextWrapping::default() };
    painter.galley(foot.min, painter.layout_job(job), theme.strong);
    painter.galley(pos2(foot.max.x - moment.size().x, foot.min.y + size * 0.12), moment, theme.faint);
}

/// Returns width and height of a picture in pixels.
pub(crate) fn pixels(session: &Session, layout: Layout, scale: f32, rulers: bool) -> (usize, usize) {
    in_pixels(size(session, layout, rulers), scale)
}

fn in_pixels(size: Vec2, scale: f32) -> (usize, usize) {
    let side = |points: f32| (points * scale).round().max(1.0) as usize;
    (side(size.x), side(size.y))
}

/// Returns the size of a picture in points, with or without rulers.
fn size(session: &Session, layout: Layout, rulers: bool) -> Vec2 {
    let map = session.scene().size();
    match layout {
        Layout::Card => CARD,
        Layout::View { size, sentence, .. } => {
            // The window's view includes rulers. Without them, the picture has the same cells.
            let cells = if rulers { size } else { (size - ROOM).max(vec2(1.0, 1.0)) };
            cells.round() + vec2(0.0, if sentence { SENTENCE } else { 0.0 })
        }
        Layout::Map { sentence, board } => {
            let runs = session.shown_runs().count().max(1);
            let cell = cell(map, board.unwrap_or(BOARD), runs);
            let whole = room(map, runs, cell, rulers);
            if sentence { vec2(whole.x.max(READABLE), whole.y + SENTENCE) } else { whole }
        }
    }
}

/// Returns the width of a cell, in whole points if at least 1, so that the map's longest side is about `board` points.
fn cell(map: Size, board: f32, runs: usize) -> f32 {
    let longest = f32::from(map.width.max(map.height).max(1));
    let board = if runs > 1 { board * 0.7 } else { board };
    let side = (board / longest).min(WIDEST);
    if side >= 1.0 { side.floor() } else { side }
}
