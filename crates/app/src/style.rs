//! Style of the whole window: fonts, text sizes, spacing, and the theme's colours.

use super::fonts;
use super::theme::Theme;

/// Width of a scroll bar, in points.
const SCROLL_BAR: f32 = 5.0;

/// Applies the fonts, text sizes and colours to the whole window.
pub fn style(ctx: &egui::Context, theme: &Theme) {
    use egui::TextStyle;
    ctx.set_fonts(fonts::definitions());
    // The text size has commands of its own.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.all_styles_mut(|style| {
        style.visuals = theme.visuals();
        style.text_styles = [
            (TextStyle::Heading, fonts::semibold(20.0)),
            (TextStyle::Body, fonts::text(13.0)),
            (TextStyle::Button, fonts::medium(13.0)),
            (TextStyle::Monospace, fonts::mono(12.5)),
            (TextStyle::Small, fonts::text(12.0)),
        ]
        .into();
        // Scrolling is not animated: a list jumps to its place at once.
        style.scroll_animation = egui::style::ScrollAnimation::none();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.spacing.interact_size.y = 26.0;
        // Scroll bars are always drawn beside their content, dim until they are pointed at. The handle has the text
        // colour at this opacity.
        let dim = if theme.dark { 0.186 } else { 0.266 };
        style.spacing.scroll = egui::style::ScrollStyle {
            floating: true,
            foreground_color: true,
            bar_width: SCROLL_BAR,
            floating_width: SCROLL_BAR,
            floating_allocated_width: SCROLL_BAR + 4.0,
            bar_inner_margin: 2.0,
            bar_outer_margin: 1.0,
            dormant_background_opacity: 0.0,
            active_background_opacity: 0.0,
            interact_background_opacity: 0.0,
            dormant_handle_opacity: dim,
            active_handle_opacity: dim,
            interact_handle_opacity: 0.5,
            ..egui::style::ScrollStyle::solid()
        };
    });
}

/// Adds a part whose widgets keep their ids, whatever is drawn before it. egui numbers widgets without a name. A widget
/// with a changed number counts as new, which costs two extra frames.
pub(super) fn steady(ui: &mut egui::Ui, name: &str, add: impl FnOnce(&mut egui::Ui)) {
    ui.scope_builder(egui::UiBuilder::new().scope_id(egui::Id::unique(("steady", name))), add);
}

/// Draws a row of a drop-down list. Choosing it by mouse or key sets the value and closes the list.
pub(super) fn choice<'a, T: PartialEq>(
    ui: &mut egui::Ui,
    value: &mut T,
    this: T,
    text: impl egui::IntoAtoms<'a>,
) -> egui::Response {
    let row = ui.selectable_value(value, this, text);
    if row.clicked() {
        ui.close();
    }
    row
}
