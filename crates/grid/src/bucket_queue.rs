//! A priority queue for searches: a ring of buckets, of which only the lowest one is ordered.
//!
//! ```text
//! keys    0‥15    16‥31   32‥47  …
//! heap    sorted  bucket  bucket  …  heap    pushed into the ring: to the end of its bucket, unordered
//!         + heap                             pushed into its lowest bucket: onto the sorted ones if next, else into a heap
//! ```
//!
//! What comes out is what a binary heap over all of it would give, entry by entry: a bucket is sorted when it becomes the
//! lowest one. In a search keys rise slowly, so nearly all entries wait in a bucket that nobody orders, and those that are
//! ordered are few.
//!
//! Sources: Robert B. Dial, *Algorithm 360: Shortest-Path Forest with Topological Ordering*, 1969, for the buckets; Boris
//! Cherkassky, Andrew Goldberg and Tomasz Radzik, *Shortest Paths Algorithms: Theory and Experimental Evaluation*, 1996, for
//! buckets that are wider than one key.

use crate::geometry::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cell that waits, ordered by its key, then by its rank, then by its row and column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// What its bucket goes by.
    pub key: u64,
    /// The order among equal keys: the lowest comes first.
    pub rank: u64,
    /// What waits.
    pub cell: Cell,
}

/// An entry of a bucket as one number, so that comparing two of them is one comparison: from the highest bit what its key
/// is above the bucket's lowest, its rank, its row and its column.
type Packed = u128;

/// How many buckets the ring has: a bit each in a few words.
const RING: u64 = 256;
/// How many words that is.
const WORDS: usize = (RING / 64) as usize;

/// How many bits the keys of one bucket may differ in: as many as [`Packed`] has for them.
const MOST_SHIFT: u32 = 32;

/// The queue: the smallest entry comes first.
#[derive(Clone, Debug)]
pub struct BucketQueue {
    /// A bucket holds the keys that agree but for so many low bits.
    shift: u32,
    /// The number of the lowest bucket.
    base: u64,
    /// Its entries, the smallest last.
    sorted: Vec<Packed>,
    /// Those that came to it later and are not next.
    late: BinaryHeap<Reverse<Packed>>,
    /// The buckets after it; number `n` at `n % RING`.
    ring: Vec<Vec<Packed>>,
    /// The bit `n % RING` says that bucket `n` has entries.
    filled: [u64; WORDS],
    /// What lies below the lowest bucket or beyond the ring.
    outside: BinaryHeap<Reverse<Entry>>,
}

impl Default for BucketQueue {
    fn default() -> Self {
        Self {
            shift: 0,
            base: 0,
            sorted: Vec::new(),
            late: BinaryHeap::new(),
            ring: (0..RING).map(|_| Vec::new()).collect(),
            filled: [0; WORDS],
            outside: BinaryHeap::new(),
        }
    }
}

impl BucketQueue {
    /// Takes everything out, and makes it ready for keys from `first` on that rise by no more than about `rise` from one entry to
    /// those that it leads to. Others are as right, and slower.
    pub fn restart(&mut self, first: u64, rise: u64) {
        self.sorted.clear();
        self.late.clear();
        self.outside.clear();
        while let Some(number) = self.next_filled(0) {
            self.filled[word(number)] &= !bit(number);
            self.bucket(number).clear();
        }
        // The ring is to be a little longer than the rise.
        let shift = (rise.saturating_mul(5) / (RING * 4)).max(1).ilog2() + u32::from(rise >= RING);
        self.shift = shift.min(MOST_SHIFT);
        self.base = first >> self.shift;
    }

    /// Puts an entry in.
    #[inline]
    pub fn push(&mut self, entry: Entry) {
        let number = entry.key >> self.shift;
        // Of a number below the base this is more than any.
        let ahead = number.wrapping_sub(self.base);
        if ahead >= RING {
            self.outside.push(Reverse(entry));
            return;
        }
        let packed = self.packed(entry);
        if ahead > 0 {
            self.filled[word(number)] |= bit(number);
            self.bucket(number).push(packed);
        } else if self.sorted.last().is_none_or(|next| packed < *next) {
            self.sorted.push(packed);
        } else {
            self.late.push(Reverse(packed));
        }
    }

    /// Takes the smallest entry out.
    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        if let Some(Reverse(entry)) = self.outside.peek()
            && entry.key >> self.shift < self.base
        {
            return self.outside.pop().map(|Reverse(entry)| entry);
        }
        let packed = match (self.sorted.last(), self.late.peek()) {
            (Some(_), None) => self.sorted.pop(),
            (Some(a), Some(Reverse(b))) if a < b => self.sorted.pop(),
            (_, Some(_)) => self.late.pop().map(|Reverse(packed)| packed),
            (None, None) => {
                self.advance()?;
                self.sorted.pop()
            }
        };
        packed.map(|packed| self.entry(packed))
    }

    /// Makes the next bucket that has entries the lowest one; `None` where there is none.
    fn advance(&mut self) -> Option<()> {
        let far = self.outside.peek().map(|Reverse(entry)| entry.key >> self.shift);
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
        while let Some(Reverse(entry)) = self.outside.peek().copied()
            && (entry.key >> self.shift).saturating_sub(self.base) < RING
        {
            self.outside.pop();
            self.push(entry);
        }
        Some(())
    }

    /// An entry as its bucket keeps it.
    #[inline]
    const fn packed(&self, entry: Entry) -> Packed {
        let above = entry.key & ((1 << self.shift) - 1);
        (above as u128) << 96 | (entry.rank as u128) << 32 | (entry.cell.y as u128) << 16 | entry.cell.x as u128
    }

    /// An entry of the lowest bucket.
    #[inline]
    const fn entry(&self, packed: Packed) -> Entry {
        let key = self.base << self.shift | (packed >> 96) as u64;
        Entry { key, rank: (packed >> 32) as u64, cell: Cell::new(packed as u16, (packed >> 16) as u16) }
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
    fn bucket(&mut self, number: u64) -> &mut Vec<Packed> {
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
