//! A map as lines of bits. A jump along a line is one search for the next set bit.
//!
//! ```text
//! above      ##..##..      stops, going east:  a wall, or the cell after the end of a wall above or below
//! the line   .......#      ..^...^#
//! ```
//!
//! Source: Daniel Harabor and Alban Grastien, *Improving Jump Point Search*, 2014, for the scan by blocks of bits.

use crate::geometry::{Cell, Dir, Size};

/// The rows or the columns of a map. Bit `x + 1` of line `y + 1` is the cell `x` along line `y`, which leaves room for
/// a border of blocked cells.
#[derive(Clone, Debug)]
struct Lines {
    /// Number of words per line.
    words: usize,
    blocked: Vec<u64>,
    /// Stops of jumps to larger numbers: blocked cells, and cells with a forced neighbour.
    forward: Vec<u64>,
    /// Stops of jumps to smaller numbers.
    backward: Vec<u64>,
}

impl Lines {
    fn new(length: usize, lines: usize, free: impl Fn(usize, usize) -> bool) -> Self {
        let words = (length + 2).div_ceil(64);
        let mut blocked = vec![u64::MAX; words * (lines + 2)];
        for y in 0..lines {
            for x in (0..length).filter(|&x| free(x, y)) {
                blocked[(y + 1) * words + (x + 1) / 64] &= !(1 << ((x + 1) % 64));
            }
        }
        let (forward, backward) = (blocked.clone(), blocked.clone());
        let mut all = Self { words, blocked, forward, backward };
        for y in 1..=lines {
            all.find_stops(y);
        }
        all
    }

    /// Finds the stops of jumps along a line.
    fn find_stops(&mut self, line: usize) {
        let words = self.words;
        for k in 0..words {
            let at = line * words + k;
            (self.forward[at], self.backward[at]) = (self.blocked[at], self.blocked[at]);
            for beside in [line - 1, line + 1] {
                let word = |k: usize| self.blocked[beside * words + k];
                let before = word(k) << 1 | if k == 0 { 1 } else { word(k - 1) >> 63 };
                let after = word(k) >> 1 | if k + 1 == words { 1 << 63 } else { word(k + 1) << 63 };
                self.forward[at] |= before & !word(k);
                self.backward[at] |= after & !word(k);
            }
        }
    }

    /// Frees or blocks a place, and updates the stops along the lines around it.
    fn set(&mut self, along: usize, line: usize, free: bool) {
        let bit = 1 << (along % 64);
        let word = &mut self.blocked[line * self.words + along / 64];
        *word = if free { *word & !bit } else { *word | bit };
        let lines = self.blocked.len() / self.words;
        for line in (line - 1).max(1)..=(line + 1).min(lines - 2) {
            self.find_stops(line);
        }
    }

    #[inline]
    fn is_blocked(&self, along: usize, line: usize) -> bool {
        self.blocked[line * self.words + along / 64] >> (along % 64) & 1 == 1
    }

    /// Returns the place where a jump from `along` to larger numbers stops.
    #[inline]
    fn next(&self, along: usize, line: usize) -> usize {
        let mut k = (along + 1) / 64;
        let row = &self.forward[line * self.words..(line + 1) * self.words];
        let mut bits = row[k] & u64::MAX << ((along + 1) % 64);
        // The last bit of a line is always set.
        while bits == 0 {
            k += 1;
            bits = row[k];
        }
        k * 64 + bits.trailing_zeros() as usize
    }

    /// Returns the place where a jump from `along` to smaller numbers stops.
    #[inline]
    fn last(&self, along: usize, line: usize) -> usize {
        let mut k = (along - 1) / 64;
        let row = &self.backward[line * self.words..(line + 1) * self.words];
        let mut bits = row[k] & u64::MAX >> (63 - (along - 1) % 64);
        // The first bit of a line is always set.
        while bits == 0 {
            k -= 1;
            bits = row[k];
        }
        k * 64 + 63 - bits.leading_zeros() as usize
    }
}

/// The rows and the columns of a map. Places are counted from 1 and surrounded by a border of blocked cells.
#[derive(Clone, Debug)]
pub(super) struct BitMap {
    rows: Lines,
    columns: Lines,
}

/// A cell of a [`BitMap`]: column and row, counted from 1.
pub(super) type Place = (usize, usize);

/// Returns the place of a cell.
pub(super) const fn place(cell: Cell) -> Place {
    (cell.x as usize + 1, cell.y as usize + 1)
}

/// Returns the cell of a place.
pub(super) const fn cell((x, y): Place) -> Cell {
    Cell::new((x - 1) as u16, (y - 1) as u16)
}

impl BitMap {
    pub(super) fn new(size: Size, free: impl Fn(Cell) -> bool) -> Self {
        let (width, height) = (size.width as usize, size.height as usize);
        Self {
            rows: Lines::new(width, height, |x, y| free(Cell::new(x as u16, y as u16))),
            columns: Lines::new(height, width, |y, x| free(Cell::new(x as u16, y as u16))),
        }
    }

    /// Frees or blocks a cell.
    pub(super) fn set(&mut self, at: Cell, free: bool) {
        let (x, y) = place(at);
        self.rows.set(x, y, free);
        self.columns.set(y, x, free);
    }

    #[inline]
    pub(super) fn is_blocked(&self, (x, y): Place) -> bool {
        self.rows.is_blocked(x, y)
    }

    /// Returns the end of a jump in a straight direction, and its number of steps. A jump ends at the goal or at a cell
    /// with a forced neighbour.
    #[inline]
    pub(super) fn jump(&self, (x, y): Place, dir: Dir, goal: Place) -> Option<(Place, u64)> {
        let (lines, along, line, (to, on)) = match dir {
            Dir::E | Dir::W => (&self.rows, x, y, goal),
            _ => (&self.columns, y, x, (goal.1, goal.0)),
        };
        let forward = matches!(dir, Dir::E | Dir::S);
        let mut stop = if forward { lines.next(along, line) } else { lines.last(along, line) };
        let passes = on == line && if forward { along < to && to <= stop } else { stop <= to && to < along };
        if passes {
            stop = to;
        }
        if lines.is_blocked(stop, line) {
            return None;
        }
        let end = if matches!(dir, Dir::E | Dir::W) { (stop, y) } else { (x, stop) };
        Some((end, stop.abs_diff(along) as u64))
    }
}
