//! The stage: Learn in a window. The map with its legend is at the left, a bar with the slides is below it, and a column
//! with the slide at the right, or below the map in a smaller window. Everything stays at its place on every slide.

mod bar;
mod column;
mod parts;
pub(crate) mod phone;
pub(crate) mod stops;
mod under;

pub(crate) use parts::{details_row, titles};

use crate::canvas::{Canvas, stage_board};
use crate::debugger::session::command::Mode;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::layout::tour::{self, Landmark};
use crate::panels::{self, layers, tasks};
use crate::style;
use crate::view::{Cx, View, structure};
use crate::{canvas::sentence, layout};
use egui::accesskit::Role;
use egui::{CentralPanel, Frame, Margin, Panel, Rect, Sense, Ui, UiBuilder, pos2, vec2};

/// From this width of the window on, the column is beside the map, in points.
const BESIDE: f32 = 1100.0;
/// From this width of the window on, the column has its full width, in points.
const WIDE: f32 = 1400.0;
/// Widths of the column, in points.
const COLUMN: f32 = 416.0;
const SMALL_COLUMN: f32 = 384.0;
/// Heights of the strip below the map, without and with the details, in points.
const STRIP: f32 = 88.0;
const DETAILS: f32 = 172.0;
/// Height of a canvas below which the legend is nearer to the map, in points.
const LOW: f32 = 560.0;
/// Padding at the sides of all parts, in points.
const SIDE: f32 = 32.0;
/// Name of the part with the buttons that move through time.
const TIME: &str = "Time";
/// Width of the tools while the map is edited, in points.
const TOOLS: f32 = 204.0;

/// State of the stage between frames.
#[derive(Default)]
pub(crate) struct Stage {
    /// Number of the opened scene whose exercise is at hand, after its slides.
    exercise: Option<u64>,
    /// The panel that has the place of the lesson.
    pub panel: Option<PanelId>,
    /// Whether the exercise gave the user its brush, without the other tools.
    pub brush_only: bool,
    /// Cells of the actors that the exercise asks to move.
    pub ringed: Vec<gridscope_trace::Cell>,
    /// Whether the user was asked to click a cell.
    pub asks: bool,
    /// The opened scene, and the numbers that its exercise must raise, as they are on the first map.
    pub first_numbers: Option<(u64, Vec<Option<f64>>)>,
}

/// Returns whether Learn is drawn as a stage.
pub(crate) fn is_on(view: &View) -> bool {
    view.settings.arrangement == Arrangement::Learn && !view.settings.bare && !view.start_page.is_shown()
}

/// Returns whether the bar at the top has words without frames, as in Learn.
pub(crate) fn is_quiet(view: &View) -> bool {
    view.settings.arrangement == Arrangement::Learn
}

/// Returns whether the sentence, the player, rulers and all marks are shown. Other arrangements always have them.
pub(crate) fn has_details(view: &View) -> bool {
    view.settings.details || !is_on(view)
}

/// Draws the stage in a window that is not narrow. `drawn` is called before the map is drawn.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>, canvas: &mut Canvas, drawn: impl FnOnce(&mut Cx<'_>)) {
    tasks::note_first_numbers(cx);
    let wide = ui.available_width();
    if wide < BESIDE {
        return under::show(ui, cx, canvas, drawn);
    }
    let theme = cx.view.theme.clone();
    let width = if wide < WIDE { SMALL_COLUMN } else { COLUMN };
    let column = Panel::right("stage column").frame(Frame::new().fill(theme.panel)).exact_size(width);
    column.resizable(false).show_separator_line(false).show(ui, |ui| {
        tour::mark(cx.view, Landmark::Side, ui.max_rect());
        structure::region(ui, Role::Complementary, "Lesson");
        column::show(ui, cx);
    });
    CentralPanel::default().frame(Frame::new().fill(theme.canvas)).show(ui, |ui| {
        drawn(cx);
        let all = ui.available_rect_before_wrap();
        ui.allocate_rect(all, Sense::hover());
        let strip = all.with_min_y(all.max.y - strip_height(cx));
        // The strip grows over the map's margin, so that the map stays in place. In a low window, the map makes room.
        let usual = all.with_max_y(all.max.y - STRIP);
        let place = if usual.height() < LOW { usual.with_max_y(strip.min.y) } else { usual };
        map(ui, cx, canvas, place, strip.min.y);
        ui.interact(strip, ui.scope_id().with("strip"), Sense::click_and_drag());
        ui.painter().rect_filled(strip, 0.0, theme.window);
        let mut inner = ui.new_child(UiBuilder::new().id_salt("strip").max_rect(strip));
        structure::region(&inner, Role::Region, TIME);
        if cx.view.settings.details {
            details(&mut inner, cx, strip);
        } else if sentence::is_without_run(cx) {
            // There is nothing to play yet.
            let mut line =
                inner.new_child(UiBuilder::new().id_salt("no run").max_rect(strip.shrink2(vec2(SIDE, 12.0))));
            sentence::show(&mut line, cx);
        } else {
            bar::with_play(&mut inner, cx, strip, strip.max.y - 66.0, true);
        }
    });
}

