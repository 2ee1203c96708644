//! The dialog that resizes the map: which sides grow or shrink, and what would be lost.

use super::{answer, enter, heading, modal, sides};
use crate::debugger::document::hand::Sides;
use crate::debugger::document::resize::moved;
use crate::debugger::{Command, Session, SessionCommand};
use crate::style::memo::memo;
use crate::view::{Dialog, View};
use egui::{Context, CornerRadius, Id, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use gridscope_trace::geometry::Size;

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &View,
    size: Size,
    mut at: Sides,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let enter = enter(ctx);
    let (mut width, mut height) = (size.width, size.height);
    modal(ctx, "resize", 400.0, |ui| {
        heading(ui, "Resize the map");
        sides(ctx, ui, 60.0, &mut width, &mut height);
        let old = session.scene().size();
        let new = Size::new(width.max(1), height.max(1));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            places(ui, view, &mut at);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.set_max_width(250.0);
                ui.label("Where the old map is on the new one. It grows and shrinks at the other sides.");
                ui.weak(format!("Now {old} cells, then {new}."));
            });
        });
        ui.add_space(6.0);
        let checked = Size::checked(new.width.into(), new.height.into());
        match (&checked, lost(ui, session, new, at)) {
            (Err(error), _) => ui.colored_label(view.theme.wrong, error.to_string()),
            (Ok(_), Some(words)) => ui.colored_label(view.theme.wrong, format!("Would be cut off: {words}.")),
            (Ok(_), None) => ui.weak("Nothing is lost."),
        };
        ui.add_space(10.0);
        let mut done = false;
        ui.horizontal(|ui| {
            let go = answer(ui, view, "Resize", true, checked.is_ok() && new != old);
            if (go || enter) && checked.is_ok() && new != old {
                out.push(SessionCommand::Resize(new, at).into());
                done = true;
            }
            done |= answer(ui, view, "Cancel", false, true);
        });
        (!done).then_some(Dialog::Resize(new, at))
    })
}

/// Describes what would be cut off. Cached until something changes.
fn lost(ui: &Ui, session: &Session, new: Size, at: Sides) -> Option<String> {
    memo(ui, Id::unique("resize loses"), (new, at, session.document().revision()), || {
        moved(session.scene(), new, at.shift(session.scene().size(), new)).losses.words()
    })
}

/// Draws the nine positions of the old map on the new one.
fn places(ui: &mut Ui, view: &View, at: &mut Sides) {
    const SIDE: f32 = 24.0;
    let (rect, _) = ui.allocate_exact_size(vec2(3.0 * SIDE, 3.0 * SIDE), Sense::hover());
    for y in 0..3u8 {
        for x in 0..3u8 {
            let min = rect.min + vec2(f32::from(x) * SIDE, f32::from(y) * SIDE);
            let square = Rect::from_min_size(min, vec2(SIDE, SIDE)).shrink(1.5);
            let response = ui.interact(square, ui.scope_id().with(("place", x, y)), Sense::click());
            let here = *at == Sides { x, y };
            let name = match (x, y) {
                (1, 1) => "middle".to_owned(),
                _ => [["top", "", "bottom"][usize::from(y)], ["left", "", "right"][usize::from(x)]]
                    .join(" ")
                    .trim()
                    .to_owned(),
            };
            response.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, here, &name));
            let theme = &view.theme;
            let fill = match (here, response.hovered()) {
                (true, _) => theme.now,
                (false, true) => theme.hover,
                (false, false) => theme.widget,
            };
            ui.painter().rect_filled(square, CornerRadius::same(4), fill);
            if response.has_focus() {
                let stroke = Stroke::new(2.0, theme.link);
                ui.painter().rect_stroke(square, CornerRadius::same(4), stroke, StrokeKind::Outside);
            }
            if response.on_hover_text(name).clicked() {
                *at = Sides { x, y };
            }
        }
    }
}
