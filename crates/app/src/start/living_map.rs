//! The map of the start page: the first lesson's search runs in a loop, and its flag can be dragged.

use crate::FIRST_PRESET;
use crate::canvas::Canvas;
use crate::canvas::clamped::between;
use crate::debugger::{Session, SessionCommand};
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::{Cx, Settings, View};
use egui::{
    Align2, Button, CornerRadius, CursorIcon, Id, Label, Rect, RichText, Sense, Shape, Stroke, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};
use gridscope_trace::Registry;
use gridscope_trace::scene::ActorKind;
use std::time::Duration;

/// Time in which the search runs, and time for which its end is shown, in seconds.
const RUN: f64 = 8.0;
const HOLD: f64 = 2.0;
/// Longest time between two frames that counts, in seconds. A window in the background stops.
const LONGEST_FRAME: f64 = 0.1;
/// Interval between two frames of the loop.
const FRAME: Duration = Duration::from_millis(33);
/// Height of the line of progress, and of the row below it, in points.
const LINE: f32 = 3.0;
pub(super) const BELOW: f32 = LINE + 14.0 + 32.0;
/// Size of the bubble at the flag, in points.
const BUBBLE: Vec2 = vec2(112.0, 30.0);
const SENTENCE: &str = "A guard looks for the flag. Move it, and he looks again.";

/// The first lesson as the start page shows it. It is not the open scene.
pub(crate) struct LivingMap {
    session: Session,
    view: View,
    canvas: Canvas,
    /// Place in the loop, in seconds.
    seconds: f64,
    /// Time of the last frame, in seconds.
    last: Option<f64>,
    is_stopped: bool,
}

impl LivingMap {
    /// Opens the first lesson. With less motion, shows the moment of its picture and stops there. Returns `None` if the
    /// lesson cannot be read.
    pub(crate) fn new(registry: &Registry, less_motion: bool) -> Option<Self> {
        let mut scene = presets::find(FIRST_PRESET)?.scene().ok()?;
        let picture = scene.run.picture_moment();
        // Without its slides, the lesson shows the usual signs.
        scene.run.slides.clear();
        let mut session = Session::new(registry.clone(), scene);
        session.settle();
        let settings = Settings { rulers: false, ..Settings::default() };
        let mut map = Self {
            view: View::new(settings),
            canvas: Canvas::default(),
            seconds: 0.0,
            last: None,
            is_stopped: less_motion,
            session,
        };
        if less_motion {
            let (at, events) = (picture.unwrap_or(usize::MAX), map.session.moment().1);
            map.seconds = at.min(events) as f64 / events.max(1) as f64 * RUN;
        }
        Some(map)
    }

    /// Returns the map's width and height in cells.
    pub(super) fn cells(&self) -> Vec2 {
        let size = self.session.scene().size();
        vec2(size.width.into(), size.height.into())
    }

