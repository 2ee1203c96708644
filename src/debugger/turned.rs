//! Mirroring and turning a rectangle of cells: where each goes, and what looks or leads in a direction.

use super::hand::Half;
use crate::core::geometry::{Cell, Dir, Size};
use crate::core::terrain::Tile;

/// What is done to a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turned {
    /// It stays as it is.
    Not,
    /// It is mirrored.
    Mirrored(Half),
    /// It is turned by a quarter, clockwise.
    Right,
    /// It is turned by a quarter, anticlockwise.
    Left,
}

impl Turned {
    /// The size of a rectangle after it.
    pub const fn size(self, size: Size) -> Size {
        match self {
            Self::Not | Self::Mirrored(_) => size,
            Self::Right | Self::Left => Size::new(size.height, size.width),
        }
    }

    /// Where a cell of a rectangle of that size comes to lie, both seen from its top left corner.
    pub const fn cell(self, size: Size, c: Cell) -> Cell {
        let (right, bottom) = (size.width - 1 - c.x, size.height - 1 - c.y);
        match self {
            Self::Not => c,
            Self::Mirrored(Half::LeftRight) => Cell::new(right, c.y),
            Self::Mirrored(Half::UpDown) => Cell::new(c.x, bottom),
            Self::Right => Cell::new(bottom, c.x),
            Self::Left => Cell::new(c.y, right),
        }
    }

    /// Where a direction leads after it.
    pub fn dir(self, dir: Dir) -> Dir {
        let (x, y) = dir.offset();
        let to = match self {
            Self::Not => (x, y),
            Self::Mirrored(Half::LeftRight) => (-x, y),
            Self::Mirrored(Half::UpDown) => (x, -y),
            Self::Right => (-y, x),
            Self::Left => (y, -x),
        };
        Dir::ALL.into_iter().find(|d| d.offset() == to).unwrap_or(dir)
    }

    /// The tile after it: a one-way window leads where its direction does.
    pub fn tile(self, tile: Tile) -> Tile {
        let ways = [(Tile::OneWayN, Dir::N), (Tile::OneWayE, Dir::E), (Tile::OneWayS, Dir::S), (Tile::OneWayW, Dir::W)];
        let Some((_, dir)) = ways.iter().find(|(one, _)| *one == tile) else { return tile };
        let there = self.dir(*dir);
        ways.iter().find(|(_, dir)| *dir == there).map_or(tile, |(one, _)| *one)
    }
}
