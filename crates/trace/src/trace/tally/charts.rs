//! Charts of how often each path was taken under a rule, compared with the expected number.

use super::Tally;
use super::chi_square::chi_square_above;
use crate::event::Slot;
use crate::trace::Player;
use crate::trace::replay::{Bar, Chart};

/// Largest number of bars in a chart. The most frequent paths are shown.
const MAX_BARS: usize = 400;

/// Returns chi-square and its p-value for counts of `ways` equally likely paths, including those that were never taken.
pub fn chi_square(counts: impl Iterator<Item = u32>, ways: f64, samples: u32) -> (f64, f64) {
    if ways <= 1.0 || samples == 0 {
        return (0.0, 1.0);
    }
    let expected = samples as f64 / ways;
    let (mut chi2, mut came) = (0.0, 0.0);
    for count in counts {
        chi2 += (count as f64 - expected).powi(2) / expected;
        came += 1.0;
    }
    chi2 += (ways - came).max(0.0) * expected;
    (chi2, chi_square_above(chi2, ways - 1.0))
}

/// Returns whether a chi-square test of this many samples of `ways` paths means little: fewer than five samples per
/// path (W. G. Cochran, *Some Methods for Strengthening the Common χ² Tests*, 1954).
pub fn is_sparse(samples: u32, ways: f64) -> bool {
    f64::from(samples) < 5.0 * ways
}

/// Formats a p-value.
pub fn shown_p(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".into() } else { format!("= {p:.4}") }
}

/// Returns the chart of a rule, by its number, or `None` if it has no sample yet.
pub(super) fn chart(tally: &Tally, player: &Player, rule: usize) -> Option<Chart> {
    let (trace, expectation) = (player.trace(), &tally.expectation);
    let (name, law) = tally.rules.get(rule)?;
    let listed = expectation.paths.len();
    let count = |path: u32| {
        let count_event = player.holder(Slot::Register(rule as u32 * tally.tracked + path));
        let recorded_count = count_event.and_then(|i| Some(trace.field(i, &tally.count)?.number()? as u32));
        match recorded_count {
            Some(count) => Some((path, count, count_event)),
            None => ((path as usize) < listed).then_some((path, 0, None)),
        }
    };
    let mut counts: Vec<_> = (0..tally.tracked).filter_map(count).collect();
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
        let cells = known.unwrap_or_else(|| held.map_or_else(Vec::new, |i| tally.path_before(trace, i + 1)));
        let expected = expectation.of(*law, &cells).map(|p| p * samples as f64);
        Bar { label: format!("path {}", number + 1), count: count as f64, expected, cells }
    };
    let (ways, p) = (&expectation.ways, shown_p(p));
    let one = expectation.ways_f64() <= 1.0;
    let sparse_note =
        if !one && is_sparse(samples, expectation.ways_f64()) { " · too few samples for a verdict" } else { "" };
    Some(Chart {
        axes: ["paths", "samples"],
        title: format!("Rule {name}"),
        level: Some(samples as f64 / expectation.ways_f64()),
        bars: counts.into_iter().take(MAX_BARS).map(bar).collect(),
        note: format!("{samples} samples of {ways} paths · chi-square {chi2:.1} · p {p}{sparse_note}"),
    })
}
