//! Pages of a sheet in millimetres, as lists of items: written as SVG to print, or painted for the small preview.

use super::outlines::short;
use super::raster::{Pixels, Raster};
#[cfg(not(target_arch = "wasm32"))]
use super::stage::Drawn;
use super::stage::{Painted, on_canvas};
use super::svg::{body, paint};
use crate::canvas::actors::token_of;
use crate::canvas::furniture::Piece;
use crate::canvas::pins::pin;
use crate::debugger::look::look_of;
use crate::formats::plain::escaped;
use crate::style::fonts;
use crate::style::theme::Theme;
use egui::epaint::text::PlacedRow;
use egui::{Color32, CornerRadius, FontFamily, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};
use gridscope_trace::{Actor, Tile};
use std::fmt::Write as _;

/// Fonts of the sheet's text. Every reader has one of them, and the text can be edited.
const FAMILY: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";
const MONO: &str = "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";
/// Points per millimetre at which pictures of tiles and actors are drawn.
const POINTS: f32 = 8.0;
/// Points per millimetre of a page with a part of the window, so that text of 13 points can be read on paper.
pub(super) const PART_POINTS: f32 = 5.0;
/// Length of the gap between two dashes, in dashes.
const GAP: f32 = 0.7;
/// Share of its room from which a text states its width. A font that is wider than the window's is then compressed.
const TIGHT: f32 = 0.8;

/// Width and height of A4 (ISO 216), in millimetres.
pub(super) const A4: (f32, f32) = (210.0, 297.0);

/// Style of a text: size in millimetres, weight, anchor and colour.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub(super) size: f32,
    pub(super) weight: u16,
    pub(super) mono: bool,
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

/// An item on a page. All lengths are in millimetres from the upper left corner.
enum Item {
    /// A rectangle x, y, width, height.
    Rect { at: [f32; 4], fill: Option<Color32>, line: (Color32, f32) },
    /// A line between two points, with its width.
    Line { ends: [f32; 4], colour: Color32, width: f32 },
    /// A line through points, with its width and the length of its dashes. 0 means a solid line.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "only the plots of an experiment need it"))]
    Stroke { points: Vec<(f32, f32)>, colour: Color32, width: f32, dash: f32 },
    /// A disc around a centre.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "only the plots of an experiment need it"))]
    Dot { at: (f32, f32), radius: f32, colour: Color32 },
    /// A text with its baseline at y. Its width is stated if it nearly fills its room.
    Text { at: (f32, f32), set: Set, text: String, width: Option<f32> },
    /// The picture of a tile in a square.
    Tile { at: (f32, f32), side: f32, tile: Tile, north_south: bool },
    /// The token of an actor around a centre.
    Token { at: (f32, f32), radius: f32, actor: Actor },
    /// A pin with its label around a centre.
    Pin { at: (f32, f32), radius: f32, label: String },
    /// A part of the window, in a rectangle x, y, width, height.
    Part { at: [f32; 4], draw: DrawPart },
}

/// Draws a part of the window in a rectangle.
pub(super) type DrawPart = Box<dyn Fn(&mut Ui, Rect)>;

/// A page of a sheet.
#[derive(Default)]
pub(super) struct Page {
    items: Vec<Item>,
}

impl Page {
    pub(super) fn rect(&mut self, at: [f32; 4], fill: Option<Color32>, line: (Color32, f32)) {
        self.items.push(Item::Rect { at, fill, line });
    }

    pub(super) fn line(&mut self, ends: [f32; 4], colour: Color32, width: f32) {
        self.items.push(Item::Line { ends, colour, width });
    }

