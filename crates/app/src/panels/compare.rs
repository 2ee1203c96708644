//! Runs side by side: how each differs, its outcome, and where they begin to differ.

mod add;

use super::open_list::{RowLook, RowText};
use super::params::control::{control, plain};
use crate::debugger::lab::compare::{Divergence, Measure, divergence, measures, no_divergence, titles};
use crate::debugger::lab::ending::field_name;
use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::{Session, SessionCommand, WindowCommand};
use crate::formats::plain::thousands;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Button, Id, Label, RichText, ScrollArea, TextEdit, TextStyle, Ui};
use gridscope_trace::Replay;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::scene::{AdditionalRun, RunSpec};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum width of a column in characters, before its text is cut.
const WIDEST: usize = 26;

/// Cached results for the runs shown.
#[derive(Clone)]
struct Found {
    rows: Arc<Vec<TableRow>>,
    divergences: Arc<Vec<Option<Divergence>>>,
}

/// A row of the table: a setting in which the runs differ, or a measure of them.
struct TableRow {
    name: String,
    values: Vec<String>,
    differs: bool,
}

/// Returns the rows of the table: the settings in which the runs differ, the measures that differ, and the others.
fn rows(session: &Session) -> Vec<TableRow> {
    let specs: Vec<&RunSpec> = session.shown_runs().map(|run| &run.scene.run).collect();
    let names: BTreeSet<&str> = specs.iter().flat_map(|run| run.params.0.keys()).map(|name| &**name).collect();
    let param = |name: &str| {
        let value = |run: &&RunSpec| run.params.0.get(name).filter(|v| !v.is_null()).map_or("default".into(), plain);
        (name.to_owned(), specs.iter().map(value).collect::<Vec<String>>())
    };
    let title = |run: &&RunSpec| session.registry().title_of(&run.algorithm).unwrap_or(&run.algorithm).to_owned();
    let algorithms = ("algorithm".to_owned(), specs.iter().map(title).collect());
    let seeds = ("seed".to_owned(), specs.iter().map(|run| run.seed.to_string()).collect());
    let settings = [algorithms, seeds].into_iter().chain(names.into_iter().map(param));
    let settings = settings.filter(|(_, values): &(_, Vec<String>)| values.windows(2).any(|pair| pair[0] != pair[1]));
    let settings = settings.map(|(name, values)| TableRow { name, values, differs: true });
    let outcome = session.replay().map(Replay::outcome);
    let measure = |measure: &Measure| TableRow {
        name: field_name(outcome.unwrap_or(&Outcome::default()), &measure.name),
        values: measure.display_values().map(ToString::to_string).collect(),
        differs: measure.differs,
    };
    let all = measures(session.shown_runs().map(|run| &run.replay).collect::<Vec<_>>());
    // Only some algorithms name the cell where they ended. It is the goal if they found it.
    let is_in_all_runs = |measure: &&Measure| {
        !matches!(&*measure.name, "goal" | "reached") || measure.values.iter().all(|value| !value.is_empty())
    };
    let comparable = all.iter().filter(is_in_all_runs).map(measure);
    let (differ, same): (Vec<TableRow>, Vec<TableRow>) = comparable.partition(|row| row.differs);
    settings.chain(differ).chain(same).collect()
}

/// Returns the letter of a run. The main run is A.
pub(crate) const fn letter(i: usize) -> char {
    (b'A' + (i % 26) as u8) as char
}

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 25.0;
        let count = cx.session.shown_runs().count();
        if count == 0 {
            ui.label(RichText::new("Nothing is recorded yet: the results of the runs appear here.").color(theme.weak));
            return;
        }
        heading(ui, cx);
        if count == 1 {
            runs(ui, cx, &theme);
            let text = "One run is shown. Add another one to see both on one clock, with what differs in a colour.";
            ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
            return;
        }
        let found = found(ui, cx);
        table(ui, &theme, &found.rows, count);
        ui.add_space(8.0);
        first_differences(ui, cx, &theme, &found.divergences);
        ui.add_space(8.0);
        runs(ui, cx, &theme);
    });
}

/// Returns measures and first differences of the runs shown. Cached until one of them changes.
fn found(ui: &Ui, cx: &Cx<'_>) -> Found {
    let session = cx.session;
    memo(ui, Id::unique("compared"), (session.generation(), session.shown_runs().count()), || Found {
        rows: Arc::new(rows(session)),
        divergences: divergences(ui, cx),
    })
}

