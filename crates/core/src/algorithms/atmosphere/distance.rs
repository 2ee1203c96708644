//! Exact lengths of ways with straight and diagonal steps: whole numbers decide, no rounding.

use crate::geometry::Dir;
use std::cmp::Ordering;
use std::fmt;

/// The length of a way: so many straight steps of 1 and so many diagonal ones of √2.
///
/// √2 is irrational, so two lengths are equal only when both numbers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Distance {
    pub straight: u32,
    pub diagonal: u32,
}

impl Distance {
    pub(super) const ZERO: Self = Self { straight: 0, diagonal: 0 };

    /// One step further in direction `dir`.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Self {
        if dir.is_diagonal() {
            Self { diagonal: self.diagonal + 1, ..self }
        } else {
            Self { straight: self.straight + 1, ..self }
        }
    }

    /// A number that orders lengths as they are: 2³² times the length, rounded down. No two lengths share one: those
    /// of fewer than 2²⁹ steps differ by more than 2⁻³².
    pub(super) fn key(self) -> u64 {
        // √(2·d²·2⁶⁴) = d·√2·2³², in whole numbers.
        let diagonal = ((self.diagonal as u128 * self.diagonal as u128) << 65).isqrt();
        ((self.straight as u64) << 32).saturating_add(u64::try_from(diagonal).unwrap_or(u64::MAX))
    }

    /// The length in cells, rounded, to be shown or drawn.
    pub fn value(self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2
    }
}

impl Ord for Distance {
    /// The sign of Δa + Δb·√2: plain where both agree in sign, else that of the part whose square is greater.
    fn cmp(&self, other: &Self) -> Ordering {
        let a = self.straight as i64 - other.straight as i64;
        let b = self.diagonal as i64 - other.diagonal as i64;
        let square = |n: i64| n.unsigned_abs() as u128 * n.unsigned_abs() as u128;
        match (a.cmp(&0), b.cmp(&0)) {
            (Ordering::Equal, sign) | (sign, Ordering::Equal) => sign,
            (x, y) if x == y => x,
            (x, _) if square(a) > 2 * square(b) => x,
            (_, y) => y,
        }
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// To three decimals, without needless zeros: `2.414`, `3`.
impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.diagonal == 0 {
            return write!(f, "{}", self.straight);
        }
        write!(f, "{:.3}", self.value())
    }
}
