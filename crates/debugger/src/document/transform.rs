//! Mirroring and turning a rectangle of cells, including directions.

use crate::document::hand::MirrorAxis;
use gridscope_trace::{Cell, Dir, Grid, Size, Tile};

/// Side length of the squares in which values are copied.
const SQUARE: usize = 64;

/// A transformation of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transformation {
    /// No change.
    Identity,
    /// Mirrored.
    Mirrored(MirrorAxis),
    /// A quarter turn clockwise.
    Right,
    /// A quarter turn anticlockwise.
    Left,
}

impl Transformation {
    /// Returns the size of a rectangle after the transformation.
    pub(crate) const fn size(self, size: Size) -> Size {
        match self {
            Self::Identity | Self::Mirrored(_) => size,
            Self::Right | Self::Left => Size::new(size.height, size.width),
        }
    }

    /// Returns the new position of a cell in a rectangle of this size. Both positions count from the top left corner.
    pub(crate) const fn cell(self, size: Size, c: Cell) -> Cell {
        let (right, bottom) = (size.width - 1 - c.x, size.height - 1 - c.y);
        match self {
            Self::Identity => c,
            Self::Mirrored(MirrorAxis::LeftRight) => Cell::new(right, c.y),
            Self::Mirrored(MirrorAxis::UpDown) => Cell::new(c.x, bottom),
            Self::Right => Cell::new(bottom, c.x),
            Self::Left => Cell::new(c.y, right),
        }
    }

    /// Returns a direction after the transformation.
    pub(crate) fn dir(self, dir: Dir) -> Dir {
        let (x, y) = dir.offset();
        let to = match self {
            Self::Identity => (x, y),
            Self::Mirrored(MirrorAxis::LeftRight) => (-x, y),
            Self::Mirrored(MirrorAxis::UpDown) => (x, -y),
            Self::Right => (-y, x),
            Self::Left => (y, -x),
        };
        Dir::ALL.into_iter().find(|d| d.offset() == to).unwrap_or(dir)
    }

    /// Returns the values of a rectangle after the transformation. `value` converts each of them.
    pub(crate) fn grid<T: Copy>(self, old: &Grid<T>, value: impl Fn(T) -> T) -> Grid<T> {
        let size = self.size(old.size());
        let [w, h] = [old.size().width, old.size().height].map(|side| side as isize);
        // Index of the first value, and the offsets to the next value on the right and below.
        let (first, right, down) = match self {
            Self::Identity => (0, 1, w),
            Self::Mirrored(MirrorAxis::LeftRight) => (w - 1, -1, w),
            Self::Mirrored(MirrorAxis::UpDown) => (h * w - w, 1, -w),
            Self::Right => (h * w - w, -w, 1),
            Self::Left => (w - 1, w, -1),
        };
        let cells = old.as_slice();
        let mut new = cells.to_vec();
        let [width, height] = [size.width, size.height].map(usize::from);
        // Work in squares, so that cells below one another are close together in the cache.
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

    /// Returns a tile after the transformation. A one-way window changes its direction.
    pub(crate) fn tile(self, tile: Tile) -> Tile {
        let ways = [(Tile::OneWayN, Dir::N), (Tile::OneWayE, Dir::E), (Tile::OneWayS, Dir::S), (Tile::OneWayW, Dir::W)];
        let Some((_, dir)) = ways.iter().find(|(one, _)| *one == tile) else { return tile };
        let there = self.dir(*dir);
        ways.iter().find(|(_, dir)| *dir == there).map_or(tile, |(one, _)| *one)
    }
}
