//! Jump point search without events, which scans whole words of bits.
//!
//! A jump looks for the next set bit in a line ([`super::lines`]). A diagonal run does not stop when a straight jump
//! from it finds a jump point: the parent of that point is the cell where the diagonal run began. The tests compare its
//! path lengths with those of A* on thousands of maps.
//!
//! Source: Daniel Harabor and Alban Grastien, *Improving Jump Point Search*, 2014.

use super::lines::{BitMap, Place, cell, place};
use crate::bucket_queue::{BucketQueue, Entry};
use crate::heuristic::Heuristic;
use crate::movement::{Corners, StepCosts};
use crate::{Cell, Dir, GridMap, Size};

/// A record of one jump point.
#[derive(Clone, Copy)]
struct Record {
    g: u64,
    /// Index of the parent jump point. The start is its own parent.
    parent: u32,
    /// Number of the search that wrote the record. In any other search the cell counts as new.
    search: u16,
    taken: bool,
    /// Direction of the straight run that reached the cell. `None` at the start.
    came: Option<Dir>,
}

const NEW: Record = Record { g: 0, parent: 0, search: 0, taken: false, came: None };

/// A map prepared for jump point search, with the working memory of its searches. It supports only ground of even cost
/// without corner cutting.
#[derive(Clone)]
pub struct JumpPointFinder {
    size: Size,
    map: BitMap,
    records: Vec<Record>,
    /// Open list, ordered by f, then by the lower estimate to the goal.
    open: BucketQueue,
    search: u16,
}

impl std::fmt::Debug for JumpPointFinder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JumpPointFinder").field("size", &self.size).finish_non_exhaustive()
    }
}

const COSTS: StepCosts = StepCosts::OCTILE;

impl JumpPointFinder {
    /// Prepares a map. Returns `None` if the map has weights, or if its rules are not eight neighbours without corner
    /// cutting. Jump point search is not correct on such maps.
    pub fn new(map: &GridMap) -> Option<Self> {
        let rules = map.rules();
        if rules.order.len() != 8 || rules.corners != Corners::Never || map.is_weighted() {
            return None;
        }
        let size = map.size();
        let map = BitMap::new(size, |cell| map.is_free(cell));
        Some(Self { size, map, records: vec![NEW; size.area()], open: BucketQueue::default(), search: 0 })
    }

    /// Updates whether `cell` of the changed map is free. The cell must be on the map.
    pub fn change(&mut self, map: &GridMap, cell: Cell) {
        self.map.set(cell, map.is_free(cell));
    }

    /// Returns a shortest path between two cells, both included. Returns `None` if there is none, or if either cell is
    /// blocked or outside the map.
    pub fn path(&mut self, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let stands = |cell| self.size.contains(cell) && !self.map.is_blocked(place(cell));
        if !stands(from) || !stands(to) {
            return None;
        }
        self.restart(from, to);
        while let Some(Entry { cell: at, .. }) = self.open.pop() {
            let number = self.size.index(at);
            let record = &mut self.records[number];
            if std::mem::replace(&mut record.taken, true) {
                continue;
            }
            if at == to {
                return Some(self.walk_back(to));
            }
            let record = *record;
            self.expand(at, record, place(to));
        }
        None
    }

