//! The canvas as `TikZ` (T. Tantau, *The `TikZ` and PGF Packages*), to include in a paper. Text is set in the fonts of the
//! paper, and every shape is a command that an author can edit.

use crate::debugger::Session;
use crate::debugger::export::ExportError;
use crate::export::outlines::{Outlines, short};
use crate::export::shapes::{Ink, Letter, Pen, Words, draw, is_icon};
use crate::export::stage::Stage;
use crate::export::title;
use egui::{Color32, FontFamily, FontId, Pos2, Rect, Vec2};
use std::fmt::Write as _;

/// Widest picture, in points of TeX: the column of text of most papers.
const WIDEST: f32 = 340.0;
/// Size of the fonts whose text is scaled. The usual fonts of TeX have few sizes.
const FONT_SIZE: f32 = 10.0;
/// Number of letters of a short text, such as a number in a cell.
const SHORT: usize = 5;
/// Largest number of shapes, so that TeX typesets them in seconds.
const MAX_SHAPES: usize = 50_000;

/// Draws the session's current moment.
pub(super) fn picture(stage: &mut Stage, session: &Session) -> Result<String, ExportError> {
    let stage_drawing = stage.shapes(session);
    let unit = (WIDEST / stage_drawing.size.x.max(1.0)).min(0.75);
    let mut tikz = Tikz { body: String::new(), colours: Vec::new(), unit, shapes: 0, outlines: Outlines::new() };
    draw(&stage_drawing.shapes, stage.textures(), Rect::from_min_size(Pos2::ZERO, stage_drawing.size), &mut tikz);
    if tikz.shapes > MAX_SHAPES {
        return Err(ExportError(format!(
            "the figure would have {} shapes, and the most for TeX is {MAX_SHAPES}; cut out a part of the map, or write .pdf",
            tikz.shapes
        )));
    }
    let one_line = |text: String| text.replace(char::is_control, " ");
    let mut out = format!(
        "% {}: {}\n% made with gridscope; needs \\usepackage{{tikz}}. To resize it, use \\resizebox.\n\
         \\begin{{tikzpicture}}[x={unit:.4}pt,y=-{unit:.4}pt,line join=round,\n  \
         every node/.style={{inner sep=0pt,outer sep=0pt}}]\n",
        one_line(title(session)),
        one_line(crate::canvas::sentence::words(session)),
    );
    for (number, [r, g, b]) in tikz.colours.iter().enumerate() {
        _ = writeln!(out, "\\definecolor{{gs{number}}}{{HTML}}{{{r:02X}{g:02X}{b:02X}}}");
    }
    let (width, height) = (short(stage_drawing.size.x), short(stage_drawing.size.y));
    _ = write!(out, "\\useasboundingbox (0,0) rectangle ({width},{height});\n{}\\end{{tikzpicture}}%\n", tikz.body);
    Ok(out)
}

struct Tikz {
    body: String,
    colours: Vec<[u8; 3]>,
    /// Points of TeX for a point of the canvas.
    unit: f32,
    shapes: usize,
    outlines: Outlines,
}

fn point(at: Pos2) -> String {
    format!("({},{})", short(at.x), short(at.y))
}

impl Tikz {
    /// Returns the name of a colour.
    fn colour(&mut self, colour: Color32) -> String {
        let [r, g, b, _] = colour.to_srgba_unmultiplied();
        let number = self.colours.iter().position(|own| *own == [r, g, b]).unwrap_or_else(|| {
            self.colours.push([r, g, b]);
            self.colours.len() - 1
        });
        format!("gs{number}")
    }

    /// Returns a length in points of TeX.
    fn length(&self, points: f32) -> String {
        format!("{}pt", short(points * self.unit))
    }

    /// Writes a path with its fill and its line.
    fn add_path(&mut self, more: &str, path: &str, ink: Ink) {
        if ink.is_invisible() {
            return;
        }
        let mut options = Vec::new();
        let mut part = |own: &mut Self, name: &str, colour: Color32| {
            options.push(format!("{name}={}", own.colour(colour)));
            if colour.a() < 255 {
                options.push(format!("{name} opacity={}", short(f32::from(colour.a()) / 255.0)));
            }
        };
        if ink.fill.a() > 0 {
            part(self, "fill", ink.fill);
        }
        if ink.has_line() {
            part(self, "draw", ink.line.color);
            options.push(format!("line width={}", self.length(ink.line.width)));
        }
        self.shapes += 1;
        if self.shapes > MAX_SHAPES {
            return;
        }
        _ = writeln!(self.body, "\\path[{}{more}] {path};", options.join(","));
    }

    /// Writes letters of one font and colour in a row: as text if every LaTeX has them, or else as outlines.
    fn write(&mut self, letters: &[Letter]) {
        let (Some(first), Some(last)) = (letters.first(), letters.last()) else { return };
        let text: Option<String> = letters.iter().map(|letter| in_latex(letter.character)).collect();
        match text {
            Some(text) if text.trim_matches('~').is_empty() => {}
            Some(text) => {
                // The fonts of a paper have other widths: short texts keep their middle, and others their beginning.
                let is_short = letters.len() <= SHORT;
                let middle = Pos2::new((first.at.x + last.at.x + last.wide) / 2.0, first.at.y);
                let (anchor, at) = if is_short { ("base", middle) } else { ("base west", first.at) };
                let (colour, size) = (self.colour(first.colour), first.font.size * self.unit);
                let opacity = first.colour.a();
                let opacity = if opacity == 255 {
                    String::new()
                } else {
                    format!(",opacity={}", short(f32::from(opacity) / 255.0))
                };
                self.shapes += 1;
                _ = writeln!(
                    self.body,
                    "\\node[anchor={anchor},text={colour}{opacity},scale={},font={}] at {} {{{text}}};",
                    short(size / FONT_SIZE),
                    font(&first.font),
                    point(at)
                );
            }
            None => {
                for letter in letters {
                    let path = self.outline(letter);
                    let ink = Ink { fill: letter.colour, line: egui::Stroke::NONE };
                    if !path.is_empty() {
                        self.add_path("", path.trim_end(), ink);
                    }
                }
            }
        }
    }

