//! Per-cell data of floods. Nothing is cleared between two floods, and cells found to be free ground or walls are not
//! looked up again.

use super::choose::List;
use super::flood::NONE;
use super::memory::Memory;
use crate::geometry::{Cell, Dir, Size};

/// Flood data of a cell.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) value: u32,
    /// Number of the flood that wrote it. For all other floods the cell is new. Numbers fall from flood to flood.
    flood: u16,
    /// The bit flags [`APART`], [`SAFE`], [`FREE`] and [`UNKNOWN`]. They share one byte, so that a spot takes at most
    /// eight.
    pub(super) is: u8,
    pub(super) list: Option<List>,
}

/// An unexplored door. No path leads through it, so only its own value counts.
pub(super) const APART: u8 = 1;
/// Reached while traps were deferred. Cheaper arrivals over traps do not count here.
pub(super) const SAFE: u8 = 2;

/// Empty ground without extra cost, found by a flood whose observer does not listen. Stays valid for later floods.
pub(super) const FREE: u8 = 4;

/// An unknown cell. An arrival that equals its value also counts, so the stored value is one higher.
pub(super) const UNKNOWN: u8 = 8;

/// Number of spots between two rows: one cache line.
const PAD: usize = 8;

const NEW: Spot = Spot { flood: u16::MAX, value: NONE, is: 0, list: None };
/// A wall, found by a flood whose observer does not listen, or the rim around the map. It belongs to no flood, so it
/// has no value. Its stored value is the lowest possible, so no arrival lowers it.
const WALL: Spot = Spot { flood: 0, value: 0, is: 0, list: None };

impl Spot {
    /// Returns the rank by which arrivals are compared: the value, and below everything that earlier floods left.
    #[inline]
    const fn rank(self) -> u64 {
        (self.flood as u64) << 32 | self.value as u64
    }
}

/// Flood data of each cell of the map of one memory.
#[derive(Clone, Default)]
pub(super) struct Spots {
    /// The spots row by row, each row [`Self::stride`] long, with a rim around the map.
    all: Vec<Spot>,
    /// Size of the map.
    size: Size,
    /// Number of memory changes applied so far.
    changes: usize,
    /// Distance between two rows, a little more than the map width. Rows of 512 cells would be a page apart, so all
    /// cells of a column would compete for a few places in the processor cache.
    stride: usize,
    /// Number of the last flood.
    number: u16,
}

impl Spots {
    /// Makes all cells new for the next flood. Facts about cells learnt since the last flood are discarded.
    pub(super) fn renew(&mut self, memory: &Memory) {
        let same = self.size == memory.size() && self.number > WALL.flood + 1;
        match memory.changed_since(self.changes).filter(|_| same) {
            Some(changed) => {
                for &cell in changed {
                    let at = self.index(cell);
                    self.all[at] = NEW;
                }
            }
            None => self.clear(memory.size()),
        }
        self.changes = memory.changes();
        self.number -= 1;
    }

    /// Resets all cells and the rim.
    fn clear(&mut self, size: Size) {
        let [width, height] = [size.width, size.height].map(usize::from);
        (self.size, self.stride, self.number) = (size, width + PAD, NEW.flood);
        self.all.clear();
        self.all.resize(self.stride * (height + 2), WALL);
        for row in self.all.chunks_mut(self.stride).skip(1).take(height) {
            row[1..=width].fill(NEW);
        }
    }

    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        (usize::from(cell.y) + 1) * self.stride + usize::from(cell.x) + 1
    }

    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Spot {
        let spot = self.all[self.index(cell)];
        match spot.flood == self.number {
            true if spot.is & UNKNOWN != 0 => Spot { value: spot.value - 1, ..spot },
            true => spot,
            false => NEW,
        }
    }

    #[inline]
    pub(super) fn set(&mut self, cell: Cell, value: u32, is: u8) {
        let list = self.get(cell).list;
        let at = self.index(cell);
        let value = if is & UNKNOWN == 0 { value } else { value.saturating_add(1) };
        self.all[at] = Spot { flood: self.number, value, is, list };
    }

    /// Puts a cell that has a value on a list. Returns whether it was on none before.
    pub(super) fn list(&mut self, cell: Cell, list: List) -> bool {
        let at = self.index(cell);
        self.all[at].list.replace(list).is_none()
    }

    /// Marks a cell as a wall until the memory of it changes.
    pub(super) fn wall(&mut self, cell: Cell) {
        let at = self.index(cell);
        self.all[at] = WALL;
    }

    /// Returns whether this flood or an earlier one found the cell to be free of extra cost.
    #[inline]
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.all[self.index(cell)].is & FREE != 0
    }

    /// Returns the number of cells with a value.
    pub(super) fn reached(&self) -> usize {
        self.all.iter().filter(|spot| spot.flood == self.number).count()
    }

    /// Returns the rank of an arrival with a value.
    #[inline]
    pub(super) const fn rank(&self, value: u32) -> u64 {
        Spot { flood: self.number, value, ..NEW }.rank()
    }

    /// Returns the rank of the spot at an index. An arrival of lower rank lowers its value.
    #[inline]
    pub(super) fn rank_at(&self, index: usize) -> u64 {
        self.all[index].rank()
    }

    /// Returns whether a value is lower than that of a cell, or not higher than that of an unknown cell.
    #[inline]
    pub(super) fn lowers(&self, cell: Cell, value: u32) -> bool {
        value != NONE && self.rank(value) < self.rank_at(self.index(cell))
    }

    /// Returns the index offset of the neighbour in a direction.
    pub(super) const fn offset(&self, dir: Dir) -> isize {
        let (dx, dy) = dir.offset();
        dy as isize * self.stride as isize + dx as isize
    }
}
