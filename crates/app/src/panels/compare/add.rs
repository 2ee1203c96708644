//! The menu that adds a run: another parameter value, seed, view or algorithm, the previous map, or a file.

use crate::debugger::session::command::{Command, SessionCommand, WindowCommand};
use crate::panels::params::control::word;
use crate::panels::params::default;
use crate::panels::picker;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::Ui;
use egui::containers::menu::{MenuButton, SubMenuButton};
use gridscope_trace::params::{Kind, Param};
use gridscope_trace::scene::AdditionalRun;
use serde_json::Value;

/// Draws the button and its menu.
pub(super) fn menu(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (response, _) = MenuButton::new("+ Add a run").ui(ui, |ui| {
        ui.set_min_width(210.0);
        SubMenuButton::new("Another value of").ui(ui, |ui| {
            for param in cx.session.card().params {
                SubMenuButton::new(param.name).ui(ui, |ui| values(ui, cx, param));
            }
        });
        let run = &cx.session.scene().run;
        let last_seed = run.beside.iter().filter_map(|b| b.seed).max().unwrap_or(run.seed);
        let next = AdditionalRun { seed: Some(last_seed.wrapping_add(1)), ..AdditionalRun::default() };
        row(ui, cx, "Another seed", "The same run with the next seed of the dice.", SessionCommand::AddRun(next));
        let eyes = cx.session.replay().map_or_else(Vec::new, gridscope_trace::trace::Replay::eyes);
        if eyes.len() > 1 {
            SubMenuButton::new("Through other eyes").ui(ui, |ui| {
                for (i, name) in eyes.iter().enumerate() {
                    let other = AdditionalRun { eyes: Some(i), ..AdditionalRun::default() };
                    row(ui, cx, name, "The same run as these eyes see it.", SessionCommand::AddRun(other));
                }
            });
        }
        SubMenuButton::new("Another algorithm").config(picker::config()).ui(ui, |ui| {
            if let Some(id) = picker::others(ui, cx.session.registry(), cx.session.card().id) {
                cx.send(SessionCommand::AddRun(AdditionalRun {
                    algorithm: Some(id.to_owned()),
                    ..AdditionalRun::default()
                }));
                ui.close();
            }
        });
        let (before, file) = (SessionCommand::ToggleCompare, WindowCommand::AskCompareWith);
        let button = egui::Button::new("The map before the last edit");
        let button = ui.add_enabled(cx.session.opened().previous.is_some(), button).on_hover_text(hint(&before));
        if button.on_disabled_hover_text("Nothing was changed yet, so there is no previous run.").clicked() {
            cx.send(before);
            ui.close();
        }
        row(ui, cx, "A file…", &hint(file), file);
    });
    response.accessible_name("Add a run");
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, title: &str, help: &str, command: impl Into<Command>) {
    if ui.button(title).on_hover_text(help).clicked() {
        cx.send(command);
        ui.close();
    }
}

/// Offers a few values of a parameter. The user can then set any other value in the panel.
fn values(ui: &mut Ui, cx: &mut Cx<'_>, param: &Param) {
    let set = cx.session.scene().run.params.0.get(param.name);
    let now = set.cloned().or_else(|| default(param)).and_then(|v| v.as_f64());
    let mut offered: Vec<Value> = match param.kind {
        Kind::Choice(words) => words.iter().map(|w| word(w)).collect(),
        Kind::Flag => vec![true.into(), false.into()],
        Kind::Int(low, high) => around(now, low as f64, high as f64).map(|x| (x as i64).into()).collect(),
        Kind::Real(low, high) => around(now, low, high).map(Value::from).collect(),
        Kind::PerDirection(high) => vec![0.into(), 1.into(), high.into()],
    };
    offered.dedup();
    offered.retain(|v| Some(v) != set);
    for value in offered {
        let mut other = AdditionalRun::default();
        other.params.set(param.name, value);
        let title = other.title(cx.session.registry(), cx.session.card().id);
        row(ui, cx, &title, param.help, SessionCommand::AddRun(other));
    }
}

/// Returns values around a number: its half, successor and double, and the ends of its range.
fn around(now: Option<f64>, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let now = now.unwrap_or(low);
    let inside = |x: f64| x.min(high).max(low);
    let mut all = vec![low, inside(now / 2.0), inside(now + 1.0), inside(now * 2.0), high];
    all.retain(|x| *x != now);
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.into_iter()
}
