//! A sheet of A4 for a class: the map with empty boxes for g, h and f in every cell, and the same with the answers.

use super::outlines::short;
use super::stage::{Layout, Look, Stage};
use super::svg::{body, escaped, paint};
use crate::app::sentence;
use crate::app::theme::{Theme, is_solid};
use crate::app::view::Settings;
use crate::core::geometry::{Cell, Size};
use crate::core::scene::{ActorKind, Scene};
use crate::core::terrain::Tile;
use crate::debugger::export::boxes::{Boxes, boxes};
use crate::debugger::export::{ExportError, parameters};
use crate::debugger::window::{Arrangement, ThemeName};
use crate::debugger::{Session, SessionCommand};
use egui::{Rect, Shape, vec2};
use std::fmt::Write as _;

/// The sides of A4 (ISO 216), in millimetres, and what is left free round the sheet.
const A4: (f32, f32) = (210.0, 297.0);
const MARGIN: f32 = 14.0;
/// The room of title and name, and that of the rules.
const HEAD: f32 = 24.0;
const FOOT: f32 = 24.0;
/// Cells between these sides, in millimetres, can be written into.
const LEAST: f32 = 7.0;
const MOST: f32 = 26.0;
/// The families that the words of the sheet are set in: a reader has one of them, and can change the words.
const FAMILY: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";

/// The sheet of a session's run.
pub(super) fn handout(session: &mut Session, answers: bool) -> Result<Vec<u8>, ExportError> {
    session.apply(&SessionCommand::End);
    let replay = session.replay().ok_or_else(|| ExportError("there is no run to make a handout of".to_owned()))?;
    let boxes = boxes(replay)?;
    let ends = ends(session);
    let size = session.scene().size();
    let landscape = f32::from(size.width) > f32::from(size.height) * 1.2;
    let (width, height) = if landscape { (A4.1, A4.0) } else { A4 };
    let ground = ground(session, ends);
    // Rulers take less than a cell.
    let room = vec2(width - 2.0 * MARGIN, height - 2.0 * MARGIN - HEAD - FOOT);
    let side = (room / vec2(f32::from(size.width) + 0.8, f32::from(size.height) + 0.8)).min_elem().min(MOST);
    if side < LEAST {
        let most = |points: f32| (points / LEAST - 0.8).floor() as usize;
        let fits = Size::new(most(room.x) as u16, most(room.y) as u16);
        return Err(ExportError(format!(
            "a map of {size} cells is too large to write into on A4; the most is about {fits}: cut out a part of it"
        )));
    }
    let scale = side / ground.cell;
    let drawn = ground.size * scale;
    let origin = vec2((width - drawn.x) / 2.0, MARGIN + HEAD);
    let first = origin + ground.first * scale;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n"
    );
    let theme = Theme::new(ThemeName::Light);
    let sheet = Sheet { session, answers, theme: &theme, width, height };
    // Paper is white; who shows the sheet on a screen may have another ground.
    _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" {}/>", paint("fill", theme.floor));
    sheet.head(&mut out);
    let [x, y, scale] = [origin.x, origin.y, scale].map(|v| format!("{v:.4}"));
    _ = writeln!(out, "<g transform=\"translate({x} {y}) scale({scale})\">\n{}</g>", ground.elements);
    let tiles = &session.scene().tiles;
    for c in size.cells() {
        let free = !is_solid(tiles[c]) && tiles[c] != Tile::Void;
        if free {
            let at = first + vec2(f32::from(c.x), f32::from(c.y)) * side;
            sheet.cell(&mut out, &boxes, ends, c, (at.x, at.y, side));
        } else if let Some((_, letter)) = ends.iter().zip(["S", "G"]).find(|(end, _)| **end == Some(c)) {
            // A goal may lie in a wall: then that is the lesson.
            let at = first + (vec2(f32::from(c.x), f32::from(c.y)) + vec2(0.5, 0.62)) * side;
            let set = Set { size: side * 0.34, weight: 600, anchor: "middle", colour: theme.floor };
            put(&mut out, (at.x, at.y), set, letter);
        }
    }
    sheet.foot(&mut out, &boxes);
    out.push_str("</svg>\n");
    Ok(out.into_bytes())
}

/// The map by itself, in points.
struct Ground {
    elements: String,
    size: egui::Vec2,
    /// Where the first cell begins.
    first: egui::Vec2,
    /// How wide a cell is.
    cell: f32,
}

