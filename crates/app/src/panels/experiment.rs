//! Experiments: many runs of the scene with one value swept over a range. The results are curves with their spread, and
//! a table.

mod plot;

use self::plot::AxisNames;
use super::open_list::{RowLook, RowText};
use super::pace;
use super::params::control::plain;
use crate::debugger::lab::brief::brief;
use crate::debugger::lab::ending::field_name;
use crate::debugger::lab::experiment::{OF_THE_SCENE, Summary};
use crate::debugger::session::background::work::{ExperimentResults, Plan, Task};
use crate::debugger::{Session, SessionCommand, WindowCommand};
use crate::formats::plain::thousands;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::style::{choice, menu_of_values};
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Button, Checkbox, DragValue, Id, Label, ProgressBar, RichText, ScrollArea, TextEdit, Ui};
use gridscope_trace::Replay;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::params::{Kind, Param};
use serde_json::json;
use std::sync::Arc;

/// The choice if only the seed varies.
const SEEDS: &str = "seed only";
/// The sweeps over the map's width, and over copies of its first actor.
const SIZE: &str = OF_THE_SCENE[0];
const ACTORS: &str = OF_THE_SCENE[1];

/// The user's input.
#[derive(Clone)]
struct Draft {
    /// Number of the opened scene that it belongs to.
    opened: u64,
    what: String,
    range: String,
    samples: u64,
    measure: String,
    log: bool,
}

impl Draft {
    /// Creates the input that a scene starts with.
    fn new(session: &Session) -> Self {
        let question = &session.scene().run.question;
        let (what, range) = question.vary.as_deref().and_then(|v| v.split_once('=')).unwrap_or((SEEDS, ""));
        Self {
            opened: session.scene_number(),
            what: what.to_owned(),
            range: range.to_owned(),
            samples: question.samples.unwrap_or(100),
            measure: question.measure.clone().unwrap_or_default(),
            log: question.log_log,
        }
    }

    fn plan(&self) -> Plan {
        let sweep = if self.what == SEEDS { String::new() } else { format!("{}={}", self.what, self.range) };
        Plan { sweep, samples: self.samples }
    }
}

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let id = Id::unique("experiment draft");
    let stored_draft = ui.data(|d| d.get_temp::<Draft>(id)).filter(|d| d.opened == cx.session.scene_number());
    let mut draft = stored_draft.unwrap_or_else(|| Draft::new(cx.session));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 25.0;
        // Keeps the last number of the axis from being covered by the scroll bar.
        ui.set_max_width((ui.available_width() - 14.0).max(1.0));
        form(ui, cx, &mut draft);
        if let Some(problem) = cx.session.work().tasks.problem(|t| matches!(t, Task::Experiment(_))) {
            ui.add(Label::new(RichText::new(format!("This cannot be run: {problem}.")).color(theme.wrong)).wrap());
        }
        match cx.session.work().tasks.measured.as_ref().filter(|m| !m.rows.is_empty()) {
            None => {
                let text = "Runs the scene again and again, with another seed each time, and with another value of \
                            what is varied. Every number of the outcome can be looked at.";
                ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
            }
            Some(measured) => results(ui, cx, &theme, measured, &mut draft),
        }
    });
    ui.data_mut(|d| d.insert_temp(id, draft));
}

