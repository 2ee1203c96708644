//! Style of the whole window: fonts, text sizes, spacing, and the theme's colours.

pub(crate) mod fonts;
pub(crate) mod memo;
pub mod theme;

use crate::style::theme::Theme;
use crate::view::structure::NamesOfPins;

/// Width of a scroll bar, in points.
const SCROLL_BAR: f32 = 5.0;

/// Applies the fonts, text sizes and colours to the whole window.
pub fn style(ctx: &egui::Context, theme: &Theme) {
    use egui::TextStyle;
    ctx.set_fonts(fonts::definitions());
    drop(ctx.plugin_or_default::<NamesOfPins>());
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

/// Creates a menu of values whose sign is that of all menus.
pub(super) fn menu_of_values(id: impl egui::AsIdSalt) -> egui::ComboBox<'static> {
    egui::ComboBox::from_id_salt(id).icon(|ui, rect, visuals, _is_open| {
        crate::style::fonts::Icon::CARET_DOWN.paint(ui, rect.center(), 12.0, visuals.fg_stroke.color);
    })
}

/// Draws a choice of a few values on a plate, with the chosen one marked: `segments(ui, &mut x, [(1, "One", "help")])`.
/// The values are in one row if they fit. If they do not fit, long ones are in a column, and short ones in several rows.
/// Returns whether the user chose another value.
pub(super) fn segments<T: PartialEq>(
    ui: &mut egui::Ui,
    value: &mut T,
    all: impl IntoIterator<Item = (T, String, &'static str)>,
) -> bool {
    const HIGH: f32 = 26.0;
    /// Widest value that may stand in one of several rows, in points.
    const SHORT: f32 = 130.0;
    let all: Vec<(T, String, &'static str)> = all.into_iter().collect();
    let font = egui::TextStyle::Button.resolve(ui.style());
    let widths: Vec<f32> = ui.fonts_mut(|fonts| {
        let mut width = |text: &String| fonts.layout_no_wrap(text.clone(), font.clone(), egui::Color32::WHITE).size().x;
        all.iter().map(|(_, title, _)| width(title) + 24.0).collect()
    });
    let wraps = ui.layout().main_wrap();
    let room = if wraps { ui.max_rect().width() } else { ui.available_width() } - 4.0;
    let total = widths.iter().map(|width| width + 2.0).sum::<f32>();
    let fits = total <= room;
    let stacked = !fits && widths.iter().any(|&width| width > SHORT);
    let visuals = ui.visuals();
    let (plate, mark) = (visuals.widgets.inactive.weak_bg_fill.gamma_multiply(0.6), visuals.widgets.hovered.bg_fill);
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let mut changed = false;
    let buttons = |ui: &mut egui::Ui| {
        ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
        for ((this, title, help), own) in all.into_iter().zip(widths) {
            let here = *value == this;
            let text = egui::RichText::new(&title).color(if here { strong } else { weak });
            let width = if stacked { widest } else { own };
            let face = egui::Button::selectable(here, text).min_size(egui::vec2(width, HIGH)).corner_radius(5);
            let button = ui.add(if here { face.fill(mark) } else { face });
            let enabled = ui.is_enabled();
            button.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, enabled, here, &title));
            let button = if help.is_empty() { button } else { button.on_hover_text(help) };
            if button.clicked() && !here {
                *value = this;
                changed = true;
            }
        }
    };
    let frame = egui::Frame::new().fill(plate).corner_radius(6).inner_margin(1);
    // A frame cannot begin a new row of its own.
    let size = egui::vec2(if fits { total } else { room }, HIGH + 2.0);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        frame.show(ui, |ui| {
            if stacked {
                ui.vertical(buttons);
            } else if fits {
                ui.horizontal(buttons);
            } else {
                ui.horizontal_wrapped(buttons);
            }
        });
    });
    changed
}
