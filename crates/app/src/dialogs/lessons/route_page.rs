//! The upper part of the lessons page: the lesson that comes next, and the route in its parts.

use super::card::paint_picture;
use super::{Page, heading};
use crate::debugger::{Command, SessionCommand, WindowCommand};
use crate::presets::{self, ROUTE, place_on_route, route};
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::structure;
use egui::text::LayoutJob;
use egui::{
    Align2, Button, Color32, CornerRadius, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo,
    pos2, vec2,
};

/// Height of the card of the next lesson, and size of its picture, in points.
const CARD: f32 = 148.0;
const CARD_PICTURE: Vec2 = vec2(232.0, 132.0);
/// Height of the card below its picture in a narrow window, in points, and height of that picture as a share of its width.
const NARROW_CARD: f32 = 142.0;
const SHARE_OF_HEIGHT: f32 = 0.58;
/// Gap between parts and least width of one, in points.
const APART: f32 = 24.0;
const LEAST_PART: f32 = 168.0;
/// Distance of the rows of a part, and diameter of a node, in points.
const ROW: f32 = 64.0;
const NODE: f32 = 22.0;
/// Width of a part from which its pictures are large, and from which it has pictures, in points.
const LARGE_PICTURE: f32 = 240.0;
const SMALL_PICTURE: f32 = 200.0;

/// Draws the card of the first lesson that is not done.
pub(super) fn next_lesson(ui: &mut Ui, page: &mut Page<'_>) {
    let Some((preset, slide)) = page.view.journey.next_on_route().and_then(|(id, k)| Some((presets::find(id)?, k)))
    else {
        return;
    };
    let Some(lesson) = page.entries().find(|entry| entry.name == preset.id) else { return };
    let theme = page.view.theme.clone();
    let is_narrow = ui.available_width() < 640.0;
    let (title, about) = (lesson.title.clone(), lesson.about.clone());
    let wide = ui.available_width();
    // In a narrow window, the picture is above the words and fills the width.
    let picture =
        if is_narrow { vec2(wide - 16.0, ((wide - 16.0) * SHARE_OF_HEIGHT).min(CARD_PICTURE.x)) } else { CARD_PICTURE };
    let height = if is_narrow { picture.y + NARROW_CARD } else { CARD };
    let (rect, _) = ui.allocate_exact_size(vec2(wide, height), Sense::hover());
    let painter = ui.painter().clone();
    painter.rect_filled(rect, CornerRadius::same(8), theme.panel);
    let picture = Rect::from_min_size(rect.min + vec2(8.0, 8.0), picture);
    painter.rect_filled(picture, CornerRadius::same(6), theme.canvas);
    let scale = ui.pixels_per_point();
    let board = picture.width() - 20.0;
    if let Some(texture) = page.view.pictures.large(preset.id, board, scale) {
        let size = texture.size_vec2() / scale;
        paint_picture(ui, texture.id(), size, picture, Color32::WHITE);
    } else if let Some(texture) = page.view.pictures.small(preset.id) {
        // Until the large picture is drawn, the small one has its size.
        let size = texture.size_vec2();
        let fit = ((picture.size() - vec2(20.0, 20.0)) / size).min_elem();
        paint_picture(ui, texture.id(), size * fit, picture, Color32::WHITE);
    }
    let left = if is_narrow { rect.min.x + 20.0 } else { picture.max.x + 40.0 };
    let top = if is_narrow { picture.max.y } else { rect.min.y };
    let size = vec2(if is_narrow { wide - 32.0 } else { 176.0 }, 44.0);
    let right = rect.max.x - if is_narrow { 16.0 } else { 32.0 };
    let middle = if is_narrow { rect.max.y - 16.0 - 22.0 } else { rect.center().y };
    let place = Rect::from_min_max(pos2(right - size.x, middle - 22.0), pos2(right, middle + 22.0));
    let number = place_on_route(preset.id).map_or(1, |place| place + 1);
    let at = if slide > 0 { format!(" · slide {}", slide + 1) } else { String::new() };
    let above = format!("Lesson {number} of {}{at}", route().count());
    let text_right = if is_narrow { rect.max.x - 16.0 } else { place.min.x - 24.0 };
    let mut text = ui
        .new_child(UiBuilder::new().max_rect(Rect::from_min_max(pos2(left, top + 16.0), pos2(text_right, rect.max.y))));
    text.spacing_mut().item_spacing.y = 5.0;
    text.add_space(if is_narrow { 0.0 } else { 18.0 });
    text.label(RichText::new(above).font(fonts::text(13.0)).color(theme.weak));
    let one_line = |ui: &mut Ui, text: String, font, ink| {
        let mut job = LayoutJob::simple(text, font, ink, ui.available_width());
        job.wrap.max_rows = 1;
        ui.add(egui::Label::new(job).selectable(false));
    };
    one_line(&mut text, title, fonts::semibold(if is_narrow { 18.0 } else { 22.0 }), theme.strong);
    if !is_narrow {
        one_line(&mut text, about, fonts::text(15.0), theme.text);
    }
    let word = if page.view.journey.is_begun() { "Continue" } else { "Begin" };
    let face = (
        egui::Atom::grow(),
        RichText::new(word).font(fonts::semibold(15.0)).color(theme.now_ink),
        Icon::ARROW_RIGHT.text(16.0).color(theme.now_ink),
        egui::Atom::grow(),
    );
    let mut row = ui.new_child(UiBuilder::new().max_rect(place));
    let marks = page.selection.marks_next();
    let button = Button::new(face).fill(theme.now).corner_radius(8).min_size(size).sense(Sense::CLICK);
    let button = row.add(button).accessible_name(word);
    if marks {
        ring(&row, &theme, button.rect);
    }
    page.selection.offer(&button, WindowCommand::ContinueRoute);
    ui.add_space(36.0);
}

