//! The exercise of a lesson: the task, the conditions of its solution, and the progress.

use super::conditions;
use super::markdown::{field, markdown};
use crate::debugger::lab::minimise::Symptom;
use crate::debugger::lesson::exercise::Claim;
use crate::debugger::session::window::Arrangement;
use crate::debugger::{SessionCommand, WindowCommand};
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{
    Button, CollapsingHeader, CornerRadius, Frame, Id, Label, Margin, Rect, RichText, ScrollArea, Sense, Stroke,
    TextEdit, TextStyle, Ui, vec2,
};
use gridscope_trace::exercise::Exercise;

/// Number of lines of a condition at most.
const CLAIM: usize = 4;

/// Draws the exercise, if there is one: the task, what is missing, and what holds, folded.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let exercise = cx.session.scene().run.exercise.clone();
    if exercise.is_empty() {
        return;
    }
    let theme = cx.view.theme.clone();
    let done = cx.session.display_state().exercise.is_done() && cx.session.display_state().predict.is_none();
    let rim = if done { Stroke::new(1.0, theme.frontier) } else { Stroke::NONE };
    let frame = Frame::new().fill(theme.window).stroke(rim).corner_radius(CornerRadius::same(8));
    ui.add_space(6.0);
    frame.inner_margin(Margin::symmetric(14, 10)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Exercise").font(fonts::medium(12.0)).color(theme.weak));
            state(ui, cx);
        });
        ui.scope(|ui| {
            ui.style_mut().text_styles.insert(TextStyle::Body, fonts::text(14.0));
            markdown(ui, cx, &exercise.say);
        });
        conditions_now(ui, cx);
        if cx.view.settings.arrangement == Arrangement::Learn {
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| super::tasks::buttons(ui, cx));
        }
    });
    ui.add_space(4.0);
}

/// Draws the exercise on the stage, below its title.
pub(super) fn on_stage(ui: &mut Ui, cx: &mut Cx<'_>) {
    let say = cx.session.scene().run.exercise.say.clone();
    markdown(ui, cx, &say);
    let theme = cx.view.theme.clone();
    let done = cx.session.display_state().exercise.is_done() && cx.session.display_state().predict.is_none();
    let rim = if done { Stroke::new(1.0, theme.frontier) } else { Stroke::NONE };
    ui.add_space(6.0);
    let frame = Frame::new().fill(theme.window).stroke(rim).corner_radius(CornerRadius::same(8));
    frame.inner_margin(Margin::symmetric(14, 12)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.style_mut().text_styles.insert(TextStyle::Body, fonts::text(13.0));
        state(ui, cx);
        conditions_now(ui, cx);
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = 32.0;
        super::tasks::buttons(ui, cx);
    });
}

/// Draws whether the exercise is solved, if there is something to say.
fn state(ui: &mut Ui, cx: &Cx<'_>) {
    let (theme, progress) = (&cx.view.theme, &cx.session.display_state().exercise);
    let (text, ink) = match progress.claims.len() {
        _ if cx.session.display_state().predict.is_some() => ("not shown while you predict", theme.faint),
        0 => ("not checked yet", theme.faint),
        _ if progress.is_done() => ("✓ solved", theme.frontier),
        _ => return,
    };
    ui.label(RichText::new(text).font(fonts::medium(13.0)).color(ink));
}

/// Draws the conditions: those that are missing, those that hold, folded, and a bar for each.
fn conditions_now(ui: &mut Ui, cx: &Cx<'_>) {
    // The progress reveals the outcome, so it is hidden while the user predicts it.
    let predicts = cx.session.display_state().predict.is_some();
    let (theme, progress) = (&cx.view.theme, &cx.session.display_state().exercise);
    let scene = cx.session.scene_number();
    let first = cx.view.stage.first_numbers.as_ref().filter(|(of, _)| *of == scene);
    let first = |k: usize| first.and_then(|(_, numbers)| *numbers.get(k)?);
    let claims = || progress.claims.iter().filter(|_| !predicts);
    for (k, claim) in progress.claims.iter().enumerate().filter(|(_, claim)| !claim.holds && !predicts) {
        missing(ui, theme, claim, first(k).unwrap_or(0.0));
    }
    let holding_claims: Vec<&Claim> = claims().filter(|claim| claim.holds).collect();
    if !holding_claims.is_empty() {
        let title = match holding_claims.len() {
            1 => "1 condition holds".to_owned(),
            n => format!("{n} conditions hold"),
        };
        let title = RichText::new(title).color(theme.weak);
        let header = CollapsingHeader::new(title).id_salt(("held", cx.session.scene_number())).default_open(false);
        header.show_unindented(ui, |ui| holding_claims.into_iter().for_each(|claim| holding(ui, theme, claim)));
    }
    if claims().nth(1).is_some() {
        bars(ui, theme, claims().map(|claim| claim.holds));
    }
}

/// Draws a condition that does not hold. If its number must grow, a bar shows how far it is from its value on the first map.
fn missing(ui: &mut Ui, theme: &Theme, claim: &Claim, first: f64) {
    let sentence = claim.sentence();
    ui.horizontal_top(|ui| {
        Icon::X.show(ui, 14.0, theme.wrong);
        let words = ui.add(fonts::lines(ui, RichText::new(&sentence).size(13.0).color(theme.text), CLAIM));
        words.on_hover_text("Missing").accessible_name(format!("Missing: {sentence}"));
    });
    let Some((now, wanted)) = claim.grows.filter(|(_, wanted)| *wanted > 0.0) else { return };
    let text = format!("{now} of {wanted}");
    let text = ui.painter().layout_no_wrap(text, fonts::mono(12.0), theme.weak);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 14.0), Sense::hover());
    let left = row.max.x - text.size().x;
    let bar = Rect::from_x_y_ranges(row.min.x..=left - 10.0, row.center().y - 3.0..=row.center().y + 3.0);
    ui.painter().galley(egui::pos2(left, row.center().y - text.size().y / 2.0), text, theme.weak);
    ui.painter().rect_filled(bar, 3.0, theme.widget);
    let first = if first < wanted { first } else { 0.0 };
    let share = ((now - first) / (wanted - first)).clamp(0.0, 1.0) as f32;
    ui.painter().rect_filled(bar.with_max_x(bar.left() + bar.width() * share), 3.0, theme.weak);
}

