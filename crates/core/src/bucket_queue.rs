//! A priority queue for searches: a ring of buckets, of which only the lowest one is ordered.
//!
//! ```text
//! keys   0‥15    16‥31   32‥47  …
//!        sorted  bucket  bucket  …  far     pushed into the ring: to the end of its bucket, unordered
//!        + heap                            pushed below: onto the sorted ones if it is next, else into a heap
//! ```
//!
//! What comes out is what a binary heap over all of it would give, entry by entry: a bucket is sorted when it becomes the
//! lowest one. In a search keys rise slowly, so nearly all entries wait in a bucket that nobody orders, and those that are
//! ordered are few.
//!
//! Sources: Robert B. Dial, *Algorithm 360: Shortest-Path Forest with Topological Ordering*, 1969, for the buckets; Boris
//! Cherkassky, Andrew Goldberg and Tomasz Radzik, *Shortest Paths Algorithms: Theory and Experimental Evaluation*, 1996, for
//! buckets that are wider than one key.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An entry, ordered by its key first.
pub trait Keyed: Ord + Copy {
    /// What its bucket goes by.
    fn key(&self) -> u64;
}

/// How many buckets the ring has: a bit each in a few words.
const RING: u64 = 256;
/// How many words that is.
const WORDS: usize = (RING / 64) as usize;

/// The queue: the smallest entry comes first.
#[derive(Clone, Debug)]
pub struct BucketQueue<T: Ord> {
    /// A bucket holds the keys that agree but for so many low bits.
    shift: u32,
    /// The number of the lowest bucket.
    base: u64,
    /// Its entries, the smallest last.
    sorted: Vec<T>,
    /// Those that came to it later and are not next.
    late: BinaryHeap<Reverse<T>>,
    /// The buckets after it; number `n` at `n % RING`.
    ring: Vec<Vec<T>>,
    /// The bit `n % RING` says that bucket `n` has entries.
    filled: [u64; WORDS],
    /// What lies beyond the ring.
    far: BinaryHeap<Reverse<T>>,
}

impl<T: Keyed> Default for BucketQueue<T> {
    fn default() -> Self {
        let ring = (0..RING).map(|_| Vec::new()).collect();
        Self {
            shift: 0,
            base: 0,
            sorted: Vec::new(),
            late: BinaryHeap::new(),
            ring,
            filled: [0; WORDS],
            far: BinaryHeap::new(),
        }
    }
}

impl<T: Keyed> BucketQueue<T> {
    /// Takes everything out, and makes it ready for keys from `first` on that rise by no more than about `rise` from one entry to
    /// those that it leads to. Others are as right, and slower.
    pub fn restart(&mut self, first: u64, rise: u64) {
        self.sorted.clear();
        self.late.clear();
        self.far.clear();
        while let Some(number) = self.next_filled(0) {
            self.filled[word(number)] &= !bit(number);
            self.bucket(number).clear();
        }
        // The ring is to be a little longer than the rise.
        self.shift = (rise.saturating_mul(5) / (RING * 4)).max(1).ilog2() + u32::from(rise >= RING);
        self.base = first >> self.shift;
    }

    /// Puts an entry in.
    #[inline]
    pub fn push(&mut self, entry: T) {
        let number = entry.key() >> self.shift;
        if number <= self.base {
            self.push_lowest(entry);
        } else if number - self.base < RING {
            self.filled[word(number)] |= bit(number);
            self.bucket(number).push(entry);
        } else {
            self.far.push(Reverse(entry));
        }
    }

    #[inline]
    fn push_lowest(&mut self, entry: T) {
        if self.sorted.last().is_none_or(|next| entry < *next) {
            self.sorted.push(entry);
        } else {
            self.late.push(Reverse(entry));
        }
    }

    /// Takes the smallest entry out.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        match (self.sorted.last(), self.late.peek()) {
            (Some(_), None) => self.sorted.pop(),
            (Some(a), Some(Reverse(b))) if a < b => self.sorted.pop(),
            (_, Some(_)) => self.late.pop().map(|Reverse(entry)| entry),
            (None, None) => {
                self.advance()?;
                self.sorted.pop()
            }
        }
    }

    /// Makes the next bucket that has entries the lowest one; `None` where there is none.
    fn advance(&mut self) -> Option<()> {
        let far = self.far.peek().map(|Reverse(entry)| entry.key() >> self.shift);
        let near = self.next_filled(self.base);
        self.base = near.into_iter().chain(far).min()?;
        if near == Some(self.base) {
            self.filled[word(self.base)] &= !bit(self.base);
            // Both are empty, and keep their memory in turns.
            let mut sorted = std::mem::take(&mut self.sorted);
            std::mem::swap(&mut sorted, self.bucket(self.base));
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            self.sorted = sorted;
        }
        // What lay beyond the ring may lie on it now.
        while let Some(Reverse(entry)) = self.far.peek().copied()
            && (entry.key() >> self.shift).saturating_sub(self.base) < RING
        {
            self.far.pop();
            self.push(entry);
        }
        Some(())
    }

    /// The lowest bucket from number `first` on that has entries.
    fn next_filled(&self, first: u64) -> Option<u64> {
        let start = first - first % 64;
        // The first word comes twice: from the bit on, and at the end those before it.
        (0..=WORDS as u64).find_map(|k| {
            let from = start + 64 * k;
            let bits = self.filled[word(from)] & if k == 0 { u64::MAX << (first % 64) } else { u64::MAX };
            (bits != 0).then(|| from + u64::from(bits.trailing_zeros()))
        })
    }

    #[inline]
    fn bucket(&mut self, number: u64) -> &mut Vec<T> {
        &mut self.ring[(number % RING) as usize]
    }
}

/// The word of a bucket's bit.
const fn word(number: u64) -> usize {
    (number / 64) as usize % WORDS
}

/// A bucket's bit in its word.
const fn bit(number: u64) -> u64 {
    1 << (number % 64)
}
