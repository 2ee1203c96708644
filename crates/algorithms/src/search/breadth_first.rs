//! Breadth-first search: expands cells in the order they were reached, ring by ring around the start.
//!
//! ```text
//! #######
//! #21234#   S start, X goal. The numbers are steps.
//! #1S###X   Ground that is hard to cross counts as one step, like any other.
//! #2123456
//! #######
//! ```
//!
//! Source: E. F. Moore, *The Shortest Path Through a Maze*, 1959.

use super::{Answer, Ground, GroundSearch, PATH, RECORDS, Steps, ground_search, shared, way_back};
use crate::card::{Best, Card, CardOf, Group, Layer};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::Refusal;
use crate::params::Param;
use crate::{Cell, Dir, Grid, Observer};
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// The events of breadth-first search.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum BreadthFirstEvent {
    /// A cell was reached for the first time and joined the queue.
    #[event(slot = RECORDS, enqueues(steps), role = Queued, line = 6,
        say = "Reached {cell}[ from {from}] in {steps:count step}; it goes to the end of the queue.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("steps from the start")] steps: u32 },
    /// The first cell of the queue was expanded.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 3, say = "Expanded {cell}, first in the queue: {steps:count step} from the start.")]
    Expanded { cell: Cell, from: Option<Dir>, steps: u32 },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 5, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} after {steps:count step}.")]
    Found { cell: Cell, steps: u32 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = PATH, role = Path, line = 7, say = "{cell} is on the path.")]
    Traced { cell: Cell },
}

/// The breadth-first search algorithm.
#[derive(Debug)]
pub struct BreadthFirst;

ground_search!(BreadthFirst);

impl GroundSearch for BreadthFirst {
    type Event = BreadthFirstEvent;
    type Outcome = Steps;

    const KEYS: &'static [&'static str] = &["#"];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "breadth-first",
        "Breadth-first search",
        "Expands cells in the order they were reached, ring by ring. Finds a path with the fewest steps, ignoring costs.",
    )
    .group(Group::Search)
    .source("E. F. Moore: The Shortest Path Through a Maze (1959)")
    .listing(&[
        "queue ← {start}",
        "while the queue is not empty",
        "    take the first and expand it",
        "    if it is the goal: stop",
        "    for each neighbour that can be entered",
        "        reached for the first time: add it to the queue",
        "walk back along where each was reached from",
    ])
    .by_hand(&[
        "Reached again? The cell keeps what it got first.",
    ])
    .params(&[
        Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
        shared("corners"),
        shared("turn"),
    ])
    .layers(&[Layer::field("steps", "Steps from the start."), Layer::status("status", "In the queue, taken, on the path, or none of these.")])
    .needs(NEEDS)
    .best(Best { least: "steps", reached: "found", with: &[] });

    fn search<O: Observer<BreadthFirstEvent>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        use BreadthFirstEvent as E;
        let mut came = Grid::new(ground.size(), None);
        let mut reached = Grid::new(ground.size(), false);
        let mut queue = VecDeque::from([(ground.start, 0)]);
        reached[ground.start] = true;
        let mut expanded = 0;
        o.on(E::Opened { cell: ground.start, from: None, steps: 0 })?;
        while let Some((cell, steps)) = queue.pop_front() {
            expanded += 1;
            o.on(E::Expanded { cell, from: came[cell], steps })?;
            if cell == ground.goal {
                o.on(E::Found { cell, steps })?;
                let back = way_back(ground.size(), cell, |cell| came[cell]);
                back.iter().try_for_each(|&cell| o.on(E::Traced { cell }))?;
                return Continue(Answer { found: Some((steps.into(), back)), expanded });
            }
            for (to, from, step) in ground.around(cell) {
                if let Err(why) = step {
                    o.on(E::Rejected { cell: to, from, why })?;
                } else if !std::mem::replace(&mut reached[to], true) {
                    came[to] = Some(from);
                    queue.push_back((to, steps + 1));
                    o.on(E::Opened { cell: to, from: Some(from), steps: steps + 1 })?;
                }
            }
        }
        Continue(Answer { found: None, expanded })
    }
}
