//! A value for each cell of a rectangle, row-major.

use super::geometry::{Cell, Size};
use super::observe::Pace;
use std::ops::{ControlFlow, Index, IndexMut};

/// How many values are written between two questions whether to go on.
const STRETCH: usize = Pace::STEPS as usize;

/// A `width` × `height` array of values, row-major, indexed by [`Cell`].
///
/// As with a slice, an index must lie on the grid. A row below the last panics in every build, a column right of the last in
/// those with debug assertions (others would pay for the question at each step of a search; there it is a cell of a later row).
/// [`Grid::get`] and [`Grid::put`] take any cell.
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
    /// The values on a grid of another size, on which each lies so many columns to the right and rows further down; where none
    /// comes to lie, it is blank.
    #[must_use]
    pub fn moved(&self, size: Size, (right, down): (i32, i32), blank: T) -> Self {
        // Those that stay on the grid, of a row or a column.
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

    /// Lays another grid over this one, its first cell on one of this; what comes to lie outside is left out.
    pub fn lay(&mut self, other: &Self, at: Cell) {
        let rows = other.rows();
        for (row, own) in rows.zip(self.rows_of(at, other.size)) {
            own.copy_from_slice(&row[..own.len()]);
        }
    }

    /// Gives all cells of a rectangle a value; what lies outside is left out.
    pub fn fill(&mut self, at: Cell, size: Size, value: T) {
        self.rows_of(at, size).for_each(|row| row.fill(value));
    }

    /// What of the rows of a rectangle lies on the grid.
    fn rows_of(&mut self, at: Cell, size: Size) -> impl Iterator<Item = &mut [T]> {
        let [x, y] = [at.x, at.y].map(usize::from);
        let width = usize::from(self.size.width);
        let (from, to) = (x.min(width), (x + usize::from(size.width)).min(width));
        let rows = self.cells.chunks_mut(width.max(1)).skip(y).take(size.height.into());
        rows.map(move |row| &mut row[from..to])
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value everywhere.
    pub fn new(size: Size, value: T) -> Self {
        Self { size, cells: vec![value; size.area()] }
    }

    /// The same, asking now and then whether to go on: a wide value for each cell of the largest maps takes a while.
    ///
    /// # Errors
    /// Breaks where it is told to.
    pub fn within<H>(size: Size, value: T, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        Self::filled(size.area(), value, goes_on).map_continue(|cells| Self { size, cells })
    }

    /// The same as a list of so many values.
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
    /// A grid made of `cells`, row-major; `None` when their number is not the area of `size`.
    pub fn from_vec(size: Size, cells: Vec<T>) -> Option<Self> {
        (cells.len() == size.area()).then_some(Self { size, cells })
    }

    /// Width and height.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value at `c`, or `None` outside.
    pub fn get(&self, c: Cell) -> Option<&T> {
        self.size.contains(c).then(|| &self.cells[self.size.index(c)])
    }

    /// The value of a cell to be changed, where it lies on the grid.
    pub fn get_mut(&mut self, c: Cell) -> Option<&mut T> {
        if self.size.contains(c) { self.cells.get_mut(self.size.index(c)) } else { None }
    }

    /// Puts a value into a cell, where it lies on the grid.
    pub fn put(&mut self, c: Cell, value: T) {
        if let Some(cell) = self.get_mut(c) {
            *cell = value;
        }
    }

    /// All values, row-major.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// All values, row-major, to change.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The rows from the top, each from the left.
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
