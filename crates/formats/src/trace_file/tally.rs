//! How paths are sampled, and the graph of cheapest paths they are compared with, in the header of a trace.

use gridscope_trace::cheapest_paths::Dag;
use gridscope_trace::trace::schema::Name;
use gridscope_trace::trace::tally::{Expectation, Law, Tally};
use gridscope_trace::{Cell, Progress, Size};
use serde_json::{Value, json};
use std::sync::Arc;

/// Limit on the number of rules. The slot layout limits the registers, and the two are multiplied.
const MAX_RULES: usize = 16;

/// Returns the event words and the graph of cheapest paths as JSON. The graph lists its cells from the start to the
/// goal, and for each cell the numbers of its best parents.
pub(super) fn write(tally: &Tally) -> Value {
    let Tally { walk, sample, by, count, rules, tracked, expectation } = tally;
    let graph = expectation.graph();
    json!({
        "walk": walk, "sample": sample, "by": by, "count": count, "tracked": tracked,
        "rules": rules.iter().map(|(name, law)| json!([name, law.name()])).collect::<Vec<_>>(),
        "cells": graph.cells, "parents": graph.parents,
    })
}

/// Reads how paths were sampled on a map of this size. Returns `None` if something does not fit.
pub(super) fn read(json: &Value, size: Size, registers: u32) -> Option<Tally> {
    let name = |json: &Value| -> Option<Name> { Some(json.as_str()?.to_owned().into()) };
    let law = |json: &Value| Law::ALL.into_iter().find(|law| json == law.name());
    let rules: Vec<(Name, Law)> =
        json["rules"].as_array()?.iter().map(|rule| Some((name(&rule[0])?, law(&rule[1])?))).collect::<Option<_>>()?;
    let tracked = u32::try_from(json["tracked"].as_u64()?).ok()?;
    let registers_needed = u64::from(tracked).checked_mul(rules.len() as u64)?;
    if rules.len() > MAX_RULES || registers_needed > u64::from(registers) {
        return None;
    }
    let replans = rules.iter().any(|(_, law)| *law == Law::Replanned);
    let expectation = Expectation::new(graph(json, size)?, size, replans, &Progress::default()).ok()?;
    Some(Tally {
        walk: name(&json["walk"])?,
        sample: name(&json["sample"])?,
        by: name(&json["by"])?,
        count: name(&json["count"])?,
        rules,
        tracked,
        expectation: Arc::new(expectation),
    })
}

/// Reads the graph. Returns `None` unless no cell occurs twice, parents come before their children, and every cell is
/// on a path from the first to the last.
fn graph(json: &Value, size: Size) -> Option<Dag> {
    let cells: Vec<Cell> = serde_json::from_value(json["cells"].clone()).ok()?;
    let parents: Vec<Vec<u32>> = serde_json::from_value(json["parents"].clone()).ok()?;
    let mut used_cells = vec![false; size.area()];
    let fresh = |cell: &Cell| {
        size.contains(*cell) && used_cells.get_mut(size.index(*cell)).is_some_and(|seen| !std::mem::replace(seen, true))
    };
    if cells.len() != parents.len() || cells.len() > Expectation::MAX_TOLD || !cells.iter().all(fresh) {
        return None;
    }
    let mut leads_on = vec![false; cells.len()];
    for (number, own) in parents.iter().enumerate() {
        if own.is_empty() != (number == 0) || own.len() > 8 {
            return None;
        }
        for &parent in own {
            *leads_on.get_mut(parent as usize).filter(|_| (parent as usize) < number)? = true;
        }
    }
    let dead_ends = leads_on.iter().filter(|leads_on| !**leads_on).count();
    (dead_ends <= 1).then_some(Dag { cells, parents })
}
