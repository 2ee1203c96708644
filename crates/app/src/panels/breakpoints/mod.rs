//! The breakpoints panel: the list with its hits, the notes of logpoints, the algorithm's own checks, and a form for
//! new breakpoints.

mod draft;

use super::plots::counted_from;
use crate::debugger::Session;
use crate::debugger::session::Breakpoint;
use crate::debugger::session::command::{SessionCommand, Stride};
use crate::formats::plain::thousands;
use crate::style::fonts;
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, DragValue, Label, Layout, RichText, Sense, TextStyle, Ui};
use gridscope_trace::trace::breakpoint::Condition;

/// Width of a breakpoint's buttons with its checkbox and count, in points.
const BUTTONS: f32 = 220.0;
/// Number of letters of a condition that are shown at most.
const CONDITION: usize = 300;
/// Maximum number of notes listed for a logpoint.
const NOTES: usize = 100;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        travel(ui, cx);
        if let Some(replay) = cx.session.replay() {
            counted_from(ui, replay, &theme);
        }
        list(ui, cx, &theme);
        checks(ui, cx, &theme);
        draft::show(ui, cx, &theme);
    });
}

fn travel(ui: &mut Ui, cx: &mut Cx<'_>) {
    let able = cx.session.moment().1 > 0;
    ui.horizontal_wrapped(|ui| {
        for (name, command) in
            [("Previous hit", SessionCommand::Back(Stride::Hit)), ("Next hit", SessionCommand::Forward(Stride::Hit))]
        {
            let response = ui.add_enabled(able, Button::new(name)).on_hover_text(hint(&command));
            if response.on_disabled_hover_text("Nothing is recorded yet.").clicked() {
                cx.send(command);
            }
        }
    });
}

/// Draws the breakpoints, one per row.
fn list(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    if session.display_state().breakpoints.is_empty() {
        let text = "None yet. Add one below, tick a check, or press B over a cell of the map.";
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        return;
    }
    for (i, breakpoint) in session.display_state().breakpoints.iter().enumerate() {
        let text = breakpoint.condition.to_string();
        let text = fonts::cut(&text, CONDITION).to_owned();
        // If the condition does not fit beside the buttons, it gets the whole width, and the buttons go below.
        let font = TextStyle::Body.resolve(ui.style());
        let long = ui.painter().layout_no_wrap(text.clone(), font, theme.text).size().x;
        let short = long < ui.available_width() - BUTTONS;
        let rest = |ui: &mut Ui, cx: &mut Cx<'_>| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| actions(ui, cx, (i, breakpoint), &text, theme));
        };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let mut enabled = breakpoint.enabled;
            let tick = ui.checkbox(&mut enabled, "").accessible_name(format!("Enabled: {text}"));
            if tick.on_hover_text("Whether playing stops here.").clicked() {
                cx.send(SessionCommand::ToggleBreakpoint(i));
            }
            ui.vertical(|ui| {
                ui.add_space(1.0);
                named(ui, cx, breakpoint, &text, theme);
            });
            if short {
                rest(ui, cx);
            }
        });
        if !short {
            ui.horizontal(|ui| rest(ui, cx));
        }
        if breakpoint.notes && breakpoint.enabled {
            notes(ui, cx, breakpoint, theme);
        }
    }
}

/// Returns whether a breakpoint holds at the last event.
fn holds_now(session: &Session, breakpoint: &Breakpoint) -> bool {
    let last = session.moment().0.checked_sub(1);
    last.is_some_and(|e| breakpoint.hits.binary_search(&(e as u32)).is_ok())
}

/// Draws the sign and the condition.
fn named(ui: &mut Ui, cx: &mut Cx<'_>, breakpoint: &Breakpoint, text: &str, theme: &Theme) {
    let now = holds_now(cx.session, breakpoint);
    let (ink, sign_ink) = match (now, breakpoint.enabled) {
        (true, _) => (theme.now, theme.now),
        (false, true) => (theme.text, theme.wrong),
        (false, false) => (theme.weak, theme.weak),
    };
    let sign = match (now, breakpoint.notes) {
        (true, _) => "▶ ",
        (false, true) => "¶ ",
        (false, false) => "● ",
    };
    let mut label_job = LayoutJob::default();
    let body = TextStyle::Body.resolve(ui.style());
    label_job.append(sign, 0.0, TextFormat::simple(body.clone(), sign_ink));
    label_job.append(text, 0.0, TextFormat::simple(body, ink));
    let response = ui.add(Label::new(label_job).wrap().sense(Sense::hover()));
    if response.hovered() && breakpoint.condition.cell().is_some() {
        cx.view.point_at = breakpoint.condition.cell();
    }
}

/// Draws the buttons of a breakpoint, and its number of hits, from right to left.
fn actions(ui: &mut Ui, cx: &mut Cx<'_>, (i, breakpoint): (usize, &Breakpoint), text: &str, theme: &Theme) {
    let remove = ui.button("✕").accessible_name("Remove breakpoint").on_hover_text(format!("Removes: {text}"));
    if remove.clicked() {
        cx.send(SessionCommand::RemoveBreakpoint(i));
    }
    tune(ui, cx, i, breakpoint, text);
    jumps(ui, cx, breakpoint, text);
    let now = holds_now(cx.session, breakpoint);
    let colour = match (now, breakpoint.enabled) {
        (true, _) => theme.now,
        (false, true) => theme.wrong,
        (false, false) => theme.weak,
    };
    let help = match (breakpoint.found, now) {
        (false, _) => "Its hits in this run are still being searched.",
        (true, true) => "How often it holds; it holds right now.",
        (true, false) => "How often it holds in this run.",
    };
    ui.label(RichText::new(times(breakpoint)).monospace().color(colour)).on_hover_text(help);
}

