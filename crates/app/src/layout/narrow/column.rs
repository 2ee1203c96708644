//! Draws the column: the bar at the top, the map, the sentence, the player, and the sheet over them.

use super::sheet::{LOWEST, Stop};
use super::{FINGER, Narrow, tabs, title};
use crate::canvas::sentence::{NARROW_LINE, NARROW_LINES};
use crate::canvas::{self, Canvas};
use crate::debugger::session::command::WindowCommand;
use crate::debugger::session::window::PanelId;
use crate::formats::plain::thousands;
use crate::panels::timeline::Detail;
use crate::panels::transport::Widths;
use crate::panels::{slides, timeline, tools, transport};
use crate::style::fonts::{self, Icon};
use crate::style::steady;
use crate::view::Cx;
use crate::{
    canvas::sentence, layout, layout::stage, panels::banner, panels::menu, view::notice_lines, view::structure,
};
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Button, CentralPanel, CornerRadius, Frame, Galley, Id, Label, Layout, Margin, Panel, Rect, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_tiles::Tree;
use std::sync::Arc;

/// Height of the bar at the top, in points.
const TOP: f32 = 48.0;
/// Padding at both sides, in points.
const SIDE: f32 = 16.0;
/// Space between the rows of the player, in points.
const GAP: f32 = 8.0;
/// Height of the line with event and step, in points.
const COUNT: f32 = 18.0;
/// Height of the sentence with its padding, in points.
const SENTENCE: f32 = 10.0 + NARROW_LINES * NARROW_LINE;
/// Height of everything between the map and the lowest stop of the sheet, in points.
const PLAYER: f32 = SENTENCE + GAP + FINGER + GAP + FINGER + 2.0 + COUNT + 12.0;
/// Height of the player at the foot of a raised sheet, in points.
const FOOT: f32 = 64.0;
/// Radius of the upper corners of the sheet, in points.
const RADIUS: u8 = 14;

/// Draws everything.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    canvas: &mut Canvas,
    tree: &Tree<PanelId>,
    drawn: impl FnOnce(&mut Cx<'_>),
) {
    let theme = cx.view.theme.clone();
    bar(ui, cx);
    banner::show(ui, cx);
    notice_lines::show(ui, cx);
    CentralPanel::default().frame(Frame::new().fill(theme.window)).show(ui, |ui| {
        drawn(cx);
        if stage::phone::is_on(cx) {
            return stage::phone::show(ui, cx, canvas);
        }
        let room = ui.available_rect_before_wrap();
        ui.allocate_rect(room, Sense::hover());
        let Some(narrow) = &mut cx.view.narrow else { return };
        let at_once = ui.style().animation_time == 0.0;
        let (height, moving) = narrow.sheet.advance(room.height(), ui.input(|i| i.time), at_once);
        if moving {
            ui.ctx().request_repaint();
        }
        let sheet = room.with_min_y(room.max.y - height);
        let words = room.max.y - LOWEST - PLAYER;
        let map = room.with_max_y(words.min(sheet.min.y));
        canvas.show(&mut ui.new_child(UiBuilder::new().id_salt("map").max_rect(map)), cx);
        if sheet.min.y > words + SENTENCE {
            let below = Rect::from_min_max(pos2(room.min.x, words), pos2(room.max.x, room.max.y - LOWEST));
            player(&mut part(ui, "player", below.shrink2(vec2(SIDE, 0.0)), below), cx);
        } else {
            sentence::unseen(ui, cx, Rect::from_min_size(map.left_bottom(), vec2(room.width(), 0.0)));
        }
        draw_sheet(ui, cx, sheet, room, tree);
    });
}

/// Creates the part of the window for a rectangle. Nothing is drawn outside `clip`.
fn part(ui: &mut Ui, name: &str, rect: Rect, clip: Rect) -> Ui {
    let mut part = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
    part.set_clip_rect(clip.intersect(ui.clip_rect()));
    part
}

