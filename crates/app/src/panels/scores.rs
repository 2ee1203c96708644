//! Scores as tables: every candidate with its terms, and why it lost.

use super::open_list::{RowLook, RowText, sentence};
use super::params::control::plain;
use super::params::default;
use crate::debugger::lab::what_would_win::decision;
use crate::debugger::session::background::work::Task;
use crate::debugger::{Session, SessionCommand};
use crate::formats::plain::thousands;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::view::Cx;
use egui::{Id, Label, RichText, ScrollArea, Slider, SliderClamping, Ui};
use gridscope_trace::params::{Kind, Param};
use gridscope_trace::trace::replay::{Replay, Row, Table};
use std::sync::Arc;

/// Maximum number of rows listed from a table.
const MAX_ROWS: usize = 400;
/// Maximum width of a column in characters, before its text is cut.
const WIDEST: usize = 22;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(replay) = cx.session.replay() else {
        ui.label(RichText::new("Nothing is recorded yet: what the run weighs appears here.").color(theme.weak));
        return;
    };
    let tables = tables_now(ui, cx.session, replay);
    if tables.is_empty() {
        let text = "Nothing is weighed at this moment. Where an algorithm chooses between candidates, they stand here \
                    with their numbers and the reason that each lost.";
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        sliders(ui, cx);
        would(ui, cx, &tables);
        for (t, table) in tables.iter().enumerate() {
            ui.push_id(t, |ui| one(ui, cx, table, MAX_ROWS));
            ui.add_space(8.0);
        }
    });
}

/// Draws controls for the parameters of the scores. The run is decided again while the user moves them.
fn sliders(ui: &mut Ui, cx: &mut Cx<'_>) {
    let card = cx.session.card();
    let params: Vec<_> =
        card.score_params.iter().filter_map(|name| card.params.iter().find(|p| p.name == *name)).collect();
    if params.is_empty() {
        return;
    }
    // On one line if there is room, because the tables below matter more.
    let columns = ((ui.available_width() / 170.0) as usize).min(params.len()).max(1);
    ui.columns(columns, |uis| {
        for (i, param) in params.into_iter().enumerate() {
            match param.kind {
                Kind::Int(low, high) => slider(&mut uis[i % columns], cx, param, (low, high)),
                _ => super::params::row(&mut uis[i % columns], cx, param),
            }
        }
    });
    ui.add_space(4.0);
}

/// Draws a slider for a whole number, up to four times its default. Typing can go to the end of its range.
fn slider(ui: &mut Ui, cx: &mut Cx<'_>, param: &'static Param, (low, high): (i64, i64)) {
    let default = default(param).and_then(|v| v.as_i64());
    let scene_value = cx.session.scene().run.params.0.get(param.name).and_then(serde_json::Value::as_i64);
    let Some(mut n) = scene_value.or(default) else {
        // The algorithm decides by itself.
        return super::params::row(ui, cx, param);
    };
    let top = default.map_or(high, |d| (d * 4).max(20)).max(n).min(high);
    let slider = Slider::new(&mut n, low..=top).clamping(SliderClamping::Never).integer();
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(param.name).on_hover_text(param.help);
        ui.spacing_mut().interact_size.x = 30.0;
        ui.spacing_mut().slider_width = (ui.available_width() - 42.0).clamp(30.0, 140.0);
        ui.add(slider).accessible_name(format!("{} slider", param.name))
    });
    let response = row.inner;
    if response.on_hover_text(format!("{}\nDrag it: everything is decided again.", param.help)).changed() {
        cx.send(SessionCommand::SetParam(param.name.to_owned(), n.min(high).max(low).into()));
    }
}

/// Shows what would have to change for the selected candidate to win.
fn would(ui: &mut Ui, cx: &mut Cx<'_>, tables: &[Table]) {
    let session = cx.session;
    let Some(cell) = session.display_state().selected.filter(|_| !session.card().score_params.is_empty()) else {
        return;
    };
    let rows: Vec<&Row> = tables.iter().flat_map(|t| &t.rows).filter(|r| r.cell == Some(cell)).collect();
    if rows.is_empty() || session.replay().and_then(Replay::decided) == Some(cell) {
        return;
    }
    let Some(decision) = session.replay().map(decision) else { return };
    ui.horizontal_wrapped(|ui| {
        let task = Task::WhatWouldWin(cell, decision);
        if session.work().tasks.task() == Some(&task) {
            ui.spinner();
        } else if ui
            .button(format!("What would make {cell} win?"))
            .on_hover_text("For each of these parameters, the nearest value at which this cell is chosen.")
            .clicked()
        {
            cx.send(SessionCommand::Begin(task));
        }
        match session.work().tasks.winning.as_ref().filter(|w| w.0 == cell) {
            Some((_, all)) if all.is_empty() => _ = ui.label("None of these parameters alone."),
            Some((_, all)) => {
                for w in all {
                    let text = format!("{} {} instead of {}", w.param, plain(&w.to), plain(&w.from));
                    if ui.button(text).on_hover_text("Sets it. Undo takes it back.").clicked() {
                        cx.send(SessionCommand::SetParam(w.param.clone().into_owned(), w.to.clone()));
                    }
                }
            }
            None => {}
        }
        if let Some(problem) = session.work().tasks.problem(|t| matches!(t, Task::WhatWouldWin(..))) {
            ui.label(format!("{problem}."));
        }
    });
    ui.add_space(4.0);
}