/// Draws what varies, the number of seeds, and the button that starts it.
fn form(ui: &mut Ui, cx: &mut Cx<'_>, draft: &mut Draft) {
    let card = cx.session.card();
    if !card.params.iter().any(|p| p.name == draft.what) && !OF_THE_SCENE.contains(&draft.what.as_str()) {
        SEEDS.clone_into(&mut draft.what);
    }
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Vary");
        let before = draft.what.clone();
        let names = [SEEDS, SIZE, ACTORS].into_iter().chain(card.params.iter().map(|p| p.name));
        let list = menu_of_values("what varies").selected_text(&draft.what).show_ui(ui, |ui| {
            for name in names {
                choice(ui, &mut draft.what, name.to_owned(), name);
            }
        });
        list.response.labelled_by(label.id);
        if draft.what != before {
            draft.range = suggestion(cx, &draft.what);
        }
        if draft.what != SEEDS {
            let label = ui.label("over");
            ui.add(TextEdit::singleline(&mut draft.range).desired_width(130.0))
                .labelled_by(label.id)
                .on_hover_text("from..to, from..to:step, or values with commas between them");
        }
        let label = ui.label("seeds");
        ui.add(DragValue::new(&mut draft.samples).range(1..=100_000))
            .labelled_by(label.id)
            .on_hover_text("Seeds per value, starting with the scene's.");
        match cx.session.work().tasks.task() {
            Some(Task::Experiment(_)) => {
                if ui.button("Stop").on_hover_text(hint(SessionCommand::CancelWork)).clicked() {
                    cx.send(SessionCommand::CancelWork);
                }
                let (done, total) = cx.session.work().tasks.measured.as_ref().map_or((0, 1), |m| (m.done(), m.total));
                let share = done as f32 / total.max(1) as f32;
                let text = format!("{} of {}", thousands(done), thousands(total as usize));
                ui.add(ProgressBar::new(share).text(text).desired_width(160.0));
                pace::show(ui, "experiment", done as f64, Some(total as f64), Some("runs"));
            }
            _ => {
                if ui.add(Button::new("▶ Run")).accessible_name("Run the experiment").clicked() {
                    cx.send(SessionCommand::Begin(Task::Experiment(draft.plan())));
                }
            }
        }
        if let Some(measured) = cx.session.work().tasks.measured.as_ref().filter(|m| m.before > 0) {
            let text = format!("{} were done before", thousands(measured.before as usize));
            ui.weak(text).on_hover_text("Rows are saved as they arrive. An interrupted experiment resumes.");
        }
    });
}

/// Returns a suggested range for what varies.
fn suggestion(cx: &Cx<'_>, what: &str) -> String {
    if what == SIZE {
        let width = cx.session.scene().size().width;
        return format!("{}..{}:{}", (width / 2).max(1), width * 2, (width / 4).max(1));
    }
    if what == ACTORS {
        return "1,2,4,8,16".into();
    }
    let words = |p: &Param| match p.kind {
        Kind::Choice(words) => words.join(","),
        Kind::Flag => "off,on".into(),
        Kind::Int(low, high) => {
            let high = high.min(low + 20);
            format!("{low}..{high}:{}", ((high - low) / 5).max(1))
        }
        Kind::Real(low, high) => {
            let high = high.min(low + 4.0);
            format!("{}..{}:{}", plain(&json!(low)), plain(&json!(high)), plain(&json!((high - low) / 8.0)))
        }
        Kind::PerDirection(high) => format!("0..{}", high.min(5)),
    };
    cx.session.card().params.iter().find(|p| p.name == what).map_or_else(String::new, words)
}

