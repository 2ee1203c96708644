//! The stage in a smaller window: the text is below the map, and the buttons are in one row below it.

use super::{SIDE, bar, column, parts};
use crate::canvas::Canvas;
use crate::canvas::clamped::between;
use crate::debugger::session::window::PanelId;
use crate::layout::tour::{self, Landmark};
use crate::view::structure::region;
use crate::view::{Cx, focus};
use egui::accesskit::Role;
use egui::{CentralPanel, Frame, Panel, Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};

/// Width of the part with *Ask about a cell* and *Details*, in points.
const QUESTIONS: f32 = 176.0;
/// Width of *Back* and *Next* together, in points.
const TURNING: f32 = 260.0;
/// Share of the height that the text has, and its limits in points.
const SHARE: f32 = 0.27;
const LOW_TEXT: f32 = 138.0;
const LOW_STRIP: f32 = 60.0;
const TEXT: (f32, f32) = (104.0, 260.0);
/// Below this height of the room for all parts, the lesson's title and the names below the bar are left out, in points.
const LOW: f32 = 640.0;

/// Draws the stage.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, canvas: &mut Canvas, drawn: impl FnOnce(&mut Cx<'_>)) {
    let theme = cx.view.theme.clone();
    let all = ui.available_rect_before_wrap();
    let panel = cx.view.stage.panel;
    let low = all.height() < LOW;
    let share = if panel.is_some() { 0.5 } else { SHARE };
    let height = between(all.height() * share, TEXT.0, if panel.is_some() { 320.0 } else { TEXT.1 });
    let (height, strip) = if low && panel.is_none() {
        (LOW_TEXT, LOW_STRIP)
    } else {
        (height, if low { LOW_STRIP } else { super::STRIP })
    };
    let foot = Panel::bottom("stage foot").frame(Frame::new().fill(theme.window)).exact_size(strip);
    foot.resizable(false).show_separator_line(false).show(ui, |ui| {
        let rect = ui.available_rect_before_wrap();
        ui.allocate_rect(rect, Sense::hover());
        region(ui, Role::Region, super::TIME);
        let foot = if low { (strip - parts::HIGH) / 2.0 } else { 22.0 };
        let at = pos2(rect.max.x - SIDE - TURNING, rect.max.y - foot - parts::HIGH);
        let turning = Rect::from_min_size(at, vec2(TURNING, parts::HIGH));
        bar::with_play(ui, cx, rect.with_max_x(turning.min.x), turning.min.y, !low);
        parts::turning(ui, cx, turning, false);
    });
    if cx.view.settings.details {
        let time = Panel::bottom("stage details").frame(Frame::new().fill(theme.window)).resizable(false);
        time.show_separator_line(false).show(ui, |ui| {
            Frame::new().inner_margin(egui::Margin::symmetric(16, 4)).show(ui, |ui| super::time(ui, cx));
        });
    }
    let text = Panel::bottom("stage text").frame(Frame::new().fill(theme.panel)).exact_size(height);
    text.resizable(false).show_separator_line(false).show(ui, |ui| {
        let rect = ui.available_rect_before_wrap();
        ui.allocate_rect(rect, Sense::hover());
        tour::mark(cx.view, Landmark::Side, rect);
        region(ui, Role::Complementary, "Lesson");
        if let Some(panel) = panel {
            return column::in_place_of_lesson(ui, cx, panel, rect);
        }
        let (left, right) = rect.split_left_right_at_x(rect.max.x - SIDE - QUESTIONS);
        let mut body = ui.new_child(UiBuilder::new().id_salt("lesson").max_rect(left.with_min_x(left.min.x + SIDE)));
        focus::in_panel(&mut body, cx.view, PanelId::Lesson);
        let here = super::stops::at_hand(cx.session, cx.view);
        let area = ScrollArea::vertical().id_salt(("lesson", cx.session.scene_number(), here));
        area.auto_shrink(false).show(&mut body, |ui| {
            ui.set_max_width(ui.available_width() - 16.0);
            ui.add_space(if low { 8.0 } else { 14.0 });
            crate::canvas::at_head(ui, cx);
            parts::text(ui, cx, !low);
            ui.add_space(8.0);
        });
        let mut side = Rect::from_min_size(pos2(right.min.x, right.min.y + 14.0), vec2(QUESTIONS, parts::ROW));
        parts::ask_row(ui, cx, side);
        side = side.translate(vec2(0.0, parts::ROW + 8.0));
        parts::details_row(ui, cx, side);
    });
    CentralPanel::default().frame(Frame::new().fill(theme.canvas)).show(ui, |ui| {
        drawn(cx);
        let rect = ui.available_rect_before_wrap();
        ui.allocate_rect(rect, Sense::hover());
        super::map(ui, cx, canvas, rect, rect.max.y);
    });
}
