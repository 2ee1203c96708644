//! Which cells a stroke covers: lines, rectangles, fills, wide brushes.

use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use std::collections::BTreeSet;

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

/// The cells of the rectangle between two corners, both included, row by row.
pub fn rectangle(a: Cell, b: Cell) -> Vec<Cell> {
    let xs = a.x.min(b.x)..=a.x.max(b.x);
    (a.y.min(b.y)..=a.y.max(b.y)).flat_map(|y| xs.clone().map(move |x| Cell::new(x, y))).collect()
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
pub fn fill(scene: &Scene, from: Cell) -> Vec<Cell> {
    let (tiles, size) = (scene.tiles.as_slice(), scene.size());
    let weights = scene.weights.as_ref().map(Grid::as_slice);
    let mut cells = Vec::new();
    if !size.contains(from) {
        return cells;
    }
    let what = |at: usize| (tiles[at], weights.map_or(0, |weights| weights[at]));
    let (first, width) = (size.index(from), usize::from(size.width));
    let mut seen = vec![false; size.area()];
    // A run of a row at a time (Smith, *Tint Fill*, 1979): each leads to the runs above and below that touch it.
    let mut waiting = vec![first];
    while let Some(at) = waiting.pop() {
        let row = at - at % width;
        let joins = |at: usize, seen: &[bool]| !seen[at] && what(at) == what(first);
        if !joins(at, &seen) {
            continue;
        }
        let left = (row..at).rev().take_while(|&at| joins(at, &seen)).last().unwrap_or(at);
        let right = (at..row + width).take_while(|&at| joins(at, &seen)).last().unwrap_or(at);
        seen[left..=right].fill(true);
        cells.extend((left..=right).map(|at| size.cell(at)));
        for other in [row.checked_sub(width), Some(row + width)].into_iter().flatten().filter(|&row| row < tiles.len())
        {
            let mut inside = false;
            for at in left - row + other..=right - row + other {
                let joined = joins(at, &seen);
                if joined && !inside {
                    waiting.push(at);
                }
                inside = joined;
            }
        }
    }
    cells
}
