//! Theta*: A* whose parents need not be neighbours. A cell takes the parent of the cell it is reached from, if that
//! parent is in line of sight.
//!
//! ```text
//! ##########
//! #S       #   S start, X goal. The path goes straight from the start
//! #  `-.   #   to the corner, and from there straight to the goal,
//! #  ###`-.#   at any angle.
//! #      X #
//! ##########
//! ```
//!
//! A line of sight runs from the middle of one cell to the middle of another. If it passes exactly between two
//! cells, the corner rule applies, as for a diagonal step. All ground costs the same, and the cost of a path is its
//! length.
//!
//! A closed cell is reopened if it is reached by a shorter path. So the path is never longer than the shortest path
//! by neighbours. It need not be the shortest path at any angle.
//!
//! Sources: Alex Nash, Kenny Daniel, Sven Koenig and Ariel Felner, *Theta\*: Any-Angle Path Planning on Grids*,
//! 2007; Amit Patel, *Line drawing on a grid*, 2014, for walking along a line in whole numbers.

mod event;
mod sight;

pub use event::{Context, ThetaStarEvent};

use super::{Answer, Ground, GroundSearch, Open, Outcome, WORDS, ground_search, shared};
use crate::card::{Card, CardOf, Group, Layer};
use crate::ends::NEEDS;
use crate::trace::{Contract, Steps};
use crate::{Cell, Grid, Observer, RunError};
use ThetaStarEvent as E;
use sight::{COSTS, is_shorter, length, sight};
use std::ops::ControlFlow::{self, Continue};

/// The Theta* algorithm.
#[derive(Debug)]
pub struct ThetaStar;

#[rustfmt::skip]
ground_search!(ThetaStar);

impl GroundSearch for ThetaStar {
    type Event = E;
    type Outcome = Outcome;

    const KEYS: &'static [&'static str] = &["f"];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "theta-star",
        "Theta*",
        "A* at any angle: a cell takes over the parent of the cell that it is reached from, if that parent has line of sight to it. So paths only bend around corners.",
    )
    .group(Group::Search)
    .on_even_ground()
    .source("Alex Nash, Kenny Daniel, Sven Koenig, Ariel Felner: Theta*: Any-Angle Path Planning on Grids (2007)")
    .listing(&[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    expand the lowest f = g + straight line to the goal",
        "    if it is the goal: stop",
        "    for each of its eight neighbours",
        "        cannot be entered: skip",
        "        its parent sees the neighbour: straight from there",
        "        else: straight from here",
        "        the length of that path",
        "        new or shorter: g, parent; open it",
        "        else: ignore",
        "walk the parents back",
    ])
    .by_hand(&[
        "Does the parent of the expanded cell see the neighbour? Then it is the parent, by a straight line. If not: the expanded cell.",
        "A line is √(columns² + rows²) long. Count four decimals.",
    ])
    .params(&[shared("corners"), shared("turn")])
    .layers(&[
        Layer::field("g", "The length of the shortest path found so far."),
        Layer::field("f", "g + h. The open list is sorted by it."),
        Layer::field("h", "The straight line to the goal."),
        Layer::status("status", "Open, closed, or where the path turns."),
    ])
    .needs(NEEDS);

    fn fit(mut ground: Ground) -> Result<Ground, RunError> {
        ground.rules.costs = COSTS;
        Ok(ground)
    }

    fn contract(ground: &Ground) -> Contract {
        ground.contract(Self::KEYS, WORDS).steps(Steps::Any).by_events()
    }

    fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        let none: Record = (u64::MAX, None, false);
        let (mut records, mut open, mut expanded) =
            (Grid::within(ground.size(), none, &mut || o.goes_on())?, Open::new(), 0);
        records[ground.start].0 = 0;
        open.push(length(ground.start, ground.goal), ground.start);
        o.on(E::Opened { cell: ground.start, from: None, g: 0 })?;
        while let Some((_, cell)) = open.pop() {
            let (g, from, taken) = records[cell];
            if taken {
                o.on(E::Skipped { cell })?;
                continue;
            }
            (records[cell].2, expanded) = (true, expanded + 1);
            o.on(E::Expanded { cell, from, g })?;
            if cell == ground.goal {
                o.on(E::Found { cell, g })?;
                let back: Vec<Cell> = std::iter::successors(Some(cell), |&cell| records[cell].1).collect();
                back.iter().try_for_each(|&cell| o.on(E::Traced { cell, g: records[cell].0 }))?;
                return Continue(Answer { found: Some((g, back)), expanded });
            }
            for (to, dir, step) in ground.around(cell) {
                if let Err(why) = step {
                    o.on(E::Rejected { cell: to, from: dir, why })?;
                    continue;
                }
                let via = parent(ground, &records, cell, to, o)?;
                let (g, old) = (records[via].0 + length(via, to), records[to]);
                if !is_shorter(g, old.0) {
                    o.on(E::Longer { cell: to, from: via, g })?;
                    continue;
                }
                let from = Some(via);
                records[to] = (g, from, false);
                open.push(g + length(to, ground.goal), to);
                o.on(match old {
                    (u64::MAX, ..) => E::Opened { cell: to, from, g },
                    (_, _, true) => E::Reopened { cell: to, from, g },
                    _ => E::Lowered { cell: to, from, g },
                })?;
            }
        }
        Continue(Answer { found: None, expanded })
    }
}

/// The record of a cell: g, its parent, and whether it is closed.
type Record = (u64, Option<Cell>, bool);

/// Returns the parent for a neighbour of `cell`: the parent of `cell` if it has line of sight to the neighbour, else
/// `cell`.
fn parent<O: Observer<E>>(
    ground: &Ground,
    records: &Grid<Record>,
    cell: Cell,
    to: Cell,
    o: &mut O,
) -> ControlFlow<O::Halt, Cell> {
    let Some(from) = records[cell].1.filter(|&from| from != to) else { return Continue(cell) };
    match sight(ground, from, to) {
        Ok(()) => {
            o.on(E::Saw { cell: to, from })?;
            Continue(from)
        }
        Err(barred) => {
            o.on(E::Missed { cell: to, from, barred, via: cell })?;
            Continue(cell)
        }
    }
}
