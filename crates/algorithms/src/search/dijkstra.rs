//! Dijkstra's algorithm, also called uniform-cost search: expands the cell with the lowest cost from the start. The
//! cost of a cell is final when it is expanded.
//!
//! ```text
//! ########
//! #642246#   S start, X goal, ~ swamp. The numbers are costs.
//! #42S~~X#   A distant cheap cell is expanded before a near expensive one.
//! #642246#
//! ########
//! ```
//!
//! Source: E. W. Dijkstra, *A Note on Two Problems in Connexion with Graphs*, 1959.

use super::{Answer, Costs, Ground, GroundSearch, Open, Outcome, PATH, RECORDS, ground_search, shared, way_back};
use crate::card::{Best, Card, CardOf, Group, Layer, Suite};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::Refusal;
use crate::{Cell, Dir, Grid, Observer};
use std::ops::ControlFlow::{self, Continue};

/// The events of Dijkstra's algorithm. g is in units of the costs. Directions point to the cell that a cell was
/// reached from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Costs, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum DijkstraEvent {
    /// A cell was reached for the first time and added to the open list.
    #[event(slot = RECORDS, enqueues(g), role = Queued, line = 7, say = "Opened {cell}[ from {from}]: g = {g}.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("cost of the cheapest path so far", cost)] g: u64 },
    /// An open cell was reached more cheaply.
    #[event(slot = RECORDS, enqueues(g), role = Queued, line = 7, say = "Found a cheaper path to {cell}, from {from}: g = {g}.")]
    Lowered { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64 },
    /// The cell with the lowest cost was expanded. Its cost is final.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 4, say = "Expanded {cell}: smallest g = {g}, so this cost is final.")]
    Expanded { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64 },
    /// An entry was popped, but its cell had been expanded already at a lower cost.
    #[event(line = 3, say = "Skipped an old entry of {cell} (g = {g}): the cell was already expanded at a lower cost.")]
    Skipped { cell: Cell, #[show(cost)] g: u64 },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 6, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// A neighbour was reached at a cost no lower than it already has.
    #[event(tone = Refused, line = 8, say = "No change at {cell}: from {from} it would cost {g}, and it already has {best}.")]
    Costlier { cell: Cell, from: Dir, #[show(cost)] g: u64, #[show("the cost that the cell has", cost)] best: u64 },
    /// The goal was expanded.
    #[event(step, line = 5, say = "Found the goal {cell} at cost {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = PATH, role = Path, line = 9, say = "{cell} is on the path, at cost {g} from the start.")]
    Traced { cell: Cell, #[show(cost)] g: u64 },
}

use DijkstraEvent as E;

/// The algorithm of Dijkstra.
#[derive(Debug)]
pub struct Dijkstra;

ground_search!(Dijkstra);

impl GroundSearch for Dijkstra {
    type Event = E;
    type Outcome = Outcome;

    const KEYS: &'static [&'static str] = &["g"];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "dijkstra",
        "Dijkstra's algorithm",
        "Expands the cell that is cheapest to reach, wherever it is. So the cost of each cell is final when it is expanded.",
    )
    .group(Group::Search)
    .source("E. W. Dijkstra: A Note on Two Problems in Connexion with Graphs (1959)")
    .listing(&[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    take the lowest g;  skip it if expanded before",
        "    expand it",
        "    if it is the goal: stop",
        "    for each neighbour that can be entered",
        "        new or cheaper: g, parent; open it",
        "        else: ignore",
        "walk the parents back",
    ])
    .params(&[shared("neighbours"), shared("costs"), shared("corners"), shared("turn"), shared("terrain-costs"), shared("door-cost")])
    .layers(&[Layer::field("g", "The cost of the cheapest path found so far."), Layer::status("status", "Open, closed or path.")])
    .needs(NEEDS)
    .best(Best { least: "cost", reached: "found", with: &[] })
    .suite(Suite {
        set: &["costs=octile", "corners=never", "neighbours=8", "terrain-costs=off"],
        prepare: Self::pairs,
    });

    fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        let none: (u64, Option<Dir>, bool) = (u64::MAX, None, false);
        let (mut records, mut open, mut expanded) =
            (Grid::within(ground.size(), none, &mut || o.goes_on())?, Open::new(), 0);
        records[ground.start].0 = 0;
        open.push(0, ground.start);
        o.on(E::Opened { cell: ground.start, from: None, g: 0 })?;
        while let Some((g, cell)) = open.pop() {
            let (_, from, taken) = records[cell];
            if taken {
                o.on(E::Skipped { cell, g })?;
                continue;
            }
            (records[cell].2, expanded) = (true, expanded + 1);
            o.on(E::Expanded { cell, from, g })?;
            if cell == ground.goal {
                o.on(E::Found { cell, g })?;
                let back = way_back(ground.size(), cell, |cell| records[cell].1);
                back.iter().try_for_each(|&cell| o.on(E::Traced { cell, g: records[cell].0 }))?;
                return Continue(Answer { found: Some((g, back)), expanded });
            }
            for (to, from, step) in ground.around(cell) {
                let (g, best) = match step {
                    Ok(price) => (g + price, records[to].0),
                    Err(why) => {
                        o.on(E::Rejected { cell: to, from, why })?;
                        continue;
                    }
                };
                if g >= best {
                    o.on(E::Costlier { cell: to, from, g, best })?;
                    continue;
                }
                (records[to].0, records[to].1) = (g, Some(from));
                open.push(g, to);
                let from = Some(from);
                o.on(if best == u64::MAX {
                    E::Opened { cell: to, from, g }
                } else {
                    E::Lowered { cell: to, from, g }
                })?;
            }
        }
        Continue(Answer { found: None, expanded })
    }
}
