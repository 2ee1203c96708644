//! What a distance is written as: whole units, in as few bits as hold them.

use crate::root2::Root2;

/// A number of units plus one, so that 0 is a wall; the largest one says that no way is known.
pub(super) trait Number: Copy + Ord {
    /// No way is known.
    const NONE: Self;
    /// Nobody can stand there.
    const WALL: Self;
    /// A goal.
    const GOAL: Self;
    /// Of a number that fits.
    fn of(number: u64) -> Self;
    fn get(self) -> u64;
    /// A sum that fits.
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

/// How many units a step has, and how far they can be trusted.
///
/// Of `straight` and `diagonal` the squares, d² and 2s², differ by one: no fraction with a smaller denominator lies nearer to √2.
/// Two sums of a straight and b diagonal steps whose b differ by less than `straight` are therefore ordered by their units as
/// they are by a + b√2, and equal only where a and b are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub straight: u64,
    pub diagonal: u64,
    /// What a diagonal step is to be multiplied with to leave 1 when divided by a straight one.
    pub inverse: u64,
    /// A bucket is 2^shift units wide: at most a straight step, so that what lies in it is final once it is the lowest.
    pub shift: u32,
    /// Below it all is exact.
    pub limit: u64,
}

impl Scale {
    /// Straight steps alone, in 16 bits.
    pub const STEPS: Self = Self { straight: 1, diagonal: 0, inverse: 0, shift: 0, limit: u16::MAX as u64 };
    /// Straight steps alone, in 32 bits: 255 times the largest map.
    pub const MANY_STEPS: Self = Self { limit: u32::MAX as u64, ..Self::STEPS };
    /// 19601² = 2 · 13860² + 1, in 32 bits: as far as 19,601 straight or 13,860 diagonal steps.
    pub const OCTILE: Self =
        Self { straight: 13_860, diagonal: 19_601, inverse: 5_741, shift: 13, limit: 13_860 * 19_601 };
    /// Straight steps alone, in 64 bits: for maps that are larger than scenes may be.
    pub const MOST_STEPS: Self = Self { limit: u64::MAX, ..Self::STEPS };
    /// 4478554083² = 2 · 3166815962² + 1, in 64 bits: exact on all maps of 4096² cells.
    ///
    /// Of two cells of a shortest way that lie straight beside each other one is the next after the other: else a single step
    /// would make it shorter. So a way of a straight and b diagonal steps has 4(a + b) − 2a sides where none of its cells lies, and
    /// a cell beside the way has four: 6a + 8b is at most four times the map. Then b is at most half of it, times 255 less than
    /// `straight`, and a + b√2 at most 0.71 of it, which times 255 and `straight` fits.
    pub const FAR_OCTILE: Self =
        Self { straight: 3_166_815_962, diagonal: 4_478_554_083, inverse: 1_311_738_121, shift: 31, limit: u64::MAX };

    /// Units as a length; a part of it that [`Root2`] has no room for is the largest that it has.
    pub fn length(self, units: u64) -> Root2 {
        let whole = |n: u64| i32::try_from(n).unwrap_or(i32::MAX);
        // Diagonal steps are what is left of them when straight ones are taken away.
        let diagonals = units % self.straight * self.inverse % self.straight;
        Root2::new(whole(units.saturating_sub(diagonals * self.diagonal) / self.straight), whole(diagonals))
    }
}
