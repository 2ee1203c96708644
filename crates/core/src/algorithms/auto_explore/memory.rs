//! What the explorer knows of the map: for each cell what was last seen there, or nothing.

use super::choose::List;
use crate::event::Word;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::terrain::Tile;

/// What a tile is to an explorer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Walked on at no extra cost.
    Free,
    Trap,
    /// Damaging ground.
    Harm,
    /// Airless ground, or deep water.
    Breathless,
    /// A closed door that it can open.
    Door,
    /// Not walked on. A locked door without the key counts, and so does a closed secret door.
    Wall,
}

impl Ground {
    /// What a tile is to an explorer; `opens` says whether it has the key of a locked door.
    pub(super) const fn of(tile: Tile, opens: bool) -> Self {
        match tile {
            Tile::Trap => Self::Trap,
            Tile::Lava => Self::Harm,
            Tile::Airless | Tile::Water => Self::Breathless,
            Tile::Door => Self::Door,
            Tile::DoorLocked if opens => Self::Door,
            Tile::DoorLocked
            | Tile::Wall
            | Tile::Void
            | Tile::Window
            | Tile::Shutter
            | Tile::Portcullis
            | Tile::SecretDoor
            | Tile::Crate
            | Tile::Tree
            | Tile::OneWayN
            | Tile::OneWayE
            | Tile::OneWayS
            | Tile::OneWayW => Self::Wall,
            _ => Self::Free,
        }
    }
}

/// What was last seen of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Remembered {
    pub(super) tile: Tile,
    pub(super) ground: Ground,
    /// Whether an item lies there that was not visited.
    pub(super) item: bool,
    /// The list of the exit that lies there.
    pub(super) exit: Option<List>,
}

/// What the explorer remembers of each cell; `None` is unknown.
pub(super) type Memory = Grid<Option<Remembered>>;

/// Why an unknown cell is worth more than others, or that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the words say it")]
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

/// A cell that may lie off the map, as (x, y).
type Point = (i32, i32);

impl Memory {
    fn inside(&self, (x, y): Point) -> Option<Cell> {
        let size = self.size();
        let inside = x >= 0 && y >= 0 && x < size.width as i32 && y < size.height as i32;
        inside.then(|| Cell::new(x as u16, y as u16))
    }

    fn is(&self, c: Cell, ground: Ground) -> bool {
        self[c].is_some_and(|s| s.ground == ground)
    }

    pub(super) fn is_wall(&self, c: Cell) -> bool {
        self.is(c, Ground::Wall)
    }

    pub(super) fn is_door(&self, c: Cell) -> bool {
        self.is(c, Ground::Door)
    }

    pub(super) fn is_trap(&self, c: Cell) -> bool {
        self.is(c, Ground::Trap)
    }

    pub(super) fn borders_unknown(&self, c: Cell) -> bool {
        self.unknown_around(c) > 0
    }

    /// How many of the eight neighbours on the map are unknown.
    #[inline]
    pub(super) fn unknown_around(&self, c: Cell) -> u8 {
        let size = self.size();
        Dir::ALL.into_iter().filter(|&d| c.step(d, size).is_some_and(|n| self[n].is_none())).count() as u8
    }

    /// How many cells are unknown.
    pub(super) fn unknown(&self) -> usize {
        self.as_slice().iter().filter(|s| s.is_none()).count()
    }

    fn wall_at(&self, p: Point) -> bool {
        self.inside(p).is_some_and(|c| self.is_wall(c))
    }

    fn floor_at(&self, p: Point) -> bool {
        self.inside(p).and_then(|c| self[c]).is_some_and(|s| s.ground != Ground::Wall)
    }

    /// Whether the unknown cell `c`, reached by a step in a direction, is a high-priority one.
    pub(super) fn single(&self, c: Cell, by: Option<Dir>) -> Single {
        if !self.borders_unknown(c) {
            return Single::Solitary;
        }
        let Some(dir) = by else { return Single::No };
        let (dx, dy) = dir.offset();
        let (x, y) = (c.x as i32, c.y as i32);
        let p = (x - dx, y - dy);
        if !dir.is_diagonal() {
            let outside = |q: Point| self.inside(q).is_none();
            let sides = [(dy, dx), (-dy, -dx)];
            let wall = |&(a, b): &Point| outside((x + a, y + b)) || self.wall_at((x + a, y + b));
            let floor = |&(a, b): &Point| outside((p.0 + a, p.1 + b)) || self.floor_at((p.0 + a, p.1 + b));
            return if sides.iter().all(|s| wall(s) && floor(s)) { Single::Wall } else { Single::No };
        }
        let shared = [(p.0 + dx, p.1), (p.0, p.1 + dy)];
        if shared.iter().all(|&s| self.wall_at(s)) {
            return Single::Corner;
        }
        let slant = |&(sx, sy): &Point| {
            // m lies opposite the shared cell, seen from c; beyond it lies what would be inside.
            let m = (2 * x - sx, 2 * y - sy);
            self.wall_at((sx, sy)) && self.wall_at(m) && self.floor_at((m.0 + p.0 - sx, m.1 + p.1 - sy))
        };
        if shared.iter().any(slant) { Single::Slant } else { Single::No }
    }
}
