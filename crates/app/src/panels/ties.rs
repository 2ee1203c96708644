//! Ties: which candidates were equal, what decided and with which dice, and what another rule would have done.

use super::open_list::{RowLook, RowText};
use super::plots::counted_from;
use crate::debugger::Session;
use crate::debugger::session::Run;
use crate::debugger::session::command::{SessionCommand, Stride};
use crate::formats::plain::thousands;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Align2, Button, FontId, Id, Label, RichText, Sense, Stroke, Ui, pos2, vec2};
use gridscope_trace::event::capital;
use gridscope_trace::params::{Kind, Param};
use gridscope_trace::tool::ToolAction;
use gridscope_trace::trace::replay::Tie;
use gridscope_trace::{Cell, Replay};
use serde_json::Value;
use std::sync::Arc;

/// Maximum number of outcome fields compared.
const OUTCOMES: usize = 8;
/// Maximum number of cells listed from a tie.
const MAX_CELLS: usize = 60;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 25.0;
        match cx.session.replay() {
            Some(replay) => at_cursor(ui, cx, replay, &theme),
            None => {
                ui.label(RichText::new("Nothing is recorded yet: the run's ties appear here.").color(theme.weak));
            }
        }
        other_rules(ui, cx, &theme);
        outcomes(ui, cx, &theme);
        other_runs(ui, cx);
    });
}

/// Draws the number of ties, the cursor's position among them, and the tie at the cursor.
fn at_cursor(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme) {
    counted_from(ui, replay, theme);
    let (ties, cursor) = (replay.ties(), replay.cursor());
    if ties.is_empty() {
        let text = if replay.charts().is_empty() {
            "Nothing was ever equal in this run. Open ground without walls, or four neighbours, make ties."
        } else {
            "This run counts the results of its ties instead of showing each: the panel Charts has the counts."
        };
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        return;
    }
    let last = cursor.checked_sub(1);
    let before = ties.partition_point(|&i| (i as usize) < cursor);
    let here = last.filter(|&last| ties.binary_search(&(last as u32)).is_ok());
    let all = thousands(ties.len());
    let text = match (here, before) {
        (Some(_), k) => format!("= Tie {} of {all}", thousands(k)),
        (None, 0) => format!("Before the first of {all}"),
        (None, k) if k == ties.len() => format!("After the last of {all}"),
        (None, k) => format!("Between {} and {} of {all}", thousands(k), thousands(k + 1)),
    };
    ui.label(RichText::new(text).size(16.0).color(if here.is_some() { theme.tie } else { theme.text }));
    ui.horizontal_wrapped(|ui| {
        for (name, command) in
            [("Previous tie", SessionCommand::Back(Stride::Tie)), ("Next tie", SessionCommand::Forward(Stride::Tie))]
        {
            if ui.button(name).on_hover_text(hint(&command)).clicked() {
                cx.send(command);
            }
        }
    });
    if let Some(tie) = here.and_then(|event| tie_now(ui, cx.session, replay, event)) {
        one(ui, cx, theme, &tie);
    } else {
        let text = "The last event is not a tie. Next tie shows what was equal and what decided.";
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
    }
}

/// Returns the tie at an event. Cached while the cursor rests there.
fn tie_now(ui: &Ui, session: &Session, replay: &Replay, event: usize) -> Option<Arc<Tie>> {
    memo(ui, Id::unique("tie now"), (session.generation(), event), || replay.tie(event).map(Arc::new))
}

/// Draws a tie: what was equal, all candidates, the rule and the dice.
fn one(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, tie: &Tie) {
    ui.add(Label::new(RichText::new(capital(&tie.what)).strong()).wrap());
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (i, (cell, apart)) in tie.candidates.iter().take(MAX_CELLS).enumerate() {
            let is_chosen = *cell == tie.chosen;
            let mut text = RowText::new(ui);
            text.mono(if is_chosen { "▶ " } else { "  " }, theme.now);
            text.mono(&format!("{:<9}", cell.to_string()), theme.text);
            text.body(apart, theme.weak);
            if is_chosen {
                text.body("  chosen", theme.now);
            }
            let name = format!("Tied {cell}, {apart}{}", if is_chosen { ", chosen" } else { "" });
            let lit = is_chosen || cx.session.display_state().hovered == Some(*cell);
            let response = text.show(
                ui,
                i,
                &name,
                RowLook { fill: lit.then_some(theme.current_background()), ..RowLook::default() },
            );
            if response.hovered() {
                cx.view.point_at = Some(*cell);
            }
            if response.on_hover_text("A click selects the cell.").clicked() {
                cx.send(SessionCommand::Select(Some(*cell)));
            }
        }
    });
    if tie.candidates.len() > MAX_CELLS {
        ui.label(
            RichText::new(format!("… and {} more", thousands(tie.candidates.len() - MAX_CELLS))).color(theme.weak),
        );
    }
    ui.add(Label::new(format!("Rule: {}.", tie.rule)).wrap());
    dice(ui, theme, tie);
}

