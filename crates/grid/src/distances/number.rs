//! The storage of a distance: whole units, in the narrowest integer that holds them.

use crate::root2::Root2;

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
    /// Straight steps only, in 64 bits: for maps larger than a scene may be.
    pub(super) const MOST_STEPS: Self = Self { limit: u64::MAX, ..Self::STEPS };
    /// 4478554083² = 2 · 3166815962² + 1, in 64 bits: exact on all maps of 4096² cells.
    ///
    /// Proof: if two cells of a shortest path are straight neighbours, they follow each other on the path. Otherwise a
    /// single step would make it shorter. So a path of a straight and b diagonal steps has 4(a + b) − 2a sides whose
    /// neighbour is not on the path. A cell beside the path has four sides, so 6a + 8b is at most four times the map.
    /// Then b is at most half of the map, which times 255 is less than `straight`. And a + b√2 is at most 0.71 of the
    /// map, which times 255 and `straight` fits.
    pub(super) const FAR_OCTILE: Self =
        Self { straight: 3_166_815_962, diagonal: 4_478_554_083, inverse: 1_311_738_121, shift: 31, limit: u64::MAX };

    /// Converts units to a length. A part that is too large for [`Root2`] becomes the largest value of its type.
    pub(super) fn length(self, units: u64) -> Root2 {
        let whole = |n: u64| i32::try_from(n).unwrap_or(i32::MAX);
        // The remainder modulo a straight step, times the inverse, gives the number of diagonal steps.
        let diagonals = units % self.straight * self.inverse % self.straight;
        Root2::new(whole(units.saturating_sub(diagonals * self.diagonal) / self.straight), whole(diagonals))
    }
}
