//! Counts cheapest paths, reusing the results of a search.

use super::memory::Memory;
use super::problem::Problem;
use crate::cheapest_paths::{Dag, count, distances};
use crate::observe::StepCounter;
use crate::{Cell, Grid, Size};
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// Counts the cheapest paths to `end`, which the search in `memory` reached at cost `g`.
///
/// If the heuristic never overestimates, every closed cell has its exact cost. On a cheapest path, every cell with g +
/// h below the cost of `end` is closed. Some cells with g + h equal to that cost may still be open. This function
/// continues the search from them.
///
/// # Errors
/// Breaks if `goes_on` breaks.
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
    let (mut distance, mut open) = (Grid::filled(size.area(), u64::MAX, goes_on)?, BinaryHeap::new());
    let mut pace = StepCounter::default();
    for at in memory.records.reached(size.area()) {
        pace.step(goes_on)?;
        let reached = memory.records.g(at);
        let rest = problem.heuristic.estimate(size.cell(at), problem.goal, problem.rules.costs);
        if memory.records.get(at).is_closed() {
            distance[at] = reached;
        } else if reached + problem.weighted(rest) <= g {
            open.push(Reverse((reached, at)));
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
            let through = d + price;
            let rest = problem.heuristic.estimate(to, problem.goal, problem.rules.costs);
            if through < distance[size.index(to)] && through + problem.weighted(rest) <= g {
                open.push(Reverse((through, size.index(to))));
            }
        }
    }
    count(walk, &distance, end, goes_on)
}

/// Like [`cheapest`], but ignores the results of a search.
///
/// # Errors
/// Breaks if `goes_on` breaks.
pub(super) fn anew<H>(
    problem: &Problem,
    end: Cell,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, BigUint> {
    let distance = distances(problem.walk(), problem.start, end, goes_on)?;
    count(problem.walk(), &distance, end, goes_on)
}

/// How many of the cheapest paths a search met while it counted paths. A search that ends early does not meet all of
/// them, and its dice choose only among those it met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// Whether the search reached each of their cells from every best parent.
    pub parents: bool,
    /// Whether the path count of each of those parents was complete by then.
    pub paths: bool,
}

impl Met {
    /// Compares the last search in `memory`, on a map of `size`, with the graph of all cheapest paths to its end.
    pub fn of(memory: &Memory, size: Size, graph: &Dag) -> Self {
        let (mut met, mut ways) = (Self { parents: true, paths: true }, Vec::<f64>::with_capacity(graph.cells.len()));
        for (&cell, parents) in graph.cells.iter().zip(&graph.parents) {
            let all = if parents.is_empty() { 1.0 } else { parents.iter().map(|&p| ways[p as usize]).sum() };
            let (arrivals, paths) = memory.arrival_counts(size.index(cell));
            met.parents &= usize::from(arrivals) == parents.len().max(1);
            // Sums in a different order are rounded differently.
            met.paths &= paths == all || (paths - all).abs() <= all * 1e-9;
            ways.push(all);
        }
        met
    }
}
