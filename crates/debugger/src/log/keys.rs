//! Converts the stated keys of an open list to whole numbers that sort in the same order.

use crate::formats::log::{Key, LogEvent, near};

/// Range of an entry's keys in the list of all keys. Falling keys are negated, so that the smaller value always comes
/// first.
#[derive(Clone, Copy)]
pub(super) struct Span {
    start: u32,
    len: u8,
}

impl Span {
    /// An empty range.
    pub(super) const EMPTY: Self = Self { start: 0, len: 0 };

    /// Returns the keys in the range.
    pub(super) fn of(self, all: &[f64]) -> &[f64] {
        all.get(self.start as usize..self.start as usize + usize::from(self.len)).unwrap_or_default()
    }
}

/// Adds the keys of an `open` event to the list of all keys; `#` is the entry's number. Stops at the first key that the
/// log lacks, and then adds none.
pub(super) fn of(event: &LogEvent, order: &[Key], number: usize, all: &mut Vec<f64>) -> Span {
    let start = all.len();
    for key in order.iter().take(usize::from(u8::MAX)) {
        let value = match key.field.as_str() {
            "#" => Some(number as f64),
            "f" => event.f().or_else(|| Some(event.g().unwrap_or(0.0) + event.h()?)).or(event.g()),
            field => event.number(field),
        };
        let Some(value) = value.filter(|v| !v.is_nan()) else {
            all.truncate(start);
            break;
        };
        all.push(if key.falling { -value } else { value });
    }
    Span { start: start as u32, len: (all.len() - start) as u8 }
}

/// Passes the ranks of each event's first key and of its other keys to `say`. Keys that are equal up to a millionth get
/// the same rank.
pub(super) fn rank(waiting: &[(u32, Span)], all: &[f64], mut say: impl FnMut(usize, (u64, u64))) {
    let nth = |k: usize| waiting.iter().map(move |(_, span)| span.of(all).get(k).copied().unwrap_or(0.0));
    let firsts = ranks(nth(0));
    let longest = waiting.iter().map(|(_, span)| span.len).max().unwrap_or(0);
    let mut seconds: Vec<u32> = if longest > 1 { vec![0; waiting.len()] } else { Vec::new() };
    // Each key from the second on orders the entries whose earlier keys are equal.
    for k in 1..usize::from(longest) {
        let finer = ranks(nth(k));
        let both = |(&second, &rank): (&u32, &u32)| u64::from(second) << 32 | u64::from(rank);
        let mut sorted: Vec<u64> = seconds.iter().zip(&finer).map(both).collect();
        sorted.sort_unstable();
        sorted.dedup();
        for (second, rank) in seconds.iter_mut().zip(&finer) {
            let key = both((second, rank));
            *second = sorted.partition_point(|&other| other < key) as u32;
        }
    }
    for (i, (event, _)) in waiting.iter().enumerate() {
        let rank = |all: &[u32]| all.get(i).copied().unwrap_or(0).into();
        say(*event as usize, (rank(&firsts), rank(&seconds)));
    }
}

/// Returns the rank of each number.
fn ranks(all: impl Iterator<Item = f64> + Clone) -> Vec<u32> {
    let mut firsts: Vec<f64> = all.clone().collect();
    firsts.sort_unstable_by(f64::total_cmp);
    firsts.dedup_by(|x, first| near(*first, *x));
    all.map(|x| (firsts.partition_point(|first| first.total_cmp(&x).is_le()) as u32).saturating_sub(1)).collect()
}
