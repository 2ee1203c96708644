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
pub use counting_search::search_counted;
pub use event::{AStarEvent, Arrival, Context, LAYERS, OpenOrder, Part, Ties};
pub use memory::Memory;
pub use path_call::path;
pub use path_counts::Met;
pub use problem::{Bookkeeping, FallbackTies, Heuristic, Problem};
pub use search::{Answer, search, search_in};

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Best, Between, Card, Check, Group, Layer, Searched, Suite};
use crate::cheapest_paths::Count;
use crate::event::Value;
use crate::movement::{Corners, StepCosts};
use crate::observe::{Observer, unhalted};
use crate::params::{Param, Resolved, labels};
use crate::trace::{Contract, Control, Layout};
use crate::{Cell, Role, Scene, Size, ends};
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

/// The parameters of A*, shared with other search algorithms.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::choice("neighbours", &["4", "8"], "8", "Straight steps only, or diagonal ones too."),
    Param::choice("costs", StepCosts::NAMES, "2/3",
        "The cost of a straight and of a diagonal step: both 1, 2 and 3, 10 and 14, or 1 and √2.")
    .labelled(labels::COSTS),
    Param::choice("corners", Corners::NAMES, "never",
        "When a diagonal step may pass blocked cells: if both cells beside it are free, if one is, or always.")
    .labelled(labels::CORNERS),
    Param::choice("heuristic", Heuristic::NAMES, "",
        "The estimate of the rest. Auto: manhattan for 4 neighbours, octile for 8. Zero makes it Dijkstra's algorithm.")
    .labelled(labels::HEURISTIC)
    .or_auto(),
    Param::real("weight", (1.0, 100.0), 1.0,
        "How much the estimate counts: f = g + weight · h, to three decimals. Above 1 the path may cost more than the cheapest."),
    Param::choice("open-order", OpenOrder::WORDS, "low-g",
        "Which of two open cells with equal f is expanded first.")
    .labelled(&[("low-g", "lower g"), ("high-g", "higher g"), ("fifo", "oldest"), ("lifo", "newest")]),
    Param::choice("ties", Ties::WORDS, "first",
        "Which parent a cell keeps if several cost the same: the first, the last, or one by dice, 1/n over parents or in proportion to paths.")
    .labelled(&[("first", "keep first"), ("last", "take last"), ("parents", "dice (1/n)"), ("paths", "by paths")]),
    Param::flag("fallback", true, "If the goal cannot be reached, the path leads to the closest cell that can."),
    Param::choice("fallback-ties", FallbackTies::WORDS, "cost",
        "Which of several equally close cells is taken: the cheapest to reach, the first that was closed, or the first on the map, row by row.")
    .labelled(&[("cost", "cheapest"), ("first", "first closed"), ("map-order", "map rows")]),
    Param::flag("reopen", true, "A closed cell is opened again if a cheaper path to it is found."),
    Param::int("turn", (0, 3), 0,
        "Turns the neighbour order E, W, S, N, SE, SW, NE, NW clockwise by quarter turns, to show direction bias."),
    Param::flag("terrain-costs", true, "Entering a tile adds its cost from the table of tiles."),
    Param::per_direction("door-cost", 10_000, 0,
        "The extra cost of opening a closed door. Four numbers give one for each direction of the step: e, w, s, n."),
];

/// The parameter that selects which bookkeeping is counted when A* runs by itself.
const BOOKKEEPING: Param = Param::choice(
    "bookkeeping",
    Bookkeeping::WORDS,
    "",
    "What is counted as work: nodes, one for each cell, found by pointer, or an open and a closed list, searched by \
     position. Auto: pointers, and nothing is counted.",
)
.labelled(&[("pointers", "nodes by pointer"), ("positions", "lists by position")])
.or_auto();

const OWN: [Param; PARAMS.len() + 1] = {
    let mut all = [BOOKKEEPING; PARAMS.len() + 1];
    let mut k = 0;
    while k < PARAMS.len() {
        all[k] = PARAMS[k];
        k += 1;
    }
    all
};

#[rustfmt::skip]
static CARD: Card = Card::new("astar", "A*",
    "Finds a cheapest path by always expanding the open cell with the lowest cost so far plus estimate of the rest.")
    .group(Group::Search)
    .faster("Finder", "finds a path that costs as little, with octile costs")
    .source("Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of Minimum Cost Paths (1968); James McNeill: Pathfinding improvements (2008)")
    .listing(&[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    take the lowest f;  skip it if closed",
        "    expand and close it",
        "    if it is the goal: stop",
        "    for each neighbour",
        "        cannot be entered: skip",
        "        new or cheaper: g, parent, n ← 1; open",
        "        cheaper but closed: open it again",
        "        equal g: n ← n + 1; the tie rule",
        "        costlier: ignore",
        "no path: closed cells with the smallest h",
        "    of those the smallest g, then y, then x; or the first closed",
        "walk the parents back",
    ])
    .params(&OWN)
    .layers(&[
        Layer::status("status", "Open, closed, candidate or path."),
        Layer::field("f", "g + weight · h. The open list is sorted by it."),
        Layer::field("g", "The cost of the cheapest path found so far."),
        Layer::field("h", "The estimate of the rest, computed once."),
        Layer::order("order", "Expansion number, starting at 1."),
        Layer::field("n", "How many parents offer the same cost.").or(1),
        Layer::field("paths", "How many cheapest paths were counted during the search."),
    ])
    .roles(&[
        (Role::Queued, "open"),
        (Role::Done, "closed"),
        (Role::Current, "current"),
        (Role::Path, "path"),
        (Role::Candidate, "candidate"),
        (Role::Chosen, "chosen"),
    ])
    .series(&["open", "closed", "path cost", "lookups", "compared", "estimates"])
    .needs(ends::NEEDS)
    .checks(&[
        Check::new("a tie was broken", "A cell was expanded while another open cell had the same f.")
            .former_names(&["a pop was a tie"]),
        Check::new("a tie switched the parent", "An arrival at equal cost became the parent."),
        Check::new("f falls along a parent link",
            "A cell has a lower f than its parent: the heuristic is not consistent."),
        Check::new("a closed cell was opened again", "A cheaper path to a closed cell was found."),
        Check::new("an old entry was skipped", "An entry was taken whose cell was already closed."),
        Check::new("a corner was refused", "A diagonal step would have cut a corner."),
    ])
    .tie_params(&["ties", "open-order", "turn"])
    .score_params(&["weight", "fallback-ties", "ties"])
    .first_layer("g")
    .tools(&[super::path_sampling::SAMPLE])
    .best(Best { least: "cost", reached: "found", with: &["weight=1", "heuristic=zero", "fallback=off"] })
    .suite(Suite {
        set: &["costs=octile", "corners=never", "neighbours=8", "terrain-costs=off", "fallback=off"],
        prepare: |scene, params| Ok(Box::new(Problem::new(scene, params, 1)?)),
    });

impl Algorithm for AStar {
    type Event = AStarEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, control: &Control) -> Result<Problem, RunError> {
        Problem::within(scene, params, seed, control)
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
        Searched { length: answer.found.then(|| self.rules.costs.shown(answer.g)), expanded: answer.expanded }
    }
}
