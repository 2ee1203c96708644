//! The card of the selected cell: one line in the margin of the map, connected to the cell by a thin line.

use super::clamped::between;
use crate::debugger::session::command::{SessionCommand, WindowCommand};
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::panels::cell::answers;
use crate::style::fonts;
use crate::view::Cx;
use crate::view::notices::keep_clear;
use crate::view::shortcuts::hint;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Button, CornerRadius, Frame, Label, Layout, Margin, Popup, PopupCloseBehavior, Rect, Stroke, StrokeKind, Ui,
    UiBuilder, pos2, vec2,
};
use gridscope_trace::geometry::Cell;

/// Minimum height of a margin that fits the card, in points.
pub(super) const ROOM: f32 = 58.0;
const HEIGHT: f32 = 46.0;
/// Minimum width of a canvas that shows the card, in points: the buttons, and the cell's coordinates.
const NARROWEST: f32 = 280.0;
/// Largest distance between the name and the value of an item, in points. Items are farther apart.
const LETTERS_APART: f32 = 5.0;
/// Width of the space between two items, in points.
const SPACE: f32 = 4.0;
/// Width of the answer to *why*, in points.
const WHY: f32 = 460.0;

/// Draws the card below or above the map. Returns whether there was room for it.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, canvas: Rect, board: Rect, cell: Cell, square: Rect) -> bool {
    let theme = cx.view.theme.clone();
    let below = canvas.max.y - board.max.y >= ROOM;
    let above = board.min.y - canvas.min.y >= ROOM + 26.0;
    if !(below || above) || canvas.width() < NARROWEST || !canvas.intersects(square) {
        return false;
    }
    let mut job = words(cx, cell);
    let galley = ui.painter().layout_job(job.clone());
    let width = (galley.size().x + 250.0).min(canvas.width() - 16.0);
    let half = 8.0 + width / 2.0;
    let middle = between(square.center().x, canvas.min.x + half, canvas.max.x - half);
    let y = if below { canvas.max.y - HEIGHT - 6.0 } else { canvas.min.y + 30.0 };
    let rect = Rect::from_min_size(pos2(middle - width / 2.0, y), vec2(width, HEIGHT));
    let painter = ui.painter();
    // The line runs along the border of the column, so that it crosses no number.
    let side = between(square.min.x, rect.min.x + 10.0, rect.max.x - 10.0);
    let foot = if below { pos2(side, rect.min.y) } else { pos2(side, rect.max.y) };
    let from = if below { pos2(side, square.max.y + 3.0) } else { pos2(side, square.min.y - 3.0) };
    painter.line_segment([from, foot], Stroke::new(3.0, theme.halo.gamma_multiply(0.7)));
    painter.line_segment([from, foot], Stroke::new(1.25, theme.brackets));
    keep_clear(ui.ctx(), rect);
    painter.rect(rect, CornerRadius::same(8), theme.panel, Stroke::new(1.25, theme.brackets), StrokeKind::Inside);
    let inner = rect.shrink2(vec2(14.0, 8.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center)));
    ui.spacing_mut().item_spacing.x = 6.0;
    buttons(&mut ui, cx, cell, canvas.width());
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        job.wrap.max_rows = 1;
        ui.add(Label::new(job).wrap().selectable(false));
    });
    true
}

/// Draws the card at the top of a panel if there is no room beside the map.
pub(crate) fn at_head(ui: &mut Ui, cx: &mut Cx<'_>) {
    // A panel drawn before the map uses the value of the last frame.
    let Some(cell) = cx.view.card.filter(|&cell| cx.session.display_state().selected == Some(cell)) else { return };
    let (theme, wide) = (cx.view.theme.clone(), ui.ctx().content_rect().width());
    let frame = Frame::new().stroke(Stroke::new(1.25, theme.brackets)).corner_radius(8);
    frame.inner_margin(Margin::symmetric(10, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        let mut job = words(cx, cell);
        if cx.view.settings.arrangement == Arrangement::Debug {
            // In a low window, the lists below need the height.
            job.wrap.max_rows = 1;
        }
        ui.add(Label::new(job).wrap().selectable(false));
        ui.horizontal_wrapped(|ui| buttons(ui, cx, cell, wide));
    });
    ui.add_space(4.0);
}

