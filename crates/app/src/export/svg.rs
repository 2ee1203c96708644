//! The canvas as SVG (W3C, *Scalable Vector Graphics* 1.1, 2011). Shapes stay shapes, letters become outlines with
//! their text as a label for screen readers, and the map's cells become rectangles.

use super::outlines::{Outlines, short};
use super::raster::{Raster, Texture};
use super::stage::Stage;
use crate::debugger::Session;
use crate::formats::plain::escaped;
use egui::epaint::{CircleShape, ColorMode, Mesh, PathShape, PathStroke, RectShape, TextShape};
use egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId, pos2, vec2};
use std::fmt::Write as _;

/// Draws the session's current moment.
pub(super) fn picture(stage: &mut Stage, session: &Session) -> String {
    let stage_drawing = stage.shapes(session);
    let (w, h) = (short(stage_drawing.size.x), short(stage_drawing.size.y));
    let title = session.scene().title.as_str();
    let title = if title.is_empty() { session.algorithm_title() } else { title.to_owned() };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(&title),
        escaped(&crate::canvas::sentence::words(session)),
    );
    out.push_str(&body(&stage_drawing.shapes, stage.textures(), Rect::from_min_size(Pos2::ZERO, stage_drawing.size)));
    out.push_str("</svg>\n");
    out
}

/// Writes shapes as SVG elements. Shapes clipped to less than `whole` get a clip path.
pub(super) fn body(shapes: &[egui::epaint::ClippedShape], textures: &Raster, whole: Rect) -> String {
    let mut svg = Svg { out: String::new(), textures, outlines: Outlines::new() };
    let mut clips: Vec<Rect> = Vec::new();
    let mut elements = String::new();
    for group in shapes.chunk_by(|a, b| a.clip_rect == b.clip_rect) {
        let Some(first) = group.first() else { continue };
        svg.out.clear();
        for clipped in group {
            svg.shape(&clipped.shape);
        }
        if svg.out.is_empty() {
            continue;
        }
        let clip = first.clip_rect.intersect(whole);
        if clip == whole {
            elements.push_str(&svg.out);
            continue;
        }
        let known = clips.iter().position(|c| *c == clip).unwrap_or_else(|| {
            clips.push(clip);
            clips.len() - 1
        });
        _ = write!(elements, "<g clip-path=\"url(#clip{known})\">\n{}</g>\n", svg.out);
    }
    let mut out = String::new();
    if !clips.is_empty() {
        out.push_str("<defs>\n");
        for (i, clip) in clips.iter().enumerate() {
            _ = writeln!(out, "<clipPath id=\"clip{i}\"><rect {}/></clipPath>", place(*clip));
        }
        out.push_str("</defs>\n");
    }
    out + &elements
}

/// Formats a colour such as `fill="#3c4451"`, with its opacity if it is translucent.
pub(super) fn paint(name: &str, colour: Color32) -> String {
    let [r, g, b, a] = colour.to_srgba_unmultiplied();
    if a == 0 {
        return format!("{name}=\"none\"");
    }
    let opacity = if a == 255 { String::new() } else { format!(" {name}-opacity=\"{}\"", short(f32::from(a) / 255.0)) };
    format!("{name}=\"#{r:02x}{g:02x}{b:02x}\"{opacity}")
}

fn place(rect: Rect) -> String {
    let [x, y, w, h] = [rect.min.x, rect.min.y, rect.width().max(0.0), rect.height().max(0.0)].map(short);
    format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
}

fn points(all: &[Pos2]) -> String {
    let each = all.iter().map(|p| format!("{},{}", short(p.x), short(p.y)));
    each.collect::<Vec<_>>().join(" ")
}

fn line(stroke: Stroke) -> String {
    if stroke.width <= 0.0 || stroke.color.a() == 0 {
        return String::new();
    }
    format!(" {} stroke-width=\"{}\"", paint("stroke", stroke.color), short(stroke.width))
}

/// Formats the stroke of a path. A stroke that changes its colour is omitted.
fn path_line(stroke: &PathStroke) -> String {
    match &stroke.color {
        ColorMode::Solid(colour) => line(Stroke::new(stroke.width, *colour)),
        ColorMode::UV(_) => String::new(),
    }
}

