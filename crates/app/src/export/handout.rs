//! An A4 handout for a class: the map with empty boxes for g, h and f in every cell, or with the answers filled in.

use super::ink::{Anchor, Ink, OnCanvas, Set};
use super::raster::Pixels;
use super::stage::{Layout, Look, Stage};
use super::svg::{body, paint};
use crate::core::ends::STARTS;
use crate::core::geometry::{Cell, Size};
use crate::core::scene::{ActorKind, Scene};
use crate::core::terrain::Tile;
use crate::debugger::export::boxes::{Boxes, boxes};
use crate::debugger::export::{ExportError, parameters};
use crate::debugger::window::{Arrangement, ThemeName};
use crate::debugger::{Session, SessionCommand};
use crate::formats::plain::escaped;
use crate::panels::params::default;
use crate::sentence;
use crate::theme::{Theme, is_solid};
use crate::view::Settings;
use egui::{Painter, Pos2, Rect, Vec2, vec2};
use std::fmt::Write as _;

/// Width and height of A4 (ISO 216) and the margin of the sheet, in millimetres.
const A4: (f32, f32) = (210.0, 297.0);
const MARGIN: f32 = 14.0;
/// Height of the head (title and name) and of the foot (rules), in millimetres.
const HEAD: f32 = 24.0;
const FOOT: f32 = 24.0;
/// Minimum and maximum side of a cell that is large enough to write into, in millimetres.
const LEAST: f32 = 7.0;
const MOST: f32 = 26.0;

/// Builds the sheet of a session's run as SVG.
pub(super) fn handout(session: &mut Session, answers: bool) -> Result<Vec<u8>, ExportError> {
    let (ground, sheet) = (Ground::of(session), Sheet::of(session, answers)?);
    let mut stage = ground.stage();
    let drawn = stage.shapes(&ground.bare);
    let elements = body(&drawn.shapes, stage.textures(), Rect::from_min_size(Pos2::ZERO, drawn.size));
    let paper = sheet.paper(drawn.size, stage.board())?;
    let (width, height) = (sheet.width, sheet.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{}</title>\n",
        escaped(&sheet.title())
    );
    // Paper is white, but a screen may show the sheet on another background.
    _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" {}/>", paint("fill", sheet.theme.floor));
    let [x, y, scale] = [paper.origin.x, paper.origin.y, paper.scale].map(|v| format!("{v:.4}"));
    _ = writeln!(out, "<g transform=\"translate({x} {y}) scale({scale})\">\n{elements}</g>");
    sheet.draw(&mut out, &paper);
    out.push_str("</svg>\n");
    Ok(out.into_bytes())
}

/// Builds the sheet as a picture that fits into `room` pixels.
pub(super) fn preview(session: &mut Session, answers: bool, room: Vec2) -> Result<Pixels, ExportError> {
    let (ground, sheet) = (Ground::of(session), Sheet::of(session, answers)?);
    let mut stage = ground.stage();
    let size = stage.shapes(&ground.bare).size;
    let paper = sheet.paper(size, stage.board())?;
    let points = 1.0 / paper.scale;
    let whole = vec2(sheet.width, sheet.height) * points;
    let place = Rect::from_min_size((paper.origin * points).to_pos2(), size);
    let scale = (room / whole).min_elem();
    let mut over = |painter: &Painter| sheet.draw(&mut OnCanvas { painter, points }, &paper);
    Ok(stage.sheet(&ground.bare, (whole, place), scale, &mut over))
}

/// The map without the actors at start and goal, which the sheet shows as letters.
struct Ground {
    bare: Session,
}

impl Ground {
    fn of(session: &Session) -> Self {
        let (mut scene, ends): (Scene, _) = (session.scene().clone(), ends(session));
        scene.actors.retain(|actor| !ends.contains(&Some(actor.at)));
        scene.run.beside.clear();
        Self { bare: Session::with_registry(session.registry().clone(), scene) }
    }

    /// Creates the stage. The map is drawn as in the arrangement Edit.
    fn stage(&self) -> Stage {
        let settings = Settings { theme: ThemeName::Light, arrangement: Arrangement::Edit, ..Settings::default() };
        let layout = Layout::Map { sentence: false, board: Some(f32::MAX) };
        Stage::new(&self.bare, Look { layout, settings, scale: 1.0 }).on_paper()
    }
}

/// Returns start and goal of the scene, or those stated by the log.
fn ends(session: &Session) -> [Option<Cell>; 2] {
    let scene = session.scene();
    // A log needs no actors. Its start may be any actor that can walk.
    let kinds = session.card().actors.first().map_or(&STARTS[..], |need| need.kinds);
    let start = kinds.iter().find_map(|&kind| scene.of_kind(kind).next()).map(|actor| actor.at);
    let goal = scene.of_kind(ActorKind::Goal).next().map(|actor| actor.at);
    let contract = session.replay().and_then(|replay| replay.schema().contract.as_ref());
    [start.or(contract.map(|c| c.start)), goal.or(contract.map(|c| c.goal))]
}

