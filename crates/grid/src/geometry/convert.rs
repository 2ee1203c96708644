//! Conversions between cells and the coordinates of other programs: tuples, arrays, and vectors of `mint` and `glam`.

use super::Cell;
use std::fmt;

/// Coordinates that no grid has: a column or a row is negative, or more than 65,535.
///
/// ```
/// use gridscope_grid::geometry::Cell;
///
/// assert_eq!(Cell::try_from((3, 2)), Ok(Cell::new(3, 2)));
/// assert_eq!(Cell::try_from([65_535, 0]), Ok(Cell::new(65_535, 0)));
/// assert_eq!(Cell::try_from((3_usize, 2_usize)), Ok(Cell::new(3, 2)));
/// let error = Cell::try_from((-1_i32, 2)).unwrap_err();
/// assert_eq!(error.to_string(), "(-1, 2) is not a cell of a grid: expected a column and a row from 0 to 65535");
/// assert!(Cell::try_from((0_usize, 65_536_usize)).is_err());
/// assert_eq!(<(i32, i32)>::from(Cell::new(3, 2)), (3, 2));
/// # #[cfg(all(feature = "glam", feature = "mint"))]
/// # {
/// assert_eq!(Cell::try_from(glam::IVec2::new(3, 2)), Ok(Cell::new(3, 2))); // feature `glam`
/// assert_eq!(glam::IVec2::from(Cell::new(3, 2)), glam::IVec2::new(3, 2));
/// assert!(Cell::try_from(glam::IVec2::new(0, -1)).is_err());
/// assert_eq!(Cell::try_from(mint::Vector2 { x: 3, y: 2 }), Ok(Cell::new(3, 2))); // feature `mint`
/// assert_eq!(mint::Vector2::from(Cell::new(3, 2)), mint::Vector2 { x: 3, y: 2 });
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellError {
    /// Column.
    pub x: i128,
    /// Row.
    pub y: i128,
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "({}, {}) is not a cell of a grid: expected a column and a row from 0 to {}",
            self.x,
            self.y,
            u16::MAX
        )
    }
}

impl std::error::Error for CellError {}

impl Cell {
    fn checked(x: i128, y: i128) -> Result<Self, CellError> {
        match (u16::try_from(x), u16::try_from(y)) {
            (Ok(x), Ok(y)) => Ok(Self { x, y }),
            _ => Err(CellError { x, y }),
        }
    }
}

impl From<[u16; 2]> for Cell {
    fn from([x, y]: [u16; 2]) -> Self {
        Self { x, y }
    }
}

impl From<(u16, u16)> for Cell {
    fn from((x, y): (u16, u16)) -> Self {
        Self { x, y }
    }
}

impl TryFrom<(i32, i32)> for Cell {
    type Error = CellError;

    fn try_from((x, y): (i32, i32)) -> Result<Self, CellError> {
        Self::checked(x.into(), y.into())
    }
}

impl TryFrom<[i32; 2]> for Cell {
    type Error = CellError;

    fn try_from([x, y]: [i32; 2]) -> Result<Self, CellError> {
        Self::checked(x.into(), y.into())
    }
}

impl TryFrom<(usize, usize)> for Cell {
    type Error = CellError;

    fn try_from((x, y): (usize, usize)) -> Result<Self, CellError> {
        Self::checked(x as i128, y as i128)
    }
}

impl From<Cell> for (i32, i32) {
    fn from(cell: Cell) -> Self {
        (cell.x.into(), cell.y.into())
    }
}

#[cfg(feature = "mint")]
impl TryFrom<mint::Vector2<i32>> for Cell {
    type Error = CellError;

    fn try_from(vector: mint::Vector2<i32>) -> Result<Self, CellError> {
        (vector.x, vector.y).try_into()
    }
}

#[cfg(feature = "mint")]
impl From<Cell> for mint::Vector2<i32> {
    fn from(cell: Cell) -> Self {
        Self { x: cell.x.into(), y: cell.y.into() }
    }
}

#[cfg(feature = "glam")]
impl TryFrom<glam::IVec2> for Cell {
    type Error = CellError;

    fn try_from(vector: glam::IVec2) -> Result<Self, CellError> {
        (vector.x, vector.y).try_into()
    }
}

#[cfg(feature = "glam")]
impl From<Cell> for glam::IVec2 {
    fn from(cell: Cell) -> Self {
        Self::new(cell.x.into(), cell.y.into())
    }
}

impl From<Cell> for [u16; 2] {
    fn from(c: Cell) -> Self {
        [c.x, c.y]
    }
}