/// Formats a breakpoint's number of hits, as far as it is known.
fn times(breakpoint: &Breakpoint) -> String {
    if breakpoint.found { format!("{}×", thousands(breakpoint.hits.len())) } else { "…".into() }
}

/// Draws the options of a breakpoint other than stopping at every hit.
fn tune(ui: &mut Ui, cx: &mut Cx<'_>, i: usize, breakpoint: &Breakpoint, text: &str) {
    let menu = ui.menu_button("…", |ui| {
        let mut notes = breakpoint.notes;
        let tick = ui.checkbox(&mut notes, "note only, never stop");
        if tick.on_hover_text("A note: its hits are listed here. Click one to go there.").clicked() {
            cx.send(SessionCommand::NoteOnly(i, notes));
        }
        ui.horizontal(|ui| {
            let mut nth = breakpoint.nth;
            let label = ui.label("only the n-th time").id;
            let every =
                |n: f64, _: std::ops::RangeInclusive<usize>| if n < 1.0 { "every".into() } else { n.to_string() };
            let drag = DragValue::new(&mut nth).range(0..=1_000_000).speed(0.1).custom_formatter(every);
            if ui.add(drag).labelled_by(label).on_hover_text("0: every time.").changed() {
                cx.send(SessionCommand::BreakOnNth(i, nth));
            }
        });
    });
    menu.response.accessible_name(format!("Options of {text}")).on_hover_text("Note only; only the n-th time.");
}

/// Draws the notes of a logpoint: the hits around the cursor. A click on a note goes there.
fn notes(ui: &mut Ui, cx: &mut Cx<'_>, breakpoint: &Breakpoint, theme: &Theme) {
    let Some(replay) = cx.session.replay() else { return };
    let cursor = replay.cursor();
    let before = breakpoint.hits.partition_point(|&i| (i as usize) < cursor);
    let first = before.saturating_sub(NOTES / 2);
    let visible_hits = breakpoint.hits.iter().skip(first).take(NOTES);
    let height = 5.0 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
    let area = egui::ScrollArea::vertical().id_salt(("notes", breakpoint.condition.to_string()));
    area.max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        for &i in visible_hits {
            let event = replay.event(i as usize);
            let ink = if (i as usize) < cursor { theme.text } else { theme.weak };
            let text =
                RichText::new(format!("#{}  {}", thousands(replay.number(i as usize)), event.sentence)).color(ink);
            let response = ui.add(Button::new(text).frame(false).truncate());
            if response.hovered() {
                cx.view.point_at = event.cell;
            }
            if response.on_hover_text(event.sentence).clicked() {
                cx.send(SessionCommand::Seek(i as usize + 1));
            }
        }
        if breakpoint.found && breakpoint.hits.is_empty() {
            ui.label(RichText::new("It noted nothing in this run.").color(theme.weak));
        }
    });
}

/// Draws buttons for the previous and next hit of a breakpoint, from right to left.
fn jumps(ui: &mut Ui, cx: &mut Cx<'_>, breakpoint: &Breakpoint, text: &str) {
    let (cursor, hits) = (cx.session.moment().0, &breakpoint.hits);
    let next = hits.get(hits.partition_point(|&i| (i as usize) < cursor));
    let before = hits.partition_point(|&i| (i as usize) + 1 < cursor).checked_sub(1).and_then(|k| hits.get(k));
    for (glyph, name, hit) in [("▶", "Next hit of", next), ("◀", "Previous hit of", before)] {
        let response = ui.add_enabled(hit.is_some(), Button::new(glyph)).accessible_name(format!("{name} {text}"));
        let response = response.on_disabled_hover_text("There is none in this direction.");
        let to = hit.map_or(0, |&i| i as usize + 1);
        let number = cx.session.replay().map_or(to, |run| run.number_of_moment(to));
        if response.on_hover_text(format!("{name} {text}: event {}", thousands(number))).clicked() {
            cx.send(SessionCommand::Seek(to));
        }
    }
}

/// Draws the algorithm's ready-made checks as switches.
fn checks(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let session = cx.session;
    let checks = session.card().checks;
    if checks.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new("Ready-made checks").strong()).on_hover_text("Ready-made conditions of this algorithm.");
    for check in checks {
        let condition = Condition::check(check.name);
        let means = |c: &Condition| matches!(c, Condition::Check(name) if check.is_called(name));
        let there = session.display_state().breakpoints.iter().position(|b| means(&b.condition));
        let breakpoint = there.and_then(|i| session.display_state().breakpoints.get(i));
        ui.horizontal_wrapped(|ui| {
            let mut on = there.is_some();
            if ui.checkbox(&mut on, check.name).on_hover_text(check.help).clicked() {
                cx.send(there.map_or(SessionCommand::AddBreakpoint(condition), SessionCommand::RemoveBreakpoint));
            }
            if let Some(breakpoint) = breakpoint {
                let never = breakpoint.found && breakpoint.hits.is_empty();
                let text = if never { "never".to_owned() } else { times(breakpoint) };
                ui.label(RichText::new(text).monospace().color(theme.wrong))
                    .on_hover_text("How often it holds in this run.");
            }
        });
    }
}
