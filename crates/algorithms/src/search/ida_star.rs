//! IDA*: depth-first dives, each limited by a bound on f. The next bound is the smallest f that was cut.
//!
//! ```text
//! ########
//! #S·····#   S start, X goal, * the current path, · cells entered
//! #**··#·#   and left again. There is no open list and no closed set,
//! #·*****X   only the current path.
//! ########
//! ```
//!
//! This saves memory and costs time. On a grid many paths lead to a cell, and each of them is followed again and again.
//! With `memory`, an iteration remembers the lowest g at which it entered each cell. It enters the cell again only at a
//! lower g.
//!
//! Sources: Richard E. Korf, *Depth-First Iterative-Deepening: An Optimal Admissible Tree Search*, 1985; Alexander
//! Reinefeld and T. A. Marsland, *Enhanced Iterative-Deepening Search*, 1994 (the memory).

use super::{Answer, CONSISTENT, Costs, Ground, LAYERS, PATH, Pairs, RECORDS, SearchOutcome, shared};
use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Best, Card, CardOf, Group, Layer, Suite};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::{Passage, Refusal};
use crate::observe::{Observer, unhalted};
use crate::params::{Param, Resolved};
use crate::trace::{Contract, Layout, Progress};
use crate::{Cell, Dir, Grid, Role, Scene};
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// The events of IDA*. g and h are in units of the costs. Directions point to the cell that a cell was entered from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Costs, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum IdaStarEvent {
    /// The next dive began.
    #[event(phase(0), line = 2, called = "iteration {nth}", say = "Iteration {nth} begins: it follows paths with f up to {bound}.", with(phase: word = "iteration"))]
    Deepened { #[show("the most that f may be", cost)] bound: u64, #[show("the number of the iteration")] nth: u32 },
    /// A cell was added to the current path.
    #[event(step, slot = RECORDS, dequeues, role = Current, line = 9,
        say = "Moved on to {cell}[ from {from}]: f = {f} (g = {g}, h = {h}).",
        case(from.is_none(), line = 3, say = "Starting at {cell}: f = {f}."), with(f = cx.cost(g + h)))]
    Entered {
        cell: Cell, from: Option<Dir>,
        #[show("cost of the current path", cost)] g: u64, #[show("estimate of the rest", cost)] h: u64,
    },
    /// A cell was entered for the first time in any iteration.
    #[event(slot = FIRST, line = 9, say = "{cell} is new: iteration {iteration} is the first to get here.")]
    FirstEntered { cell: Cell, #[show("the iteration that entered it first")] iteration: u32 },
    /// A cell was left, because no path within the bound continues from it.
    #[event(slot = RECORDS, role = Walked, line = 10, say = "Back from {cell}: no path from it reaches the goal within the bound.")]
    Left { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64, #[show(cost)] h: u64 },
    /// A neighbour is beyond the bound.
    #[event(tone = Refused, line = 7, say = "Cut off {cell}, reached from {from}: f = {f} is above the bound.")]
    Cut { cell: Cell, from: Dir, #[show(cost)] f: u64 },
    /// A neighbour had already been entered in this iteration.
    #[event(tone = Refused, line = 8, say = "Skipped {cell}, reached from {from}: this iteration was already there at cost {g} or less.",
        case(on_way, line = 6, say = "Skipped {cell}, reached from {from}: it is already on the current path."))]
    Repeated { cell: Cell, from: Dir, #[show(cost)] g: u64, on_way: bool },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 5, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// The dive ended. The smallest f that was cut is the next bound.
    #[event(step, line = 11, say = "The goal is not within this bound. The smallest f that was cut off, {next}, is the next bound.")]
    Failed { #[show(cost)] next: u64 },
    /// The dive ended, and nothing was cut.
    #[event(step, line = 12, say = "Nothing was cut off, so {cell} cannot be reached.")]
    Exhausted { cell: Cell },
    /// The budget was used up before the search ended.
    #[event(step, line = 2, say = "Gave up after entering {entered:count cell}, the limit of this search. There may still be a path.")]
    GaveUp { entered: u64 },
    /// The goal was entered.
    #[event(step, line = 4, say = "Found the goal {cell} at cost {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// A cell is on the path.
    #[event(slot = PATH, role = Path, line = 13, say = "{cell} is on the path.")]
    Traced { cell: Cell },
}

use IdaStarEvent as E;

/// The layer of the iteration that first entered each cell. It is kept across iterations.
const FIRST: u8 = LAYERS;

/// The IDA* algorithm.
#[derive(Debug)]
pub struct IdaStar;

impl Lens for IdaStar {}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The outcome of a search. If the search gave up, no path was found.
    #[serde(flatten)]
    pub answer: super::Outcome,
    /// Whether the budget was used up before the goal was found. A path may still exist.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gave_up: bool,
}

/// The input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    ground: Ground,
    /// Whether an iteration remembers the cells it entered.
    memory: bool,
    /// Largest number of cells that may be entered in total.
    budget: u64,
}

