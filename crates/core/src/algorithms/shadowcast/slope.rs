//! Slopes and wedges in exact fractions of half cells.

use crate::event::{Show, Value};
use std::fmt;

/// A direction from the eye as a fraction of half cells.
///
/// In an octant or quadrant `lateral` runs along the row and `depth` (above 0) away from the eye: the slope is
/// lateral / depth. In `portal` they are the x and y of a vector to a corner. On the largest map a corner lies at most
/// 32,767 half cells off, so 16 bits hold either, and 32 the products that compare two slopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slope {
    pub lateral: i16,
    pub depth: i16,
}

impl Slope {
    #[inline]
    pub const fn new(lateral: i32, depth: i32) -> Self {
        Self { lateral: lateral as i16, depth: depth as i16 }
    }

    #[inline]
    pub const fn parts(self) -> (i32, i32) {
        (self.lateral as i32, self.depth as i32)
    }

    /// The vector product of this with `other`: above 0 where `other` has the smaller slope, or, as vectors on a map
    /// whose y grows downward, where `other` lies clockwise.
    #[inline]
    pub const fn cross(self, other: Self) -> i32 {
        self.lateral as i32 * other.depth as i32 - self.depth as i32 * other.lateral as i32
    }

    /// The vector product with another side, as it is reckoned: `1 · 3 − −1 · 5 = 8`.
    pub(super) fn product(self, other: Self) -> String {
        let [a, b, c, d] = [self.lateral, other.depth, self.depth, other.lateral].map(|n| signed(n.into()));
        format!("{a} · {b} − {c} · {d} = {}", self.cross(other))
    }

    #[inline]
    pub const fn below(self, other: Self) -> bool {
        self.cross(other) < 0
    }

    #[inline]
    pub fn float(self) -> f64 {
        self.lateral as f64 / self.depth as f64
    }
}

impl fmt::Display for Slope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", signed(self.lateral.into()), self.depth)
    }
}

impl Show for Slope {
    fn show(self) -> Option<Value> {
        let (lateral, depth) = self.parts();
        Some(Value::Ratio(lateral, depth))
    }
}

/// What is still to be scanned: all directions between two slopes, from a row on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wedge {
    /// The smaller slope: *minimum*, *start* of a quadrant, *end* of Bergström's; in `portal` the left side.
    pub low: Slope,
    /// The larger slope: *maximum*, *end* of a quadrant, *start* of Bergström's; in `portal` the right side.
    pub high: Slope,
    /// Whether the smaller slope belongs to it; only `recursive` asks.
    pub inclusive: bool,
    pub depth: u16,
    pub light: u8,
}

impl Wedge {
    /// A wedge that begins at the eye with all light.
    pub const fn whole(low: Slope, high: Slope) -> Self {
        Self { low, high, inclusive: true, depth: 1, light: u8::MAX }
    }
}

pub(super) fn vector(v: Slope) -> String {
    format!("({}, {})", signed(v.lateral.into()), signed(v.depth.into()))
}

/// `n` times a slope as an exact fraction, whole where it is whole.
pub(super) fn times(n: i32, slope: Slope) -> String {
    let (lateral, depth) = slope.parts();
    match n * lateral {
        whole if depth > 0 && whole % depth == 0 => signed(whole / depth),
        product => format!("{}/{depth}", signed(product)),
    }
}

/// A number with its true minus sign.
pub(super) fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// An odd number of half cells as cells: `2½`.
pub(super) fn halves(n: i32) -> String {
    let sign = if n < 0 { "−" } else { "" };
    match n.abs() / 2 {
        0 => format!("{sign}½"),
        whole => format!("{sign}{whole}½"),
    }
}
