//! Records of cells that searches have reached: one word for each cell, which the next search need not clear.

use crate::geometry::Dir;
use crate::movement::{Passage, StepCosts};
use std::cmp::Ordering;

/// The record of a cell in one word. From the highest bit: the number of the search, how much g is below the largest one,
/// the parent (direction + 1), and whether the cell is closed.
///
/// So of two records of a cell, the larger one is of the later search, or of the lower cost. All zeros means "no search
/// wrote this". Zeroed memory takes no physical memory until it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record(u64);

/// The record of a cell that no search has reached.
const UNKNOWN: Record = Record(0);
/// Number of bits below g: four for the parent, one for the closed flag.
const BELOW: u32 = 5;
/// Largest number of bits of g. Records of costlier searches leave out its lowest bits.
const MAX_BITS: u32 = u64::BITS - BELOW - 1;

impl Record {
    /// Returns whether the cell was expanded.
    #[inline]
    pub const fn is_closed(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns the direction of the parent. The start has none.
    #[inline]
    pub fn parent(self) -> Option<Dir> {
        let parent = (self.0 >> 1 & 15) as u8;
        (parent != 0).then(|| Dir::ALL[usize::from(parent.wrapping_sub(1) % 8)])
    }

    /// Returns the part that says search and cost.
    #[inline]
    const fn rank(self) -> u64 {
        self.0 >> BELOW
    }
}

/// Tells the records of one search from those of earlier ones, and their costs.
#[derive(Clone, Copy, Default, Debug)]
struct Ranks {
    /// The lowest rank of the search: the one with the largest g.
    first: u64,
    /// The largest g without its lowest bits: a number of ones.
    largest: u64,
    /// Number of the lowest bits of g that ranks leave out.
    left_out: u32,
}

impl Ranks {
    /// Returns the ranks of the next search, where no cost is above `largest_cost`, and whether records of earlier searches
    /// may stay.
    fn next(self, largest_cost: u64) -> (Self, bool) {
        let left_out = (u64::BITS - largest_cost.leading_zeros()).saturating_sub(MAX_BITS);
        let bits = u64::BITS - (largest_cost >> left_out).leading_zeros();
        let largest = (1 << bits) - 1;
        let number = (self.first >> bits) + 1;
        let is_next =
            (largest, left_out) == (self.largest, self.left_out) && number + 1 < 1 << (u64::BITS - BELOW - bits);
        (Self { first: if is_next { number } else { 1 } << bits, largest, left_out }, is_next)
    }

    /// Returns the rank of a record with this cost.
    #[inline]
    const fn of(self, g: u64) -> u64 {
        self.first | (self.largest - (g >> self.left_out))
    }

    /// Returns a record that is larger than those of cells where an arrival at cost `g` changes something. `equal_matters`
    /// says whether an equal cost does.
    #[inline]
    const fn least_improved(self, g: u64, equal_matters: bool) -> Record {
        Record((self.of(g) << BELOW) + ((equal_matters as u64) << BELOW))
    }
}

/// The records of all cells of a map, which the next search reuses. On a map of the same size or smaller, nothing is
/// allocated, and seldom is anything cleared.
#[derive(Clone, Default)]
pub struct Records {
    /// The record of each cell, row by row. A larger map before may have left more.
    cells: Vec<Record>,
    /// Ranks of the last search.
    ranks: Ranks,
    /// The cost of each cell that the search has reached, if ranks leave out some of its bits. Else empty.
    exact: Vec<u64>,
}

impl Records {
    /// Prepares for a search on a map.
    pub fn restart(&mut self, map: &Passage) {
        // A cheapest path enters each cell at most once.
        let cells = map.size().area();
        let (ranks, is_next) = self.ranks.next(map.largest_price().saturating_mul(cells as u64));
        self.ranks = ranks;
        self.exact.resize(if ranks.left_out > 0 { cells } else { 0 }, 0);
        // Allocates zeroed memory instead of growing the old, because the old contents are not needed.
        if self.cells.len() < cells {
            self.cells = vec![UNKNOWN; cells];
        } else if !is_next {
            self.cells.fill(UNKNOWN);
        }
    }

    /// Returns the record of the cell with this index.
    #[inline]
    pub fn get(&self, at: usize) -> Record {
        self.cells[at]
    }

    /// Returns whether the search has reached a cell.
    #[inline]
    pub fn is_reached(&self, at: usize) -> bool {
        self.cells[at].rank() >= self.ranks.first
    }

    /// Returns the cost of a cell that the search has reached.
    #[inline]
    pub fn g(&self, at: usize) -> u64 {
        if self.exact.is_empty() {
            self.ranks.largest - (self.cells[at].rank() & self.ranks.largest)
        } else {
            self.exact[at]
        }
    }

