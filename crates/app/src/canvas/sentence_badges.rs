//! Badges of movers in the sentence: a disc with the number, in the colours of the map.

use super::movers::{badge, relations};
use crate::debugger::session::command::SessionCommand;
use crate::view::Cx;
use egui::{Color32, CursorIcon, FontId, Label, RichText, Sense, Ui, vec2};

/// Mark before and after the number of a mover.
pub(crate) const BADGE: &str = "\u{E000}";

/// Draws words with badges of movers, whose numbers have a mark before and after. A click selects the mover.
pub(crate) fn with_badges(ui: &mut Ui, cx: &mut Cx<'_>, text: &str, font: &FontId, colour: Color32) {
    let relations = relations(ui.ctx(), cx.session);
    for (k, words) in text.split(BADGE).enumerate().filter(|part| !part.1.is_empty()) {
        let mover = if k % 2 == 1 { cx.session.movers().and_then(|movers| movers.find_label(words)) } else { None };
        let Some(mover) = mover else {
            ui.add(Label::new(RichText::new(words).font(font.clone()).color(colour)).selectable(false));
            continue;
        };
        let radius = font.size * 0.68;
        let (rect, response) = ui.allocate_exact_size(vec2(radius * 2.0 + 4.0, font.size * 1.4), Sense::click());
        let role = relations.roles.get(mover).copied().unwrap_or_default();
        badge(ui.painter(), &cx.view.theme, rect.center(), (radius, font.size * 0.8), words, role);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Select mover {words}")));
        if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
            cx.send(SessionCommand::SelectMover(Some(mover)));
        }
    }
}
