//! Breadth-first search: the cell that waited longest is next, so cells are taken in rings around the start.
//!
//! ```text
//! #######
//! #21234#   S start, X goal, the numbers are steps:
//! #1S###X   ground that is hard to cross counts as one step like any other
//! #2123456
//! #######
//! ```
//!
//! Source: E. F. Moore, *The Shortest Path Through a Maze*, 1959.

use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Card, Group, Layer};
use crate::ends::{NEEDS, ends};
use crate::event::Event;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::movement::{Mover, Passage, Refusal, Rules, neighbour_order};
use crate::observe::Observer;
use crate::params::{Param, Resolved};
use crate::scene::Scene;
use crate::trace::{Control, Layout};
use serde::Serialize;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// What the search reports.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum BreadthFirstEvent {
    /// A cell was reached for the first time and joined the queue.
    #[event(slot = 0, enqueues(steps), role = Queued, line = 6,
        say = "Reached {cell}[ from {from}] in {steps:count step}: it joined the end of the queue.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("steps from the start")] steps: u32 },
    /// The first of the queue was taken.
    #[event(step, slot = 0, dequeues, role = Done, line = 3, say = "Expanded {cell}, the first of the queue: {steps:count step}.")]
    Expanded { cell: Cell, from: Option<Dir>, steps: u32 },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 5, say = "{cell} was refused from {from}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// The goal was taken.
    #[event(step, line = 4, say = "Found the goal {cell} after {steps:count step}.")]
    Found { cell: Cell, steps: u32 },
}

/// The algorithm of this module.
#[derive(Debug)]
pub struct BreadthFirst;

impl Lens for BreadthFirst {}

/// What a run needs.
#[derive(Debug)]
pub struct Problem {
    map: Passage,
    order: Vec<Dir>,
    start: Cell,
    goal: Cell,
}

/// What comes out of a run.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the goal was reached.
    pub found: bool,
    /// How many steps the path has.
    pub steps: Option<u32>,
    /// The path, both ends included.
    pub path: Vec<Cell>,
    /// How many cells were taken from the queue.
    pub expanded: u32,
}

impl Algorithm for BreadthFirst {
    type Event = BreadthFirstEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &Card::new(
        "breadth-first",
        "Breadth-first search",
        "Takes cells in the order in which they were reached, so in rings: the path has the fewest steps, whatever they cost.",
    )
    .group(Group::Search)
    .source("E. F. Moore: The Shortest Path Through a Maze (1959)")
    .listing(&[
        "queue ← {start}",
        "while the queue is not empty",
        "    take the first",
        "    if it is the goal: stop",
        "    for each neighbour that can be entered",
        "        reached for the first time: append it",
    ])
    .params(&[Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too.")])
    .layers(&[Layer::field("steps", "Steps from the start."), Layer::status("status", "In the queue, taken, or neither.")])
    .needs(NEEDS);

    fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Control) -> Result<Problem, RunError> {
        let (start, goal) = ends(scene)?;
        let order = neighbour_order(params.int("neighbours").unwrap_or(4), 0);
        let map = Passage::new(scene, &Mover::of(start), &Rules { order: order.clone(), ..Rules::straight() });
        Ok(Problem { map, order, start: start.at, goal })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.map.size(), 1)
    }

    fn context(_: &Problem) {}

    fn run<O: Observer<BreadthFirstEvent>>(problem: &Problem, o: &mut O) -> ControlFlow<O::Halt, Outcome> {
        use BreadthFirstEvent as E;
        let mut came = Grid::new(problem.map.size(), None);
        let mut queue = VecDeque::from([(problem.start, None, 0)]);
        came[problem.start] = Some(problem.start);
        let mut expanded = 0;
        o.on(E::Opened { cell: problem.start, from: None, steps: 0 })?;
        while let Some((cell, from, steps)) = queue.pop_front() {
            expanded += 1;
            o.on(E::Expanded { cell, from, steps })?;
            if cell == problem.goal {
                o.on(E::Found { cell, steps })?;
                let path = path(&came, cell);
                return ControlFlow::Continue(Outcome { found: true, steps: Some(steps), path, expanded });
            }
            for &dir in &problem.order {
                let (to, from, steps) = match problem.map.step(cell, dir) {
                    Ok((to, _)) => (to, dir.opposite(), steps + 1),
                    Err((Some(cell), why)) => {
                        o.on(E::Rejected { cell, from: dir.opposite(), why })?;
                        continue;
                    }
                    Err((None, _)) => continue,
                };
                if came[to].is_none() {
                    came[to] = Some(cell);
                    queue.push_back((to, Some(from), steps));
                    o.on(E::Opened { cell: to, from: Some(from), steps })?;
                }
            }
        }
        ControlFlow::Continue(Outcome { found: false, steps: None, path: Vec::new(), expanded })
    }
}

/// Back from a cell to where the search began, which came from itself; the start first.
fn path(came: &Grid<Option<Cell>>, end: Cell) -> Vec<Cell> {
    let before = |&cell: &Cell| came[cell].filter(|&parent| parent != cell);
    let mut path: Vec<Cell> = std::iter::successors(Some(end), before).collect();
    path.reverse();
    path
}
