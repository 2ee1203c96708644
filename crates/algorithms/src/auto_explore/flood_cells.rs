//! Per-cell data of floods. Between two floods, only a few bits are cleared, in the rows that were flooded. Cells found to
//! be free ground or walls are not looked up again.

use super::choose::List;
use super::flood::NONE;
use super::memory::Memory;
use crate::geometry::{Cell, Dir, Size};
use std::ops::Range;

/// Flood data of a cell.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) value: u32,
    /// Number of the flood that wrote it. For all other floods the cell is new. Numbers fall from flood to flood.
    flood: u16,
    /// The bit flags [`APART`], [`SAFE`] and [`UNKNOWN`]. They share one byte, so that a spot takes at most eight.
    pub(super) is: u8,
    pub(super) list: Option<List>,
}

/// An unexplored door. No path leads through it, so only its own value counts.
pub(super) const APART: u8 = 1;
/// Reached while traps were deferred. Cheaper arrivals over traps do not count here.
pub(super) const SAFE: u8 = 2;

/// An unknown cell. An arrival that equals its value also counts, so the stored value is one higher.
pub(super) const UNKNOWN: u8 = 4;

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

/// A bit for each spot. Bits fit into a faster cache than spots.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    fn get(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    fn set(&mut self, index: usize, value: bool) {
        let bit = 1 << (index % 64);
        let word = &mut self.0[index / 64];
        *word = if value { *word | bit } else { *word & !bit };
    }

    fn fill(&mut self, len: usize, value: bool) {
        self.0.clear();
        self.0.resize(len.div_ceil(64), if value { u64::MAX } else { 0 });
    }
}

/// Result of an attempt to close a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    Now,
    Before,
    /// The cell is not known to be free, or has a value that may be lowered.
    No,
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
    /// Walls, found by floods whose observer does not listen, and the rim around the map.
    walls: Bits,
    /// Empty ground without extra cost, found by floods whose observer does not listen.
    free: Bits,
    /// Walls, and the free cells that this flood closed: no later arrival lowers their values.
    closed: Bits,
    /// The free cells without a value.
    closable: Bits,
    /// Values of closed cells.
    rings: Vec<u16>,
    /// The words of bits that may tell of cells with a value.
    flooded: Range<usize>,
    /// The bit flags of closed cells.
    closed_is: u8,
}

impl Spots {
    /// Makes all cells new for the next flood. Facts about cells learnt since the last flood are discarded. `closed_is`
    /// are the bit flags of closed cells.
    pub(super) fn renew(&mut self, memory: &Memory, closed_is: u8) {
        let same = self.size == memory.size() && self.number > WALL.flood + 1;
        match memory.changed_since(self.changes).filter(|_| same) {
            Some(changed) => {
                for &cell in changed {
                    let at = self.at(cell);
                    self.all[at] = NEW;
                    for bits in [&mut self.walls, &mut self.free, &mut self.closed, &mut self.closable] {
                        bits.set(at, false);
                    }
                }
                for word in std::mem::take(&mut self.flooded) {
                    self.closed.0[word] = self.walls.0[word];
                    self.closable.0[word] = self.free.0[word];
                }
            }
            None => self.clear(memory.size()),
        }
        self.changes = memory.changes();
        self.number -= 1;
        self.closed_is = closed_is;
    }

    /// Resets all cells and the rim.
    fn clear(&mut self, size: Size) {
        let [width, height] = [size.width, size.height].map(usize::from);
        (self.size, self.stride, self.number) = (size, width + PAD, NEW.flood);
        self.all.clear();
        self.all.resize(self.stride * (height + 2), WALL);
        self.rings.resize(self.all.len(), 0);
        for (bits, value) in [(&mut self.walls, true), (&mut self.free, false), (&mut self.closable, false)] {
            bits.fill(self.all.len(), value);
        }
        for row in (1..=height).map(|y| y * self.stride) {
            self.all[row + 1..=row + width].fill(NEW);
            (row + 1..=row + width).for_each(|at| self.walls.set(at, false));
        }
        self.closed.clone_from(&self.walls);
        self.flooded = 0..0;
    }

    #[inline]
    fn at(&self, cell: Cell) -> usize {
        (usize::from(cell.y) + 1) * self.stride + usize::from(cell.x) + 1
    }

