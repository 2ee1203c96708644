//! Cells that a stroke covers: lines, rectangles, fills, wide brushes.

use gridscope_trace::{Cell, Scene, Size};
use std::collections::BTreeSet;
use std::ops::Range;

/// A set of cells, stored as spans of map rows, because a fill can have millions of cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spans {
    /// Spans of row-major indices. Every cell index of a map fits in 32 bits.
    all: Vec<Range<u32>>,
    /// Number of cells.
    cells: usize,
}

impl Spans {
    /// Returns the given cells that are on a map of this size. No cell may be given twice.
    pub fn of(cells: impl IntoIterator<Item = Cell>, map: Size) -> Self {
        let mut spans = Self::default();
        for c in cells {
            if map.contains(c) {
                let at = map.index(c);
                spans.push(at..at + 1);
            }
        }
        spans
    }

    /// Returns the cells of the rectangle between two corners, both included, that are on a map of this size.
    pub fn rectangle(a: Cell, b: Cell, map: Size) -> Self {
        let mut spans = Self::default();
        let (from, to) = (a.x.min(b.x), a.x.max(b.x).min(map.width.saturating_sub(1)));
        for y in a.y.min(b.y)..=a.y.max(b.y).min(map.height.saturating_sub(1)) {
            if from <= to && map.contains(Cell::new(to, y)) {
                spans.push(map.index(Cell::new(from, y))..map.index(Cell::new(to, y)) + 1);
            }
        }
        spans
    }

    /// Adds a span. Extends the last span if the new one follows it directly.
    fn push(&mut self, span: Range<usize>) {
        self.cells += span.len();
        let (start, end) = (span.start as u32, span.end as u32);
        match self.all.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => self.all.push(start..end),
        }
    }

    /// Returns the number of cells.
    pub const fn len(&self) -> usize {
        self.cells
    }

    /// Returns whether there are no cells.
    pub const fn is_empty(&self) -> bool {
        self.cells == 0
    }

    /// Returns the spans, as row-major indices.
    pub(crate) fn each(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.all.iter().map(|span| span.start as usize..span.end as usize)
    }

    /// Returns the cells, on a map of this size.
    pub fn cells(&self, map: Size) -> impl Iterator<Item = Cell> + '_ {
        self.each().flatten().map(move |at| map.cell(at))
    }

    /// Returns the cells for which `holds` is true. It gets row-major indices.
    #[must_use]
    pub fn filter(&self, holds: impl Fn(usize) -> bool) -> Self {
        let mut some = Self::default();
        self.each().flatten().filter(|&at| holds(at)).for_each(|at| some.push(at..at + 1));
        some
    }
}

/// Returns the cells of the straight line between two cells, both included (Bresenham, *Algorithm for Computer Control
/// of a Digital Plotter*, 1965).
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = ((to.x as i32 - from.x as i32).abs(), -(to.y as i32 - from.y as i32).abs());
    let (sx, sy) = (if from.x < to.x { 1 } else { -1 }, if from.y < to.y { 1 } else { -1 });
    let mut x = from.x as i32;
    let mut y = from.y as i32;
    let mut error = dx + dy;
    let mut cells = Vec::new();
    loop {
        cells.push(Cell::new(x as u16, y as u16));
        if (x, y) == (to.x as i32, to.y as i32) {
            return cells;
        }
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            x += sx;
        }
        if twice <= dx {
            error += dx;
            y += sy;
        }
    }
}

/// Returns cells together with those around them, in a square of `side` cells (an odd number). Each cell on the map is
/// returned once, row by row.
pub(crate) fn swollen(cells: Vec<Cell>, side: u16, map: Size) -> Vec<Cell> {
    let reach = side / 2;
    if reach == 0 {
        return cells;
    }
    let mut all = BTreeSet::new();
    for c in cells {
        for y in c.y.saturating_sub(reach)..=c.y.saturating_add(reach) {
            for x in c.x.saturating_sub(reach)..=c.x.saturating_add(reach) {
                all.insert((y, x));
            }
        }
    }
    all.into_iter().map(|(y, x)| Cell::new(x, y)).filter(|&c| map.contains(c)).collect()
}

