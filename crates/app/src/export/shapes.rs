//! The canvas as shapes for files: what egui draws, reduced to what a pen of SVG, PDF or `TikZ` writes.

use super::raster::{Raster, Texture};
use egui::epaint::{ClippedShape, ColorMode, Mesh, PathStroke, RectShape, TextShape, Vertex};
use egui::{Color32, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId, Vec2, pos2, vec2};

/// Fill and line of a shape.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    /// Colour of the area, transparent for none.
    pub(super) fill: Color32,
    /// Line around it, of width 0 for none.
    pub(super) line: Stroke,
}

/// A letter of a text, whose baseline begins at a place.
pub(super) struct Letter {
    pub(super) character: char,
    pub(super) font: FontId,
    pub(super) at: Pos2,
    /// Width of the letter.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "only files for paper need it"))]
    pub(super) wide: f32,
    pub(super) colour: Color32,
}

/// A text, turned by `angle` radians around a point.
pub(super) struct Words {
    pub(super) text: String,
    pub(super) letters: Vec<Letter>,
    pub(super) angle: f32,
    pub(super) pivot: Pos2,
}

/// A writer of shapes into a file, from bottom to top.
pub(super) trait Pen {
    /// Begins shapes that are clipped to a rectangle, or a part of the picture that is not clipped.
    fn begin(&mut self, clip: Option<Rect>);
    /// Ends them.
    fn end(&mut self, clip: Option<Rect>);
    /// Begins or ends cells that must not have visible seams between them.
    fn cells(&mut self, begin: bool);
    fn rect(&mut self, rect: Rect, radius: f32, ink: Ink);
    fn ellipse(&mut self, centre: Pos2, radius: Vec2, angle: f32, ink: Ink);
    /// Writes lines between points. Only a closed path has a fill.
    fn path(&mut self, points: &[Pos2], closed: bool, ink: Ink);
    fn words(&mut self, words: &Words);
}

impl Ink {
    /// Returns whether nothing would be seen.
    pub(super) fn is_invisible(self) -> bool {
        self.fill.a() == 0 && !self.has_line()
    }

    pub(super) fn has_line(self) -> bool {
        self.line.width > 0.0 && self.line.color.a() > 0
    }

    const fn filled(fill: Color32) -> Self {
        Self { fill, line: Stroke::NONE }
    }
}

/// Returns whether a character is an icon, which has no text.
pub(super) fn is_icon(letter: char) -> bool {
    ('\u{e000}'..='\u{f8ff}').contains(&letter)
}

/// Writes shapes with a pen. Those clipped to less than `whole` are clipped in the file.
pub(super) fn draw(shapes: &[ClippedShape], textures: &Raster, whole: Rect, pen: &mut impl Pen) {
    for group in shapes.chunk_by(|a, b| a.clip_rect == b.clip_rect) {
        let Some(first) = group.first() else { continue };
        let clip = first.clip_rect.intersect(whole);
        let clip = (clip != whole).then_some(clip);
        pen.begin(clip);
        for clipped in group {
            shape(&clipped.shape, textures, pen);
        }
        pen.end(clip);
    }
}

fn shape(shape_: &Shape, textures: &Raster, pen: &mut impl Pen) {
    match shape_ {
        Shape::Noop | Shape::Callback(_) => {}
        Shape::Vec(all) => all.iter().for_each(|one| shape(one, textures, pen)),
        Shape::Circle(circle) => {
            let ink = Ink { fill: circle.fill, line: circle.stroke };
            pen.ellipse(circle.center, Vec2::splat(circle.radius), 0.0, ink);
        }
        Shape::Ellipse(e) => pen.ellipse(e.center, e.radius, e.angle, Ink { fill: e.fill, line: e.stroke }),
        Shape::LineSegment { points, stroke } => path(points, false, Color32::TRANSPARENT, *stroke, pen),
        Shape::Path(own) => path(&own.points, own.closed, own.fill, plain(&own.stroke), pen),
        Shape::Rect(own) => rect(own, pen),
        Shape::Text(text) => words(text, pen),
        Shape::Mesh(own) => mesh(own, textures, pen),
        Shape::QuadraticBezier(own) => {
            path(&own.flatten(Some(0.1)), own.closed, own.fill, plain(&own.stroke), pen);
        }
        Shape::CubicBezier(own) => {
            path(&own.flatten(Some(0.1)), own.closed, own.fill, plain(&own.stroke), pen);
        }
        Shape::Band(band) => {
            let above = band.points.iter().map(|p| pos2(p.x, p.y.min));
            let below = band.points.iter().rev().map(|p| pos2(p.x, p.y.max));
            path(&above.chain(below).collect::<Vec<_>>(), true, band.fill, band.stroke, pen);
        }
    }
}

/// Returns the stroke of a path. A stroke that changes its colour is omitted.
fn plain(stroke: &PathStroke) -> Stroke {
    match &stroke.color {
        ColorMode::Solid(colour) => Stroke::new(stroke.width, *colour),
        ColorMode::UV(_) => Stroke::NONE,
    }
}

fn path(points: &[Pos2], closed: bool, fill: Color32, line: Stroke, pen: &mut impl Pen) {
    let ink = Ink { fill: if closed { fill } else { Color32::TRANSPARENT }, line };
    if !ink.is_invisible() {
        pen.path(points, closed, ink);
    }
}