/// Draws the bar at the top.
pub(crate) fn bar(ui: &mut Ui, cx: &mut Cx<'_>) {
    let bar = Frame::new().fill(cx.view.theme.window).inner_margin(Margin::symmetric(2, 2));
    let top = Panel::top("menu").frame(bar).exact_size(TOP).show_separator_line(false);
    top.show(ui, |ui| {
        structure::region(ui, egui::accesskit::Role::Banner, "Bar at the top");
        head(ui, cx);
    });
}

/// Draws the content of the bar: the menu, the title, *whole map*, and the link to this moment.
fn head(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        menu::menu(ui, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if stage::phone::is_on(cx) {
                if let Some(place) = menu::place_on_route(cx) {
                    ui.add_space(10.0);
                    ui.label(RichText::new(place).size(14.0).color(cx.view.theme.weak));
                    ui.add_space(4.0);
                }
            } else {
                menu::icon(ui, cx, Icon::LINK, "Copy link to this moment", WindowCommand::CopyLink);
            }
            if cx.view.start_page.is_shown() {
                return;
            }
            whole_map(ui, cx);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let own = &cx.session.scene().title;
                let own = if own.is_empty() { "Untitled" } else { own };
                let mark = if cx.session.document().loses_work() { " •" } else { "" };
                let text =
                    RichText::new(format!("{own}{mark}")).font(fonts::semibold(15.0)).color(cx.view.theme.strong);
                structure::heading(&ui.add(Label::new(text).truncate().selectable(false)), 1);
            });
        });
    });
}

/// Draws the button that shows the whole map, or the part around the sentence's cell again.
fn whole_map(ui: &mut Ui, cx: &mut Cx<'_>) {
    let whole = cx.view.narrow.is_some_and(|narrow| narrow.whole) && cx.view.camera.fit;
    let (name, help) =
        if whole { ("Near map", "Shows the cells of the sentence.") } else { ("Whole map", "Shows the whole map.") };
    let response = ui.add(Button::new("").frame(false).min_size(vec2(FINGER, FINGER)));
    let ink = if whole { cx.view.theme.now } else { cx.view.theme.weak };
    let sign = Rect::from_center_size(response.rect.center(), vec2(14.0, 14.0));
    for corner in [sign.left_top(), sign.right_top(), sign.left_bottom(), sign.right_bottom()] {
        let inwards = (sign.center() - corner) * vec2(0.6, 0.6);
        let angle = vec![corner + vec2(inwards.x, 0.0), corner, corner + vec2(0.0, inwards.y)];
        ui.painter().add(egui::Shape::line(angle, Stroke::new(1.5, ink)));
    }
    if response.accessible_name(name).on_hover_text(help).clicked() {
        cx.send(WindowCommand::Fit);
    }
}

/// Draws the sentence, the buttons, the timeline, and the numbers of event and step.
fn player(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(10.0);
    let sentence = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), SENTENCE - 10.0));
    sentence::show(&mut ui.new_child(UiBuilder::new().id_salt("sentence").max_rect(sentence)), cx);
    ui.advance_cursor_after_rect(sentence);
    ui.add_space(GAP);
    steady(ui, "transport", |ui| buttons(ui, cx));
    ui.add_space(GAP);
    steady(ui, "timeline", |ui| timeline::strip(ui, cx, FINGER, Detail::All));
    ui.add_space(2.0);
    steady(ui, "count", |ui| count(ui, cx));
}

/// Draws the plates with the buttons that step and play, and with the chooser of ties.
fn buttons(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let plate = |ui: &Ui, wide: f32, fill| {
            let rect = Rect::from_min_size(ui.cursor().min, vec2(wide, FINGER));
            ui.painter().rect_filled(rect, CornerRadius::same(7), fill);
        };
        let fill = cx.view.theme.widget;
        plate(ui, 156.0, fill);
        let widths = Widths { step: 48.0, play: 60.0, target: (ui.available_width() - 156.0 - GAP - 96.0).max(40.0) };
        transport::steps(ui, cx, widths);
        ui.add_space(GAP);
        plate(ui, widths.target + 96.0, fill);
        transport::stops(ui, cx, widths);
    });
}