#[rustfmt::skip]
impl Algorithm for IdaStar {
    type Event = E;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "ida-star",
        "IDA*",
        "Searches depth first up to a bound on f, again and again. Each time the bound is the smallest f that was cut off. It finds shortest paths without an open list.",
    )
    .group(Group::Search)
    .source("Richard E. Korf: Depth-First Iterative-Deepening: An Optimal Admissible Tree Search (1985); Alexander Reinefeld, T. A. Marsland: Enhanced Iterative-Deepening Search (1994)")
    .listing(&[
        "bound ← h({start})",
        "repeat, with nothing known but the bound, as long as the budget lasts:",
        "    the path ← {start};  as long as it has cells:",
        "        its last cell is the goal: stop",
        "        its next neighbour that can be entered:",
        "            on the path already: skip",
        "            f > bound: cut; note the least f",
        "            with memory, entered before with no higher g: skip",
        "            append it to the path",
        "        no neighbour left: take the cell away again",
        "    bound ← the least f that was cut",
        "    nothing was cut: there is no path",
        "the path is the result",
    ])
    .by_hand(&[
        "The bound is h of {start}. Only cells with an f up to the bound are entered.",
        "Go on to the first neighbour that is within the bound and not on your way. If there is none: back one cell.",
        "Back at {start}, and nothing left? The new bound is the smallest f above the old one. Begin again.",
        "Stop when you enter {goal}.",
    ])
    .params(&[
        shared("neighbours"), shared("costs"), shared("corners"), CONSISTENT,
        Param::flag("memory", true, "An iteration remembers the least g of each cell, and enters it again only with a lower one. Without memory, every path to a cell is followed."),
        Param::int("budget", (1, 100_000_000), 1_000_000, "How many cells may be entered in all before the search gives up."),
        shared("turn"), shared("terrain-costs"), shared("door-cost"),
    ])
    .layers(&[
        Layer::field("g", "The cost of the path by which it was last entered."),
        Layer::field("f", "g + h. It must not exceed the bound."),
        Layer::field("h", "The estimate of the rest."),
        Layer::field("iteration", "The iteration that entered it first."),
        Layer::status("status", "On the current path, entered and left in this iteration, or path."),
    ])
    .roles(&[(Role::Current, "on the current path"), (Role::Walked, "left again"), (Role::Path, "path")])
    .needs(NEEDS)
    .best(Best { least: "cost", reached: "found", with: &["budget=100000000"] })
    .suite(Suite {
        set: &["costs=octile", "corners=never", "neighbours=8", "terrain-costs=off", "budget=100000000"],
        prepare: |scene, params| {
            let Problem { ground, memory, budget } = problem(scene, params, &Progress::default())?;
            Ok(Box::new(Pairs(ground, move |ground: &Ground| unhalted(search(ground, memory, budget, &mut ())).0)))
        },
    });

    async fn prepare(scene: &Scene, params: &Resolved, _: u64, progress: &Progress) -> Result<Problem, RunError> {
        problem(scene, params, progress)
    }

    /// Records of cells are cleared at each iteration.
    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.ground.size(), LAYERS + 1).with_passing(1, 0)
    }

    fn context(problem: &Problem) -> Costs {
        problem.ground.costs()
    }

    fn contract(problem: &Problem) -> Option<Contract> {
        Some(problem.ground.contract(&[], &[
            ("deepened", "begin"), ("failed", "end"), ("entered", "expand"), ("rejected", "reject"), ("cut", "reject budget"),
            ("repeated", "reject closed"), ("traced", "path"),
        ]))
    }

    fn passage(problem: &Problem) -> Option<&Passage> {
        Some(&problem.ground.map)
    }

    fn run<O: Observer<E>>(problem: &Problem, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let Problem { ground, memory, budget } = problem;
        let (answer, gave_up) = search(ground, *memory, *budget, o)?;
        Continue(Outcome { answer: super::Outcome::of(answer, ground.costs()), gave_up })
    }
}

