//! The slides of a lesson on paper: the map of each with its signs, pins and legend, its text, and its question.

use super::Sheet;
use super::below::ROW;
use super::layout::{MARGIN, RIGHT};
use crate::canvas::Canvas;
use crate::debugger::lesson::cell_texts::{Part, parts};
use crate::debugger::lesson::heading::split;
use crate::debugger::lesson::pins::{pin_label, pins};
use crate::debugger::lesson::suggestion::{offers, without_marks};
use crate::debugger::session::window::{Arrangement, ThemeName};
use crate::debugger::{Session, SessionCommand};
use crate::export::ink::{PART_POINTS, Page, Set, width};
use crate::export::raster::Raster;
use crate::export::stage::on_canvas;
use crate::panels::layers;
use crate::style::theme::Theme;
use crate::view::{Cx, Settings, View};
use egui::{Rect, Ui, UiBuilder, Vec2, pos2, vec2};
use gridscope_trace::slide::Slide;
use std::cell::RefCell;

/// Largest height of the map of a slide, in millimetres. Two small slides fit on a page.
const MAP: f32 = 80.0;
/// Height of a slide's title and of a line of its text, space between paragraphs and around the legend, radius of a pin.
const TITLE: f32 = 8.0;
const LINE: f32 = 5.4;
const PARAGRAPH: f32 = 2.2;
const AROUND_LEGEND: f32 = 1.6;
const PIN: f32 = 2.1;
/// Size of the letters of the text.
const LETTERS: f32 = 3.8;

/// A slide that is printed.
pub(super) struct PaperSlide {
    /// Index among the slides of the lesson.
    pub(super) index: usize,
    pub(super) height: f32,
    /// Height of the map with its legend.
    map: f32,
    title: String,
    lines: Vec<Line>,
    /// The question, and the answer if it is printed, in lines.
    question: Vec<String>,
    answer: Vec<String>,
}

/// A line of a slide's text. Each piece has its distance from the left edge.
#[derive(Default)]
struct Line {
    pieces: Vec<(f32, Piece)>,
    /// Space above.
    above: f32,
}

/// A part of a text.
enum Piece {
    Words(String),
    Pin(String),
}

impl Piece {
    fn width(&self, set: Set) -> f32 {
        match self {
            Self::Words(words) => width(words, set),
            Self::Pin(_) => 2.0 * PIN,
        }
    }
}

/// The window's canvas at a slide.
struct SlideCanvas {
    session: Session,
    canvas: Canvas,
    view: View,
}

impl SlideCanvas {
    fn new(session: &Session, index: usize) -> Self {
        let mut session = session.snapshot(None);
        session.apply(&SessionCommand::ToSlide(index));
        let theme = ThemeName::Light;
        let settings =
            Settings { theme, rulers: false, grid: true, arrangement: Arrangement::Learn, ..Settings::default() };
        let mut view = View::new(settings);
        view.theme = view.theme.with_white_canvas();
        Self { session, canvas: Canvas::whole(), view }
    }

    /// Draws the maps at the top of a rectangle, and the legend below them. Returns the lower edge of the legend.
    fn show(&mut self, ui: &mut Ui, rect: Rect) -> f32 {
        let mut out = Vec::new();
        let cx = &mut Cx { session: &self.session, view: &mut self.view, out: &mut out };
        let maps = self.canvas.show_on_paper(ui, cx, rect.with_max_y(rect.min.y + MAP * PART_POINTS));
        let room = Rect::from_min_max(pos2(maps.min.x, maps.max.y + AROUND_LEGEND * PART_POINTS), rect.max);
        let mut legend = ui.new_child(UiBuilder::new().max_rect(room));
        layers::legend_row(&mut legend, cx);
        legend.min_rect().max.y
    }
}

/// Returns the height of the maps and the legend, in millimetres.
fn height_of_map(session: &Session, index: usize, theme: &Theme) -> f32 {
    let mut canvas = SlideCanvas::new(session, index);
    let size = vec2(RIGHT - MARGIN, 2.0 * MAP) * PART_POINTS;
    let mut lower = 0.0;
    on_canvas(theme, &mut Raster::default(), (size, 1.0), &mut |ui| {
        lower = canvas.show(ui, Rect::from_min_size(Vec2::ZERO.to_pos2(), size));
    });
    lower / PART_POINTS
}

