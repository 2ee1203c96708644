//! The random number generator. It is portable: the same seed gives the same trace on every machine and in a browser.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _};

/// Xoshiro256++ (Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators*, 2018), seeded with one number.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates a generator from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns a number in [0, 1), with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Returns a whole number below `n`, all equally likely. Returns 0 if `n` is 0 or 1.
    pub fn below(&mut self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        // Lemire, *Fast Random Integer Generation in an Interval*, 2019: takes the high half of a product and
        // rejects the few low halves that would favour some results.
        let reject = n.wrapping_neg() % n;
        loop {
            let wide = self.0.next_u64() as u128 * n as u128;
            if wide as u64 >= reject {
                return (wide >> 64) as u64;
            }
        }
    }

    /// Picks one of `n` things, all about equally likely. Returns its index and the number in [0, 1) that was
    /// rolled. The index is ⌊roll · n⌋, so a reader of the roll can check it.
    pub fn pick(&mut self, n: usize) -> (usize, f64) {
        let roll = self.unit();
        (((roll * n as f64) as usize).min(n.saturating_sub(1)), roll)
    }
}