    /// Compares the cost of an arrival with that of the cell. An unreached cell has an infinite cost.
    #[inline]
    pub fn compare(&self, g: u64, at: usize) -> Ordering {
        let order = self.cells[at].rank().cmp(&self.ranks.of(g));
        if order.is_eq() && !self.exact.is_empty() { g.cmp(&self.exact[at]) } else { order }
    }

    /// Opens a cell with this cost and the direction to its parent. The start has none.
    #[inline]
    pub fn open(&mut self, at: usize, g: u64, parent: Option<Dir>) {
        let parent = match parent {
            Some(dir) => dir as u64 + 1,
            None => 0,
        };
        self.cells[at] = Record(self.ranks.of(g) << BELOW | parent << 1);
        if !self.exact.is_empty() {
            self.exact[at] = g;
        }
    }

    /// Closes a cell.
    #[inline]
    pub fn close(&mut self, at: usize) {
        self.cells[at].0 |= 1;
    }

    /// Gives a cell another parent at the same cost.
    #[inline]
    pub fn set_parent(&mut self, at: usize, parent: Dir) {
        let word = &mut self.cells[at].0;
        *word = *word & !0b1_1110 | (parent as u64 + 1) << 1;
    }

    /// Returns the indices of the cells that the search has reached, on a map of `cells` cells, row by row.
    pub fn reached(&self, cells: usize) -> impl Iterator<Item = usize> {
        (0..cells.min(self.cells.len())).filter(|&at| self.is_reached(at))
    }
}

impl std::fmt::Debug for Records {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Records").field("cells", &self.cells.len()).finish_non_exhaustive()
    }
}

/// The steps from a cell that may change the record of a neighbour.
///
/// Which ones do is unpredictable, so all eight neighbours are compared without a branch.
#[derive(Clone, Copy, Debug)]
pub struct Improvements<'a> {
    /// Width of the map.
    width: usize,
    /// Costs of a straight and of a diagonal step, each times the weight of a cell without one.
    costs: StepCosts,
    /// Factors of the cells, or none on even ground.
    weights: &'a [u32],
    /// Whether an arrival at equal cost may change something.
    equal_matters: bool,
}

impl<'a> Improvements<'a> {
    /// Prepares for a map. Returns `None` if the cost of a step depends on more than its direction and a weight.
    pub fn on(map: &'a Passage, equal_matters: bool) -> Option<Self> {
        let width = usize::from(map.size().width);
        Some(Self { width, costs: map.costs(), weights: map.plain_weights()?, equal_matters })
    }

    /// Returns the directions of the steps from the cell with index `at` and cost `g` that lower the cost of a neighbour, or
    /// equal it where that may change something. What it says of steps that are not legal means nothing.
    #[expect(clippy::inline_always, reason = "called once, in the innermost loop of a search")]
    #[inline(always)]
    pub fn of(&self, records: &Records, at: usize, g: u64) -> u8 {
        let Records { cells, ranks, .. } = records;
        // Records that leave out bits of the cost call costs equal that are not.
        let equal_matters = self.equal_matters || ranks.left_out > 0;
        let unit = u64::from(self.costs.weight_unit);
        let [straight, diagonal] = [self.costs.straight, self.costs.diagonal].map(u64::from);
        if self.weights.is_empty() {
            let [straight, diagonal] =
                [straight, diagonal].map(|cost| ranks.least_improved(g + cost * unit, equal_matters));
            return self.compare(cells, at, |_, dir| if dir.is_diagonal() { diagonal } else { straight });
        }
        self.compare(cells, at, |to, dir| {
            let weight = self.weights.get(to).map_or(0, |&weight| u64::from(weight));
            let cost = if dir.is_diagonal() { diagonal } else { straight };
            ranks.least_improved(g + cost * if weight == 0 { unit } else { weight }, equal_matters)
        })
    }

    /// Returns the directions in which the record is below `least`, of the index of its cell and the direction.
    #[expect(clippy::inline_always, reason = "the directions are constants in it")]
    #[inline(always)]
    fn compare(&self, cells: &[Record], at: usize, least: impl Fn(usize, Dir) -> Record) -> u8 {
        let none = [UNKNOWN; 3];
        let mut dirs = 0;
        for (first, row) in [
            (at.wrapping_sub(self.width + 1), [Some(Dir::Nw), Some(Dir::N), Some(Dir::Ne)]),
            (at.wrapping_sub(1), [Some(Dir::W), None, Some(Dir::E)]),
            (at + self.width - 1, [Some(Dir::Sw), Some(Dir::S), Some(Dir::Se)]),
        ] {
            // Cells beyond the map have no legal steps onto them.
            let known = cells.get(first..first.wrapping_add(3)).and_then(|row| row.try_into().ok()).unwrap_or(&none);
            for (k, dir) in row.into_iter().enumerate() {
                if let Some(dir) = dir {
                    dirs |= u8::from(least(first.wrapping_add(k), dir) > known[k]) << dir as u8;
                }
            }
        }
        dirs
    }
}
