//! Which cells a stroke covers: lines, rectangles, fills, wide brushes.

use crate::core::geometry::{Cell, Size};
use crate::core::scene::Scene;
use std::collections::BTreeSet;
use std::ops::Range;

/// Cells of a map, each once, as stretches of its rows: a fill has millions of cells, and goes on by whole rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spans {
    /// By row-major indices. No map has as many cells as such a number holds.
    all: Vec<Range<u32>>,
    /// How many cells they are.
    cells: usize,
}

impl Spans {
    /// Of these cells those on a map of that size; none is named twice.
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

    /// Those of the rectangle between two corners, both included, that lie on a map of that size.
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

    /// Adds a stretch; it goes on with the last one where that ends.
    fn push(&mut self, span: Range<usize>) {
        self.cells += span.len();
        let (start, end) = (span.start as u32, span.end as u32);
        match self.all.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => self.all.push(start..end),
        }
    }

    /// How many cells they are.
    pub const fn len(&self) -> usize {
        self.cells
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.cells == 0
    }

    /// The stretches, by row-major indices.
    pub fn each(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.all.iter().map(|span| span.start as usize..span.end as usize)
    }

    /// The cells, on a map of that size.
    pub fn cells(&self, map: Size) -> impl Iterator<Item = Cell> + '_ {
        self.each().flatten().map(move |at| map.cell(at))
    }

    /// Those of them of which something holds, by their row-major indices.
    #[must_use]
    pub fn filter(&self, holds: impl Fn(usize) -> bool) -> Self {
        let mut some = Self::default();
        self.each().flatten().filter(|&at| holds(at)).for_each(|at| some.push(at..at + 1));
        some
    }
}

/// The cells of the straight line between two cells, both included (Bresenham, *Algorithm for Computer Control of a
/// Digital Plotter*, 1965).
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = ((to.x as i32 - from.x as i32).abs(), -(to.y as i32 - from.y as i32).abs());
    let (sx, sy) = (if from.x < to.x { 1 } else { -1 }, if from.y < to.y { 1 } else { -1 });
    let (mut x, mut y, mut error) = (from.x as i32, from.y as i32, dx + dy);
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

/// Cells and what lies round them within a square of so many cells a side, an odd number; each once, row by row, on the map.
pub fn swollen(cells: Vec<Cell>, side: u16, map: Size) -> Vec<Cell> {
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

/// All cells of the same tile and weight that are joined to `from` by straight steps, row by row.
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

/// How many words of 64 bits the cells of a row take.
fn words(size: Size) -> usize {
    usize::from(size.width).div_ceil(64)
}

/// A bit for each cell, row by row, each row in words of its own: whether it is as that one is.
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
            add(words, &weights.as_slice()[row], weights[from]);
        }
    }
    all
}

/// A fill under way, 64 cells of a row at a time.
struct Flood {
    /// How many words a row has.
    row: usize,
    /// The cells that it may come to and has not.
    open: Vec<u64>,
    reached: Vec<u64>,
    /// The cells from which it is to spread, and the words in which such lie.
    begun: Vec<u64>,
    waiting: Vec<usize>,
}

impl Flood {
    fn new(size: Size, open: Vec<u64>) -> Self {
        let none = vec![0; open.len()];
        Self { row: words(size), open, reached: none.clone(), begun: none, waiting: Vec::new() }
    }

    /// Comes to cells of a word, as far as they are open.
    fn come(&mut self, word: usize, cells: u64) {
        let Some(open) = self.open.get(word) else { return };
        let (cells, begun) = (cells & open, &mut self.begun[word]);
        if cells != 0 && *begun == 0 {
            self.waiting.push(word);
        }
        *begun |= cells;
    }

    /// Goes on from the cells of a word that it has come to: along the row, then to both rows beside it.
    fn spread(&mut self, word: usize) {
        let open = self.open[word];
        // To add a bit to a run of bits clears those above it, as far as the run goes.
        let along = |open: u64, cells: u64| (open ^ open.wrapping_add(cells)) & open | cells;
        let begun = std::mem::take(&mut self.begun[word]) & open;
        let up = along(open, begun);
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

    /// All that it has come to.
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
