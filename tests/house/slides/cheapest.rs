//! Cheapest paths through a cell, counted without a search: their cost and their number.

use gridscope::algorithms::astar::AStar;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::cheapest_paths::{Dag, Walk, distances};
use gridscope::trace::{Cell, Scene};

/// Returns the cost of the cheapest paths from the start through `cell` to the goal, and their number.
pub fn through(scene: &Scene, cell: Cell) -> (u64, String) {
    let mut scene = scene.clone();
    scene.run.params.0.retain(|name, _| AStar::CARD.params.iter().any(|p| p.name == name));
    let problem = support::problem(&scene);
    let walk = Walk { passage: &problem.passage, order: &problem.rules.order };
    let part =
        |from: Cell, to: Cell| (distances(walk, from, to)[problem.size.index(to)], Dag::new(walk, from, to).ways());
    let ((before, ways_there), (after, ways_on)) = (part(problem.start, cell), part(cell, problem.goal));
    (before.saturating_add(after), (ways_there * ways_on).to_string())
}