/// Lays out words and numbers in turn, the numbers stronger.
fn numbers(ui: &Ui, cx: &Cx<'_>, parts: &[&str], fonts: [egui::FontId; 2]) -> Arc<Galley> {
    let formats = [cx.view.theme.weak, cx.view.theme.strong];
    let formats: Vec<TextFormat> = fonts.into_iter().zip(formats).map(|(f, c)| TextFormat::simple(f, c)).collect();
    let mut job = LayoutJob::default();
    for (part, format) in parts.iter().zip(formats.iter().cycle()) {
        job.append(part, 0.0, format.clone());
    }
    ui.painter().layout_job(job)
}

/// Draws the number of the event at the left, and that of the step at the right.
fn count(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(replay) = cx.session.replay() else { return };
    let (cursor, steps) = (replay.cursor(), replay.steps());
    let step = steps.partition_point(|&i| (i as usize) < cursor);
    let [number, len] = [cursor, replay.len()].map(|moment| thousands(replay.number_of_moment(moment)));
    let [step, steps] = [step, steps.len()].map(thousands);
    let fonts = || [fonts::text(13.0), fonts::semibold(13.0)];
    let event = numbers(ui, cx, &["event ", &number, &format!(" of {len}")], fonts());
    let step = numbers(ui, cx, &["step ", &step, &format!(" of {steps}")], fonts());
    ui.spacing_mut().interact_size.y = COUNT;
    ui.horizontal(|ui| {
        ui.add(Label::new(event).selectable(false));
        // The steps before a window are not counted.
        if replay.trace().first() == 0 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(Label::new(step).selectable(false)));
        }
    });
}

/// Draws the sheet: its ground, the grabber, and what there is room for.
fn draw_sheet(ui: &mut Ui, cx: &mut Cx<'_>, rect: Rect, room: Rect, tree: &Tree<PanelId>) {
    let theme = cx.view.theme.clone();
    let Some(Narrow { sheet, front, .. }) = cx.view.narrow else { return };
    let low = rect.height() < LOWEST + 40.0;
    // The ground keeps what is below it from being pressed, and moves the sheet where nothing else is dragged.
    let ground = ui.interact(rect, Id::unique("sheet"), Sense::drag());
    let corners = CornerRadius { nw: RADIUS, ne: RADIUS, sw: 0, se: 0 };
    let line = Stroke::new(1.0, theme.hover);
    ui.painter().rect(rect.expand2(vec2(1.0, 0.0)), corners, theme.sheet(), line, StrokeKind::Inside);
    let grip = Rect::from_center_size(pos2(rect.center().x, rect.min.y + 10.5), vec2(36.0, 4.0));
    ui.painter().rect_filled(grip, 2.0, theme.faint);
    if low {
        let inner = rect.shrink2(vec2(SIDE, 0.0)).with_min_y(rect.min.y + 20.0);
        peek(&mut part(ui, "peek", inner, rect), cx, front);
    } else {
        let row = Rect::from_min_size(rect.min + vec2(0.0, 14.0), vec2(rect.width(), FINGER));
        tab_row(ui, cx, row, front, tree);
        let foot = rect.with_min_y(rect.max.y - FOOT);
        let body = Rect::from_min_max(row.left_bottom() + vec2(0.0, 1.0), foot.right_top());
        if body.height() > 24.0 {
            // Each panel keeps its own place.
            let mut body = part(ui, front.id(), body, body);
            layout::panel(&mut body, cx, front, Margin { left: SIDE as i8, right: SIDE as i8 - 4, top: 8, bottom: 0 });
        }
        pinned(&mut part(ui, "foot", foot, foot), cx);
    }
    // The grabber comes last, so that a finger that reaches a little over it still takes it.
    let foot = rect.min.y + if low { 20.0 } else { 14.0 };
    let zone = Rect::from_min_max(pos2(rect.min.x, foot - FINGER), pos2(rect.max.x, foot));
    let zone = Rect::from_center_size(zone.center(), vec2(FINGER * 3.0, FINGER));
    let grabber = ui.interact(zone, Id::unique("grabber of the sheet"), Sense::click_and_drag());
    let name = if sheet.stop == Stop::Middle { "Lower the sheet" } else { "Raise the sheet" };
    grabber.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let velocity = ui.input(|i| i.pointer.velocity());
    if let Some(narrow) = &mut cx.view.narrow {
        for response in [&ground, &grabber] {
            narrow.sheet.follow(response, velocity, room.height());
        }
        if grabber.clicked() || ground.drag_stopped() || grabber.drag_stopped() {
            ui.ctx().request_repaint();
        }
    }
}

