//! Counting in what comes from anybody: a sum stops at the largest number there is instead of beginning anew, or breaking.

/// What people call number `i` of a list, who count from 1.
pub const fn nth(i: usize) -> usize {
    i.saturating_add(1)
}

/// Numbers that count something.
pub trait Count: Sized {
    /// So many more.
    #[must_use]
    fn and(self, more: Self) -> Self;
    /// So many fewer, none at the least.
    #[must_use]
    fn less(self, fewer: Self) -> Self;
    /// Counts so many more.
    fn grow(&mut self, more: Self);
}

macro_rules! counts {
    ($($number:ty),*) => {
        $(impl Count for $number {
            #[inline]
            fn and(self, more: Self) -> Self {
                self.saturating_add(more)
            }

            #[inline]
            fn less(self, fewer: Self) -> Self {
                self.saturating_sub(fewer)
            }

            #[inline]
            fn grow(&mut self, more: Self) {
                *self = self.saturating_add(more);
            }
        })*
    };
}

counts!(u8, u16, u32, u64, usize);
