//! The pages of a graded class on A4: the table with the commonest mistakes, then pages for each submission with its
//! marks, its first finding, the smallest map that shows it, and its source.

use super::ink::{Anchor, Page, Set, lines, width};
use super::paper::{A4, sheets};
use crate::debugger::export::ExportError;
use crate::debugger::grade::{Class, Mark, SmallMap, Submission, brief};
use crate::debugger::session::window::ThemeName;
use crate::style::theme::Theme;
use egui::Color32;
use gridscope_trace::{Actor, ActorKind, Cell};

/// Margin at the sides, right edge, top and lower end of the content, in millimetres.
const MARGIN: f32 = 20.0;
const RIGHT: f32 = A4.0 - MARGIN;
const TOP: f32 = 24.0;
const BOTTOM: f32 = 280.0;
/// Height of a row of a table, of a line of text, and of a line of source.
const ROW: f32 = 6.2;
const LINE: f32 = 4.6;
const SOURCE_LINE: f32 = 3.5;
/// Width of the columns of a mark and of the points, and of the files.
const MARK: f32 = 15.0;
const FILES: f32 = 34.0;
/// Largest width and height of the smallest map, and of its cells.
const MAP: f32 = 70.0;
const CELL: f32 = 9.0;
/// Number of mistakes that are listed, and of lines of a source.
const LISTED: usize = 5;
const MAX_LINES: usize = 300;

/// Returns the pages as a PDF.
///
/// # Errors
/// Returns an error if the PDF cannot be written.
pub fn class_pages(class: &Class) -> Result<Vec<u8>, ExportError> {
    let theme = Theme::new(ThemeName::Light).on_paper();
    let mut paper = Paper { theme: &theme, pages: Vec::new(), y: TOP, foot: class.title() };
    paper.table(class);
    for one in &class.submissions {
        paper.submission(class, one);
    }
    sheets(&paper.pages, &class.title(), &theme)
}

/// Pages that are filled from top to bottom.
struct Paper<'a> {
    theme: &'a Theme,
    pages: Vec<Page>,
    /// Where the next line begins.
    y: f32,
    /// Text at the foot of each page.
    foot: String,
}

