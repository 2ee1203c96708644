//! Breakpoints: which there are and where they hit, new ones by kind, number and cell, and the algorithm's own checks.

use super::plots::thousands;
use super::transport::hint;
use crate::app::theme::Theme;
use crate::app::view::Cx;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::breakpoint::{Condition, Op};
use crate::debugger::command::{Command, Stride};
use crate::debugger::session::Breakpoint;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, ComboBox, DragValue, Id, Label, Layout, RichText, Sense, TextStyle, Ui, vec2};

/// A breakpoint that is being put together.
#[derive(Clone)]
struct Draft {
    kind: Option<&'static str>,
    field: Option<&'static str>,
    op: Op,
    number: f64,
    at_cell: bool,
}

impl Draft {
    const EMPTY: Self = Self { kind: None, field: None, op: Op::AtLeast, number: 0.0, at_cell: false };

    fn condition(&self, selected: Option<Cell>) -> Condition {
        Condition {
            cell: selected.filter(|_| self.at_cell),
            kind: self.kind.map(str::to_owned),
            field: self.field.map(|f| (f.to_owned(), self.op, self.number)),
            check: None,
        }
    }
}

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.label(RichText::new("Breakpoints").strong().size(17.0))
            .on_hover_text("Playing stops at every event at which one of them holds.");
        travel(ui, cx);
        list(ui, cx, &theme);
        checks(ui, cx, &theme);
        add(ui, cx, &theme);
    });
}

fn travel(ui: &mut Ui, cx: &mut Cx<'_>) {
    let able = cx.session.moment().1 > 0;
    ui.horizontal_wrapped(|ui| {
        for (name, command) in
            [("Previous hit", Command::Back(Stride::Hit)), ("Next hit", Command::Forward(Stride::Hit))]
        {
            let response = ui.add_enabled(able, Button::new(name)).on_hover_text(hint(&command));
            if response.on_disabled_hover_text("Nothing is recorded yet.").clicked() {
                cx.send(command);
            }
        }
    });
}

/// The breakpoints that there are, a row each.
fn list(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    if session.breakpoints.is_empty() {
        let text = "None yet. Add one below, tick a check, or press B over a cell of the map.";
        ui.add(Label::new(RichText::new(text).color(theme.faint)).wrap());
        return;
    }
    for (i, breakpoint) in session.breakpoints.iter().enumerate() {
        let text = breakpoint.condition.to_string();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let mut enabled = breakpoint.enabled;
            let tick = ui.checkbox(&mut enabled, "").accessible_name(format!("Enabled: {text}"));
            if tick.on_hover_text("Whether playing stops here.").clicked() {
                cx.send(Command::ToggleBreakpoint(i));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui
                    .button("✖")
                    .accessible_name("Remove breakpoint")
                    .on_hover_text(format!("Removes: {text}"))
                    .clicked()
                {
                    cx.send(Command::RemoveBreakpoint(i));
                }
                jumps(ui, cx, breakpoint, &text);
                let now = session
                    .moment()
                    .0
                    .checked_sub(1)
                    .is_some_and(|e| breakpoint.hits.binary_search(&(e as u32)).is_ok());
                let colour = match (now, breakpoint.enabled) {
                    (true, _) => theme.accent,
                    (false, true) => theme.breakpoint,
                    (false, false) => theme.faint,
                };
                ui.label(RichText::new(format!("{}×", thousands(breakpoint.hits.len()))).monospace().color(colour))
                    .on_hover_text(if now {
                        "How often it holds; it holds right now."
                    } else {
                        "How often it holds in this run."
                    });
                let ink = if breakpoint.enabled { theme.ink } else { theme.faint };
                let (sign, ink) = if now { ("▶ ", theme.accent) } else { ("● ", ink) };
                let mut shown = LayoutJob::default();
                let (mono, body) = (TextStyle::Monospace.resolve(ui.style()), TextStyle::Body.resolve(ui.style()));
                shown.append(sign, 0.0, TextFormat::simple(mono, colour));
                shown.append(&text, 0.0, TextFormat::simple(body, ink));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let label = Label::new(shown).truncate();
                    let response = ui.add(label.sense(Sense::hover())).on_hover_text(&text);
                    if response.hovered() && breakpoint.condition.cell.is_some() {
                        cx.view.point_at = breakpoint.condition.cell;
                    }
                });
            });
        });
    }
}

/// To the hits of one breakpoint around the cursor. Drawn from right to left.
fn jumps(ui: &mut Ui, cx: &mut Cx<'_>, breakpoint: &Breakpoint, text: &str) {
    let (cursor, hits) = (cx.session.moment().0, &breakpoint.hits);
    let next = hits.get(hits.partition_point(|&i| (i as usize) < cursor));
    let before = hits.partition_point(|&i| (i as usize) + 1 < cursor).checked_sub(1).and_then(|k| hits.get(k));
    for (glyph, name, hit) in [("▶", "Next hit of", next), ("◀", "Previous hit of", before)] {
        let response = ui.add_enabled(hit.is_some(), Button::new(glyph)).accessible_name(format!("{name} {text}"));
        let response = response.on_disabled_hover_text("There is none in this direction.");
        let to = hit.map_or(0, |&i| i as usize + 1);
        if response.on_hover_text(format!("{name} {text}: event {}", thousands(to))).clicked() {
            cx.send(Command::Seek(to));
        }
    }
}

