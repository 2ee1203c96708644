//! The keys of an open list as a program states them, turned into whole numbers that sort the same way.

use crate::formats::log::{Key, LogEvent, near};

/// The keys of an entry, each so that the smaller goes first.
pub(super) type Keys = Vec<f64>;

/// The keys of an opening by an order; `#` is its number. Empty where the log lacks one of them.
pub(super) fn of(event: &LogEvent, order: &[Key], number: usize) -> Keys {
    let one = |key: &Key| {
        let value = match key.field.as_str() {
            "#" => Some(number as f64),
            "f" => event.f.or_else(|| Some(event.g.unwrap_or(0.0) + event.h?)).or(event.g),
            field => event.number(field),
        };
        value.filter(|v| !v.is_nan()).map(|v| if key.falling { -v } else { v })
    };
    order.iter().map(one).collect::<Option<Keys>>().unwrap_or_default()
}

/// The first key and the others as ranks: equal up to a millionth is equal.
pub(super) fn ranked(all: &[(usize, Keys)]) -> Vec<(usize, (u64, u64))> {
    let firsts = ranks(all.iter().map(|(_, keys)| keys.first().copied().unwrap_or(0.0)));
    let mut pairs: Vec<(usize, (u64, u64))> =
        all.iter().zip(firsts).map(|((event, _), first)| (*event, (first, 0))).collect();
    let longest = all.iter().map(|(_, keys)| keys.len()).max().unwrap_or(0);
    // From the second key on, each sorts those that are equal so far.
    for k in 1..longest {
        let finer = ranks(all.iter().map(|(_, keys)| keys.get(k).copied().unwrap_or(0.0)));
        let mut both: Vec<(u64, u64)> = pairs.iter().zip(&finer).map(|(pair, &rank)| (pair.1.1, rank)).collect();
        let taken = both.clone();
        both.sort_unstable();
        both.dedup();
        for (pair, key) in pairs.iter_mut().zip(taken) {
            pair.1.1 = both.partition_point(|&other| other < key) as u64;
        }
    }
    pairs
}

/// The rank of each number among them.
fn ranks(all: impl Iterator<Item = f64>) -> Vec<u64> {
    let all: Vec<f64> = all.collect();
    let mut sorted = all.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut firsts: Vec<f64> = Vec::new();
    for x in sorted {
        if firsts.last().is_none_or(|&first| !near(first, x)) {
            firsts.push(x);
        }
    }
    all.iter()
        .map(|&x| (firsts.partition_point(|first| first.total_cmp(&x).is_le()) as u64).saturating_sub(1))
        .collect()
}
