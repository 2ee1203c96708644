//! The conflicts of movers: time, kind and sentence. A row goes to its time.

use super::{movers_of, sentence_at, text_at};
use crate::debugger::SessionCommand;
use crate::formats::plain::thousands;
use crate::layout::layout_fit::ROW;
use crate::panels::open_list::empty;
use crate::panels::tab_row::is_wide;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::view::Cx;
use egui::{Align2, Color32, Id, Label, RichText, Role, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Distances of kind and sentence from the left side, in points.
const INSET: f32 = 14.0;
const KIND: f32 = 74.0;
const SENTENCE: f32 = 128.0;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(movers) = movers_of(ui, cx, "The conflicts of movers are listed here") else { return };
    let conflicts = movers.conflicts();
    if conflicts.is_empty() {
        return empty(ui, &theme, "No two movers are ever in each other's way.");
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let next = movers.next_conflict(cx.session.moment().0);
    let selected = cx.session.selected_mover().map(|own| own.1 as u32);
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, conflicts.len(), |ui, range| {
        for index in range {
            let conflict = &conflicts[index];
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
            let response = ui.interact(rect, ui.scope_id().with(("conflict", index)), Sense::click());
            let fill = match () {
                () if cx.session.display_state().conflict.or(next) == Some(index) => Some(theme.selected),
                () if response.hovered() => Some(theme.hover),
                () if index % 2 == 1 => Some(ui.visuals().faint_bg_color),
                () => None,
            };
            if let Some(fill) = fill {
                ui.painter().rect_filled(rect, 0.0, fill);
            }
            let (time, kind) = (format!("t {}", movers.time(conflict.step)), conflict.kind.name());
            let sentence = movers.conflict_sentence(conflict);
            let at = |x: f32| pos2(rect.left() + x, rect.center().y);
            text_at(ui, at(INSET), Align2::LEFT_CENTER, &time, fonts::mono(13.0), theme.text);
            text_at(ui, at(KIND), Align2::LEFT_CENTER, kind, fonts::text(13.0), theme.wrong);
            let own = selected.is_some_and(|mover| conflict.movers.contains(&mover));
            sentence_at(ui, &theme, at(SENTENCE), &sentence, (13.0, if own { theme.strong } else { theme.text }));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{time} {kind} {sentence}")));
            if response.hovered() {
                cx.view.point_at = conflict.framed().first().copied();
            }
            if response.on_hover_text("A click goes to its time.").clicked() {
                cx.send(SessionCommand::GoToConflict(index));
            }
        }
    });
}

/// Returns the number of conflicts and of pairs, and when the first one is.
fn summary(ui: &Ui, cx: &Cx<'_>) -> Option<String> {
    let movers = cx.session.movers()?;
    let first = movers.conflicts().first()?;
    let key = cx.session.generation();
    let pairs = memo(ui, Id::unique("pairs in conflict"), key, || movers.conflict_pairs());
    let pairs = if pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", thousands(pairs)) };
    Some(format!("{} of {pairs}, from t = {}", thousands(movers.conflicts().len()), movers.time(first.step)))
}

/// Returns the width of the text in the tab row, in points.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>, width: f32) -> f32 {
    let Some(text) = summary(ui, cx).filter(|_| is_wide(width)) else { return 0.0 };
    ui.painter().layout_no_wrap(text, TextStyle::Body.resolve(ui.style()), Color32::PLACEHOLDER).size().x
}

/// Draws the counts at the right end of the tab row.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>, width: f32) {
    let Some(text) = summary(ui, cx).filter(|_| is_wide(width)) else { return };
    ui.add(Label::new(RichText::new(text).color(cx.view.theme.faint)).truncate().selectable(false));
}
