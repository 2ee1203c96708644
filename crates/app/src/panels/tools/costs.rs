//! The costs that can be written on a cell: what entering it costs.

use super::{APART, rim};
use crate::debugger::session::command::{Brush, SessionCommand};
use crate::style::fonts;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Align2, CornerRadius, Id, Rect, Role, Sense, TextEdit, Ui, WidgetInfo, vec2};
use gridscope_trace::Weight;
use gridscope_trace::weight::NoWeight;

/// Draws the nine digits in a row, and below them a field for any number.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let wide = ((ui.max_rect().width() - APART - 8.0 * 2.0) / 9.0).clamp(12.0, 32.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for weight in (1_u8..=9).map(Weight::from) {
            let (rect, response) = ui.allocate_exact_size(vec2(wide, 26.0), Sense::click());
            let selected = cx.session.hand().brush == Brush::Weight(weight);
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
    field(ui, cx);
}

/// Draws the field for any number. While it is edited it holds the text, and otherwise the number of the brush.
fn field(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique("cost of a cell");
    let edited: Option<String> = ui.data(|data| data.get_temp(id));
    let brush = match cx.session.hand().brush {
        Brush::Weight(weight) if weight.digit().is_none() => weight.to_string(),
        _ => String::new(),
    };
    let mut text = edited.clone().unwrap_or(brush);
    let weight: Result<Weight, NoWeight> = text.parse();
    let wrong = edited.is_some() && !text.trim().is_empty() && weight.is_err();
    let ink = if wrong { cx.view.theme.wrong } else { cx.view.theme.strong };
    let entry = TextEdit::singleline(&mut text)
        .id(id)
        .hint_text("any other, such as 1.5")
        .desired_width(9.0 * 34.0)
        .text_color(ink);
    let response = ui.add(entry);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, ui.is_enabled(), "any other cost"));
    let response = response.on_hover_text(match weight {
        Err(error) if wrong => error.to_string(),
        _ => "Any other cost: a number such as 0.5, 1.5, 300 or 1/3.".to_owned(),
    });
    // A stroke on the map begins elsewhere, and ends the typing: keys are the map's again.
    if response.has_focus() && !response.hovered() && ui.input(|input| input.pointer.any_pressed()) {
        response.surrender_focus();
    }
    if response.changed() {
        if let Ok(weight) = text.parse() {
            cx.send(SessionCommand::SetBrush(Brush::Weight(weight)));
        }
        ui.data_mut(|data| data.insert_temp(id, text));
    } else if !response.has_focus() && edited.is_some() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
    }
}

/// Draws the number on floor, as on the map.
pub(super) fn picture(ui: &Ui, theme: &Theme, weight: Weight, rect: Rect) {
    ui.painter().rect_filled(rect, CornerRadius::same(2), theme.floor);
    let (ink, text) = (theme.text_on(theme.floor), weight.to_string());
    let size = 14.0 * (3.0 / text.chars().count() as f32).min(1.0);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, fonts::medium(size), ink);
}

/// Describes the meaning of the number.
pub(super) fn about(weight: Weight) -> String {
    if weight == Weight::from(1) {
        return "Entering the cell costs the step alone, whatever its tile is.".to_owned();
    }
    format!("Entering the cell costs {weight} × the step, whatever its tile is.")
}
