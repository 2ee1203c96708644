//! The explorer's memory of the map: the last view of each cell, or nothing.

use super::choose::List;
use crate::event::{Encode, Word};
use crate::params::Resolved;
use crate::{Cell, Dir, Grid, Size, Tile};
use std::ops::{Index, IndexMut};

/// The kinds of ground, as an explorer uses them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Free,
    Trap,
    Harm,
    /// Airless ground or deep water.
    Breathless,
    Door,
    /// A slide that is entered and left in one direction only: a one-way window, if these are chutes.
    Chute(Dir),
    /// Ground that cannot be entered. Includes a locked door without its key and a closed secret door.
    Wall,
}

impl Ground {
    /// Returns the kind of ground of a tile. `opens` is whether the explorer has the key of a locked door.
    pub(super) fn of(tile: Tile, opens: bool) -> Self {
        match tile {
            Tile::Trap => Self::Trap,
            Tile::Lava => Self::Harm,
            Tile::Airless | Tile::Water => Self::Breathless,
            Tile::Door => Self::Door,
            Tile::DoorLocked if opens => Self::Door,
            Tile::Portcullis => Self::Wall,
            _ if tile.is_solid() => Self::Wall,
            _ => Self::Free,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Remembered {
    pub(super) tile: Tile,
    pub(super) ground: Ground,
    pub(super) item: bool,
    pub(super) exit: Option<List>,
}

/// The guesses that make an unknown cell worth more than others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guesses {
    solitary: bool,
    corner: bool,
    wall: bool,
}

impl Guesses {
    pub(super) fn of(params: &Resolved) -> Self {
        Self { solitary: params.flag("solitary"), corner: params.flag("corner"), wall: params.flag("wall") }
    }

    /// Returns the guess, or [`Single::No`] if this kind of guess is turned off.
    pub(super) const fn keep(self, single: Single) -> Single {
        match single {
            Single::Solitary if !self.solitary => Single::No,
            Single::Corner if !self.corner => Single::No,
            Single::Wall | Single::Slant if !self.wall => Single::No,
            _ => single,
        }
    }
}

/// The explorer's memory of each cell; `None` is unknown. Changed cells are listed, because a flood reuses facts about
/// cells that an earlier flood found.
#[derive(Clone)]
pub(super) struct Memory {
    cells: Grid<Option<Remembered>>,
    /// The changed cells, and the number of earlier changes that are no longer listed.
    changed: Vec<Cell>,
    dropped: usize,
}

impl Index<Cell> for Memory {
    type Output = Option<Remembered>;

    #[inline]
    fn index(&self, c: Cell) -> &Option<Remembered> {
        &self.cells[c]
    }
}

impl IndexMut<Cell> for Memory {
    fn index_mut(&mut self, c: Cell) -> &mut Option<Remembered> {
        if self.changed.len() > self.size().area() / 4 {
            self.dropped += self.changed.len();
            self.changed.clear();
        }
        self.changed.push(c);
        &mut self.cells[c]
    }
}

/// Reasons why an unknown cell is worth more than others, or that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Single {
    #[word("one of many")]
    No,
    #[word("all its neighbours are known")]
    Solitary,
    /// Reached diagonally, between two walls.
    #[word("a probable corner")]
    Corner,
    /// Reached by a straight step. Its sides are walls, and the sides of the cell before it are floor.
    #[word("a probable wall")]
    Wall,
    /// Reached diagonally along a wall that continues behind it: also a probable wall.
    #[word("a probable wall, met slantwise")]
    Slant,
}

impl Memory {
    /// Creates the memory of a map of `size`, with all cells unknown.
    pub(super) fn new(size: Size) -> Self {
        Self { cells: Grid::new(size, None), changed: Vec::new(), dropped: 0 }
    }

    /// Replaces the memory of a cell if it differs. Returns the previous memory.
    pub(super) fn learn(&mut self, c: Cell, seen: Option<Remembered>) -> Option<Remembered> {
        if self[c] == seen { seen } else { std::mem::replace(&mut self[c], seen) }
    }

    /// Returns the number of changes so far.
    pub(super) const fn changes(&self) -> usize {
        self.dropped + self.changed.len()
    }

    /// Returns the cells changed after the first `changes` changes; `None` if they are no longer listed.
    pub(super) fn changed_since(&self, changes: usize) -> Option<&[Cell]> {
        self.changed.get(changes.checked_sub(self.dropped)?..)
    }

    #[inline]
    pub(super) const fn size(&self) -> Size {
        self.cells.size()
    }

    pub(super) fn is(&self, c: Cell, ground: Ground) -> bool {
        self[c].is_some_and(|s| s.ground == ground)
    }

    #[inline]
    pub(super) fn unknown_around(&self, c: Cell) -> u8 {
        let size = self.size();
        Dir::ALL.into_iter().filter(|&d| c.step(d, size).is_some_and(|n| self[n].is_none())).count() as u8
    }

    /// Returns the direction of the chute on a cell, if the cell is known to be one.
    pub(super) fn chute(&self, c: Cell) -> Option<Dir> {
        match self[c]?.ground {
            Ground::Chute(dir) => Some(dir),
            _ => None,
        }
    }

    /// Returns whether a step from one cell to the next respects chutes, which are entered and left in their direction
    /// only.
    pub(super) fn lets(&self, from: Cell, to: Cell) -> bool {
        let by = from.direction_to(to);
        [from, to].into_iter().all(|cell| self.chute(cell).is_none_or(|dir| Some(dir) == by))
    }

    /// Returns whether `c` is a closed door with an unknown cell beside it.
    pub(super) fn is_unexplored_door(&self, c: Cell) -> bool {
        self.is(c, Ground::Door) && self.unknown_around(c) > 0
    }

    /// Returns why the unknown cell `c`, reached by a step in direction `by`, has high priority, if it has.
    pub(super) fn single(&self, c: Cell, by: Option<Dir>) -> Single {
        if self.unknown_around(c) == 0 {
            return Single::Solitary;
        }
        let Some(dir) = by else { return Single::No };
        let (dx, dy) = dir.offset();
        let (x, y) = (c.x as i32, c.y as i32);
        // Whether a cell is a wall: `Some(None)` if it is unknown, `None` if it is off the map.
        let at = |x: i32, y: i32| {
            let cell = Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
            self.cells.get(cell).map(|s| s.map(|s| s.ground == Ground::Wall))
        };
        let (wall, floor) = (Some(Some(true)), Some(Some(false)));
        let (px, py) = (x - dx, y - dy);
        if !dir.is_diagonal() {
            let fits = |x, y, wanted| at(x, y).is_none_or(|is| Some(is) == wanted);
            let sides = [(dy, dx), (-dy, -dx)];
            let fit = |&(a, b): &(i32, i32)| fits(x + a, y + b, wall) && fits(px + a, py + b, floor);
            return if sides.iter().all(fit) { Single::Wall } else { Single::No };
        }
        let shared = [(px + dx, py), (px, py + dy)];
        if shared.iter().all(|&(x, y)| at(x, y) == wall) {
            return Single::Corner;
        }
        let slant = |&(sx, sy): &(i32, i32)| {
            // m is opposite the shared cell, seen from c. Beyond m is the cell that would be inside.
            let (mx, my) = (2 * x - sx, 2 * y - sy);
            at(sx, sy) == wall && at(mx, my) == wall && at(mx + px - sx, my + py - sy) == floor
        };
        if shared.iter().any(slant) { Single::Slant } else { Single::No }
    }
}
