//! What floods write of cells, and keep: nothing is cleared between two of them, and what is free ground or a wall is not looked
//! up again.

use super::choose::List;
use super::flood::NONE;
use super::memory::Memory;
use crate::geometry::{Cell, Dir, Size};

/// What a flood says of a cell.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) value: u32,
    /// The number of the flood that wrote it; for every other one the cell is new. Numbers fall from flood to flood.
    flood: u16,
    /// [`APART`], [`SAFE`], [`FREE`] and [`UNKNOWN`]. In one byte, so that a spot takes no more than eight.
    pub(super) is: u8,
    pub(super) list: Option<List>,
}

/// An unexplored door: nothing leads through it, so its value counts for itself alone.
pub(super) const APART: u8 = 1;
/// Reached while traps waited: what they make cheaper does not count here.
pub(super) const SAFE: u8 = 2;

/// Ground that costs nothing and where nothing lies, as was found where nobody listens; it holds for later floods too.
pub(super) const FREE: u8 = 4;

/// An unknown cell. Arrivals that cost as much as its value count too, so what is kept is one more than that.
pub(super) const UNKNOWN: u8 = 8;

/// How many spots lie between two rows: a line of the cache.
const PAD: usize = 8;

const NEW: Spot = Spot { flood: u16::MAX, value: NONE, is: 0, list: None };
/// A wall, as was found where nobody listens, or what lies round the map. It belongs to no flood, so it has no value; that of
/// the spot is the lowest there is, so that no arrival lowers it.
const WALL: Spot = Spot { flood: 0, value: 0, is: 0, list: None };

impl Spot {
    /// What an arrival is compared by: its value, and less than what any flood before has left.
    #[inline]
    const fn rank(self) -> u64 {
        (self.flood as u64) << 32 | self.value as u64
    }
}

/// What floods say of each cell of one memory's map.
#[derive(Clone, Default)]
pub(super) struct Spots {
    /// Row by row, each of them [`Self::stride`] long, with a rim round the map.
    all: Vec<Spot>,
    /// How large the map is.
    size: Size,
    /// How many changes of the memory are known of.
    changes: usize,
    /// How far apart two rows lie: a little more than the map is wide. Rows of 512 cells would lie a page apart, and all cells of
    /// a column would have to share a few places of the processor's cache.
    stride: usize,
    /// The number of the last flood.
    number: u16,
}

impl Spots {
    /// Makes all cells new for another flood. What was found out of those that were learnt anew since is forgotten.
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

    /// Makes all cells new, and the rim.
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

    /// Puts a cell that has a value on a list, if it was on none; whether it was not.
    pub(super) fn list(&mut self, cell: Cell, list: List) -> bool {
        let at = self.index(cell);
        self.all[at].list.replace(list).is_none()
    }

    /// What is a wall stays one until something else is learnt of it.
    pub(super) fn wall(&mut self, cell: Cell) {
        let at = self.index(cell);
        self.all[at] = WALL;
    }

    /// Whether the cell was found to be free of cost, by this flood or one before.
    #[inline]
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.all[self.index(cell)].is & FREE != 0
    }

    /// How many cells have a value.
    pub(super) fn reached(&self) -> usize {
        self.all.iter().filter(|spot| spot.flood == self.number).count()
    }

    /// What an arrival with a value is compared by.
    #[inline]
    pub(super) const fn rank(&self, value: u32) -> u64 {
        Spot { flood: self.number, value, ..NEW }.rank()
    }

    /// The same of a spot, by its index: an arrival of a lower rank lowers its value.
    #[inline]
    pub(super) fn rank_at(&self, index: usize) -> u64 {
        self.all[index].rank()
    }

    /// Whether a value is lower than that of a cell, or of an unknown one no higher.
    #[inline]
    pub(super) fn lowers(&self, cell: Cell, value: u32) -> bool {
        value != NONE && self.rank(value) < self.rank_at(self.index(cell))
    }

    /// How many spots further on the neighbour in a direction lies.
    pub(super) const fn offset(&self, dir: Dir) -> isize {
        let (dx, dy) = dir.offset();
        dy as isize * self.stride as isize + dx as isize
    }
}
