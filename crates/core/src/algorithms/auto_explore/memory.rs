//! What the explorer knows of the map: for each cell what was last seen there, or nothing.

use super::choose::List;
use crate::event::Word;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::params::Resolved;
use crate::terrain::Tile;

/// What a tile is to an explorer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Free,
    Trap,
    Harm,
    /// Airless ground, or deep water.
    Breathless,
    Door,
    /// Not walked on. A locked door without the key counts, and so does a closed secret door.
    Wall,
}

impl Ground {
    /// What a tile is to an explorer; `opens` says whether it has the key of a locked door.
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

/// Which unknown cells are taken for worth more than others.
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

    /// What is left of a guess where some are not made.
    pub(super) const fn keep(self, single: Single) -> Single {
        match single {
            Single::Solitary if !self.solitary => Single::No,
            Single::Corner if !self.corner => Single::No,
            Single::Wall | Single::Slant if !self.wall => Single::No,
            _ => single,
        }
    }
}

/// What the explorer remembers of each cell; `None` is unknown.
pub(super) type Memory = Grid<Option<Remembered>>;

/// Why an unknown cell is worth more than others, or that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Single {
    #[word("one of many")]
    No,
    #[word("all its neighbours are known")]
    Solitary,
    /// Reached diagonally between two walls.
    #[word("a probable corner")]
    Corner,
    /// Reached straight, walls to its sides and floor to the sides of where it was reached from.
    #[word("a probable wall")]
    Wall,
    /// Reached diagonally along a wall that goes on behind it: the same probable wall.
    #[word("a probable wall, met slantwise")]
    Slant,
}

impl Memory {
    pub(super) fn is(&self, c: Cell, ground: Ground) -> bool {
        self[c].is_some_and(|s| s.ground == ground)
    }

    #[inline]
    pub(super) fn unknown_around(&self, c: Cell) -> u8 {
        let size = self.size();
        Dir::ALL.into_iter().filter(|&d| c.step(d, size).is_some_and(|n| self[n].is_none())).count() as u8
    }

    /// Whether the unknown cell `c`, reached by a step in a direction, is a high-priority one.
    pub(super) fn single(&self, c: Cell, by: Option<Dir>) -> Single {
        if self.unknown_around(c) == 0 {
            return Single::Solitary;
        }
        let Some(dir) = by else { return Single::No };
        let (dx, dy) = dir.offset();
        let (x, y) = (c.x as i32, c.y as i32);
        // Whether a cell is a wall, where it is known; none off the map.
        let at = |x: i32, y: i32| {
            let cell = Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
            self.get(cell).map(|s| s.map(|s| s.ground == Ground::Wall))
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
            // m lies opposite the shared cell, seen from c; beyond it lies what would be inside.
            let (mx, my) = (2 * x - sx, 2 * y - sy);
            at(sx, sy) == wall && at(mx, my) == wall && at(mx + px - sx, my + py - sy) == floor
        };
        if shared.iter().any(slant) { Single::Slant } else { Single::No }
    }
}
