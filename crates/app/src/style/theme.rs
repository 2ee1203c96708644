//! The colours of `gridscope_debugger::look` as egui's, and those of egui's own widgets.
//!
//! Colour is never the only sign: every role has a shape too.

#![expect(clippy::disallowed_methods, reason = "this file converts the colours of the look")]

pub use crate::debugger::look::is_solid;
use crate::debugger::look::{self, Colours, Ink, Look, Rgb};
pub use crate::debugger::session::window::ThemeName;
use egui::epaint::FontColorTransferFunction;
use egui::{Color32, CornerRadius, Stroke, Visuals};
use gridscope_trace::view::board::Mark;
use gridscope_trace::{ActorKind, Tile};
use std::ops::Deref;

/// Converts a colour of the look.
const fn egui_colour(rgb: Rgb) -> Color32 {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

/// Converts an opaque colour of egui.
fn rgb_of(colour: Color32) -> Rgb {
    Rgb::from_be_bytes([0, colour.r(), colour.g(), colour.b()])
}

/// The colours of one theme.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Which theme this is.
    pub name: ThemeName,
    /// Whether the background is dark.
    pub dark: bool,
    look: Look,
    colours: Colours<Color32>,
}

impl Deref for Theme {
    type Target = Colours<Color32>;

    fn deref(&self) -> &Colours<Color32> {
        &self.colours
    }
}

impl From<Look> for Theme {
    fn from(look: Look) -> Self {
        Self { name: look.name, dark: look.is_dark(), colours: look.map(egui_colour), look }
    }
}

impl Theme {
    /// Returns the theme with this name.
    pub fn new(name: ThemeName) -> Self {
        Look::new(name).into()
    }

    /// Returns the theme for paper.
    #[must_use]
    pub(crate) fn on_paper(self) -> Self {
        self.look.on_paper().into()
    }

    /// Returns the theme with a background like that of the floor, as paper has it.
    #[must_use]
    pub(crate) fn with_white_canvas(self) -> Self {
        self.look.with_canvas_of_floor().into()
    }

    /// Returns the background colour of a tile without marks.
    pub fn ground(&self, tile: Tile) -> Color32 {
        egui_colour(self.look.ground(tile))
    }

    /// Returns the colour of a heat, 1 to 255.
    pub fn heat(&self, heat: u8) -> Color32 {
        egui_colour(self.look.heat(heat))
    }

    /// Returns the colour of a cell.
    pub fn cell(&self, tile: Tile, mark: Mark) -> Color32 {
        egui_colour(self.look.cell(tile, mark))
    }

    /// Returns a colour of a picture.
    pub(crate) fn ink(&self, ink: Ink) -> Color32 {
        egui_colour(self.look.ink(ink))
    }

    /// Returns the text colour that is legible on `ground`.
    pub fn text_on(&self, ground: Color32) -> Color32 {
        egui_colour(self.look.text_on(rgb_of(ground)))
    }

    /// Returns the background colour of an actor, and the colour of the icon on it.
    pub fn actor(&self, kind: ActorKind, second_side: bool) -> (Color32, Color32) {
        let (disc, icon) = look::actor_colours(kind, second_side);
        let disc = self.get(disc);
        (disc, icon.map_or_else(|| self.text_on(disc), |icon| self.get(icon)))
    }

    /// Returns the colour of the n-th curve. The colours repeat after six.
    pub(crate) fn curve(&self, n: usize) -> Color32 {
        [self.frontier, self.weak, self.path, self.link, self.tie, self.difference][n % 6]
    }

    /// Returns the colour of expected values in charts.
    pub(crate) fn expected(&self) -> Color32 {
        self.path
    }

    /// Returns the colour of bars in charts and in the density of events.
    pub(crate) fn bar(&self) -> Color32 {
        mix(self.panel, self.link, 0.62)
    }

    /// Returns the background of the sheet of a narrow window, between panels and buttons.
    pub(crate) fn sheet(&self) -> Color32 {
        mix(self.panel, self.widget, 0.4)
    }

    /// Returns the background of the current row, line or event.
    pub fn current_background(&self) -> Color32 {
        mix(self.panel, self.now, 0.2)
    }

    /// Returns egui's own colours, matched to the theme.
    pub(crate) fn visuals(&self) -> Visuals {
        let mut v = if self.dark { Visuals::dark() } else { Visuals::light() };
        // Keeps light letters on a dark background from being drawn bolder.
        v.text_options.color_transfer_function = FontColorTransferFunction::Off;
        v.hyperlink_color = self.link;
        v.selection.bg_fill = self.selected;
        v.selection.stroke = Stroke::new(1.0, self.strong);
        v.panel_fill = self.panel;
        v.window_fill = self.panel;
        v.window_stroke = Stroke::new(1.0, self.line);
        v.window_corner_radius = CornerRadius::same(8);
        v.menu_corner_radius = CornerRadius::same(8);
        v.window_shadow = egui::Shadow::NONE;
        v.popup_shadow = egui::Shadow::NONE;
        v.extreme_bg_color = self.widget;
        v.text_edit_bg_color = Some(self.widget);
        v.code_bg_color = self.widget;
        v.faint_bg_color = mix(self.panel, self.strong, 0.03);
        v.warn_fg_color = self.now;
        v.error_fg_color = self.wrong;
        v.weak_text_color = Some(self.weak);
        v.collapsing_header_frame = false;
        v.indent_has_left_vline = false;
        let states = [
            (&mut v.widgets.noninteractive, self.panel, self.text, self.line),
            (&mut v.widgets.inactive, self.widget, self.text, self.widget),
            (&mut v.widgets.hovered, self.hover, self.strong, self.hover),
            (&mut v.widgets.active, self.hover, self.strong, self.hover),
            (&mut v.widgets.open, self.hover, self.strong, self.hover),
        ];
        for (state, fill, ink, line) in states {
            (state.bg_fill, state.weak_bg_fill) = (fill, fill);
            state.bg_stroke = Stroke::new(1.0, line);
            state.fg_stroke = Stroke::new(1.0, ink);
            state.corner_radius = CornerRadius::same(6);
            state.expansion = 0.0;
        }
        // Check boxes and the rails of sliders are seen on every background.
        v.widgets.inactive.bg_fill = self.scroll;
        v.widgets.hovered.bg_stroke = Stroke::NONE;
        v.widgets.inactive.bg_stroke = Stroke::NONE;
        v.widgets.active.bg_stroke = Stroke::NONE;
        v
    }
}

/// Blends two colours: 0 is `a`, 1 is `b`.
pub(crate) fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    egui_colour(look::mix(rgb_of(a), rgb_of(b), share))
}

/// Returns the contrast of two colours, 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    look::contrast(rgb_of(a), rgb_of(b))
}

/// Returns a colour that a file states: red, green, blue. It is shown as it is, in every theme.
#[expect(clippy::disallowed_methods, reason = "the colour is content, not part of the theme")]
pub(crate) const fn colour_of_file([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Like [`colour_of_file`], with alpha as the fourth number.
#[expect(clippy::disallowed_methods, reason = "the colour is content, not part of the theme")]
pub(crate) fn pixel_of_file([red, green, blue, alpha]: [u8; 4]) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
