//! The path through a deck: from the entry to the exit, by straight steps over floor and through doors.

use super::plan::STRAIGHT;
use crate::{Cell, Grid, Tile};
use std::collections::VecDeque;

/// Returns the shortest path between two cells, including both. Empty if there is none. Among equal paths, the one
/// whose last steps come first in the order E, W, S, N.
pub(super) fn way(tiles: &Grid<Tile>, from: Cell, to: Cell) -> Vec<Cell> {
    let size = tiles.size();
    // The flood starts at the end, so each cell stores the next cell of the path.
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
