//! How a moment of path sampling is looked at.

use super::PathSampling;
use super::event::{Context, SamplingEvent as E};
use crate::algorithm::Lens;
use crate::event::Value;
use crate::trace::lens::Gauge;
use crate::trace::{CellState, Moment};

impl Lens for PathSampling {
    fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
        let (_, count) = Self::number(layer, cell.layer(layer as u8)?, cell.player().context())?;
        Some(Value::Int(count as i64))
    }

    fn number(layer: usize, event: &E, _: &Context) -> Option<(u8, f64)> {
        match event {
            E::Walked { rule, count, .. } if *rule as usize == layer => Some((layer as u8, *count as f64)),
            _ => None,
        }
    }

    fn explain(now: &Moment<E>) -> String {
        let Some(E::Sampled { rule, .. }) = now.last() else { return String::new() };
        let expected = now.context().expectation.of(rule.law(), &Self::path(now));
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