/// Returns the tables at the cursor. Cached while the cursor rests.
fn tables_now(ui: &Ui, session: &Session, replay: &Replay) -> Arc<Vec<Table>> {
    memo(ui, Id::unique("tables now"), (session.generation(), replay.cursor()), || Arc::new(replay.tables()))
}

/// Draws the first tables of the moment with a few rows each, for a lesson. Tables of candidates come first.
pub(super) fn brief(ui: &mut Ui, cx: &mut Cx<'_>, rows: usize) {
    let Some(tables) = cx.session.replay().map(|replay| tables_now(ui, cx.session, replay)) else { return };
    let mut tables: Vec<&Table> = tables.iter().collect();
    tables.sort_by_key(|t| !t.candidates);
    for (t, table) in tables.into_iter().take(2).enumerate() {
        ui.add_space(10.0);
        ui.push_id(("brief table", t), |ui| one(ui, cx, table, rows));
    }
}

fn one(ui: &mut Ui, cx: &mut Cx<'_>, table: &Table, most: usize) {
    let theme = cx.view.theme.clone();
    ui.add(Label::new(RichText::new(&table.title).font(fonts::medium(13.0)).color(theme.weak)).wrap());
    let mut columns: Vec<Column> = (0..table.columns.len()).map(|c| Column::of(table, c)).collect();
    if most < MAX_ROWS {
        // A narrow table shows as many columns as fit. The tooltip shows all.
        let letter = ui.fonts_mut(|f| f.glyph_width(&egui::TextStyle::Monospace.resolve(ui.style()), '0'));
        let mut room = ui.available_width() - 10.0;
        let fits = |c: &Column| {
            room -= (c.width + 2) as f32 * letter;
            room > 0.0
        };
        let column_count = columns.iter().map(fits).take_while(|&fits| fits).count();
        columns.truncate(column_count.max(1));
    }
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut head = RowText::new(ui);
    for (column, name) in columns.iter().zip(&table.columns) {
        head.mono(&column.fit(name), theme.weak);
    }
    head.show(ui, usize::MAX, &format!("Columns of {}", table.title), RowLook::default());
    for (i, row) in table.rows.iter().take(most).enumerate() {
        let mut text = RowText::new(ui);
        let colour = if row.chosen { theme.strong } else { theme.text };
        for (column, value) in columns.iter().zip(&row.values) {
            text.mono(&column.fit(value), colour);
        }
        let name = format!("{}: {}", table.title, row.values.join(", "));
        let lit = row.cell.is_some() && cx.session.display_state().hovered == row.cell;
        let fill = if row.chosen { Some(theme.current_background()) } else { lit.then_some(theme.hover) };
        let rim = (row.cell.is_some() && cx.session.display_state().selected == row.cell).then_some(theme.link);
        let response = text.show(ui, i, &name, RowLook { fill, rim, ..RowLook::default() });
        if response.hovered() {
            cx.view.point_at = row.cell.or(cx.view.point_at);
        }
        let hint = hover(cx.session, table, row);
        if response.on_hover_text(hint).clicked() {
            if let Some(event) = row.event {
                cx.send(SessionCommand::Seek(event + 1));
            }
            if row.cell.is_some() {
                cx.send(SessionCommand::Select(row.cell));
            }
        }
    }
    if table.rows.len() > most {
        let more = thousands(table.rows.len() - most);
        ui.label(RichText::new(format!("{more} more")).color(theme.weak));
    }
}

/// Layout of a column. Numbers are aligned to the right, so that their digits line up.
struct Column {
    width: usize,
    numbers: bool,
    last: bool,
}

impl Column {
    fn of(table: &Table, c: usize) -> Self {
        let values = || table.rows.iter().filter_map(|r| r.values.get(c));
        let widest = values().map(String::as_str).chain([&*table.columns[c]]).map(|v| v.chars().count()).max();
        let number = |v: &String| v == "—" || v.starts_with(|c: char| c.is_ascii_digit() || "+−-".contains(c));
        Self {
            width: widest.unwrap_or(0).min(WIDEST),
            numbers: values().all(number),
            last: c + 1 == table.columns.len(),
        }
    }

    /// Pads or cuts a value to the width of the column. A last column of text keeps its length.
    fn fit(&self, text: &str) -> String {
        let width = self.width;
        if self.last && !self.numbers {
            return text.to_owned();
        }
        let cut: String = if text.chars().count() > width {
            text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
        } else {
            text.to_owned()
        };
        if self.numbers { format!("{cut:>width$}  ") } else { format!("{cut:<width$}  ") }
    }
}

/// Returns the whole row column by column, and what a click does.
fn hover(session: &Session, table: &Table, row: &Row) -> String {
    let mut lines: Vec<String> = table.columns.iter().zip(&row.values).map(|(c, v)| format!("{c}: {v}")).collect();
    if let Some(event) = row.event {
        lines.push(sentence(session, event));
        lines.push("Click to go to the event that weighed it.".into());
    } else if row.cell.is_some() {
        lines.push("A click selects the cell.".into());
    }
    lines.join("\n")
}
