//! The dice. One portable generator, so that the same seed gives the same trace on every machine and in a browser.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng as _};

/// Xoshiro256++ (Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators*, 2018), seeded by one number.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// A generator for `seed`.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number in [0, 1), with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A whole number below `n`, every one equally likely; 0 when `n` is 0 or 1.
    pub fn below(&mut self, n: u64) -> u64 {
        if n < 2 {
            return 0;
        }
        // Lemire, *Fast Random Integer Generation in an Interval*, 2019: the high half of a product, with the
        // few low halves that would favour some answers thrown away.
        let reject = n.wrapping_neg() % n;
        loop {
            let wide = self.0.next_u64() as u128 * n as u128;
            if wide as u64 >= reject {
                return (wide >> 64) as u64;
            }
        }
    }

    /// One of `n` things, every one about equally likely, with the number in [0, 1) that was rolled for it: the choice
    /// is ⌊roll · n⌋, so one who is told the roll can check it.
    pub fn pick(&mut self, n: usize) -> (usize, f64) {
        let roll = self.unit();
        (((roll * n as f64) as usize).min(n.saturating_sub(1)), roll)
    }
}