/// The ready-made checks of the algorithm, as switches.
fn checks(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    let checks = session.card().checks;
    if checks.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new("Ready-made checks").strong()).on_hover_text("Conditions that this algorithm brings along.");
    for check in checks {
        let condition = Condition::check(check.name);
        let there = session.breakpoints.iter().position(|b| b.condition == condition);
        let hits = there.and_then(|i| session.breakpoints.get(i)).map(|b| b.hits.len());
        ui.horizontal_wrapped(|ui| {
            let mut on = there.is_some();
            if ui.checkbox(&mut on, check.name).on_hover_text(check.help).clicked() {
                cx.send(there.map_or(Command::AddBreakpoint(condition), Command::RemoveBreakpoint));
            }
            if let Some(hits) = hits {
                let text = if hits == 0 { "never".to_owned() } else { format!("{}×", thousands(hits)) };
                ui.label(RichText::new(text).monospace().color(theme.breakpoint))
                    .on_hover_text("How often it holds in this run.");
            }
        });
    }
}

/// The form for a new breakpoint: every part that is given must hold.
fn add(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    ui.separator();
    ui.label(RichText::new("New breakpoint").strong()).on_hover_text("Stops where all that is chosen here holds.");
    let Some(replay) = session.replay() else {
        ui.label(
            RichText::new("Nothing is recorded yet: kinds and fields of its events can be chosen here.")
                .color(theme.faint),
        );
        return;
    };
    let id = Id::unique("breakpoint draft");
    let mut draft = ui.data(|d| d.get_temp::<Draft>(id)).unwrap_or(Draft::EMPTY);
    // Another algorithm has other kinds and fields.
    draft.kind = draft.kind.filter(|k| replay.kinds().contains(k));
    draft.field = draft.field.filter(|f| replay.fields().contains(f));
    form(ui, replay, &mut draft);
    match session.selected {
        Some(cell) => {
            let tick = ui.checkbox(&mut draft.at_cell, format!("at the selected cell ({}, {})", cell.x, cell.y));
            if tick.on_hover_text("Only events about this cell.").hovered() {
                cx.view.point_at = Some(cell);
            }
        }
        None => {
            ui.add_enabled(false, egui::Checkbox::new(&mut false, "at the selected cell"))
                .on_disabled_hover_text("Select a cell on the map first.");
        }
    }
    let condition = draft.condition(session.selected);
    let exists = session.breakpoints.iter().any(|b| b.condition == condition);
    let why = if exists { "There is one like this already." } else { "Choose a kind, a field or a cell first." };
    let able = !condition.is_empty() && !exists;
    let button = ui.add_enabled(able, Button::new("Add breakpoint")).on_disabled_hover_text(why);
    if button.on_hover_text(format!("Stops at: {condition}")).clicked() {
        cx.send(Command::AddBreakpoint(condition));
        draft = Draft::EMPTY;
    }
    ui.data_mut(|d| d.insert_temp(id, draft));
}

fn form(ui: &mut Ui, replay: &dyn Replay, draft: &mut Draft) {
    let width = (ui.available_width() - 96.0).clamp(60.0, 200.0);
    egui::Grid::new("new breakpoint").num_columns(2).spacing(vec2(10.0, 5.0)).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 25.0;
        choose(ui, "Kind", "any kind", width, replay.kinds(), &mut draft.kind);
        ui.end_row();
        choose(ui, "Field", "no number", width, replay.fields(), &mut draft.field);
        ui.end_row();
        let label = ui.label("Number").id;
        ui.horizontal(|ui| {
            ui.add_enabled_ui(draft.field.is_some(), |ui| {
                let list = ComboBox::from_id_salt("breakpoint operator").width(52.0).selected_text(draft.op.sign());
                let shown = list.show_ui(ui, |ui| {
                    for op in Op::ALL {
                        ui.selectable_value(&mut draft.op, op, op.sign());
                    }
                });
                shown.response.accessible_name("Operator").on_hover_text("How the field is compared with the number.");
                let drag = DragValue::new(&mut draft.number).speed(0.25).max_decimals(4);
                ui.add(drag).labelled_by(label).on_hover_text("Drag, or click and type.");
            });
        });
        ui.end_row();
    });
}

/// A label, and a list to choose one of, or none.
fn choose(ui: &mut Ui, name: &str, none: &str, width: f32, all: &[&'static str], chosen: &mut Option<&'static str>) {
    let label = ui.label(name).id;
    let list = ComboBox::from_id_salt(("breakpoint", name)).width(width).height(360.0).truncate();
    let shown = list.selected_text(chosen.unwrap_or(none)).show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, none);
        for &one in all {
            ui.selectable_value(chosen, Some(one), one);
        }
    });
    shown.response.labelled_by(label).on_hover_text(match name {
        "Kind" => "Stop at events of this kind only.",
        _ => "Stop where this field of the event compares so with the number.",
    });
}
