//! Records of cells that searches have reached: one word for each cell, which the next search need not clear.

use crate::geometry::Dir;
use crate::movement::{Passage, StepCosts};

/// The record of a cell in one word. From the highest bit: the number of the search, how much g is below the largest one,
/// the parent (direction + 1), and whether the cell is closed.
///
/// So of two records of a cell, the larger one is of the later search, or of the lower cost. All zeros means "no search
/// wrote this". Zeroed memory takes no physical memory until it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record(u64);

/// The record of a cell that no search has reached.
pub const UNKNOWN: Record = Record(0);
/// Number of bits below g: four for the parent, one for the closed flag.
const BELOW: u32 = 5;
/// Number of bits of g where steps have different costs.
const WIDE: u32 = 54;

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

    /// Returns the record as closed.
    #[inline]
    #[must_use]
    pub const fn closed(self) -> Self {
        Self(self.0 | 1)
    }

    /// Returns the record with another parent.
    #[inline]
    #[must_use]
    pub const fn with_parent(self, dir: Dir) -> Self {
        Self(self.0 & !0b1_1110 | (dir as u64 + 1) << 1)
    }

    /// Returns the part that says search and cost.
    #[inline]
    pub const fn rank(self) -> u64 {
        self.0 >> BELOW
    }
}

/// Tells the records of one search from those of earlier ones, and their costs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ranks {
    /// The lowest rank of the search: the one with the largest g.
    first: u64,
    /// The largest g: a number of ones.
    largest: u64,
}

impl Ranks {
    /// Returns the ranks of the next search, where no cost is above `most`, and whether records of earlier searches may stay.
    fn next(self, most: Option<u64>) -> (Self, bool) {
        let bits = most.map_or(WIDE, |most| (u64::BITS - most.leading_zeros()).min(WIDE));
        let largest = (1 << bits) - 1;
        let number = (self.first >> bits) + 1;
        let is_next = largest == self.largest && number + 1 < 1 << (u64::BITS - BELOW - bits);
        (Self { first: if is_next { number } else { 1 } << bits, largest }, is_next)
    }

    /// Returns the rank of a record with this cost.
    #[inline]
    pub const fn of(self, g: u64) -> u64 {
        self.first | (self.largest - g)
    }

    /// Returns a record that is larger than those of cells where an arrival at cost `g` changes something. Whether an equal
    /// cost does is `equal_counts`.
    #[inline]
    const fn least_improved(self, g: u64, equal_counts: bool) -> Record {
        Record((self.of(g) << BELOW) + ((equal_counts as u64) << BELOW))
    }

    /// Returns an open record.
    #[inline]
    pub const fn open(self, g: u64, parent: Option<Dir>) -> Record {
        let parent = match parent {
            Some(dir) => dir as u64 + 1,
            None => 0,
        };
        Record(self.of(g) << BELOW | parent << 1)
    }

    /// Returns whether this search wrote the record.
    #[inline]
    pub const fn has(self, record: Record) -> bool {
        record.rank() >= self.first
    }

    /// Returns the cost in a record of this search.
    #[inline]
    pub const fn g(self, record: Record) -> u64 {
        self.largest - (record.rank() & self.largest)
    }
}

/// The records of all cells of a map, which the next search reuses. On a map of the same size or smaller, nothing is
/// allocated, and nothing is cleared.
#[derive(Clone, Default)]
pub struct Records {
    /// The record of each cell, row by row. A larger map before may have left more.
    pub cells: Vec<Record>,
    /// Ranks of the last search.
    pub ranks: Ranks,
}

impl Records {
    /// Prepares for a search on a map.
    pub fn restart(&mut self, map: &Passage) {
        let (cells, costs) = (map.size().area(), map.costs());
        // A cheapest path enters each cell at most once. Where steps have different costs, a path may cost much.
        let most = map.is_even().then(|| cells as u64 * u64::from(costs.straight.max(costs.diagonal)));
        let (ranks, is_next) = self.ranks.next(most);
        self.ranks = ranks;
        // Allocates zeroed memory instead of growing the old, because the old contents are not needed.
        if self.cells.len() < cells {
            self.cells = vec![UNKNOWN; cells];
        } else if !is_next {
            self.cells.fill(UNKNOWN);
        }
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
    equal_counts: bool,
}

impl<'a> Improvements<'a> {
    /// Prepares for a map. Returns `None` if the cost of a step depends on more than its direction and a weight.
    pub fn on(map: &'a Passage, equal_counts: bool) -> Option<Self> {
        let width = usize::from(map.size().width);
        Some(Self { width, costs: map.costs(), weights: map.plain_weights()?, equal_counts })
    }

    /// Returns the directions of the steps from the cell with index `at` and cost `g` that lower the cost of a neighbour, or
    /// equal it where that may change something. What it says of steps that are not legal means nothing.
    #[expect(clippy::inline_always, reason = "called once, in the innermost loop of a search")]
    #[inline(always)]
    pub fn from(&self, cells: &[Record], ranks: Ranks, at: usize, g: u64) -> u8 {
        let unit = u64::from(self.costs.weight_unit);
        let [straight, diagonal] = [self.costs.straight, self.costs.diagonal].map(u64::from);
        if self.weights.is_empty() {
            let [straight, diagonal] =
                [straight, diagonal].map(|cost| ranks.least_improved(g + cost * unit, self.equal_counts));
            return self.compare(cells, at, |_, dir| if dir.is_diagonal() { diagonal } else { straight });
        }
        self.compare(cells, at, |to, dir| {
            let weight = self.weights.get(to).map_or(0, |&weight| u64::from(weight));
            let cost = if dir.is_diagonal() { diagonal } else { straight };
            ranks.least_improved(g + cost * if weight == 0 { unit } else { weight }, self.equal_counts)
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