/// Draws a ring around the chosen entry.
fn ring(ui: &Ui, theme: &Theme, rect: Rect) {
    let stroke = Stroke::new(2.0, theme.link);
    ui.painter().rect_stroke(rect.expand(3.0), CornerRadius::same(10), stroke, StrokeKind::Outside);
}

/// Draws the route: its parts beside each other, as many as fit.
pub(super) fn parts(ui: &mut Ui, page: &mut Page<'_>) {
    let done = page.view.journey.done_on_route();
    heading(ui, page.view, "The route", &format!("{done} of {} done", route().count()));
    ui.add_space(14.0);
    let wide = ui.available_width();
    let columns = (((wide + APART) / (LEAST_PART + APART)).floor().max(1.0) as usize).min(ROUTE.len());
    let part_width = (wide - APART * (columns - 1) as f32) / columns as f32;
    let mut number = 0;
    for row in ROUTE.chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = APART;
            for part in row {
                ui.vertical(|ui| {
                    ui.set_width(part_width);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    let title = RichText::new(part.title).font(fonts::medium(13.0)).color(page.view.theme.weak);
                    structure::heading(&ui.label(title), 3);
                    ui.add_space(10.0);
                    for (k, id) in part.lessons.iter().enumerate() {
                        number += 1;
                        lesson(ui, page, (id, number), (part_width, k + 1 < part.lessons.len()));
                    }
                });
            }
        });
        ui.add_space(20.0);
    }
    ui.add_space(16.0);
}

/// Draws a lesson of the route: its node, picture and title.
fn lesson(ui: &mut Ui, page: &mut Page<'_>, (id, number): (&'static str, usize), (width, is_followed): (f32, bool)) {
    let theme = page.view.theme.clone();
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::CLICK);
    let is_done = page.view.journey.is_done(id);
    let is_next = page.view.journey.next_on_route().is_some_and(|(next, _)| next == id);
    let marks = page.selection.marks_next();
    let command: Command =
        if is_next { WindowCommand::ContinueRoute.into() } else { SessionCommand::OpenPreset(id).into() };
    page.selection.offer(&response, command);
    let state = if is_done { ", done" } else { "" };
    let name = format!("Lesson {number} of the route: {id}{state}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
    let Some(entry) = page.entries().find(|entry| entry.name == id) else { return };
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect.expand2(vec2(8.0, -3.0)), CornerRadius::same(8), theme.panel);
    }
    if marks {
        ring(ui, &theme, rect.shrink2(vec2(0.0, 4.0)));
    }
    let centre = pos2(rect.min.x + NODE / 2.0, rect.center().y);
    if is_followed {
        let line = Stroke::new(2.0, if is_done { theme.weak } else { theme.line });
        let reach = vec2(0.0, NODE / 2.0 + 3.0);
        painter.line_segment([centre + reach, centre + vec2(0.0, ROW) - reach], line);
    }
    if is_done {
        painter.circle_filled(centre, NODE / 2.0, theme.weak);
        painter.text(centre, Align2::CENTER_CENTER, Icon::CHECK.letter, Icon::CHECK.font(13.0), theme.canvas);
    } else {
        let (fill, ink) = if is_next { (theme.now, theme.now_ink) } else { (Color32::TRANSPARENT, theme.weak) };
        let rim = if is_next { Stroke::NONE } else { Stroke::new(1.5, theme.line) };
        painter.circle(centre, NODE / 2.0 - 0.5, fill, rim);
        painter.text(centre, Align2::CENTER_CENTER, number, fonts::medium(11.0), ink);
    }
    let mut x = rect.min.x + NODE + 14.0;
    let picture = match width {
        width if width >= LARGE_PICTURE => vec2(76.0, 50.0),
        width if width >= SMALL_PICTURE => vec2(56.0, 40.0),
        _ => Vec2::ZERO,
    };
    if picture.x > 0.0 {
        let frame = Rect::from_min_size(pos2(x, rect.center().y - picture.y / 2.0), picture);
        painter.rect_filled(frame, CornerRadius::same(4), theme.panel);
        if let Some(texture) = page.view.pictures.small(id) {
            let tint = if is_done { Color32::from_white_alpha(110) } else { Color32::WHITE };
            paint_picture(ui, texture.id(), texture.size_vec2(), frame, tint);
        }
        x = frame.max.x + 12.0;
    }
    let (font, ink) = match (is_next, is_done) {
        (true, _) => (fonts::semibold(13.0), theme.strong),
        (_, true) => (fonts::text(13.0), theme.weak),
        _ => (fonts::text(13.0), theme.strong),
    };
    let mut job = LayoutJob::simple(entry.title.clone(), font, ink, rect.max.x - x);
    job.wrap.max_rows = 3;
    let title = ui.painter().layout_job(job);
    ui.painter().galley(pos2(x, rect.center().y - title.size().y / 2.0), title, ink);
    let help = entry.help();
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(help);
}
