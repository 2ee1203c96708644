//! A shortest path without a trace: one call for a game.

use super::{FallbackTies, Heuristic, Memory, OpenOrder, Problem, Ties, search_in};
use crate::geometry::Cell;
use crate::map::{GridMap, Path};
use crate::observe::unhalted;
use std::cell::RefCell;

/// Largest map whose memory a call leaves to the next one, in cells. It takes about half a MiB.
const MAX_KEPT: usize = 1 << 16;

thread_local! {
    /// The memory of the thread's last call on a small map: on such maps, allocating it takes as long as searching.
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Returns a cheapest path from one cell to another, including both. Returns `None` if there is no path, or if
/// either cell is blocked or outside the map. Equal calls return equal paths.
///
/// The search uses the integers 470,832 and 665,857 for 1 and √2. With them, paths are ordered exactly if they have
/// fewer than 470,832 diagonal steps, each counted as often as its weight in the unit of the weights. A longer path may
/// cost up to two parts in a million million more than the cheapest. The returned cost is exact. A
/// [`DistanceMap`](gridscope_grid::distances::DistanceMap) is exact at any length.
///
/// Each call prepares the map again. To search often on one map, keep a [`Finder`](crate::search::Finder).
pub fn path(map: &GridMap, from: Cell, to: Cell) -> Option<Path> {
    let problem = Problem::on(map, from, to);
    let free = |cell| map.size().contains(cell) && problem.passage.is_open(cell);
    if !free(from) || !free(to) {
        return None;
    }
    let run = |memory: &mut Memory| unhalted(search_in(memory, &problem, problem.seed, &mut ()));
    let is_small = map.size().area() <= MAX_KEPT;
    let answer = is_small.then(|| MEMORY.try_with(|memory| run(&mut memory.borrow_mut())).ok()).flatten();
    let answer = answer.unwrap_or_else(|| run(&mut Memory::default()));
    map.path_along(answer.found.then_some(answer.path)?)
}

impl Problem {
    /// Creates the search that [`path`] runs: on a map, without dice and without a fallback. To search again, change
    /// [`Problem::start`] and [`Problem::goal`]. Both must be on the map.
    pub fn on(map: &GridMap, start: Cell, goal: Cell) -> Self {
        let (size, rules, passage) = (map.size(), map.rules(), map.passage());
        let heuristic = if rules.order.len() == 4 { Heuristic::Manhattan } else { Heuristic::Octile };
        Self {
            least_weight: passage.least_weight(),
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