/// Draws what the lowest stop has room for: the slides and a headline, the selected cell, or the brush.
fn peek(ui: &mut Ui, cx: &mut Cx<'_>, front: PanelId) {
    let selected = cx.session.display_state().selected.filter(|&cell| cx.session.scene().size().contains(cell));
    match selected.filter(|_| front == PanelId::Cell) {
        Some(cell) => canvas::brief(ui, cx, cell),
        None if front == PanelId::Tools => tools::in_hand(ui, cx),
        None => slides::brief(ui, cx),
    }
}

/// Draws the tabs of the panels. More of them than fit can be pushed to the side.
fn tab_row(ui: &mut Ui, cx: &mut Cx<'_>, row: Rect, front: PanelId, tree: &Tree<PanelId>) {
    let theme = cx.view.theme.clone();
    let inner = row.shrink2(vec2(SIDE, 0.0));
    ui.painter().hline(inner.x_range(), row.max.y, Stroke::new(1.0, theme.line));
    let mut selected_tab = None;
    let all = tabs(cx, front, tree);
    let mut ui = part(ui, "tabs", inner, row.expand2(vec2(0.0, 2.0)));
    let area = ScrollArea::horizontal()
        .id_salt("tabs")
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden);
    area.show(&mut ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 24.0;
            ui.spacing_mut().button_padding.x = 0.0;
            for panel in all {
                let here = panel == front;
                let ink = if here { theme.strong } else { theme.weak };
                let text = RichText::new(title(panel)).font(fonts::medium(14.0)).color(ink);
                let tab = ui.add(Button::new(text).frame(false).min_size(vec2(0.0, FINGER)));
                tab.widget_info(|| WidgetInfo::selected(Role::Tab, true, here, title(panel)));
                if here {
                    let line = tab.rect.with_min_y(tab.rect.max.y - 2.0);
                    ui.painter().rect_filled(line, 1.0, theme.now);
                }
                if tab.clicked() {
                    selected_tab = Some(panel);
                }
            }
        });
    });
    if let Some((narrow, panel)) = cx.view.narrow.as_mut().zip(selected_tab) {
        narrow.turn_to(panel);
        ui.ctx().request_repaint();
    }
}

/// Draws the player at the foot of the raised sheet: the buttons, the time, and the number of the event.
fn pinned(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (rect, theme) = (ui.max_rect(), cx.view.theme.clone());
    ui.painter().rect_filled(rect, 0.0, theme.window);
    ui.painter().hline(rect.x_range(), rect.min.y, Stroke::new(1.0, theme.line));
    let inner = rect.shrink2(vec2(SIDE, 10.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center)));
    ui.spacing_mut().item_spacing.x = 0.0;
    steady(&mut ui, "transport", |ui| {
        ui.horizontal(|ui| {
            // On the ground of the window, only the play button has a plate.
            ui.visuals_mut().widgets.inactive.weak_bg_fill = theme.window;
            transport::steps(ui, cx, Widths { step: FINGER, play: 52.0, target: 0.0 });
        });
    });
    ui.add_space(GAP);
    let (cursor, len) = cx.session.numbers();
    let mono = [fonts::mono(12.0), fonts::mono_semibold(12.0)];
    let words = numbers(&ui, cx, &["", &thousands(cursor), &format!(" of {}", thousands(len))], mono);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(Label::new(words).selectable(false));
        ui.add_space(GAP);
        steady(ui, "timeline", |ui| timeline::strip(ui, cx, FINGER, Detail::Progress));
    });
}
