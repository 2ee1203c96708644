//! The run: its algorithm, seed and parameters, as controls built from the card. Every change runs again at once.

pub(crate) mod control;

use self::control::{by_direction, control, plain, word};
use super::picker;
use crate::debugger::session::command::SessionCommand;
use crate::style::menu_of_values;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{
    Align, Button, Color32, DragValue, Id, Label, Layout, PopupCloseBehavior, Response, RichText, ScrollArea,
    TextStyle, Ui, vec2,
};
use gridscope_trace::params::{Default as D, Kind, Param};
use gridscope_trace::scene::Scene;
use serde_json::Value;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        algorithm(ui, cx);
        seed(ui, cx);
        ui.separator();
        for param in cx.session.card().params {
            row(ui, cx, param);
        }
        ui.add_space(4.0);
        let card = cx.session.card();
        let faster = card.faster.map(|faster| faster.sentence());
        for text in std::iter::once(card.summary).chain(faster.as_deref()) {
            ui.add(Label::new(RichText::new(text).color(cx.view.theme.weak)).wrap());
        }
        if !card.source.is_empty() {
            ui.add(
                Label::new(RichText::new(format!("Source: {}.", card.source)).small().color(cx.view.theme.weak)).wrap(),
            );
        }
    });
}

/// Draws a name on the left, its control beside it, and the content of `end` at the right edge. A long name has two
/// rows, broken at a hyphen. If a part of it is too long for that, it is above the control.
fn line(ui: &mut Ui, name: &str, help: &str, control: impl FnOnce(&mut Ui, Id), end: impl FnOnce(&mut Ui)) {
    let width = (ui.available_width() * 0.36).clamp(1.0, 104.0);
    let font = TextStyle::Body.resolve(ui.style());
    let (longest, text_height) = ui.fonts_mut(|fonts| {
        let parts = name.split_inclusive(['-', ' ']);
        let part = |part: &str| fonts.layout_no_wrap(part.to_owned(), font.clone(), Color32::WHITE).size().x;
        let longest = parts.map(part).fold(0.0, f32::max);
        (longest, fonts.layout(name.to_owned(), font.clone(), Color32::WHITE, width).size().y)
    });
    let above = longest > width;
    let (width, height) = if above { (0.0, 26.0) } else { (width, text_height.max(26.0)) };
    let heading = above.then(|| ui.add(Label::new(name).wrap()).on_hover_text(help).id);
    ui.horizontal(|ui| {
        ui.set_min_height(height);
        if ui.available_width() < 170.0 {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.spacing_mut().button_padding.x = 3.0;
        }
        let left = Layout::left_to_right(Align::Center);
        let beside = |ui: &mut Ui| {
            let label = ui.allocate_ui_with_layout(vec2(width, height), left, |ui| {
                ui.set_min_width(width);
                ui.add(Label::new(name).wrap()).on_hover_text(help)
            });
            label.inner.id
        };
        let label = heading.unwrap_or_else(|| beside(ui));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            end(ui);
            ui.with_layout(left, |ui| {
                // In a narrow panel, a number box shrinks to leave room for the controls beside it.
                ui.spacing_mut().interact_size.x = (ui.available_width() - 2.0).clamp(20.0, 40.0);
                control(ui, label);
            });
        });
    });
}

fn algorithm(ui: &mut Ui, cx: &mut Cx<'_>) {
    let card = cx.session.card();
    let mut selected_algorithm = None;
    line(
        ui,
        "algorithm",
        card.summary,
        |ui, label| {
            let list = menu_of_values("algorithm").width((ui.available_width() - 8.0).max(1.0)).truncate();
            // The picker below its field scrolls by itself.
            let list = list.height(picker::height(ui) + 80.0).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            let menu_output = list.selected_text(cx.session.algorithm_title()).show_ui(ui, |ui| {
                selected_algorithm = picker::algorithms(ui, cx.session.registry(), card.id);
                if selected_algorithm.is_some() {
                    ui.close();
                }
            });
            menu_output.response.labelled_by(label).on_hover_text(format!("{}\n\n{}", card.summary, card.source));
        },
        |_| {},
    );
    if let Some(id) = selected_algorithm {
        cx.send(SessionCommand::SetAlgorithm(id.to_owned()));
    }
}

