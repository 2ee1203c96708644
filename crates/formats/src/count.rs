//! Saturating arithmetic for counts from untrusted input: a sum stops at the largest value instead of overflowing.

/// Converts the index `i` to a number counted from 1, for messages.
pub(crate) const fn nth(i: usize) -> usize {
    i.saturating_add(1)
}

/// Integers used as counts.
pub(crate) trait Count: Sized {
    /// Adds `more`, saturating at the largest value.
    #[must_use]
    fn and(self, more: Self) -> Self;
    /// Subtracts `fewer`, saturating at 0.
    #[must_use]
    fn less(self, fewer: Self) -> Self;
    /// Increases the count by `more`, saturating at the largest value.
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