    /// Draws a line through points. `dash` is the length of its dashes, or 0.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "only the plots of an experiment need it"))]
    pub(super) fn stroke(&mut self, points: Vec<(f32, f32)>, colour: Color32, width: f32, dash: f32) {
        self.items.push(Item::Stroke { points, colour, width, dash });
    }

    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "only the plots of an experiment need it"))]
    pub(super) fn dot(&mut self, at: (f32, f32), radius: f32, colour: Color32) {
        self.items.push(Item::Dot { at, radius, colour });
    }

    pub(super) fn tile(&mut self, at: (f32, f32), side: f32, tile: Tile, north_south: bool) {
        self.items.push(Item::Tile { at, side, tile, north_south });
    }

    pub(super) fn token(&mut self, at: (f32, f32), radius: f32, actor: &Actor) {
        self.items.push(Item::Token { at, radius, actor: actor.clone() });
    }

    pub(super) fn pin(&mut self, at: (f32, f32), radius: f32, label: &str) {
        self.items.push(Item::Pin { at, radius, label: label.to_owned() });
    }

    /// Draws a part of the window. A page with one has [`PART_POINTS`] a millimetre.
    pub(super) fn part(&mut self, at: [f32; 4], draw: DrawPart) {
        self.items.push(Item::Part { at, draw });
    }

    /// Returns the number of points per millimetre.
    fn points(&self) -> f32 {
        if self.items.iter().any(|item| matches!(item, Item::Part { .. })) { PART_POINTS } else { POINTS }
    }

    /// Writes a text into `room` millimetres. A text that is too wide gets smaller, down to half its size, and then ends
    /// with an ellipsis.
    pub(super) fn text(&mut self, at: (f32, f32), set: Set, room: f32, text: &str) {
        let wide = width(text, set);
        let size = if wide > room { (set.size * room / wide).max(set.size * 0.5) } else { set.size };
        // Rounded down to the two decimals that are written.
        let set = Set { size: (size * 100.0).floor() / 100.0, ..set };
        let mut text = text.to_owned();
        while width(&text, set) > room + 0.01 && text.chars().count() > 1 {
            text = text.chars().take(text.chars().count() - 2).chain(['…']).collect();
        }
        let wide = width(&text, set);
        let width = (wide > room * TIGHT && text.chars().count() > 1).then_some(wide);
        self.items.push(Item::Text { at, set, text, width });
    }

    /// Writes the page as an SVG of that size.
    pub(super) fn svg(&self, (width, height): (f32, f32), title: &str, theme: &Theme) -> String {
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n\
             <title>{}</title>\n<!-- gridscope -->\n",
            escaped(title)
        );
        // Paper is white, but a screen may show the sheet on another background.
        _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" {}/>", paint("fill", theme.floor));
        let is_picture = |item: &&Item| {
            matches!(item, Item::Tile { .. } | Item::Token { .. } | Item::Pin { .. } | Item::Part { .. })
        };
        let is_text = |item: &&Item| matches!(item, Item::Text { .. });
        for item in self.items.iter().filter(|item| !is_picture(item) && !is_text(item)) {
            item.write(&mut out);
        }
        if self.items.iter().any(|item| is_picture(&item)) {
            let points = self.points();
            let size = vec2(width, height) * points;
            let mut raster = Raster::default();
            let painted_map = on_canvas(theme, &mut raster, (size, 1.0), &mut |ui| {
                self.items.iter().filter(is_picture).for_each(|item| item.paint(ui, theme, points));
            });
            let pictures = body(&painted_map.shapes(), &raster, Rect::from_min_size(Pos2::ZERO, size));
            _ = writeln!(out, "<g transform=\"scale({})\">\n{pictures}</g>", 1.0 / points);
        }
        self.items.iter().filter(is_text).for_each(|item| item.write(&mut out));
        out.push_str("</svg>\n");
        out
    }

    /// Draws the page as pixels that fit into `room`.
    pub(super) fn pixels(&self, (width, height): (f32, f32), theme: &Theme, room: Vec2) -> Pixels {
        let size = vec2(width, height) * self.points();
        let scale = (room / size).min_elem();
        let mut raster = Raster::default();
        self.painted(size, scale, theme, &mut raster).pixels(&raster)
    }

    /// Draws the page as shapes. Returns them with their textures, and the number of points per millimetre.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn shapes(&self, (width, height): (f32, f32), theme: &Theme) -> (Drawn, Raster, f32) {
        let size = vec2(width, height) * self.points();
        let mut raster = Raster::default();
        let shapes = self.painted(size, 1.0, theme, &mut raster).shapes();
        (Drawn { shapes, size }, raster, self.points())
    }

    fn painted(&self, size: Vec2, scale: f32, theme: &Theme, raster: &mut Raster) -> Painted {
        on_canvas(theme, raster, (size, scale), &mut |ui| {
            ui.painter().rect_filled(Rect::from_min_size(Pos2::ZERO, size), 0.0, theme.floor);
            self.items.iter().for_each(|item| item.paint(ui, theme, self.points()));
        })
    }
}

