//! The canvas as PDF (ISO 32000-1:2008). Shapes stay shapes, and text stays text in the window's fonts, of which the
//! letters that occur are embedded. The same pages give the same bytes: no dates are written.

use crate::debugger::export::ExportError;
use crate::export::outlines::{Face, Outlines};
use crate::export::raster::Raster;
use crate::export::shapes::{Ink, Letter, Pen, Words, draw, is_icon};
use egui::epaint::ClippedShape;
use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineJoin, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use krilla::{Document, SerializeSettings};
use std::collections::BTreeMap;

/// Distance of the handles of a Bézier curve that approximates a quarter of a circle, as a share of the radius.
const ROUND: f32 = 0.552_285;
/// How far a cell reaches under its right and lower neighbours, so that no seam is visible between them.
const OVERLAP: f32 = 0.4;

/// A document whose pages are drawn one by one.
pub(super) struct Pdf {
    document: Document,
    fonts: Fonts,
}

/// The fonts that are embedded, by their names.
struct Fonts {
    outlines: Outlines,
    used: BTreeMap<String, Font>,
}

impl Pdf {
    pub(super) fn new(title: &str, description: &str) -> Self {
        let mut document = Document::new_with(SerializeSettings { enable_tagging: false, ..<_>::default() });
        let about = Metadata::new().title(title.to_owned()).language("en".to_owned()).creator("gridscope".to_owned());
        let about = if description.is_empty() { about } else { about.description(description.to_owned()) };
        document.set_metadata(about);
        Self { document, fonts: Fonts { outlines: Outlines::new(), used: BTreeMap::new() } }
    }

    /// Adds a page with shapes. `scale` is the number of its points for one of the canvas.
    pub(super) fn page(&mut self, size: Vec2, scale: f32, shapes: &[ClippedShape], textures: &Raster) {
        let Some(settings) = PageSettings::from_wh(size.x * scale, size.y * scale) else { return };
        let mut page = self.document.start_page_with(settings);
        let mut pen = PdfPen { surface: page.surface(), fonts: &mut self.fonts, overlaps: false };
        pen.surface.push_transform(&Transform::from_scale(scale, scale));
        draw(shapes, textures, Rect::from_min_size(Pos2::ZERO, size), &mut pen);
        pen.surface.pop();
        drop(pen);
        page.finish();
    }

    /// Returns the bytes of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, ExportError> {
        self.document.finish().map_err(|error| ExportError(format!("the PDF cannot be written: {error}")))
    }
}

impl Fonts {
    /// Returns the font of a face to embed.
    fn embedded(used: &mut BTreeMap<String, Font>, face: &Face<'_>) -> Option<Font> {
        if let Some(font) = used.get(face.name) {
            return Some(font.clone());
        }
        let coords: Vec<_> = face.coords().map(|(tag, value)| (Tag::new(&tag), value)).collect();
        let font = Font::new_variable(face.data.bytes().to_vec().into(), face.data.index, &coords)?;
        used.insert(face.name.to_owned(), font.clone());
        Some(font)
    }
}

struct PdfPen<'a, 'b> {
    surface: Surface<'a>,
    fonts: &'b mut Fonts,
    /// Whether rectangles reach under their neighbours.
    overlaps: bool,
}

/// Letters in a row of one font, size and colour.
struct Run {
    font: Font,
    size: f32,
    colour: Color32,
    is_icon: bool,
    from: Pos2,
    text: String,
    glyphs: Vec<KrillaGlyph>,
    /// Where the last letter begins.
    last: f32,
}

fn fill(colour: Color32) -> Option<Fill> {
    let [r, g, b, _] = colour.to_srgba_unmultiplied();
    (colour.a() > 0).then(|| Fill {
        paint: rgb::Color::new(r, g, b).into(),
        opacity: opacity(colour),
        rule: FillRule::NonZero,
    })
}

fn opacity(colour: Color32) -> NormalizedF32 {
    NormalizedF32::new(f32::from(colour.a()) / 255.0).unwrap_or(NormalizedF32::ONE)
}

fn stroke(ink: Ink) -> Option<Stroke> {
    let [r, g, b, _] = ink.line.color.to_srgba_unmultiplied();
    ink.has_line().then(|| Stroke {
        paint: rgb::Color::new(r, g, b).into(),
        width: ink.line.width,
        line_join: LineJoin::Round,
        opacity: opacity(ink.line.color),
        ..Stroke::default()
    })
}

