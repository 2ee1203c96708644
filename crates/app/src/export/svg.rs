//! The canvas as SVG (W3C, *Scalable Vector Graphics* 1.1, 2011). Shapes stay shapes, letters become outlines with
//! their text as a label for screen readers, and the map's cells become rectangles.

use super::outlines::{Outlines, short};
use super::raster::Raster;
use super::shapes::{Ink, Pen, Words, draw};
use super::stage::Stage;
use crate::debugger::Session;
use crate::formats::plain::escaped;
use egui::epaint::ClippedShape;
use egui::{Color32, Pos2, Rect, Vec2};
use std::fmt::Write as _;

/// Draws the session's current moment.
pub(super) fn picture(stage: &mut Stage, session: &Session) -> String {
    let stage_drawing = stage.shapes(session);
    let (w, h) = (short(stage_drawing.size.x), short(stage_drawing.size.y));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(&super::title(session)),
        escaped(&crate::canvas::sentence::words(session)),
    );
    out.push_str(&body(&stage_drawing.shapes, stage.textures(), Rect::from_min_size(Pos2::ZERO, stage_drawing.size)));
    out.push_str("</svg>\n");
    out
}

/// Writes shapes as SVG elements. Shapes clipped to less than `whole` get a clip path.
pub(super) fn body(shapes: &[ClippedShape], textures: &Raster, whole: Rect) -> String {
    let mut svg = Svg { out: String::new(), clips: Vec::new(), begun: (0, 0), outlines: Outlines::new() };
    draw(shapes, textures, whole, &mut svg);
    let mut out = String::new();
    if !svg.clips.is_empty() {
        out.push_str("<defs>\n");
        for (i, clip) in svg.clips.iter().enumerate() {
            _ = writeln!(out, "<clipPath id=\"clip{i}\"><rect {}/></clipPath>", place(*clip));
        }
        out.push_str("</defs>\n");
    }
    out + &svg.out
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

/// Formats the fill and the line.
fn style(ink: Ink) -> String {
    let line = if ink.has_line() {
        format!(" {} stroke-width=\"{}\"", paint("stroke", ink.line.color), short(ink.line.width))
    } else {
        String::new()
    };
    paint("fill", ink.fill) + &line
}

struct Svg {
    out: String,
    clips: Vec<Rect>,
    /// Where the current clipped group begins, and its content.
    begun: (usize, usize),
    outlines: Outlines,
}

impl Svg {
    fn push_line(&mut self, element: &str) {
        self.out.push_str(element);
        self.out.push('\n');
    }
}

impl Pen for Svg {
    fn begin(&mut self, clip: Option<Rect>) {
        let start = self.out.len();
        if let Some(clip) = clip {
            let known = self.clips.iter().position(|own| *own == clip).unwrap_or(self.clips.len());
            _ = writeln!(self.out, "<g clip-path=\"url(#clip{known})\">");
        }
        self.begun = (start, self.out.len());
    }

    fn end(&mut self, clip: Option<Rect>) {
        let Some(clip) = clip else { return };
        if self.out.len() == self.begun.1 {
            return self.out.truncate(self.begun.0);
        }
        if !self.clips.contains(&clip) {
            self.clips.push(clip);
        }
        self.push_line("</g>");
    }

    fn cells(&mut self, begin: bool) {
        // Avoids visible seams between neighbours.
        self.push_line(if begin { "<g shape-rendering=\"crispEdges\">" } else { "</g>" });
    }

    fn rect(&mut self, rect: Rect, radius: f32, ink: Ink) {
        let round = if radius > 0.0 { format!(" rx=\"{}\"", short(radius)) } else { String::new() };
        self.push_line(&format!("<rect {}{round} {}/>", place(rect), style(ink)));
    }

    fn ellipse(&mut self, centre: Pos2, radius: Vec2, angle: f32, ink: Ink) {
        let [cx, cy, rx, ry] = [centre.x, centre.y, radius.x, radius.y].map(short);
        let style = style(ink);
        if rx == ry {
            return self.push_line(&format!("<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{rx}\" {style}/>"));
        }
        let turn = if angle == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({} {cx} {cy})\"", short(angle.to_degrees()))
        };
        self.push_line(&format!("<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\" {style}{turn}/>"));
    }

    fn path(&mut self, points: &[Pos2], closed: bool, ink: Ink) {
        let each = points.iter().map(|p| format!("{},{}", short(p.x), short(p.y)));
        let (all, style) = (each.collect::<Vec<_>>().join(" "), style(ink));
        match points {
            _ if closed => self.push_line(&format!("<polygon points=\"{all}\" {style}/>")),
            [a, b] => {
                let [x1, y1, x2, y2] = [a.x, a.y, b.x, b.y].map(short);
                self.push_line(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {style}/>"));
            }
            _ => self.push_line(&format!("<polyline points=\"{all}\" stroke-linejoin=\"round\" {style}/>")),
        }
    }

    /// Writes a text with one path for each run of letters in one colour.
    fn words(&mut self, words: &Words) {
        let mut runs: Vec<(Color32, String)> = Vec::new();
        for letter in &words.letters {
            if runs.last().is_none_or(|(last, _)| *last != letter.colour) {
                runs.push((letter.colour, String::new()));
            }
            if let Some((_, path)) = runs.last_mut() {
                self.outlines.letter(letter.character, &letter.font, (letter.at.x, letter.at.y), path);
            }
        }
        runs.retain(|(_, path)| !path.is_empty());
        if runs.is_empty() {
            return;
        }
        let turn = if words.angle == 0.0 {
            String::new()
        } else {
            let [degrees, x, y] = [words.angle.to_degrees(), words.pivot.x, words.pivot.y].map(short);
            format!(" transform=\"rotate({degrees} {x} {y})\"")
        };
        self.push_line(&format!("<g role=\"img\" aria-label=\"{}\"{turn}>", escaped(&words.text)));
        for (colour, path) in runs {
            self.push_line(&format!("<path d=\"{path}\" {}/>", paint("fill", colour)));
        }
        self.push_line("</g>");
    }
}
