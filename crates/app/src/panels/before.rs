//! The answer to *why this before that?* for two cells: a sentence, a table of both at the deciding moment, and when
//! each was open.

use crate::debugger::SessionCommand;
use crate::debugger::lab::before::{Before, Side, before};
use crate::debugger::lab::ending::readable;
use crate::formats::plain::thousands;
use crate::style::fonts::{self, Icon};
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Align, Button, Frame, Id, Label, Layout, Margin, Rect, RichText, Sense, Stroke, Ui, UiBuilder, pos2, vec2};
use gridscope_trace::{Cell, Replay};
use std::sync::Arc;

/// Returns the two cells that the user asks about, if both are on the map.
pub(crate) fn compared_cells(ui: &Ui, cx: &Cx<'_>) -> Option<[Cell; 2]> {
    let (scene, cells) = ui.data(|d| d.get_temp::<(u64, [Cell; 2])>(id()))?;
    let size = cx.session.scene().size();
    (scene == cx.session.scene_number() && cells.iter().all(|&cell| size.contains(cell))).then_some(cells)
}

/// Asks about two cells of the opened scene with this number.
pub(crate) fn ask(ctx: &egui::Context, scene: u64, cells: [Cell; 2]) {
    ctx.data_mut(|d| d.insert_temp(id(), (scene, cells)));
}

fn id() -> Id {
    Id::unique("why this before that")
}

/// Draws the card, if the user has asked.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (Some(cells), Some(replay)) = (compared_cells(ui, cx), cx.session.replay()) else { return };
    let theme = cx.view.theme.clone();
    let found = memo(ui, id().with("answer"), (cx.session.generation(), cells), || Arc::new(before(replay, cells)));
    let [one, two] = found.as_ref().as_ref().map_or(cells, |found| [found.sides[0].cell, found.sides[1].cell]);
    let frame = Frame::new().stroke(Stroke::new(1.25, theme.brackets)).corner_radius(8);
    frame.inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            let cross = Button::new(Icon::X.text(13.0).color(theme.weak)).frame(false);
            if ui.add(cross).accessible_name("Close this answer").clicked() {
                ui.data_mut(|d| d.remove::<(u64, [Cell; 2])>(id()));
            }
            ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                let title = RichText::new(format!("Why {one} before {two}?")).font(fonts::semibold(14.0));
                ui.add(Label::new(title.color(theme.strong)).wrap());
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

/// Draws the numbers of both cells at the deciding moment, and the difference: a line for each number.
fn table(ui: &mut Ui, theme: &Theme, found: &Before) {
    let [one, two] = &found.sides;
    let number = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), readable);
    let since = |side: &Side| side.open_since.map_or_else(|| "–".to_owned(), thousands);
    let name = |text: &str| RichText::new(text).size(12.0).color(theme.faint);
    let value = |text: String, ink| RichText::new(text).font(fonts::mono(12.5)).color(ink);
    let both = one.open_since.is_some() && two.open_since.is_some();
    let cells = [one, two].map(|side| value(side.cell.to_string(), theme.link));
    let [a, b] = cells;
    line(ui, [name(&format!("at {}", thousands(found.event))), a, b, name(if both { "diff" } else { "" })]);
    for (own, (&x, &y)) in found.names.iter().zip(one.numbers.iter().zip(&two.numbers)) {
        let difference = x.zip(y).filter(|_| both).map_or_else(String::new, |(x, y)| readable(x - y));
        let [a, b] = [x, y].map(|x| value(number(x), theme.text));
        line(ui, [name(own), a, b, value(difference, theme.weak)]);
    }
    let [a, b] = [one, two].map(|side| value(since(side), theme.link));
    line(ui, [name("since"), a, b, name("")]);
}

/// Shares of the columns of the table: names, both cells, and the difference.
const COLUMNS: [f32; 4] = [0.24, 0.3, 0.3, 0.16];

/// Draws a line of the table. Its columns share the width of the card.
fn line(ui: &mut Ui, texts: [RichText; 4]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let mut left = rect.min.x;
    for (text, share) in texts.into_iter().zip(COLUMNS) {
        let place = Rect::from_min_size(pos2(left, rect.min.y), vec2(rect.width() * share - 2.0, rect.height()));
        left += rect.width() * share;
        let layout = Layout::left_to_right(Align::Center);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
        let text = fonts::one_line(&inner, text);
        inner.add(text);
    }
}

/// Draws a bar for each cell, from where it was opened to where it was expanded, with the deciding moment and now.
fn spans(ui: &mut Ui, theme: &Theme, replay: &Replay, found: &Before) {
    const ROW: f32 = 18.0;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 2.0 * ROW + 4.0), Sense::hover());
    let painter = ui.painter();
    let names =
        found.sides.each_ref().map(|side| painter.layout_no_wrap(side.cell.to_string(), fonts::mono(12.0), theme.link));
    let named = names.iter().map(|name| name.size().x).fold(0.0, f32::max);
    let line = Rect::from_min_max(pos2(rect.left() + named + 10.0, rect.top()), rect.max - vec2(6.0, 0.0));
    let x = |event: usize| line.left() + event as f32 / replay.len().max(1) as f32 * line.width();
    for (k, (side, name)) in found.sides.iter().zip(names).enumerate() {
        let y = rect.top() + ROW * (k as f32 + 0.5) + 2.0;
        painter.galley(pos2(rect.left(), y - name.size().y / 2.0), name, theme.link);
        painter.hline(line.x_range(), y, Stroke::new(1.0, theme.line));
        let Some((from, to)) = span(side, replay) else { continue };
        let bar = Rect::from_x_y_ranges(x(from)..=x(to).max(x(from) + 2.0), y - 4.0..=y + 4.0);
        painter.rect_filled(bar, 1.0, if k == 0 { theme.frontier } else { theme.frontier.gamma_multiply(0.5) });
    }
    painter.vline(x(found.event), line.y_range(), Stroke::new(2.0, theme.strong));
    painter.vline(x(replay.cursor()), line.y_range(), Stroke::new(2.0, theme.now));
    let describe_side = |side: &Side| match span(side, replay) {
        Some((from, _)) => match side.expanded {
            Some(to) => format!("{}: open from event {from}, expanded at event {to}", side.cell),
            None => format!("{}: open from event {from}, never expanded", side.cell),
        },
        None => format!("{}: not open then", side.cell),
    };
    let text = format!(
        "{}\n{}\nLines: the deciding event in the colour of titles, now in the colour of the cursor.",
        describe_side(&found.sides[0]),
        describe_side(&found.sides[1])
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &text));
    response.on_hover_text(&text);
}

/// Returns the events between which a cell was open.
fn span(side: &Side, replay: &Replay) -> Option<(usize, usize)> {
    side.open_since.map(|from| (from, side.expanded.unwrap_or_else(|| replay.len())))
}