impl Paper<'_> {
    fn words(&self, size: f32) -> Set {
        Set { size, weight: 400, mono: false, anchor: Anchor::Start, colour: self.theme.text }
    }

    fn small(&self) -> Set {
        Set { colour: self.theme.weak, ..self.words(2.6) }
    }

    /// Begins a page.
    fn next_page(&mut self) {
        let mut page = Page::default();
        page.text((MARGIN, 290.0), self.small(), 130.0, &self.foot);
        let number = (self.pages.len() + 1).to_string();
        page.text((RIGHT, 290.0), Set { anchor: Anchor::End, ..self.small() }, 20.0, &number);
        self.pages.push(page);
        self.y = TOP;
    }

    /// Moves down by a height. Returns the page with room for it, and where it begins.
    fn take(&mut self, height: f32) -> (&mut Page, f32) {
        if self.pages.is_empty() || self.y + height > BOTTOM {
            self.next_page();
        }
        let y = self.y;
        self.y += height;
        let last = self.pages.len() - 1;
        (&mut self.pages[last], y)
    }

    fn title(&mut self, text: &str, beside: &str) {
        let title = Set { weight: 600, colour: self.theme.strong, ..self.words(6.0) };
        let end = Set { anchor: Anchor::End, ..self.words(4.0) };
        let room = RIGHT - MARGIN - width(beside, end) - 4.0;
        let (page, y) = self.take(9.0);
        page.text((MARGIN, y), title, room, text);
        page.text((RIGHT, y), end, 60.0, beside);
    }

    fn heading(&mut self, text: &str) {
        let set = Set { weight: 600, colour: self.theme.strong, ..self.words(3.7) };
        let (page, y) = self.take(12.0);
        page.text((MARGIN, y + 7.0), set, RIGHT - MARGIN, text);
    }

    /// Writes a text in as many lines as it needs.
    fn paragraph(&mut self, set: Set, left: f32, text: &str) {
        for part in text.lines().filter(|line| !line.trim().is_empty()) {
            for line in lines(&plain(part), set, RIGHT - left, 0.0) {
                let (page, y) = self.take(LINE);
                page.text((left, y + 2.0), set, RIGHT - left, &line);
            }
        }
    }

    fn table(&mut self, class: &Class) {
        self.title(&class.title(), "");
        self.paragraph(self.words(3.2), MARGIN, &class.about.join(" · "));
        self.y += 4.0;
        self.columns(class);
        for one in &class.submissions {
            if self.y + ROW > BOTTOM {
                self.next_page();
                self.columns(class);
            }
            self.row(class, one);
        }
        self.heading("The commonest mistakes");
        let mistakes = class.mistakes(LISTED);
        if mistakes.is_empty() {
            self.paragraph(self.words(3.2), MARGIN, "None");
        }
        for (mistake, who) in mistakes {
            let names: Vec<&str> = who.iter().map(|&index| class.submissions[index].student.as_str()).collect();
            self.paragraph(self.words(3.2), MARGIN, &format!("{} × {mistake}: {}", who.len(), names.join(", ")));
        }
        self.paragraph(self.small(), MARGIN, "No fault is no proof. – could not be checked.");
    }

    /// Writes the names of the columns.
    fn columns(&mut self, class: &Class) {
        let set = self.small();
        let (page, y) = self.take(ROW);
        page.text((MARGIN, y + 4.2), set, FILES, "file");
        let mut x = MARGIN + FILES;
        let of = format!("of {}", brief(class.points.of()));
        for name in class.points.kinds().iter().map(|kind| kind.name).chain([of.as_str()]) {
            page.text((x + MARK / 2.0, y + 4.2), Set { anchor: Anchor::Middle, ..set }, MARK - 1.0, name);
            x += MARK;
        }
        page.text((x + 2.0, y + 4.2), set, RIGHT - x - 2.0, "first finding");
    }

    fn row(&mut self, class: &Class, one: &Submission) {
        let (verdict, text, line) = (&one.verdict, self.words(3.0), self.theme.line);
        let colours = self.colours();
        let (page, y) = self.take(ROW);
        page.line([MARGIN, y, RIGHT, y], line, 0.15);
        page.text((MARGIN, y + 4.2), text, FILES - 1.0, &one.file);
        let mut x = MARGIN + FILES;
        for mark in &verdict.marks {
            sign(page, (x + MARK / 2.0, y + ROW / 2.0), mark, colours);
            x += MARK;
        }
        let points = brief(class.points.score(verdict));
        page.text((x + MARK / 2.0, y + 4.2), Set { weight: 600, anchor: Anchor::Middle, ..text }, MARK, &points);
        x += MARK;
        let line = verdict.line.map(|line| format!(" (line {line})")).unwrap_or_default();
        page.text((x + 2.0, y + 4.2), text, RIGHT - x - 2.0, &format!("{}{line}", verdict.headline()));
    }

    /// Returns the colours of marks that hold, fail, and could not be checked.
    fn colours(&self) -> [Color32; 3] {
        [self.theme.frontier, self.theme.wrong, self.theme.weak]
    }

    fn submission(&mut self, class: &Class, one: &Submission) {
        let verdict = &one.verdict;
        self.foot = format!("{} · {}", class.title(), one.file);
        self.next_page();
        let score = format!("{} of {} points", brief(class.points.score(verdict)), brief(class.points.of()));
        self.title(&one.file, &score);
        let each = class.points.each(verdict);
        for ((kind, mark), (points, of)) in class.points.kinds().iter().zip(&verdict.marks).zip(each) {
            let (text, colours) = (self.words(3.2), self.colours());
            let why = mark.why.as_deref().map(|why| format!(": {}", plain(why))).unwrap_or_default();
            let (page, y) = self.take(5.4);
            sign(page, (MARGIN + 2.0, y + 1.0), mark, colours);
            let text_line = format!("{}, {} of {}{why}", kind.name, brief(points), brief(of));
            page.text((MARGIN + 6.0, y + 2.0), text, RIGHT - MARGIN - 6.0, &text_line);
        }
        self.heading(&verdict.headline());
        self.paragraph(self.words(3.2), MARGIN, &verdict.text);
        if let Some(small) = verdict.small.as_ref().filter(|small| small.is_small()) {
            self.map(small);
        }
        if let Some(source) = &one.source {
            self.source(source, verdict.line);
        }
    }

    /// Draws the smallest map.
    fn map(&mut self, map: &SmallMap) {
        let (columns, rows) = (map.width as f32, map.height as f32);
        let side = CELL.min(MAP / columns).min(MAP / rows);
        let (price, note) = (Set { anchor: Anchor::End, size: side * 0.28, ..self.small() }, self.small());
        let theme = self.theme;
        let (page, y) = self.take(rows * side + 10.0);
        let place = |(x, y_): (i64, i64)| (MARGIN + x as f32 * side, y + 2.0 + y_ as f32 * side);
        for (x, y) in (0..map.height as i64).flat_map(|y| (0..map.width as i64).map(move |x| (x, y))) {
            let fill = if map.walls.contains(&(x, y)) { theme.wall_face } else { theme.floor };
            let (left, top) = place((x, y));
            page.rect([left, top, side, side], Some(fill), (theme.faint, 0.1));
            if let Some(own) = map.price(x as usize, y as usize) {
                page.text((left + side * 0.95, top + side * 0.93), price, side * 0.9, &own.to_string());
            }
        }
        let centre = |cell: (i64, i64)| {
            let (left, top) = place(cell);
            [left + side / 2.0, top + side / 2.0]
        };
        for (cells, colour, thick) in [(&map.cheapest, theme.frontier, 1.4), (&map.path, theme.path, 0.6)] {
            for pair in cells.windows(2) {
                let [[x0, y0], [x1, y1]] = [centre(pair[0]), centre(pair[1])];
                page.line([x0, y0, x1, y1], colour, thick);
            }
        }
        for (cell, kind) in [(map.start, ActorKind::Guard), (map.goal, ActorKind::Goal)] {
            let [x, y] = centre(cell);
            page.token((x, y), side * 0.3, &Actor::new(kind, Cell::new(0, 0)));
        }
        let below = y + 2.0 + rows * side + 4.0;
        let words = "The smallest map that shows it. The thin line is the path, the wide one a cheapest path.";
        page.text((MARGIN, below), note, RIGHT - MARGIN, words);
    }

    fn source(&mut self, source: &str, found: Option<usize>) {
        self.heading("Source");
        let mono = |colour: Color32| Set { size: 2.5, weight: 400, mono: true, anchor: Anchor::Start, colour };
        let (text, number, mark) = (mono(self.theme.text), mono(self.theme.weak), self.theme.wrong);
        for (at, line) in (1..).zip(source.lines()) {
            if at > MAX_LINES {
                return self.paragraph(self.small(), MARGIN, "The rest of the source is left out.");
            }
            let (page, y) = self.take(SOURCE_LINE);
            if found == Some(at) {
                page.line([MARGIN - 2.0, y - 1.8, MARGIN - 2.0, y + 0.8], mark, 0.8);
            }
            let end = Set { anchor: Anchor::End, ..number };
            page.text((MARGIN + 6.0, y), end, 8.0, &at.to_string());
            page.text((MARGIN + 8.0, y), text, RIGHT - MARGIN - 8.0, &line.replace('\t', "    "));
        }
    }
}

/// Returns a text without the signs of code.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// Draws a check, a cross or a dash.
fn sign(page: &mut Page, (x, y): (f32, f32), mark: &Mark, [holds, fails, unchecked]: [Color32; 3]) {
    let mut lines = |colour: Color32, ends: &[[f32; 4]]| {
        for [x0, y0, x1, y1] in ends {
            page.line([x + x0, y + y0, x + x1, y + y1], colour, 0.5);
        }
    };
    match mark.held {
        Some(true) => lines(holds, &[[-1.4, 0.1, -0.4, 1.1], [-0.4, 1.1, 1.6, -1.1]]),
        Some(false) => lines(fails, &[[-1.1, -1.1, 1.1, 1.1], [1.1, -1.1, -1.1, 1.1]]),
        None => lines(unchecked, &[[-1.0, 0.0, 1.0, 0.0]]),
    }
}
