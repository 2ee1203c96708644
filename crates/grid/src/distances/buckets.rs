//! Waiting places by value: a ring of buckets, longer than any step, and a bit set of the buckets that are not empty. A
//! long run of empty buckets, which expensive ground produces, is skipped one word at a time.

use super::number::{Number, Scale};

#[derive(Clone, Debug)]
pub(super) struct Buckets<N> {
    ring: Vec<Vec<(u32, N)>>,
    /// A bit per bucket: whether it has entries.
    full: Vec<u64>,
    shift: u32,
    level: u64,
}

impl<N: Number> Buckets<N> {
    pub(super) fn new(scale: Scale, heaviest: u32) -> Self {
        let dearest = scale.straight.max(scale.diagonal) * u64::from(heaviest);
        let buckets = ((dearest >> scale.shift) as usize + 2).next_power_of_two();
        let full = vec![0; buckets.div_ceil(64).next_power_of_two()];
        Self { ring: vec![Vec::new(); buckets], full, shift: scale.shift, level: 0 }
    }

    /// Returns the number of units that the ring covers.
    pub(super) const fn span(&self) -> u64 {
        (self.ring.len() as u64) << self.shift
    }

    /// Returns the number of the bucket that was taken out last, counted from the start.
    pub(super) const fn level(&self) -> u64 {
        self.level
    }

    #[inline]
    pub(super) fn push(&mut self, at: usize, value: N) {
        let number = (value.get() >> self.shift) as usize & (self.ring.len() - 1);
        let bucket = &mut self.ring[number];
        if bucket.is_empty() {
            let word = (number / 64) & (self.full.len() - 1);
            self.full[word] |= 1 << (number % 64);
        }
        bucket.push((at as u32, value));
    }

    /// Takes out the next bucket that has entries, after adding the seeds that belong to it. Returns `None` when
    /// nothing is left.
    pub(super) fn next(&mut self, seeds: &mut Vec<(N, u32)>) -> Option<Vec<(u32, N)>> {
        let seed = seeds.last().map(|seed| seed.0.get() >> self.shift);
        self.level = self.ahead().into_iter().chain(seed).min()?;
        while let Some(&(value, at)) = seeds.last()
            && value.get() >> self.shift <= self.level
        {
            seeds.pop();
            self.push(at as usize, value);
        }
        let at = self.level as usize & (self.ring.len() - 1);
        self.full[at / 64] &= !(1 << (at % 64));
        Some(std::mem::take(&mut self.ring[at]))
    }

    /// Returns the level of the next bucket after the last one that has entries.
    fn ahead(&self) -> Option<u64> {
        let last = self.ring.len() - 1;
        let from = (self.level as usize + 1) & last;
        let (first, below) = (from / 64, (1 << (from % 64)) - 1);
        let words = self.full.len();
        // Checks the first word twice: at the end the bits before the start.
        (0..=words).find_map(|k| {
            let word = (first + k) & (words - 1);
            let bits = match k {
                0 => self.full[word] & !below,
                _ if k == words => self.full[word] & below,
                _ => self.full[word],
            };
            let number = word * 64 + bits.trailing_zeros() as usize;
            (bits != 0).then(|| self.level + 1 + (number.wrapping_sub(from) & last) as u64)
        })
    }

    /// Returns a bucket's memory to the ring.
    pub(super) fn done(&mut self, mut bucket: Vec<(u32, N)>) {
        bucket.clear();
        let at = self.level as usize & (self.ring.len() - 1);
        self.ring[at] = bucket;
    }

    pub(super) fn clear(&mut self) {
        self.ring.iter_mut().for_each(Vec::clear);
        self.full.fill(0);
    }
}
