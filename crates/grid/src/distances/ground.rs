//! The map that distances are measured on: where one can stand and which steps may be taken, with a border of walls, in an
//! order in which cells that are near each other lie near each other.
//!
//! ```text
//! strip 0   0 16 32 …     sixteen rows make a strip, and a strip lies column by column: a wavefront that
//!           1 17 33       crosses a large map touches a tenth of the memory lines that it would in rows
//!           ⋮
//! strip 1   …
//! ```

use crate::geometry::{Cell, Dir, Size};
use crate::map::GridMap;
use crate::movement::Corners;

/// How many rows a strip has.
pub(super) const STRIP: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct Ground {
    size: Size,
    /// From a cell in each row of a strip to its neighbours, in the order of [`Dir::ALL`]; to be added and wrapped.
    pub offsets: [[usize; 8]; STRIP],
    pub free: Vec<bool>,
    /// Which steps may be taken from a cell, either way: the bit of each direction's number.
    pub moves: Vec<u8>,
    /// By how much a step onto a cell is multiplied, where that is not 1 everywhere.
    pub weights: Option<Vec<u8>>,
    /// The largest of them.
    pub heaviest: u8,
    /// Whether one takes straight steps alone.
    pub straight: bool,
    corners: Corners,
}

impl Ground {
    pub fn new(map: &GridMap) -> Self {
        let (size, rules) = (map.size(), map.rules());
        let columns = usize::from(size.width) + 1;
        let cells = ((usize::from(size.height) + 2).div_ceil(STRIP) * columns + 1) * STRIP;
        let mut ground = Self {
            size,
            offsets: offsets(columns * STRIP),
            free: vec![false; cells],
            moves: vec![0; cells],
            weights: map.is_weighted().then(|| vec![1; cells]),
            heaviest: 1,
            straight: rules.order.len() == 4,
            corners: rules.corners,
        };
        for cell in size.cells() {
            let at = ground.place(cell);
            ground.free[at] = map.is_free(cell);
            if let Some(weights) = &mut ground.weights {
                weights[at] = map.weight(cell);
                ground.heaviest = ground.heaviest.max(weights[at]);
            }
        }
        for cell in size.cells() {
            ground.renew(ground.place(cell));
        }
        ground
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// Where a cell of the map lies. A border lies round it, of which the columns are shared: right of a strip's last column is
    /// the first of the next.
    #[inline]
    pub fn place(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell.x) + 1, usize::from(cell.y) + 1);
        (y / STRIP * (usize::from(self.size.width) + 1) + x) * STRIP + y % STRIP
    }

    /// The place beside one on the map, in the direction of that number.
    #[inline]
    pub fn beside(&self, at: usize, dir: usize) -> usize {
        at.wrapping_add(self.offsets[at % STRIP][dir])
    }

    #[inline]
    pub fn weight(&self, at: usize) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[at].into())
    }

    /// The directions, by number, in which a step may be taken from a place.
    #[inline]
    pub fn ways(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let moves = self.moves[at];
        (0..8).filter(move |dir| moves >> dir & 1 == 1)
    }

    /// A place and the eight around it.
    pub fn around(&self, at: usize) -> [usize; 9] {
        std::array::from_fn(|k| if k == 8 { at } else { self.beside(at, k) })
    }

    /// Makes a place one to stand on, or not.
    pub fn set(&mut self, at: usize, free: bool) {
        self.free[at] = free;
        for near in self.around(at) {
            self.renew(near);
        }
    }

    /// Works out which steps may be taken from a place.
    fn renew(&mut self, at: usize) {
        if !self.free[at] {
            self.moves[at] = 0;
            return;
        }
        let open = |dir: Dir| self.free[self.beside(at, dir as usize)];
        let legal = |dir: Dir| {
            open(dir)
                && match (dir.parts(), self.corners) {
                    (Some(_), _) if self.straight => false,
                    (Some((a, b)), Corners::Never) => open(a) && open(b),
                    (Some((a, b)), Corners::One) => open(a) || open(b),
                    (None, _) | (Some(_), Corners::Always) => true,
                }
        };
        self.moves[at] = Dir::ALL.into_iter().map(|dir| u8::from(legal(dir)) << dir as u8).sum();
    }
}

/// From each row of a strip, so many places long, to the eight neighbours.
fn offsets(strip: usize) -> [[usize; 8]; STRIP] {
    std::array::from_fn(|row| {
        Dir::ALL.map(|dir| {
            let (dx, dy) = dir.offset();
            let across = match dy {
                1 if row == STRIP - 1 => strip - row,
                -1 if row == 0 => (STRIP - 1).wrapping_sub(strip),
                _ => dy as usize,
            };
            across.wrapping_add((dx as usize).wrapping_mul(STRIP))
        })
    })
}
