//! Computes exact remaining costs, and whether a path exists at all.

use super::Rule;
use super::facts::Facts;
use super::search::Avoided;
use gridscope_trace::progress::pause;
use gridscope_trace::{Cell, Progress};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// A number that can be ordered, because it is never NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cost(pub(super) f64);

impl Eq for Cost {}

impl Ord for Cost {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Number of cells that are examined between two pauses.
const CELLS_AT_ONCE: usize = 2048;
/// Maximum number of cells examined in one log for costs and connections: the largest map once.
const MAX_CELLS: usize = 1 << 24;

/// Reusable memory for searches on the map. A cell is new to a search until it has the search's stamp. A cancelled
/// search ends early, and its result must not be used.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    stamps: Vec<(u32, f64, bool)>,
    now: u32,
    pub(super) progress: &'a Progress,
    /// Number of cells examined so far.
    looked: usize,
    /// Line from which on each rule is no longer checked.
    pub(super) unasked_from: BTreeMap<Rule, usize>,
}

impl<'a> Ways<'a> {
    /// Creates searches that end when `progress` is cancelled.
    pub(super) const fn new(progress: &'a Progress) -> Self {
        Self { stamps: Vec::new(), now: 0, progress, looked: 0, unasked_from: BTreeMap::new() }
    }

    /// Returns whether a rule is still checked at a line. Each check may examine the whole map.
    pub(super) fn is_still_checked(&mut self, rule: Rule, line: usize) -> bool {
        let asks = self.looked < MAX_CELLS;
        if !asks {
            self.unasked_from.entry(rule).or_insert(line);
        }
        asks
    }

    /// Counts a cell that is examined. Pauses now and then.
    async fn look_at_cell(&mut self) {
        self.looked += 1;
        if self.looked.is_multiple_of(CELLS_AT_ONCE) {
            pause().await;
        }
    }

    fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }

    /// Begins a search on a map of this many cells.
    fn begin(&mut self, cells: usize) {
        if self.stamps.len() != cells || self.now == u32::MAX {
            self.stamps = vec![(0, 0.0, false); cells];
            self.now = 0;
        }
        self.now += 1;
    }

    /// Computes the cheapest cost from cells to the nearest goal with Dijkstra's algorithm (E. W. Dijkstra, *A Note on Two
    /// Problems in Connexion with Graphs*, 1959). It works backwards from the goals, over cells that can certainly be
    /// entered.
    ///
    /// `avoided` cells are not entered. `tell` gets each reached cell with its cost and returns whether it is one of
    /// the `many` wanted cells. The search ends when all of these are found, or when the cost exceeds `most`.
    pub(super) async fn rests(
        &mut self,
        facts: &Facts,
        goals: &[Cell],
        (many, most): (usize, f64),
        avoided: &Avoided<'_>,
        mut tell: impl FnMut(Cell, f64) -> bool,
    ) {
        let mut found = 0;
        let Some(size) = facts.size() else { return };
        self.begin(size.area());
        let now = self.now;
        let mut open = BinaryHeap::new();
        for &goal in
            goals.iter().filter(|&&goal| size.contains(goal) && !avoided.contains(goal) && !facts.is_blocked(goal))
        {
            self.stamps[size.index(goal)] = (now, 0.0, false);
            open.push(Reverse((Cost(0.0), goal)));
        }
        while let Some(Reverse((Cost(cost), cell))) = open.pop() {
            self.look_at_cell().await;
            let known = &mut self.stamps[size.index(cell)];
            if std::mem::replace(&mut known.2, true) {
                continue;
            }
            if cost > most || self.is_stopped() {
                break;
            }
            if tell(cell, cost) {
                found += 1;
                if found == many {
                    break;
                }
            }
            if avoided.contains(cell) {
                continue;
            }
            // The step leads to this cell, so its cost is that of entering this cell.
            for before in facts.preceding_cells(cell) {
                let Some(price) = facts.one(before, cell) else { continue };
                let there = cost + price;
                let known = &mut self.stamps[size.index(before)];
                if known.0 != now || there < known.1 {
                    *known = (now, there, false);
                    open.push(Reverse((Cost(there), before)));
                }
            }
        }
    }

    /// Calls `tell` with each cell and its number of steps to a goal, until the start is reached.
    pub(super) async fn hops(
        &mut self,
        facts: &Facts,
        goal: Cell,
        start: Cell,
        avoided: &Avoided<'_>,
        mut tell: impl FnMut(Cell, f64),
    ) {
        let Some(size) = facts.size().filter(|size| size.contains(goal) && !avoided.contains(goal)) else { return };
        self.begin(size.area());
        self.stamps[size.index(goal)] = (self.now, 0.0, false);
        let mut left = VecDeque::from([(goal, 0.0)]);
        while let Some((cell, steps)) = left.pop_front() {
            self.look_at_cell().await;
            tell(cell, steps);
            if cell == start || self.is_stopped() {
                break;
            }
            for next in facts.preceding_cells(cell).filter(|&next| next == start || !avoided.contains(next)) {
                let known = &mut self.stamps[size.index(next)];
                if known.0 != self.now {
                    *known = (self.now, 0.0, false);
                    left.push_back((next, steps + 1.0));
                }
            }
        }
    }

    /// Returns whether a path leads from one cell to another. If `sure`, only over cells that can certainly be entered;
    /// otherwise over all that possibly can.
    pub(super) async fn is_joined(
        &mut self,
        facts: &Facts,
        from: Cell,
        to: Cell,
        sure: bool,
        avoided: &Avoided<'_>,
    ) -> bool {
        let Some(size) = facts.size().filter(|_| !avoided.contains(to) && (!sure || !facts.is_blocked(to))) else {
            return false;
        };
        self.begin(size.area());
        let mut left = VecDeque::from([from]);
        while let Some(cell) = left.pop_front() {
            self.look_at_cell().await;
            if cell == to {
                return true;
            }
            if self.is_stopped() {
                break;
            }
            for next in facts.reachable_neighbours(cell, sure).filter(|next| !avoided.contains(*next)) {
                let known = &mut self.stamps[size.index(next)];
                if known.0 != self.now {
                    *known = (self.now, 0.0, false);
                    left.push_back(next);
                }
            }
        }
        false
    }
}
