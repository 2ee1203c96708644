//! How often each path came under a rule, against how often it should have.

use super::event::{MOST_TRACKED, Rule, SamplingEvent as E, register, shown_p};
use super::lens::path_before;
use super::run::chi_square;
use crate::trace::Moment;
use crate::trace::replay::{Bar, Chart};

/// How many bars a chart shows: the most frequent paths.
const MOST_BARS: usize = 400;

/// The chart of a rule, once it has a sample.
pub(super) fn chart(now: &Moment<E>, rule: Rule) -> Option<Chart> {
    let expectation = &now.context().expectation;
    let listed = expectation.paths.len();
    let count = |path: u32| {
        let held = now.holder(register(rule, path)?);
        match held.map(|i| &now.trace().events()[i]) {
            Some(E::Sampled { count, .. }) => Some((path, *count, held)),
            _ => ((path as usize) < listed).then_some((path, 0, None)),
        }
    };
    let mut counts: Vec<_> = (0..MOST_TRACKED).filter_map(count).collect();
    let samples: u32 = counts.iter().map(|c| c.1).sum();
    if samples == 0 {
        return None;
    }
    let (chi2, p) = chi_square(counts.iter().map(|c| c.1).filter(|&n| n > 0), expectation.ways_f64(), samples);
    if listed == 0 {
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    }
    let bar = |(number, count, held): (u32, u32, Option<usize>)| {
        let known = expectation.paths.get(number as usize).cloned();
        let cells = known.unwrap_or_else(|| held.map_or_else(Vec::new, |i| path_before(now, i + 1)));
        let expected = expectation.of(rule, &cells).map(|p| p * samples as f64);
        Bar { label: format!("path {}", number + 1), count: count as f64, expected, cells }
    };
    let (ways, p) = (&expectation.ways, shown_p(p));
    Some(Chart {
        title: format!("Rule {}", rule.word()),
        level: Some(samples as f64 / expectation.ways_f64()),
        bars: counts.into_iter().take(MOST_BARS).map(bar).collect(),
        note: format!("{samples} samples of {ways} paths · chi-square {chi2:.1} · p {p}"),
    })
}