/// Draws the number rolled on a line from 0 to 1, with the part that leads to this outcome.
fn dice(ui: &mut Ui, theme: &Theme, tie: &Tie) {
    let Some(roll) = tie.roll else {
        ui.label(RichText::new("No dice: the rule decides alone, the same each time.").color(theme.weak));
        return;
    };
    let probability = tie.probability.unwrap_or(1.0).clamp(0.0, 1.0);
    // Low rolls choose the candidate that came last.
    let changed = tie.candidates.last().is_some_and(|(cell, _)| *cell == tie.chosen) && roll < probability;
    let threshold = if changed { probability } else { 1.0 - probability };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width().max(1.0), 34.0), Sense::hover());
    let bar = rect.shrink2(vec2(8.0, 0.0)).with_max_y(rect.top() + 16.0);
    let x = |t: f64| bar.left() + bar.width() * t.clamp(0.0, 1.0) as f32;
    ui.painter().rect_filled(bar, 3.0, theme.bar().gamma_multiply(0.35));
    ui.painter().rect_filled(bar.with_max_x(x(threshold)), 3.0, theme.tie.gamma_multiply(0.6));
    ui.painter().vline(x(roll), (bar.top() - 2.0)..=(bar.bottom() + 2.0), Stroke::new(3.0, theme.text));
    let tip = pos2(x(roll), bar.bottom() + 2.0);
    let triangle = vec![tip, tip + vec2(-5.0, 7.0), tip + vec2(5.0, 7.0)];
    ui.painter().add(egui::Shape::convex_polygon(triangle, theme.text, Stroke::NONE));
    for (t, align) in [(0.0, Align2::LEFT_BOTTOM), (1.0, Align2::RIGHT_BOTTOM)] {
        let at = pos2(x(t), rect.bottom());
        ui.painter().text(at, align, format!("{t}"), FontId::monospace(12.5), theme.weak);
    }
    let name = format!("Dice: rolled {roll:.4}, threshold {threshold:.4}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
    response.on_hover_text("The line from 0 to 1: a roll in the coloured part on the left changes to the new arrival, one right of it keeps what was.");
    let sign = if changed { "<" } else { "≥" };
    let does = if changed { "So it changes" } else { "So it stays" };
    ui.add(Label::new(RichText::new(format!("rolled {roll:.4} {sign} {threshold:.4}")).monospace()).wrap());
    ui.add(Label::new(format!("{does}; this had probability {probability:.4}.")).wrap());
}

/// Draws the parameters that decide ties, with a button for each choice. A click runs again at once.
fn other_rules(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let card = cx.session.card();
    let params = card.tie_params.iter().filter_map(|name| card.params.iter().find(|p| p.name == *name));
    let mut any = false;
    for param in params {
        if !any {
            ui.separator();
            ui.label(RichText::new("What would another rule do?").strong())
                .on_hover_text("A click runs again at once. The previous run becomes run B, to compare.");
            any = true;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(param.name).color(theme.weak)).on_hover_text(param.help);
            let now = current(cx.session, param);
            for value in choices(param) {
                let text = plain(&value);
                let is_current = now.as_deref() == Some(&text);
                let response = ui.add(Button::selectable(is_current, &text).frame_when_inactive(true));
                let response = response.accessible_name(format!("{} {text}", param.name));
                if response.on_hover_text(param.help).clicked() && !is_current {
                    cx.send(SessionCommand::SetParam(param.name.to_owned(), value));
                }
            }
        });
    }
}

