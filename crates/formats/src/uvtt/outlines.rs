//! The outlines of filled cells, as closed lines.
//!
//! Each side of a filled cell that has no filled neighbour is an edge, and the cell lies to the right of it. The edges are
//! followed from corner to corner. Where two lines cross, which is where two filled cells touch at a corner only, the line
//! turns right and stays with its cell. Edges in one direction become one segment.

use super::Point;
use gridscope_trace::{Cell, Dir, Grid, Size};

/// Returns the outlines. The first and the last point of each are the same.
pub(super) fn outlines(size: Size, is_filled: impl Fn(Cell) -> bool) -> Vec<Vec<Point>> {
    let corners = Size::new(size.width.saturating_add(1), size.height.saturating_add(1));
    let mut edges = edges(size, corners, is_filled);
    let mut lines = Vec::new();
    // Each outline has an edge to the east, and in reading order the first of these begins at a bend.
    for first in corners.cells() {
        while edges.get(first).is_some_and(|&bits| bits & bit(Dir::E) != 0) {
            lines.push(line(&mut edges, first));
        }
    }
    lines
}

const fn bit(dir: Dir) -> u8 {
    1 << dir as u8
}

/// Returns the directions of the edges that begin at each corner of a cell.
fn edges(size: Size, corners: Size, is_filled: impl Fn(Cell) -> bool) -> Grid<u8> {
    let mut edges = Grid::new(corners, 0);
    for cell in size.cells().filter(|&cell| is_filled(cell)) {
        let (left, top) = (cell.x, cell.y);
        let (right, bottom) = (left.saturating_add(1), top.saturating_add(1));
        for (side, x, y, along) in [
            (Dir::N, left, top, Dir::E),
            (Dir::E, right, top, Dir::S),
            (Dir::S, right, bottom, Dir::W),
            (Dir::W, left, bottom, Dir::N),
        ] {
            if !cell.step(side, size).is_some_and(&is_filled) {
                edges.get_mut(Cell::new(x, y)).into_iter().for_each(|bits| *bits |= bit(along));
            }
        }
    }
    edges
}

/// Follows the outline from a corner to the east, and removes its edges.
fn line(edges: &mut Grid<u8>, first: Cell) -> Vec<Point> {
    let size = edges.size();
    let mut points = vec![point(first)];
    let mut at = first;
    let mut heading = Dir::E;
    loop {
        edges.get_mut(at).into_iter().for_each(|bits| *bits &= !bit(heading));
        let Some(next) = at.step(heading, size) else { break };
        at = next;
        let bits = edges.get(at).copied().unwrap_or(0);
        let turns = [right_of(heading), heading, right_of(heading).opposite()];
        let onward = turns.into_iter().find(|&dir| bits & bit(dir) != 0);
        if onward != Some(heading) {
            points.push(point(at));
        }
        match onward {
            // The outline passes its first corner twice if two cells touch there.
            Some(dir) => heading = dir,
            None => break,
        }
    }
    points
}

const fn right_of(heading: Dir) -> Dir {
    match heading {
        Dir::E => Dir::S,
        Dir::S => Dir::W,
        Dir::W => Dir::N,
        _ => Dir::E,
    }
}

fn point(corner: Cell) -> Point {
    Point { x: corner.x.into(), y: corner.y.into() }
}