/// Data shared by all parts of a sheet.
struct Sheet<'a> {
    session: &'a Session,
    answers: bool,
    boxes: Boxes,
    ends: [Option<Cell>; 2],
    theme: Theme,
    width: f32,
    height: f32,
}

/// Position of the map on the sheet, in millimetres.
struct Paper {
    /// Millimetres per point of the drawn map.
    scale: f32,
    /// Upper left corner of the drawing, and of the first cell.
    origin: Vec2,
    first: Vec2,
    /// Width of a cell.
    side: f32,
}

impl<'a> Sheet<'a> {
    /// Prepares the sheet of a session's run, at its end.
    fn of(session: &'a mut Session, answers: bool) -> Result<Self, ExportError> {
        session.apply(&SessionCommand::End);
        let session = &*session;
        let replay = session.replay().ok_or_else(|| ExportError("there is no run to make a handout of".to_owned()))?;
        let size = session.scene().size();
        let landscape = f32::from(size.width) > f32::from(size.height) * 1.2;
        let (width, height) = if landscape { (A4.1, A4.0) } else { A4 };
        let (boxes, ends) = (boxes(replay)?, ends(session));
        Ok(Self { session, answers, boxes, ends, theme: Theme::new(ThemeName::Light), width, height })
    }

    /// Fits the map to the sheet. `drawn` is the size of the drawing in points; then come its first cell and the width
    /// of a cell.
    fn paper(&self, drawn: Vec2, (first, cell): (Pos2, f32)) -> Result<Paper, ExportError> {
        let size = self.session.scene().size();
        // Rulers take less than a cell.
        let room = vec2(self.width - 2.0 * MARGIN, self.height - 2.0 * MARGIN - HEAD - FOOT);
        let side = (room / vec2(f32::from(size.width) + 0.8, f32::from(size.height) + 0.8)).min_elem().min(MOST);
        if side < LEAST {
            let most = |points: f32| (points / LEAST - 0.8).floor() as usize;
            let fits = Size::new(most(room.x) as u16, most(room.y) as u16);
            return Err(ExportError(format!(
                "a map of {size} cells is too large to write into on A4; the most is about {fits}: cut out a part of it"
            )));
        }
        let scale = side / cell;
        let origin = vec2((self.width - drawn.x * scale) / 2.0, MARGIN + HEAD);
        Ok(Paper { scale, origin, first: origin + first.to_vec2() * scale, side })
    }

    /// Draws everything but the map itself.
    fn draw(&self, out: &mut dyn Ink, paper: &Paper) {
        self.head(out);
        let (tiles, side) = (&self.session.scene().tiles, paper.side);
        for c in tiles.size().cells() {
            let free = !is_solid(tiles[c]) && tiles[c] != Tile::Void;
            let at = paper.first + vec2(f32::from(c.x), f32::from(c.y)) * side;
            if free {
                self.cell(out, c, (at.x, at.y, side));
            } else if let Some((_, letter)) = self.ends.iter().zip(["S", "G"]).find(|(end, _)| **end == Some(c)) {
                // A start or goal may be in a wall, if that is what the lesson is about.
                let at = at + vec2(0.5, 0.62) * side;
                let set = Set { size: side * 0.34, weight: 600, anchor: Anchor::Middle, colour: self.theme.strong };
                out.text((at.x, at.y), set, letter);
            }
        }
        self.foot(out);
    }

    fn words(&self, size: f32) -> Set {
        Set { size, weight: 400, anchor: Anchor::Start, colour: self.theme.text }
    }

    fn line(&self, out: &mut dyn Ink, across: (f32, f32), y: f32) {
        out.line(across, y, self.theme.weak);
    }

    /// Returns the title of the sheet.
    fn title(&self) -> String {
        let scene = self.session.scene();
        let title = if scene.title.is_empty() { self.session.algorithm_title() } else { scene.title.clone() };
        if self.answers { format!("{title} · answers") } else { title }
    }

    /// Draws the title, the exercise, and lines for name and date.
    fn head(&self, out: &mut dyn Ink) {
        let (algorithm, sheet) = (self.session.algorithm_title(), self.title());
        let strong = Set { size: 6.0, weight: 600, anchor: Anchor::Start, colour: self.theme.strong };
        let room = self.width - 2.0 * MARGIN;
        let names = if self.answers { 0.0 } else { 92.0 };
        let size = (room - names) / (sheet.chars().count().max(1) as f32 * 0.56);
        out.text((MARGIN, MARGIN + 6.0), Set { size: size.clamp(3.2, 6.0), ..strong }, &sheet);
        let what = if self.answers {
            sentence::words(self.session)
        } else {
            format!(
                "Work {algorithm} out by hand, from S to G: fill in every cell that it reaches, and number the expansions."
            )
        };
        out.text(
            (MARGIN, MARGIN + 14.0),
            Set { size: 3.5_f32.min(room / (what.chars().count() as f32 * 0.5)), ..self.words(3.5) },
            &what,
        );
        if !self.answers {
            let right = self.width - MARGIN;
            let y = MARGIN + 6.0;
            out.text((right - 86.0, y), self.words(3.5), "Name");
            self.line(out, (right - 75.0, right - 36.0), y + 0.8);
            out.text((right - 33.0, y), self.words(3.5), "Date");
            self.line(out, (right - 24.0, right), y + 0.8);
        }
    }