impl Sheet<'_> {
    /// Returns the slides that are printed. A sheet to be solved by hand has only those that show nothing of the solution.
    pub(super) fn printed_slides(&self) -> Vec<PaperSlide> {
        let slides = self.session.scene().run.slides.iter().enumerate();
        let slides = slides.filter(|(_, slide)| self.answers || !self.is_by_hand || slide.at == 0);
        slides.map(|(index, slide)| self.paper_slide(index, slide)).collect()
    }

    fn paper_slide(&self, index: usize, slide: &Slide) -> PaperSlide {
        let (heading, text) = split(&slide.note);
        let title = heading.unwrap_or_else(|| if text.is_empty() { "Slide".to_owned() } else { String::new() });
        let lines = self.text_lines(slide, &without_marks(&offers(text).0));
        let question = slide.ask.as_ref().map(|ask| self.wrapped(ask.question())).unwrap_or_default();
        let answer = self.session.answer_of(slide).filter(|_| self.answers);
        let answer = answer.map(|answer| self.wrapped(&format!("{}. {}", answer.title, without_marks(&answer.text))));
        let answer = answer.unwrap_or_default();
        let map = height_of_map(self.session, index, &self.theme);
        let of_lines: f32 = lines.iter().map(|line| line.above + LINE).sum();
        let rows = question.len() + if question.is_empty() { 0 } else { answer.len().max(1) };
        let height = TITLE + map + AROUND_LEGEND + of_lines + PARAGRAPH + rows as f32 * ROW;
        PaperSlide { index, height, map, title, lines, question, answer }
    }

    /// Breaks the text of a slide into lines, with pins in the places of cells.
    fn text_lines(&self, slide: &Slide, text: &str) -> Vec<Line> {
        let (scene, set) = (self.session.scene(), self.words(LETTERS));
        let pins = pins(slide, scene.size());
        let space = width(" ", set);
        let mut lines: Vec<Line> = Vec::new();
        let mut above = 0.0;
        for paragraph in text.lines() {
            if paragraph.is_empty() {
                above = PARAGRAPH;
                continue;
            }
            // Pieces without a space between them are never torn apart.
            let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
            for part in parts(paragraph) {
                let (text, pin) = match part {
                    Part::Words(text) => (text, None),
                    Part::Cell(cell, text) => (text, pins.iter().position(|pinned| *pinned == cell)),
                };
                for (number, word) in text.split(' ').enumerate() {
                    if number > 0 {
                        words.push(Vec::new());
                    }
                    let piece = match pin {
                        Some(index) => Piece::Pin(pin_label(scene, index)),
                        None if word.is_empty() => continue,
                        None => Piece::Words(word.to_owned()),
                    };
                    if let Some(last) = words.last_mut() {
                        last.push(piece);
                    }
                    if pin.is_some() {
                        break;
                    }
                }
            }
            let (mut line, mut x) = (Line { above, ..Line::default() }, 0.0);
            above = 0.0;
            for word in words {
                let wide: f32 = word.iter().map(|piece| piece.width(set)).sum();
                if x > 0.0 && x + wide > RIGHT - MARGIN {
                    lines.push(std::mem::take(&mut line));
                    x = 0.0;
                }
                for (number, piece) in word.into_iter().enumerate() {
                    let wide = piece.width(set);
                    match (line.pieces.last_mut(), piece) {
                        (Some((_, Piece::Words(last))), Piece::Words(word)) if number == 0 => {
                            last.push(' ');
                            last.push_str(&word);
                        }
                        (_, piece) => line.pieces.push((x, piece)),
                    }
                    x += wide;
                }
                x += space;
            }
            lines.push(line);
        }
        lines
    }

    pub(super) fn slide(&self, page: &mut Page, slide: &PaperSlide, y: f32) {
        let room = RIGHT - MARGIN;
        let title = Set { weight: 600, colour: self.theme.strong, ..self.words(4.8) };
        page.text((MARGIN, y + 4.2), title, room, &format!("{}  {}", slide.index + 1, slide.title));
        let mut y = y + TITLE;
        let canvas = RefCell::new(SlideCanvas::new(self.session, slide.index));
        page.part([MARGIN, y, room, slide.map], Box::new(move |ui, rect| _ = canvas.borrow_mut().show(ui, rect)));
        y += slide.map + AROUND_LEGEND;
        for line in &slide.lines {
            y += line.above;
            let base = y + 4.2;
            for (x, piece) in &line.pieces {
                match piece {
                    Piece::Words(words) => page.text((MARGIN + x, base), self.words(LETTERS), room - x, words),
                    Piece::Pin(label) => page.pin((MARGIN + x + PIN, base - LETTERS * 0.36), PIN, label),
                }
            }
            y += LINE;
        }
        y += PARAGRAPH;
        let strong = Set { weight: 600, colour: self.theme.strong, ..self.words(3.3) };
        let all = slide
            .question
            .iter()
            .map(|line| (line, strong))
            .chain(slide.answer.iter().map(|line| (line, self.words(3.3))));
        for (line, set) in all {
            page.text((MARGIN, y + 3.4), set, room, line);
            y += ROW;
        }
        if !slide.question.is_empty() && slide.answer.is_empty() {
            self.writing_line(page, y);
        }
    }
}