/// Draws the words of a cell in one line, and the buttons below them.
pub(crate) fn brief(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell) {
    let (mut job, wide) = (words(cx, cell), ui.ctx().content_rect().width());
    (job.wrap.max_rows, job.wrap.break_anywhere) = (1, true);
    ui.add(Label::new(job).wrap().selectable(false));
    ui.horizontal(|ui| buttons(ui, cx, cell, wide));
}

/// Draws buttons with further questions about the cell. The popup of an answer is at most `wide` points wide.
fn buttons(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell, wide: f32) {
    let history = Button::new("History");
    if ui.add(history).on_hover_text("Everything that ever happened to this cell, in Debug").clicked() {
        show_in_debug(cx);
        cx.send(WindowCommand::ShowPanel(PanelId::Cell));
    }
    if ui.button("Why not").on_hover_text(hint(SessionCommand::WhyNotHere)).clicked() {
        show_in_debug(cx);
        cx.send(SessionCommand::WhyNot(cell));
        cx.send(WindowCommand::ShowPanel(PanelId::Cell));
    }
    if let Some(replay) = cx.session.replay().filter(|replay| !replay.holders(cell).is_empty()) {
        // The answer opens over the card. Its links go to earlier moments.
        let why = ui.button("Why").on_hover_text("What this came from, and that from, link by link.");
        let answer = Popup::from_toggle_button_response(&why).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        answer.show(|ui| {
            ui.set_width(WHY.min(wide - 24.0).max(120.0));
            answers::because(ui, cx, replay, (cell, answers::HIGHEST));
        });
    }
}

/// Switches to Debug, which has the panel *Cell*. In a narrow window every arrangement has it.
fn show_in_debug(cx: &mut Cx<'_>) {
    if cx.view.narrow.is_none() {
        cx.send(WindowCommand::Arrange(Arrangement::Debug));
    }
}

/// Lays out the cell's coordinates, its tile, and all its numbers.
fn words(cx: &Cx<'_>, cell: Cell) -> LayoutJob {
    let (theme, session) = (&cx.view.theme, cx.session);
    let mut job = LayoutJob::default();
    let mut add = |text: &str, font: egui::FontId, colour, space: f32| {
        let format = TextFormat { valign: Align::Center, ..TextFormat::simple(font, colour) };
        if space > LETTERS_APART {
            // A line may end before a new item, and nowhere within it.
            job.append(" ", space - SPACE, format.clone());
        }
        job.append(text, if space > LETTERS_APART { 0.0 } else { space }, format);
    };
    add(&cell.to_string(), fonts::mono_semibold(14.0), theme.strong, 0.0);
    if session.shown_runs().nth(1).is_some() {
        add("in A", fonts::text(13.0), theme.weak, 6.0);
    }
    let all = session.describe_cell(cell);
    let state = all.state.map(|(_, name)| name.to_string());
    let descriptions: Vec<String> = all.ground.into_iter().chain(state).collect();
    add(&descriptions.join(", "), fonts::text(13.0), theme.weak, 14.0);
    for (layer, name, value) in all.numbers {
        let is_current_layer = layer == session.display_state().layer;
        let (font, colour) =
            if is_current_layer { (fonts::mono_semibold(14.0), theme.strong) } else { (fonts::mono(14.0), theme.text) };
        add(&name, fonts::text(13.0), theme.weak, 12.0);
        add(&value.to_string(), font, colour, 5.0);
    }
    if let Some(from) = all.parent {
        add("from", fonts::text(13.0), theme.weak, 12.0);
        add(&from.to_string(), fonts::mono(14.0), theme.link, 5.0);
    }
    job
}
