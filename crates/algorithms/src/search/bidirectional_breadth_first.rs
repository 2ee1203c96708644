//! Breadth-first search from both ends at once, ring by ring, until they meet. Two small areas replace one large area.
//!
//! ```text
//! ###########
//! #  2   2  #   S start, X goal, M where the searches meet.
//! # 212 212 #   The numbers are steps from the nearer end.
//! #21S1M1X12#
//! ###########
//! ```
//!
//! Each turn expands a whole ring, on the side whose ring is smaller. The first cell reached from both ends is on a
//! path with the fewest steps. Before that, with a rings done from the start and b from the goal, the ends are more
//! than a + b steps apart. The next ring checks a + b + 1.
//!
//! Source: Ira Pohl, *Bi-directional Search*, Machine Intelligence 6, 1971.

use super::{Answer, End, Ground, GroundSearch, Steps, ground_search, shared, way_over};
use crate::card::{Best, Card, CardOf, Group, Layer};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::Refusal;
use crate::params::Param;
use crate::{Cell, Dir, Grid, Observer, Role};
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// The layer of the meeting and the path. It follows the layers of both ends.
const ANSWER: u8 = 2;

/// The events of the search. `list` is the end that the search comes from. Directions point to the cell that a cell
/// was reached from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum BidirectionalBreadthFirstEvent {
    /// The next ring of one side began.
    #[event(phase(0), line = 3, called = "ring {ring} from the {list}",
        say = "Ring {ring} from the {list}: {waiting:count cell} to expand, no more than on the other side.")]
    Turned { list: End, #[show("how many steps from its end")] ring: u32, #[show("how many cells it has")] waiting: u32 },
    /// A cell was reached for the first time from this end and joined its queue.
    #[event(slot = list.layer(), enqueues(steps, "{list}  steps {steps}"), role = Queued, line = 8,
        say = "Reached {cell}[ from {from}] in {steps:count step} from the {list}.",
        case(from.is_none(), line = 1, say = "One of the two searches begins at {cell}, the {list}."))]
    Opened { cell: Cell, from: Option<Dir>, list: End, #[show("steps from its end")] steps: u32 },
    /// The first cell of the queue was expanded.
    #[event(step, slot = list.layer(), dequeues, role = Done, line = 4, say = "Expanded {cell}: {steps:count step} from the {list}.")]
    Expanded { cell: Cell, from: Option<Dir>, list: End, steps: u32 },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 5, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, list: End, #[show(why.because(), word)] why: Refusal },
    /// A cell was reached that the other side had reached before.
    #[event(step, slot = ANSWER, role = Chosen, line = 7, say = "The two searches met at {cell}: {steps:count step} from start to goal.")]
    Met { cell: Cell, list: End, #[show("steps from end to end")] steps: u32 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = ANSWER, role = Path, line = 9, say = "{cell} is on the path.")]
    Traced { cell: Cell },
}

use BidirectionalBreadthFirstEvent as E;

/// The bidirectional breadth-first search algorithm.
#[derive(Debug)]
pub struct BidirectionalBreadthFirst;

#[rustfmt::skip]
ground_search!(BidirectionalBreadthFirst);

impl GroundSearch for BidirectionalBreadthFirst {
    type Event = E;
    type Outcome = Steps;

    const KEYS: &'static [&'static str] = &["#"];
    const LAYERS: u8 = ANSWER + 1;
    const LISTS: &'static [u8] = &[0, 1];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "bidirectional-breadth-first",
        "Bidirectional breadth-first search",
        "Searches ring by ring from the start and from the goal until the two meet. The path has the fewest steps, and fewer cells are expanded.",
    )
    .group(Group::Search)
    .source("Ira Pohl: Bi-directional Search (Machine Intelligence 6, 1971)")
    .listing(&[
        "queue(start) ← {start};  queue(goal) ← {goal}",
        "while both queues have cells",
        "    the side with fewer; its whole ring:",
        "        take the first and expand it",
        "        for each neighbour that can be entered, or left for here",
        "            if this side has not reached it:",
        "                the other side has: they meet, stop",
        "                add it to the queue",
        "walk back to the start, and on to the goal",
    ])
    .by_hand(&[
        "Search from {start} and from {goal}. Each side expands a whole ring, the side with fewer open cells next. If equal: {start}'s.",
        "Stop at the first cell that both sides have reached.",
    ])
    .params(&[
        Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
        shared("corners"),
        shared("turn"),
    ])
    .layers(&[
        Layer::field("steps", "Steps from the end that reached it, or from the start if both did."),
        Layer::status("status", "In a queue, taken, where they met, on the path, or none of these."),
    ])
    .roles(&[
        (Role::Queued, "open"), (Role::Done, "closed"), (Role::Current, "current"), (Role::Chosen, "where they met"), (Role::Path, "path"),
    ])
    .needs(NEEDS)
    .best(Best { least: "steps", reached: "found", with: &[] });

    fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        let none: (Option<Dir>, Option<u32>) = (None, None);
        let mut blank = || Grid::within(ground.size(), none, &mut || o.goes_on());
        let mut reached = [blank()?, blank()?];
        let mut queues = [VecDeque::new(), VecDeque::new()];
        let mut expanded = 0;
        for (list, cell) in [(End::Start, ground.start), (End::Goal, ground.goal)] {
            // If the goal's own cell cannot be entered, no step leads back from it.
            if list == End::Start || ground.map.is_open(cell) {
                reached[list as usize][cell].1 = Some(0);
                queues[list as usize].push_back(cell);
                o.on(E::Opened { cell, from: None, list, steps: 0 })?;
            }
        }
        let mut meeting = (ground.start == ground.goal).then_some((End::Goal, ground.start, 0));
        while let (None, false) = (meeting, queues.iter().any(VecDeque::is_empty)) {
            let list = if queues[0].len() <= queues[1].len() { End::Start } else { End::Goal };
            let (own, waiting) = (list as usize, queues[list as usize].len());
            let ring = queues[own].front().and_then(|&cell| reached[own][cell].1).unwrap_or(0);
            o.on(E::Turned { list, ring, waiting: waiting as u32 })?;
            'ring: for cell in queues[own].drain(..).collect::<Vec<_>>() {
                expanded += 1;
                o.on(E::Expanded { cell, from: reached[own][cell].0, list, steps: ring })?;
                for (to, from, step) in ground.around_from(list, cell) {
                    if let Err(why) = step {
                        o.on(E::Rejected { cell: to, from, list, why })?;
                    } else if reached[own][to].1.is_none() {
                        reached[own][to] = (Some(from), Some(ring + 1));
                        if let Some(rest) = reached[list.other() as usize][to].1 {
                            meeting = Some((list, to, ring + 1 + rest));
                            break 'ring;
                        }
                        queues[own].push_back(to);
                        o.on(E::Opened { cell: to, from: Some(from), list, steps: ring + 1 })?;
                    }
                }
            }
        }
        let Some((list, cell, steps)) = meeting else { return Continue(Answer { found: None, expanded }) };
        o.on(E::Met { cell, list, steps })?;
        let back = way_over(ground.size(), cell, |end, cell| reached[end as usize][cell].0);
        back.iter().try_for_each(|&cell| o.on(E::Traced { cell }))?;
        Continue(Answer { found: Some((steps.into(), back)), expanded })
    }
}
