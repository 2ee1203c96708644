//! What a field of a logged event holds.

use gridscope_grid::geometry::Cell;
use serde_json::{Value, json};

/// What a field of an event holds: a number, a word, a flag, a cell or several, or nothing. Made with `into()`.
///
/// A whole number stays whole, infinity is written as `"inf"`, and what is no number as nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Field(Value);

impl Field {
    /// Nothing: the field is missing.
    pub const NONE: Self = Self(Value::Null);

    pub(super) const fn given(value: Value) -> Self {
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
            // What is no number is null already.
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

/// A cell, (x, y).
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
