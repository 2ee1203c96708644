//! The plan and its repair: the costs to the goal, and the queue of cells whose g differs from their rhs.

use super::super::{End, Ground};
use super::event::DStarLiteEvent as E;
use crate::{Cell, Dir, Grid, Observer};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

/// The cost of a cell without a path to the goal.
pub(super) const FAR: u64 = u64::MAX;

/// A key: the estimated cost of a path over the cell, then the cost of the rest from the cell.
type Key = (u64, u64);

/// The record of a cell.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// The cost of the rest of the path, as it was settled.
    pub(super) g: u64,
    /// The least step cost plus g of a neighbour: a lookahead of one step.
    pub(super) rhs: u64,
    /// The estimated cost in the key of the cell's queue entry.
    estimate: u64,
    /// The age of that entry, or [`NOT_QUEUED`].
    age: u32,
    /// The direction of the neighbour that gives rhs.
    next: Option<Dir>,
}

const NOT_QUEUED: u32 = u32::MAX;

/// A plan from all cells to the goal, as far as it was needed. `ground.start` is the walker's cell.
pub(super) struct Plan {
    pub(super) ground: Ground,
    pub(super) records: Grid<Record>,
    /// The lowest key first, and for equal keys the oldest. An entry is outdated if its age differs from that of its
    /// cell.
    queue: BinaryHeap<Reverse<(Key, u32, Cell)>>,
    queued: u32,
    /// How far the walker has moved since the first plan, by the heuristic. Older keys are too small by up to this
    /// amount.
    pub(super) walked: u64,
    pub(super) expanded: u64,
}

impl Plan {
    pub(super) fn new<O: Observer<E>>(ground: Ground, o: &mut O) -> ControlFlow<O::Halt, Self> {
        let none = Record { g: FAR, rhs: FAR, estimate: 0, age: NOT_QUEUED, next: None };
        let records = Grid::within(ground.size(), none, &mut || o.goes_on())?;
        let mut plan = Self { ground, records, queue: BinaryHeap::new(), queued: 0, walked: 0, expanded: 0 };
        let goal = plan.ground.goal;
        if plan.can_stand(goal) {
            plan.records[goal].rhs = 0;
            plan.enqueue(goal, o)?;
        }
        Continue(plan)
    }

    /// Returns whether a walker could be on a cell.
    fn can_stand(&self, cell: Cell) -> bool {
        cell == self.ground.start || self.ground.map.is_open(cell)
    }

    fn key(&self, cell: Cell) -> Key {
        let least = self.records[cell].g.min(self.records[cell].rhs);
        if least == FAR {
            return (FAR, FAR);
        }
        (least + self.ground.estimate(self.ground.start, cell) + self.walked, least)
    }

    fn enqueue<O: Observer<E>>(&mut self, cell: Cell, o: &mut O) -> ControlFlow<O::Halt> {
        let (key, age) = (self.key(cell), self.queued);
        self.queued += 1;
        let Record { g, rhs, next, .. } = self.records[cell];
        (self.records[cell].estimate, self.records[cell].age) = (key.0, age);
        if self.queue.len() > 2 * self.records.as_slice().len() {
            let records = &self.records;
            self.queue.retain(|&Reverse((_, age, cell))| records[cell].age == age);
        }
        self.queue.push(Reverse((key, age, cell)));
        o.on(E::Queued { cell, from: next, g: key.1, key: key.0, rises: g < rhs })
    }

    /// Recomputes rhs of a cell from its neighbours, and queues the cell if its g differs.
    pub(super) fn ask<O: Observer<E>>(&mut self, cell: Cell, o: &mut O) -> ControlFlow<O::Halt> {
        let goal = self.ground.goal;
        let old = self.records[cell];
        let (mut rhs, mut next) = (FAR, None);
        if cell == goal {
            rhs = if self.can_stand(cell) { 0 } else { FAR };
        } else if self.can_stand(cell) {
            for (to, from, step) in self.ground.around(cell) {
                if let (Ok(price), g) = (step, self.records[to].g)
                    && g != FAR
                    && g + price < rhs
                {
                    (rhs, next) = (g + price, Some(from.opposite()));
                }
            }
        }
        (self.records[cell].rhs, self.records[cell].next) = (rhs, next);
        let same = (rhs, next) == (old.rhs, old.next);
        let waits = old.age != NOT_QUEUED;
        // The cell is queued as it should be, or has no reason to be.
        if same && waits == (old.g != rhs) && (!waits || old.estimate == self.key(cell).0) {
            return Continue(());
        }
        self.records[cell].age = NOT_QUEUED;
        match old.g {
            g if g != rhs => self.enqueue(cell, o),
            FAR => o.on(E::Lost { cell }),
            g => o.on(E::Agreed { cell, from: next, g }),
        }
    }

    /// Recomputes rhs of all cells from which a step leads to `cell`.
    fn ask_before<O: Observer<E>>(&mut self, cell: Cell, o: &mut O) -> ControlFlow<O::Halt> {
        let before: Vec<Cell> = self.ground.around_from(End::Goal, cell).filter(|b| b.2.is_ok()).map(|b| b.0).collect();
        before.into_iter().try_for_each(|cell| self.ask(cell, o))
    }

    /// Settles and raises cells until the cost from the walker's cell is certain.
    pub(super) fn mend<O: Observer<E>>(&mut self, o: &mut O) -> ControlFlow<O::Halt> {
        while let Some(&Reverse((key, age, cell))) = self.queue.peek() {
            if self.records[cell].age != age {
                self.queue.pop();
                continue;
            }
            let start = self.ground.start;
            if key >= self.key(start) && self.records[start].rhs == self.records[start].g {
                break;
            }
            self.queue.pop();
            self.records[cell].age = NOT_QUEUED;
            if key < self.key(cell) {
                // The cell was queued when the walker was at another cell.
                self.enqueue(cell, o)?;
                continue;
            }
            self.expanded += 1;
            let Record { g, rhs, next, .. } = self.records[cell];
            if g > rhs {
                self.records[cell].g = rhs;
                o.on(E::Settled { cell, from: next, g: rhs })?;
            } else {
                self.records[cell].g = FAR;
                o.on(E::Raised { cell, g })?;
                self.ask(cell, o)?;
            }
            self.ask_before(cell, o)?;
        }
        Continue(())
    }

    /// Returns the best step from the walker's cell: the next cell, the direction back, the step cost and the cost
    /// of the rest.
    pub(super) fn step(&self) -> Option<(Cell, Dir, u64, u64)> {
        let ways = self.ground.around(self.ground.start).filter_map(|(to, from, step)| {
            let (price, rest) = (step.ok()?, self.records[to].g);
            (rest != FAR).then_some((to, from, price, rest))
        });
        ways.min_by_key(|&(_, _, price, rest)| price + rest)
    }
}
