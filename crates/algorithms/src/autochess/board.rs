//! The board of one piece: places in the game's coordinates, free cells, and distances without square roots.
//!
//! The game counts x to the right and y *upward*. Scan order and neighbour order depend on this. So the algorithm works
//! with these places and reports cells.

use super::event::ChessEvent;
use crate::event::trimmed;
use crate::{Cell, Dir, Grid, Observer, Size, Tile};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Width of a cell, in units of the game.
pub(super) const SIDE: u64 = 128;
/// Limit of both gates, in units of the game.
pub(super) const GATE: u64 = 200;

/// All steps: straight ones first, then diagonal ones.
pub(super) const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The places of a path, including start and goal; `None` if there is no path.
pub(super) type Way<O> = ControlFlow<<O as Observer<ChessEvent>>::Halt, Option<Vec<Place>>>;

/// A place on the board: column from the left and row from the *bottom*, both from 0. Places sort in scan order: column
/// by column, each from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[expect(missing_docs, reason = "the type says it")]
pub struct Place {
    pub x: i32,
    pub y: i32,
}

impl Place {
    /// Creates a place from column and row.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    #[must_use]
    pub(super) const fn plus(self, dx: i32, dy: i32) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }

    pub(super) const fn of(cell: Cell, size: Size) -> Self {
        Self { x: cell.x as i32, y: size.height as i32 - 1 - cell.y as i32 }
    }

    pub(super) const fn cell(self, size: Size) -> Cell {
        Cell::new(self.x as u16, (size.height as i32 - 1 - self.y) as u16)
    }

    /// Returns the signs of the offset to another place, along each axis.
    pub(super) const fn toward(self, other: Self) -> (i32, i32) {
        ((other.x - self.x).signum(), (other.y - self.y).signum())
    }
}

/// Returns the direction of a step (dx to the right, dy *up*); `None` for a zero step.
pub(super) fn direction(dx: i32, dy: i32) -> Option<Dir> {
    Dir::ALL.into_iter().find(|d| d.offset() == (dx.signum(), -dy.signum()))
}

/// Returns the squared distance between two cells, in cells. Saturates for cells far off the board.
pub(super) const fn squared(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.delta(b);
    (dx * dx).saturating_add(dy * dy)
}

/// Converts a squared distance in cells to a distance in units of the game. A cell is 128 wide.
pub(super) fn units(squared: u32) -> f64 {
    SIDE as f64 * f64::from(squared).sqrt()
}

pub(super) fn in_units(squared: u32) -> String {
    trimmed(units(squared), 2)
}

/// Formats a squared distance as a number of cells with one digit after the point.
pub(super) fn in_cells(squared: u32) -> String {
    trimmed(f64::from(squared).sqrt(), 1)
}

/// Formats a squared distance in cells, for a sentence.
pub(super) fn cells(squared: u32) -> String {
    cells_against(squared, squared)
}

/// Like [`cells`], but with as many digits as the distance needs to differ from another one.
pub(super) fn cells_against(squared: u32, other: u32) -> String {
    let [this, other] = [squared, other].map(|squared| f64::from(squared).sqrt());
    let differs = |&digits: &usize| this == other || trimmed(this, digits) != trimmed(other, digits);
    in_words(&trimmed(this, (1..6).find(differs).unwrap_or(6)))
}

/// Formats a length in units of the game as cells, for a sentence. It has as many digits as it needs to differ from the
/// nearest distance between two cells.
pub(super) fn reach_in_cells(reach: u32) -> String {
    let cells = f64::from(reach) / SIDE as f64;
    let distance = (cells * cells).round().sqrt();
    let differs = |&digits: &usize| cells == distance || trimmed(cells, digits) != trimmed(distance, digits);
    in_words(&trimmed(cells, (1..6).find(differs).unwrap_or(6)))
}

/// The limit of both gates, in cells.
pub(super) fn gate_in_cells() -> String {
    trimmed(GATE as f64 / SIDE as f64, 1)
}

fn in_words(number: &str) -> String {
    format!("{number} {}", if number == "1" { "cell" } else { "cells" })
}

/// Compares a distance, given as its square in cells, with a length in units, exactly.
pub(super) fn compare(squared: u32, length: u64) -> Ordering {
    (SIDE * SIDE * u64::from(squared)).cmp(&(length * length))
}

/// The free places for one piece: on the board, walkable, and not occupied.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) size: Size,
    free: Grid<bool>,
}

impl Board {
    /// Builds the board with all other units on it. The piece's own cell is free. Units off the board block nothing.
    pub fn new(tiles: &Grid<Tile>, others: impl Iterator<Item = Cell>, piece: Cell) -> Self {
        let size = tiles.size();
        let mut free = Grid::new(size, false);
        for (free, &tile) in free.as_mut_slice().iter_mut().zip(tiles.as_slice()) {
            *free = tile.is_walkable();
        }
        for cell in others {
            free.set(cell, false);
        }
        free.set(piece, true);
        Self { size, free }
    }

    /// Returns the number of cells.
    pub(super) const fn area(&self) -> usize {
        self.size.area()
    }

    /// Returns whether a place is on the board.
    #[inline]
    pub(super) const fn has(&self, at: Place) -> bool {
        at.x >= 0 && at.y >= 0 && at.x < self.size.width as i32 && at.y < self.size.height as i32
    }

    #[inline]
    pub(super) fn free(&self, at: Place) -> bool {
        self.has(at) && self.free[at.cell(self.size)]
    }

    /// Returns whether a diagonal step is blocked: both cells beside it are not free.
    #[inline]
    pub(super) fn squeezed(&self, at: Place, dx: i32, dy: i32) -> bool {
        dx != 0 && dy != 0 && !self.free(at.plus(dx, 0)) && !self.free(at.plus(0, dy))
    }

    pub(super) const fn cell(&self, at: Place) -> Cell {
        at.cell(self.size)
    }

    pub(super) fn index(&self, at: Place) -> usize {
        self.size.index(at.cell(self.size))
    }

    pub(super) const fn place(&self, cell: Cell) -> Place {
        Place::of(cell, self.size)
    }

    pub(super) fn scan(&self) -> impl Iterator<Item = Place> + use<> {
        let size = self.size;
        (0..size.width as i32).flat_map(move |x| (0..size.height as i32).map(move |y| Place::new(x, y)))
    }
}
