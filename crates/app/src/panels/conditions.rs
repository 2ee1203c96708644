//! The conditions of an exercise as rows of menus: what is measured, how it is compared, and with what. The rows are the
//! lines of the exercise's text, so both can be edited.

use crate::debugger::lab::experiment::numbers;
use crate::debugger::lab::minimise::{Symptom, words_of_line};
use crate::debugger::lesson::exercise::Claim;
use crate::debugger::session::command::SolutionStep;
use crate::debugger::{Session, SessionCommand};
use crate::formats::limits::CLAIMS;
use crate::style::fonts::Icon;
use crate::style::{choice, menu_of_values};
use crate::view::Cx;
use egui::{Button, DragValue, Frame, Label, Margin, RichText, ScrollArea, Ui, vec2};
use gridscope_trace::params::Kind;
use gridscope_trace::{Registry, Tile};

/// Height of a control, in points.
const HIGH: f32 = 28.0;
/// Comparisons of numbers: the sign in the text, and the words in the menu.
const COMPARISONS: [(&str, &str); 6] =
    [(">=", "at least"), ("<=", "at most"), ("=", "exactly"), ("!=", "not"), (">", "more than"), ("<", "less than")];
/// Comparisons of words.
const IS: [(&str, &str); 2] = [("=", "is"), ("!=", "is not")];

/// A condition whose parts have menus: `outcome cost >= 60` has the measure `outcome cost`.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    measure: String,
    sign: String,
    value: String,
}

impl Row {
    /// Reads a line. Returns `None` for a line that can only be edited as text.
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind @ ("outcome" | "map" | "run"), name, sign, value] = words[..] else { return None };
        let known = COMPARISONS.iter().any(|(own, _)| *own == sign);
        let other_run = value.contains('.') && value.parse::<f64>().is_err();
        (known && !other_run).then(|| Self {
            measure: format!("{kind} {name}"),
            sign: sign.to_owned(),
            value: value.to_owned(),
        })
    }

    fn line(&self) -> String {
        format!("{} {} {}", self.measure, self.sign, self.value)
    }

    fn is_number(&self) -> bool {
        !self.measure.starts_with("run ") && self.value.parse::<f64>().is_ok()
    }
}

/// Returns the name of a measure in the menus.
fn label(measure: &str) -> String {
    match measure {
        "outcome cost" => "cost".to_owned(),
        "outcome path.len" => "path length".to_owned(),
        "outcome expanded" => "cells expanded".to_owned(),
        "outcome pushed" => "added to the open list".to_owned(),
        "outcome ways" => "cheapest paths".to_owned(),
        "outcome found" => "goal reached".to_owned(),
        "map changed" => "cells changed".to_owned(),
        "map cells" => "cells of the map".to_owned(),
        "run algorithm" => "algorithm".to_owned(),
        "run seed" => "seed".to_owned(),
        other => match other.split_once(' ') {
            Some(("map", tile)) => format!("cells of {tile}"),
            Some((_, name)) => name.replace(".len", ", length").replace(['_', '-'], " "),
            None => other.to_owned(),
        },
    }
}

/// Numbers of an outcome that exercises ask for most often, which are first in the menu.
const USUAL: [&str; 5] = ["cost", "steps", "path.len", "expanded", "found"];

/// Returns all measures of the current run and map, each with a first comparison and value.
fn measures(session: &Session) -> Vec<Row> {
    let row = |measure: String, sign: &str, value: String| Row { measure, sign: sign.to_owned(), value };
    let mut all = Vec::new();
    if let Some(replay) = session.replay() {
        let outcome = replay.outcome();
        for (name, now) in numbers(outcome) {
            // A flag is compared with yes or no.
            let flag = outcome[&*name].is_boolean();
            let value = if flag { if now == 0.0 { "no" } else { "yes" }.to_owned() } else { now.to_string() };
            all.push(row(format!("outcome {name}"), if flag { "=" } else { ">=" }, value));
        }
    }
    let usual = |row: &Row| USUAL.iter().position(|name| row.measure.strip_prefix("outcome ") == Some(name));
    all.sort_by_key(|row| usual(row).unwrap_or(USUAL.len()));
    all.insert(1.min(all.len()), row("map changed".into(), "<=", "3".into()));
    let scene = session.scene();
    for tile in [Tile::Wall, Tile::Door, Tile::Water] {
        let now = scene.tiles.as_slice().iter().filter(|own| **own == tile).count();
        all.push(row(format!("map {}", tile.info().name), "<=", now.to_string()));
    }
    all.push(row("run algorithm".into(), "=", scene.run.algorithm.clone()));
    for param in session.card().params {
        let now = scene.run.params.0.get(param.name).cloned().or_else(|| super::params::default(param));
        let now = now.map_or_else(|| "null".to_owned(), |value| super::params::control::plain(&value));
        if !now.contains(char::is_whitespace) {
            all.push(row(format!("run {}", param.name), "=", now));
        }
    }
    all
}

