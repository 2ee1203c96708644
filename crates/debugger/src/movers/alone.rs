//! Distances of movers that are alone on the map.

use super::{Mover, Movers};
use gridscope_trace::geometry::Dir;
use gridscope_trace::{Cell, Grid, Scene, Size};
use std::collections::VecDeque;

/// Maximum number of cells that are looked at for all movers together. Movers after that have no known distance.
const CELLS: usize = 150_000_000;

/// Distances on a map, computed from one goal after another.
pub(super) struct Ways {
    free: Grid<bool>,
    diagonal: bool,
    /// Distance from the goal, and the number of the search that found it.
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
        let cells = movers.movers.iter().flat_map(|mover| &mover.stays).filter_map(|stay| stay.at);
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
        let stopped = last.filter(|&last| last != goal);
        let start = (mover.goals.len() == 1).then_some(first);
        self.search(goal, [start, stopped]);
        mover.alone = start.and_then(|start| self.distance(start));
        if let Some(last) = stopped
            && let Some(rest) = self.distance(last)
        {
            mover.nearer = self.neighbours(last).filter(|&to| self.distance(to) < Some(rest)).collect();
            mover.nearer.retain(|&to| self.distance(to).is_some());
        }
    }

    /// Returns the distance of a cell from a goal.
    pub(super) fn between(&mut self, cell: Cell, goal: Cell) -> Option<u32> {
        self.search(goal, [Some(cell), None]);
        self.distance(cell)
    }

    /// Computes the distances from a goal until those of the wanted cells are known.
    fn search(&mut self, goal: Cell, wanted: [Option<Cell>; 2]) {
        self.search += 1;
        let size = self.size();
        if !size.contains(goal) || self.left == 0 {
            return;
        }
        let mut missing = wanted.iter().flatten().count();
        if wanted == [wanted[0]; 2] {
            missing = missing.min(1);
        }
        self.found[size.index(goal)] = (self.search, 0);
        let mut queue = VecDeque::from([goal]);
        while let Some(cell) = queue.pop_front().filter(|_| missing > 0 && self.left > 0) {
            self.left -= 1;
            missing -= usize::from(wanted.contains(&Some(cell)));
            let next = self.found[size.index(cell)].1 + 1;
            for to in self.neighbours(cell).collect::<Vec<_>>() {
                let found = &mut self.found[size.index(to)];
                if found.0 != self.search {
                    *found = (self.search, next);
                    queue.push_back(to);
                }
            }
        }
        if missing > 0 && self.left == 0 {
            // What was found so far is not the whole truth.
            self.search += 1;
        }
    }

    fn distance(&self, cell: Cell) -> Option<u32> {
        let found = self.found.get(self.size().index(cell)).filter(|found| found.0 == self.search);
        found.map(|found| found.1)
    }

    fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let size = self.size();
        let dirs = Dir::ALL.into_iter().filter(|dir| self.diagonal || !dir.is_diagonal());
        dirs.filter_map(move |dir| cell.step(dir, size)).filter(|&to| self.free[to])
    }
}
