//! The column at the right of the map: the titles, the text, *Ask about a cell*, *Details*, *Back* and *Next*.

use super::{SIDE, parts};
use crate::debugger::session::window::PanelId;
use crate::layout;
use crate::style::fonts::{self, Icon};
use crate::view::{Cx, focus};
use egui::{Button, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};

/// Padding above the titles, in points.
const ABOVE: f32 = 48.0;
/// Distances of the buttons and of the row above them from the foot, in points.
const BUTTONS: f32 = 22.0;
const ROW: f32 = 116.0;

/// Draws the column. A panel that the user asked for has the place of the lesson, until *Back to the lesson*.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let all = ui.available_rect_before_wrap();
    ui.allocate_rect(all, egui::Sense::hover());
    if let Some(panel) = cx.view.stage.panel {
        return in_place_of_lesson(ui, cx, panel, all);
    }
    let inner = all.shrink2(vec2(SIDE, 0.0));
    let row = Rect::from_min_max(pos2(inner.min.x, all.max.y - ROW - parts::ROW), pos2(inner.max.x, all.max.y - ROW));
    let buttons = Rect::from_min_max(
        pos2(inner.min.x, all.max.y - BUTTONS - parts::HIGH),
        pos2(inner.max.x, all.max.y - BUTTONS),
    );
    let card = Rect::from_min_max(inner.min, pos2(inner.max.x, row.min.y - 8.0));
    let foot = parts::card(ui, cx, card);
    // In a low window, the titles begin higher.
    let above = ABOVE.min(all.height() * 0.06);
    // The scroll bar is in the padding, so that lines have the whole width.
    let text = Rect::from_min_max(pos2(inner.min.x, all.min.y), pos2(all.max.x - 14.0, foot - 8.0));
    let mut body = ui.new_child(UiBuilder::new().id_salt("lesson").max_rect(text));
    focus::in_panel(&mut body, cx.view, PanelId::Lesson);
    let area = ScrollArea::vertical().id_salt((
        "lesson",
        cx.session.scene_number(),
        super::stops::at_hand(cx.session, cx.view),
    ));
    area.auto_shrink(false).show(&mut body, |ui| {
        ui.set_width(inner.width().min(ui.available_width()));
        ui.add_space(above);
        parts::text(ui, cx, true);
        ui.add_space(16.0);
    });
    parts::questions(ui, cx, row);
    parts::turning(ui, cx, buttons, false);
}

/// Draws a panel in place of the lesson, below a button that brings the lesson back.
pub(super) fn in_place_of_lesson(ui: &mut Ui, cx: &mut Cx<'_>, panel: PanelId, all: Rect) {
    let theme = cx.view.theme.clone();
    let (head, body) = all.split_top_bottom_at_y(all.min.y + 40.0);
    let mut line = ui.new_child(UiBuilder::new().id_salt("head").max_rect(head.shrink2(vec2(12.0, 6.0))));
    line.horizontal_centered(|ui| {
        let face = (Icon::ARROW_LEFT.text(14.0), RichText::new("Lesson").font(fonts::medium(13.0)));
        if ui.add(Button::new(face)).accessible_name("Back to the lesson").clicked() {
            cx.view.stage.panel = None;
        }
        ui.label(RichText::new(panel.title()).font(fonts::medium(13.0)).color(theme.strong));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let width = ui.available_width();
            crate::panels::tab_row::controls(ui, cx, panel, width);
        });
    });
    ui.painter().hline(all.x_range(), head.max.y, egui::Stroke::new(1.0, theme.line));
    let mut body = ui.new_child(UiBuilder::new().id_salt(panel.id()).max_rect(body));
    body.set_clip_rect(body.max_rect().intersect(ui.clip_rect()));
    layout::panel(&mut body, cx, panel, layout::panes::margin(panel));
}
