//! The exact cost of a path: straight steps of 1 and diagonal steps of √2, each times the weight of a cell.

use crate::root2::{Root2, sign, write_sum};
use crate::weight::Weight;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Add;

/// (a + b√2) / unit, exactly. The unit is that of the map's weights: 1 if they are whole numbers.
///
/// ```
/// use gridscope_grid::Cost;
///
/// let cost = Cost::new(3, 2, 2);
/// assert_eq!((cost.to_string(), cost.approx()), ("1.5+√2".into(), 1.5 + 2f64.sqrt()));
/// assert_eq!(Cost::new(2, 2, 2), Cost::new(1, 1, 1));
/// assert!(Cost::new(7, 0, 5) < Cost::new(0, 1, 1)); // 1.4 < √2
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    whole: i64,
    roots: i64,
    unit: u32,
}

/// The largest part of a cost. The product of two parts and a unit fits into 128 bits.
const MAX_PART: i64 = 1 << 48;

impl Cost {
    /// The cost 0.
    pub const ZERO: Self = Self::new(0, 0, 1);

    /// Creates the cost (`whole` + `roots` · √2) / `unit`. Parts beyond ±2⁴⁸ saturate; a unit of 0 counts as 1.
    pub const fn new(whole: i64, roots: i64, unit: u32) -> Self {
        const fn within(part: i64) -> i64 {
            if part > MAX_PART {
                MAX_PART
            } else if part < -MAX_PART {
                -MAX_PART
            } else {
                part
            }
        }
        Self { whole: within(whole), roots: within(roots), unit: if unit == 0 { 1 } else { unit } }
    }

    /// Returns a, in the unit.
    pub const fn whole(self) -> i64 {
        self.whole
    }

    /// Returns b, the factor of √2, in the unit.
    pub const fn roots(self) -> i64 {
        self.roots
    }

    /// Returns the number that a and b are divided by.
    pub const fn unit(self) -> u32 {
        self.unit
    }

    /// Returns the nearest floating-point number.
    pub fn approx(self) -> f64 {
        (self.whole as f64 + self.roots as f64 * std::f64::consts::SQRT_2) / f64::from(self.unit)
    }
}

impl From<Root2> for Cost {
    fn from(length: Root2) -> Self {
        Self::new(length.whole.into(), length.roots.into(), 1)
    }
}

/// The sum of two costs of one unit. Of different units, the sum has the product of both.
impl Add for Cost {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        if self.unit == other.unit {
            return Self::new(self.whole + other.whole, self.roots + other.roots, self.unit);
        }
        let sum =
            |a: i64, b: i64| a.saturating_mul(other.unit.into()).saturating_add(b.saturating_mul(self.unit.into()));
        Self::new(sum(self.whole, other.whole), sum(self.roots, other.roots), self.unit.saturating_mul(other.unit))
    }
}

impl Ord for Cost {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let difference =
            |a: i64, b: i64| i128::from(a) * i128::from(other.unit) - i128::from(b) * i128::from(self.unit);
        if self.unit == other.unit {
            return sign((self.whole - other.whole).into(), (self.roots - other.roots).into());
        }
        let (whole, roots) = (difference(self.whole, other.whole), difference(self.roots, other.roots));
        // Squares of larger numbers do not fit, and differences of this size are decided by the decimals.
        if whole.abs().max(roots.abs()) >= 1 << 62 {
            return self.approx().total_cmp(&other.approx());
        }
        sign(whole, roots)
    }
}

impl PartialOrd for Cost {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cost {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cost {}

impl PartialEq<Root2> for Cost {
    fn eq(&self, other: &Root2) -> bool {
        *self == Self::from(*other)
    }
}

/// Formats the cost as a sum: `4`, `1.5+√2`, `2/3+1/3√2`.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: i64| Weight::fraction(part.unsigned_abs(), self.unit);
        write_sum(f, (self.whole.signum(), &part(self.whole)), (self.roots.signum(), &part(self.roots)))
    }
}

/// Serializes as a number: an integer if it is whole, else the nearest decimal.
#[cfg(feature = "serde")]
impl serde::Serialize for Cost {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unit = i64::from(self.unit);
        if self.roots == 0 && self.whole % unit == 0 {
            serializer.serialize_i64(self.whole / unit)
        } else {
            serializer.serialize_f64(self.approx())
        }
    }
}