/// Draws a condition that holds.
fn holding(ui: &mut Ui, theme: &Theme, claim: &Claim) {
    let sentence = claim.sentence();
    ui.horizontal_top(|ui| {
        Icon::CHECK.show(ui, 14.0, theme.frontier);
        let words = ui.add(fonts::lines(ui, RichText::new(&sentence).size(13.0).color(theme.weak), CLAIM));
        words.on_hover_text("Done").accessible_name(format!("Done: {sentence}"));
    });
}

/// Draws a short bar for each condition. Those that hold come first.
fn bars(ui: &mut Ui, theme: &Theme, all: impl Iterator<Item = bool>) {
    let mut all: Vec<bool> = all.collect();
    all.sort_by_key(|holds| !holds);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    let part = row.width() / all.len() as f32;
    for (k, holds) in all.into_iter().enumerate() {
        let left = row.left() + part * k as f32;
        let bar = Rect::from_x_y_ranges(left..=left + part - 3.0, row.y_range());
        ui.painter().rect_filled(bar, 2.0, if holds { theme.strong } else { theme.widget });
    }
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
        let given_values = if done == self.base.done { self.base.given.clone() } else { Vec::new() };
        Exercise { say: self.say.trim().to_owned(), done, given: given_values, solution: self.base.solution.clone() }
    }
}

/// Draws the editor in a panel of its own.
pub(crate) fn panel(ui: &mut Ui, cx: &mut Cx<'_>) {
    // The buttons that end the recording stay in view while the rest scrolls.
    super::solution::recording(ui, cx);
    ScrollArea::vertical().id_salt("exercise").auto_shrink(false).show(ui, |ui| {
        edit(ui, cx);
        if !cx.session.scene().run.exercise.is_empty() {
            ui.add_space(8.0);
            let face = Button::new((Icon::GRADUATION_CAP.text(16.0), RichText::new("See it as a student")));
            let button = ui.add(face.min_size(vec2(0.0, 28.0))).accessible_name("See it as a student");
            if button.on_hover_text("Goes to Learn, where the task stands below the slide.").clicked() {
                cx.send(WindowCommand::Arrange(Arrangement::Learn));
            }
        }
    });
}

/// Draws fields for the task and its conditions. The scene changes when the user leaves a field. A condition that
/// cannot be read is kept too, but never holds.
fn edit(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique("exercise draft");
    let base = cx.session.scene().run.exercise.clone();
    let opened = cx.session.scene_number();
    let stored_draft =
        ui.data(|d| d.get_temp::<Draft>(id)).filter(|draft| draft.opened == opened && draft.base == base);
    let mut draft = stored_draft.unwrap_or_else(|| Draft::of(opened, base));
    ui.add_space(6.0);
    let label = ui.label("Task");
    // Fixed ids: the focus stays in place whatever is drawn above.
    let hint = "What a reader is to do, in Markdown";
    let say = field(ui, Id::unique("exercise task"), &mut draft.say, (2, hint)).labelled_by(label.id);
    conditions::show(ui, cx, &mut draft.done);
    let header =
        CollapsingHeader::new(RichText::new("As text").color(cx.view.theme.weak)).id_salt("conditions as text");
    let focused = Id::unique("exercise conditions");
    let wrong = draft.done.lines().map(str::trim).filter(|line| !line.is_empty());
    let wrong = wrong.filter_map(|line| Some(line.parse::<Symptom>().err()?.to_string()));
    let wrong: Vec<String> = wrong.take(CLAIM).collect();
    // A line that cannot be read is only in the text.
    let open = (!wrong.is_empty()).then_some(true);
    header.open(open).show_unindented(ui, |ui| {
        let label = ui.label("It is solved when all of these lines hold");
        let done = TextEdit::multiline(&mut draft.done).id(focused).desired_width(f32::INFINITY).desired_rows(2);
        let done = done.font(TextStyle::Monospace).hint_text("outcome cost >= B.cost + 20\nmap wall <= 40");
        let help = "outcome NAME = VALUE, or a number of run B: outcome cost > B.cost + 3\n\
                    map TILE = NUMBER, or an actor, or cells, or changed: map door <= 1\n\
                    run NAME = VALUE: run algorithm = greedy\n\
                    hits, never or once CONDITION: as breakpoints say it\n\
                    longer, differs NAME=VALUE, finds TOOL, finding RULE: as in Shrink";
        ui.add(done).labelled_by(label.id).on_hover_text(help);
    });
    for error in &wrong {
        ui.add(Label::new(RichText::new(format!("✕ {error}.")).color(cx.view.theme.wrong)).wrap());
    }
    super::solution::show(ui, cx);
    let done_has_focus = ui.memory(|m| m.has_focus(focused));
    let new = draft.exercise();
    let changed = new != draft.base;
    if changed && !say.has_focus() && !done_has_focus {
        cx.send(SessionCommand::SetExercise(Box::new(new)));
    }
    let keeps_draft = changed || say.has_focus() || done_has_focus;
    ui.data_mut(|d| {
        if keeps_draft {
            d.insert_temp(id, draft);
        } else {
            d.remove::<Draft>(id);
        }
    });
}