    /// Draws the map with its top left corner at a place, and the row below it. A cell is `cell` points wide.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, board: Rect, cell: f32) {
        let theme = cx.view.theme.clone();
        if self.view.theme.name != theme.name {
            self.view.set_theme(theme.name);
        }
        (self.view.camera.zoom, self.view.camera.centre, self.view.camera.fit) = (cell, self.cells() / 2.0, false);
        self.view.map = board;
        let hovers = ui.interact(board, Id::unique("map of the start page"), Sense::hover());
        hovers.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, "The first lesson's map"));
        let is_free = cx.view.dialog.is_none();
        self.take_time(ui, is_free && !hovers.contains_pointer());
        self.drag_flag(ui, cx, board);
        let mut out = Vec::new();
        let own = &mut Cx { session: &self.session, view: &mut self.view, out: &mut out };
        self.canvas.update(ui.ctx(), own);
        // Some hundred events a second are too many for a ring around each.
        own.view.signs.has_ring = false;
        self.canvas.show_board(ui, own, board);
        if !cx.view.journey.has_dragged {
            self.bubble(ui, &theme, board);
        }
        let line = Rect::from_min_size(board.left_bottom(), vec2(board.width(), LINE));
        ui.painter().rect_filled(line, 0.0, theme.widget);
        let (at, events) = self.session.moment();
        let done = line.width() * at as f32 / events.max(1) as f32;
        ui.painter().rect_filled(Rect::from_min_size(line.min, vec2(done, LINE)), 0.0, theme.now);
        self.row(ui, &theme, line);
    }

    /// Advances the loop, unless it is stopped, the pointer is over the map, or another window has the focus.
    fn take_time(&mut self, ui: &Ui, is_free: bool) {
        let (now, is_focused) = ui.input(|i| (i.time, i.focused));
        let passed = self.last.replace(now).map_or(0.0, |last| (now - last).clamp(0.0, LONGEST_FRAME));
        if !self.is_stopped && is_free && is_focused {
            self.seconds = (self.seconds + passed) % (RUN + HOLD);
            ui.ctx().request_repaint_after(FRAME);
        }
        let (cursor, events) = self.session.moment();
        let at = ((self.seconds / RUN).min(1.0) * events as f64).round() as usize;
        if at != cursor {
            self.session.apply(&SessionCommand::Scrub(at));
        }
    }

    /// Moves the flag with the pointer. The search runs again in each new cell, and its end is shown.
    fn drag_flag(&mut self, ui: &Ui, cx: &mut Cx<'_>, board: Rect) {
        let Some(flag) = self.session.scene().of_kind(ActorKind::Goal).next().map(|flag| flag.at) else { return };
        let square = self.view.camera.cell_rect(board, flag);
        let response = ui.interact(square.expand(4.0), Id::unique("flag of the start page"), Sense::drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, "Flag: drag it"));
        if response.drag_started() {
            self.session.apply(&SessionCommand::DragBegin(flag));
            (self.is_stopped, self.seconds) = (true, RUN);
        }
        if response.dragged()
            && let Some(pointer) = response.interact_pointer_pos()
        {
            let cell = self.view.camera.nearest_cell(board, pointer, self.session.scene().size());
            if cell != flag {
                cx.view.journey.has_dragged = true;
                self.session.apply(&SessionCommand::StrokeTo(cell));
                self.session.settle();
            }
        }
        if response.drag_stopped() {
            self.session.apply(&SessionCommand::StrokeEnd);
            self.session.settle();
        }
        if self.seconds >= RUN {
            self.session.apply(&SessionCommand::Scrub(usize::MAX));
        }
        let icon = if response.dragged() { CursorIcon::Grabbing } else { CursorIcon::Grab };
        response.on_hover_and_drag_cursor(icon);
    }

    /// Draws a ring around the flag, and a bubble that says what to do with it.
    fn bubble(&self, ui: &Ui, theme: &Theme, board: Rect) {
        let Some(flag) = self.session.scene().of_kind(ActorKind::Goal).next() else { return };
        let square = self.view.camera.cell_rect(board, flag.at);
        let painter = ui.painter();
        painter.circle_stroke(square.center(), square.width() * 0.54, Stroke::new(1.5, theme.strong));
        let foot = square.center_top() - vec2(0.0, 4.0);
        let x = between(foot.x, board.min.x + BUBBLE.x / 2.0, board.max.x - BUBBLE.x / 2.0);
        let bubble = Rect::from_center_size(pos2(x, foot.y - 6.0 - BUBBLE.y / 2.0), BUBBLE);
        let tip = vec![foot, foot + vec2(-6.0, -7.0), foot + vec2(6.0, -7.0)];
        painter.add(Shape::convex_polygon(tip, theme.strong, Stroke::NONE));
        painter.rect_filled(bubble, CornerRadius::same(6), theme.strong);
        let font = fonts::semibold(13.0);
        painter.text(bubble.center(), Align2::CENTER_CENTER, "Drag the flag", font, theme.canvas);
    }

    /// Draws the row below the map: *Pause* or *Play*, and the sentence.
    fn row(&mut self, ui: &mut Ui, theme: &Theme, line: Rect) {
        let row = Rect::from_min_size(line.left_bottom() + vec2(0.0, 14.0), vec2(line.width(), 32.0));
        let mut row =
            ui.new_child(UiBuilder::new().max_rect(row).layout(egui::Layout::left_to_right(egui::Align::Center)));
        let (icon, name) = if self.is_stopped { (Icon::PLAY_FILLED, "Play") } else { (Icon::PAUSE_FILLED, "Pause") };
        let face = Button::new(icon.text(16.0).color(theme.strong))
            .fill(theme.widget)
            .stroke(Stroke::new(1.0, theme.line))
            .corner_radius(6);
        let button = row.add(face.min_size(vec2(32.0, 32.0))).accessible_name(name);
        if button.on_hover_text(name).clicked() {
            self.is_stopped = !self.is_stopped;
            if !self.is_stopped && self.seconds >= RUN {
                self.seconds = 0.0;
            }
        }
        row.add_space(6.0);
        let text = RichText::new(SENTENCE).font(fonts::medium(16.0)).color(theme.strong);
        row.add(Label::new(text).wrap().selectable(false));
    }
}
