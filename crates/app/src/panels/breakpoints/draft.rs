//! The form for a new breakpoint: parts chosen from lists, joined by *and* and *or*, or a condition typed as text.

use crate::debugger::{Session, SessionCommand, lab::query};
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::style::{choice, menu_of_values};
use crate::view::Cx;
use egui::{Button, DragValue, Grid, Id, Label, RichText, TextEdit, Ui, vec2};
use gridscope_trace::trace::breakpoint::{Ask, Condition, Op, Source};
use gridscope_trace::{Cell, Replay};

/// Maximum number of phases searched for names.
const PHASES: usize = 400;

/// A breakpoint that the user is building.
#[derive(Clone, Default)]
struct Draft {
    kind: Option<String>,
    phase: Option<String>,
    actor: Option<String>,
    source: usize,
    number: Option<String>,
    ask: usize,
    value: f64,
    word: String,
    at_cell: bool,
    /// The condition as text so far. If it is empty, only the lists count.
    text: String,
}

/// Returns the tests of a value: the six comparisons of numbers, text comparisons, then tests without a second value.
fn asks(value: f64, word: &str) -> Vec<(&'static str, Ask)> {
    let compare = [Op::AtLeast, Op::Greater, Op::Equal, Op::NotEqual, Op::Less, Op::AtMost];
    let mut all: Vec<_> = compare.into_iter().map(|op| (op.sign(), Ask::Is(op, value))).collect();
    let reads = |so| Ask::Reads(so, word.trim().to_owned());
    all.extend([("reads", reads(true)), ("does not read", reads(false))]);
    all.extend([("changed", Ask::Changed), ("rises", Ask::Rises), ("falls", Ask::Falls)]);
    all
}

impl Draft {
    /// Builds the condition chosen in the lists.
    fn part(&self, selected: Option<Cell>) -> Condition {
        let mut all = Vec::new();
        all.extend(self.kind.clone().map(Condition::Kind));
        if let Some(name) = &self.number {
            let ask = asks(self.value, &self.word).swap_remove(self.ask).1;
            // An empty word tests nothing.
            if !matches!(&ask, Ask::Reads(_, word) if word.is_empty()) {
                all.push(Condition::Number(Source::ALL[self.source], name.clone(), ask));
            }
        }
        all.extend(self.actor.clone().map(Condition::Actor));
        all.extend(self.phase.clone().map(Condition::Phase));
        all.extend(selected.filter(|_| self.at_cell).map(Condition::Cell));
        if all.len() == 1 { all.swap_remove(0) } else { Condition::All(all) }
    }

    /// Adds the condition from the lists to the text.
    fn join(&mut self, word: &str, part: &Condition) {
        let compound = matches!(part, Condition::All(_)) && word == "or";
        let part = if compound { format!("({part})") } else { part.to_string() };
        self.text = match self.text.trim() {
            "" => part,
            before => format!("{before} {word} {part}"),
        };
        let text = std::mem::take(&mut self.text);
        *self = Self { text, source: self.source, ..Self::default() };
    }
}

/// Draws the form below the list of breakpoints.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    ui.separator();
    ui.label(RichText::new("New breakpoint").strong()).on_hover_text("Stops when all of these hold.");
    let Some(replay) = session.replay() else {
        let text = "Kinds and fields of events can be chosen here once there is a run.";
        ui.label(RichText::new(text).color(theme.weak));
        return;
    };
    let id = Id::unique("breakpoint draft");
    let mut draft = ui.data(|d| d.get_temp::<Draft>(id)).unwrap_or_default();
    // Another algorithm has other kinds and fields.
    draft.kind = draft.kind.filter(|k| replay.kinds().contains(&k.as_str()));
    form(ui, replay, &mut draft);
    match session.display_state().selected {
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
    let part = draft.part(session.display_state().selected);
    let entered = edit_condition(ui, &mut draft, &part);
    let condition = if draft.text.trim().is_empty() { Ok(part) } else { draft.text.parse::<Condition>() };
    let (condition, why) = match condition {
        Err(error) => {
            ui.label(RichText::new(error.to_string()).color(theme.wrong));
            (None, "Fix the condition first.")
        }
        Ok(c) if c.is_empty() => (None, "Choose a kind, a value or a cell first, or write a condition."),
        Ok(c) if session.display_state().breakpoints.iter().any(|b| b.condition == c) => {
            (None, "There is one like this already.")
        }
        Ok(c) => {
            if let Some(unknown) = unknown(ui, session, &c) {
                ui.add(Label::new(RichText::new(format!("{unknown}.")).color(theme.wrong)).wrap());
            }
            (Some(c), "")
        }
    };
    let button = ui.add_enabled(condition.is_some(), Button::new("Add breakpoint")).on_disabled_hover_text(why);
    if let Some(condition) = condition
        && button.on_hover_text(format!("Stops at: {condition}")).clicked() | entered
    {
        cx.send(SessionCommand::AddBreakpoint(condition));
        draft = Draft::default();
    }
    ui.data_mut(|d| d.insert_temp(id, draft));
}

/// Returns which name in the condition this run does not have. Cached for each text and moment.
fn unknown(ui: &Ui, session: &Session, condition: &Condition) -> Option<String> {
    let key = (session.generation(), session.moment().0, condition.to_string());
    memo(ui, Id::unique("draft unknown"), key, || session.replay().and_then(|replay| query::unknown(replay, condition)))
}