/// Returns all cells of the same tile and weight that are connected to `from` by straight steps, row by row.
pub fn fill(scene: &Scene, from: Cell) -> Spans {
    let size = scene.size();
    if !size.contains(from) {
        return Spans::default();
    }
    let mut flood = Flood::new(size, alike(scene, from));
    flood.come(words(size) * usize::from(from.y) + usize::from(from.x) / 64, 1 << (from.x % 64));
    while let Some(word) = flood.waiting.pop() {
        flood.spread(word);
    }
    flood.spans(size)
}

/// Returns the number of 64-bit words for the cells of a row.
fn words(size: Size) -> usize {
    usize::from(size.width).div_ceil(64)
}

/// Returns a bit for each cell: whether it has the same tile and weight as `from`. Each row starts a new word.
fn alike(scene: &Scene, from: Cell) -> Vec<u64> {
    fn add<T: PartialEq + Copy>(words: &mut [u64], row: &[T], first: T) {
        for (word, some) in words.iter_mut().zip(row.chunks(64)) {
            *word &= some.iter().rev().fold(0, |word, &one| word << 1 | u64::from(one == first));
        }
    }
    let size = scene.size();
    let mut all = vec![u64::MAX; words(size) * usize::from(size.height)];
    for (y, words) in (0..size.height).zip(all.chunks_mut(words(size).max(1))) {
        let row = size.index(Cell::new(0, y))..size.index(Cell::new(0, y)) + usize::from(size.width);
        add(words, &scene.tiles.as_slice()[row.clone()], scene.tiles[from]);
        if let Some(weights) = &scene.weights {
            add(words, &weights.times().as_slice()[row], weights.times()[from]);
        }
    }
    all
}

/// A flood fill in progress, 64 cells of a row at a time.
struct Flood {
    /// Number of words in a row.
    row: usize,
    /// Cells that can be reached and were not reached yet.
    open: Vec<u64>,
    reached: Vec<u64>,
    /// Cells from which the fill must spread. The next field holds the words that contain such cells.
    begun: Vec<u64>,
    waiting: Vec<usize>,
}

impl Flood {
    fn new(size: Size, open: Vec<u64>) -> Self {
        let none = vec![0; open.len()];
        Self { row: words(size), open, reached: none.clone(), begun: none, waiting: Vec::new() }
    }

    /// Marks the open cells among these cells of a word for spreading.
    fn come(&mut self, word: usize, cells: u64) {
        let Some(open) = self.open.get(word) else { return };
        let (cells, begun) = (cells & open, &mut self.begun[word]);
        if cells != 0 && *begun == 0 {
            self.waiting.push(word);
        }
        *begun |= cells;
    }

    /// Spreads from the marked cells of a word: along the row, then to the rows above and below.
    fn spread(&mut self, word: usize) {
        let open = self.open[word];
        // Adding a bit to a run of ones flips the bits from there to the end of the run.
        let along = |open: u64, cells: u64| (open ^ open.wrapping_add(cells)) & open | cells;
        let start_bits = std::mem::take(&mut self.begun[word]) & open;
        let up = along(open, start_bits);
        let cells = along(open.reverse_bits(), up.reverse_bits()).reverse_bits();
        self.open[word] &= !cells;
        self.reached[word] |= cells;
        let column = word % self.row;
        if column > 0 {
            self.come(word - 1, cells << 63);
        }
        if column + 1 < self.row {
            self.come(word + 1, cells >> 63);
        }
        if let Some(above) = word.checked_sub(self.row) {
            self.come(above, cells);
        }
        self.come(word + self.row, cells);
    }

    /// Returns all cells reached.
    fn spans(&self, size: Size) -> Spans {
        let mut spans = Spans::default();
        for (y, words) in (0..size.height).zip(self.reached.chunks(self.row.max(1))) {
            let row = size.index(Cell::new(0, y));
            for (first, &word) in (row..).step_by(64).zip(words) {
                let (mut left, mut at) = (word, first);
                while left != 0 {
                    let skipped = left.trailing_zeros();
                    let run = (left >> skipped).trailing_ones();
                    at += skipped as usize;
                    spans.push(at..at + run as usize);
                    at += run as usize;
                    left = left.checked_shr(skipped + run).unwrap_or(0);
                }
            }
        }
        spans
    }
}