/// Returns the values that a setting of the run can have, each with its title.
fn values(session: &Session, registry: &Registry, measure: &str) -> Vec<(String, String)> {
    let Some(name) = measure.strip_prefix("run ") else {
        return [("yes", "yes"), ("no", "no")].map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
    };
    if name == "algorithm" {
        return registry.all().iter().map(|r| (r.card().id.to_owned(), r.card().title.to_owned())).collect();
    }
    let param = session.card().params.iter().find(|param| param.name == name);
    match param.map(|param| param.kind) {
        Some(Kind::Choice(words)) => words.iter().map(|&word| (word.to_owned(), word.to_owned())).collect(),
        Some(Kind::Flag) => [("yes", "yes"), ("no", "no")].map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec(),
        _ => Vec::new(),
    }
}

/// Draws the rows, and changes the text of the conditions accordingly.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, text: &mut String) {
    let theme = cx.view.theme.clone();
    ui.add_space(4.0);
    ui.label(RichText::new("Solved when all of these hold").color(theme.weak));
    let mut lines: Vec<String> = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(Into::into).collect();
    let before = lines.clone();
    let claims = cx.session.display_state().exercise.claims.clone();
    let saved_conditions = cx.session.scene().run.exercise.done.clone();
    let mut gone = None;
    for (i, line) in lines.iter_mut().enumerate().take(CLAIMS) {
        ui.push_id(("condition", i), |ui| {
            // The claims belong to the conditions of the scene.
            let claim = claims.get(i).filter(|_| saved_conditions.get(i) == Some(line));
            if row(ui, cx, i, line, claim) {
                gone = Some(i);
            }
            ui.add_space(4.0);
        });
    }
    if let Some(i) = gone {
        lines.remove(i);
    }
    ui.horizontal_wrapped(|ui| {
        let face = Button::new((Icon::PLUS.text(14.0), RichText::new("condition"))).min_size(vec2(0.0, HIGH));
        if ui.add(face).accessible_name("Add a condition").clicked() {
            let new = measures(cx.session).into_iter().find(|row| !lines.iter().any(|l| l.starts_with(&row.measure)));
            lines.extend(new.map(|row| row.line()));
        }
        let face = Button::new((Icon::CHECK.text(14.0), RichText::new("Test now"))).min_size(vec2(0.0, HIGH));
        let test = ui.add_enabled(!lines.is_empty(), face).accessible_name("Test now");
        let help = "Checks all conditions on this map, and on your solution if there is one.";
        if test.on_hover_text(help).clicked() {
            cx.send(SessionCommand::Solution(SolutionStep::Test));
        }
    });
    result(ui, cx, &claims);
    super::solution::result(ui, cx);
    if lines != before {
        *text = lines.join("\n");
    }
}

/// Least width of a panel that has all menus of a condition in one line, in points.
const ONE_LINE: f32 = 290.0;

/// Draws the menus of a condition, and whether it holds. In a narrow panel, the measure has a line of its own. Returns
/// whether the user removes the condition.
fn row(ui: &mut Ui, cx: &Cx<'_>, i: usize, line: &mut String, claim: Option<&Claim>) -> bool {
    let mut removed = false;
    ui.spacing_mut().interact_size.y = HIGH;
    let remove = |ui: &mut Ui| {
        let cross = ui.add(Button::new(Icon::X.text(13.0).color(cx.view.theme.weak)).frame(false));
        cross.accessible_name(format!("Remove condition {}", i + 1)).clicked()
    };
    let width = (ui.available_width() - 30.0).max(60.0);
    let Some(mut row) = Row::read(line) else {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (words, kept) = (in_words(line), line.clone());
            let label = words.map_or_else(|| RichText::new(kept).monospace(), RichText::new);
            let label = ui.add_sized(vec2(width, HIGH), Label::new(label).truncate());
            label.on_hover_text(format!("{line}\nThis condition is edited as text, below."));
            removed = remove(ui);
        });
        ui.horizontal(|ui| state(ui, cx, claim));
        return removed;
    };
    let before = row.clone();
    if width + 30.0 < ONE_LINE {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            sized(ui, width, |ui| measure(ui, cx, i, &mut row));
            removed = remove(ui);
        });
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            sized(ui, 92.0, |ui| comparison(ui, i, &mut row));
            sized(ui, if row.is_number() { 48.0 } else { 70.0 }, |ui| value(ui, cx, i, &mut row));
            state(ui, cx, claim);
        });
    } else {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            sized(ui, width * 0.44, |ui| measure(ui, cx, i, &mut row));
            sized(ui, width * 0.33, |ui| comparison(ui, i, &mut row));
            sized(ui, width * 0.23 - 12.0, |ui| value(ui, cx, i, &mut row));
            removed = remove(ui);
        });
        ui.horizontal(|ui| state(ui, cx, claim));
    }
    if row != before {
        *line = row.line();
    }
    removed
}

