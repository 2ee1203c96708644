//! Greedy best-first search: expands the cell that seems nearest to the goal, ignoring the cost to reach it.
//!
//! ```text
//! #########
//! #  xxxx##   S start, X goal, x expanded. The search runs into the pocket,
//! #S xxxx#X   fills it, and only then goes round it.
//! #  xxxx##
//! #  ******
//! ```
//!
//! A cell keeps the parent that reached it first. g is the cost of that path, but it decides nothing.
//!
//! Sources: James E. Doran and Donald Michie, *Experiments with the Graph Traverser Program*, 1966; Judea Pearl,
//! *Heuristics*, 1984.

use super::{
    Answer, Costs, Ground, GroundSearch, Open, Outcome, PATH, RECORDS, WORDS, ground_search, shared, way_back,
};
use crate::card::{Card, CardOf, Group, Layer};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::Refusal;
use crate::trace::Contract;
use crate::{Cell, Dir, Grid, Observer};
use std::ops::ControlFlow::{self, Continue};

/// The events of greedy search. g and h are in units of the costs. Directions point to the cell that a cell was
/// reached from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Costs, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum GreedyEvent {
    /// A cell was reached for the first time and added to the open list.
    #[event(slot = RECORDS, enqueues(h, "h {h}"), role = Queued, line = 6, say = "Opened {cell}[ from {from}]: h = {h}.")]
    Opened {
        cell: Cell, from: Option<Dir>,
        #[show("cost of the path that reached it first", cost)] g: u64, #[show("estimate of the rest", cost)] h: u64,
    },
    /// The cell that seems nearest to the goal was expanded.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 3, say = "Expanded {cell}: smallest h = {h}.")]
    Expanded { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64, #[show(cost)] h: u64 },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 5, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// A neighbour was reached again.
    #[event(tone = Refused, line = 7, say = "No change at {cell}: it was reached before, and this search does not compare costs.")]
    Known { cell: Cell, from: Dir },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} at cost {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = PATH, role = Path, line = 8, say = "{cell} is on the path, at cost {g} from the start.")]
    Traced { cell: Cell, #[show(cost)] g: u64 },
}

use GreedyEvent as E;

/// The greedy best-first search algorithm.
#[derive(Debug)]
pub struct Greedy;

#[rustfmt::skip]
ground_search!(Greedy);

impl GroundSearch for Greedy {
    type Event = E;
    type Outcome = Outcome;

    const KEYS: &'static [&'static str] = &["h"];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "greedy",
        "Greedy best-first search",
        "Expands the cell that seems nearest to the goal, whatever the path to it costs: quick on open ground, but misled by the first dead end.",
    )
    .group(Group::Search)
    .source("James E. Doran, Donald Michie: Experiments with the Graph Traverser Program (1966); Judea Pearl: Heuristics (1984)")
    .listing(&[
        "open ← {start}",
        "while open is not empty",
        "    expand the lowest h",
        "    if it is the goal: stop",
        "    for each neighbour that can be entered",
        "        reached for the first time: parent; open it",
        "        else: ignore",
        "walk the parents back",
    ])
    .by_hand(&[
        "Reached again? The cell keeps what it got first.",
    ])
    .params(&[
        shared("neighbours"), shared("costs"), shared("corners"), shared("heuristic"), shared("turn"),
        shared("terrain-costs"), shared("door-cost"),
    ])
    .layers(&[
        Layer::field("h", "The estimate of the rest. The open list is sorted by it."),
        Layer::field("g", "The cost of the path that reached it first."),
        Layer::status("status", "Open, closed or path."),
    ])
    .needs(NEEDS);

    fn contract(ground: &Ground) -> Contract {
        ground.contract(Self::KEYS, WORDS).optimal(false)
    }

    fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        let none: (u64, Option<Dir>, bool) = (0, None, false);
        let (mut records, mut open, mut expanded) =
            (Grid::within(ground.size(), none, &mut || o.goes_on())?, Open::new(), 0);
        let h = ground.estimate(ground.start, ground.goal);
        records[ground.start].2 = true;
        open.push(h, ground.start);
        o.on(E::Opened { cell: ground.start, from: None, g: 0, h })?;
        while let Some((h, cell)) = open.pop() {
            let (g, from, _) = records[cell];
            expanded += 1;
            o.on(E::Expanded { cell, from, g, h })?;
            if cell == ground.goal {
                o.on(E::Found { cell, g })?;
                let back = way_back(ground.size(), cell, |cell| records[cell].1);
                back.iter().try_for_each(|&cell| o.on(E::Traced { cell, g: records[cell].0 }))?;
                return Continue(Answer { found: Some((g, back)), expanded });
            }
            for (to, from, step) in ground.around(cell) {
                match step {
                    Err(why) => o.on(E::Rejected { cell: to, from, why })?,
                    Ok(_) if records[to].2 => o.on(E::Known { cell: to, from })?,
                    Ok(price) => {
                        let (g, h) = (g + price, ground.estimate(to, ground.goal));
                        records[to] = (g, Some(from), true);
                        open.push(h, to);
                        o.on(E::Opened { cell: to, from: Some(from), g, h })?;
                    }
                }
            }
        }
        Continue(Answer { found: None, expanded })
    }
}
