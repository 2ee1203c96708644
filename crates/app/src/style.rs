//! What holds for the whole window: fonts, sizes of letters, spacing, and the theme's colours.

use super::fonts;
use super::theme::Theme;

/// Fonts, sizes and colours that hold for the whole window.
pub fn style(ctx: &egui::Context, theme: &Theme) {
    use egui::TextStyle;
    ctx.set_fonts(fonts::definitions());
    // The size of the text has commands of its own.
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
        // Nothing moves by itself: a list stands where it is wanted at once.
        style.scroll_animation = egui::style::ScrollAnimation::none();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.spacing.interact_size.y = 26.0;
        style.spacing.scroll = egui::style::ScrollStyle::solid();
        // The handle in the colour of the text: as a button it could not be told from the bar that it moves in.
        style.spacing.scroll.foreground_color = true;
        style.spacing.scroll.bar_width = 6.0;
        style.spacing.scroll.bar_inner_margin = 2.0;
        style.spacing.scroll.bar_outer_margin = 0.0;
    });
}

/// Adds a part whose buttons egui knows again whatever stands before it. It numbers what has no name, and takes a button that
/// comes under another number for a new one, which costs two frames more each time.
pub(super) fn steady(ui: &mut egui::Ui, name: &str, add: impl FnOnce(&mut egui::Ui)) {
    ui.scope_builder(egui::UiBuilder::new().scope_id(egui::Id::unique(("steady", name))), add);
}

/// A row of a list that opens: it sets the value, and the list closes, whether it was chosen by hand or by key.
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
