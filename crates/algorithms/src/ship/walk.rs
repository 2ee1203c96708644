//! The way through a deck: from where one arrives to where it goes on, by straight steps over floor and through doors.

use super::plan::STRAIGHT;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::terrain::Tile;
use std::collections::VecDeque;

/// The shortest way from one cell to another, both included; empty where there is none. Of equal ways the one whose last
/// steps come first in the order E, W, S, N.
pub(super) fn way(tiles: &Grid<Tile>, from: Cell, to: Cell) -> Vec<Cell> {
    let size = tiles.size();
    // Flooded from the end, so that each cell knows where it goes on.
    let mut next: Grid<Option<Cell>> = Grid::new(size, None);
    let mut queue = VecDeque::from([to]);
    next[to] = Some(to);
    while let Some(cell) = queue.pop_front() {
        for near in STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, size)) {
            if next[near].is_none() && matches!(tiles[near], Tile::Floor | Tile::Door) {
                next[near] = Some(cell);
                queue.push_back(near);
            }
        }
    }
    let mut path = Vec::new();
    let mut at = next[from].map(|_| from);
    while let Some(cell) = at {
        path.push(cell);
        at = next[cell].filter(|&n| n != cell);
    }
    path
}
