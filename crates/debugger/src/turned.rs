//! Mirroring and turning a rectangle of cells: where each goes, and what looks or leads in a direction.

use super::hand::Half;
use crate::core::geometry::{Cell, Dir, Size};
use crate::core::grid::Grid;
use crate::core::terrain::Tile;

/// The side of the squares that values are taken in.
const SQUARE: usize = 64;

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

    /// The values of a rectangle after it, each made what it is then.
    pub fn grid<T: Copy>(self, old: &Grid<T>, value: impl Fn(T) -> T) -> Grid<T> {
        let size = self.size(old.size());
        let [w, h] = [old.size().width, old.size().height].map(|side| side as isize);
        // Where the first value lies, and how far from it the one to its right and the one below.
        let (first, right, down) = match self {
            Self::Not => (0, 1, w),
            Self::Mirrored(Half::LeftRight) => (w - 1, -1, w),
            Self::Mirrored(Half::UpDown) => (h * w - w, 1, -w),
            Self::Right => (h * w - w, -w, 1),
            Self::Left => (w - 1, w, -1),
        };
        let cells = old.as_slice();
        let mut new = cells.to_vec();
        let [width, height] = [size.width, size.height].map(usize::from);
        // Square by square, so that what lies below one another is at hand, too.
        let starts = |side: usize| (0..side).step_by(SQUARE);
        for (y, x) in starts(height).flat_map(|y| starts(width).map(move |x| (y, x))) {
            for y in y..height.min(y + SQUARE) {
                let row = &mut new[y * width..][x..width.min(x + SQUARE)];
                let mut at = (first + down * y as isize + right * x as isize) as usize;
                match right {
                    1 => row.iter_mut().zip(&cells[at..]).for_each(|(new, &old)| *new = value(old)),
                    -1 => row.iter_mut().zip(cells[..=at].iter().rev()).for_each(|(new, &old)| *new = value(old)),
                    _ => {
                        for new in row {
                            *new = value(cells[at]);
                            at = at.wrapping_add_signed(right);
                        }
                    }
                }
            }
        }
        Grid::from_vec(size, new).unwrap_or_default()
    }

    /// The tile after it: a one-way window leads where its direction does.
    pub fn tile(self, tile: Tile) -> Tile {
        let ways = [(Tile::OneWayN, Dir::N), (Tile::OneWayE, Dir::E), (Tile::OneWayS, Dir::S), (Tile::OneWayW, Dir::W)];
        let Some((_, dir)) = ways.iter().find(|(one, _)| *one == tile) else { return tile };
        let there = self.dir(*dir);
        ways.iter().find(|(_, dir)| *dir == there).map_or(tile, |(one, _)| *one)
    }
}