/// Writes pages as one file of HTML, which a browser prints one to a sheet.
pub(super) fn printable(pages: &[Page], (width, height): (f32, f32), title: &str, theme: &Theme) -> Vec<u8> {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"gridscope\">\n\
         <title>{}</title>\n<style>\n@page {{ size: {width}mm {height}mm; margin: 0 }}\nbody {{ margin: 0 }}\n\
         svg {{ display: block; width: {width}mm; height: {height}mm; break-inside: avoid }}\n\
         svg + svg {{ break-before: page }}\n\
         @media screen {{ body {{ background: #888 }} svg {{ margin: 6mm auto }} }}\n</style>\n",
        escaped(title)
    );
    for (number, page) in pages.iter().enumerate() {
        // Names of clips must differ in one document.
        let svg = page.svg((width, height), title, theme);
        let svg = svg.replace("id=\"clip", &format!("id=\"p{number}-clip"));
        out.push_str(&svg.replace("url(#clip", &format!("url(#p{number}-clip")));
    }
    out.push_str("</html>\n");
    out.into_bytes()
}

/// Returns the width of a text in the window's own fonts, in millimetres.
pub(super) fn width(text: &str, set: Set) -> f32 {
    let family = match (set.mono, set.weight > 500) {
        (true, _) => FontFamily::Monospace,
        (false, true) => FontFamily::Name("inter-semibold".into()),
        (false, false) => FontFamily::Proportional,
    };
    super::outlines::width(text, &family, set.weight.into()) * set.size
}

