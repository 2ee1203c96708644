//! How a moment of path sampling is looked at.

use super::event::{Context, Rule, SamplingEvent as E};
use super::{PathSampling, charts, fan};
use crate::algorithm::Lens;
use crate::event::Value;
use crate::geometry::Cell;
use crate::trace::lens::Gauge;
use crate::trace::replay::{Chart, Figure, Rose};
use crate::trace::{CellState, Moment};

/// The walked cells that end at event `end`: those since the sample before.
pub(super) fn path_before(now: &Moment<E>, end: usize) -> Vec<Cell> {
    let walked = |e: &E| if let E::Walked { cell, .. } = e { Some(*cell) } else { None };
    let back = now.trace().events()[..end].iter().rev().map(walked);
    let mut path: Vec<Cell> = back.skip_while(Option::is_none).map_while(|cell| cell).collect();
    path.reverse();
    path
}

/// The rules that have begun, the one at hand last.
pub(super) fn begun(now: &Moment<E>) -> Vec<Rule> {
    let Some(E::Began { rule }) = now.phase(0) else { return Vec::new() };
    Rule::ALL.into_iter().filter(|begun| begun <= rule).collect()
}

impl Lens for PathSampling {
    fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
        let rule = match (layer.checked_sub(1), cell.player().phase(0)) {
            (Some(rule), _) => rule as u8,
            (None, Some(E::Began { rule })) => *rule as u8,
            _ => return None,
        };
        let E::Walked { count, .. } = cell.layer(rule)? else { return None };
        Some(Value::Int(i64::from(*count)))
    }

    /// The first layer is that of the rule at hand: which one it is, no cell says.
    fn number(layer: usize, event: &E, _: &Context) -> Option<(u8, f64)> {
        match event {
            E::Walked { rule, count, .. } if layer == *rule as usize + 1 => Some((*rule as u8, f64::from(*count))),
            _ => None,
        }
    }

    /// The cells of the sample that the cursor stands in or just after.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        path_before(now, now.cursor())
    }

    fn explain(now: &Moment<E>) -> String {
        let Some(E::Sampled { rule, .. }) = now.last() else { return String::new() };
        let expected = now.context().expectation.of(*rule, &Self::path(now));
        expected.map_or_else(String::new, |p| format!("Its exact probability under this rule is {p:.4}."))
    }

    fn gauge(series: usize, event: &E, _: &Context) -> Gauge {
        match event {
            E::Sampled { rule, count: 1, .. } if *rule as usize == series => Gauge::Add(1),
            _ => Gauge::Same,
        }
    }

    fn check(check: usize, _: &Moment<E>, event: &E, _: bool) -> bool {
        matches!((check, event), (0, E::Sampled { count: 1, .. }) | (1, E::Summed { .. }))
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        fan::figures(now)
    }

    fn roses(now: &Moment<E>) -> Vec<Rose> {
        fan::roses(now)
    }

    fn charts(now: &Moment<E>) -> Vec<Chart> {
        begun(now).into_iter().filter_map(|rule| charts::chart(now, rule)).collect()
    }
}