/// The map as it is drawn while one edits, without those whom letters stand for.
fn ground(session: &Session, ends: [Option<Cell>; 2]) -> Ground {
    let mut scene: Scene = session.scene().clone();
    scene.actors.retain(|actor| !ends.contains(&Some(actor.at)));
    scene.run.beside.clear();
    let bare = Session::new(scene);
    let settings = Settings { theme: ThemeName::Light, arrangement: Arrangement::Edit, ..Settings::default() };
    let layout = Layout::Map { sentence: false, board: Some(f32::MAX) };
    let mut stage = Stage::new(&bare, Look { layout, settings, scale: 1.0 });
    let mut drawn = stage.shapes(&bare);
    let canvas = Theme::new(ThemeName::Light).canvas;
    // Paper is white by itself.
    drawn.shapes.retain(|clipped| !matches!(&clipped.shape, Shape::Rect(rect) if rect.fill == canvas));
    let whole = Rect::from_min_size(egui::Pos2::ZERO, drawn.size);
    let (first, cell) = stage.board();
    Ground { elements: body(&drawn.shapes, stage.textures(), whole), size: drawn.size, first: first.to_vec2(), cell }
}

/// Start and goal: of the scene, or as a log states them.
fn ends(session: &Session) -> [Option<Cell>; 2] {
    let scene = session.scene();
    let kinds = session.card().actors.first().map_or(&[][..], |need| need.kinds);
    let start = kinds.iter().find_map(|&kind| scene.of_kind(kind).next()).map(|actor| actor.at);
    let goal = scene.of_kind(ActorKind::Goal).next().map(|actor| actor.at);
    let stated = session.replay().and_then(|replay| replay.schema().stated.as_ref());
    [start.or(stated.map(|s| s.start)), goal.or(stated.map(|s| s.goal))]
}

/// What all parts of a sheet need.
struct Sheet<'a> {
    session: &'a Session,
    answers: bool,
    theme: &'a Theme,
    width: f32,
    height: f32,
}

/// How a text is set: its size in millimetres, weight, and where it begins, is centred or ends.
#[derive(Clone, Copy)]
struct Set {
    size: f32,
    weight: u16,
    anchor: &'static str,
    colour: egui::Color32,
}

