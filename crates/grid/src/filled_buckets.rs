//! Which buckets of a ring may have entries.

/// A bit for each bucket of a ring of 64 · `WORDS` buckets. Bucket `n` of a queue is at place `n` modulo the ring's length.
#[derive(Clone, Debug)]
pub(crate) struct FilledBuckets<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for FilledBuckets<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> FilledBuckets<WORDS> {
    /// Notes that a bucket has entries.
    #[inline]
    pub(crate) const fn fill(&mut self, number: u64) {
        self.0[Self::word(number)] |= Self::bit(number);
    }

    /// Notes that a bucket has no entries.
    #[inline]
    pub(crate) const fn empty(&mut self, number: u64) {
        self.0[Self::word(number)] &= !Self::bit(number);
    }

    /// Returns the number of the first bucket from `first` on that may have entries.
    pub(crate) fn next(&self, first: u64) -> Option<u64> {
        let start = first - first % 64;
        // Checks the first word twice: first the bits from `first` on, and at the end the bits before it.
        (0..=WORDS as u64).find_map(|k| {
            let from = start + 64 * k;
            let bits = self.0[Self::word(from)] & if k == 0 { u64::MAX << (first % 64) } else { u64::MAX };
            (bits != 0).then(|| from + u64::from(bits.trailing_zeros()))
        })
    }

    /// Returns the index of the word with a bucket's bit.
    const fn word(number: u64) -> usize {
        (number / 64) as usize % WORDS
    }

    /// Returns a bucket's bit in its word.
    const fn bit(number: u64) -> u64 {
        1 << (number % 64)
    }
}
