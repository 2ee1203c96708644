//! The banner below the top bar: the result of the open log's audit, in every arrangement, and a button that goes
//! from fault to fault.

use crate::debugger::audit::Report;
use crate::debugger::session::OpenedLog;
use crate::debugger::session::command::{SessionCommand, WindowCommand};
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::formats::plain::format_count;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Align, Button, Color32, Frame, Label, Layout, Margin, Panel, RichText, Ui, vec2};

/// Height without and with the second line, in points.
const FOLDED: f32 = 40.0;
const OPEN: f32 = 76.0;
/// Width below which the button has a short name, in points.
const NARROW: f32 = 640.0;
/// Indent of the second line, in points, so that it starts below the words of the first.
const INDENT: f32 = 28.0;

/// Whether the user has closed or folded the banner of a log.
#[derive(Clone, Copy, Default)]
pub struct State {
    /// Number of the opened scene that this state belongs to.
    opened: u64,
    closed: bool,
    /// `None` until the user folds or unfolds the banner.
    folded: Option<bool>,
    /// Index of the fault that the user went to last.
    fault: usize,
}

impl State {
    /// Returns the index of the fault at the moment that is shown, if the user went there.
    fn fault_here(&self, log: &OpenedLog, moment: usize) -> Option<usize> {
        let finding = log.report.findings.get(self.fault)?;
        (log.event_of(finding) as usize + 1 == moment).then_some(self.fault)
    }
}

/// Texts of the banner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// Number of faults, such as `2 faults`. `None` without faults.
    pub faults: Option<String>,
    /// Number of rules that hold, and of those that could not be checked, as text.
    pub rules: String,
    /// Rules that could not be checked, and why. `None` if every rule could.
    pub unchecked: Option<String>,
    /// A line for the log's header with which more rules can be checked, ready to copy.
    pub add: Option<String>,
}

/// Builds the banner's texts from a report.
pub fn words(report: &Report) -> Words {
    let all = report.asked.len() + report.skipped.len();
    let faults = match report.faults() {
        0 => None,
        n => Some(format_count(n, "fault")),
    };
    let not = match report.skipped.len() {
        0 => String::new(),
        n => format!(", {n} could not be checked"),
    };
    let part = if report.is_part { ", in the part that was read" } else { "" };
    let rules = format!("{} of {} hold{not}{part}", report.holding(), format_count(all, "rule"));
    // Rules that lack the same thing share a reason.
    let mut reasons: Vec<(&str, Option<&str>, Vec<&str>)> = Vec::new();
    for skipped in &report.skipped {
        match reasons.iter_mut().find(|(known, ..)| *known == skipped.why) {
            Some((.., rules)) => rules.push(skipped.rule.name()),
            None => reasons.push((&skipped.why, skipped.add.as_deref(), vec![skipped.rule.name()])),
        }
    }
    // The line that allows the most rules to be checked.
    let lines = reasons.iter().filter_map(|(_, add, rules)| Some(((*add)?, rules.len())));
    let add = lines.rev().max_by_key(|(_, rules)| *rules).map(|(add, _)| add.to_owned());
    let reasons: Vec<String> = reasons.iter().map(|(why, _, rules)| format!("{} ({why})", rules.join(", "))).collect();
    let unchecked = (!reasons.is_empty()).then(|| format!("Not checked: {}.", reasons.join("; ")));
    Words { faults, rules, unchecked, add }
}

/// Returns the log whose audit the banner shows.
fn audited<'a>(cx: &Cx<'a>) -> Option<&'a OpenedLog> {
    cx.session.log().filter(|log| log.report.events > 0)
}

/// Draws the banner, unless there is no log or the user closed it.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(log) = audited(cx) else { return };
    let mut state = Some(cx.view.banner).filter(|state| state.opened == cx.session.scene_number()).unwrap_or_default();
    state.opened = cx.session.scene_number();
    if !state.closed {
        draw(ui, cx, log, &mut state);
    }
    cx.view.banner = state;
}

fn draw(ui: &mut Ui, cx: &mut Cx<'_>, log: &OpenedLog, state: &mut State) {
    let theme = cx.view.theme.clone();
    let words = words(&log.report);
    let faulty = words.faults.is_some();
    let more = words.unchecked.is_some() || words.add.is_some();
    let open = more && !state.folded.unwrap_or(!faulty);
    let ground = if faulty { theme.fault_ground } else { theme.panel };
    let frame = Frame::new().fill(ground).inner_margin(Margin { left: 16, right: 12, top: 5, bottom: 5 });
    let panel = Panel::top("audit banner").frame(frame).exact_size(if open { OPEN } else { FOLDED });
    let panel_response = panel.show_separator_line(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 30.0), Layout::right_to_left(Align::Center), |ui| {
            buttons(ui, cx, log, state, (more, open));
            let fault = state.fault_here(log, cx.session.moment().0).unwrap_or(0);
            let sentence = |ui: &mut Ui| headline(ui, &theme, (log, fault), &words);
            ui.with_layout(Layout::left_to_right(Align::Center), sentence);
        });
        if open {
            ui.horizontal(|ui| {
                ui.add_space(INDENT);
                second_line(ui, &theme, &words);
            });
        }
    });
    let rect = panel_response.response.rect;
    let line = if faulty { theme.fault_line } else { theme.line };
    ui.painter().hline(rect.x_range(), rect.max.y - 0.5, egui::Stroke::new(1.0, line));
    if faulty {
        ui.painter().rect_filled(rect.with_max_x(rect.min.x + 3.0), 0.0, theme.wrong);
    }
}

