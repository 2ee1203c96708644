//! Exact path lengths made of straight steps of 1 and diagonal steps of √2.
//!
//! Two sums of floats that should be equal may differ in their last digit, so the order of addition would decide a tie.
//! Numbers a + b√2 with whole a and b do not have this problem. √2 is irrational, so two of them are equal only if both
//! parts are. Squares decide which of two is longer.

use super::geometry::Dir;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Sub};

/// a + b√2, in straight steps.
///
/// ```
/// use gridscope_grid::root2::Root2;
///
/// // Seven diagonals are shorter than ten straight steps: 98 < 100.
/// assert!(Root2::new(0, 7) < Root2::new(10, 0));
/// assert!(Root2::new(0, 12) > Root2::new(16, 0)); // 288 > 256
/// assert_eq!(Root2::new(3, 1).to_string(), "3+√2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Root2 {
    /// The whole part, a.
    pub whole: i32,
    /// The factor of √2, b.
    pub roots: i32,
}

impl Root2 {
    /// The length 0.
    pub const ZERO: Self = Self::new(0, 0);

    /// Creates the length `whole` + `roots` · √2.
    pub const fn new(whole: i32, roots: i32) -> Self {
        Self { whole, roots }
    }

    /// Returns the length of one step: 1 or √2.
    #[inline]
    pub const fn step(dir: Dir) -> Self {
        if dir.is_diagonal() { Self::new(0, 1) } else { Self::new(1, 0) }
    }

    /// Returns the length multiplied by `n`.
    #[must_use]
    pub const fn times(self, n: i32) -> Self {
        Self::new(self.whole.saturating_mul(n), self.roots.saturating_mul(n))
    }

    /// Returns the nearest floating-point number, for drawing and plots. Do not use it for comparisons.
    pub fn approx(self) -> f64 {
        f64::from(self.whole) + f64::from(self.roots) * std::f64::consts::SQRT_2
    }

    /// Returns a whole number that sorts path lengths in the same order: the length times 2³², rounded down. Two
    /// different lengths below 2³¹ differ by more than 2⁻³², so no two have the same number.
    ///
    /// ```
    /// use gridscope_grid::root2::Root2;
    ///
    /// let lengths = (0..400).map(|n| Root2::new(n % 20, n / 20));
    /// let mut by_length: Vec<_> = lengths.collect();
    /// by_length.sort();
    /// assert!(by_length.is_sorted_by(|a, b| a.rank() < b.rank()));
    /// // 114243² = 2 · 80782² + 1: nearly the same, and still in order.
    /// assert!(Root2::new(0, 80_782).rank() < Root2::new(114_243, 0).rank());
    /// ```
    pub fn rank(self) -> u64 {
        let (whole, roots) = (self.whole.max(0) as u64, self.roots.max(0) as u128);
        // b√2 · 2³² is the root of 2b² · 2⁶⁴, and 2b² is below 2⁶³.
        let roots = ((roots * roots) << 65).isqrt();
        (whole << 32).saturating_add(roots as u64)
    }

    /// Formats the length, with its decimal value if it is not whole: `3+√2 = 4.4142`.
    pub fn long(self) -> String {
        if self.roots == 0 {
            return self.to_string();
        }
        let decimal = format!("{:.4}", self.approx());
        format!("{self} = {}", decimal.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Add for Root2 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.whole.saturating_add(other.whole), self.roots.saturating_add(other.roots))
    }
}

impl Sub for Root2 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.whole.saturating_sub(other.whole), self.roots.saturating_sub(other.roots))
    }
}

impl Ord for Root2 {
    /// Compares by the sign of the difference a + b√2.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let a = i128::from(self.whole) - i128::from(other.whole);
        let b = i128::from(self.roots) - i128::from(other.roots);
        sign(a, b)
    }
}

/// Returns the sign of a + b√2. If a and b have opposite signs, the larger of a² and 2b² decides.
#[inline]
pub(crate) fn sign(a: i128, b: i128) -> Ordering {
    match (a.signum(), b.signum()) {
        (0, s) | (s, 0) => s.cmp(&0),
        (1, 1) => Ordering::Greater,
        (-1, -1) => Ordering::Less,
        (s, _) if a * a > 2 * b * b => s.cmp(&0),
        (_, s) => s.cmp(&0),
    }
}

impl PartialOrd for Root2 {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Root2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: i32| (part.signum().into(), part.unsigned_abs().to_string());
        let ((whole_sign, whole), (roots_sign, roots)) = (part(self.whole), part(self.roots));
        write_sum(f, (whole_sign, &whole), (roots_sign, &roots))
    }
}

/// Writes a + b√2. A part is its sign and its text without the sign.
pub(crate) fn write_sum(f: &mut fmt::Formatter<'_>, whole: (i64, &str), roots: (i64, &str)) -> fmt::Result {
    if whole.0 != 0 || roots.0 == 0 {
        write!(f, "{}{}", if whole.0 < 0 { "-" } else { "" }, whole.1)?;
    }
    if roots.0 == 0 {
        return Ok(());
    }
    let sign = match (roots.0 < 0, whole.0 != 0) {
        (true, _) => "−",
        (false, true) => "+",
        (false, false) => "",
    };
    let factor = if roots.1 == "1" { "" } else { roots.1 };
    write!(f, "{sign}{factor}√2")
}

/// Serializes as a number: an integer if it is whole, else the nearest decimal.
#[cfg(feature = "serde")]
impl serde::Serialize for Root2 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.roots == 0 { serializer.serialize_i32(self.whole) } else { serializer.serialize_f64(self.approx()) }
    }
}
