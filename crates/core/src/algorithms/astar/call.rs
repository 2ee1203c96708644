//! The call that a game wants: a way from here to there, without a trace.

use super::{FallbackTies, Heuristic, OpenOrder, Problem, Ties, search};
use crate::floor::{Floor, Way};
use crate::geometry::Cell;
use crate::observe::unhalted;

/// A shortest way from one cell to another, both included; `None` where there is none, or one of them cannot be stood on.
/// Of ways that are equally long it is always the same one.
///
/// The map is worked out anew in each call. To search often on a map that does not change, keep a
/// [`Problem`](super::Problem) and call [`search_in`](super::search_in).
pub fn path(floor: &Floor, from: Cell, to: Cell) -> Option<Way> {
    let (size, rules, passage) = (floor.size(), floor.rules(), floor.passage());
    let stands = |cell| size.contains(cell) && passage.is_open(cell);
    if !stands(from) || !stands(to) {
        return None;
    }
    let heuristic = if rules.order.len() == 4 { Heuristic::Manhattan } else { Heuristic::Octile };
    let problem = Problem {
        size,
        passage,
        rules,
        start: from,
        goal: to,
        heuristic,
        weight: (1, 1),
        open_order: OpenOrder::HighG,
        ties: Ties::First,
        fallback: false,
        fallback_ties: FallbackTies::Cost,
        reopen: true,
        seed: 0,
    };
    let answer = unhalted(search(&problem, problem.seed, &mut ()));
    answer.found.then(|| Way::over(answer.path))
}
