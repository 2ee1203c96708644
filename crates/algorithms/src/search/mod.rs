//! Searches from a start to a goal, one per file, and their shared parts: the map, the open list and tracing the path
//! back.

pub mod bidirectional_astar;
pub mod bidirectional_breadth_first;
pub mod breadth_first;
pub mod d_star_lite;
pub mod depth_first;
pub mod dijkstra;
pub mod greedy;
mod ground;
mod ground_search;
pub mod ida_star;
pub mod jump_points;
mod open;
pub mod theta_star;

pub use gridscope_grid::finder::Finder;
pub use ground::{Costs, End, Ground};

use crate::geometry::{Cell, Dir, Size};
use crate::params::{Param, labels};
use ground::Pairs;
use ground_search::{Answer, GroundSearch, SearchOutcome, WORDS, ground_search};
use open::Open;
use serde::Serialize;

/// The layer of the records of cells: open or closed.
const RECORDS: u8 = 0;
/// The layer of the path that was found.
const PATH: u8 = 1;
/// Number of layers of a search with one open list.
const LAYERS: u8 = 2;

/// The heuristics that are consistent for any step costs. Searches that are exact only with such heuristics offer no
/// others.
const CONSISTENT: Param = Param::choice(
    "heuristic",
    &["zero", "octile", "chebyshev"],
    "",
    "The estimate of the rest. Auto: manhattan for 4 neighbours, octile for 8. With zero, only the cost so far counts.",
)
.labelled(labels::HEURISTIC)
.or_auto();

/// The outcome of a search that compares costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// The cost of the path, or `None` if there is no path.
    pub cost: Option<serde_json::Value>,
    /// The path, including both ends. Empty if there is no path.
    pub path: Vec<Cell>,
    /// Number of expansions. A cell expanded twice counts twice.
    pub expanded: u64,
}

impl SearchOutcome for Outcome {
    fn of(Answer { found, expanded }: Answer, costs: Costs) -> Self {
        let Some((g, mut path)) = found else { return Self { found: false, cost: None, path: Vec::new(), expanded } };
        path.reverse();
        Self { found: true, cost: Some(costs.cost(g).json()), path, expanded }
    }
}

/// The outcome of a search that counts steps and ignores costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Steps {
    /// Whether the goal was reached.
    pub found: bool,
    /// Number of steps of the path.
    pub steps: Option<u32>,
    /// The path, including both ends. Empty if there is no path.
    pub path: Vec<Cell>,
    /// Number of cells expanded.
    pub expanded: u32,
}

impl SearchOutcome for Steps {
    fn of(Answer { found, expanded }: Answer, _: Costs) -> Self {
        let expanded = expanded as u32;
        let Some((_, mut path)) = found else { return Self { found: false, steps: None, path: Vec::new(), expanded } };
        path.reverse();
        Self { found: true, steps: Some(path.len() as u32 - 1), path, expanded }
    }
}

/// Returns the cells from `end` back to the start, following the direction each cell was reached from.
fn way_back(size: Size, end: Cell, from: impl Fn(Cell) -> Option<Dir>) -> Vec<Cell> {
    std::iter::successors(Some(end), |&cell| cell.step(from(cell)?, size)).collect()
}

/// Returns the path from the goal back to the start, over the cell where the two searches met.
fn way_over(size: Size, meeting: Cell, from: impl Fn(End, Cell) -> Option<Dir>) -> Vec<Cell> {
    let mut way = way_back(size, meeting, |cell| from(End::Goal, cell));
    way.reverse();
    way.extend(way_back(size, meeting, |cell| from(End::Start, cell)).into_iter().skip(1));
    way
}

/// Returns the parameter of A* with this name. It means the same here.
const fn shared(name: &str) -> Param {
    let all = super::astar::PARAMS;
    let mut k = 0;
    while !is_same(all[k].name.as_bytes(), name.as_bytes()) {
        k += 1;
    }
    all[k]
}

/// Returns whether two names are equal. `==` of strings is not available at compile time.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}
