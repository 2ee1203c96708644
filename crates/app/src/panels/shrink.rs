//! Shrinking: cuts the map down until nothing more can be removed while a symptom stays.

use super::pace;
use crate::debugger::lab::experiment::numbers;
use crate::debugger::lab::minimise::{FieldTest, Symptom};
use crate::debugger::session::background::work::{Smaller, Task};
use crate::debugger::session::command::{Command, SessionCommand, WindowCommand};
use crate::formats::Format as _;
use crate::formats::plain::thousands;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::containers::menu::MenuButton;
use egui::{Id, Label, RichText, ScrollArea, TextEdit, Ui};
use gridscope_trace::tool::ToolAction;
use gridscope_trace::trace::breakpoint::Op;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let id = Id::unique("symptom");
    let opened = cx.session.scene_number();
    let symptom_draft = ui.data(|d| d.get_temp::<(u64, String)>(id)).filter(|kept| kept.0 == opened);
    let first = || cx.session.scene().run.question.keep.clone().unwrap_or_default();
    let mut text = symptom_draft.map_or_else(first, |kept| kept.1);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 25.0;
        let intro = "Shrinks the map as far as possible while this symptom remains:";
        ui.add(Label::new(RichText::new(intro).color(theme.weak)).wrap());
        ui.horizontal(|ui| {
            suggestions(ui, cx, &mut text);
            ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY).hint_text("outcome cost > 12"))
                .accessible_name("Symptom")
                .on_hover_text(
                    "hits CONDITION, outcome FIELD = VALUE or > B.FIELD, map TILE = NUMBER, differs NAME=VALUE (or seed=2), longer, or finds TOOL",
                );
        });
        let keep = text.parse::<Symptom>();
        let busy = matches!(cx.session.work().tasks.task(), Some(Task::Shrink(_)));
        ui.horizontal(|ui| {
            if busy {
                if ui.button("Stop").on_hover_text(hint(SessionCommand::CancelWork)).clicked() {
                    cx.send(SessionCommand::CancelWork);
                }
                ui.spinner();
                let trials = cx.session.work().tasks.smaller.as_ref().map_or(0, |smaller| smaller.trials);
                pace::show(ui, "shrink", trials as f64, None, Some("trials"));
            } else if ui.add_enabled(keep.is_ok(), egui::Button::new("Make it small")).clicked()
                && let Ok(keep) = &keep
            {
                cx.send(SessionCommand::Begin(Task::Shrink(keep.clone())));
            }
        });
        if let Err(error) = &keep
            && !text.is_empty()
        {
            ui.add(Label::new(RichText::new(error.to_string()).color(theme.wrong)).wrap());
        }
        if let Some(problem) = cx.session.work().tasks.problem(|t| matches!(t, Task::Shrink(_))) {
            ui.add(Label::new(RichText::new(format!("{problem}.")).color(theme.wrong)).wrap());
        }
        if let Some(smaller) = &cx.session.work().tasks.smaller {
            result(ui, cx, smaller);
        }
    });
    ui.data_mut(|d| d.insert_temp(id, (opened, text)));
}

/// Offers symptoms that this run has.
fn suggestions(ui: &mut Ui, cx: &Cx<'_>, text: &mut String) {
    MenuButton::new("Symptom").ui(ui, |ui| {
        let mut all: Vec<String> = cx
            .session
            .display_state()
            .breakpoints
            .iter()
            .map(|b| Symptom::Hits(b.condition.clone()).to_string())
            .collect();
        if let Some(replay) = cx.session.replay() {
            let fields = numbers(replay.outcome()).into_iter().take(12);
            all.extend(fields.map(|(name, x)| Symptom::Outcome(name, FieldTest::Is(Op::Equal, x)).to_string()));
            let words = replay.outcome().as_object().into_iter().flatten();
            let words = words.filter_map(|(name, v)| Some((name, v.as_str().filter(|w| w.len() <= 20)?)));
            all.extend(
                words.map(|(name, word)| {
                    Symptom::Outcome(name.clone(), FieldTest::Reads(true, word.into())).to_string()
                }),
            );
        }
        let beside = cx.session.scene().run.beside.iter().flat_map(|b| &b.params.0);
        all.extend(beside.map(|(name, value)| format!("differs {name}={}", super::params::control::plain(value))));
        let card = cx.session.card();
        all.extend(card.best.map(|_| Symptom::Longer.to_string()));
        let finds = card.tools.iter().filter(|t| matches!(t.does, ToolAction::Find(_)));
        all.extend(finds.map(|t| Symptom::Finds(t.id.to_owned()).to_string()));
        for symptom in all {
            if ui.button(&symptom).clicked() {
                *text = symptom;
                ui.close();
            }
        }
    });
}

/// Draws the map so far, with buttons to use it.
fn result(ui: &mut Ui, cx: &mut Cx<'_>, smaller: &Smaller) {
    let theme = cx.view.theme.clone();
    let state = if smaller.done { "It cannot get smaller." } else { "It can still get smaller." };
    let trials = if smaller.trials == 1 { "trial" } else { "trials" };
    let line = format!(
        "{} cells became {} in {} {trials}. {state}",
        smaller.before,
        smaller.scene.size(),
        thousands(smaller.trials)
    );
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(line).strong()).wrap());
    if let Some(unsteady) = &smaller.unsteady {
        ui.add(Label::new(RichText::new(format!("{unsteady}.")).color(theme.wrong)).wrap());
    }
    let text = crate::formats::text_map::TextMap.write(&smaller.scene, &crate::formats::Options::default());
    let text = text.map(|w| String::from_utf8_lossy(&w.bytes).into_owned()).unwrap_or_default();
    if smaller.scene.size().area() <= 3000 {
        ui.add(Label::new(RichText::new(text.trim_end()).monospace().color(theme.text)).extend());
    }
    ui.horizontal_wrapped(|ui| {
        for (name, command, help) in [
            (
                "Open it",
                Command::from(SessionCommand::TakeSmall),
                "Replaces the map by the small one. Undo takes it back.",
            ),
            ("Copy as text", WindowCommand::CopySmallText.into(), "Puts it on the clipboard as text."),
            (
                "Copy as Rust test",
                WindowCommand::CopySmallTest.into(),
                "A test that builds it and asserts the symptom.",
            ),
        ] {
            if ui.button(name).on_hover_text(help).clicked() {
                cx.send(command);
            }
        }
    });
}
