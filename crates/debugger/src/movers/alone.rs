//! Distances of movers that are alone on the map.

use super::{Mover, Movers};
use gridscope_trace::geometry::Dir;
use gridscope_trace::{Cell, Grid, Scene, Size};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Maximum number of cells that are looked at for all movers together. Movers after that have no known distance.
const CELLS: usize = 40_000_000;

/// Searches of the ways of movers on a map without other movers.
pub(super) struct Ways {
    free: Grid<bool>,
    diagonal: bool,
    /// Number of the last search that reached each cell, and the number of steps.
    found: Vec<(u32, u32)>,
    search: u32,
    left: usize,
}

impl Ways {
    /// Creates a map of the cells that can be walked. A cell that a mover was in can be walked, too.
    pub(super) fn new(scene: &Scene, movers: &Movers) -> Self {
        let size = scene.size();
        let mut free = Grid::new(size, false);
        for cell in size.cells() {
            free[cell] = scene.tiles[cell].is_walkable();
        }
        let cells = movers.all.iter().flat_map(|mover| &mover.stays).filter_map(|stay| stay.at);
        for cell in cells.filter(|&cell| size.contains(cell)) {
            free[cell] = true;
        }
        Self { free, diagonal: movers.diagonal, found: vec![(0, 0); size.area()], search: 0, left: CELLS }
    }

    fn size(&self) -> Size {
        self.free.size()
    }

    /// Sets the distance of a mover from its first cell to its goal, and the neighbours of its last cell that are nearer to
    /// the goal.
    pub(super) fn measure(&mut self, mover: &mut Mover) {
        let first = mover.stays.first().and_then(|stay| stay.at);
        let last = mover.stays.last().and_then(|stay| stay.at);
        let (Some(first), Some(&(_, goal))) = (first, mover.goals.last()) else { return };
        if mover.goals.len() == 1 {
            mover.alone = self.between(first, goal);
        }
        if let Some(last) = last.filter(|&last| last != goal)
            && let Some(rest) = self.between(last, goal)
        {
            let beside: Vec<Cell> = self.neighbours(last).collect();
            let is_nearer = |to: &Cell| self.between(*to, goal).is_some_and(|steps| steps < rest);
            mover.nearer = beside.into_iter().filter(is_nearer).collect();
        }
    }

    /// Returns the number of steps from a cell to a goal, by A\*.
    pub(super) fn between(&mut self, from: Cell, goal: Cell) -> Option<u32> {
        let (size, diagonal) = (self.size(), self.diagonal);
        if !size.contains(from) || !size.contains(goal) {
            return None;
        }
        let rest = |cell: Cell| {
            let (dx, dy) = cell.delta(goal);
            if diagonal { dx.max(dy) } else { dx + dy }
        };
        self.search += 1;
        self.found[size.index(from)] = (self.search, 0);
        // The shortest way first; of equal ones, the one that is farthest on.
        let mut open = BinaryHeap::from([(Reverse(rest(from)), 0, from)]);
        while let Some((_, steps, cell)) = open.pop().filter(|_| self.left > 0) {
            self.left -= 1;
            if cell == goal {
                return Some(steps);
            }
            if self.found[size.index(cell)].1 < steps {
                continue;
            }
            for dir in Dir::ALL.into_iter().filter(|dir| diagonal || !dir.is_diagonal()) {
                let Some(to) = cell.step(dir, size).filter(|&to| self.free[to]) else { continue };
                let found = &mut self.found[size.index(to)];
                if found.0 != self.search || steps + 1 < found.1 {
                    *found = (self.search, steps + 1);
                    open.push((Reverse(steps + 1 + rest(to)), steps + 1, to));
                }
            }
        }
        None
    }

    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let size = self.size();
        let dirs = Dir::ALL.into_iter().filter(|dir| self.diagonal || !dir.is_diagonal());
        dirs.filter_map(move |dir| cell.step(dir, size)).filter(|&to| self.free[to])
    }
}
