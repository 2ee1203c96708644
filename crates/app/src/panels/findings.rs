//! Findings: the tools of the algorithm, and the result of the last one used. A click on a pair of start cells shows
//! the runs from both side by side.

use super::open_list::{ROW, RowLook, RowText};
use super::pace;
use crate::debugger::session::background::work::Task;
use crate::debugger::session::command::SessionCommand;
use crate::formats::plain::thousands;
use crate::panels::banner;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Label, ProgressBar, RichText, ScrollArea, Ui};
use gridscope_trace::tool::{Findings, Tool, ToolAction};

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    ui.spacing_mut().interact_size.y = 25.0;
    let card = cx.session.card();
    if cx.session.log().is_some() || cx.session.program().is_some() {
        return audit(ui, cx);
    }
    let busy = matches!(cx.session.work().tasks.task(), Some(Task::Tool(_)));
    if card.tools.is_empty() {
        let text = format!("{} offers no tools of its own.", card.title);
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        return;
    }
    let about = format!("The log of another program is checked here by itself. {} offers:", card.title);
    ui.add(Label::new(RichText::new(about).color(theme.weak)).wrap());
    ui.horizontal_wrapped(|ui| {
        if busy {
            if ui.button("Stop").on_hover_text(hint(SessionCommand::CancelWork)).clicked() {
                cx.send(SessionCommand::CancelWork);
            }
            let share = cx.session.work().tasks.share;
            ui.add(ProgressBar::new(share).desired_width(180.0).show_percentage());
            pace::show(ui, "tool", share.into(), Some(1.0), None);
        } else {
            for tool in card.tools {
                button(ui, cx, tool);
            }
        }
    });
    let problem = cx.session.work().tasks.problem(|t| matches!(t, Task::Tool(_)));
    if let Some(problem) = problem {
        ui.add(Label::new(RichText::new(format!("{problem}.")).color(theme.wrong)).wrap());
    }
    let session = cx.session;
    let Some(findings) = &session.work().tasks.findings else {
        if !busy && problem.is_none() {
            let help = card.tools.iter().map(|t| format!("{}: {}", t.title, t.help)).collect::<Vec<_>>().join("\n");
            ui.add(Label::new(RichText::new(help).color(theme.weak)).wrap());
        }
        return;
    };
    let title = RichText::new(format!("{}.", findings.summary));
    ui.add(Label::new(title.strong()).wrap());
    rows(ui, cx, findings);
}

/// Draws the button that runs a tool.
pub(crate) fn button(ui: &mut Ui, cx: &mut Cx<'_>, tool: &Tool) {
    let (command, help) = match tool.does {
        ToolAction::Find(_) => (SessionCommand::Begin(Task::Tool(tool.id.to_owned())), tool.help.to_owned()),
        ToolAction::Run(algorithm) => (
            SessionCommand::SetAlgorithm(algorithm.to_owned()),
            format!("{}\nSwitches the algorithm; Undo takes it back.", tool.help),
        ),
    };
    if ui.button(tool.start).on_hover_text(help).clicked() {
        cx.send(command);
    }
}

/// Draws the rows of the findings.
fn rows(ui: &mut Ui, cx: &mut Cx<'_>, findings: &Findings) {
    let theme = cx.view.theme.clone();
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, findings.len(), |ui, range| {
        for i in range {
            let cells = findings.row(i);
            let finding_text = findings.say(i);
            let mut text = RowText::new(ui);
            text.mono(&format!("{:>6}  {finding_text}", i + 1), theme.text);
            if let [a, b] = *cells {
                let (dx, dy) = a.delta(b);
                text.mono(&format!("   apart {:.1}", f64::from(dx).hypot(f64::from(dy))), theme.weak);
            }
            let mut response = text.show(ui, i, &finding_text, RowLook::default());
            if response.hovered() {
                cx.view.point_at = cells.first().copied();
                cx.view.point_at_path = cells.to_vec();
            }
            if let (true, [a, b]) = (findings.starts, cells) {
                response = response.on_hover_text(
                    "Shows both views side by side, each at the event that decided about the other cell.",
                );
                if response.clicked() {
                    cx.send(SessionCommand::ShowBothViews(*a, *b));
                }
            }
        }
    });
}

/// Draws the findings of a log's audit. A click on a finding goes to its event.
fn audit(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let output = |ui: &mut Ui| {
        if !cx.session.program_output().is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("What the program said").strong());
            ui.add(
                Label::new(RichText::new(cx.session.program_output().trim_end()).monospace().color(theme.weak)).wrap(),
            );
        }
    };
    let Some(log) = cx.session.log() else { return output(ui) };
    let (report, at) = (&log.report, cx.session.moment().0);
    let words = banner::words(report);
    let audit_summary = words.faults.into_iter().chain([words.rules]).collect::<Vec<_>>().join(" · ");
    ui.label(RichText::new(audit_summary).color(theme.text));
    let mut wanted = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (number, finding) in (1..).zip(&report.findings) {
            let event = log.event_of(finding) as usize + 1;
            let text = format!("{number}  {}  {}", finding.rule.name(), finding.sentence);
            let row = ui.selectable_label(event == at, RichText::new(&text).color(theme.wrong));
            let line = if report.is_converted { String::new() } else { format!("Line {} of the log. ", finding.line) };
            if row.on_hover_text(format!("{line}Event {}.\n{text}", thousands(event))).clicked() {
                wanted = Some((event, finding.at));
            }
        }
        for (rule, n) in &report.more {
            ui.label(RichText::new(format!("{}: and {n} more", rule.name())).color(theme.weak));
        }
        if !report.skipped.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("Could not be checked").strong());
        }
        for skipped in &report.skipped {
            let add = skipped.add.as_ref().map_or_else(String::new, |add| format!(". Add to the header: {add}"));
            let text = format!("{}: {}{add}", skipped.rule.name(), skipped.why);
            ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        }
        output(ui);
    });
    if let Some((event, cell)) = wanted {
        cx.send(SessionCommand::Seek(event));
        cx.send(SessionCommand::Select(cell));
    }
}