fn problem(scene: &Scene, params: &Resolved, progress: &Progress) -> Result<Problem, RunError> {
    let budget = params.int("budget").unwrap_or(1_000_000).unsigned_abs();
    Ok(Problem { ground: Ground::new(scene, params, progress)?, memory: params.flag("memory"), budget })
}

/// A cell of the current path: the direction it was entered from, its g, and the number of neighbours looked at so far.
#[derive(Clone, Copy)]
struct Link {
    cell: Cell,
    from: Option<Dir>,
    g: u64,
    looked: usize,
}

/// Runs the main loop of the listing. Also returns whether the search gave up.
fn search<O: Observer<E>>(
    ground: &Ground,
    memory: bool,
    budget: u64,
    o: &mut O,
) -> ControlFlow<O::Halt, (Answer, bool)> {
    let h = |cell: Cell| ground.estimate(cell, ground.goal);
    // For each cell: the last iteration that entered it and its g there; and whether it is on the current path.
    let mut entered = Grid::new(ground.size(), (0u32, 0u64));
    let mut on_way = Grid::new(ground.size(), false);
    let (mut bound, mut expanded) = (h(ground.start), 0);
    for nth in 1.. {
        o.on(E::Deepened { bound, nth })?;
        let mut next: Option<u64> = None;
        let mut way = vec![Link { cell: ground.start, from: None, g: 0, looked: 0 }];
        let mut fresh = true;
        while let Some(&mut Link { cell, from, g, ref mut looked }) = way.last_mut() {
            if std::mem::take(&mut fresh) {
                if expanded == budget {
                    o.on(E::GaveUp { entered: expanded })?;
                    return Continue((Answer { found: None, expanded }, true));
                }
                let before = std::mem::replace(&mut entered[cell], (nth, g));
                (on_way[cell], expanded) = (true, expanded + 1);
                o.on(E::Entered { cell, from, g, h: h(cell) })?;
                if before.0 == 0 {
                    o.on(E::FirstEntered { cell, iteration: nth })?;
                }
                if cell == ground.goal {
                    o.on(E::Found { cell, g })?;
                    let back: Vec<Cell> = way.iter().rev().map(|link| link.cell).collect();
                    back.iter().try_for_each(|&cell| o.on(E::Traced { cell }))?;
                    return Continue((Answer { found: Some((g, back)), expanded }, false));
                }
            }
            let Some(&dir) = ground.rules.order.get(*looked) else {
                on_way[cell] = false;
                way.pop();
                o.on(E::Left { cell, from, g, h: h(cell) })?;
                continue;
            };
            *looked += 1;
            let (to, price) = match ground.map.step(cell, dir) {
                Ok(step) => step,
                Err((Some(to), why)) => {
                    o.on(E::Rejected { cell: to, from: dir.opposite(), why })?;
                    continue;
                }
                Err((None, _)) => continue,
            };
            let (g, from) = (g + price, dir.opposite());
            let f = g + h(to);
            if on_way[to] {
                o.on(E::Repeated { cell: to, from, g, on_way: true })?;
            } else if f > bound {
                next = Some(next.map_or(f, |least| least.min(f)));
                o.on(E::Cut { cell: to, from, f })?;
            } else if memory && entered[to].0 == nth && entered[to].1 <= g {
                o.on(E::Repeated { cell: to, from, g: entered[to].1, on_way: false })?;
            } else {
                way.push(Link { cell: to, from: Some(from), g, looked: 0 });
                fresh = true;
            }
        }
        let Some(least) = next else {
            o.on(E::Exhausted { cell: ground.goal })?;
            break;
        };
        o.on(E::Failed { next: least })?;
        bound = least;
    }
    Continue((Answer { found: None, expanded }, false))
}
