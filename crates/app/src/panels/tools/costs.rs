//! The costs that can be written on a cell: what entering it costs.

use super::{APART, rim};
use crate::core::scene::MAX_WEIGHT;
use crate::debugger::command::{Brush, SessionCommand};
use crate::fonts;
use crate::theme::Theme;
use crate::view::Cx;
use egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, vec2};

/// Draws the nine numbers in a row.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let n = f32::from(MAX_WEIGHT);
    let wide = ((ui.max_rect().width() - APART - (n - 1.0) * 2.0) / n).clamp(12.0, 32.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for weight in 1..=MAX_WEIGHT {
            let (rect, response) = ui.allocate_exact_size(vec2(wide, 26.0), Sense::click());
            let selected = cx.session.hand.brush == Brush::Weight(weight);
            let name = format!("cost {weight}");
            response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, &name));
            let theme = &cx.view.theme;
            picture(ui, theme, weight, rect);
            rim(ui, theme, rect, selected, response.hovered());
            let keys = format!("W takes the cost, then [{weight}] this number.");
            if response.on_hover_text(format!("{name}\n{}\n{keys}", about(weight))).clicked() {
                cx.send(SessionCommand::SetBrush(Brush::Weight(weight)));
            }
        }
    });
}

/// Draws the number on floor, as on the map.
pub(super) fn picture(ui: &Ui, theme: &Theme, weight: u8, rect: Rect) {
    ui.painter().rect_filled(rect, CornerRadius::same(2), theme.floor);
    let ink = theme.text_on(theme.floor);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, weight, fonts::medium(14.0), ink);
}

/// Describes the meaning of the number.
pub(super) fn about(weight: u8) -> String {
    match weight {
        1 => "Entering the cell costs the step alone, whatever its tile is.".to_owned(),
        n => format!("Entering the cell costs {n} × the step, whatever its tile is."),
    }
}