fn rect(shape: &RectShape, pen: &mut impl Pen) {
    let ink = Ink { fill: shape.fill, line: shape.stroke };
    if ink.is_invisible() {
        return;
    }
    // In files, a line is centred on the edge.
    let off = match shape.stroke_kind {
        StrokeKind::Inside => -shape.stroke.width / 2.0,
        StrokeKind::Middle => 0.0,
        StrokeKind::Outside => shape.stroke.width / 2.0,
    };
    pen.rect(shape.rect.expand(off), (f32::from(shape.corner_radius.nw) + off).max(0.0), ink);
}

fn words(shape: &TextShape, pen: &mut impl Pen) {
    let galley = &shape.galley;
    let sections = &galley.job.sections;
    let mut letters = galley.job.text.char_indices().peekable();
    let mut section = 0;
    let mut all = Vec::new();
    for placed in &galley.rows {
        for glyph in &placed.row.glyphs {
            // Glyphs are in the order of the text. Whitespace at row ends may be missing.
            while letters.next_if(|(_, c)| *c != glyph.chr && c.is_whitespace()).is_some() {}
            if let Some((at, _)) = letters.next_if(|(_, c)| *c == glyph.chr) {
                section = sections
                    .iter()
                    .position(|s| (s.byte_range.start.0..s.byte_range.end.0).contains(&at))
                    .unwrap_or(section);
            }
            let Some(format) = sections.get(section).map(|s| &s.format) else { continue };
            let colour = if format.color == Color32::PLACEHOLDER { shape.fallback_color } else { format.color };
            let colour = shape.override_text_color.unwrap_or(colour).gamma_multiply(shape.opacity_factor);
            let at = shape.pos + placed.pos.to_vec2() + glyph.pos.to_vec2();
            let (character, font, wide) = (glyph.chr, format.font_id.clone(), glyph.advance_width);
            all.push(Letter { character, font, at, wide, colour });
        }
    }
    let text = galley.job.text.chars().filter(|&c| !is_icon(c)).collect();
    pen.words(&Words { text, letters: all, angle: shape.angle, pivot: shape.pos });
}

/// Writes triangles. Two that form a rectangle are written as one.
fn mesh(mesh: &Mesh, textures: &Raster, pen: &mut impl Pen) {
    if mesh.texture_id != TextureId::default() {
        if let Some(texture) = textures.texture(mesh.texture_id) {
            cells(texture, mesh.calc_bounds(), pen);
        }
        return;
    }
    if mesh.indices.is_empty() {
        return;
    }
    pen.cells(true);
    let corner = |i: &u32| mesh.vertices.get(*i as usize);
    let mut triangles = mesh.indices.chunks_exact(3).peekable();
    while let Some(triangle) = triangles.next() {
        let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|i| triangle.get(i).and_then(corner)) else { continue };
        let ink = Ink::filled(mean([a.color, b.color, c.color]));
        let fourth = triangles
            .peek()
            .and_then(|next| next.iter().filter_map(corner).find(|v| ![a.pos, b.pos, c.pos].contains(&v.pos)));
        let even = |v: &&Vertex| v.color == a.color && b.color == a.color && c.color == a.color;
        let around = Rect::from_points(&[a.pos, b.pos, c.pos]);
        let closes = |d: &&Vertex| is_corner_of(around, [a.pos, b.pos, c.pos, d.pos]);
        if fourth.is_some_and(|d| even(&d) && closes(&d)) {
            triangles.next();
            pen.rect(around, 0.0, ink);
        } else if !ink.is_invisible() {
            pen.path(&[a.pos, b.pos, c.pos], true, ink);
        }
    }
    pen.cells(false);
}

/// Writes a texture with one pixel per cell: a rectangle for each run of one colour in a row. Equal rows are merged.
fn cells(texture: &Texture, around: Rect, pen: &mut impl Pen) {
    let [width, height] = texture.size;
    let step = around.size() / vec2(width.max(1) as f32, height.max(1) as f32);
    pen.cells(true);
    let mut y = 0;
    while y < height {
        let row = texture.pixels.get(y * width..(y + 1) * width).unwrap_or_default();
        let same =
            (y + 1..height).find(|&n| texture.pixels.get(n * width..(n + 1) * width) != Some(row)).unwrap_or(height);
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let at = around.min + vec2(x as f32 * step.x, y as f32 * step.y);
            let size = vec2(run.len() as f32 * step.x, (same - y) as f32 * step.y);
            x += run.len();
            if let Some(colour) = run.first().filter(|c| c.a() > 0) {
                pen.rect(Rect::from_min_size(at, size), 0.0, Ink::filled(*colour));
            }
        }
        y = same;
    }
    pen.cells(false);
}

/// Returns whether the corners of a rectangle are all among four points.
fn is_corner_of(rect: Rect, all: [Pos2; 4]) -> bool {
    let corners = [rect.left_top(), rect.right_top(), rect.left_bottom(), rect.right_bottom()];
    corners.iter().all(|corner| all.contains(corner))
}

/// Returns the mean of three colours.
fn mean([a, b, c]: [Color32; 3]) -> Color32 {
    if a == b && b == c { a } else { a.lerp_to_gamma(b, 0.5).lerp_to_gamma(c, 1.0 / 3.0) }
}