    /// Draws the boxes of a cell with their values, S or G, and the number of its expansion.
    fn cell(&self, out: &mut dyn Ink, c: Cell, (x, y, side): (f32, f32, f32)) {
        let (boxes, ends) = (&self.boxes, self.ends);
        out.rect([x, y, side, side], None, (self.theme.weak, 0.15));
        // A single box may have a long name, so it has the whole width.
        let first = if boxes.names.len() == 1 { 0.88 } else { 0.42 };
        let places = [[0.06, 0.06, first, 0.3], [0.52, 0.06, 0.42, 0.3], [0.06, 0.4, 0.88, 0.3]];
        let values = boxes.values.get(&c).filter(|_| self.answers);
        for (i, (name, place)) in boxes.names.iter().zip(places).enumerate() {
            let [left, top, wide, high] = place.map(|share| share * side);
            // The tile shows through faintly, so that the box can be written into.
            let ground = self.theme.floor.gamma_multiply(0.7);
            out.rect([x + left, y + top, wide, high], Some(ground), (self.theme.faint, 0.12));
            let small = Set { size: side * 0.12, colour: self.theme.faint, ..self.words(0.0) };
            out.text((x + left + side * 0.02, y + top + side * 0.11), small, name);
            if let Some(value) = values.and_then(|all| all.get(i)).filter(|value| !value.is_empty()) {
                // Beside the name, never over it.
                let named = side * (0.02 + name.chars().count() as f32 * 0.12 * 0.58);
                let room = wide - named;
                let size = ((room - side * 0.04) / (value.chars().count() as f32 * 0.58)).min(side * 0.21);
                let set = Set { size, weight: 600, anchor: Anchor::Middle, colour: self.theme.strong };
                out.text((x + left + named + room / 2.0, y + top + high * 0.5 + size * 0.38), set, value);
            }
        }
        let letter = ends.iter().zip(["S", "G"]).find(|(end, _)| **end == Some(c));
        if let Some((_, letter)) = letter {
            let set = Set { size: side * 0.22, weight: 600, anchor: Anchor::Start, colour: self.theme.strong };
            out.text((x + side * 0.07, y + side * 0.93), set, letter);
        }
        if let Some(order) = boxes.order.get(&c).filter(|_| self.answers) {
            let numbers = order.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
            let size = (side * 0.18).min(side * 0.6 / (numbers.chars().count() as f32 * 0.58));
            let set = Set { size, weight: 600, anchor: Anchor::End, colour: self.theme.link };
            out.text((x + side * 0.93, y + side * 0.92), set, &format!("#{numbers}"));
        } else if !self.answers {
            let set = Set { size: side * 0.12, anchor: Anchor::End, colour: self.theme.faint, ..self.words(0.0) };
            out.text((x + side * 0.66, y + side * 0.92), set, "#");
            self.line(out, (x + side * 0.68, x + side * 0.94), y + side * 0.93);
        }
    }

    /// Returns what it costs to enter each ground on the map that costs more than floor. Without that, costs cannot be
    /// worked out by hand.
    fn costs_of_ground(&self) -> Vec<String> {
        let scene = self.session.scene();
        let param = self.session.card().params.iter().find(|param| param.name == "terrain-costs");
        let set = scene.run.params.0.get("terrain-costs").filter(|value| !value.is_null()).cloned();
        let counts = set.or_else(|| default(param?)).and_then(|value| value.as_bool());
        if counts != Some(true) {
            return Vec::new();
        }
        let occurs = |tile: &&Tile| scene.tiles.as_slice().contains(tile);
        let costly = Tile::ALL.iter().filter(|tile| tile.info().cost > 0).filter(occurs);
        costly.map(|tile| format!("entering {} costs {} more", tile.english(), tile.info().cost)).collect()
    }

    /// Draws the rules in words, and the meaning of the boxes in a cell.
    fn foot(&self, out: &mut dyn Ink) {
        let Some(replay) = self.session.replay() else { return };
        let rules = parameters(self.session.scene(), self.session.card(), replay.schema());
        let rules = rules.into_iter().chain(self.costs_of_ground());
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
        let key = format!(
            "In each cell: {}; # is the number of its expansion. S start, G goal.",
            self.boxes.names.join(", ")
        );
        let top = self.height - MARGIN - FOOT + 8.0;
        for (i, line) in lines.iter().chain([&key]).take(5).enumerate() {
            out.text((MARGIN, top + i as f32 * 4.3), self.words(3.0), line);
        }
        let set = Set { size: 2.4, anchor: Anchor::End, colour: self.theme.faint, ..self.words(0.0) };
        out.text((self.width - MARGIN, self.height - 8.0), set, "made with gridscope");
    }
}