/// Returns where each other run begins to differ from the main one. Cached until one of them changes.
pub(super) fn divergences(ui: &Ui, cx: &Cx<'_>) -> Arc<Vec<Option<Divergence>>> {
    let session = cx.session;
    memo(ui, Id::unique("divergences"), (session.generation(), session.shown_runs().count()), || {
        let replays: Vec<_> = session.shown_runs().map(|run| &run.replay).collect();
        Arc::new(replays.iter().skip(1).map(|other| divergence(replays[0], other)).collect())
    })
}

/// Draws the title, and the controls for all runs.
fn heading(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Runs").font(crate::style::fonts::semibold(14.0)));
        add::menu(ui, cx);
        let mut on = cx.view.draws(Sign::Differences);
        if ui.checkbox(&mut on, "Colour differences").on_hover_text(hint(WindowCommand::ToggleDifferences)).changed() {
            cx.send(WindowCommand::ToggleDifferences);
        }
    });
}

/// Draws every run, with its differences as controls and a button that removes it.
fn runs(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    let names = titles(session.shown_runs());
    let beside = session.opened().additional_runs.len();
    let other_runs = session.shown_runs().count() - session.opened().other_runs.len();
    for (i, name) in names.iter().enumerate() {
        // Two runs may differ in the same parameter, so each row has ids of its own.
        ui.push_id(i, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(letter(i).to_string()).strong().color(theme.now));
                let other = i.checked_sub(1);
                let over = other.and_then(|k| session.scene().run.beside.get(k).filter(|_| k < beside));
                if over.is_some() || i == 0 && beside > 0 {
                    name_field(ui, cx, i, name);
                } else {
                    ui.add(Label::new(name).truncate());
                }
                if let Some(over) = over {
                    changed(ui, cx, i - 1, over);
                }
                let away = other.map(|k| match i.checked_sub(other_runs) {
                    _ if k < beside => SessionCommand::RemoveRun(k),
                    Some(other_run) => SessionCommand::RemoveOtherRun(other_run),
                    None => SessionCommand::ToggleCompare,
                });
                if let Some(command) = away {
                    let button = ui.add(Button::new("✕").small()).on_hover_text("Takes this run away.");
                    if button.accessible_name(format!("Remove run {}", letter(i))).clicked() {
                        cx.send(command);
                    }
                }
            })
        });
    }
}

/// Draws the name of a run, which can be changed. If it is empty, the run is called by its differences.
fn name_field(ui: &mut Ui, cx: &mut Cx<'_>, i: usize, title: &str) {
    let run = &cx.session.scene().run;
    let own = i.checked_sub(1).map_or(Some(&run.name), |k| run.beside[k].name.as_ref());
    let own = own.map_or("", String::as_str);
    let id = ui.scope_id().with("name of the run");
    let mut text = ui.data(|d| d.get_temp::<String>(id)).unwrap_or_else(|| own.to_owned());
    let edit = TextEdit::singleline(&mut text).hint_text(title).desired_width(150.0);
    let response = ui.add(edit).on_hover_text("What this run is called. Empty: what differs in it.");
    let response = response.accessible_name(format!("Name of run {}", letter(i)));
    if response.lost_focus() && text.trim() != own {
        cx.send(SessionCommand::SetRunName(i, text.clone()));
    }
    // egui's memory must not be asked again while it is changed.
    let has_focus = response.has_focus();
    ui.data_mut(|d| {
        if has_focus {
            d.insert_temp(id, text);
        } else {
            d.remove::<String>(id);
        }
    });
}

/// Draws the differences of a run, each with the same control as in the panel Run.
fn changed(ui: &mut Ui, cx: &mut Cx<'_>, i: usize, over: &AdditionalRun) {
    let mut new = over.clone();
    if let Some(id) = &over.algorithm {
        ui.label(cx.session.registry().title_of(id).unwrap_or(id));
    }
    if let Some(seed) = over.seed {
        ui.label("seed");
        if let (_, Some(seed)) = super::params::seed_box(ui, seed) {
            new.seed = Some(seed);
        }
    }
    if let Some(cell) = over.start {
        ui.label(format!("from {cell}"));
    }
    if let Some(eyes) = over.eyes {
        let names = cx.session.replay().map_or_else(Vec::new, gridscope_trace::trace::Replay::eyes);
        ui.label(format!("eyes: {}", names.get(eyes).map_or("missing", |name| name)));
    }
    let id = over.algorithm.as_deref().unwrap_or(&cx.session.scene().run.algorithm);
    let params = cx.session.registry().find(id).map_or(&[][..], |a| a.card().params);
    for (name, value) in &over.params.0 {
        let (mut wanted, mut four) = (None, None);
        let label = ui.label(name);
        match params.iter().find(|p| p.name == name) {
            Some(param) => {
                ui.push_id(name, |ui| {
                    control(ui, param, Some(value), &mut wanted, &mut four).labelled_by(label.id);
                });
            }
            None => _ = ui.label(plain(value)),
        }
        if let Some(value) = wanted {
            new.params.set(name, value);
        }
    }
    if new != *over {
        cx.send(SessionCommand::SetRunDifferences(i, new));
    }
}

