//! The exercise of a lesson: the task, the conditions of its solution, and the progress.

use super::markdown::markdown;
use crate::core::exercise::Exercise;
use crate::debugger::SessionCommand;
use crate::debugger::minimise::Symptom;
use crate::fonts::{self, Icon};
use crate::view::Cx;
use egui::{CornerRadius, Frame, Id, Label, Margin, RichText, Stroke, TextEdit, TextStyle, Ui};

/// Draws the exercise, if there is one.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let exercise = cx.session.scene().run.exercise.clone();
    if exercise.is_empty() {
        return;
    }
    let theme = cx.view.theme.clone();
    let progress = cx.session.shown.exercise.clone();
    // The progress reveals the outcome, so it is hidden while the user predicts it.
    let predicts = cx.session.shown.predict.is_some();
    let done = progress.is_done() && !predicts;
    let rim = Stroke::new(1.0, if done { theme.frontier } else { theme.line });
    let frame = Frame::new().stroke(rim).corner_radius(CornerRadius::same(6)).inner_margin(Margin::same(10));
    ui.add_space(8.0);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Exercise").font(fonts::semibold(14.0)).color(theme.strong));
            let (text, ink) = match progress.claims.len() {
                _ if predicts => ("not shown while you predict".to_owned(), theme.faint),
                0 => ("not asked yet".to_owned(), theme.faint),
                _ if done => ("✔ done".to_owned(), theme.frontier),
                all => (format!("{} of {all} done", progress.done()), theme.weak),
            };
            ui.label(RichText::new(text).font(fonts::medium(13.0)).color(ink));
        });
        ui.scope(|ui| {
            ui.style_mut().text_styles.insert(TextStyle::Body, fonts::text(14.0));
            markdown(ui, cx, &exercise.say);
        });
        ui.add_space(4.0);
        for claim in progress.claims.iter().filter(|_| !predicts) {
            ui.horizontal_top(|ui| {
                let (icon, ink) = if claim.holds { (Icon::CHECK, theme.frontier) } else { (Icon::X, theme.weak) };
                icon.show(ui, 14.0, ink);
                let ink = if claim.holds { theme.weak } else { theme.text };
                let (said, sentence) = (if claim.holds { "Done" } else { "Missing" }, claim.sentence());
                let words = ui.add(Label::new(RichText::new(&sentence).size(13.0).color(ink)).wrap());
                words.on_hover_text(said).accessible_name(format!("{said}: {sentence}"));
            });
        }
    });
    ui.add_space(4.0);
}

/// The edited exercise, and the version that the edit started from.
#[derive(Clone)]
struct Draft {
    /// Number of the opened scene that it belongs to.
    opened: u64,
    base: Exercise,
    say: String,
    done: String,
}

impl Draft {
    fn of(opened: u64, base: Exercise) -> Self {
        Self { opened, say: base.say.clone(), done: base.done.join("\n"), base }
    }

    fn exercise(&self) -> Exercise {
        let lines = self.done.lines().map(str::trim).filter(|line| !line.is_empty());
        let done: Vec<String> = lines.map(str::to_owned).collect();
        // If the conditions change, the given values of the old ones are dropped.
        let given = if done == self.base.done { self.base.given.clone() } else { Vec::new() };
        Exercise { say: self.say.trim().to_owned(), done, given }
    }
}

/// Draws fields for the task and its conditions. The scene changes when the user leaves a field. A condition that
/// cannot be read is kept too, but never holds.
pub(super) fn edit(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique("exercise draft");
    let base = cx.session.scene().run.exercise.clone();
    let opened = cx.session.scene_number;
    let kept = ui.data(|d| d.get_temp::<Draft>(id)).filter(|draft| draft.opened == opened && draft.base == base);
    let mut draft = kept.unwrap_or_else(|| Draft::of(opened, base));
    ui.add_space(6.0);
    let label = ui.label("Exercise");
    // Fixed ids: the focus stays in place whatever is drawn above.
    let say = TextEdit::multiline(&mut draft.say)
        .id(Id::unique("exercise task"))
        .desired_width(f32::INFINITY)
        .desired_rows(2);
    let say = ui.add(say.hint_text("What a reader is to do, in Markdown")).labelled_by(label.id);
    let label = ui.label("It is done when, a line each");
    let done = TextEdit::multiline(&mut draft.done)
        .id(Id::unique("exercise conditions"))
        .desired_width(f32::INFINITY)
        .desired_rows(2);
    let done = done.font(TextStyle::Monospace).hint_text("outcome cost >= B.cost + 20\nmap wall <= 40");
    let help = "outcome NAME = VALUE, or a number of run B: outcome cost > B.cost + 3\n\
                map TILE = NUMBER, or an actor, or cells, or changed: map door <= 1\n\
                run NAME = VALUE: run algorithm = greedy\n\
                hits, never or once CONDITION: as breakpoints say it\n\
                longer, differs NAME=VALUE, finds TOOL, finding RULE: as in Make small";
    let done = ui.add(done).labelled_by(label.id).on_hover_text(help);
    let wrong = draft.done.lines().map(str::trim).filter(|line| !line.is_empty());
    let wrong: Vec<String> = wrong.filter_map(|line| Some(line.parse::<Symptom>().err()?.to_string())).collect();
    for error in &wrong {
        ui.add(Label::new(RichText::new(format!("✖ {error}.")).color(cx.view.theme.wrong)).wrap());
    }
    let new = draft.exercise();
    let changed = new != draft.base;
    if changed && !say.has_focus() && !done.has_focus() {
        cx.send(SessionCommand::SetExercise(Box::new(new)));
    }
    let kept = changed || say.has_focus() || done.has_focus();
    ui.data_mut(|d| {
        if kept {
            d.insert_temp(id, draft);
        } else {
            d.remove::<Draft>(id);
        }
    });
}
