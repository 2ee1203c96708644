//! Searches as a game without a debugger writes them, as fast as they get without tricks: with a border of walls, and
//! with reused memory.

use crate::peer::{DIAGONAL, STRAIGHT, bordered};
use gridscope_trace::geometry::Cell;
use gridscope_trace::grid::Grid;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::hint::black_box;

/// Record of a cell in A*. It is valid only if its round is the current one.
#[derive(Clone, Copy, Default)]
struct Record {
    round: u32,
    g: u32,
    parent: u32,
    closed: bool,
}

/// A* with octile costs, an array of records, and the heap of the standard library.
pub struct AStarByHand {
    stride: usize,
    free: Vec<bool>,
    records: Vec<Record>,
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    round: u32,
}

impl AStarByHand {
    /// Builds a search on a map.
    pub fn of(free: &Grid<bool>) -> Self {
        let stride = usize::from(free.size().width) + 2;
        let free = bordered(free, false);
        let records = vec![Record::default(); free.len()];
        Self { stride, free, records, open: BinaryHeap::new(), round: 0 }
    }

    /// Returns the cost in units of a cheapest path.
    pub fn search(&mut self, start: Cell, goal: Cell) -> Option<u64> {
        let Self { stride, free, records, open, round } = self;
        let stride = *stride;
        let index = |c: Cell| (usize::from(c.y) + 1) * stride + usize::from(c.x) + 1;
        let (from, to) = (index(start), index(goal));
        let (goal_x, goal_y) = ((to % stride) as u32, (to / stride) as u32);
        let estimate = |at: usize| {
            let (dx, dy) = (((at % stride) as u32).abs_diff(goal_x), ((at / stride) as u32).abs_diff(goal_y));
            STRAIGHT * dx.abs_diff(dy) + DIAGONAL * dx.min(dy)
        };
        *round += 1;
        open.clear();
        records[from] = Record { round: *round, ..Record::default() };
        open.push(Reverse((estimate(from), estimate(from), from as u32)));
        while let Some(Reverse((_, _, node))) = open.pop() {
            let at = node as usize;
            if std::mem::replace(&mut records[at].closed, true) {
                continue;
            }
            let g = records[at].g;
            if at == to {
                black_box(records[at].parent);
                return Some(g.into());
            }
            let (up, down) = (at - stride, at + stride);
            let east = free[at + 1];
            let west = free[at - 1];
            let south = free[down];
            let north = free[up];
            for (open_corner, next, cost) in [
                (true, at + 1, STRAIGHT),
                (true, at - 1, STRAIGHT),
                (true, down, STRAIGHT),
                (true, up, STRAIGHT),
                (south && east, down + 1, DIAGONAL),
                (south && west, down - 1, DIAGONAL),
                (north && east, up + 1, DIAGONAL),
                (north && west, up - 1, DIAGONAL),
            ] {
                if !open_corner || !free[next] {
                    continue;
                }
                let (record, g) = (&mut records[next], g + cost);
                if record.round != *round || g < record.g {
                    *record = Record { round: *round, g, parent: node, closed: false };
                    let h = estimate(next);
                    open.push(Reverse((g + h, h, next as u32)));
                }
            }
        }
        None
    }
}

/// Breadth-first search with eight neighbours over known cells, with a queue and an array of distances.
pub struct Flood {
    stride: usize,
    /// Unknown cells count as free, but the search does not continue from them.
    known: Vec<Option<bool>>,
    distances: Vec<u32>,
    queue: VecDeque<u32>,
}

impl Flood {
    /// Builds a flood over a map with unknown parts.
    pub fn of(known: &Grid<Option<bool>>) -> Self {
        let stride = usize::from(known.size().width) + 2;
        let known = bordered(known, Some(false));
        let distances = vec![u32::MAX; known.len()];
        Self { stride, known, distances, queue: VecDeque::new() }
    }

    /// Floods from a cell, and returns how many cells were reached.
    pub fn from(&mut self, from: Cell) -> usize {
        let at = self.index(from);
        let Self { stride, known, distances, queue } = self;
        let stride = *stride;
        distances.fill(u32::MAX);
        distances[at] = 0;
        queue.push_back(at as u32);
        let mut cells = 1;
        while let Some(at) = queue.pop_front() {
            let at = at as usize;
            if known[at].is_none() {
                continue;
            }
            let next = distances[at] + 1;
            let (up, down) = (at - stride, at + stride);
            for to in [up - 1, up, up + 1, at - 1, at + 1, down - 1, down, down + 1] {
                if known[to] != Some(false) && distances[to] == u32::MAX {
                    distances[to] = next;
                    cells += 1;
                    queue.push_back(to as u32);
                }
            }
        }
        cells
    }

    /// Returns the distance of a cell in the last flood.
    pub fn distance(&self, cell: Cell) -> u32 {
        self.distances[self.index(cell)]
    }

    fn index(&self, cell: Cell) -> usize {
        (usize::from(cell.y) + 1) * self.stride + usize::from(cell.x) + 1
    }
}
