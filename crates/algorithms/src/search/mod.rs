//! Searches from a start to a goal, a file each, and what they share: the ground, the open list, the walk back.

pub mod bidirectional_astar;
pub mod bidirectional_breadth_first;
pub mod breadth_first;
pub mod d_star_lite;
pub mod depth_first;
pub mod dijkstra;
pub mod greedy;
mod ground;
pub mod ida_star;
pub mod jump_points;
mod open;
pub mod theta_star;

pub use gridscope_grid::finder::Finder;
pub use ground::{Costs, End, Ground};

use crate::geometry::{Cell, Dir, Size};
use crate::params::Param;
use ground::Pairs;
use open::Open;
use serde::Serialize;

/// The layer of what is known of each cell: what waits and what was taken.
const RECORDS: u8 = 0;
/// The layer of the path that was found.
const PATH: u8 = 1;
/// How many layers a search with one open list has.
const LAYERS: u8 = 2;

/// The estimates that are consistent whatever steps cost: what is exact only with one of them offers no others.
const CONSISTENT: Param = Param::choice(
    "heuristic",
    &["zero", "octile", "chebyshev"],
    "",
    "The estimate of the rest. Auto: manhattan for 4 neighbours, octile for 8. Zero: it goes by the cost so far alone.",
)
.or_auto();

/// What a search that weighs costs came to.
struct Answer {
    /// The cost in units and the path, its end first, where there is one.
    found: Option<(u64, Vec<Cell>)>,
    /// How many cells were taken from the open list, each time counted.
    expanded: u64,
}

/// What comes out of a search that weighs costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// The cost of the path; `None` where there is none.
    pub cost: Option<serde_json::Value>,
    /// The path, both ends included; empty where there is none.
    pub path: Vec<Cell>,
    /// How many cells were taken from the open list, each time counted.
    pub expanded: u64,
}

impl Outcome {
    fn of(Answer { found, expanded }: Answer, costs: Costs) -> Self {
        let Some((g, mut path)) = found else { return Self { found: false, cost: None, path: Vec::new(), expanded } };
        path.reverse();
        Self { found: true, cost: Some(costs.cost(g).json()), path, expanded }
    }
}

/// What comes out of a search that counts steps, whatever they cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Steps {
    /// Whether the goal was reached.
    pub found: bool,
    /// How many steps the path has.
    pub steps: Option<u32>,
    /// The path, both ends included; empty where there is none.
    pub path: Vec<Cell>,
    /// How many cells were taken.
    pub expanded: u32,
}

impl Steps {
    /// The outcome of a search that found a path, told from its end; or nothing.
    fn of(found: Option<Vec<Cell>>, expanded: u32) -> Self {
        let Some(mut path) = found else { return Self { found: false, steps: None, path: Vec::new(), expanded } };
        path.reverse();
        Self { found: true, steps: Some(path.len() as u32 - 1), path, expanded }
    }
}

/// The way back from a cell along where each was reached from, a direction a cell; the start is the last.
fn way_back(size: Size, end: Cell, from: impl Fn(Cell) -> Option<Dir>) -> Vec<Cell> {
    std::iter::successors(Some(end), |&cell| cell.step(from(cell)?, size)).collect()
}

/// The way back over a cell where two searches met: from the goal to it by what the one from there knows, and on to the
/// start.
fn way_over(size: Size, meeting: Cell, from: impl Fn(End, Cell) -> Option<Dir>) -> Vec<Cell> {
    let mut way = way_back(size, meeting, |cell| from(End::Goal, cell));
    way.reverse();
    way.extend(way_back(size, meeting, |cell| from(End::Start, cell)).into_iter().skip(1));
    way
}

/// The parameter of A* of that name, which means the same here.
const fn shared(name: &str) -> Param {
    let all = super::astar::PARAMS;
    let mut k = 0;
    while !is_same(all[k].name.as_bytes(), name.as_bytes()) {
        k += 1;
    }
    all[k]
}

/// Whether two names are one; `==` of texts cannot be asked while a program is compiled.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}
