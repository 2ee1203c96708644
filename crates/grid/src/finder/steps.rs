//! A* for the finder: single steps on any ground, without events.
//!
//! This is A* with a heuristic that never overestimates, reduced to the parts that a path needs. Cells are expanded in
//! the order of f only roughly, and again if their cost is lowered. Once a path is known, the search
//! expands only cells that a cheaper path may lead through. The tests compare the costs with those of the A* that reports events.
//!
//! Source: Peter Hart, Nils Nilsson and Bertram Raphael, *A Formal Basis for the Heuristic Determination of Minimum
//! Cost Paths*, 1968.

use super::open_cells::OpenCells;
use crate::heuristic::{Estimator, Heuristic};
use crate::movement::{Passage, Rules};
use crate::records::{Improvements, Records};
use crate::{Cell, Dir, GridMap, Size, detours};

/// A map prepared for A*, and the memory of its searches.
#[derive(Clone)]
pub(super) struct Steps {
    passage: Passage,
    rules: Rules,
    heuristic: Heuristic,
    search: Search,
}

/// The memory of the searches.
#[derive(Clone, Default)]
struct Search {
    /// The factor of the estimate: the smallest weight.
    least_weight: u64,
    records: Records,
    open: OpenCells,
}

impl std::fmt::Debug for Steps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Steps").field("size", &self.passage.size()).finish_non_exhaustive()
    }
}

impl Steps {
    /// Prepares a map.
    pub(super) fn new(map: &GridMap) -> Self {
        let rules = map.rules();
        let heuristic = Heuristic::named("", rules.order.len() == 8);
        let passage = map.passage();
        let search = Search { least_weight: passage.least_weight().into(), ..Search::default() };
        Self { passage, rules, heuristic, search }
    }

    /// Updates how `cell` of the changed map can be entered.
    pub(super) fn change(&mut self, map: &GridMap, cell: Cell) {
        self.passage.set_free(cell, map.is_free(cell));
    }

    /// Returns a cheapest path between two cells, both included, or `None` if there is none. Both cells must be free.
    pub(super) fn path(&mut self, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let Self { passage, rules, heuristic, search } = self;
        if from == to {
            return Some(vec![from]);
        }
        let (size, costs) = (passage.size(), rules.costs);
        let rest = Estimator::new(*heuristic, to, costs);
        search.restart(passage, from, rest.estimate(from));
        let detours = detours::of(passage, costs);
        let improvements = Improvements::on(passage, false);
        let even = passage.is_even();
        let steps = Dir::ALL.map(|dir| (dir, offset(dir, size), u64::from(costs.of(dir))));
        let all = rules.order.iter().fold(0, |all, &dir| all | 1 << dir as u8);
        let goal = size.index(to);
        // The cost of the cheapest path found so far.
        let mut best = u64::MAX;
        while let Some(cell) = search.open.pop(best) {
            let at = size.index(cell);
            let record = search.records.get(at);
            let g = search.records.g(at);
            if record.is_closed() || (best < u64::MAX && search.f(g, rest.estimate(cell)) >= best) {
                continue;
            }
            search.records.close(at);
            let mut moves = passage.moves(at) & all;
            if let Some(back) = record.parent() {
                // A step back to the parent never lowers the parent's cost.
                moves &= !(1 << back as u8);
                if let Some(detours) = detours {
                    let parent = at.wrapping_add_signed(offset(back, size));
                    moves &= !detours[back.opposite() as usize][(passage.moves(parent) & all) as usize];
                }
            }
            if let Some(improvements) = &improvements {
                moves &= improvements.of(&search.records, at, g);
            }
            while moves != 0 {
                let (dir, offset, price) = steps[moves.trailing_zeros() as usize % 8];
                moves &= moves - 1;
                let next = at.wrapping_add_signed(offset);
                let g = g + if even { price } else { passage.price(next, dir) };
                if search.records.compare(g, next).is_ge() {
                    continue;
                }
                search.records.open(next, g, Some(dir.opposite()));
                if next == goal {
                    best = g;
                } else {
                    let cell = cell.neighbour(dir);
                    search.open.push(search.f(g, rest.estimate(cell)), cell);
                }
            }
        }
        (best < u64::MAX).then(|| search.walk_back(size, to))
    }
}

impl Search {
    /// Begins a search. `h` is the estimate of the whole path.
    fn restart(&mut self, passage: &Passage, from: Cell, h: u32) {
        self.records.restart(passage);
        self.records.open(passage.size().index(from), 0, None);
        let costs = passage.costs();
        let key = self.f(0, h);
        self.open.restart(key, u64::from(costs.straight.min(costs.diagonal)) * self.least_weight);
        self.open.push(key, from);
    }

    /// Returns the estimated cost of a path over a cell of this cost and estimate.
    #[inline]
    fn f(&self, g: u64, h: u32) -> u64 {
        g + u64::from(h) * self.least_weight
    }

    fn walk_back(&self, size: Size, end: Cell) -> Vec<Cell> {
        let before = |&cell: &Cell| cell.step(self.records.get(size.index(cell)).parent()?, size);
        let mut cells: Vec<Cell> = std::iter::successors(Some(end), before).collect();
        cells.reverse();
        cells
    }
}

/// Returns the change of a cell's index for a step in direction `dir`.
fn offset(dir: Dir, size: Size) -> isize {
    let (dx, dy) = dir.offset();
    dy as isize * size.width as isize + dx as isize
}
