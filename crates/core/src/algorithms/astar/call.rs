//! The call that a game wants: a way from here to there, without a trace.

use super::{FallbackTies, Heuristic, OpenOrder, Problem, Ties, search};
use crate::floor::{Floor, Way};
use crate::geometry::Cell;
use crate::observe::unhalted;

/// A shortest way from one cell to another, both included; `None` where there is none, or one of them cannot be stood on.
/// Of ways that are equally long it is always the same one.
///
/// The search counts 1 and √2 as 13,860 and 19,601. That orders ways exactly as long as they take fewer than 13,860 diagonal
/// steps, each times its weight; past that, which weights come to soon, the way may be dearer than the cheapest by two parts in
/// a billion. What it costs is said exactly. A [`DistanceMap`](crate::distances::DistanceMap) is exact there as well.
///
/// The map is worked out anew in each call. To search often on a map that does not change, keep a
/// [`Finder`](crate::algorithms::search::Finder).
pub fn path(floor: &Floor, from: Cell, to: Cell) -> Option<Way> {
    let problem = Problem::on(floor, from, to);
    let stands = |cell| floor.size().contains(cell) && problem.passage.is_open(cell);
    if !stands(from) || !stands(to) {
        return None;
    }
    let answer = unhalted(search(&problem, problem.seed, &mut ()));
    floor.way(answer.found.then_some(answer.path)?)
}

impl Problem {
    /// A search over a floor: for a way as cheap as [`path`] finds it, to nine digits, without dice, and only for the goal
    /// itself. Change [`Problem::start`] and [`Problem::goal`], and it is asked again; both must lie on the map.
    pub fn on(floor: &Floor, start: Cell, goal: Cell) -> Self {
        let (size, rules, passage) = (floor.size(), floor.rules(), floor.passage());
        let heuristic = if rules.order.len() == 4 { Heuristic::Manhattan } else { Heuristic::Octile };
        Self {
            size,
            passage,
            rules,
            start,
            goal,
            heuristic,
            weight: (1, 1),
            open_order: OpenOrder::HighG,
            ties: Ties::First,
            fallback: false,
            fallback_ties: FallbackTies::Cost,
            reopen: true,
            seed: 0,
            bookkeeping: None,
        }
    }
}
