//! Commands for the selected area, or for a pasted one.

use crate::debugger::session::command::table::info;
use crate::debugger::session::command::{Command, MirrorAxis, SessionCommand as S, WindowCommand as W};
use crate::style::fonts::Icon;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Align2, CornerRadius, Label, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Draws the size of the selection, and its commands as icons.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let (name, help) = match (cx.session.opened().selection, cx.session.floats()) {
        (Some(area), true) => (format!("{} pasted", area.size()), "Drag it. Enter places it, Esc discards it."),
        (Some(area), false) => (format!("{} selected", area.size()), "Drag it to move it."),
        (None, _) => ("select".to_owned(), "Drag a rectangle on the map."),
    };
    ui.label(RichText::new(name).font(crate::style::fonts::semibold(13.0)).color(theme.strong));
    ui.add(Label::new(RichText::new(help).size(12.0).color(theme.weak)).wrap());
    let rows: [(Icon, bool, Command); 7] = [
        (Icon::COPY, false, W::CopyText.into()),
        (Icon::FLIP_HORIZONTAL, false, S::MirrorArea(MirrorAxis::LeftRight).into()),
        (Icon::FLIP_HORIZONTAL, true, S::MirrorArea(MirrorAxis::UpDown).into()),
        (Icon::ARROW_CLOCKWISE, false, S::TurnArea(true).into()),
        (Icon::TRASH, false, S::ClearArea.into()),
        (Icon::CROP, false, S::Crop.into()),
        (Icon::CHECK, false, S::PutDown.into()),
    ];
    ui.horizontal_wrapped(|ui| {
        for (icon, turned, command) in rows {
            let wanted =
                if command == S::PutDown { cx.session.floats() } else { cx.session.opened().selection.is_some() };
            if wanted {
                button(ui, cx, icon, turned, command);
            }
        }
    });
}

/// Draws a command as an icon. If `turned` is set, the icon is turned by 90°.
fn button(ui: &mut Ui, cx: &mut Cx<'_>, icon: Icon, turned: bool, command: Command) {
    let (rect, response) = ui.allocate_exact_size(vec2(26.0, 26.0), Sense::click());
    let name = info(&command).map_or("", |row| row.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let theme = &cx.view.theme;
    let fill = if response.hovered() { theme.hover } else { theme.widget };
    ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    let galley = ui.painter().layout_no_wrap(icon.letter.to_string(), icon.font(16.0), theme.text);
    let place: Rect = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    let mut shape = egui::epaint::TextShape::new(place.min, galley, theme.text);
    if turned {
        shape = shape.with_angle_and_anchor(std::f32::consts::FRAC_PI_2, Align2::CENTER_CENTER);
    }
    ui.painter().add(shape);
    if response.on_hover_text(hint(&command)).clicked() {
        cx.send(command);
    }
}
