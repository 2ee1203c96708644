//! A* on a grid: one record a cell, exact costs, four ways to treat equals, and a place to stop when there is no way.
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
//! James McNeill, *Pathfinding improvements* (development notes, May 2008) for stored h, the closed flag in the
//! record, the 1/n rule and the closest reachable cell. The 2008 code is not public, so the notes decide.

mod event;
mod fallback;
mod lens;
mod problem;
mod search;
pub mod ways;
mod why_not;
mod why_not_path;

pub use event::{AStarEvent, Arrival, Context, LAYERS, OpenOrder, Part, Ties};
pub use problem::{FallbackTies, Heuristic, Problem, ends};
pub use search::{Answer, Memory, search, search_in};

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, Layer, LayerKind, Need};
use crate::event::Value;
use crate::geometry::Cell;
use crate::movement::{Corners, StepCosts};
use crate::observe::Observer;
use crate::params::{Default as D, Kind, Param, Resolved};
use crate::scene::{ActorKind, Scene};
use crate::trace::Layout;
use crate::view::board::Role;
use serde::Serialize;
use std::ops::ControlFlow;

/// The algorithm of this module.
#[derive(Debug)]
pub struct AStar;

/// What comes out of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// The goal.
    pub goal: Cell,
    /// Where the path ends: the goal, or the closest reachable cell; `None` without a fallback.
    pub reached: Option<Cell>,
    /// The cost of the path, terrain included.
    pub cost: Option<serde_json::Value>,
    /// How many cheapest paths lead to `reached`, exactly: a number, or its digits as text past 2⁶⁴.
    pub ways: Option<serde_json::Value>,
    /// The path, both ends included.
    pub path: Vec<Cell>,
    /// How many cells were closed, the goal included; a cell opened again counts again.
    pub expanded: u64,
    /// How many entries were pushed, the start included.
    pub pushed: u64,
}

/// The parameters of a search, which other algorithms that search take over.
pub const PARAMS: &[Param] = &[
    Param {
        name: "neighbours",
        kind: Kind::Choice(&["4", "8"]),
        default: D::Word("8"),
        help: "Straight steps only, or diagonal ones too.",
    },
    Param {
        name: "costs",
        kind: Kind::Choice(StepCosts::NAMES),
        default: D::Word("2/3"),
        help: "The price of a straight and of a diagonal step: both 1, 2 and 3, 10 and 14, or 1 and √2.",
    },
    Param {
        name: "corners",
        kind: Kind::Choice(Corners::NAMES),
        default: D::Word("never"),
        help: "Whether a diagonal may pass a blocked corner: both cells beside it free, one of them, or neither.",
    },
    Param {
        name: "heuristic",
        kind: Kind::Choice(Heuristic::NAMES),
        default: D::Auto,
        help: "The estimate of the rest. Auto: manhattan for 4 neighbours, octile for 8.",
    },
    Param {
        name: "weight",
        kind: Kind::Real(1.0, 100.0),
        default: D::Real(1.0),
        help: "f = g + weight · h, to three decimals. Above 1 the path may be dearer than the cheapest.",
    },
    Param {
        name: "open-order",
        kind: Kind::Choice(&["low-g", "high-g", "fifo", "lifo"]),
        default: D::Word("low-g"),
        help: "Which of two open cells with equal f is popped first.",
    },
    Param {
        name: "ties",
        kind: Kind::Choice(&["first", "last", "parents", "paths"]),
        default: D::Word("first"),
        help: "What an arrival at equal cost does: the first parent stays, the last wins, or dice: 1/n over parents, or in proportion to paths.",
    },
    Param {
        name: "fallback",
        kind: Kind::Flag,
        default: D::Flag(true),
        help: "When the goal cannot be reached, go to the closest cell that can.",
    },
    Param {
        name: "fallback-ties",
        kind: Kind::Choice(&["cost", "first"]),
        default: D::Word("cost"),
        help: "Of equally close cells the cheapest to reach, or the first that was closed.",
    },
    Param {
        name: "reopen",
        kind: Kind::Flag,
        default: D::Flag(true),
        help: "A strictly cheaper arrival opens a closed cell again.",
    },
    Param {
        name: "turn",
        kind: Kind::Int(0, 3),
        default: D::Int(0),
        help: "Turns the neighbour order E, W, S, N, SE, SW, NE, NW clockwise by quarter turns, to show direction bias.",
    },
    Param {
        name: "terrain-costs",
        kind: Kind::Flag,
        default: D::Flag(true),
        help: "Entering a tile adds its cost from the table of tiles.",
    },
    Param {
        name: "door-cost",
        kind: Kind::PerDirection(10_000),
        default: D::Int(0),
        help: "Added for opening a closed door; four numbers price stepping e, w, s, n apart.",
    },
];

