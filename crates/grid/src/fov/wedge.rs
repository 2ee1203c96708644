//! A wedge of directions and its two sides, each followed from row to row without a division.

/// A side of a wedge: the line `step / unit` from the eye, rounded to a column in the row at hand, `.5` upward.
///
/// ```text
/// row 3   . . . │ .       2 · row · slope + 1 half columns are column · 2 + rest, in units of the slope's denominator:
/// row 2   . . │ . .       a row further the line gains one `step`, which is less than a column.
/// row 1   . │ . . .
/// eye       @
/// ```
///
/// The right side is kept as its mirror image, so that both round alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub column: i32,
    /// What the rounding left over: from 0 to below `unit`.
    rest: i32,
    step: i32,
    unit: i32,
}

impl Side {
    /// The left side of a quadrant, slope −1, at the eye; the right one is its mirror image.
    pub const DIAGONAL: Self = Self { column: 0, rest: 1, step: -2, unit: 2 };

    /// The line between a cell of a row and the one before it, at slope (2 · column − 1) / (2 · row), as a left side.
    #[inline]
    pub const fn left_of(column: i32, row: i32) -> Self {
        Self { column, rest: 0, step: 2 * (2 * column - 1), unit: 4 * row }
    }

    /// The same line as a right side, mirrored.
    #[inline]
    pub const fn right_before(column: i32, row: i32) -> Self {
        Self { column: 1 - column, rest: 0, step: -2 * (2 * column - 1), unit: 4 * row }
    }

    /// The same side in the next row.
    #[inline]
    pub fn next(self) -> Self {
        let rest = self.rest + self.step;
        let up = i32::from(rest >= self.unit) - i32::from(rest < 0);
        Self { column: self.column + up, rest: rest - up * self.unit, ..self }
    }

    /// Whether the centre of its column's cell lies inside.
    #[inline]
    pub const fn holds_centre(self) -> bool {
        2 * self.rest <= self.unit
    }
}

/// All directions between two sides, from the row after one on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wedge {
    pub left: Side,
    /// Mirrored.
    pub right: Side,
    /// The last row that was looked at.
    pub row: i32,
}

impl Wedge {
    /// A quadrant.
    pub const WHOLE: Self = Self { left: Side::DIAGONAL, right: Side::DIAGONAL, row: 0 };
}
