//! The panel that a lesson needs, shown below the map while the user reads the lesson.

use crate::debugger::session::window::{Arrangement, PanelId};
use crate::panels::tab_row;
use crate::style::fonts::{self, Icon};
use crate::view::Cx;
use egui::{Button, Id, Rect, RichText, Ui, UiBuilder, vec2};

/// Height of the line with the panel's name, in points.
const HEAD: f32 = 28.0;

/// Returns the panel that the lesson needs below the map, unless the user closed it.
pub(crate) fn wanted(ui: &Ui, cx: &Cx<'_>) -> Option<PanelId> {
    let panel = cx.session.scene().run.question.below.as_ref()?.parse().ok()?;
    let closed = ui.data(|d| d.get_temp::<u64>(closed())) == Some(cx.session.scene_number());
    let reads = cx.view.settings.arrangement == Arrangement::Learn;
    (reads && !closed && panel != PanelId::Map).then_some(panel)
}

/// Returns the id that stores for which scene the panel was closed.
fn closed() -> Id {
    Id::unique("the panel below is closed")
}

/// Splits an area into the parts for the map and for the panel.
pub(crate) fn split(panel: PanelId, whole: Rect) -> (Rect, Rect) {
    let wanted = match panel {
        PanelId::Experiment => 286.0,
        PanelId::Breakpoints => 188.0,
        _ => 176.0,
    };
    whole.split_top_bottom_at_y(whole.max.y - (wanted + HEAD).min(whole.height() * 0.46))
}

/// Draws the panel's name with a button that closes it. Returns the room left for the panel itself.
pub(crate) fn head(ui: &mut Ui, cx: &mut Cx<'_>, panel: PanelId, place: Rect) -> Rect {
    let theme = cx.view.theme.clone();
    ui.painter().rect_filled(place, 0.0, theme.panel);
    ui.painter().hline(place.x_range(), place.min.y, egui::Stroke::new(1.0, theme.line));
    let (head, below) = place.split_top_bottom_at_y(place.min.y + HEAD);
    let mut line = ui.new_child(UiBuilder::new().max_rect(head.shrink2(vec2(12.0, 0.0))));
    line.horizontal_centered(|ui| {
        ui.label(RichText::new(panel.title()).font(fonts::medium(13.0)).color(theme.strong));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let cross = Button::new(Icon::X.text(13.0).color(theme.weak)).frame(false);
            let cross = ui.add(cross).accessible_name("Close the panel below the map");
            if cross.on_hover_text("Closes it. In Debug it is one of the panels.").clicked() {
                ui.data_mut(|d| d.insert_temp(closed(), cx.session.scene_number()));
            }
            let width = ui.available_width();
            tab_row::controls(ui, cx, panel, width);
        });
    });
    below
}
