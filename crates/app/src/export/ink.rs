//! Drawing surface for a sheet, in millimetres: SVG to print, or a canvas for the small preview.

use super::outlines::short;
use super::svg::paint;
use crate::fonts;
use crate::formats::plain::escaped;
use egui::{Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};
use std::fmt::Write as _;

/// Fonts of the sheet's text. Every reader has one of them, and the text can be edited.
const FAMILY: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";

/// Style of a text: size in millimetres, weight, anchor and colour.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub(super) size: f32,
    pub(super) weight: u16,
    pub(super) anchor: Anchor,
    pub(super) colour: Color32,
}

/// Part of a text that is at the given position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing surface for a sheet. All lengths are in millimetres from the upper left corner.
pub(super) trait Ink {
    /// Draws a rectangle x, y, width, height, with an outline of some width.
    fn rect(&mut self, at: [f32; 4], fill: Option<Color32>, line: (Color32, f32));
    /// Draws a thin horizontal line.
    fn line(&mut self, across: (f32, f32), y: f32, colour: Color32);
    /// Draws a text with its baseline at y.
    fn text(&mut self, at: (f32, f32), set: Set, text: &str);
}

impl Ink for String {
    fn rect(&mut self, at: [f32; 4], fill: Option<Color32>, (colour, width): (Color32, f32)) {
        let [x, y, w, h] = at.map(short);
        let fill = fill.map_or_else(|| "fill=\"none\"".to_owned(), |fill| paint("fill", fill));
        let (line, width) = (paint("stroke", colour), short(width));
        _ = writeln!(
            self,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" {fill} {line} stroke-width=\"{width}\"/>"
        );
    }

    fn line(&mut self, (x1, x2): (f32, f32), y: f32, colour: Color32) {
        let line = paint("stroke", colour);
        let [x1, x2, y] = [x1, x2, y].map(short);
        _ = writeln!(self, "<line x1=\"{x1}\" y1=\"{y}\" x2=\"{x2}\" y2=\"{y}\" {line} stroke-width=\"0.2\"/>");
    }

    fn text(&mut self, (x, y): (f32, f32), set: Set, text: &str) {
        let [x, y, size] = [x, y, set.size].map(short);
        let (fill, weight) = (paint("fill", set.colour), set.weight);
        let anchor = match set.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        _ = writeln!(
            self,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"{FAMILY}\" font-size=\"{size}\" font-weight=\"{weight}\" \
             text-anchor=\"{anchor}\" {fill}>{}</text>",
            escaped(text)
        );
    }
}

/// A canvas, with its number of points per millimetre.
pub(super) struct OnCanvas<'a> {
    pub(super) painter: &'a Painter,
    pub(super) points: f32,
}

impl Ink for OnCanvas<'_> {
    fn rect(&mut self, at: [f32; 4], fill: Option<Color32>, (colour, width): (Color32, f32)) {
        let [x, y, w, h] = at.map(|v| v * self.points);
        let rect = Rect::from_min_size(pos2(x, y), vec2(w, h));
        let stroke = Stroke::new(width * self.points, colour);
        let fill = fill.unwrap_or(Color32::TRANSPARENT);
        self.painter.rect(rect, CornerRadius::ZERO, fill, stroke, StrokeKind::Middle);
    }

    fn line(&mut self, (x1, x2): (f32, f32), y: f32, colour: Color32) {
        let stroke = Stroke::new(0.2 * self.points, colour);
        self.painter.hline(x1 * self.points..=x2 * self.points, y * self.points, stroke);
    }

    fn text(&mut self, (x, y): (f32, f32), set: Set, text: &str) {
        let size = set.size * self.points;
        let font = if set.weight > 500 { fonts::semibold(size) } else { fonts::text(size) };
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, set.colour);
        let share = match set.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5,
            Anchor::End => 1.0,
        };
        // A row is about 1.2 times the text size high. Its baseline is at about 0.95 of the size.
        let at = pos2(x * self.points - galley.size().x * share, y * self.points - size * 0.95);
        self.painter.galley(at, galley, set.colour);
    }
}
