//! The event in every slot at a moment, and keyframes of them. Keyframes share the pages that did not change between
//! them.

use super::log::NONE;
use crate::progress::{Halt, Progress};
use std::ops::Range;
use std::sync::Arc;

/// Number of slots in a page. Small, because the frontier of a search crosses every row of the map but touches only a
/// little of each.
const PAGE: usize = 64;

type Page = [u32; PAGE];

/// Number of pages that are processed between two checks for cancellation.
const BETWEEN: usize = 4096;
/// The number of the empty page in the store.
const BLANK: u32 = 0;

/// For each slot, the event that it holds, or [`NONE`].
///
/// The values are stored inverted, so that empty slots are zeros. The operating system provides zeroed memory at once
/// and allocates each page at its first write. On the largest maps, writing all slots would take longer than a user
/// would wait.
#[derive(Debug)]
pub(super) struct Heads {
    slots: usize,
    /// Whole pages; the part after the last slot is never written. This is a flat list of numbers, because a list of
    /// zeroed pages would be written completely when it is allocated.
    held: Vec<u32>,
    /// The pages written since the last keyframe.
    touched: Vec<bool>,
    /// The pages of the last keyframe, by their numbers in the store.
    base: Vec<u32>,
}

impl Heads {
    /// Creates `slots` empty slots.
    pub(super) fn new(slots: usize) -> Self {
        let pages = slots.div_ceil(PAGE);
        Self { slots, held: vec![!NONE; pages * PAGE], touched: vec![false; pages], base: vec![BLANK; pages] }
    }

    /// Returns a copy. Memory is used only for pages that were ever written.
    pub(super) fn copy(&self, progress: &Progress) -> Result<Self, Halt> {
        let mut copy = Self { touched: self.touched.clone(), base: self.base.clone(), ..Self::new(self.slots) };
        let to = copy.held.as_chunks_mut::<PAGE>().0;
        for (p, (to, from)) in to.iter_mut().zip(self.held.as_chunks().0).enumerate() {
            if self.touched[p] || self.base[p] != BLANK {
                *to = *from;
            }
            if p.is_multiple_of(BETWEEN) {
                progress.check()?;
            }
        }
        Ok(copy)
    }

    /// Writes a slot and returns its previous event.
    #[inline]
    pub(super) fn replace(&mut self, slot: usize, event: u32) -> u32 {
        self.touched[slot / PAGE] = true;
        !std::mem::replace(&mut self.held[slot], !event)
    }

    /// Returns the event in a slot.
    #[inline]
    pub(super) fn at(&self, slot: usize) -> u32 {
        !self.held[..self.slots][slot]
    }

    /// Returns whether the slots are certainly empty because their pages were never written. Does not read the slots.
    pub(super) fn are_blank(&self, slots: Range<usize>) -> bool {
        let pages = slots.start / PAGE..slots.end.div_ceil(PAGE);
        self.base[pages.clone()].iter().all(|&page| page == BLANK) && !self.touched[pages].contains(&true)
    }

    /// Returns the events in all slots.
    pub(super) fn all(&self) -> SlotRange<'_> {
        SlotRange::of(self, 0, self.slots)
    }
}

impl Clone for Heads {
    fn clone(&self) -> Self {
        self.copy(&Progress::default()).unwrap_or_else(|_| Self::new(self.slots))
    }
}

/// The events in a range of slots.
#[derive(Clone, Copy)]
pub(super) struct SlotRange<'a>(&'a [u32]);

impl<'a> SlotRange<'a> {
    /// Returns a range of `count` slots.
    #[inline]
    pub(super) fn of(heads: &'a Heads, first: usize, count: usize) -> Self {
        Self(&heads.held[..heads.slots][first..][..count])
    }

    /// Returns the event in a slot of the range.
    #[inline]
    pub(super) const fn at(self, index: usize) -> u32 {
        !self.0[index]
    }

