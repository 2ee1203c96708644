//! The exact cost of the rest of the way, and whether there is a way at all.

use super::Rule;
use super::facts::Facts;
use super::search::Avoided;
use crate::core::geometry::Cell;
use crate::core::trace::Control;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// A number that can be ordered: costs are never NaN.
#[derive(PartialEq)]
struct Cost(f64);

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

/// How many cells are looked at in one log to learn whether ways lead somewhere and what they cost: the largest map once.
const MOST: usize = 1 << 24;

/// Room for the numbers of a search, used by one after the other: a cell is new to a search until it is stamped.
/// A search that nobody waits for any more ends early; what it says then is not to be used.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    stamps: Vec<(u32, f64, bool)>,
    now: u32,
    pub(super) control: &'a Control,
    /// How many cells were looked at.
    looked: usize,
    /// The line from which on each rule is not asked any more.
    pub(super) unasked_from: BTreeMap<Rule, usize>,
}

impl<'a> Ways<'a> {
    /// Searches as long as nobody cancels.
    pub(super) const fn new(control: &'a Control) -> Self {
        Self { stamps: Vec::new(), now: 0, control, looked: 0, unasked_from: BTreeMap::new() }
    }

    /// Whether a rule is still asked at a line: each time may look at the whole map.
    pub(super) fn still_asks(&mut self, rule: Rule, line: usize) -> bool {
        let asks = self.looked < MOST;
        if !asks {
            self.unasked_from.entry(rule).or_insert(line);
        }
        asks
    }

    fn is_stopped(&self) -> bool {
        self.control.stopped().is_err()
    }

    /// Begins a search on a ground of so many cells.
    fn begin(&mut self, cells: usize) {
        if self.stamps.len() != cells || self.now == u32::MAX {
            self.stamps = vec![(0, 0.0, false); cells];
            self.now = 0;
        }
        self.now += 1;
    }

    /// What the cheapest way from each of some cells to a goal costs, by Dijkstra's algorithm (E. W. Dijkstra, *A Note on
    /// Two Problems in Connexion with Graphs*, 1959) against the steps, on ground that can certainly be entered. A cell
    /// from which no such way leads there is not told. `avoided` are cells that are not entered. `tell` takes a cell and its
    /// cost, and says whether it is one of the `many` that are wanted. What costs more than `most` is not asked.
    pub(super) fn rests(
        &mut self,
        facts: &Facts,
        goal: Cell,
        (many, most): (usize, f64),
        avoided: &Avoided<'_>,
        mut tell: impl FnMut(Cell, f64) -> bool,
    ) {
        let mut found = 0;
        let Some(size) = facts.size().filter(|_| !avoided.contains(goal) && !facts.is_blocked(goal)) else { return };
        self.begin(size.area());
        let now = self.now;
        self.stamps[size.index(goal)] = (now, 0.0, false);
        let mut open = BinaryHeap::from([Reverse((Cost(0.0), goal))]);
        while let Some(Reverse((Cost(cost), cell))) = open.pop() {
            self.looked += 1;
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
            // The step leads from there to here: its price is that of entering this cell.
            for before in facts.beside(cell, true) {
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
    pub(super) fn hops(
        &mut self,
        facts: &Facts,
        goal: Cell,
        start: Cell,
        avoided: &Avoided<'_>,
        mut tell: impl FnMut(Cell, f64),
    ) {
        let Some(size) = facts.size().filter(|_| !avoided.contains(goal)) else { return };
        self.begin(size.area());
        self.stamps[size.index(goal)] = (self.now, 0.0, false);
        let mut left = VecDeque::from([(goal, 0.0)]);
        while let Some((cell, steps)) = left.pop_front() {
            self.looked += 1;
            tell(cell, steps);
            if cell == start || self.is_stopped() {
                break;
            }
            for next in facts.beside(cell, true).filter(|&next| next == start || !avoided.contains(next)) {
                let known = &mut self.stamps[size.index(next)];
                if known.0 != self.now {
                    *known = (self.now, 0.0, false);
                    left.push_back((next, steps + 1.0));
                }
            }
        }
    }

    /// Whether a way leads from one cell to another; `sure` over cells that certainly can be entered, else over all that
    /// perhaps can.
    pub(super) fn is_joined(&mut self, facts: &Facts, from: Cell, to: Cell, sure: bool, avoided: &Avoided<'_>) -> bool {
        let Some(size) = facts.size().filter(|_| !avoided.contains(to) && (!sure || !facts.is_blocked(to))) else {
            return false;
        };
        self.begin(size.area());
        let mut left = VecDeque::from([from]);
        while let Some(cell) = left.pop_front() {
            self.looked += 1;
            if cell == to {
                return true;
            }
            if self.is_stopped() {
                break;
            }
            for next in facts.beside(cell, sure).filter(|next| !avoided.contains(*next)) {
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
