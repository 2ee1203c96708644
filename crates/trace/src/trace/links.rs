//! The slot that each event writes, and the event that it replaces there. Two of three events of a search write
//! nothing. So there is a bit for every event, and an entry only for events that write.

/// The slot that an event writes, and the event that it replaced there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub(super) slot: u32,
    /// [`super::log::NONE`] if it is the first event in the slot.
    pub(super) prev: u32,
}

/// The links of a trace.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// A bit for each event: whether it writes.
    writes: Vec<u64>,
    /// For each word of bits, the number of writing events before it.
    before: Vec<u32>,
    /// The links of the writing events, in order.
    written: Vec<Link>,
    len: usize,
}

impl Links {
    /// Returns the number of bytes used.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.writes) + size_of_val(&*self.before) + size_of_val(&*self.written)
    }

    /// Releases unused memory.
    pub(super) fn shrink(&mut self) {
        self.written.shrink_to_fit();
    }

    /// Adds the link of the next event.
    #[inline]
    pub(super) fn push(&mut self, link: Option<Link>) {
        let bit = self.len % 64;
        if bit == 0 {
            self.writes.push(0);
            self.before.push(self.written.len() as u32);
        }
        self.len += 1;
        if let (Some(link), Some(word)) = (link, self.writes.last_mut()) {
            *word |= 1 << bit;
            self.written.push(link);
        }
    }

    /// Returns the link of an event.
    #[inline]
    pub(super) fn get(&self, event: usize) -> Option<Link> {
        let (k, bit) = (event / 64, event % 64);
        let word = *self.writes.get(k)?;
        (word >> bit & 1 == 1).then(|| self.written[self.before[k] as usize + below(word, bit).count_ones() as usize])
    }

    /// Visits the writing events from `from` to below `to`, in order.
    pub(super) fn ahead(&self, from: usize, to: usize, mut visit: impl FnMut(u32, Link)) {
        for k in from / 64..to.div_ceil(64) {
            let mut word = self.within(k, from, to);
            let mut link =
                self.before[k] as usize + (self.writes[k] & (word.wrapping_sub(1) & !word)).count_ones() as usize;
            while word != 0 {
                visit((k * 64) as u32 + word.trailing_zeros(), self.written[link]);
                word &= word - 1;
                link += 1;
            }
        }
    }

    /// Like [`Links::ahead`], but from the last event to the first.
    pub(super) fn behind(&self, from: usize, to: usize, mut visit: impl FnMut(u32, Link)) {
        for k in (from / 64..to.div_ceil(64)).rev() {
            let mut word = self.within(k, from, to);
            let skipped = self.writes[k] & !word & (word.wrapping_sub(1) & !word);
            let mut link = self.before[k] as usize + (skipped.count_ones() + word.count_ones()) as usize;
            while word != 0 {
                let bit = word.ilog2();
                link -= 1;
                visit((k * 64) as u32 + bit, self.written[link]);
                word &= !(1 << bit);
            }
        }
    }

    /// Returns the bits of word `k` in the range from `from` to below `to`.
    fn within(&self, k: usize, from: usize, to: usize) -> u64 {
        let mut word = self.writes[k];
        if k == from / 64 {
            word &= !below(u64::MAX, from % 64);
        }
        if k == to / 64 {
            word = below(word, to % 64);
        }
        word
    }
}

/// Returns the bits of a word below the given bit.
const fn below(word: u64, bit: usize) -> u64 {
    word & ((1 << bit) - 1)
}
