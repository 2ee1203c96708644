//! The value of a field of a logged event.

use gridscope_grid::geometry::Cell;
use serde_json::{Value, json};

/// The value of a field of an event: a number, a word, a flag, one or more cells, or nothing. Create it with `into()`.
///
/// A whole number is written as an integer, infinity as `"inf"`, and NaN as null.
#[derive(Clone, PartialEq, Debug)]
pub struct Field(Value);

impl Field {
    /// No value: the field is missing.
    pub const NONE: Self = Self(Value::Null);

    pub(super) const fn from_value(value: Value) -> Self {
        Self(value)
    }

    pub(super) fn json(self) -> Value {
        self.0
    }
}

macro_rules! plain {
    ($($of:ty),+) => {
        $(impl From<$of> for Field {
            fn from(value: $of) -> Self {
                Self(value.into())
            }
        })+
    };
}

plain!(bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, &str, String);

impl From<f64> for Field {
    fn from(x: f64) -> Self {
        Self(match x {
            x if x.is_infinite() => if x > 0.0 { "inf" } else { "-inf" }.into(),
            // NaN becomes null in JSON.
            x if x.fract() == 0.0 && x.abs() < 9e15 => (x as i64).into(),
            x => x.into(),
        })
    }
}

impl From<f32> for Field {
    fn from(x: f32) -> Self {
        f64::from(x).into()
    }
}

impl From<Cell> for Field {
    fn from(cell: Cell) -> Self {
        Self(json!(cell))
    }
}

/// Converts a cell (x, y).
impl From<(u16, u16)> for Field {
    fn from(cell: (u16, u16)) -> Self {
        Cell::from(cell).into()
    }
}

impl From<&[Cell]> for Field {
    fn from(cells: &[Cell]) -> Self {
        Self(json!(cells))
    }
}

impl<T: Into<Self>> From<Option<T>> for Field {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::NONE, Into::into)
    }
}