    fn restart(&mut self, from: Cell, to: Cell) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.records.fill(NEW);
            1
        });
        let h = Heuristic::Octile.estimate(from, to, COSTS);
        self.open.restart(h.into(), 64 * u64::from(COSTS.diagonal));
        let at = self.size.index(from);
        self.records[at] = Record { parent: at as u32, search: self.search, ..NEW };
        self.open.push(Entry { key: h.into(), rank: h.into(), cell: from });
    }

    /// Jumps from a cell in every direction that is not pruned.
    fn expand(&mut self, at: Cell, record: Record, goal: Place) {
        let (from, number) = (place(at), self.size.index(at) as u32);
        let from_here = |g| Record { g, parent: number, search: self.search, ..NEW };
        let start = from_here(record.g);
        let Some(came) = record.came else {
            for dir in Dir::STRAIGHT {
                self.straight(from, dir, start, goal);
            }
            for (horizontal, vertical) in [(Dir::E, Dir::S), (Dir::W, Dir::S), (Dir::E, Dir::N), (Dir::W, Dir::N)] {
                self.diagonal(from, horizontal, vertical, start, goal);
            }
            return;
        };
        self.straight(from, came, start, goal);
        let sides = if matches!(came, Dir::E | Dir::W) { [Dir::S, Dir::N] } else { [Dir::E, Dir::W] };
        for side in sides {
            // A forced neighbour: the side cell here is free, and the side cell of the previous cell is blocked.
            let behind = neighbour(from, came.opposite());
            if !self.map.is_blocked(neighbour(from, side)) && self.map.is_blocked(neighbour(behind, side)) {
                self.straight(from, side, start, goal);
                let (horizontal, vertical) = if matches!(came, Dir::E | Dir::W) { (came, side) } else { (side, came) };
                self.diagonal(from, horizontal, vertical, start, goal);
            }
        }
    }

    #[inline]
    fn straight(&mut self, from: Place, dir: Dir, start: Record, goal: Place) {
        if let Some((to, steps)) = self.map.jump(from, dir, goal) {
            let g = start.g + steps * u64::from(COSTS.straight);
            self.arrive(to, Record { g, came: Some(dir), ..start }, goal);
        }
    }

    /// Runs along a diagonal, and jumps straight from each of its cells.
    fn diagonal(&mut self, from: Place, horizontal: Dir, vertical: Dir, start: Record, goal: Place) {
        let (mut at, mut next) = (from, start);
        loop {
            let (across, along) = (neighbour(at, horizontal), neighbour(at, vertical));
            let to = (across.0, along.1);
            if self.map.is_blocked(across) || self.map.is_blocked(along) || self.map.is_blocked(to) {
                return;
            }
            at = to;
            next.g += u64::from(COSTS.diagonal);
            if at == goal {
                self.arrive(at, next, goal);
                return;
            }
            self.straight(at, horizontal, next, goal);
            self.straight(at, vertical, next, goal);
        }
    }

    #[inline]
    fn arrive(&mut self, to: Place, record: Record, goal: Place) {
        let to = cell(to);
        let old = &mut self.records[self.size.index(to)];
        if old.search == record.search && old.g <= record.g {
            return;
        }
        *old = record;
        let h = Heuristic::Octile.estimate(to, cell(goal), COSTS);
        self.open.push(Entry { key: record.g + u64::from(h), rank: h.into(), cell: to });
    }

    /// Returns the path from jump point to jump point. Each section starts with its diagonal steps.
    fn walk_back(&self, end: Cell) -> Vec<Cell> {
        let mut corners = vec![end];
        let mut at = self.size.index(end);
        while let Some(record) = self.records.get(at)
            && record.parent as usize != at
        {
            at = record.parent as usize;
            corners.push(self.size.cell(at));
        }
        corners.reverse();
        let mut cells: Vec<Cell> = corners.first().copied().into_iter().collect();
        for pair in corners.windows(2) {
            let (mut here, there) = (pair[0], pair[1]);
            while here != there {
                let toward = |a: u16, b: u16| if a < b { a + 1 } else { a - u16::from(a > b) };
                here = Cell::new(toward(here.x, there.x), toward(here.y, there.y));
                cells.push(here);
            }
        }
        cells
    }
}

/// Returns the place next to another in a straight direction.
#[inline]
const fn neighbour((x, y): Place, dir: Dir) -> Place {
    match dir {
        Dir::E => (x + 1, y),
        Dir::W => (x - 1, y),
        Dir::S => (x, y + 1),
        _ => (x, y - 1),
    }
}
