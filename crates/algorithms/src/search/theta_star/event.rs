//! The events of Theta*.

use super::super::{Costs, Ground, PATH, RECORDS};
use super::sight::length;
use crate::event::{Event, Value};
use crate::geometry::{Cell, Dir};
use crate::movement::Refusal;

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Context {
    /// The goal of the search.
    pub goal: Cell,
    /// The unit of lengths.
    pub costs: Costs,
}

impl From<&Ground> for Context {
    fn from(ground: &Ground) -> Self {
        Self { goal: ground.goal, costs: ground.costs() }
    }
}

impl Context {
    fn cost(self, units: u64) -> Value {
        self.costs.cost(units)
    }

    fn h(self, cell: Cell) -> u64 {
        length(cell, self.goal)
    }
}

/// An event of the search. g is in units. `from` is the parent, which may be any cell in line of sight.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ThetaStarEvent {
    /// A cell was reached for the first time and added to the open list.
    #[event(slot = RECORDS, enqueues(g + cx.h(cell), "f {f}"), role = Queued, line = 10,
        say = "Opened {cell}[, straight from {from}]: length so far g = {g}, f = {f}.", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Opened { cell: Cell, from: Option<Cell>, #[show("length of the shortest path so far", cost)] g: u64 },
    /// An open cell was reached by a shorter path.
    #[event(slot = RECORDS, enqueues(g + cx.h(cell), "f {f}"), role = Queued, line = 10,
        say = "Found a shorter path to {cell}, straight from {from}: g = {g}, f = {f}.", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Lowered { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64 },
    /// A closed cell was reached by a shorter path.
    #[event(slot = RECORDS, enqueues(g + cx.h(cell), "f {f}"), role = Queued, line = 10,
        say = "Reopened {cell}: straight from {from} is shorter than the path it was expanded with, g = {g} now.", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Reopened { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64 },
    /// The cell with the smallest f was expanded.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 3,
        say = "Expanded {cell}: smallest f = {f} (g = {g}, h = {h}).", with(h = cx.cost(cx.h(cell)), f = cx.cost(g + cx.h(cell))))]
    Expanded { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64 },
    /// An entry was popped, but its cell had been expanded already.
    #[event(line = 3, say = "Skipped an old entry of {cell}: the cell was already expanded with a shorter path.")]
    Skipped { cell: Cell },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 6, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// The parent of the current cell has line of sight to a neighbour.
    #[event(line = 7, sight = "line of sight", say = "{from} has line of sight to {cell}, so the path can go straight there.")]
    Saw { cell: Cell, from: Cell },
    /// The parent of the current cell has no line of sight to a neighbour.
    #[event(tone = Refused, line = 8, sight = "barred line of sight", say = "{from} has no line of sight to {cell}: it is blocked after {barred}. The path goes through {via}.")]
    Missed {
        cell: Cell, from: Cell,
        #[show("the last cell of the line that is free")] barred: Cell, #[show("the cell that it was reached from")] via: Cell,
    },
    /// A neighbour was reached by a path no shorter than it already has.
    #[event(tone = Refused, line = 11, say = "No change at {cell}: straight from {from} the length is {g}, no shorter than the path it has.")]
    Longer { cell: Cell, from: Cell, #[show(cost)] g: u64 },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell}: the path has length {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// A turning point was added to the path.
    #[event(slot = PATH, role = Path, line = 12, say = "The path turns at {cell}, {g} from the start.")]
    Traced { cell: Cell, #[show(cost)] g: u64 },
}
