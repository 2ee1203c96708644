//! Which cells a stroke covers: lines, rectangles, fills, wide brushes.

use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
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

/// All cells of the same tile and weight that are joined to `from` by straight steps.
pub fn fill(scene: &Scene, from: Cell) -> Spans {
    let (tiles, size) = (scene.tiles.as_slice(), scene.size());
    let mut cells = Spans::default();
    if !size.contains(from) {
        return cells;
    }
    let (first, width) = (size.index(from), usize::from(size.width));
    let weights = scene.weights.as_ref().map(Grid::as_slice);
    let is_alike = |at: usize| {
        tiles.get(at) == tiles.get(first) && weights.is_none_or(|weights| weights.get(at) == weights.get(first))
    };
    // The cells that are alike and were not come to yet.
    let mut open = Bits::of(tiles.len(), is_alike);
    // A run of a row at a time (Smith, *Tint Fill*, 1979): each leads to the runs above and below that touch it.
    let mut waiting = vec![first];
    while let Some(at) = waiting.pop() {
        if !open.at(at) {
            continue;
        }
        let row = at - at % width;
        let left = open.last(row..at, false).map_or(row, |k| k + 1);
        let right = open.first(at..row + width, false).unwrap_or(row + width);
        open.clear(left..right);
        cells.push(left..right);
        let below = left + width;
        for other in [left.checked_sub(width), (below < tiles.len()).then_some(below)].into_iter().flatten() {
            let (mut start, end) = (other, other + right - left);
            while let Some(next) = open.first(start..end, true) {
                waiting.push(next);
                start = open.first(next..end, false).unwrap_or(end);
            }
        }
    }
    cells
}

/// A bit for each cell, in row-major order: a look at 64 of them takes as long as a look at one.
struct Bits(Vec<u64>);

impl Bits {
    /// So many, each set where something holds of its index.
    fn of(count: usize, holds: impl Fn(usize) -> bool) -> Self {
        let word = |k: usize| {
            let of = k * 64..count.min(k * 64 + 64);
            of.rev().fold(0, |word, at| word << 1 | u64::from(holds(at)))
        };
        Self((0..count.div_ceil(64)).map(word).collect())
    }

    fn at(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// The bits of a word that lie in a range and are as wanted.
    fn within(&self, k: usize, range: &Range<usize>, set: bool) -> u64 {
        let word = if set { self.0[k] } else { !self.0[k] };
        word & mask(k, range)
    }

    /// The first index in a range whose bit is as wanted.
    fn first(&self, range: Range<usize>, set: bool) -> Option<usize> {
        let mut words = range.start / 64..range.end.div_ceil(64);
        words.find_map(|k| {
            Some(self.within(k, &range, set)).filter(|&w| w != 0).map(|w| k * 64 + w.trailing_zeros() as usize)
        })
    }

    /// The last one.
    fn last(&self, range: Range<usize>, set: bool) -> Option<usize> {
        let mut words = (range.start / 64..range.end.div_ceil(64)).rev();
        words.find_map(|k| Some(self.within(k, &range, set)).filter(|&w| w != 0).map(|w| k * 64 + w.ilog2() as usize))
    }

    fn clear(&mut self, range: Range<usize>) {
        for k in range.start / 64..range.end.div_ceil(64) {
            self.0[k] &= !mask(k, &range);
        }
    }
}

/// The bits of a word that lie in a range.
fn mask(word: usize, range: &Range<usize>) -> u64 {
    let (start, end) = (range.start.saturating_sub(word * 64), range.end.saturating_sub(word * 64));
    let below = |bit: usize| if bit < 64 { (1 << bit) - 1 } else { u64::MAX };
    below(end) & !below(start)
}
