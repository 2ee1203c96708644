//! A grid with one value per cell, stored row by row.

use super::geometry::{Cell, Size};
use super::observe::StepCounter;
use std::ops::{ControlFlow, Index, IndexMut};

/// Number of values written between two calls of `goes_on`.
const STRETCH: usize = StepCounter::STEPS as usize;

/// A `width` × `height` array of values, row-major, indexed by [`Cell`].
///
/// As with a slice, an index must be on the grid. A row below the last one panics in every build. A column right of the
/// last one panics only with debug assertions. Other builds skip this check because searches index at every step; such
/// an index reads a cell of a later row. [`Grid::get`] and [`Grid::set`] accept any cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T> Default for Grid<T> {
    fn default() -> Self {
        Self { size: Size::default(), cells: Vec::new() }
    }
}

impl<T: Copy> Grid<T> {
    /// Returns a grid of `size` that contains these values shifted `right` columns to the right and `down` rows down.
    /// Cells without a value become `blank`.
    #[must_use]
    pub fn moved(&self, size: Size, (right, down): (i32, i32), blank: T) -> Self {
        // The rows or columns that stay on the grid.
        let stay = |old: u16, new: u16, by: i32| 0.max(-by)..i32::from(old).min(i32::from(new) - by);
        let (columns, rows) = (stay(self.size.width, size.width, right), stay(self.size.height, size.height, down));
        let mut moved = Self::new(size, blank);
        if columns.is_empty() {
            return moved;
        }
        let start = |x: i32, y: i32, size: Size| y as usize * usize::from(size.width) + x as usize;
        for y in rows {
            let old = &self.cells[start(columns.start, y, self.size)..][..columns.len()];
            moved.cells[start(columns.start + right, y + down, size)..][..columns.len()].copy_from_slice(old);
        }
        moved
    }

    /// Copies another grid over this one, with its top left cell at `at`. Values that fall outside are dropped.
    pub fn lay(&mut self, other: &Self, at: Cell) {
        let rows = other.rows();
        for (row, own) in rows.zip(self.rows_of(at, other.size)) {
            own.copy_from_slice(&row[..own.len()]);
        }
    }

    /// Sets all cells of a rectangle to a value. The part of the rectangle outside the grid is ignored.
    pub fn fill(&mut self, at: Cell, size: Size, value: T) {
        self.rows_of(at, size).for_each(|row| row.fill(value));
    }

    /// Returns the parts of a rectangle's rows that are on the grid.
    fn rows_of(&mut self, at: Cell, size: Size) -> impl Iterator<Item = &mut [T]> {
        let [x, y] = [at.x, at.y].map(usize::from);
        let width = usize::from(self.size.width);
        let (from, to) = (x.min(width), (x + usize::from(size.width)).min(width));
        let rows = self.cells.chunks_mut(width.max(1)).skip(y).take(size.height.into());
        rows.map(move |row| &mut row[from..to])
    }
}

impl<T: Clone> Grid<T> {
    /// Creates a grid with the same value in every cell.
    pub fn new(size: Size, value: T) -> Self {
        Self { size, cells: vec![value; size.area()] }
    }

    /// Like [`Grid::new`], but calls `goes_on` now and then, because filling the largest grids with large values takes
    /// a while.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    pub fn within<H>(size: Size, value: T, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        Self::filled(size.area(), value, goes_on).map_continue(|cells| Self { size, cells })
    }

    /// Like [`Grid::within`], but returns a list of `count` values.
    #[doc(hidden)]
    pub fn filled<H>(count: usize, value: T, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Vec<T>> {
        let mut values = Vec::with_capacity(count);
        loop {
            values.resize(count.min(values.len() + STRETCH), value.clone());
            if values.len() == count {
                return ControlFlow::Continue(values);
            }
            goes_on()?;
        }
    }
}

impl<T> Grid<T> {
    /// Creates a grid from `cells`, row-major. Returns `None` if their number is not the area of `size`.
    pub fn from_vec(size: Size, cells: Vec<T>) -> Option<Self> {
        (cells.len() == size.area()).then_some(Self { size, cells })
    }

    /// Returns the width and height.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the value at `c`, or `None` if `c` is outside.
    pub fn get(&self, c: Cell) -> Option<&T> {
        self.size.contains(c).then(|| &self.cells[self.size.index(c)])
    }

    /// Returns the value at `c` for modification, or `None` if `c` is outside.
    pub fn get_mut(&mut self, c: Cell) -> Option<&mut T> {
        if self.size.contains(c) { self.cells.get_mut(self.size.index(c)) } else { None }
    }

    /// Sets the value at `c`. Does nothing if `c` is outside.
    pub fn set(&mut self, c: Cell, value: T) {
        if let Some(cell) = self.get_mut(c) {
            *cell = value;
        }
    }

    /// The earlier name of [`set`](Self::set).
    #[deprecated(note = "write `set`")]
    pub fn put(&mut self, c: Cell, value: T) {
        self.set(c, value);
    }

    /// Returns all values, row-major.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// Returns all values for modification, row-major.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Returns an iterator over the rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.size.width.max(1) as usize)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;
    #[inline]
    fn index(&self, c: Cell) -> &T {
        debug_assert!(self.size.contains(c), "the cell {c} lies outside a grid of {}", self.size);
        &self.cells[self.size.index(c)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, c: Cell) -> &mut T {
        debug_assert!(self.size.contains(c), "the cell {c} lies outside a grid of {}", self.size);
        let i = self.size.index(c);
        &mut self.cells[i]
    }
}
