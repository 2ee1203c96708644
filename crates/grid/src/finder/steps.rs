//! A* for the finder: single steps on any ground, without events.
//!
//! This is A* with a heuristic that never overestimates, reduced to the parts that a path needs. Tie-breaking prefers
//! the entry with the lower estimate, then the one pushed first. The tests compare its paths with those of the A* that
//! reports events.
//!
//! Source: Peter Hart, Nils Nilsson and Bertram Raphael, *A Formal Basis for the Heuristic Determination of Minimum
//! Cost Paths*, 1968.

use crate::bucket_queue::{BucketQueue, Entry};
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
    open: BucketQueue,
    /// Number of entries that this search has pushed.
    pushed: u32,
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
        let (size, costs) = (passage.size(), rules.costs);
        let rest = Estimator::new(*heuristic, to, costs);
        search.restart(passage, from, rest.estimate(from));
        let detours = detours::of(passage, costs);
        let improvements = Improvements::on(passage, false);
        let even = passage.is_even();
        let steps: Vec<_> = rules.order.iter().map(|&dir| (dir, offset(dir, size), u64::from(costs.of(dir)))).collect();
        let all = steps.iter().fold(0, |all, (dir, ..)| all | 1 << *dir as u8);
        while let Some(Entry { cell, .. }) = search.open.pop() {
            let at = size.index(cell);
            let record = search.records.get(at);
            if record.is_closed() {
                continue;
            }
            search.records.close(at);
            if cell == to {
                return Some(search.walk_back(size, to));
            }
            let mut moves = passage.moves(at) & all;
            if let Some(back) = record.parent() {
                // A step back to the parent never lowers the parent's cost.
                moves &= !(1 << back as u8);
                if let Some(detours) = detours {
                    let parent = at.wrapping_add_signed(offset(back, size));
                    moves &= !detours[back.opposite() as usize][(passage.moves(parent) & all) as usize];
                }
            }
            let g = search.records.g(at);
            if let Some(improvements) = &improvements {
                moves &= improvements.of(&search.records, at, g);
            }
            for &(dir, offset, price) in &steps {
                if moves & (1 << dir as u8) != 0 {
                    let next = at.wrapping_add_signed(offset);
                    let price = if even { price } else { passage.price(next, dir) };
                    search.arrive(next, cell.neighbour(dir), dir.opposite(), g + price, &rest);
                }
            }
        }
        None
    }
}

impl Search {
    /// Begins a search. `h` is the estimate of the whole path.
    fn restart(&mut self, passage: &Passage, from: Cell, h: u32) {
        self.records.restart(passage);
        let rise = 2 * u64::from(passage.costs().diagonal) * passage.typical_weight();
        self.open.restart(u64::from(h) * self.least_weight, rise);
        self.records.open(passage.size().index(from), 0, None);
        self.pushed = 0;
        self.push(from, 0, h);
    }

    #[inline]
    fn arrive(&mut self, at: usize, cell: Cell, back: Dir, g: u64, rest: &Estimator) {
        if self.records.compare(g, at).is_ge() {
            return;
        }
        self.records.open(at, g, Some(back));
        self.push(cell, g, rest.estimate(cell));
    }

    #[inline]
    fn push(&mut self, cell: Cell, g: u64, h: u32) {
        let rank = u64::from(h) << 32 | u64::from(self.pushed);
        self.pushed = self.pushed.wrapping_add(1);
        self.open.push(Entry { key: g + u64::from(h) * self.least_weight, rank, cell });
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