/// Draws a number box for the seed. Returns the new seed if it was changed.
pub(crate) fn seed_box(ui: &mut Ui, seed: u64) -> (Response, Option<u64>) {
    let mut value = seed;
    // Shows the exact seed, because the box itself uses floating point.
    let drag = DragValue::new(&mut value).range(0..=u64::MAX).speed(0.1).update_while_editing(false);
    let response =
        ui.add(drag.custom_formatter(|x, _| if x == seed as f64 { seed.to_string() } else { format!("{x:.0}") }));
    let changed = (response.changed() && value != seed).then_some(value);
    (response.on_hover_text("The seed of the dice: the same seed, the same run. Drag, or click and type."), changed)
}

fn seed(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut new_seed = None;
    let beside = ui.available_width() > 410.0;
    line(
        ui,
        "seed",
        "The same seed, the same run.",
        |ui, label| {
            let (response, changed) = seed_box(ui, cx.session.scene().run.seed);
            response.labelled_by(label);
            new_seed = changed;
            if beside {
                again(ui, cx);
            }
        },
        |_| {},
    );
    if let Some(seed) = new_seed {
        cx.send(SessionCommand::SetSeed(seed));
    }
    if !beside {
        ui.horizontal_wrapped(|ui| again(ui, cx));
    }
}

fn again(ui: &mut Ui, cx: &mut Cx<'_>) {
    for (glyph, name, command) in
        [("↻", "Next seed", SessionCommand::NextSeed), ("↺", "Run again", SessionCommand::Rerun)]
    {
        if ui.button(format!("{glyph} {name}")).accessible_name(name).on_hover_text(hint(&command)).clicked() {
            cx.send(command);
        }
    }
}

/// Returns the default as JSON, or `None` if the algorithm decides.
pub(crate) fn default(param: &Param) -> Option<Value> {
    match param.default {
        D::Int(n) => Some(n.into()),
        D::Real(x) => Some(x.into()),
        D::Flag(b) => Some(b.into()),
        D::Word(w) => Some(word(w)),
        D::Auto => None,
    }
}

/// Returns the value in the scene if it differs from the default.
fn non_default_value(scene: &Scene, param: &Param) -> Option<Value> {
    let value = scene.run.params.0.get(param.name)?;
    let auto = value.is_null() || (param.default == D::Auto && value.as_str() == Some("auto"));
    (!auto && default(param).as_ref().map(plain) != Some(plain(value))).then(|| value.clone())
}

/// Draws a parameter with its control.
pub(super) fn row(ui: &mut Ui, cx: &mut Cx<'_>, param: &'static Param) {
    let own = non_default_value(cx.session.scene(), param);
    let fallback = default(param);
    let default_text = fallback.as_ref().map_or("auto".to_owned(), plain);
    let help = format!("{}\n\n{}: {}; default {default_text}.", param.name, param.help, param.kind.expected());
    let help = help.replacen(".:", ".\nTakes", 1);
    let value = own.clone().or_else(|| fallback.clone());
    let (mut wanted, mut four) = (None, None);
    line(
        ui,
        param.name,
        &help,
        |ui, label| {
            let response = control(ui, param, value.as_ref(), &mut wanted, &mut four);
            response.labelled_by(label).on_hover_text(&help);
        },
        |ui| {
            let reset = Button::new("↺").small();
            let back = ui.scope(|ui| {
                if own.is_none() {
                    ui.set_invisible();
                }
                ui.add(reset).accessible_name(format!("Reset {}", param.name))
            });
            if back.inner.on_hover_text(format!("Back to the default: {default_text}.")).clicked() {
                cx.send(SessionCommand::SetParam(param.name.to_owned(), Value::Null));
            }
        },
    );
    if let (Some(each), Kind::PerDirection(most)) = (four, param.kind) {
        wanted = by_direction(ui, param.name, each, most).or(wanted);
    }
    if let Some(value) = wanted {
        // A default value is not written into the scene.
        let same = fallback.as_ref().map(plain) == Some(plain(&value));
        cx.send(SessionCommand::SetParam(param.name.to_owned(), if same { Value::Null } else { value }));
    }
}
