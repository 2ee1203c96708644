//! How many cheapest paths there are, from what a search has found out already.

use super::memory::{Memory, Record};
use super::problem::Problem;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::observe::Pace;
use crate::ways::{Dag, count, distances_within};
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// How many cheapest paths lead to `end`, which the search in `memory` reached at cost `g`.
///
/// Where the estimate is never over, what is closed is closed at its exact cost, and so is everything on a cheapest path whose
/// g + h is below that of the end. Of equal ones some may still wait: from them the search goes on here.
///
/// # Errors
/// Breaks where it is told to.
pub(super) fn cheapest<H>(
    problem: &Problem,
    memory: &Memory,
    (end, g): (Cell, u64),
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, BigUint> {
    let walk = problem.walk();
    if !problem.is_optimal() {
        return anew(problem, end, goes_on);
    }
    let size = problem.size;
    let waits = |r: &Record| !r.is_closed && r.g + u64::from(r.h) <= g;
    let (mut distance, mut open) = (Grid::filled(size.area(), u64::MAX, goes_on)?, BinaryHeap::new());
    let mut pace = Pace::default();
    for (at, r) in memory.known(size.area()) {
        pace.step(goes_on)?;
        if r.is_closed {
            distance[at] = r.g;
        } else if waits(&r) {
            open.push(Reverse((r.g, at)));
        }
    }
    while let Some(Reverse((d, at))) = open.pop() {
        pace.step(goes_on)?;
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
    count(walk, &distance, end, goes_on)
}

/// The same, whatever a search has found out.
///
/// # Errors
/// Breaks where it is told to.
pub(super) fn anew<H>(
    problem: &Problem,
    end: Cell,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, BigUint> {
    let distance = distances_within(problem.walk(), problem.start, end, goes_on)?;
    count(problem.walk(), &distance, end, goes_on)
}

/// What a search that counts its ways met of the cheapest paths: one that ends early does not meet all of them, and its dice
/// choose among those that it met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// Whether it came to each of their cells from every best parent.
    pub parents: bool,
    /// Whether each of those parents knew all paths that lead to it by then.
    pub paths: bool,
}

impl Met {
    /// What the last search in `memory`, on a map of that size, met of the graph of all cheapest paths to where it ended.
    pub fn of(memory: &Memory, size: Size, graph: &Dag) -> Self {
        let (mut met, mut ways) = (Self { parents: true, paths: true }, Vec::<f64>::with_capacity(graph.cells.len()));
        for (&cell, parents) in graph.cells.iter().zip(&graph.parents) {
            let all = if parents.is_empty() { 1.0 } else { parents.iter().map(|&p| ways[p as usize]).sum() };
            let (arrivals, paths) = memory.counted(size.index(cell));
            met.parents &= usize::from(arrivals) == parents.len().max(1);
            // Sums of other orders are rounded otherwise.
            met.paths &= paths == all || (paths - all).abs() <= all * 1e-9;
            ways.push(all);
        }
        met
    }
}
