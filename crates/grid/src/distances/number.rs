//! The storage of a distance: whole units, in the narrowest integer that holds them.

use crate::Cost;

/// A distance in units plus one. 0 is a wall, and the largest number means that no path is known.
pub(super) trait Number: Copy + Ord {
    /// No path is known.
    const NONE: Self;
    /// A blocked cell.
    const WALL: Self;
    /// A goal: distance 0.
    const GOAL: Self;
    /// Converts a number that fits.
    fn of(number: u64) -> Self;
    fn get(self) -> u64;
    /// Returns the sum, which must fit.
    fn plus(self, other: Self) -> Self;
}

macro_rules! numbers {
    ($($type:ty)*) => { $(
        impl Number for $type {
            const NONE: Self = <$type>::MAX;
            const WALL: Self = 0;
            const GOAL: Self = 1;
            #[inline]
            fn of(number: u64) -> Self {
                number as Self
            }
            #[inline]
            fn get(self) -> u64 {
                self.into()
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )* };
}

numbers!(u16 u32 u64);

/// The number of units per step, and the limit up to which they are exact.
///
/// The squares of `diagonal` and `straight`, d² and 2s², differ by one: no fraction with a smaller denominator is
/// closer to √2. Take two sums of a straight and b diagonal steps whose b differ by less than `straight`. Their units
/// then sort them as a + b√2 does, and are equal only if both a and b are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub straight: u64,
    pub diagonal: u64,
    /// The factor for a diagonal step that leaves 1 when divided by a straight one: the modular inverse.
    pub inverse: u64,
    /// A bucket is 2^shift units wide. That is at most a straight step, so its entries are final once it is the lowest
    /// bucket.
    pub shift: u32,
    /// Values below this limit are exact.
    pub limit: u64,
}

impl Scale {
    /// Straight steps only, in 16 bits.
    pub(super) const STEPS: Self = Self { straight: 1, diagonal: 0, inverse: 0, shift: 0, limit: u16::MAX as u64 };
    /// Straight steps only, in 32 bits: 255 times the largest map.
    pub(super) const MANY_STEPS: Self = Self { limit: u32::MAX as u64, ..Self::STEPS };
    /// 19601² = 2 · 13860² + 1, in 32 bits: exact up to 19,601 straight or 13,860 diagonal steps.
    pub(super) const OCTILE: Self =
        Self { straight: 13_860, diagonal: 19_601, inverse: 5_741, shift: 13, limit: 13_860 * 19_601 };
    /// Straight steps only, in 64 bits.
    pub(super) const MAX_STEPS: Self = Self { limit: u64::MAX, ..Self::STEPS };
    /// 4478554083² = 2 · 3166815962² + 1, in 64 bits: exact up to 4,478,554,083 straight or 3,166,815,962 diagonal
    /// steps, each counted as often as its weight.
    pub(super) const FAR_OCTILE: Self = Self {
        straight: 3_166_815_962,
        diagonal: 4_478_554_083,
        inverse: 1_311_738_121,
        shift: 31,
        limit: 3_166_815_962 * 4_478_554_083,
    };

    /// Converts units to a cost, in which `unit` stands for a weight of 1.
    pub(super) fn cost(self, units: u64, unit: u32) -> Cost {
        // The remainder modulo a straight step, times the inverse, gives the number of diagonal steps. Both are below
        // 2³², so the product fits.
        let diagonals = units % self.straight * self.inverse % self.straight;
        let straights = units.saturating_sub(diagonals * self.diagonal) / self.straight;
        Cost::new(straights.cast_signed(), diagonals.cast_signed(), unit)
    }
}
