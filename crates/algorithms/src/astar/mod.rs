//! A* on a grid: one record per cell, exact costs, four tie rules for parents, and a fallback if the goal cannot be
//! reached.
//!
//! ```text
//! ##########
//! #G****xxo#   G start, X goal, * path, x closed, o open
//! #x####xxo#
//! #xxxxxxX.#
//! ##########
//! ```
//!
//! Sources: Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968;
//! James McNeill, *Pathfinding improvements* (development notes, May 2008) for the stored h, the closed flag in the
//! record, the 1/n rule and the closest reachable cell. His code of 2008 is not public, so this follows the notes.

mod bookkeeping;
mod card;
mod counting_search;
mod decision;
mod event;
mod lens;
mod memory;
mod path_call;
mod path_counts;
mod problem;
mod search;
mod tie;
mod why_not;

pub use bookkeeping::Counts;
use card::CARD;
pub use card::PARAMS;
pub(crate) use card::concat_params;
pub use counting_search::search_counted;
pub use event::{AStarEvent, Arrival, Context, LAYERS, OpenOrder, Part, Ties};
pub(crate) use lens::{f, g, h};
pub use memory::Memory;
pub use path_call::path;
pub use path_counts::Met;
pub use problem::{Bookkeeping, FallbackTies, Heuristic, Problem};
pub use search::{Answer, search, search_in};

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Between, CardOf, Searched};
use crate::cheapest_paths::Count;
use crate::event::Value;
use crate::observe::{Observer, unhalted};
use crate::params::Resolved;
use crate::trace::{Contract, Layout, Progress};
use crate::{Cell, Scene, Size};
use serde::Serialize;
use std::ops::ControlFlow;

/// The A* algorithm.
#[derive(Debug)]
pub struct AStar;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// The goal.
    pub goal: Cell,
    /// The end of the path: the goal, or the closest reachable cell. `None` if there is no path to either.
    pub reached: Option<Cell>,
    /// The cost of the path, including terrain.
    pub cost: Option<Value>,
    /// The exact number of cheapest paths to `reached`.
    pub ways: Option<Count>,
    /// The path, including both ends.
    pub path: Vec<Cell>,
    /// Number of closed cells, including the goal. A reopened cell counts again.
    pub expanded: u64,
    /// Number of entries pushed, including the start.
    pub pushed: u64,
    /// The bookkeeping costs, if they were counted.
    #[serde(flatten)]
    pub counts: Option<Counts>,
}

impl Algorithm for AStar {
    type Event = AStarEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;
    const IS_FIRST: bool = true;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Problem, RunError> {
        Problem::within(scene, params, seed, progress)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.size, LAYERS)
    }

    fn context(problem: &Problem) -> Context {
        problem.context()
    }

    fn contract(problem: &Problem) -> Option<Contract> {
        Some(problem.contract())
    }

    fn run<O: Observer<AStarEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let mut memory = Memory::default();
        let (answer, counts) = match problem.bookkeeping {
            None => (search_in(&mut memory, problem, problem.seed, observer)?, None),
            Some(bookkeeping) => {
                let (answer, counts) = search_counted(problem, bookkeeping, observer)?;
                (answer, Some(counts))
            }
        };
        let costs = problem.rules.costs;
        let mut goes_on = || observer.goes_on();
        let ways = match (answer.reached, counts) {
            (None, _) => None,
            (Some(end), None) => Some(path_counts::cheapest(problem, &memory, (end, answer.g), &mut goes_on)?),
            // `search_counted` does not fill this memory.
            (Some(end), Some(_)) => Some(path_counts::anew(problem, end, &mut goes_on)?),
        };
        ControlFlow::Continue(Outcome {
            found: answer.found,
            goal: problem.goal,
            reached: answer.reached,
            cost: answer.reached.map(|_| Value::cost(answer.g, costs.unit)),
            ways: ways.map(Count),
            path: answer.path,
            expanded: answer.expanded,
            pushed: answer.pushed,
            counts,
        })
    }
}

impl Between for Problem {
    fn size(&self) -> Size {
        self.size
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.passage.is_open(cell)
    }

    fn search(&mut self, start: Cell, goal: Cell) -> Searched {
        (self.start, self.goal) = (start, goal);
        let answer = unhalted(search(self, self.seed, &mut ()));
        Searched { length: answer.found.then(|| self.rules.costs.display_cost(answer.g)), expanded: answer.expanded }
    }
}
