//! The part of a sheet below the map: costs and rules, the table of expansions, and the lines for the answer.

use super::layout::{MARGIN, RIGHT};
use super::{Sheet, mono};
use crate::debugger::export::by_hand::{GroundCost, Rule};
use crate::export::ink::{Anchor, Page, Set, lines, width};
use gridscope_trace::terrain::Tile;

/// Width of the column with the costs, and left edge of the rules and of their text.
const COSTS: f32 = 69.3;
const RULES: f32 = 99.5;
const SENTENCES: f32 = RULES + 4.5;
/// Height of a row of costs, of a rule, of a further line of a rule, and of a row of the table or of a question.
const COST_ROW: f32 = 6.4;
const RULE: f32 = 5.1;
const LINE: f32 = 4.2;
pub(super) const ROW: f32 = 5.1;
/// Height of a heading, and of the names of columns below it.
const HEADING: f32 = 4.0;
const NAMES: f32 = 5.4;
/// Space between the two halves of the table.
const BETWEEN: f32 = 6.6;
/// Number of rows from which the table has two halves.
const HALVES: usize = 9;

/// A block below the map. Blocks move to the next page as a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Rules,
    Table,
    Answer,
    /// A slide, by its index among those that are printed.
    Slide(usize),
    Questions,
}

impl Block {
    /// The blocks of a run that is solved by hand.
    pub(super) const SHEET: [Self; 3] = [Self::Rules, Self::Table, Self::Answer];
}

