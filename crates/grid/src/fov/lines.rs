//! The rows or the columns of a map as bits, and the look through one quadrant of them.

use super::wedge::{Side, Wedge};

/// Lines of cells with two bits per cell: whether it blocks the view, and whether it is seen.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Number of words per line.
    words: usize,
    count: usize,
    length: usize,
    walls: Vec<u64>,
    seen: Vec<u64>,
}

/// The cells of a line that a row of a wedge touches. The first and the last cell may be visible only if they are
/// walls.
#[derive(Clone, Copy)]
struct Span {
    line: usize,
    first: usize,
    last: usize,
    first_if_wall: bool,
    last_if_wall: bool,
}

/// The cells of a word that a row of a wedge touches.
#[derive(Clone, Copy)]
struct Word {
    cells: u64,
    /// The cells at which a wall may begin or end.
    splits: u64,
    /// 1 if the cell before the word is a wall.
    before: u64,
}

/// A quarter of all directions: the lines after the eye's line, or those before it.
#[derive(Debug)]
pub(super) struct Quadrant<'a> {
    pub lines: &'a mut Lines,
    /// The eye's line, and its position along the line.
    pub eye: (usize, usize),
    pub forward: bool,
    /// How far the view extends to either side in each row. The number of entries is the number of rows, including the
    /// eye's.
    pub widths: &'a [i32],
}

impl Lines {
    pub(super) fn new(length: usize, count: usize) -> Self {
        let words = length.div_ceil(64);
        Self { words, count, length, walls: vec![0; words * count], seen: vec![0; words * count] }
    }

    pub(super) fn set(&mut self, along: usize, line: usize, wall: bool) {
        let word = &mut self.walls[line * self.words + along / 64];
        *word = *word & !(1 << (along % 64)) | u64::from(wall) << (along % 64);
    }

    #[inline]
    pub(super) fn sees(&self, along: usize, line: usize) -> bool {
        self.seen[line * self.words + along / 64] >> (along % 64) & 1 == 1
    }

    /// Returns the seen cells as (position along the line, line). Covers `before` lines before the eye's line and
    /// `after` lines after it, and equally far along the lines.
    pub(super) fn visible_cells(
        &self,
        (line, along): (usize, usize),
        before: usize,
        after: usize,
    ) -> impl Iterator<Item = (usize, usize)> {
        let reach = before.max(after);
        let from = along.saturating_sub(reach) / 64;
        let until = (along + reach).min(self.length.saturating_sub(1)) / 64;
        (line - before..=line + after).flat_map(move |line| {
            let words = &self.seen[line * self.words + from..=line * self.words + until];
            words.iter().enumerate().flat_map(move |(k, &word)| {
                let (mut rest, start) = (word, (from + k) * 64);
                std::iter::from_fn(move || {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest.wrapping_sub(1);
                    (bit < 64).then_some((start + bit, line))
                })
            })
        })
    }
}

impl Quadrant<'_> {
    fn line(&self, row: usize) -> usize {
        if self.forward { self.eye.0 + row } else { self.eye.0 - row }
    }

    /// Returns the last row that is on the map and in range.
    fn last_row(&self) -> i32 {
        let lines = if self.forward { self.lines.count - 1 - self.eye.0 } else { self.eye.0 };
        lines.min(self.widths.len().saturating_sub(1)) as i32
    }

    /// Clears the seen cells of the first `rows` rows.
    pub(super) fn clear(&mut self, rows: usize) {
        for row in 1..=rows {
            let start = self.line(row) * self.lines.words;
            let first = self.eye.1.saturating_sub(row) / 64;
            let last = (self.eye.1 + row).min(self.lines.length - 1) / 64;
            self.lines.seen[start + first..=start + last].fill(0);
        }
    }

    /// Looks along all waiting wedges. Returns the last row in which a cell is seen.
    pub(super) fn look(&mut self, stack: &mut Vec<Wedge>) -> usize {
        let rows = self.last_row();
        let along = self.eye.1 as i32;
        let (west, east) = (-along, self.lines.length as i32 - 1 - along);
        let mut deepest = 0;
        stack.push(Wedge::WHOLE);
        while let Some(mut wedge) = stack.pop() {
            while wedge.row < rows {
                wedge.row += 1;
                (wedge.left, wedge.right) = (wedge.left.next(), wedge.right.next());
                let width = self.widths[wedge.row as usize];
                // Cells off the map or out of range hide no cell that is on the map and in range.
                let (left, right) = (wedge.left.column, -wedge.right.column);
                let (first, last) = (left.max(west).max(-width), right.min(east).min(width));
                if first > last {
                    break;
                }
                deepest = deepest.max(wedge.row);
                let span = Span {
                    line: self.line(wedge.row as usize),
                    first: (along + first) as usize,
                    last: (along + last) as usize,
                    first_if_wall: first == left && !wedge.left.holds_centre(),
                    last_if_wall: last == right && !wedge.right.holds_centre(),
                };
                if !self.row(span, &mut wedge, stack) {
                    break;
                }
            }
        }
        deepest as usize
    }

    /// Marks the seen cells of a row and splits the wedge at its walls. Returns whether the wedge continues past the
    /// last cell.
    #[inline]
    fn row(&mut self, span: Span, wedge: &mut Wedge, stack: &mut Vec<Wedge>) -> bool {
        let (from, until) = (span.first / 64, span.last / 64);
        let (first, last) = (1 << (span.first % 64), 1 << (span.last % 64));
        let [first_if_wall, last_if_wall] = [(span.first_if_wall, first), (span.last_if_wall, last)]
            .map(|(only_if_wall, cell)| if only_if_wall { cell } else { 0 });
        // No wall begins or ends at the first cell.
        let (after, up_to) = (u64::MAX << (span.first % 64), u64::MAX >> (63 - span.last % 64));
        if from == until {
            let cells = Word { cells: after & up_to, splits: after & up_to & !first, before: 0 };
            return self.word((span.line, from), cells, first_if_wall | last_if_wall, wedge, stack) & last == 0;
        }
        let cells = Word { cells: after, splits: after & !first, before: 0 };
        let mut walls = self.word((span.line, from), cells, first_if_wall, wedge, stack);
        for place in from + 1..until {
            let cells = Word { cells: u64::MAX, splits: u64::MAX, before: walls >> 63 };
            walls = self.word((span.line, place), cells, 0, wedge, stack);
        }
        let cells = Word { cells: up_to, splits: up_to, before: walls >> 63 };
        self.word((span.line, until), cells, last_if_wall, wedge, stack) & last == 0
    }

    /// Marks the seen cells of a word of a line and splits the wedge at its walls. Cells of `if_wall` are seen only if
    /// they are walls. Returns the walls.
    #[inline]
    fn word(
        &mut self,
        (line, place): (usize, usize),
        word: Word,
        if_wall: u64,
        wedge: &mut Wedge,
        stack: &mut Vec<Wedge>,
    ) -> u64 {
        let at = line * self.lines.words + place;
        let walls = self.lines.walls[at];
        self.lines.seen[at] |= word.cells & (walls | !if_wall);
        let mut changes = (walls ^ (walls << 1 | word.before)) & word.splits;
        while changes != 0 {
            let bit = changes.trailing_zeros();
            changes &= changes - 1;
            let column = (place * 64) as i32 + bit as i32 - self.eye.1 as i32;
            if walls >> bit & 1 == 1 {
                stack.push(Wedge { right: Side::right_before(column, wedge.row), ..*wedge });
            } else {
                wedge.left = Side::left_of(column, wedge.row);
            }
        }
        walls
    }
}
