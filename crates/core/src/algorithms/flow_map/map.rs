//! One map: the values of its cells, its sources, and the waves that move in it.

use super::event::FAR;
use super::ground::{Area, Ground};
use super::reason::Cause;
use crate::geometry::{Cell, Dir};
use std::collections::BTreeMap;

/// What a map keeps of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    pub value: i64,
    pub level: u32,
    pub toward: Option<Dir>,
}

const NOTHING: Record = Record { value: FAR, level: 0, toward: None };

#[derive(Clone, Debug)]
pub struct Map {
    pub area: Area,
    /// A record for each cell of the area, row-major.
    records: Vec<Record>,
    /// Exits and goals with their starting values, in the scene's order.
    pub sources: Vec<(Cell, i64)>,
    pub reached: u32,
}

impl Map {
    pub fn new(area: Area) -> Self {
        Self { area, records: vec![NOTHING; area.cells()], sources: Vec::new(), reached: 0 }
    }

    /// What is kept of a cell; nothing outside of the area.
    #[inline]
    pub fn record(&self, c: Cell) -> Record {
        if self.area.contains(c) { self.records[self.area.index(c)] } else { NOTHING }
    }

    /// The value of a cell; [`FAR`] outside of the area.
    #[inline]
    pub fn value(&self, c: Cell) -> i64 {
        self.record(c).value
    }

    /// Writes a cell that lies in the area.
    #[inline]
    pub fn set(&mut self, c: Cell, record: Record) {
        let old = std::mem::replace(&mut self.records[self.area.index(c)], record).value;
        self.reached = self.reached + u32::from(record.value != FAR) - u32::from(old != FAR);
    }

    pub fn clear(&mut self, c: Cell) {
        self.set(c, NOTHING);
    }

    /// The smallest starting value of the sources on a cell.
    pub fn source(&self, c: Cell) -> Option<i64> {
        self.sources.iter().filter(|s| s.0 == c).map(|s| s.1).min()
    }

    /// The best that a free cell is offered: its own starting value, or its lowest neighbour's value plus the step.
    /// Of equals the first in the neighbour order.
    pub fn offer(&self, ground: &Ground, c: Cell) -> (i64, Option<Dir>) {
        let mut best = (self.source(c).unwrap_or(FAR), None);
        for &dir in ground.dirs() {
            let Ok(n) = ground.step(c, dir, self.area) else { continue };
            let value = self.value(n);
            if value != FAR && value + ground.price(dir, c) < best.0 {
                best = (value + ground.price(dir, c), Some(dir));
            }
        }
        best
    }

    /// What holds a cell's value up: its own starting value (`Some(None)`), or a neighbour that is lower by at least
    /// the step. Support so falls strictly and cannot go round in a circle, even while waves are moving.
    #[expect(clippy::option_option, reason = "nothing, itself, or a neighbour")]
    pub fn support(&self, ground: &Ground, c: Cell) -> Option<Option<Dir>> {
        let value = self.value(c);
        if self.source(c).is_some_and(|start| start <= value) {
            return Some(None);
        }
        let holds = |&&dir: &&Dir| {
            let below = ground.step(c, dir, self.area).map_or(FAR, |n| self.value(n));
            below != FAR && below + ground.price(dir, c) <= value
        };
        ground.dirs().iter().find(holds).map(|&dir| Some(dir))
    }
}

/// Cells that wait, by value; of one value first in, first out. With steps of 1 this is a queue, else a priority
/// queue. The flag says whether the wave itself wrote the cell.
pub type Queue = BTreeMap<i64, Vec<(Cell, bool)>>;

/// A change that spreads through one map.
#[derive(Clone, Debug, Default)]
pub struct Wave {
    pub map: usize,
    pub from: Cell,
    pub cause: Cause,
    /// The first queue: cells whose support may be gone, by the values that they had.
    pub raise: Queue,
    /// The cells that were raised and can be reached again.
    pub raised: Vec<Cell>,
    /// The second queue: cells that the ripple goes on from.
    pub queue: Queue,
    pub levels: u32,
    /// The cells that were written, some more than once; forgotten once it is over.
    pub touched: Vec<Cell>,
    /// How many different cells that were.
    pub cells: u32,
    /// Whether its end was reported.
    pub over: bool,
}

impl Wave {
    /// A wave that has not begun to move.
    pub fn new(map: usize, from: Cell, cause: Cause) -> Self {
        Self { map, from, cause, ..Self::default() }
    }

    /// Whether it still takes values away; other waves of the map wait for that, or values without support could
    /// raise each other for ever.
    pub fn is_raising(&self) -> bool {
        !self.raise.is_empty() || !self.raised.is_empty()
    }

    pub fn is_done(&self) -> bool {
        !self.is_raising() && self.queue.is_empty()
    }
}