impl Sheet<'_> {
    fn words(&self, size: f32) -> Set {
        Set { size, weight: 400, anchor: "start", colour: self.theme.text }
    }

    fn line(&self, out: &mut String, (x1, x2): (f32, f32), y: f32) {
        let line = paint("stroke", self.theme.weak);
        let [x1, x2, y] = [x1, x2, y].map(short);
        _ = writeln!(out, "<line x1=\"{x1}\" y1=\"{y}\" x2=\"{x2}\" y2=\"{y}\" {line} stroke-width=\"0.2\"/>");
    }

    /// Title, what there is to do, and the lines for name and date.
    fn head(&self, out: &mut String) {
        let scene = self.session.scene();
        let algorithm = self.session.algorithm_title();
        let title = if scene.title.is_empty() { algorithm.clone() } else { scene.title.clone() };
        let sheet = if self.answers { format!("{title} · answers") } else { title };
        _ = writeln!(out, "<title>{}</title>", escaped(&sheet));
        let strong = Set { size: 6.0, weight: 600, anchor: "start", colour: self.theme.strong };
        let room = self.width - 2.0 * MARGIN;
        let names = if self.answers { 0.0 } else { 92.0 };
        let size = (room - names) / (sheet.chars().count().max(1) as f32 * 0.56);
        put(out, (MARGIN, MARGIN + 6.0), Set { size: size.clamp(3.2, 6.0), ..strong }, &sheet);
        let what = if self.answers {
            sentence::words(self.session)
        } else {
            format!(
                "Work {algorithm} out by hand, from S to G: fill in every cell that it reaches, and number the expansions."
            )
        };
        put(
            out,
            (MARGIN, MARGIN + 14.0),
            Set { size: 3.5_f32.min(room / (what.chars().count() as f32 * 0.5)), ..self.words(3.5) },
            &what,
        );
        if !self.answers {
            let right = self.width - MARGIN;
            let y = MARGIN + 6.0;
            put(out, (right - 86.0, y), self.words(3.5), "Name");
            self.line(out, (right - 75.0, right - 36.0), y + 0.8);
            put(out, (right - 33.0, y), self.words(3.5), "Date");
            self.line(out, (right - 24.0, right), y + 0.8);
        }
    }

    /// The boxes of a cell, what stands in them, S or G, and the number of its expansion.
    fn cell(&self, out: &mut String, boxes: &Boxes, ends: [Option<Cell>; 2], c: Cell, (x, y, side): (f32, f32, f32)) {
        let (edge, faint) = (paint("stroke", self.theme.weak), paint("stroke", self.theme.faint));
        // What lies on the ground shows through, faintly, where one writes.
        let (bare, ground) = ("fill=\"none\"".to_owned(), paint("fill", self.theme.floor.gamma_multiply(0.7)));
        let rect = |out: &mut String, [x, y, w, h]: [f32; 4], line: &str, width: f32| {
            let fill = if width < 0.14 { &ground } else { &bare };
            let [x, y, w, h, width] = [x, y, w, h, width].map(short);
            _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" {fill} {line} stroke-width=\"{width}\"/>"
            );
        };
        rect(out, [x, y, side, side], &edge, 0.15);
        // A single box may have a long name, and has the whole width.
        let first = if boxes.names.len() == 1 { 0.88 } else { 0.42 };
        let places = [[0.06, 0.06, first, 0.3], [0.52, 0.06, 0.42, 0.3], [0.06, 0.4, 0.88, 0.3]];
        let values = boxes.values.get(&c).filter(|_| self.answers);
        for (i, (name, place)) in boxes.names.iter().zip(places).enumerate() {
            let [left, top, wide, high] = place.map(|share| share * side);
            rect(out, [x + left, y + top, wide, high], &faint, 0.12);
            let small = Set { size: side * 0.12, colour: self.theme.faint, ..self.words(0.0) };
            put(out, (x + left + side * 0.02, y + top + side * 0.11), small, name);
            if let Some(value) = values.and_then(|all| all.get(i)).filter(|value| !value.is_empty()) {
                // Beside its name, never over it.
                let named = side * (0.02 + name.chars().count() as f32 * 0.12 * 0.58);
                let room = wide - named;
                let size = ((room - side * 0.04) / (value.chars().count() as f32 * 0.58)).min(side * 0.21);
                let set = Set { size, weight: 600, anchor: "middle", colour: self.theme.strong };
                put(out, (x + left + named + room / 2.0, y + top + high * 0.5 + size * 0.38), set, value);
            }
        }
        let letter = ends.iter().zip(["S", "G"]).find(|(end, _)| **end == Some(c));
        if let Some((_, letter)) = letter {
            let set = Set { size: side * 0.22, weight: 600, anchor: "start", colour: self.theme.strong };
            put(out, (x + side * 0.07, y + side * 0.93), set, letter);
        }
        if let Some(order) = boxes.order.get(&c).filter(|_| self.answers) {
            let numbers = order.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            let size = (side * 0.18).min(side * 0.6 / (numbers.chars().count() as f32 * 0.58));
            let set = Set { size, weight: 600, anchor: "end", colour: self.theme.link };
            put(out, (x + side * 0.93, y + side * 0.92), set, &format!("#{numbers}"));
        } else if !self.answers {
            let set = Set { size: side * 0.12, anchor: "end", colour: self.theme.faint, ..self.words(0.0) };
            put(out, (x + side * 0.66, y + side * 0.92), set, "#");
            self.line(out, (x + side * 0.68, x + side * 0.94), y + side * 0.93);
        }
    }

    /// The rules in words, and what the signs in a cell are.
    fn foot(&self, out: &mut String, boxes: &Boxes) {
        let Some(replay) = self.session.replay() else { return };
        let rules = parameters(self.session.scene(), self.session.card(), replay.schema());
        let mut lines = vec![String::new()];
        let most = ((self.width - 2.0 * MARGIN) / 1.62) as usize;
        for rule in rules {
            let new = lines.last().is_some_and(|l| l.chars().count() + rule.chars().count() + 3 > most);
            if new {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                let gap = if line.is_empty() { "" } else { " · " };
                _ = write!(line, "{gap}{rule}");
            }
        }
        let key =
            format!("In each cell: {}; # is the number of its expansion. S start, G goal.", boxes.names.join(", "));
        let top = self.height - MARGIN - FOOT + 8.0;
        for (i, line) in lines.iter().chain([&key]).take(5).enumerate() {
            put(out, (MARGIN, top + i as f32 * 4.3), self.words(3.0), line);
        }
        let set = Set { size: 2.4, anchor: "end", colour: self.theme.faint, ..self.words(0.0) };
        put(out, (self.width - MARGIN, self.height - 8.0), set, "made with gridscope");
    }
}

/// Puts a text with its baseline at y.
fn put(out: &mut String, (x, y): (f32, f32), set: Set, text: &str) {
    let [x, y, size] = [x, y, set.size].map(short);
    let (fill, anchor, weight) = (paint("fill", set.colour), set.anchor, set.weight);
    _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-family=\"{FAMILY}\" font-size=\"{size}\" font-weight=\"{weight}\" \
         text-anchor=\"{anchor}\" {fill}>{}</text>",
        escaped(text)
    );
}