/// Breaks a text into lines of at most `room` millimetres.
pub(super) fn lines(text: &str, set: Set, room: f32, indent: f32) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let first = all.len() == 1;
        match all.last_mut() {
            Some(line) if width(&format!("{line} {word}"), set) + if first { indent } else { 0.0 } <= room => {
                *line = format!("{line} {word}");
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}

impl Item {
    fn write(&self, out: &mut String) {
        match self {
            Self::Rect { at, fill, line: (colour, width) } => {
                let [x, y, w, h] = at.map(short);
                let fill = fill.map_or_else(|| "fill=\"none\"".to_owned(), |fill| paint("fill", fill));
                let line = if *width > 0.0 {
                    format!(" {} stroke-width=\"{}\"", paint("stroke", *colour), short(*width))
                } else {
                    String::new()
                };
                _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" {fill}{line}/>");
            }
            Self::Line { ends, colour, width } => {
                let line = paint("stroke", *colour);
                let ([x1, y1, x2, y2], width) = (ends.map(short), short(*width));
                _ = writeln!(
                    out,
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {line} stroke-width=\"{width}\" \
                     stroke-linecap=\"square\"/>"
                );
            }
            Self::Stroke { points, colour, width, dash } => {
                let line = paint("stroke", *colour);
                let places: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect();
                let dashes = if *dash > 0.0 {
                    format!(" stroke-dasharray=\"{} {}\"", short(*dash), short(dash * GAP))
                } else {
                    String::new()
                };
                _ = writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" {line} stroke-width=\"{}\"{dashes} stroke-linejoin=\"round\"/>",
                    places.join(" "),
                    short(*width)
                );
            }
            Self::Dot { at: (x, y), radius, colour } => {
                let [x, y, radius] = [*x, *y, *radius].map(short);
                _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {}/>", paint("fill", *colour));
            }
            Self::Text { at: (x, y), set, text, width } => {
                let [x, y, size] = [*x, *y, set.size].map(short);
                let (fill, weight) = (paint("fill", set.colour), set.weight);
                let family = if set.mono { MONO } else { FAMILY };
                let anchor = match set.anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let width = width.map_or_else(String::new, |width| {
                    format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", short(width))
                });
                _ = writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" font-family=\"{family}\" font-size=\"{size}\" font-weight=\"{weight}\" \
                     text-anchor=\"{anchor}\"{width} {fill}>{}</text>",
                    escaped(text)
                );
            }
            Self::Tile { .. } | Self::Token { .. } | Self::Pin { .. } | Self::Part { .. } => {}
        }
    }

    /// Paints the item, with that many points per millimetre.
    fn paint(&self, ui: &mut Ui, theme: &Theme, points: f32) {
        let painter = ui.painter();
        let place = |(x, y): (f32, f32)| pos2(x, y) * points;
        match self {
            Self::Rect { at, fill, line: (colour, width) } => {
                let rect = rect_of(*at, points);
                let stroke = Stroke::new(width * points, *colour);
                let fill = fill.unwrap_or(Color32::TRANSPARENT);
                painter.rect(rect, CornerRadius::ZERO, fill, stroke, StrokeKind::Middle);
            }
            Self::Line { ends: [x1, y1, x2, y2], colour, width } => {
                let stroke = Stroke::new(width * points, *colour);
                painter.line_segment([place((*x1, *y1)), place((*x2, *y2))], stroke);
            }
            Self::Stroke { points: places, colour, width, dash } => {
                let stroke = Stroke::new(width * points, *colour);
                let places: Vec<Pos2> = places.iter().map(|&at| place(at)).collect();
                if *dash > 0.0 {
                    painter.extend(Shape::dashed_line(&places, stroke, dash * points, dash * GAP * points));
                } else {
                    painter.line(places, stroke);
                }
            }
            Self::Dot { at, radius, colour } => _ = painter.circle_filled(place(*at), radius * points, *colour),
            Self::Text { at, set, text, .. } => {
                let size = set.size * points;
                let font = match (set.mono, set.weight > 500) {
                    (true, _) => fonts::mono(size),
                    (false, true) => fonts::semibold(size),
                    (false, false) => fonts::text(size),
                };
                let galley = painter.layout_no_wrap(text.clone(), font, set.colour);
                let share = match set.anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => 0.5,
                    Anchor::End => 1.0,
                };
                let baseline = |row: &PlacedRow| Some(row.pos.y + row.row.glyphs.first()?.pos.y);
                let down = galley.rows.first().and_then(baseline).unwrap_or(size);
                let at = place(*at) - vec2(galley.size().x * share, down);
                painter.galley(at, galley, set.colour);
            }
            Self::Tile { at, side, tile, north_south } => {
                let square = Rect::from_min_size(place(*at), Vec2::splat(side * points));
                Piece { painter, theme, square, strength: 1.0, north_south: *north_south }.draw(&look_of(*tile));
            }
            Self::Token { at, radius, actor } => token_of(painter, theme, actor, place(*at), radius * points),
            Self::Pin { at, radius, label } => pin(painter, theme, place(*at), radius * points, label),
            Self::Part { at, draw } => draw(ui, rect_of(*at, points)),
        }
    }
}

/// Returns a rectangle x, y, width, height in points.
fn rect_of(at: [f32; 4], points: f32) -> Rect {
    let [x, y, w, h] = at.map(|length| length * points);
    Rect::from_min_size(pos2(x, y), vec2(w, h))
}
