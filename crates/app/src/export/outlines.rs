//! Outlines of letters and icons from the window's own fonts, so that the text of an SVG looks the same everywhere.

use crate::style::fonts;
use egui::{FontDefinitions, FontFamily, FontId};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider as _};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The fonts.
pub(super) struct Outlines {
    fonts: FontDefinitions,
}

impl Outlines {
    pub(super) fn new() -> Self {
        Self { fonts: fonts::definitions() }
    }

    /// Adds the outline of a letter to SVG path data. Its baseline begins at x, y.
    pub(super) fn letter(&self, letter: char, font: &FontId, (x, y): (f32, f32), path: &mut String) {
        let Some(names) = self.fonts.families.get(&font.family) else { return };
        for data in names.iter().filter_map(|name| self.fonts.font_data.get(name)) {
            let Ok(face) = FontRef::from_index(data.bytes(), data.index) else { continue };
            let Some(glyph) = face.charmap().map(letter) else { continue };
            let Some(outline) = face.outline_glyphs().get(glyph) else { return };
            let size = font.size * data.tweak.scale;
            let down = (size * data.tweak.y_offset_factor + data.tweak.y_offset).round();
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            // A letter without an outline, such as a space, draws nothing.
            _ = outline.draw(settings, &mut Pen { path, x, y: y + down });
            return;
        }
    }
}

/// Returns the width of a text in a family of the window's fonts, as a multiple of the font size. Kerning is ignored.
pub(super) fn width(text: &str, family: &FontFamily, weight: f32) -> f32 {
    static FONTS: LazyLock<FontDefinitions> = LazyLock::new(fonts::definitions);
    let names = FONTS.families.get(family).map_or(&[][..], Vec::as_slice);
    let advance = |letter: char| {
        let faces = names.iter().filter_map(|name| FONTS.font_data.get(name));
        let mut widths = faces.filter_map(|data| {
            let face = FontRef::from_index(data.bytes(), data.index).ok()?;
            let glyph = face.charmap().map(letter)?;
            let location = face.axes().location([("wght", weight)]);
            face.glyph_metrics(Size::new(1.0), &location).advance_width(glyph)
        });
        widths.next().unwrap_or(0.6)
    };
    text.chars().map(advance).sum()
}

/// Writes an outline as SVG path data. In fonts, y grows upward.
struct Pen<'a> {
    path: &'a mut String,
    x: f32,
    y: f32,
}

impl Pen<'_> {
    fn push_command(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (i, (x, y)) in points.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            _ = write!(self.path, "{gap}{} {}", short(self.x + x), short(self.y - y));
        }
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push_command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push_command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.push_command('Q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.push_command('C', &[(ax, ay), (bx, by), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

/// Formats a number with at most two decimals and no trailing zeros.
pub(super) fn short(x: f32) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
