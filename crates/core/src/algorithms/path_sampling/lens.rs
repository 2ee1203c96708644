//! How a moment of path sampling is looked at.

use super::event::{Rule, SamplingEvent as E, shown_p};
use super::run::{MOST_TRACKED, chi_square};
use crate::event::{Slot, Value};
use crate::geometry::Cell;
use crate::trace::replay::{Bar, Chart};
use crate::trace::{CellState, Moment};

/// How many bars a chart shows: the most frequent paths.
const MOST_BARS: usize = 400;

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    match cell.layer(layer as u8)? {
        E::Walked { count, .. } => Some(Value::Int(*count as i64)),
        _ => None,
    }
}

/// The cells of the sample that the cursor stands in or just after.
pub(super) fn path(player: &Moment<E>) -> Vec<Cell> {
    path_before(player, player.cursor())
}

/// The walked cells that end at event `end`: those since the sample before.
fn path_before(player: &Moment<E>, end: usize) -> Vec<Cell> {
    let events = &player.trace().events()[..end];
    let done = events.iter().rev().take_while(|e| !matches!(e, E::Walked { .. })).count();
    let mut path: Vec<Cell> = events[..end - done]
        .iter()
        .rev()
        .map_while(|e| match e {
            E::Walked { cell, .. } => Some(*cell),
            _ => None,
        })
        .collect();
    path.reverse();
    path
}

/// The rule that the cursor stands in.
pub(super) fn rule_now(player: &Moment<E>) -> Option<Rule> {
    let trace = player.trace();
    let phase = trace.phases().partition_point(|p| (p.start as usize) < player.cursor());
    match trace.events()[trace.phases()[phase.checked_sub(1)?].start as usize] {
        E::Began { rule } => Some(rule),
        _ => None,
    }
}

pub(super) fn explain(player: &Moment<E>) -> String {
    let Some(E::Sampled { rule, .. }) = player.cursor().checked_sub(1).map(|i| player.trace().events()[i]) else {
        return String::new();
    };
    let expected = player.trace().context().expectation.of(rule, &path(player));
    expected.map_or_else(String::new, |p| format!("Its exact probability under this rule is {p:.4}."))
}

pub(super) fn charts(player: &Moment<E>) -> Vec<Chart> {
    let trace = player.trace();
    let expectation = &trace.context().expectation;
    let now = rule_now(player);
    let begun = |rule: &Rule| now.is_some_and(|now| *rule <= now);
    Rule::ALL
        .into_iter()
        .filter(begun)
        .filter_map(|rule| {
            let mut counts = Vec::new();
            let mut samples = 0;
            for path in 0..MOST_TRACKED {
                let slot = Slot::Register(rule as u32 * MOST_TRACKED + path);
                let held = player.holder(slot);
                if let Some(E::Sampled { count, .. }) = held.map(|i| &trace.events()[i]) {
                    samples += count;
                    counts.push((path, *count, held));
                } else if (path as usize) < expectation.paths.len() {
                    counts.push((path, 0, None));
                }
            }
            if samples == 0 {
                return None;
            }
            let (chi2, p) = chi_square(counts.iter().map(|c| c.1).filter(|&n| n > 0), expectation.ways_f64(), samples);
            if expectation.paths.is_empty() {
                counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            }
            counts.truncate(MOST_BARS);
            let bars = counts
                .into_iter()
                .map(|(number, count, held)| {
                    let cells = expectation
                        .paths
                        .get(number as usize)
                        .cloned()
                        .unwrap_or_else(|| held.map_or_else(Vec::new, |i| path_before(player, i + 1)));
                    Bar {
                        label: format!("path {}", number + 1),
                        count: count as f64,
                        expected: expectation.of(rule, &cells).map(|p| p * samples as f64),
                        cells,
                    }
                })
                .collect();
            Some(Chart {
                title: format!("Rule {}", rule.name()),
                level: Some(samples as f64 / expectation.ways_f64()),
                bars,
                note: format!(
                    "{samples} samples of {} paths · chi-square {chi2:.1} · p {}",
                    expectation.ways,
                    shown_p(p)
                ),
            })
        })
        .collect()
}