    /// Returns the event in each slot.
    #[inline]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        self.0.iter().map(|held| !held)
    }

    /// Returns whether all slots are empty.
    #[inline]
    pub(super) fn is_blank(self) -> bool {
        self.0.iter().fold(!NONE, |all, held| all | held) == !NONE
    }

    /// Returns a part of the range.
    #[inline]
    pub(super) fn part(self, first: usize, count: usize) -> Self {
        Self(&self.0[first..][..count])
    }

    /// Copies the events.
    pub(super) fn keep(self) -> SlotCopy {
        SlotCopy(self.0.into())
    }
}

/// A copy of the events in a range of slots at a moment.
#[derive(Clone, Debug)]
pub(super) struct SlotCopy(Arc<[u32]>);

impl SlotCopy {
    /// Returns the copied events.
    pub(super) fn copied_events(&self) -> SlotRange<'_> {
        SlotRange(&self.0)
    }
}

/// All slots at one moment.
#[derive(Debug)]
struct Keyframe {
    /// Number of events that had happened.
    at: u32,
    /// The numbers of its pages in the store.
    pages: Box<[u32]>,
}

/// Keyframes. The more memory a keyframe takes, the farther away the next one is.
#[derive(Debug)]
pub(super) struct Keyframes {
    /// The pages of all keyframes. The first page is empty.
    store: Vec<Page>,
    frames: Vec<Keyframe>,
}

impl Keyframes {
    /// Creates the keyframe of the start.
    pub(super) fn new(heads: &Heads) -> Self {
        let start = Keyframe { at: 0, pages: heads.base.clone().into() };
        Self { store: vec![[!NONE; PAGE]], frames: vec![start] }
    }

    /// Stores all slots as a keyframe and returns the number of bytes used. If `progress` is stopped, no keyframe is
    /// added.
    pub(super) fn add(&mut self, at: u32, heads: &mut Heads, progress: &Progress) -> Result<usize, Halt> {
        let before = self.store.len();
        for (p, touched) in heads.touched.iter_mut().enumerate().filter(|(_, touched)| **touched) {
            *touched = false;
            heads.base[p] = self.store.len() as u32;
            self.store.push(heads.held.as_chunks().0[p]);
            if self.store.len().is_multiple_of(BETWEEN) {
                progress.check()?;
            }
        }
        self.frames.push(Keyframe { at, pages: heads.base.clone().into() });
        Ok((self.store.len() - before) * size_of::<Page>() + size_of_val(&*heads.base))
    }

    /// Returns the number of bytes that all keyframes use.
    pub(super) fn bytes(&self) -> usize {
        let frames: usize = self.frames.iter().map(|f| size_of_val(&*f.pages)).sum();
        frames + self.store.len() * size_of::<Page>()
    }

    /// Moves the slots to the keyframe nearest to a moment, if it is nearer than their current moment. Returns the
    /// moment at which they are then.
    pub(super) fn approach(&self, heads: &mut Heads, cursor: usize, at: usize) -> usize {
        let after = self.frames.partition_point(|k| (k.at as usize) < at);
        let near = self.frames[after.saturating_sub(1)..].iter().take(2);
        let Some(frame) = near.min_by_key(|k| (k.at as usize).abs_diff(at)) else { return cursor };
        // Comparing a page takes about as long as applying an event.
        if (frame.at as usize).abs_diff(at) + heads.base.len() >= cursor.abs_diff(at) {
            return cursor;
        }
        let (held, _) = heads.held.as_chunks_mut::<PAGE>();
        for (p, (held, &page)) in held.iter_mut().zip(&frame.pages).enumerate() {
            if heads.touched[p] || heads.base[p] != page {
                held.copy_from_slice(&self.store[page as usize]);
            }
        }
        heads.touched.fill(false);
        heads.base.copy_from_slice(&frame.pages);
        frame.at as usize
    }
}
