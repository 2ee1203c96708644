//! The tab row of a group of panels: its titles, the controls of the panel in front at its right end, and a menu of the
//! tabs that do not fit.

use crate::debugger::WindowCommand;
use crate::debugger::session::window::PanelId;
use crate::style::fonts::Icon;
use crate::view::Cx;
use crate::{panels, style::fonts};
use egui::containers::menu::MenuButton;
use egui::{Color32, RichText, Ui, vec2};

/// Space on both sides of a title, in points.
pub(crate) const SPACING: f32 = 9.0;
/// Space before the first tab, in points.
pub(crate) const LEFT: f32 = 5.0;
/// Space after the last control, in points.
const RIGHT: f32 = 10.0;
/// Height of a control, in points.
pub(crate) const HIGH: f32 = 24.0;
/// From this width of the tab row on, controls are shown with their words, in points.
const WIDE: f32 = 316.0;

/// Returns the text of a tab.
pub(crate) fn title(pane: PanelId) -> RichText {
    RichText::new(pane.title()).font(fonts::medium(13.0))
}

/// Returns the width of a tab, in points.
pub(crate) fn width(ui: &Ui, pane: PanelId) -> f32 {
    let galley = ui.painter().layout_no_wrap(pane.title().to_owned(), fonts::medium(13.0), Color32::PLACEHOLDER);
    galley.size().x + 2.0 * SPACING
}

/// Returns the width that the controls of a panel need in a tab row of this width, in points.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>, pane: PanelId, width: f32) -> f32 {
    let own = match pane {
        PanelId::Events => panels::events::controls_width(ui, cx, width),
        PanelId::Cell => panels::cell::controls_width(ui, cx),
        PanelId::OpenList => panels::open_list::controls_width(ui, cx, width),
        PanelId::Mover => panels::movers::mover::controls_width(ui, cx),
        PanelId::Movers => panels::movers::list::controls_width(ui, cx, width),
        PanelId::Conflicts => panels::movers::conflicts::controls_width(ui, cx, width),
        _ => 0.0,
    };
    LEFT + own + RIGHT
}

/// Draws the controls of the panel in front, from right to left.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>, pane: PanelId, width: f32) {
    ui.spacing_mut().interact_size.y = HIGH;
    ui.spacing_mut().item_spacing.x = 6.0;
    ui.spacing_mut().button_padding = vec2(8.0, 3.0);
    ui.add_space(RIGHT);
    match pane {
        PanelId::Events => panels::events::controls(ui, cx, width),
        PanelId::Cell => panels::cell::controls(ui, cx),
        PanelId::OpenList => panels::open_list::controls(ui, cx, width),
        PanelId::Mover => panels::movers::mover::controls(ui, cx),
        PanelId::Movers => panels::movers::list::controls(ui, cx, width),
        PanelId::Conflicts => panels::movers::conflicts::controls(ui, cx, width),
        _ => {}
    }
}

/// Returns whether a tab row of this width has room for controls with their words.
pub(crate) const fn is_wide(width: f32) -> bool {
    width >= WIDE
}

/// Draws the menu of the tabs that do not fit.
pub(crate) fn more(ui: &mut Ui, cx: &mut Cx<'_>, panes: &[PanelId]) {
    let face = (RichText::new(format!("+{}", panes.len())), Icon::CARET_DOWN.text(11.0));
    let button = egui::Button::new(face).min_size(vec2(40.0, HIGH));
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        for &pane in panes {
            if ui.button(title(pane)).clicked() {
                cx.send(WindowCommand::ShowPanel(pane));
                ui.close();
            }
        }
    });
    response.accessible_name("More panels").on_hover_text("The panels of this group whose tabs do not fit.");
}