/// Draws the number of faults, how many rules hold, and the sentence of one fault if there is room for it.
fn headline(ui: &mut Ui, theme: &Theme, (log, fault): (&OpenedLog, usize), words: &Words) {
    let (icon, ink) = match words.faults {
        Some(_) => (Icon::WARNING, theme.wrong),
        None => (Icon::INFO, theme.weak),
    };
    icon.show(ui, 18.0, ink);
    let quiet = |text: &str, ink: Color32| RichText::new(text).font(fonts::text(14.0)).color(ink);
    if let Some(faults) = &words.faults {
        ui.add(Label::new(RichText::new(faults).font(fonts::semibold(14.0)).color(theme.strong)).selectable(false));
        ui.add(Label::new(quiet("·", theme.weak)).selectable(false));
    }
    ui.add(fonts::one_line(ui, quiet(&words.rules, theme.strong)));
    if let Some(finding) = log.report.findings.get(fault) {
        let sentence = format!("{}: {}", log.report.place(finding), finding.sentence);
        if ui.available_width() > 90.0 {
            ui.add(Label::new(quiet("·", theme.weak)).selectable(false));
            ui.add(fonts::one_line(ui, quiet(&sentence, theme.text)));
        }
    }
}

/// Draws the buttons that go to a fault, fold and close. The rightmost button is added first.
fn buttons(ui: &mut Ui, cx: &mut Cx<'_>, log: &OpenedLog, state: &mut State, (more, open): (bool, bool)) {
    let theme = cx.view.theme.clone();
    let icon = |icon: Icon| Button::new(icon.text(14.0).color(theme.weak)).frame(false).min_size(vec2(28.0, 28.0));
    let close = ui.add(icon(Icon::X)).accessible_name("Close what the audit says");
    if close.on_hover_text("Closes this line. Findings, among the panels, lists all of it.").clicked() {
        state.closed = true;
    }
    if more {
        let (caret, name) = if open {
            (Icon::CARET_UP, "Fold what the audit says")
        } else {
            (Icon::CARET_DOWN, "Unfold what the audit says")
        };
        if ui
            .add(icon(caret))
            .accessible_name(name)
            .on_hover_text("Which rules could not be checked, and why")
            .clicked()
        {
            state.folded = Some(open);
        }
    }
    // After the last fault, the button leads to the first one again.
    let all = &log.report.findings;
    let next = state.fault_here(log, cx.session.moment().0).map(|here| here + 1).filter(|next| *next < all.len());
    let Some(finding) = all.get(next.unwrap_or(0)) else { return };
    let whole_name = if next.is_some() { "Go to next fault" } else { "Go to first fault" };
    let short = if next.is_some() { "Next fault" } else { "First fault" };
    let name = if ui.available_width() < NARROW { short } else { whole_name };
    let face = (RichText::new(name).font(fonts::medium(13.0)).color(theme.strong), Icon::ARROW_RIGHT.text(14.0));
    let face = Button::new(face).fill(theme.fault_line).min_size(vec2(0.0, 28.0));
    let whole = format!("At {} of the log: {}", log.report.place(finding), finding.sentence);
    if ui.add(face).accessible_name(whole_name).on_hover_text(whole).clicked() {
        state.fault = next.unwrap_or(0);
        if cx.view.settings.arrangement == Arrangement::Edit {
            // Edit shows the map without its run.
            cx.send(WindowCommand::Arrange(Arrangement::Debug));
        }
        cx.send(SessionCommand::Seek(log.event_of(finding) as usize + 1));
        cx.send(SessionCommand::Select(finding.at));
        if cx.view.settings.arrangement != Arrangement::Present {
            cx.send(WindowCommand::ShowPanel(PanelId::Findings));
        }
    }
}

/// Draws which rules could not be checked, and what to add to the header so that they can be.
fn second_line(ui: &mut Ui, theme: &Theme, words: &Words) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(add) = &words.add {
            let face = (Icon::COPY.text(14.0), RichText::new("Copy").font(fonts::medium(13.0)));
            let copy =
                ui.add(Button::new(face).min_size(vec2(0.0, 26.0))).accessible_name("Copy the line for the header");
            if copy.on_hover_text("Puts it on the clipboard. Add it to the header of the log.").clicked() {
                ui.copy_text(add.clone());
            }
            let line = fonts::one_line(ui, RichText::new(add).font(fonts::mono(12.0)).color(theme.text));
            Frame::new().fill(theme.canvas).corner_radius(6).inner_margin(Margin::symmetric(8, 3)).show(ui, |ui| {
                ui.set_max_width(ui.available_width() * 0.5);
                ui.add(line);
            });
        }
        if let Some(unchecked) = &words.unchecked {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(fonts::one_line(ui, RichText::new(unchecked).font(fonts::text(14.0)).color(theme.text)));
            });
        }
    });
}
