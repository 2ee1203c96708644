//! Views of a moment of path sampling.

use super::PathSampling;
use super::event::{Rule, SamplingEvent as E};
use crate::algorithm::Lens;
use crate::event::Value;
use crate::trace::Moment;

/// Returns how often a rule walked over a cell.
pub(super) fn walk_count(rule: Rule, event: &E) -> Option<Value> {
    match event {
        E::Walked { rule: by, count, .. } if *by == rule => Some(Value::Int(i64::from(*count))),
        _ => None,
    }
}

impl Lens for PathSampling {
    fn explain(now: &Moment<E>) -> String {
        let Some(E::Sampled { rule, .. }) = now.last() else { return String::new() };
        let expected = now.context().expectation.of(now.context().law(*rule), &Self::path(now));
        expected.map_or_else(String::new, |p| format!("Its exact probability under this rule is {p:.4}."))
    }
}
