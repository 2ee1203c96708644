//! A value of an event's field, of a layer or of a register.

use super::Name;
use crate::root2::Root2;
use crate::{Cell, Dir, Tile};
use std::fmt;

/// A value of an event's field, of a layer or of a register.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A decimal number.
    Real(f64),
    /// A number of which only the leading digits are exact, such as a count above 2²⁴.
    About(f64),
    /// An exact fraction: numerator, then denominator.
    Ratio(i32, i32),
    /// Yes or no.
    Flag(bool),
    /// A cell.
    Cell(Cell),
    /// A direction.
    Dir(Dir),
    /// A tile.
    Tile(Tile),
    /// A word that the algorithm defines.
    Word(Name),
}

impl Value {
    /// Returns the value as a number, for comparisons, colours and plots.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Int(n) => Some(n as f64),
            Self::Real(x) | Self::About(x) => Some(x),
            Self::Ratio(a, b) => (b != 0).then(|| a as f64 / b as f64),
            Self::Flag(b) => Some(f64::from(u8::from(b))),
            Self::Cell(_) | Self::Dir(_) | Self::Tile(_) | Self::Word(_) => None,
        }
    }

    /// Returns whether the value equals this text: a word, a direction, a flag, a fraction, or a cell such as `(3, 2)`.
    /// Other numbers return `false`, because they are compared as numbers.
    pub fn reads(&self, text: &str) -> bool {
        match *self {
            Self::Cell(cell) => Cell::from_text(text) == Some(cell),
            Self::Word(ref word) => word == text,
            Self::Tile(tile) => tile.info().name == text || tile.english() == text,
            Self::Dir(dir) => dir.name() == text,
            Self::Flag(flag) => text == if flag { "yes" } else { "no" },
            Self::Ratio(..) => self.to_string() == text,
            Self::Int(_) | Self::Real(_) | Self::About(_) => false,
        }
    }

    /// Returns the value as JSON.
    pub fn json(&self) -> serde_json::Value {
        match *self {
            Self::Int(n) => n.into(),
            // JSON has no infinity and would write null, so a larger count becomes the largest floating-point number.
            Self::Real(x) | Self::About(x) => x.clamp(f64::MIN, f64::MAX).into(),
            // The fraction is exact; a decimal would be rounded.
            Self::Ratio(..) => self.to_string().into(),
            Self::Flag(b) => b.into(),
            Self::Cell(c) => serde_json::json!([c.x, c.y]),
            Self::Dir(d) => d.name().into(),
            Self::Tile(t) => t.info().name.into(),
            Self::Word(ref w) => (**w).into(),
        }
    }

    /// Converts a cost in units for display. The result is an integer if the cost is whole.
    pub fn cost(units: u64, unit: u64) -> Self {
        if units.is_multiple_of(unit) {
            Self::Int((units / unit) as i64)
        } else {
            Self::Real(units as f64 / unit as f64)
        }
    }
}

impl From<i32> for Value {
    fn from(n: i32) -> Self {
        Self::Int(n.into())
    }
}

/// Serializes as [`Value::json`].
impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(to)
    }
}

/// Converts a length to a whole number if it is one, else to a decimal.
impl From<Root2> for Value {
    fn from(length: Root2) -> Self {
        if length.roots == 0 { Self::Int(i64::from(length.whole)) } else { Self::Real(length.approx()) }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Real(x) if x.fract() == 0.0 && x.abs() < 1e15 => write!(f, "{x:.0}"),
            Self::Real(x) => {
                let text = format!("{x:.4}");
                f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
            }
            Self::About(x) if x.fract() == 0.0 && x.abs() < 16_777_216.0 => write!(f, "{x:.0}"),
            Self::About(x) if x.is_infinite() => f.write_str("over 3e38"),
            Self::About(x) => write!(f, "≈{x:.3e}"),
            Self::Ratio(a, b) => write!(f, "{}{}/{b}", if a < 0 { "−" } else { "" }, a.unsigned_abs()),
            Self::Flag(b) => f.write_str(if b { "yes" } else { "no" }),
            Self::Cell(c) => write!(f, "{c}"),
            Self::Dir(d) => f.write_str(d.name()),
            Self::Tile(t) => f.write_str(t.english()),
            Self::Word(ref w) => f.write_str(w),
        }
    }
}