/// Returns the height of the strip below the map, in points.
fn strip_height(cx: &Cx<'_>) -> f32 {
    if cx.view.settings.details { DETAILS } else { STRIP }
}

/// Draws the map in `place`, of which the part above `foot` is visible, the tools beside it, and its legend below it.
fn map(ui: &mut Ui, cx: &mut Cx<'_>, canvas: &mut Canvas, place: Rect, foot: f32) {
    let mut place = place;
    if cx.session.hand().mode == Mode::Edit && (cx.view.settings.details || tasks::needs_tools(cx)) {
        let (left, rest) = place.split_left_right_at_x(place.left() + TOOLS.min(place.width() * 0.4));
        place = rest;
        let left = left.with_max_y(foot);
        ui.painter().rect_filled(left, 0.0, cx.view.theme.panel);
        let mut tools = ui.new_child(UiBuilder::new().id_salt("tools beside").max_rect(left));
        layout::panel(&mut tools, cx, PanelId::Tools, Margin::symmetric(12, 6));
    }
    let visible = place.with_max_y(foot.min(place.max.y));
    let below = panels::panel_below_map::wanted(ui, cx);
    let (visible_part, panel) = match below {
        Some(panel) => {
            let (visible_part, place) = panels::panel_below_map::split(panel, visible);
            (visible_part, Some((panel, place)))
        }
        None => (visible, None),
    };
    // With a panel below it, the map has the room above that panel.
    let own = if panel.is_some() { visible_part } else { place };
    let mut child = ui.new_child(UiBuilder::new().id_salt("map").max_rect(own));
    child.set_clip_rect(visible_part.intersect(ui.clip_rect()));
    canvas.show(&mut child, cx);
    legend(ui, cx, own, visible_part);
    if let Some((panel, place)) = panel {
        let rest = panels::panel_below_map::head(ui, cx, panel, place);
        let mut below = ui.new_child(UiBuilder::new().id_salt("below").max_rect(rest));
        layout::panel(&mut below, cx, panel, Margin::symmetric(12, 6));
    }
}

/// Draws the legend below the map, at its left edge.
fn legend(ui: &mut Ui, cx: &mut Cx<'_>, canvas: Rect, visible_part: Rect) {
    let board = stage_board(cx, canvas);
    let gap = if cx.view.settings.details || canvas.height() < LOW { 8.0 } else { 17.0 };
    let top = board.max.y + gap;
    let room = Rect::from_min_max(pos2(board.min.x, top), pos2(canvas.max.x - SIDE, visible_part.max.y));
    // A row that is not whole is left out.
    let rows = (room.height() / layers::ROW).floor();
    if rows < 1.0 || room.width() < 40.0 {
        return;
    }
    let room = room.with_max_y(room.min.y + rows * layers::ROW);
    let mut child = ui.new_child(UiBuilder::new().id_salt("legend row").max_rect(room));
    structure::region(&child, Role::Region, "Legend");
    child.set_clip_rect(room.intersect(ui.clip_rect()));
    layers::legend_row(&mut child, cx);
}

/// Draws the sentence, the player and the timeline into the strip.
fn details(ui: &mut Ui, cx: &mut Cx<'_>, strip: Rect) {
    let inner = strip.shrink2(vec2(SIDE, 10.0));
    let mut ui = ui.new_child(UiBuilder::new().id_salt("details").max_rect(inner));
    ui.set_clip_rect(strip.intersect(ui.clip_rect()));
    time(&mut ui, cx);
}

/// Draws the sentence, the player and the timeline.
pub(crate) fn time(ui: &mut Ui, cx: &mut Cx<'_>) {
    structure::region(ui, Role::Region, TIME);
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut part = |ui: &mut Ui, landmark, draw: &mut dyn FnMut(&mut Ui, &mut Cx<'_>)| {
        let top = ui.cursor().min;
        draw(ui, cx);
        let bottom = ui.cursor().min.y - ui.spacing().item_spacing.y;
        let rect = Rect::from_min_max(top, pos2(ui.max_rect().max.x, bottom));
        tour::mark(cx.view, landmark, rect.expand2(vec2(6.0, 2.0)));
    };
    part(ui, Landmark::Sentence, &mut |ui, cx| sentence::show(ui, cx));
    // The sentence has a varying number of widgets, so the ids below must not depend on it.
    part(ui, Landmark::Player, &mut |ui, cx| {
        style::steady(ui, "transport", |ui| panels::transport::show(ui, cx));
    });
    part(ui, Landmark::Timeline, &mut |ui, cx| {
        style::steady(ui, "timeline", |ui| panels::timeline::show(ui, cx));
    });
}
