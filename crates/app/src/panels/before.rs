//! The answer to *why this before that?* for two cells: a sentence, a table of both at the deciding moment, and when
//! each was open.

use super::plots::thousands;
use crate::core::{Cell, Replay};
use crate::debugger::SessionCommand;
use crate::debugger::before::{Before, Side, before};
use crate::debugger::ending::readable;
use crate::fonts::{self, Icon};
use crate::memo::memo;
use crate::theme::Theme;
use crate::view::Cx;
use egui::{
    Align, Align2, Button, Frame, Grid, Id, Label, Layout, Margin, Rect, RichText, Sense, Stroke, Ui, pos2, vec2,
};
use std::sync::Arc;

/// Returns the two cells that the user asks about, if both are on the map.
pub(crate) fn asked(ui: &Ui, cx: &Cx<'_>) -> Option<[Cell; 2]> {
    let (scene, cells) = ui.data(|d| d.get_temp::<(u64, [Cell; 2])>(id()))?;
    let size = cx.session.scene().size();
    (scene == cx.session.scene_number && cells.iter().all(|&cell| size.contains(cell))).then_some(cells)
}

/// Asks about two cells.
pub(crate) fn ask(ctx: &egui::Context, cx: &Cx<'_>, cells: [Cell; 2]) {
    ctx.data_mut(|d| d.insert_temp(id(), (cx.session.scene_number, cells)));
}

fn id() -> Id {
    Id::unique("why this before that")
}

/// Draws the card, if the user has asked.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (Some(cells), Some(replay)) = (asked(ui, cx), cx.session.replay()) else { return };
    let theme = cx.view.theme.clone();
    let found = memo(ui, id().with("answer"), (cx.session.generation, cells), || Arc::new(before(replay, cells)));
    let [one, two] = found.as_ref().as_ref().map_or(cells, |found| [found.sides[0].cell, found.sides[1].cell]);
    let frame = Frame::new().stroke(Stroke::new(1.25, theme.brackets)).corner_radius(8);
    frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let title = RichText::new(format!("Why {one} before {two}?")).font(fonts::semibold(14.0));
            ui.label(title.color(theme.strong));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let cross = Button::new(Icon::X.text(13.0).color(theme.weak)).frame(false);
                if ui.add(cross).accessible_name("Close this answer").clicked() {
                    ui.data_mut(|d| d.remove::<(u64, [Cell; 2])>(id()));
                }
            });
        });
        match found.as_ref() {
            Err(why) => _ = ui.add(Label::new(RichText::new(why).color(theme.text)).wrap()),
            Ok(found) => answer(ui, cx, replay, &theme, found),
        }
    });
    ui.add_space(6.0);
}

fn answer(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, found: &Before) {
    ui.add(Label::new(RichText::new(&found.answer).color(theme.text)).wrap());
    ui.add_space(4.0);
    table(ui, theme, found);
    ui.add_space(4.0);
    spans(ui, theme, replay, found);
    ui.horizontal_wrapped(|ui| {
        let go = ui.button(format!("Go to event {}", thousands(found.event)));
        if go.on_hover_text("The moment just before the first of them is expanded is one step back.").clicked() {
            cx.send(SessionCommand::Seek(found.event));
        }
        if ui.button("Copy").on_hover_text("Copies the answer as text.").clicked() {
            ui.ctx().copy_text(found.answer.clone());
        }
    });
}

/// Draws the numbers of both cells at the deciding moment, and the difference.
fn table(ui: &mut Ui, theme: &Theme, found: &Before) {
    let number = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), readable);
    Grid::new("why before").num_columns(found.names.len() + 2).spacing(vec2(14.0, 2.0)).show(ui, |ui| {
        ui.label(RichText::new(format!("at event {}", thousands(found.event))).size(12.0).color(theme.faint));
        for name in found.names.iter().map(String::as_str).chain(["open since"]) {
            ui.label(RichText::new(name).size(12.0).color(theme.faint));
        }
        ui.end_row();
        for side in &found.sides {
            ui.label(RichText::new(side.cell.to_string()).font(fonts::mono(12.5)).color(theme.link));
            for &x in &side.numbers {
                ui.label(RichText::new(number(x)).font(fonts::mono(12.5)).color(theme.text));
            }
            let since = side.open_since.map_or_else(|| "–".to_owned(), thousands);
            ui.label(RichText::new(since).font(fonts::mono(12.5)).color(theme.link));
            ui.end_row();
        }
        if found.sides.iter().all(|side| side.open_since.is_some()) {
            ui.label(RichText::new("difference").size(12.0).color(theme.weak));
            let [one, two] = &found.sides;
            for (x, y) in one.numbers.iter().zip(&two.numbers) {
                let difference = x.zip(*y).map(|(x, y)| x - y);
                ui.label(RichText::new(number(difference)).font(fonts::mono(12.5)).color(theme.weak));
            }
            ui.end_row();
        }
    });
}

/// Draws a bar for each cell, from where it was opened to where it was expanded, with the deciding moment and now.
fn spans(ui: &mut Ui, theme: &Theme, replay: &Replay, found: &Before) {
    const ROW: f32 = 18.0;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 2.0 * ROW + 4.0), Sense::hover());
    let line = Rect::from_min_max(pos2(rect.left() + 64.0, rect.top()), rect.max - vec2(6.0, 0.0));
    let x = |event: usize| line.left() + event as f32 / replay.len().max(1) as f32 * line.width();
    let painter = ui.painter();
    for (k, side) in found.sides.iter().enumerate() {
        let y = rect.top() + ROW * (k as f32 + 0.5) + 2.0;
        let at = pos2(rect.left(), y);
        painter.text(at, Align2::LEFT_CENTER, side.cell.to_string(), fonts::mono(12.0), theme.link);
        painter.hline(line.x_range(), y, Stroke::new(1.0, theme.line));
        let Some((from, to)) = span(side, replay) else { continue };
        let bar = Rect::from_x_y_ranges(x(from)..=x(to).max(x(from) + 2.0), y - 4.0..=y + 4.0);
        painter.rect_filled(bar, 1.0, if k == 0 { theme.frontier } else { theme.frontier.gamma_multiply(0.5) });
    }
    painter.vline(x(found.event), line.y_range(), Stroke::new(2.0, theme.strong));
    painter.vline(x(replay.cursor()), line.y_range(), Stroke::new(2.0, theme.now));
    let said = |side: &Side| match span(side, replay) {
        Some((from, _)) => match side.expanded {
            Some(to) => format!("{}: open from event {from}, expanded at event {to}", side.cell),
            None => format!("{}: open from event {from}, never expanded", side.cell),
        },
        None => format!("{}: not open then", side.cell),
    };
    let text = format!(
        "{}\n{}\nLines: the deciding event in the colour of titles, now in the colour of the cursor.",
        said(&found.sides[0]),
        said(&found.sides[1])
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &text));
    response.on_hover_text(&text);
}

/// Returns the events between which a cell was open.
fn span(side: &Side, replay: &Replay) -> Option<(usize, usize)> {
    side.open_since.map(|from| (from, side.expanded.unwrap_or_else(|| replay.len())))
}