    /// Returns the index of a cell's spot.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> u32 {
        self.at(cell) as u32
    }

    /// Returns the cell of a spot, by its index.
    #[inline]
    pub(super) const fn cell(&self, spot: u32) -> Cell {
        let stride = self.stride as u32;
        Cell::new((spot % stride - 1) as u16, (spot / stride - 1) as u16)
    }

    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Spot {
        let at = self.at(cell);
        if self.closed.get(at) && !self.walls.get(at) {
            return self.closed_spot(at);
        }
        let spot = self.all[at];
        match spot.flood == self.number {
            true if spot.is & UNKNOWN != 0 => Spot { value: spot.value - 1, ..spot },
            true => spot,
            false => NEW,
        }
    }

    #[inline]
    pub(super) fn set(&mut self, cell: Cell, value: u32, is: u8) {
        let list = self.get(cell).list;
        let at = self.at(cell);
        let value = if is & UNKNOWN == 0 { value } else { value.saturating_add(1) };
        self.all[at] = Spot { flood: self.number, value, is, list };
        self.closable.set(at, false);
    }

    /// Puts a cell that has a value on a list. Returns whether it was on none before.
    pub(super) fn list(&mut self, cell: Cell, list: List) -> bool {
        let at = self.at(cell);
        self.all[at].list.replace(list).is_none()
    }

    /// Marks a cell as a wall until the memory of it changes.
    pub(super) fn wall(&mut self, cell: Cell) {
        let at = self.at(cell);
        self.all[at] = WALL;
        self.walls.set(at, true);
        self.closed.set(at, true);
    }

    /// Marks a cell as free of extra cost until the memory of it changes.
    pub(super) fn free(&mut self, cell: Cell) {
        let at = self.at(cell);
        self.free.set(at, true);
        self.closable.set(at, self.get(cell).value == NONE);
    }

    /// Returns whether this flood or an earlier one found the cell to be free of extra cost.
    #[inline]
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.free.get(self.at(cell))
    }

    /// Lets cells at most `rings` steps from the start have a value in this flood.
    pub(super) fn extend(&mut self, start: Cell, rings: u32) {
        let (y, rings) = (usize::from(start.y) + 1, rings as usize);
        let rows = y.saturating_sub(rings)..y.saturating_add(rings).min(usize::from(self.size.height)) + 1;
        self.flooded = rows.start * self.stride / 64..(rows.end * self.stride).div_ceil(64);
    }

    /// Returns whether the spot at an index is of a wall or a closed cell.
    #[inline]
    pub(super) fn bars(&self, spot: u32) -> bool {
        self.closed.get(spot as usize)
    }

    /// Closes a free cell without a value, by the index of its spot: no later arrival may lower its value, the number of
    /// the ring.
    #[inline]
    pub(super) fn close(&mut self, spot: u32, ring: u16) -> Closed {
        let at = spot as usize;
        if !self.closable.get(at) {
            return if self.closed.get(at) { Closed::Before } else { Closed::No };
        }
        self.closable.set(at, false);
        self.closed.set(at, true);
        self.rings[at] = ring;
        Closed::Now
    }

    /// Opens the closed cells: from now on, arrivals may lower their values.
    pub(super) fn open_closed(&mut self) {
        for word in self.flooded.clone() {
            let closed = self.closed.0[word] & !self.walls.0[word];
            for at in (0..64).filter(|bit| closed >> bit & 1 != 0).map(|bit| word * 64 + bit) {
                self.all[at] = self.closed_spot(at);
            }
            self.closed.0[word] = self.walls.0[word];
        }
    }

    fn closed_spot(&self, at: usize) -> Spot {
        Spot { flood: self.number, value: self.rings[at].into(), is: self.closed_is, list: None }
    }

    /// Returns the number of cells with a value.
    pub(super) fn reached(&self) -> usize {
        let closed =
            self.closed.0.iter().zip(&self.walls.0).map(|(closed, walls)| (closed & !walls).count_ones() as usize);
        closed.sum::<usize>() + self.all.iter().filter(|spot| spot.flood == self.number).count()
    }

    /// Returns the rank of an arrival with a value.
    #[inline]
    pub(super) const fn rank(&self, value: u32) -> u64 {
        Spot { flood: self.number, value, ..NEW }.rank()
    }

    /// Returns whether an arrival of a rank lowers the value of the spot at an index, or equals that of an unknown cell.
    #[inline]
    pub(super) fn lowers(&self, spot: u32, rank: u64) -> bool {
        rank < self.all[spot as usize].rank() && !self.bars(spot)
    }

    /// Returns the index offset of the neighbour in a direction.
    pub(super) const fn offset(&self, dir: Dir) -> i32 {
        let (dx, dy) = dir.offset();
        dy * self.stride as i32 + dx
    }
}
