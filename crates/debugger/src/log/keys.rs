//! The keys of an open list as a program states them, turned into whole numbers that sort the same way.

use crate::formats::log::{Key, LogEvent, near};

/// Where the keys of an entry lie among those of all, each so that the smaller goes first.
#[derive(Clone, Copy)]
pub(super) struct Span {
    start: u32,
    len: u8,
}

impl Span {
    /// None.
    pub(super) const EMPTY: Self = Self { start: 0, len: 0 };

    /// The keys.
    pub(super) fn of(self, all: &[f64]) -> &[f64] {
        all.get(self.start as usize..self.start as usize + usize::from(self.len)).unwrap_or_default()
    }
}

/// Adds the keys of an opening by an order to those of all; `#` is its number. None where the log lacks one of them.
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

/// Says the first key and the others of each event as ranks: equal up to a millionth is equal.
pub(super) fn rank(waiting: &[(u32, Span)], all: &[f64], mut say: impl FnMut(usize, (u64, u64))) {
    let nth = |k: usize| waiting.iter().map(move |(_, span)| span.of(all).get(k).copied().unwrap_or(0.0));
    let firsts = ranks(nth(0));
    let longest = waiting.iter().map(|(_, span)| span.len).max().unwrap_or(0);
    let mut seconds: Vec<u32> = if longest > 1 { vec![0; waiting.len()] } else { Vec::new() };
    // From the second key on, each sorts those that are equal so far.
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

/// The rank of each number among them.
fn ranks(all: impl Iterator<Item = f64> + Clone) -> Vec<u32> {
    let mut firsts: Vec<f64> = all.clone().collect();
    firsts.sort_unstable_by(f64::total_cmp);
    firsts.dedup_by(|x, first| near(*first, *x));
    all.map(|x| (firsts.partition_point(|first| first.total_cmp(&x).is_le()) as u32).saturating_sub(1)).collect()
}
