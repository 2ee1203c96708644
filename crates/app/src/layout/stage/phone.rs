//! The stage in a narrow window: the map, the text, *Ask about a cell* and *Details*, the bar, and the buttons under the
//! thumb. With *Details*, and for other panels, the sheet takes its place.

use super::{bar, parts, stops};
use crate::canvas::{self, Canvas};
use crate::debugger::session::command::Mode;
use crate::debugger::session::window::PanelId;
use crate::layout::tour::{self, Landmark};
use crate::panels::tasks;
use crate::view::{Cx, focus, structure};
use egui::accesskit::Role;
use egui::{Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

/// Least padding at both sides, and largest width of the text and the buttons, in points.
const SIDE: f32 = 20.0;
const WIDEST: f32 = 640.0;
/// Height of the buttons, and their distance from the foot, in points.
const BUTTONS: f32 = 48.0;
const FOOT: f32 = 16.0;
/// Height of the bar, and of the row above it, in points.
const BAR: f32 = 44.0;
const ROW: f32 = 44.0;
/// Share of the height that the text has.
const SHARE: f32 = 0.31;

/// Returns whether a narrow window shows the stage.
pub(crate) fn is_on(cx: &Cx<'_>) -> bool {
    let lesson = cx.view.narrow.is_some_and(|narrow| narrow.shows_lesson());
    let edits = cx.session.hand().mode == Mode::Edit && tasks::needs_tools(cx);
    lesson && super::is_on(cx.view) && !cx.view.settings.details && !edits
}

/// Draws the stage.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>, canvas: &mut Canvas) {
    tasks::note_first_numbers(cx);
    let (all, theme) = (ui.available_rect_before_wrap(), cx.view.theme.clone());
    ui.allocate_rect(all, Sense::hover());
    let foot = BUTTONS + FOOT + BAR + ROW;
    let text = (all.height() * SHARE).max(96.0);
    let (map, words) = all.split_top_bottom_at_y(all.max.y - foot - text);
    canvas.show(&mut ui.new_child(UiBuilder::new().id_salt("map").max_rect(map)), cx);
    ui.painter().rect_filled(words, 0.0, theme.panel);
    tour::mark(cx.view, Landmark::Side, words);
    let inner = words.shrink2(vec2(SIDE.max((words.width() - WIDEST) / 2.0), 0.0));
    let place = Rect::from_min_size(inner.min, vec2(inner.width() + 10.0, text));
    let mut body = ui.new_child(UiBuilder::new().id_salt("lesson").max_rect(place));
    focus::in_panel(&mut body, cx.view, PanelId::Lesson);
    let here = stops::at_hand(cx.session, cx.view);
    let area = ScrollArea::vertical().id_salt(("lesson", cx.session.scene_number(), here));
    area.auto_shrink(false).show(&mut body, |ui| {
        ui.set_width(inner.width().min(ui.available_width()));
        ui.add_space(16.0);
        canvas::at_head(ui, cx);
        parts::text(ui, cx, false);
        ui.add_space(8.0);
    });
    let mut ui = ui.new_child(UiBuilder::new().id_salt("time").max_rect(words.with_min_y(place.max.y)));
    structure::region(&ui, Role::Region, super::TIME);
    let ui = &mut ui;
    let row = Rect::from_min_size(pos2(inner.min.x, place.max.y), vec2(inner.width(), ROW));
    parts::questions(ui, cx, row);
    let line = Rect::from_min_size(pos2(inner.min.x, row.max.y), vec2(inner.width(), BAR));
    bar::show(ui, cx, line, line.center().y, false);
    let buttons = Rect::from_min_size(pos2(inner.min.x, line.max.y), vec2(inner.width(), BUTTONS));
    let (play, turning) = buttons.split_left_right_at_x(buttons.min.x + 56.0);
    bar::play_button(ui, cx, play);
    parts::turning(ui, cx, turning.with_min_x(turning.min.x + 8.0), true);
}