/// What a search needs: one to start from and one to go to.
pub const NEEDS: &[Need] = &[
    Need {
        kinds: &[ActorKind::Guard, ActorKind::Thief, ActorKind::Explorer],
        role: "where the search starts",
        many: false,
    },
    Need { kinds: &[ActorKind::Goal], role: "where it should end", many: false },
];

static CARD: Card = Card {
    id: "astar",
    title: "A*",
    summary: "Finds a cheapest path by always expanding the open cell with the lowest cost so far plus estimate of the rest.",
    source: "Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of Minimum Cost Paths (1968); James McNeill: Pathfinding improvements (2008)",
    listing: &[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    pop the lowest f;  skip it if closed",
        "    close it",
        "    if it is the goal: stop",
        "    for each neighbour",
        "        cannot be entered: skip",
        "        new or cheaper: g, parent, n ← 1; push",
        "        cheaper but closed: open it again",
        "        equal g: n ← n + 1; the tie rule",
        "        costlier: ignore",
        "no way: closed cells with the smallest h",
        "    of those the smallest g, then y, then x; or the first closed",
        "walk the parents back",
    ],
    params: PARAMS,
    layers: &[
        Layer { name: "status", help: "Open, closed, candidate or path.", kind: LayerKind::Status },
        Layer { name: "f", help: "g + weight · h: what the open list is ordered by.", kind: LayerKind::Scalar },
        Layer { name: "g", help: "The cost of the cheapest path found so far.", kind: LayerKind::Scalar },
        Layer { name: "h", help: "The estimate of the rest, computed once.", kind: LayerKind::Scalar },
        Layer { name: "order", help: "Expansion number, starting at 1.", kind: LayerKind::Scalar },
        Layer { name: "n", help: "How many parents offer the same cost.", kind: LayerKind::Scalar },
        Layer { name: "paths", help: "How many cheapest paths were counted on the way.", kind: LayerKind::Scalar },
    ],
    roles: &[
        (Role::Queued, "open"),
        (Role::Done, "closed"),
        (Role::Current, "current"),
        (Role::Path, "path"),
        (Role::Candidate, "candidate"),
        (Role::Chosen, "chosen"),
    ],
    series: &["open", "closed", "path cost"],
    actors: NEEDS,
    checks: &[
        Check { name: "a pop was a tie", help: "A cell was expanded while another open cell had the same f." },
        Check { name: "a tie switched the parent", help: "An arrival at equal cost became the parent." },
        Check {
            name: "f falls along a parent link",
            help: "A cell has a lower f than its parent: the heuristic is not consistent.",
        },
        Check { name: "a closed cell was opened again", help: "A cheaper way to a closed cell was found." },
        Check { name: "an old entry was skipped", help: "An entry was popped whose cell was closed already." },
        Check { name: "a corner was refused", help: "A diagonal step would have cut a corner." },
    ],
    tie_params: &["ties", "open-order", "turn"],
    score_params: &["weight", "fallback-ties", "ties"],
    first_layer: "f",
};

impl Algorithm for AStar {
    type Event = AStarEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.size, LAYERS)
    }

    fn context(problem: &Problem) -> Context {
        problem.context()
    }

    fn run<O: Observer<AStarEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let answer = search(problem, problem.seed, observer)?;
        let costs = problem.rules.costs;
        ControlFlow::Continue(Outcome {
            found: answer.found,
            goal: problem.goal,
            reached: answer.reached,
            cost: answer.reached.map(|_| Value::cost(answer.g, costs.unit).json()),
            ways: answer.reached.map(|c| ways::json(&ways::Dag::new(problem, c).ways())),
            path: answer.path,
            expanded: answer.expanded,
            pushed: answer.pushed,
        })
    }
}
