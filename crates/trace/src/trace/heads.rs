//! What every slot holds at a moment, and keyframes of it that share the pages between which nothing changed.

use super::log::NONE;
use std::ops::Range;
use std::sync::Arc;

/// How many slots a page has. Small: the front of a search crosses every row of the map, but only a little of each.
const PAGE: usize = 64;

type Page = [u32; PAGE];

/// How many pages are kept between two questions whether to go on.
const BETWEEN: usize = 4096;
/// The number of the page in the store on which nothing is held.
const BLANK: u32 = 0;

/// For each slot the event that it holds, or [`NONE`].
///
/// They are kept inverted, so that slots that hold nothing are zeros: the system gives memory of zeros at once, and page by page,
/// when something is written there. On the largest maps it would take longer than a person waits to write them all.
#[derive(Debug)]
pub(super) struct Heads {
    slots: usize,
    /// Whole pages; what lies past the last slot is never written. One number after the other: of zeros in pages the system would
    /// be asked for memory that is written at once.
    held: Vec<u32>,
    /// The pages that were written since the last keyframe.
    touched: Vec<bool>,
    /// The pages of that keyframe, by their numbers in the store.
    base: Vec<u32>,
}

impl Heads {
    /// So many slots, none of which was written.
    pub(super) fn new(slots: usize) -> Self {
        let pages = slots.div_ceil(PAGE);
        Self { slots, held: vec![!NONE; pages * PAGE], touched: vec![false; pages], base: vec![BLANK; pages] }
    }

    /// A copy; none where it was told to stop meanwhile. Memory is taken only for pages that were ever written.
    pub(super) fn copy(&self, goes_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let mut copy = Self { touched: self.touched.clone(), base: self.base.clone(), ..Self::new(self.slots) };
        let to = copy.held.as_chunks_mut::<PAGE>().0;
        for (p, (to, from)) in to.iter_mut().zip(self.held.as_chunks().0).enumerate() {
            if self.touched[p] || self.base[p] != BLANK {
                *to = *from;
            }
            if p.is_multiple_of(BETWEEN) && !goes_on() {
                return None;
            }
        }
        Some(copy)
    }

    /// Writes a slot, and gives what it held.
    #[inline]
    pub(super) fn replace(&mut self, slot: usize, event: u32) -> u32 {
        self.touched[slot / PAGE] = true;
        !std::mem::replace(&mut self.held[slot], !event)
    }

    /// What a slot holds.
    #[inline]
    pub(super) fn at(&self, slot: usize) -> u32 {
        !self.held[..self.slots][slot]
    }

    /// Whether it is plain, without a look at them, that slots hold nothing: their pages were never written.
    pub(super) fn are_blank(&self, slots: Range<usize>) -> bool {
        let pages = slots.start / PAGE..slots.end.div_ceil(PAGE);
        self.base[pages.clone()].iter().all(|&page| page == BLANK) && !self.touched[pages].contains(&true)
    }

    /// What all slots hold.
    pub(super) fn all(&self) -> Held<'_> {
        Held::of(self, 0, self.slots)
    }
}

impl Clone for Heads {
    fn clone(&self) -> Self {
        self.copy(&mut || true).unwrap_or_else(|| Self::new(self.slots))
    }
}

/// What some slots in a row hold.
#[derive(Clone, Copy)]
pub(super) struct Held<'a>(&'a [u32]);

impl<'a> Held<'a> {
    /// So many slots from one on.
    #[inline]
    pub(super) fn of(heads: &'a Heads, first: usize, count: usize) -> Self {
        Self(&heads.held[..heads.slots][first..][..count])
    }

    /// What one of them holds.
    #[inline]
    pub(super) const fn at(self, index: usize) -> u32 {
        !self.0[index]
    }

    /// What each of them holds.
    #[inline]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        self.0.iter().map(|held| !held)
    }

    /// Whether none of them holds anything.
    #[inline]
    pub(super) fn is_blank(self) -> bool {
        self.0.iter().fold(!NONE, |all, held| all | held) == !NONE
    }

    /// So many of them from one on.
    #[inline]
    pub(super) fn part(self, first: usize, count: usize) -> Self {
        Self(&self.0[first..][..count])
    }

    /// A copy of what they hold.
    pub(super) fn keep(self) -> Kept {
        Kept(self.0.into())
    }
}

/// What some slots in a row held at a moment.
#[derive(Clone, Debug)]
pub(super) struct Kept(Arc<[u32]>);

impl Kept {
    /// What each of them held.
    pub(super) fn held(&self) -> Held<'_> {
        Held(&self.0)
    }
}

/// All slots as they were at one moment.
#[derive(Debug)]
struct Keyframe {
    /// How many events had happened.
    at: u32,
    /// Where its pages lie in the store.
    pages: Box<[u32]>,
}

/// Keyframes, a little further apart than what they take in memory.
#[derive(Debug)]
pub(super) struct Keyframes {
    /// The pages of all of them. The first is blank.
    store: Vec<Page>,
    frames: Vec<Keyframe>,
}

impl Keyframes {
    /// None yet but that of the start.
    pub(super) fn new(heads: &Heads) -> Self {
        let start = Keyframe { at: 0, pages: heads.base.clone().into() };
        Self { store: vec![[!NONE; PAGE]], frames: vec![start] }
    }

    /// Keeps all slots as they are now, and gives how many bytes that took; none where it was told to stop meanwhile, and then
    /// there is no keyframe of this moment.
    pub(super) fn add(&mut self, at: u32, heads: &mut Heads, goes_on: &mut dyn FnMut() -> bool) -> Option<usize> {
        let before = self.store.len();
        for (p, touched) in heads.touched.iter_mut().enumerate().filter(|(_, touched)| **touched) {
            *touched = false;
            heads.base[p] = self.store.len() as u32;
            self.store.push(heads.held.as_chunks().0[p]);
            if self.store.len().is_multiple_of(BETWEEN) && !goes_on() {
                return None;
            }
        }
        self.frames.push(Keyframe { at, pages: heads.base.clone().into() });
        Some((self.store.len() - before) * size_of::<Page>() + size_of_val(&*heads.base))
    }

    /// How many bytes all of them take.
    pub(super) fn bytes(&self) -> usize {
        let frames: usize = self.frames.iter().map(|f| size_of_val(&*f.pages)).sum();
        frames + self.store.len() * size_of::<Page>()
    }

    /// Brings the slots to the keyframe nearest to a moment, where that is nearer than the moment at which they are;
    /// gives the moment at which they are then.
    pub(super) fn approach(&self, heads: &mut Heads, cursor: usize, at: usize) -> usize {
        let after = self.frames.partition_point(|k| (k.at as usize) < at);
        let near = self.frames[after.saturating_sub(1)..].iter().take(2);
        let Some(frame) = near.min_by_key(|k| (k.at as usize).abs_diff(at)) else { return cursor };
        // Looking at a page takes about as long as walking over an event.
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