impl Sheet<'_> {
    pub(super) fn height(&self, block: Block) -> f32 {
        match block {
            Block::Rules => {
                let costs = self.cost_names() + self.costs().len() as f32 * COST_ROW;
                let rules: f32 = self.rule_lines().iter().map(|(_, lines)| rule_height(lines.len())).sum();
                HEADING + costs.max(rules + 1.8)
            }
            Block::Table => {
                let more = if self.boxes.expanded > self.boxes.rows.len() { ROW } else { 0.0 };
                HEADING + NAMES + self.halves().0 as f32 * ROW + more
            }
            Block::Answer => 0.8,
            Block::Slide(index) => self.slides[index].height,
            Block::Questions => {
                let rows: usize = self.questions().iter().map(|question| question.len() + 1).sum();
                HEADING + 2.0 + rows as f32 * ROW
            }
        }
    }

    /// Draws a block with its upper end at `y`.
    pub(super) fn block(&self, page: &mut Page, block: Block, y: f32) {
        match block {
            Block::Rules => {
                self.cost_table(page, y);
                self.rules(page, y);
            }
            Block::Table => self.table(page, y),
            Block::Answer => self.answer_lines(page, y),
            Block::Slide(index) => self.slide(page, &self.slides[index], y),
            Block::Questions => self.question_lines(page, y),
        }
    }

    fn heading(&self, page: &mut Page, (x, y): (f32, f32), text: &str) -> f32 {
        let set = Set { weight: 600, colour: self.theme.strong, ..self.words(3.7) };
        page.text((x, y + 3.4), set, COSTS, text);
        width(text, set)
    }

    /// Returns the questions of the slides that are not printed, in lines.
    pub(super) fn questions(&self) -> Vec<Vec<String>> {
        let slides = self.session.scene().run.slides.iter().enumerate();
        let slides = slides.filter(|(index, _)| self.slides.iter().all(|printed| printed.index != *index));
        let questions = slides.filter_map(|(_, slide)| slide.ask.as_ref()).zip(1..);
        questions.map(|(ask, number)| self.wrapped(&format!("{number}  {}", ask.question()))).collect()
    }

    /// Returns a text in lines as wide as the page.
    pub(super) fn wrapped(&self, text: &str) -> Vec<String> {
        lines(&text.replace('\n', " "), self.words(3.3), RIGHT - MARGIN, 0.0)
    }

    /// Draws the questions, each with a line to write on.
    fn question_lines(&self, page: &mut Page, y: f32) {
        self.heading(page, (MARGIN, y), "Questions");
        let mut y = y + HEADING + 2.0;
        for question in self.questions() {
            for line in &question {
                page.text((MARGIN, y + 3.4), self.words(3.3), RIGHT - MARGIN, line);
                y += ROW;
            }
            y += self.writing_line(page, y);
        }
    }

    /// Draws a line to write an answer on. Returns its height.
    pub(super) fn writing_line(&self, page: &mut Page, y: f32) -> f32 {
        page.line([MARGIN, y + 4.2, RIGHT, y + 4.2], self.theme.text, 0.3);
        ROW
    }

    /// Returns the rows of the table of costs.
    fn costs(&self) -> &[GroundCost] {
        &self.by_hand.ground
    }

    /// Returns the height of the column names. Without costs there are none.
    fn cost_names(&self) -> f32 {
        if self.by_hand.has_costs { NAMES } else { 2.2 }
    }

    fn cost_table(&self, page: &mut Page, y: f32) {
        let has_costs = self.by_hand.has_costs;
        let wide = self.heading(page, (MARGIN, y), if has_costs { "What a step costs" } else { "The ground" });
        if self.costs().iter().any(|row| row.step.contains('/')) && has_costs {
            let x = MARGIN + wide + 2.5;
            page.text(
                (x, y + 3.4),
                Set { colour: self.theme.weak, ..self.words(2.7) },
                MARGIN + COSTS - x,
                "straight/diagonal",
            );
        }
        let small = |anchor: Anchor| Set { anchor, ..self.small() };
        let ends = [36.5, 50.0, COSTS].map(|x| MARGIN + x);
        let mut y = y + HEADING + self.cost_names();
        if has_costs {
            page.text((MARGIN, y - 2.0), small(Anchor::Start), 20.0, "onto");
            for (x, name) in ends.into_iter().zip(["ground", "+ step", "costs"]) {
                page.text((x, y - 2.0), small(Anchor::End), 12.0, name);
            }
        }
        for row in self.costs() {
            page.line([MARGIN, y, MARGIN + COSTS, y], self.theme.line, 0.15);
            let (fill, line) = (self.tint(row.tile), (self.theme.weak, 0.15));
            let fill = if row.sum.is_none() { self.theme.wall } else { fill };
            page.rect([MARGIN, y + 1.0, 4.4, 4.4], Some(fill), line);
            if !matches!(row.tile, Tile::Floor | Tile::Wall | Tile::Void) {
                page.tile((MARGIN + 0.1, y + 1.1), 4.2, row.tile, true);
            }
            let (base, text) = (y + 4.3, Set { colour: self.theme.text, ..self.words(3.1) });
            match &row.sum {
                None => {
                    page.text((MARGIN + 6.8, base), text, 22.0, row.tile.english());
                    page.text(
                        (MARGIN + 31.0, base),
                        Set { colour: self.theme.weak, ..text },
                        COSTS - 31.0,
                        "no step leads onto it",
                    );
                }
                Some(_) if !has_costs => page.text((MARGIN + 6.8, base), text, COSTS - 6.8, row.tile.english()),
                Some(sum) => {
                    page.text((MARGIN + 6.8, base), text, 22.0, row.tile.english());
                    let end = Set { anchor: Anchor::End, ..text };
                    page.text((ends[0], base), end, 10.0, &row.ground);
                    page.text((ends[1], base), end, 12.0, &row.step);
                    page.text((ends[2], base), Set { weight: 600, ..end }, 17.5, sum);
                }
            }
            y += COST_ROW;
        }
    }

    /// Returns each rule with its lines.
    fn rule_lines(&self) -> Vec<(&Rule, Vec<String>)> {
        let text = self.words(3.05);
        let indent = |rule: &Rule| width(&rule.letter, Set { weight: 600, ..text }) + gap_after(rule, text);
        let all = self.by_hand.rules.iter();
        all.map(|rule| (rule, lines(rule.text.trim_start(), text, RIGHT - SENTENCES, indent(rule)))).collect()
    }

    fn rules(&self, page: &mut Page, y: f32) {
        self.heading(page, (RULES, y), "Rules");
        let mut y = y + HEADING + 1.8;
        let text = self.words(3.05);
        for (number, (rule, lines)) in (1..).zip(self.rule_lines()) {
            page.text(
                (RULES + 2.4, y + 3.3),
                Set { anchor: Anchor::End, ..mono(2.7, self.theme.weak) },
                4.0,
                &number.to_string(),
            );
            let letter = Set { weight: 600, ..text };
            let indent = width(&rule.letter, letter) + gap_after(rule, text);
            if !rule.letter.is_empty() {
                page.text((SENTENCES, y + 3.3), letter, indent + 0.1, &rule.letter);
            }
            for (i, line) in lines.iter().enumerate() {
                let x = SENTENCES + if i == 0 { indent } else { 0.0 };
                page.text((x, y + 3.3 + i as f32 * LINE), text, RIGHT - x, line);
            }
            y += rule_height(lines.len());
        }
    }

    /// Returns the number of rows in each half of the table.
    fn halves(&self) -> (usize, usize) {
        let rows = self.boxes.rows.len();
        if rows < HALVES { (rows, 0) } else { (rows.div_ceil(2), rows / 2) }
    }

    fn table(&self, page: &mut Page, y: f32) {
        let wide = self.heading(page, (MARGIN, y), "Your order of expansion");
        let note = if self.answers { "" } else { "the first row is done for you" };
        page.text((MARGIN + wide + 7.5, y + 3.4), Set { colour: self.theme.weak, ..self.words(3.0) }, 60.0, note);
        let y = y + HEADING + NAMES;
        let (first, second) = self.halves();
        let half = (RIGHT - MARGIN - BETWEEN) / 2.0;
        self.half(page, (MARGIN, y, half), 0, first);
        if second > 0 {
            self.half(page, (MARGIN + half + BETWEEN, y, half), first, second);
        }
        if self.boxes.expanded > self.boxes.rows.len() {
            let end = Set { anchor: Anchor::End, colour: self.theme.weak, ..self.words(3.0) };
            page.text((RIGHT, y + first as f32 * ROW + 4.0), end, 40.0, "and so on");
        }
    }

    /// Draws a part of the table: `count` rows from `from`, with the names of the columns above.
    fn half(&self, page: &mut Page, (x, y, wide): (f32, f32, f32), from: usize, count: usize) {
        let head = &self.boxes.head;
        let shares: Vec<f32> = head
            .iter()
            .map(|name| match name.as_str() {
                "#" => 8.2,
                "cell" => 18.0,
                "parent" => 17.0,
                _ => 12.4,
            })
            .collect();
        let scale = wide / shares.iter().sum::<f32>();
        let mut left = x;
        for (column, (name, share)) in head.iter().zip(&shares).enumerate() {
            let (wide, middle) = (share * scale, left + share * scale / 2.0);
            page.text((middle, y - 1.6), Set { anchor: Anchor::Middle, ..self.small() }, wide - 0.6, name);
            for row in 0..count {
                let top = y + row as f32 * ROW;
                page.rect([left, top, wide, ROW], Some(self.theme.floor), (self.hairline(), 0.15));
                let number = column == 0;
                let is_filled = number || from + row == 0 || self.answers;
                let value = self.boxes.rows.get(from + row).and_then(|row| row.get(column)).filter(|_| is_filled);
                let Some(value) = value else { continue };
                let value = if value.is_empty() { "–" } else { value };
                let colour = if number { self.theme.weak } else { self.theme.strong };
                let set = Set { anchor: Anchor::Middle, ..mono(2.75, colour) };
                page.text((middle, top + 3.5), set, wide - 0.8, value);
            }
            left += wide;
        }
    }

    /// Draws the lines for path, cost and number of expansions, or their values.
    fn answer_lines(&self, page: &mut Page, y: f32) {
        let (path, sum, expanded) = self.answer();
        let sum_name = if self.by_hand.has_costs { "Cost" } else { "Length" };
        let fields =
            [("Path", 20.0, 91.0, path), (sum_name, 96.2, 130.0, sum), ("Cells expanded", 135.2, RIGHT, expanded)];
        let label = Set { weight: 500, colour: self.theme.strong, ..self.words(3.3) };
        for (name, left, right, value) in fields {
            let line = left + width(name, Set { weight: 600, ..label }) + 1.6;
            page.text((left, y), label, line - left, name);
            page.line([line, y + 0.8, right, y + 0.8], self.theme.text, 0.3);
            if self.answers {
                page.text((line + 0.6, y - 0.2), mono(2.9, self.theme.strong), right - line - 0.8, &value);
            }
        }
    }
}

/// Returns the width of the space between a letter and its rule, as in `f = g + h`.
fn gap_after(rule: &Rule, text: Set) -> f32 {
    if rule.text.starts_with(' ') { width(" ", text) } else { 0.0 }
}

fn rule_height(lines: usize) -> f32 {
    RULE + lines.saturating_sub(1) as f32 * LINE
}
