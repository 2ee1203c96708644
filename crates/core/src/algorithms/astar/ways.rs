//! How many cheapest paths there are, from what a search has found out already.

use super::memory::{Memory, Record};
use super::problem::Problem;
use crate::geometry::Cell;
use crate::ways::Dag;
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many cheapest paths lead to `end`, which the search in `memory` reached at cost `g`.
///
/// Where the estimate is never over, what is closed is closed at its exact cost, and so is everything on a cheapest path whose
/// g + h is below that of the end. Of equal ones some may still wait: from them the search goes on here.
pub(super) fn cheapest(problem: &Problem, memory: &Memory, end: Cell, g: u64) -> BigUint {
    let walk = problem.walk();
    if !problem.is_optimal() {
        return Dag::new(walk, problem.start, end).ways();
    }
    let size = problem.size;
    let waits = |r: &Record| !r.is_closed && r.g + u64::from(r.h) <= g;
    let (mut distance, mut open) = (vec![u64::MAX; size.area()], BinaryHeap::new());
    for (at, r) in memory.records.iter().take(size.area()).enumerate().filter(|(_, r)| r.search == memory.search) {
        if r.is_closed {
            distance[at] = r.g;
        } else if waits(r) {
            open.push(Reverse((r.g, at)));
        }
    }
    while let Some(Reverse((d, at))) = open.pop() {
        if d >= distance[at] {
            continue;
        }
        distance[at] = d;
        for &dir in walk.order {
            let Ok((to, price)) = walk.passage.step(size.cell(at), dir) else { continue };
            let through = d + u64::from(price);
            let rest = problem.heuristic.estimate(to, problem.goal, problem.rules.costs);
            if through < distance[size.index(to)] && through + u64::from(rest) <= g {
                open.push(Reverse((through, size.index(to))));
            }
        }
    }
    Dag::of(walk, &distance, end).ways()
}