fn results(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, measured: &ExperimentResults, draft: &mut Draft) {
    let summary = summed(ui, cx, measured);
    if measured.measures.iter().all(|m| m.name != draft.measure) {
        // Prefers a measure that varies.
        let varies = |i: &usize| {
            let first = measured.rows.first().and_then(|r| r.measures.get(*i).copied().flatten());
            measured.rows.iter().any(|r| r.measures.get(*i).copied().flatten() != first)
        };
        let telling = (0..measured.measures.len()).find(varies).unwrap_or(0);
        draft.measure = measured.measures.get(telling).map(|m| m.name.clone()).unwrap_or_default();
    }
    let Some(chosen) = measured.measures.iter().position(|m| m.name == draft.measure) else {
        ui.label(RichText::new("The outcome has no number to measure.").color(theme.weak));
        return;
    };
    let logarithmic = plot::logarithmic(&summary, chosen);
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Measure");
        let list = menu_of_values("measure").selected_text(&draft.measure).show_ui(ui, |ui| {
            for name in measured.measures.iter().map(|m| &m.name) {
                choice(ui, &mut draft.measure, name.clone(), name);
            }
        });
        list.response.labelled_by(label.id);
        if logarithmic {
            ui.add(Checkbox::new(&mut draft.log, "log-log")).on_hover_text(
                "Both axes logarithmic: a power law is then a straight line, and its slope is the exponent.",
            );
        }
        for (name, command, help) in [
            ("Copy table", WindowCommand::CopyTable, "Every run as a row of comma-separated values."),
            ("Save CSV…", WindowCommand::AskSaveTable, "The same, as a file; gridscope merge reads it too."),
        ] {
            if ui.button(name).on_hover_text(help).clicked() {
                cx.send(command);
            }
        }
        if let Some(growth) = plot::growth(measured, &summary, chosen) {
            ui.label(RichText::new(growth).strong());
        }
    });
    let outcome = cx.session.replay().map(Replay::outcome);
    let axes = AxisNames {
        what: measured.what.replace('-', " "),
        measure: field_name(outcome.unwrap_or(&Outcome::default()), &draft.measure),
        param: cx.session.card().params.iter().find(|param| param.name == measured.what),
    };
    plot::show(ui, theme, &axes, measured, &summary, chosen, draft.log && logarithmic);
    table(ui, theme, measured, &summary, chosen);
}

/// Returns the summary of the runs. Cached until another run arrives.
fn summed(ui: &Ui, cx: &Cx<'_>, measured: &ExperimentResults) -> Arc<Summary> {
    memo(ui, Id::unique("experiment summary"), cx.session.work().tasks.revision, || {
        Arc::new(Summary::new(&measured.measures, &measured.rows))
    })
}

/// Draws a row for each value: mean, standard deviation, minimum and maximum. For a flag, draws its share with bounds.
fn table(ui: &mut Ui, theme: &Theme, measured: &ExperimentResults, summary: &Summary, chosen: usize) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let number = |x: f64| brief(&json!(x));
    let first = measured.what.chars().count().max(8);
    let is_flag = summary.measures.get(chosen).is_some_and(|measure| measure.is_flag);
    let names: &[&str] =
        if is_flag { &["share of 1", "95 % from", "to", "runs"] } else { &["mean", "sd", "min", "max", "runs"] };
    let mut head = RowText::new(ui);
    head.mono(&format!("{:first$}", measured.what), theme.weak);
    for name in names {
        head.mono(&format!("{name:>13}"), theme.weak);
    }
    let head = head.show(ui, usize::MAX, "Columns of the experiment", RowLook::default());
    if is_flag {
        head.on_hover_text("Exact bounds, after Clopper and Pearson, as if each seed were a try of its own.");
    }
    for (i, (value, spreads)) in summary.points.iter().enumerate() {
        let spread = spreads[chosen];
        let value = if value.is_empty() { "all" } else { value };
        let mut row = RowText::new(ui);
        row.mono(&format!("{value:first$}"), theme.text);
        let numbers = match spread.share.filter(|_| is_flag) {
            Some([low, high]) => vec![spread.mean, low, high],
            None if is_flag => vec![f64::NAN; 3],
            None => vec![spread.mean, spread.sd, spread.min, spread.max],
        };
        let cells: Vec<String> = numbers.into_iter().map(|x| if x.is_nan() { "–".into() } else { number(x) }).collect();
        for cell in cells.iter().chain([&spread.runs.to_string()]) {
            row.mono(&format!("{cell:>13}"), theme.text);
        }
        let value_texts: Vec<String> = names.iter().zip(&cells).map(|(name, cell)| format!("{name} {cell}")).collect();
        let row_label = format!("{value}: {}", value_texts.join(", "));
        row.show(ui, i, &row_label, RowLook::default()).on_hover_text(row_label);
    }
}