    /// Returns the outline of a letter as a path.
    fn outline(&self, letter: &Letter) -> String {
        let (mut path, mut before) = (String::new(), Pos2::ZERO);
        self.outlines.draw(letter.character, &letter.font, (letter.at.x, letter.at.y), &mut |command, points| {
            let points: Vec<Pos2> = points.iter().map(|&point| point.into()).collect();
            match (command, &points[..]) {
                ('M', [to]) => _ = write!(path, "{} ", point(*to)),
                ('L', [to]) => _ = write!(path, "-- {} ", point(*to)),
                ('Q', [by, to]) => {
                    let [one, other] = [before.lerp(*by, 2.0 / 3.0), to.lerp(*by, 2.0 / 3.0)].map(point);
                    _ = write!(path, ".. controls {one} and {other} .. {} ", point(*to));
                }
                ('C', [one, other, to]) => {
                    let [one, other, to] = [*one, *other, *to].map(point);
                    _ = write!(path, ".. controls {one} and {other} .. {to} ");
                }
                _ => path.push_str("-- cycle "),
            }
            before = points.last().copied().unwrap_or(before);
        });
        path
    }
}

/// Returns a letter as LaTeX of any engine sets it without a further package.
fn in_latex(letter: char) -> Option<String> {
    Some(match letter {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '<' | '>' | '|' => format!("${letter}$"),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{letter}"),
        ' ' => "~".to_owned(),
        '!'..='}' => letter.to_string(),
        '–' => "--".to_owned(),
        '—' => "---".to_owned(),
        '’' => "'".to_owned(),
        '…' => "\\dots{}".to_owned(),
        '·' => "$\\cdot$".to_owned(),
        '×' => "$\\times$".to_owned(),
        '√' => "$\\surd$".to_owned(),
        '∞' => "$\\infty$".to_owned(),
        '→' => "$\\rightarrow$".to_owned(),
        _ => return None,
    })
}

/// Returns the font of a paper that is like one of the window.
fn font(font: &FontId) -> &'static str {
    match &font.family {
        FontFamily::Monospace => "\\fontsize{10}{12}\\ttfamily",
        FontFamily::Name(name) if name.starts_with("mono") => "\\fontsize{10}{12}\\ttfamily\\bfseries",
        FontFamily::Name(name) if name.ends_with("semibold") => "\\fontsize{10}{12}\\sffamily\\bfseries",
        _ => "\\fontsize{10}{12}\\sffamily",
    }
}

impl Pen for Tikz {
    fn begin(&mut self, clip: Option<Rect>) {
        if let Some(clip) = clip {
            let (from, to) = (point(clip.min), point(clip.max));
            _ = writeln!(self.body, "\\begin{{scope}}\n\\clip {from} rectangle {to};");
        }
    }

    fn end(&mut self, clip: Option<Rect>) {
        if clip.is_some() {
            self.body.push_str("\\end{scope}\n");
        }
    }

    fn cells(&mut self, _: bool) {}

    fn rect(&mut self, rect: Rect, radius: f32, ink: Ink) {
        let round = if radius > 0.0 { format!(",rounded corners={}", self.length(radius)) } else { String::new() };
        self.add_path(&round, &format!("{} rectangle {}", point(rect.min), point(rect.max)), ink);
    }

    fn ellipse(&mut self, centre: Pos2, radius: Vec2, angle: f32, ink: Ink) {
        // The angles of TikZ are counter-clockwise.
        let turn = format!(",rotate={}", short(-angle.to_degrees()));
        let turn = if angle == 0.0 { String::new() } else { turn };
        let (rx, ry) = (short(radius.x), short(radius.y));
        self.add_path("", &format!("{} ellipse [x radius={rx},y radius={ry}{turn}]", point(centre)), ink);
    }

    fn path(&mut self, points: &[Pos2], closed: bool, ink: Ink) {
        let all: Vec<String> = points.iter().map(|&at| point(at)).collect();
        self.add_path("", &format!("{}{}", all.join(" -- "), if closed { " -- cycle" } else { "" }), ink);
    }

    fn words(&mut self, words: &Words) {
        let is_turned = words.angle != 0.0;
        if is_turned {
            let (degrees, pivot) = (short(-words.angle.to_degrees()), point(words.pivot));
            _ = writeln!(self.body, "\\begin{{scope}}[rotate around={{{degrees}:{pivot}}},transform shape]");
        }
        let goes_on = |a: &Letter, b: &Letter| {
            (a.colour, a.at.y, &a.font) == (b.colour, b.at.y, &b.font) && is_icon(a.character) == is_icon(b.character)
        };
        for run in words.letters.chunk_by(goes_on) {
            self.write(run);
        }
        if is_turned {
            self.body.push_str("\\end{scope}\n");
        }
    }
}
