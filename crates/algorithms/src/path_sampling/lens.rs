//! Views of a moment of path sampling.

use super::PathSampling;
use super::event::{Context, SamplingEvent as E};
use crate::algorithm::Lens;
use crate::event::Value;
use crate::trace::lens::Gauge;
use crate::trace::{CellState, Moment, tally};

impl Lens for PathSampling {
    fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
        let Some(rule) = layer.checked_sub(1) else { return tally::walked(cell.player(), cell.cell()) };
        let E::Walked { count, .. } = cell.layer(rule as u8)? else { return None };
        Some(Value::Int(i64::from(*count)))
    }

    /// Returns the count of a rule's own layer. The first layer depends on the current rule, which no event of a
    /// cell contains.
    fn number(layer: usize, event: &E, _: &Context) -> Option<(u8, f64)> {
        match event {
            E::Walked { rule, count, .. } if layer == *rule as usize + 1 => Some((*rule as u8, f64::from(*count))),
            _ => None,
        }
    }

    fn explain(now: &Moment<E>) -> String {
        let Some(E::Sampled { rule, .. }) = now.last() else { return String::new() };
        let expected = now.context().expectation.of(now.context().law(*rule), &Self::path(now));
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
}
