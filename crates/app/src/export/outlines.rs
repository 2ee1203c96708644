//! Outlines of letters and icons from the window's own fonts, so that the text of an SVG looks the same everywhere.

use crate::style::fonts;
use egui::{FontData, FontDefinitions, FontFamily, FontId};
use skrifa::instance::Size;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider as _, Tag};
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

    /// Returns the first font of a family that has a letter.
    pub(super) fn face(&self, letter: char, font: &FontId) -> Option<Face<'_>> {
        let names = self.fonts.families.get(&font.family)?;
        let mut all = names.iter().filter_map(|name| self.fonts.font_data.get_key_value(name));
        all.find_map(|(name, data)| {
            let glyph = FontRef::from_index(data.bytes(), data.index).ok()?.charmap().map(letter)?;
            let size = font.size * data.tweak.scale;
            let down = (size * data.tweak.y_offset_factor + data.tweak.y_offset).round();
            Some(Face { name, data, glyph, size, down })
        })
    }

    /// Adds the outline of a letter to SVG path data. Its baseline begins at x, y.
    pub(super) fn letter(&self, letter: char, font: &FontId, at: (f32, f32), path: &mut String) {
        self.draw(letter, font, at, &mut |command, points| {
            path.push(command);
            for (i, (x, y)) in points.iter().enumerate() {
                _ = write!(path, "{}{} {}", if i == 0 { "" } else { " " }, short(*x), short(*y));
            }
        });
    }

    /// Draws the outline of a letter with the commands M, L, Q, C and Z of SVG.
    pub(super) fn draw(&self, letter: char, font: &FontId, (x, y): (f32, f32), put: Put<'_>) {
        let Some(face) = self.face(letter, font) else { return };
        let Ok(own) = FontRef::from_index(face.data.bytes(), face.data.index) else { return };
        let Some(outline) = own.outline_glyphs().get(face.glyph) else { return };
        let location = own.axes().location(face.coords().map(|(tag, value)| (Tag::new(&tag), value)));
        let settings = DrawSettings::unhinted(Size::new(face.size), &location);
        // A letter without an outline, such as a space, draws nothing.
        _ = outline.draw(settings, &mut Pen { put, x, y: y + face.down });
    }
}

/// Takes a command of an outline and its points.
type Put<'a> = &'a mut dyn FnMut(char, &[(f32, f32)]);

/// A font that has a letter.
pub(super) struct Face<'a> {
    /// Name of the font.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "only files for paper need it"))]
    pub(super) name: &'a str,
    pub(super) data: &'a FontData,
    pub(super) glyph: GlyphId,
    /// Size of the letter, and how far its baseline is moved down, in points.
    pub(super) size: f32,
    pub(super) down: f32,
}

impl Face<'_> {
    /// Returns the chosen values of the axes of a variable font.
    pub(super) fn coords(&self) -> impl Iterator<Item = ([u8; 4], f32)> {
        self.data.tweak.coords.as_ref().iter().map(|(tag, value)| (tag.to_be_bytes(), *value))
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

/// Reports an outline at its place. In fonts, y grows upward.
struct Pen<'a> {
    put: Put<'a>,
    x: f32,
    y: f32,
}

impl Pen<'_> {
    fn push_command(&mut self, command: char, points: &[(f32, f32)]) {
        let placed: SmallPoints =
            std::array::from_fn(|i| points.get(i).map_or((0.0, 0.0), |(x, y)| (self.x + x, self.y - y)));
        (self.put)(command, &placed[..points.len()]);
    }
}

/// The points of a command: at most three.
type SmallPoints = [(f32, f32); 3];

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
        self.push_command('Z', &[]);
    }
}

/// Formats a number with at most two decimals and no trailing zeros.
pub(super) fn short(x: f32) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
