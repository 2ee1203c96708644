//! Depth-first search: expands the cell reached last, so it goes on as far as it can and turns back only at dead ends.
//!
//! ```text
//! ########
//! #S12345#   S start, X goal. The numbers are steps.
//! #X#109 6#  The goal is next to the start, but is reached
//! #11....7#  the other way round.
//! ########
//! ```
//!
//! A cell may be on the stack several times. When it is popped, its parent is the cell that pushed it last, as in
//! recursion. Neighbours are pushed in reverse, so that the first one is entered first.
//!
//! Sources: Charles Pierre Trémaux's method for mazes, described by Édouard Lucas in *Récréations mathématiques*,
//! 1882; Robert Tarjan, *Depth-First Search and Linear Graph Algorithms*, 1972.

use super::{Answer, Ground, GroundSearch, PATH, RECORDS, Steps, WORDS, ground_search, shared, way_back};
use crate::card::{Card, CardOf, Group, Layer};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::Refusal;
use crate::params::Param;
use crate::trace::Contract;
use crate::{Cell, Dir, Grid, Observer};
use std::ops::ControlFlow::{self, Continue};

/// The events of depth-first search.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum DepthFirstEvent {
    /// A cell that was not expanded yet was pushed onto the stack.
    #[event(slot = RECORDS, enqueues(u64::from(u32::MAX - entry), "entry {entry}"), role = Queued, line = 7,
        say = "Added {cell}[, reached from {from},] to the top of the stack.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("steps from the start")] steps: u32, #[show("the number of the entry; the last goes first")] entry: u32 },
    /// The top of the stack was expanded.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 4, say = "Expanded {cell}, the top of the stack: {steps:count step} from the start.")]
    Expanded { cell: Cell, from: Option<Dir>, steps: u32 },
    /// The top of the stack was a cell that had been expanded already.
    #[event(line = 3, say = "Skipped an older entry of {cell}: the cell was already expanded.")]
    Skipped { cell: Cell },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 6, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// The goal was expanded.
    #[event(step, line = 5, say = "Found the goal {cell} after {steps:count step}.")]
    Found { cell: Cell, steps: u32 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = PATH, role = Path, line = 8, say = "{cell} is on the path.")]
    Traced { cell: Cell },
}

/// The depth-first search algorithm.
#[derive(Debug)]
pub struct DepthFirst;

ground_search!(DepthFirst);

impl GroundSearch for DepthFirst {
    type Event = DepthFirstEvent;
    type Outcome = Steps;

    const KEYS: &'static [&'static str] = &["-#"];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "depth-first",
        "Depth-first search",
        "Continues from the cell that it reached last, and goes back only at dead ends. It finds a path if there is one, but seldom a short one.",
    )
    .group(Group::Search)
    .source("Charles Pierre Trémaux (told by Édouard Lucas: Récréations mathématiques, 1882); Robert Tarjan: Depth-First Search and Linear Graph Algorithms (1972)")
    .listing(&[
        "stack ← {start}",
        "while the stack is not empty",
        "    take the last;  skip it if expanded before",
        "    expand it",
        "    if it is the goal: stop",
        "    for each neighbour that can be entered, the last first",
        "        not expanded yet: add it to the stack",
        "walk back along where each was reached from",
    ])
    .by_hand(&[
        "Open the neighbours in reverse order, the last first.",
        "A cell may be opened several times until it is expanded. Only what was written last counts.",
    ])
    .params(&[
        Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
        shared("corners"),
        shared("turn"),
    ])
    .layers(&[Layer::field("steps", "Steps from the start, along the path that reached it."), Layer::status("status", "On the stack, taken, on the path, or none of these.")])
    .needs(NEEDS);

    fn contract(ground: &Ground) -> Contract {
        ground.contract(Self::KEYS, WORDS).optimal(false)
    }

    fn search<O: Observer<DepthFirstEvent>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        use DepthFirstEvent as E;
        let mut came = Grid::new(ground.size(), None);
        let mut visited_cells = Grid::new(ground.size(), false);
        let mut stack = vec![(ground.start, None, 0)];
        let (mut entry, mut expanded) = (1, 0);
        o.on(E::Opened { cell: ground.start, from: None, steps: 0, entry })?;
        while let Some((cell, from, steps)) = stack.pop() {
            if std::mem::replace(&mut visited_cells[cell], true) {
                o.on(E::Skipped { cell })?;
                continue;
            }
            (came[cell], expanded) = (from, expanded + 1);
            o.on(E::Expanded { cell, from, steps })?;
            if cell == ground.goal {
                o.on(E::Found { cell, steps })?;
                let back = way_back(ground.size(), cell, |cell| came[cell]);
                back.iter().try_for_each(|&cell| o.on(E::Traced { cell }))?;
                return Continue(Answer { found: Some((steps.into(), back)), expanded });
            }
            for (to, from, step) in ground.around(cell).rev() {
                if let Err(why) = step {
                    o.on(E::Rejected { cell: to, from, why })?;
                } else if !visited_cells[to] {
                    entry += 1;
                    stack.push((to, Some(from), steps + 1));
                    o.on(E::Opened { cell: to, from: Some(from), steps: steps + 1, entry })?;
                }
            }
        }
        Continue(Answer { found: None, expanded })
    }
}
