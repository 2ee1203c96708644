//! Asymmetry: every pair of cells of which one sees the other without being seen. A click shows both looks.

use super::plots::thousands;
use super::queue::{ROW, RowLook, RowText};
use crate::app::shortcuts::hint;
use crate::app::view::Cx;
use crate::core::geometry::Cell;
use crate::debugger::command::SessionCommand;
use crate::debugger::work::Task;
use egui::{Label, ProgressBar, RichText, ScrollArea, Ui};

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    ui.spacing_mut().interact_size.y = 25.0;
    let desk = &cx.session.desk;
    let busy = matches!(desk.task(), Some(Task::Asymmetry));
    ui.horizontal(|ui| {
        if busy {
            if ui.button("Stop").on_hover_text(hint(SessionCommand::CancelWork)).clicked() {
                cx.send(SessionCommand::CancelWork);
            }
            ui.add(ProgressBar::new(desk.share).desired_width(180.0).show_percentage());
        } else {
            let find = SessionCommand::Begin(Task::Asymmetry);
            let name = if desk.pairs.is_some() { "Look again" } else { "Find all pairs" };
            if ui.button(name).on_hover_text(hint(&find)).clicked() {
                cx.send(find);
            }
        }
    });
    let problem = desk.problem(|t| matches!(t, Task::Asymmetry));
    if let Some(problem) = problem {
        ui.add(Label::new(RichText::new(format!("{problem}.")).color(theme.error)).wrap());
    }
    let Some(pairs) = &desk.pairs else {
        if !busy && problem.is_none() {
            let text = "Looks from every floor of the map to every other, by the rule of sight that this scene runs with, \
                        and lists each pair of which one sees the other without being seen.";
            ui.add(Label::new(RichText::new(text).color(theme.faint)).wrap());
        }
        return;
    };
    let variant = pairs.look.variant.name();
    if pairs.list.is_empty() {
        ui.label(RichText::new(format!("None: by {variant} whoever sees is seen, on this map.")).color(theme.ink));
        return;
    }
    let title =
        format!("{} pairs by {variant}, nearest first. A click shows both looks.", thousands(pairs.total as usize));
    ui.add(Label::new(RichText::new(title).strong()).wrap());
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, pairs.list.len(), |ui, rows| {
        for i in rows {
            let (a, b) = pairs.list[i];
            let mut text = RowText::new(ui);
            text.mono(&format!("{:>6}  {a} sees {b}", i + 1), theme.ink);
            text.mono(&format!("   apart {:.1}", apart(a, b)), theme.faint);
            let response = text.show(ui, i, &format!("{a} sees {b} and is not seen"), RowLook::default());
            if response.hovered() {
                cx.view.point_at = Some(a);
                cx.view.point_at_path = vec![a, b];
            }
            if response
                .on_hover_text("Shows the look from either cell, each where it decided about the other.")
                .clicked()
            {
                cx.send(SessionCommand::ShowPair(a, b));
            }
        }
    });
}

fn apart(a: Cell, b: Cell) -> f64 {
    let (dx, dy) = a.delta(b);
    f64::from(dx).hypot(f64::from(dy))
}
