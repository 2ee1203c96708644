//! The dialog that chooses a search from the MovingAI scenario file beside the map.

use super::{answer, heading, modal};
use crate::core::scene::ActorKind;
use crate::debugger::window::Arrangement;
use crate::debugger::{Command, Session, SessionCommand, WindowCommand};
use crate::fonts;
use crate::view::{Dialog, View};
use egui::{Button, Context, RichText, ScrollArea, TextEdit, vec2};

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
        crate::focus::first(&field);
        let line = |k: usize| {
            let row = &session.opened.searches[k];
            format!("{k:>5}   {:>9} → {:<9}   {:.4}", row.start.to_string(), row.goal.to_string(), row.length)
        };
        let wanted = query.trim();
        let exact = wanted.parse::<usize>().ok().filter(|&k| k < session.opened.searches.len());
        let all: Vec<usize> = match exact {
            Some(k) => vec![k],
            None => (0..session.opened.searches.len()).filter(|&k| line(k).contains(wanted)).collect(),
        };
        let mut chosen = None;
        let head = format!("{:>6}   {:>9} → {:<9}   length of a shortest path", "row", "start", "goal");
        ui.label(RichText::new(head).font(fonts::mono(13.0)).color(theme.weak));
        let high = 24.0;
        let area = ScrollArea::vertical().max_height(360.0).auto_shrink([false, true]);
        area.show_rows(ui, high, all.len(), |ui, rows| {
            for &k in &all[rows] {
                let face = RichText::new(line(k)).font(fonts::mono(13.0)).color(theme.text);
                let row = Button::selectable(false, face).min_size(vec2(ui.available_width(), high));
                if ui.add(row).accessible_name(format!("Search {k}")).clicked() {
                    chosen = Some(k);
                }
            }
        });
        let enter = ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        let chosen = chosen.or(exact.filter(|_| enter));
        ui.add_space(8.0);
        let close = ui.horizontal(|ui| answer(ui, view, "Cancel", false, true)).inner;
        if let Some(row) = chosen.and_then(|k| session.opened.searches.get(k)) {
            out.push(SessionCommand::PutActor(ActorKind::Guard, row.start).into());
            out.push(SessionCommand::PutActor(ActorKind::Goal, row.goal).into());
            out.push(WindowCommand::Arrange(Arrangement::Debug).into());
            return None;
        }
        (!close).then_some(Dialog::Searches(query))
    })
}
