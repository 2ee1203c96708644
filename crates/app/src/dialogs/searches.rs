//! The dialog that chooses a search from the MovingAI scenario file beside the map.

use super::{answer, heading, modal};
use crate::debugger::session::window::Arrangement;
use crate::debugger::{Command, Session, SessionCommand, WindowCommand};
use crate::style::fonts;
use crate::view::{Dialog, View};
use egui::{Button, Context, Id, RichText, ScrollArea, TextEdit, vec2};
use gridscope_trace::scene::ActorKind;

/// Draws the list. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &View,
    mut query: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let theme = &view.theme;
    modal(ctx, "searches", 560.0, |ui| {
        heading(ui, "Searches of this map");
        let field = TextEdit::singleline(&mut query).hint_text("row, cell or length").desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Filter searches");
        crate::view::focus::first(&field);
        let line = |k: usize| {
            let row = &session.opened().searches[k];
            format!("{k:>5}   {:>9} → {:<9}   {}", row.start.to_string(), row.goal.to_string(), length(row.length))
        };
        let wanted = query.trim();
        let exact = wanted.parse::<usize>().ok().filter(|&k| k < session.opened().searches.len());
        let all: Vec<usize> = match exact {
            Some(k) => vec![k],
            None => (0..session.opened().searches.len()).filter(|&k| line(k).contains(wanted)).collect(),
        };
        let id = Id::unique("search chosen by keys");
        let mut at = ctx.data(|d| d.get_temp::<usize>(id)).unwrap_or(0);
        let pressed = |key| ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        let (up, down) = (pressed(egui::Key::ArrowUp), pressed(egui::Key::ArrowDown));
        at = (at + usize::from(down)).saturating_sub(usize::from(up)).min(all.len().saturating_sub(1));
        ctx.data_mut(|d| d.insert_temp(id, at));
        let mut selected_search = None;
        let head = format!("{:>6}   {:>9} → {:<9}   length of a shortest path", "row", "start", "goal");
        ui.label(RichText::new(head).font(fonts::mono(13.0)).color(theme.weak));
        let high = 24.0;
        let mut area = ScrollArea::vertical().max_height(360.0).auto_shrink([false, true]);
        if up || down {
            area = area.vertical_scroll_offset((at as f32 * (high + ui.spacing().item_spacing.y) - 160.0).max(0.0));
        }
        area.show_rows(ui, high, all.len(), |ui, rows| {
            for row in rows {
                let k = all[row];
                let face = RichText::new(line(k)).font(fonts::mono(13.0)).color(theme.text);
                let row = Button::selectable(row == at, face).min_size(vec2(ui.available_width(), high));
                if ui.add(row).accessible_name(format!("Search {k}")).clicked() {
                    selected_search = Some(k);
                }
            }
        });
        let enter = ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        let selected_search = selected_search.or(all.get(at).copied().filter(|_| enter));
        ui.add_space(8.0);
        let close = ui.horizontal(|ui| answer(ui, view, "Cancel", false, true)).inner;
        if let Some(row) = selected_search.and_then(|k| session.opened().searches.get(k)) {
            out.push(SessionCommand::PutActor(ActorKind::Guard, row.start).into());
            out.push(SessionCommand::PutActor(ActorKind::Goal, row.goal).into());
            out.push(WindowCommand::Arrange(Arrangement::Debug).into());
            return None;
        }
        (!close).then_some(Dialog::Searches(query))
    })
}

/// Formats a length with the decimals that it has, at most four.
fn length(length: f64) -> String {
    let text = format!("{length:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