/// Draws the menu of comparisons.
fn comparison(ui: &mut Ui, i: usize, row: &mut Row) {
    let all: &[(&str, &str)] = if row.is_number() { &COMPARISONS } else { &IS };
    let sign_label = all.iter().find(|(sign, _)| *sign == row.sign);
    let sign_label = sign_label.map_or_else(|| row.sign.clone(), |(_, words)| (*words).to_owned());
    let list = menu_of_values("sign").width(ui.available_width()).truncate();
    let list = list.selected_text(sign_label).show_ui(ui, |ui| {
        for (sign, words) in all {
            choice(ui, &mut row.sign, (*sign).to_owned(), *words);
        }
    });
    list.response.accessible_name(format!("Comparison of condition {}", i + 1));
}

/// Returns a condition over events in words.
fn in_words(line: &str) -> Option<String> {
    if let Some(words) = words_of_line(line) {
        return Some(words.to_owned());
    }
    Some(match line.parse().ok()? {
        Symptom::Hits(condition) => condition.events_in_words("a"),
        Symptom::Exactly(0, condition) => condition.events_in_words("no"),
        Symptom::Exactly(_, condition) => condition.events_in_words("exactly one"),
        _ => return None,
    })
}

/// Draws a control in a part of the row, in points.
fn sized(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui)) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(width.max(24.0), HIGH), layout, |ui| {
        ui.spacing_mut().button_padding.x = 5.0;
        ui.set_width(width.max(24.0));
        content(ui);
    });
}

/// Draws the menu of measures.
fn measure(ui: &mut Ui, cx: &Cx<'_>, i: usize, row: &mut Row) {
    let list = menu_of_values("measure").width(ui.available_width()).truncate();
    let list = list.selected_text(label(&row.measure));
    let list = list.show_ui(ui, |ui| {
        ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
            for other in measures(cx.session) {
                if ui.selectable_label(other.measure == row.measure, label(&other.measure)).clicked() {
                    if other.measure != row.measure {
                        *row = other;
                    }
                    ui.close();
                }
            }
        });
    });
    list.response.accessible_name(format!("Measure of condition {}", i + 1));
}

/// Draws the value: a number, or a menu of words.
fn value(ui: &mut Ui, cx: &Cx<'_>, i: usize, row: &mut Row) {
    if row.is_number() {
        let mut number: f64 = row.value.parse().unwrap_or_default();
        let drag = ui.add(DragValue::new(&mut number).speed(1.0).max_decimals(3));
        if drag.accessible_name(format!("Value of condition {}", i + 1)).changed() {
            row.value = number.to_string();
        }
        return;
    }
    let all = values(cx.session, cx.session.registry(), &row.measure);
    let value_label =
        all.iter().find(|(value, _)| *value == row.value).map_or(&*row.value, |(_, title)| title).to_owned();
    let list = menu_of_values("value").width(ui.available_width()).truncate().selected_text(value_label);
    let list = list.show_ui(ui, |ui| {
        for (own, title) in all {
            choice(ui, &mut row.value, own, title);
        }
    });
    list.response.accessible_name(format!("Value of condition {}", i + 1));
}

/// Draws whether a condition holds, and its value now.
fn state(ui: &mut Ui, cx: &Cx<'_>, claim: Option<&Claim>) {
    let theme = &cx.view.theme;
    ui.add_space(4.0);
    let Some(claim) = claim else {
        ui.add(Label::new(RichText::new("not checked yet").color(theme.faint)).truncate());
        return;
    };
    let (icon, ink) = if claim.holds { (Icon::CHECK, theme.frontier) } else { (Icon::X, theme.wrong) };
    icon.show(ui, 14.0, ink);
    let words = Label::new(RichText::new(&claim.is).color(theme.weak)).truncate();
    ui.add(words).on_hover_text(claim.sentence());
}

/// Draws how many conditions hold.
fn result(ui: &mut Ui, cx: &Cx<'_>, claims: &[Claim]) {
    let Some(missing) = claims.iter().find(|claim| !claim.holds) else {
        if !claims.is_empty() {
            ui.label(RichText::new("Solved: all conditions hold on this map.").color(cx.view.theme.frontier));
            if !cx.session.is_solving() {
                let note = "Students start with this map, so it should not be solved yet.";
                ui.add(Label::new(RichText::new(note).color(cx.view.theme.weak)).wrap());
            }
        }
        return;
    };
    let theme = &cx.view.theme;
    let holding_count = claims.iter().filter(|claim| claim.holds).count();
    Frame::new().fill(theme.window).corner_radius(8).inner_margin(Margin::symmetric(10, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let head = format!("Not solved yet: {holding_count} of {} hold", claims.len());
        ui.label(RichText::new(head).font(crate::style::fonts::semibold(13.0)).color(theme.strong));
        ui.add(Label::new(RichText::new(missing.sentence()).color(theme.weak)).wrap());
    });
}
