//! A priority queue for searches: a ring of buckets, of which only the lowest is sorted.
//!
//! ```text
//! keys    0‥15    16‥31   32‥47  …
//! heap    sorted  bucket  bucket  …  heap    pushed into the ring: to the end of its bucket, unordered
//!         + heap                             pushed into its lowest bucket: onto the sorted ones if next, else to a
//!         heap
//! ```
//!
//! Entries come out in the same order as from one binary heap, because a bucket is sorted when it becomes the lowest.
//! In a search, keys rise slowly. So nearly all entries wait in unsorted buckets, and few have to be sorted.
//!
//! Sources: Robert B. Dial, *Algorithm 360: Shortest-Path Forest with Topological Ordering*, 1969, for the buckets;
//! Boris Cherkassky, Andrew Goldberg and Tomasz Radzik, *Shortest Paths Algorithms: Theory and Experimental
//! Evaluation*, 1996, for buckets wider than one key.

use crate::filled_buckets::FilledBuckets;
use crate::geometry::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A waiting cell, ordered by key, then by rank, then by row and column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// The priority, which also selects the bucket.
    pub key: u64,
    /// The tie-breaking order among equal keys: the lowest comes first.
    pub rank: u64,
    /// The waiting cell.
    pub cell: Cell,
}

/// An entry of a bucket packed into one number, so that comparing two entries is one comparison. From the highest bit
/// down: the key minus the bucket's lowest key, the rank, the row and the column.
type Packed = u128;

/// Number of buckets in the ring.
const RING: u64 = 256;
/// Number of words with a bit for each bucket.
const WORDS: usize = (RING / 64) as usize;

/// Highest number of bits in which the keys of one bucket may differ: [`Packed`] has room for this many.
const MAX_SHIFT: u32 = 32;

/// The queue: the smallest entry comes first.
#[derive(Clone, Debug)]
pub struct BucketQueue {
    /// Number of low bits in which the keys of one bucket may differ.
    shift: u32,
    /// Number of the lowest bucket.
    base: u64,
    /// Entries of the lowest bucket, the smallest last.
    sorted: Vec<Packed>,
    /// Entries pushed into the lowest bucket later, except those smaller than all of `sorted`.
    late: BinaryHeap<Reverse<Packed>>,
    /// Buckets after the lowest one. Bucket `n` is at index `n % RING`.
    ring: Box<[Vec<Packed>; RING as usize]>,
    filled: FilledBuckets<WORDS>,
    /// Entries below the lowest bucket or beyond the ring.
    outside: BinaryHeap<Reverse<Entry>>,
}

impl Default for BucketQueue {
    fn default() -> Self {
        Self {
            shift: 0,
            base: 0,
            sorted: Vec::new(),
            late: BinaryHeap::new(),
            ring: Box::new(std::array::from_fn(|_| Vec::new())),
            filled: FilledBuckets::default(),
            outside: BinaryHeap::new(),
        }
    }
}

impl BucketQueue {
    /// Empties the queue and prepares it for keys from `first` on. `rise` is about how much larger a key may be than
    /// that of the entry that it was generated from. Other keys are ordered correctly too, only more slowly.
    pub fn restart(&mut self, first: u64, rise: u64) {
        self.sorted.clear();
        self.late.clear();
        self.outside.clear();
        while let Some(number) = self.filled.next(0) {
            self.filled.empty(number);
            self.bucket(number).clear();
        }
        // Makes the ring a little longer than the rise.
        let shift = (rise.saturating_mul(5) / (RING * 4)).max(1).ilog2() + u32::from(rise >= RING);
        self.shift = shift.min(MAX_SHIFT);
        self.base = first >> self.shift;
    }

    /// Adds an entry.
    #[expect(clippy::inline_always, reason = "called for every cell that a search opens")]
    #[inline(always)]
    pub fn push(&mut self, entry: Entry) {
        let number = entry.key >> self.shift;
        // For a number below the base this wraps around to a value of at least `RING`.
        let ahead = number.wrapping_sub(self.base);
        if (1..RING).contains(&ahead) {
            let packed = self.packed(entry);
            self.filled.fill(number);
            self.bucket(number).push(packed);
        } else {
            self.push_elsewhere(entry);
        }
    }

    /// Adds an entry that does not belong to the ring behind the lowest bucket.
    #[inline(never)]
    fn push_elsewhere(&mut self, entry: Entry) {
        let packed = self.packed(entry);
        if entry.key >> self.shift != self.base {
            self.outside.push(Reverse(entry));
        } else if self.sorted.last().is_none_or(|next| packed < *next) {
            self.sorted.push(packed);
        } else {
            self.late.push(Reverse(packed));
        }
    }

    /// Removes and returns the smallest entry.
    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        if self.late.is_empty()
            && self.outside.is_empty()
            && let Some(packed) = self.sorted.pop()
        {
            return Some(self.entry(packed));
        }
        self.pop_any()
    }

    /// Like [`BucketQueue::pop`], wherever the smallest entry is.
    #[inline(never)]
    fn pop_any(&mut self) -> Option<Entry> {
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

    /// Makes the next bucket that has entries the lowest one. Returns `None` if no entries are left.
    fn advance(&mut self) -> Option<()> {
        let far = self.outside.peek().map(|Reverse(entry)| entry.key >> self.shift);
        let near = self.filled.next(self.base);
        self.base = near.into_iter().chain(far).min()?;
        if near == Some(self.base) {
            self.filled.empty(self.base);
            // Both vectors are empty here, and swapping them keeps their memory.
            let mut sorted = std::mem::take(&mut self.sorted);
            std::mem::swap(&mut sorted, self.bucket(self.base));
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            self.sorted = sorted;
        }
        // Entries that were beyond the ring may be on it now.
        while let Some(Reverse(entry)) = self.outside.peek().copied()
            && (entry.key >> self.shift).saturating_sub(self.base) < RING
        {
            self.outside.pop();
            self.push(entry);
        }
        Some(())
    }

    /// Packs an entry as its bucket stores it.
    #[inline]
    const fn packed(&self, entry: Entry) -> Packed {
        let above = entry.key & ((1 << self.shift) - 1);
        (above as u128) << 96 | (entry.rank as u128) << 32 | (entry.cell.y as u128) << 16 | entry.cell.x as u128
    }

    /// Unpacks an entry of the lowest bucket.
    #[inline]
    const fn entry(&self, packed: Packed) -> Entry {
        let key = self.base << self.shift | (packed >> 96) as u64;
        Entry { key, rank: (packed >> 32) as u64, cell: Cell::new(packed as u16, (packed >> 16) as u16) }
    }

    #[inline]
    fn bucket(&mut self, number: u64) -> &mut Vec<Packed> {
        &mut self.ring[(number % RING) as usize]
    }
}