struct Svg<'a> {
    out: String,
    textures: &'a Raster,
    outlines: Outlines,
}

impl Svg<'_> {
    fn push_line(&mut self, element: &str) {
        self.out.push_str(element);
        self.out.push('\n');
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Noop | Shape::Callback(_) => {}
            Shape::Vec(all) => all.iter().for_each(|shape| self.shape(shape)),
            Shape::Circle(circle) => self.circle(circle),
            Shape::Ellipse(e) => {
                let [cx, cy, rx, ry] = [e.center.x, e.center.y, e.radius.x, e.radius.y].map(short);
                let (fill, line) = (paint("fill", e.fill), line(e.stroke));
                let turn = if e.angle == 0.0 {
                    String::new()
                } else {
                    format!(" transform=\"rotate({} {cx} {cy})\"", short(e.angle.to_degrees()))
                };
                self.push_line(&format!(
                    "<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\" {fill}{line}{turn}/>"
                ));
            }
            Shape::LineSegment { points: [a, b], stroke } => {
                let [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map(short);
                let line = line(*stroke);
                if !line.is_empty() {
                    self.push_line(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{line}/>"));
                }
            }
            Shape::Path(path) => self.path(path),
            Shape::Rect(rect) => self.rect(rect),
            Shape::Text(text) => self.text(text),
            Shape::Mesh(mesh) => self.mesh(mesh),
            Shape::QuadraticBezier(curve) => {
                let points = curve.flatten(Some(0.1));
                self.path(&PathShape { points, closed: curve.closed, fill: curve.fill, stroke: curve.stroke.clone() });
            }
            Shape::CubicBezier(curve) => {
                let points = curve.flatten(Some(0.1));
                self.path(&PathShape { points, closed: curve.closed, fill: curve.fill, stroke: curve.stroke.clone() });
            }
            Shape::Band(band) => {
                let above = band.points.iter().map(|p| pos2(p.x, p.y.min));
                let below = band.points.iter().rev().map(|p| pos2(p.x, p.y.max));
                let all: Vec<Pos2> = above.chain(below).collect();
                let (fill, line) = (paint("fill", band.fill), line(band.stroke));
                self.push_line(&format!("<polygon points=\"{}\" {fill}{line}/>", points(&all)));
            }
        }
    }

    fn circle(&mut self, circle: &CircleShape) {
        let [cx, cy, r] = [circle.center.x, circle.center.y, circle.radius].map(short);
        let (fill, line) = (paint("fill", circle.fill), line(circle.stroke));
        self.push_line(&format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" {fill}{line}/>"));
    }

    fn path(&mut self, path: &PathShape) {
        let line = path_line(&path.stroke);
        if path.closed {
            let fill = paint("fill", path.fill);
            self.push_line(&format!("<polygon points=\"{}\" {fill}{line}/>", points(&path.points)));
        } else if !line.is_empty() {
            let points = points(&path.points);
            self.push_line(&format!("<polyline points=\"{points}\" fill=\"none\" stroke-linejoin=\"round\"{line}/>"));
        }
    }

    fn rect(&mut self, shape: &RectShape) {
        if shape.fill.a() == 0 && (shape.stroke.width <= 0.0 || shape.stroke.color.a() == 0) {
            return;
        }
        // In SVG, a stroke is centred on the edge.
        let off = match shape.stroke_kind {
            StrokeKind::Inside => -shape.stroke.width / 2.0,
            StrokeKind::Middle => 0.0,
            StrokeKind::Outside => shape.stroke.width / 2.0,
        };
        let rect = shape.rect.expand(off);
        let radius = (f32::from(shape.corner_radius.nw) + off).max(0.0);
        let round = if radius > 0.0 { format!(" rx=\"{}\"", short(radius)) } else { String::new() };
        let (fill, line) = (paint("fill", shape.fill), line(shape.stroke));
        self.push_line(&format!("<rect {}{round} {fill}{line}/>", place(rect)));
    }

    /// Writes a text with one path for each run of letters in one colour.
    fn text(&mut self, shape: &TextShape) {
        let galley = &shape.galley;
        let sections = &galley.job.sections;
        let mut letters = galley.job.text.char_indices().peekable();
        let mut section = 0;
        let mut runs: Vec<(Color32, String)> = Vec::new();
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
                if runs.last().is_none_or(|(last, _)| *last != colour) {
                    runs.push((colour, String::new()));
                }
                if let Some((_, path)) = runs.last_mut() {
                    self.outlines.letter(glyph.chr, &format.font_id, (at.x, at.y), path);
                }
            }
        }
        runs.retain(|(_, path)| !path.is_empty());
        if runs.is_empty() {
            return;
        }
        // Icons are characters of the private use area and have no text.
        let label_text: String = galley.job.text.chars().filter(|c| !('\u{e000}'..='\u{f8ff}').contains(c)).collect();
        let turn = if shape.angle == 0.0 {
            String::new()
        } else {
            let [degrees, x, y] = [shape.angle.to_degrees(), shape.pos.x, shape.pos.y].map(short);
            format!(" transform=\"rotate({degrees} {x} {y})\"")
        };
        self.push_line(&format!("<g role=\"img\" aria-label=\"{}\"{turn}>", escaped(&label_text)));
        for (colour, path) in runs {
            self.push_line(&format!("<path d=\"{path}\" {}/>", paint("fill", colour)));
        }
        self.push_line("</g>");
    }

    /// Writes triangles. Two that form a rectangle are written as one.
    fn mesh(&mut self, mesh: &Mesh) {
        if mesh.texture_id != TextureId::default() {
            let bounds = mesh.calc_bounds();
            if let Some(texture) = self.textures.texture(mesh.texture_id) {
                self.cells(texture, bounds);
            }
            return;
        }
        if mesh.indices.is_empty() {
            return;
        }
        // Avoids visible seams between neighbours.
        self.push_line("<g shape-rendering=\"crispEdges\">");
        let corner = |i: &u32| mesh.vertices.get(*i as usize);
        let mut triangles = mesh.indices.chunks_exact(3).peekable();
        while let Some(triangle) = triangles.next() {
            let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|i| triangle.get(i).and_then(corner)) else { continue };
            let colour = mean([a.color, b.color, c.color]);
            let fourth = triangles
                .peek()
                .and_then(|next| next.iter().filter_map(corner).find(|v| ![a.pos, b.pos, c.pos].contains(&v.pos)));
            let even = |v: &&egui::epaint::Vertex| v.color == a.color && b.color == a.color && c.color == a.color;
            let around = Rect::from_points(&[a.pos, b.pos, c.pos]);
            let closes = |d: &&egui::epaint::Vertex| is_corner_of(around, [a.pos, b.pos, c.pos, d.pos]);
            if fourth.is_some_and(|d| even(&d) && closes(&d)) {
                triangles.next();
                self.push_line(&format!("<rect {} {}/>", place(around), paint("fill", colour)));
            } else if colour.a() > 0 {
                let all = points(&[a.pos, b.pos, c.pos]);
                self.push_line(&format!("<polygon points=\"{all}\" {}/>", paint("fill", colour)));
            }
        }
        self.push_line("</g>");
    }

    /// Writes a texture with one pixel per cell: a rectangle for each run of one colour in a row. Equal rows are
    /// merged.
    fn cells(&mut self, texture: &Texture, around: Rect) {
        let [width, height] = texture.size;
        let step = around.size() / vec2(width.max(1) as f32, height.max(1) as f32);
        self.push_line("<g shape-rendering=\"crispEdges\">");
        let mut y = 0;
        while y < height {
            let row = texture.pixels.get(y * width..(y + 1) * width).unwrap_or_default();
            let same = (y + 1..height)
                .find(|&n| texture.pixels.get(n * width..(n + 1) * width) != Some(row))
                .unwrap_or(height);
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let at = around.min + vec2(x as f32 * step.x, y as f32 * step.y);
                let size = vec2(run.len() as f32 * step.x, (same - y) as f32 * step.y);
                x += run.len();
                if let Some(colour) = run.first().filter(|c| c.a() > 0) {
                    self.push_line(&format!(
                        "<rect {} {}/>",
                        place(Rect::from_min_size(at, size)),
                        paint("fill", *colour)
                    ));
                }
            }
            y = same;
        }
        self.push_line("</g>");
    }
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
