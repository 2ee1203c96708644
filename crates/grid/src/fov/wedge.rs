//! A wedge of directions with two sides. Each side moves from row to row without a division.

/// A side of a wedge: the line `step / unit` from the eye, rounded to a column in the current row, with `.5` rounded
/// up.
///
/// ```text
/// row 3   . . . │ .       2 · row · slope + 1 half columns are column · 2 + rest, in units of the slope's
/// row 2   . . │ . .       denominator. In each further row the line gains one `step`, which is less than
/// row 1   . │ . . .       a column.
/// eye       @
/// ```
///
/// The right side is stored as its mirror image, so that both sides round alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub column: i32,
    /// Remainder of the rounding, from 0 to below `unit`.
    rest: i32,
    step: i32,
    unit: i32,
}

impl Side {
    /// The left side of a quadrant, slope −1, at the eye. The right side is its mirror image.
    pub(super) const DIAGONAL: Self = Self { column: 0, rest: 1, step: -2, unit: 2 };

    /// Returns the line between a cell of a row and the cell before it, as a left side. Its slope is (2 · column − 1) /
    /// (2 · row).
    #[inline]
    pub(super) const fn left_of(column: i32, row: i32) -> Self {
        Self { column, rest: 0, step: 2 * (2 * column - 1), unit: 4 * row }
    }

    /// Like [`Side::left_of`], but as a right side, mirrored.
    #[inline]
    pub(super) const fn right_before(column: i32, row: i32) -> Self {
        Self { column: 1 - column, rest: 0, step: -2 * (2 * column - 1), unit: 4 * row }
    }

    /// Returns this side in the next row.
    #[inline]
    pub(super) fn next(self) -> Self {
        let rest = self.rest + self.step;
        let up = i32::from(rest >= self.unit) - i32::from(rest < 0);
        Self { column: self.column + up, rest: rest - up * self.unit, ..self }
    }

    /// Returns whether the centre of the cell in this column is inside.
    #[inline]
    pub(super) const fn holds_centre(self) -> bool {
        2 * self.rest <= self.unit
    }
}

/// All directions between two sides, starting at the row after `row`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wedge {
    pub left: Side,
    /// The right side, mirrored.
    pub right: Side,
    /// The last row that was processed.
    pub row: i32,
}

impl Wedge {
    /// A whole quadrant.
    pub(super) const WHOLE: Self = Self { left: Side::DIAGONAL, right: Side::DIAGONAL, row: 0 };
}
