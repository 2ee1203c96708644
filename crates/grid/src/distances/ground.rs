//! The map that distances are measured on: which cells are free and which steps are legal. The map has a border of
//! walls. It is stored so that neighbouring cells are close in memory.
//!
//! ```text
//! strip 0   0 16 32 …     Sixteen rows make a strip, stored column by column. A wavefront that
//!           1 17 33       crosses a large map touches a tenth of the cache lines that it would
//!           ⋮             touch in row order.
//! strip 1   …
//! ```

use crate::movement::Corners;
use crate::{Cell, Dir, GridMap, Size};

/// Number of rows in a strip.
pub(super) const STRIP: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct Ground {
    size: Size,
    /// Index offsets to the eight neighbours in the order of [`Dir::ALL`], for each row of a strip. Add them with
    /// wrapping.
    pub offsets: [[usize; 8]; STRIP],
    pub free: Vec<bool>,
    /// Legal steps from a cell: bit `d` is the direction with number `d`. A step is legal both forward and back, or not
    /// at all.
    pub moves: Vec<u8>,
    /// Weight of each cell, in the unit of the weights. `None` if it is 1 everywhere.
    pub weights: Option<Vec<u32>>,
    /// The unit of the weights.
    pub unit: u32,
    /// The largest weight, in the unit.
    pub heaviest: u32,
    /// Whether only straight steps are legal.
    pub straight: bool,
    corners: Corners,
}

impl Ground {
    pub(super) fn new(map: &GridMap) -> Self {
        let (size, rules) = (map.size(), map.rules());
        let columns = usize::from(size.width) + 1;
        let cells = ((usize::from(size.height) + 2).div_ceil(STRIP) * columns + 1) * STRIP;
        let mut ground = Self {
            size,
            offsets: offsets(columns * STRIP),
            free: vec![false; cells],
            moves: vec![0; cells],
            weights: map.is_weighted().then(|| vec![1; cells]),
            unit: if map.is_weighted() { map.weight_unit() } else { 1 },
            heaviest: 1,
            straight: rules.order.len() == 4,
            corners: rules.corners,
        };
        for cell in size.cells() {
            let at = ground.place(cell);
            ground.free[at] = map.is_free(cell);
            if let Some(weights) = &mut ground.weights {
                weights[at] = map.times(cell);
                ground.heaviest = ground.heaviest.max(weights[at]);
            }
        }
        for cell in size.cells() {
            ground.renew(ground.place(cell));
        }
        ground
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// Returns the index of a cell of the map. The map has a border. Strips share the border columns: to the right of a
    /// strip's last column comes the first column of the next strip.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell.x) + 1, usize::from(cell.y) + 1);
        (y / STRIP * (usize::from(self.size.width) + 1) + x) * STRIP + y % STRIP
    }

    /// Returns the place next to one on the map, in the direction with that number.
    #[inline]
    pub(super) fn neighbour(&self, at: usize, dir: usize) -> usize {
        at.wrapping_add(self.offsets[at % STRIP][dir])
    }

    #[inline]
    pub(super) fn weight(&self, at: usize) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[at].into())
    }

    /// Returns the directions, by number, of the legal steps from a place.
    #[inline]
    pub(super) fn ways(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let moves = self.moves[at];
        (0..8).filter(move |dir| moves >> dir & 1 == 1)
    }

    /// Returns the eight places around a place, and the place itself last.
    pub(super) fn around(&self, at: usize) -> [usize; 9] {
        std::array::from_fn(|k| if k == 8 { at } else { self.neighbour(at, k) })
    }

    /// Frees or blocks a place.
    pub(super) fn set(&mut self, at: usize, free: bool) {
        self.free[at] = free;
        for near in self.around(at) {
            self.renew(near);
        }
    }

    /// Recomputes the legal steps from a place.
    fn renew(&mut self, at: usize) {
        if !self.free[at] {
            self.moves[at] = 0;
            return;
        }
        let open = |dir: Dir| self.free[self.neighbour(at, dir as usize)];
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

/// Returns the index offsets to the eight neighbours for each row of a strip. `strip` is the number of places in a
/// strip.
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