/// Draws the condition as text, with two buttons that add the choice from the lists. Returns whether Enter was pressed
/// in the text field.
fn edit_condition(ui: &mut Ui, draft: &mut Draft, part: &Condition) -> bool {
    let row = ui.horizontal(|ui| {
        for word in ["and", "or"] {
            let button = ui.add_enabled(!part.is_empty(), Button::new(word).min_size(vec2(36.0, 0.0)));
            let help = format!("Adds what is chosen above to the condition below, with {word}.");
            if button.on_hover_text(help).on_disabled_hover_text("Choose a part above first.").clicked() {
                draft.join(word, part);
            }
        }
        let width = ui.available_width() - 8.0;
        let edit = TextEdit::singleline(&mut draft.text).desired_width(width).hint_text("expanded and f >= 12");
        let edit = ui.add(edit).accessible_name("Condition as text").on_hover_text(
            "A condition as text. Kinds of events, f >= 12 (a field), layer g falls, register open > 30,\n\
             layer status = closed, at 3,2, actor \"guard 2\", phase plan, check \"a corner was refused\"; with and, or, not and brackets.",
        );
        edit.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter))
    });
    row.inner
}

fn form(ui: &mut Ui, replay: &Replay, draft: &mut Draft) {
    let width = (ui.available_width() - 96.0).clamp(60.0, 220.0);
    Grid::new("new breakpoint").num_columns(2).spacing(vec2(10.0, 5.0)).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 25.0;
        let kinds = replay.kinds().iter().map(|k| (*k).to_owned()).collect();
        choose(ui, "Kind", "any kind", width, kinds, &mut draft.kind);
        ui.end_row();
        let actors = replay.actors();
        let phases: Vec<String> =
            phases(replay).into_iter().filter(|name| !actors.iter().any(|a| bare(a) == name)).collect();
        if !actors.is_empty() {
            choose(ui, "Actor", "anyone", width, actors, &mut draft.actor);
            ui.end_row();
        }
        if phases.len() > 1 {
            choose(ui, "Phase", "any phase", width, phases, &mut draft.phase);
            ui.end_row();
        }
        let label = ui.label("Value of").id;
        let list = menu_of_values("breakpoint source").width(width);
        let sources = ["the event", "a layer in its cell", "a register"];
        let list = list.selected_text(sources[draft.source]).show_ui(ui, |ui| {
            for (i, name) in sources.into_iter().enumerate() {
                if choice(ui, &mut draft.source, i, name).changed() {
                    draft.number = None;
                }
            }
        });
        list.response.labelled_by(label).on_hover_text("Where the value is taken from.");
        ui.end_row();
        let numbers = numbers(replay, Source::ALL[draft.source]);
        draft.number = draft.number.take().filter(|n| numbers.contains(n));
        choose(ui, "Field", "no value", width, numbers, &mut draft.number);
        ui.end_row();
        let label = ui.label("Value").id;
        ui.horizontal(|ui| {
            ui.add_enabled_ui(draft.number.is_some(), |ui| {
                let all = asks(draft.value, &draft.word);
                let list = menu_of_values("breakpoint operator").width(74.0).selected_text(all[draft.ask].0);
                let menu_response = list.show_ui(ui, |ui| {
                    for (i, (name, _)) in all.iter().enumerate() {
                        choice(ui, &mut draft.ask, i, *name);
                    }
                });
                menu_response.response.accessible_name("Operator").on_hover_text("How the value is compared.");
                if matches!(all[draft.ask].1, Ask::Is(..)) {
                    let drag = DragValue::new(&mut draft.value).speed(0.25).max_decimals(4);
                    ui.add(drag).labelled_by(label).on_hover_text("Drag, or click and type.");
                } else if matches!(all[draft.ask].1, Ask::Reads(..)) {
                    let edit = TextEdit::singleline(&mut draft.word).desired_width(90.0).hint_text("closed");
                    ui.add(edit).labelled_by(label).on_hover_text("A word as the layer shows it, or a cell: (3, 2).");
                }
            });
        });
        ui.end_row();
    });
}

/// Returns the names of the values that a source has.
fn numbers(replay: &Replay, source: Source) -> Vec<String> {
    match source {
        Source::Field => replay.fields().iter().map(|f| (*f).to_owned()).collect(),
        Source::Layer => replay.schema().layers.iter().map(|l| l.name.to_string()).collect(),
        Source::Register => replay.watch().into_iter().map(|(name, _)| name.into_owned()).collect(),
    }
}

/// Returns a name without the number at its end.
fn bare(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end()
}

/// Returns the names of phases without numbers: `turn`, `guard`, `plan`.
fn phases(replay: &Replay) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for phase in replay.phases().iter().take(PHASES) {
        let name = replay.trace().phase_kind(phase.start as usize);
        let bare = bare(&name);
        if !bare.is_empty() && !all.iter().any(|known| known == bare) {
            all.push(bare.to_owned());
        }
    }
    all
}

/// Draws a label and a list in which the user chooses one entry or none.
fn choose(ui: &mut Ui, name: &str, none: &str, width: f32, all: Vec<String>, chosen: &mut Option<String>) {
    let label = ui.label(name).id;
    let list = menu_of_values(("breakpoint", name)).width(width).height(360.0).truncate();
    let menu_response = list.selected_text(chosen.as_deref().unwrap_or(none)).show_ui(ui, |ui| {
        choice(ui, chosen, None, none);
        for one in all {
            choice(ui, chosen, Some(one.clone()), one);
        }
    });
    menu_response.response.labelled_by(label).on_hover_text(match name {
        "Kind" => "Stop at events of this kind only.",
        "Phase" => "Stop inside phases of this name only.",
        "Actor" => "Stop only while this one acts.",
        _ => "Which value is compared.",
    });
}