/// Returns the values of a parameter if they are a short list.
fn choices(param: &Param) -> Vec<Value> {
    match param.kind {
        Kind::Choice(words) => words.iter().map(|&w| w.into()).collect(),
        Kind::Flag => vec![true.into(), false.into()],
        Kind::Int(low, high) if high.saturating_sub(low) < 12 => (low..=high).map(Value::from).collect(),
        _ => Vec::new(),
    }
}

/// Returns the current value of a parameter, as on its button.
fn current(session: &Session, param: &Param) -> Option<String> {
    use gridscope_trace::params::Default as D;
    if let Some(value) = session.scene().run.params.0.get(param.name).filter(|v| !v.is_null()) {
        return Some(plain(value));
    }
    match param.default {
        D::Int(n) => Some(n.to_string()),
        D::Real(x) => Some(x.to_string()),
        D::Flag(on) => Some(plain(&on.into())),
        D::Word(word) => Some(word.to_owned()),
        D::Auto => None,
    }
}

/// Formats a JSON value for the user.
fn plain(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Null => "—".to_owned(),
        Value::Array(all) => format!("{} in all", all.len()),
        other => other.to_string(),
    }
}

/// Draws the outcomes of this run and of the previous one.
fn outcomes(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    let (Some(main), Some(other)) = (&session.opened().main, &session.opened().previous) else {
        ui.label(RichText::new("Change a rule, and the previous run stays here as run B.").color(theme.weak));
        return;
    };
    ui.separator();
    let (a, b) = (main.replay.outcome(), other.replay.outcome());
    egui::Grid::new("outcomes").num_columns(3).min_row_height(18.0).spacing(vec2(16.0, 3.0)).show(ui, |ui| {
        ui.label(RichText::new("Outcome").strong());
        for (title, run) in [("A, now", main), ("B, before", other)] {
            let response =
                ui.label(RichText::new(title).strong()).on_hover_text("Hover lights the run's path on the map.");
            if response.hovered() {
                cx.view.point_at_path = path(run);
            }
        }
        ui.end_row();
        let fields = a.as_object().into_iter().flatten().filter(|(_, x)| !x.is_object()).take(OUTCOMES);
        for (field, x) in fields {
            let Some(y) = b.get(field) else { continue };
            ui.label(RichText::new(field).color(theme.weak));
            let colour = if x == y { theme.text } else { theme.now };
            for (value, run) in [(x, main), (y, other)] {
                let response = ui.label(RichText::new(plain(value)).monospace().color(colour));
                if response.hovered() && field == "path" {
                    cx.view.point_at_path = path(run);
                }
            }
            ui.end_row();
        }
        ui.label(RichText::new("ties").color(theme.weak));
        ui.label(RichText::new(thousands(main.replay.ties().len())).monospace());
        ui.label(RichText::new(thousands(other.replay.ties().len())).monospace());
        ui.end_row();
    });
    let (one, two) = (path(main), path(other));
    if !one.is_empty() && !two.is_empty() {
        let apart = one.iter().zip(&two).find(|(x, y)| x != y).map(|(x, _)| *x);
        let text = match apart {
            _ if one == two => "= The path is the same.".to_owned(),
            Some(cell) => format!("≠ The paths differ from {cell} on."),
            None => "≠ One path is longer.".to_owned(),
        };
        let response = ui.add(Label::new(text).wrap().sense(Sense::hover()));
        if response.hovered() && apart.is_some() {
            cx.view.point_at = apart;
        }
    }
    let face = Button::selectable(session.opened().comparing, "Compare side by side").frame_when_inactive(true);
    if ui.add(face).on_hover_text(hint(SessionCommand::ToggleCompare)).clicked() {
        cx.send(SessionCommand::ToggleCompare);
    }
}

/// Returns the path in a run's outcome.
fn path(run: &Run) -> Vec<Cell> {
    let cells = run.replay.outcome().get("path").and_then(Value::as_array);
    let cell = |v: &Value| {
        let at = |i: usize| v.get(i).and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok());
        Some(Cell::new(at(0)?, at(1)?))
    };
    cells.map_or_else(Vec::new, |all| all.iter().filter_map(cell).collect())
}

/// Draws buttons for other algorithms that suit the same map, such as one that samples many runs of this one.
fn other_runs(ui: &mut Ui, cx: &mut Cx<'_>) {
    for tool in cx.session.card().tools.iter().filter(|t| matches!(t.does, ToolAction::Run(_))) {
        ui.separator();
        super::findings::button(ui, cx, tool);
    }
}