/// Returns an ellipse, or a rectangle with round corners: `radius` is at most half of each side.
fn rounded(rect: Rect, radius: Vec2) -> Option<Path> {
    let mut path = PathBuilder::new();
    let radius = radius.min(rect.size() / 2.0);
    if radius.x <= 0.0 || radius.y <= 0.0 {
        path.push_rect(krilla::geom::Rect::from_ltrb(rect.min.x, rect.min.y, rect.max.x, rect.max.y)?);
        return path.finish();
    }
    let handle = radius * (1.0 - ROUND);
    // Each corner, and the directions of the side before it and of the side after it.
    let corners = [
        (rect.right_top(), vec2(1.0, 0.0), vec2(0.0, 1.0)),
        (rect.right_bottom(), vec2(0.0, 1.0), vec2(-1.0, 0.0)),
        (rect.left_bottom(), vec2(-1.0, 0.0), vec2(0.0, -1.0)),
        (rect.left_top(), vec2(0.0, -1.0), vec2(1.0, 0.0)),
    ];
    path.move_to(rect.min.x + radius.x, rect.min.y);
    for (corner, before, after) in corners {
        let (from, to) = (corner - before * radius, corner + after * radius);
        let (one, other) = (corner - before * handle, corner + after * handle);
        path.line_to(from.x, from.y);
        path.cubic_to(one.x, one.y, other.x, other.y, to.x, to.y);
    }
    path.close();
    path.finish()
}

impl PdfPen<'_, '_> {
    fn draw_path(&mut self, path: Option<Path>, ink: Ink) {
        let Some(path) = path.filter(|_| !ink.is_invisible()) else { return };
        self.surface.set_fill(fill(ink.fill));
        self.surface.set_stroke(stroke(ink));
        self.surface.draw_path(&path);
    }

    fn write(&mut self, run: &Run) {
        self.surface.set_fill(fill(run.colour));
        self.surface.set_stroke(None);
        let from = Point::from_xy(run.from.x, run.from.y);
        self.surface.draw_glyphs(from, &run.glyphs, run.font.clone(), &run.text, run.size, run.is_icon);
    }

    /// Adds a letter to the run before it, or begins another one. Returns a run that has ended.
    fn add(&mut self, run: &mut Option<Run>, letter: &Letter) -> Option<Run> {
        let face = self.fonts.outlines.face(letter.character, &letter.font)?;
        let font = Fonts::embedded(&mut self.fonts.used, &face)?;
        let (at, size) = (pos2(letter.at.x, letter.at.y + face.down), face.size);
        let is_icon = is_icon(letter.character);
        let goes_on = |run: &&mut Run| {
            (run.size, run.colour, run.is_icon, run.from.y) == (size, letter.colour, is_icon, at.y)
                && run.font == font
                && run.last <= at.x
        };
        let mut ended = None;
        if let Some(run) = run.as_mut().filter(goes_on) {
            if let Some(before) = run.glyphs.last_mut() {
                before.x_advance = (at.x - run.last) / size;
            }
            run.last = at.x;
        } else {
            let (text, glyphs, colour, last) = (String::new(), Vec::new(), letter.colour, at.x);
            ended = run.replace(Run { font, size, colour, is_icon, from: at, text, glyphs, last });
        }
        if let Some(run) = run {
            let start = run.text.len();
            run.text.push(letter.character);
            let glyph = GlyphId::new(face.glyph.to_u32());
            let wide = letter.wide / size;
            run.glyphs.push(KrillaGlyph::new(glyph, wide, 0.0, 0.0, 0.0, start..run.text.len(), None));
        }
        ended
    }
}

impl Pen for PdfPen<'_, '_> {
    fn begin(&mut self, clip: Option<Rect>) {
        if let Some(path) = clip.and_then(|clip| rounded(clip, Vec2::ZERO)) {
            self.surface.push_clip_path(&path, &FillRule::NonZero);
        }
    }

    fn end(&mut self, clip: Option<Rect>) {
        if clip.is_some_and(|clip| rounded(clip, Vec2::ZERO).is_some()) {
            self.surface.pop();
        }
    }

    fn cells(&mut self, begin: bool) {
        self.overlaps = begin;
    }

    fn rect(&mut self, rect: Rect, radius: f32, ink: Ink) {
        let is_opaque = ink.fill.a() == 255;
        let under = if self.overlaps && is_opaque { OVERLAP } else { 0.0 };
        let rect = Rect::from_min_max(rect.min, rect.max + Vec2::splat(under));
        self.draw_path(rounded(rect, Vec2::splat(radius)), ink);
    }

    fn ellipse(&mut self, centre: Pos2, radius: Vec2, angle: f32, ink: Ink) {
        self.surface.push_transform(&Transform::from_rotate_at(angle.to_degrees(), centre.x, centre.y));
        self.draw_path(rounded(Rect::from_center_size(centre, radius * 2.0), radius), ink);
        self.surface.pop();
    }

    fn path(&mut self, points: &[Pos2], closed: bool, ink: Ink) {
        let [first, rest @ ..] = points else { return };
        let mut path = PathBuilder::new();
        path.move_to(first.x, first.y);
        for point in rest {
            path.line_to(point.x, point.y);
        }
        if closed {
            path.close();
        }
        self.draw_path(path.finish(), ink);
    }

    fn words(&mut self, words: &Words) {
        let (degrees, pivot) = (words.angle.to_degrees(), words.pivot);
        self.surface.push_transform(&Transform::from_rotate_at(degrees, pivot.x, pivot.y));
        let mut run = None;
        for letter in &words.letters {
            if let Some(ended) = self.add(&mut run, letter) {
                self.write(&ended);
            }
        }
        if let Some(run) = run {
            self.write(&run);
        }
        self.surface.pop();
    }
}