/// Draws where the main run and each other run begin to differ, with both events.
fn first_differences(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, divergences: &[Option<Divergence>]) {
    for (k, found) in divergences.iter().enumerate() {
        let other = letter(k + 1);
        let Some(found) = found else {
            let mut runs = cx.session.shown_runs().map(|run| &run.replay);
            let same = runs.next().zip(runs.nth(k)).map_or("are the same", |(a, b)| no_divergence(a, b));
            ui.add(Label::new(format!("A and {other} {same}.")).wrap());
            continue;
        };
        let part = match found.expansions {
            None => format!("part at event {}", thousands(found.after + 1)),
            Some(1) => "expand other cells after 1 expansion".to_owned(),
            Some(same) => format!("expand other cells after {} expansions", thousands(same)),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("A and {other} {part}.")).strong());
            let button = Button::new("Go there").small();
            let name = format!("Go to where A and {other} part");
            if ui.add(button).on_hover_text(hint(SessionCommand::GoToDivergence(0))).accessible_name(name).clicked() {
                cx.send(SessionCommand::GoToDivergence(k));
            }
        });
        for (run, sentence) in ['A', other].into_iter().zip(&found.sentences) {
            let sentence_text = sentence.as_deref().unwrap_or("has ended.");
            ui.add(Label::new(RichText::new(format!("{run}: {sentence_text}")).color(theme.text)).wrap());
        }
    }
}

/// Draws a table with a column for each run. Rows that differ come first, in the colour of differences.
fn table(ui: &mut Ui, theme: &Theme, rows: &[TableRow], count: usize) {
    let chars = |text: &str| text.chars().count();
    let name = rows.iter().map(|row| chars(&row.name)).max().unwrap_or(0).min(WIDEST);
    // As wide as possible with all runs beside each other.
    let room = (ui.available_width() / ui.fonts_mut(|f| f.glyph_width(&TextStyle::Monospace.resolve(ui.style()), '0')))
        as usize;
    let widest = (room.saturating_sub(name + 4) / count.max(1)).saturating_sub(2).clamp(5, WIDEST);
    let widths: Vec<usize> =
        (0..count).map(|i| rows.iter().map(|row| chars(&row.values[i])).max().unwrap_or(1).min(widest)).collect();
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut head = RowText::new(ui);
    head.mono(&format!("  {:name$}", ""), theme.weak);
    for (i, &width) in widths.iter().enumerate() {
        head.mono(&format!("  {:>width$}", letter(i)), theme.weak);
    }
    head.show(ui, usize::MAX, "Runs", RowLook { still: true, ..RowLook::default() });
    for (i, row) in rows.iter().enumerate() {
        let mut text = RowText::new(ui);
        text.mono(if row.differs { "≠ " } else { "  " }, theme.difference);
        text.mono(&format!("{:name$}", cut(&row.name, name)), if row.differs { theme.text } else { theme.weak });
        for (value, &width) in row.values.iter().zip(&widths) {
            let ink = if row.differs { theme.strong } else { theme.weak };
            text.mono(&format!("  {:>width$}", cut(value, width)), ink);
        }
        let value_labels: Vec<String> =
            row.values.iter().enumerate().map(|(i, value)| format!("{}: {value}", letter(i))).collect();
        let label = format!("{}, {}", row.name, value_labels.join(", "));
        let fill = row.differs.then(|| crate::style::theme::mix(theme.panel, theme.difference, 0.12));
        let look = RowLook { fill, still: true, ..RowLook::default() };
        text.show(ui, i, &label, look).on_hover_text(format!("{}\n{}", row.name, value_labels.join("\n")));
    }
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
