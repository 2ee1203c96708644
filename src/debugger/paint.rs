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
    // The cells that are alike and were not come to yet.
    let mut open: Vec<bool> = tiles.iter().map(|&tile| tile == tiles[first]).collect();
    if let Some(weights) = scene.weights.as_ref().map(Grid::as_slice) {
        open.iter_mut().zip(weights).for_each(|(open, &weight)| *open &= weight == weights[first]);
    }
    // A run of a row at a time (Smith, *Tint Fill*, 1979): each leads to the runs above and below that touch it.
    let mut waiting = vec![first];
    while let Some(at) = waiting.pop() {
        if !open[at] {
            continue;
        }
        let row = at - at % width;
        let left = open[row..at].iter().rposition(|&open| !open).map_or(row, |k| row + k + 1);
        let right = open[at..row + width].iter().position(|&open| !open).map_or(row + width, |k| at + k);
        open[left..right].fill(false);
        cells.push(left..right);
        for other in [left.checked_sub(width), Some(left + width)].into_iter().flatten() {
            let (mut start, end) = (other, other + right - left);
            let Some(beside) = open.get(..end) else { continue };
            while let Some(k) = beside[start..].iter().position(|&open| open) {
                waiting.push(start + k);
                let length = beside[start + k..].iter().position(|&open| !open);
                start = length.map_or(end, |length| start + k + length);
            }
        }
    }
    cells
}
