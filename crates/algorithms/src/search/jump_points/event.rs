//! The events of jump point search.

use super::super::Costs;
use crate::event::{Encode, Event, Word};
use crate::geometry::{Cell, Dir};
use crate::movement::Refusal;

/// The layer of cells that jumps looked at.
pub(super) const SCANNED: u8 = 0;
/// The layer of the records of jump points: open or closed. It is drawn over the layer of cells that jumps looked at.
pub(super) const RECORDS: u8 = 1;
/// The layer of the path that was found.
pub(super) const PATH: u8 = 2;

/// Why a jump ended at a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Landing {
    /// The cell is the goal.
    #[word("it is the goal")]
    Goal,
    /// A wall beside the path makes a turn there worthwhile.
    #[word("it has a forced neighbour")]
    Forced,
    /// A straight jump from there finds a jump point.
    #[word("a straight jump from there finds one")]
    Turn,
}

/// An event of the search. g and h are in units of the costs. `from` is the jump point where a jump began.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Costs, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum JumpPointsEvent {
    /// A jump point was reached for the first time and added to the open list.
    #[event(slot = RECORDS, enqueues(g + u64::from(h), "f {f}"), role = Queued, line = 11,
        say = "Opened {cell}[ from {from}]: g = {g}, h = {h}, f = {f}.", with(f = cx.cost(g + u64::from(h))))]
    Opened {
        cell: Cell, from: Option<Cell>,
        #[show("cost of the cheapest path so far", cost)] g: u64, #[show("estimate of the rest", cost)] h: u32,
    },
    /// An open jump point was reached more cheaply.
    #[event(slot = RECORDS, enqueues(g + u64::from(h), "f {f}"), role = Queued, line = 11,
        say = "Found a cheaper path to {cell}, from {from}: g = {g}, f = {f}.", with(f = cx.cost(g + u64::from(h))))]
    Lowered { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64, #[show(cost)] h: u32 },
    /// The jump point with the smallest f was expanded.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 3,
        say = "Expanded {cell}: smallest f = {f} (g = {g}, h = {h}).", with(f = cx.cost(g + u64::from(h))))]
    Expanded { cell: Cell, from: Option<Cell>, #[show(cost)] g: u64, #[show(cost)] h: u32 },
    /// An entry was popped, but its cell had been expanded already.
    #[event(line = 3, say = "Skipped an old entry of {cell}: the cell was already expanded at a lower cost.")]
    Skipped { cell: Cell },
    /// A neighbour was pruned.
    #[event(tone = Refused, line = 5, say = "Pruned {cell}, a neighbour of {from}: a path that avoids {from} is at least as short.")]
    Pruned { cell: Cell, from: Cell },
    /// A neighbour was kept, and a jump starts toward it.
    #[event(line = 6, say = "{cell} is a natural neighbour of {from}: it continues the direction of travel.",
        case(forced, line = 7, say = "{cell} is a forced neighbour of {from}: a wall blocks every other path there that is as short."))]
    Kept { cell: Cell, from: Cell, forced: bool },
    /// The first step of a jump cannot be taken.
    #[event(tone = Refused, line = 8, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    /// A jump looked at a cell and continued.
    #[event(slot = SCANNED, role = Walked, line = 9, say = "Jumped over {cell}, going {dir:arrow}: nothing to stop for.")]
    Scanned { cell: Cell, dir: Dir },
    /// A jump ended at a jump point.
    #[event(line = 10, say = "The jump from {from} ends at {cell}: {why}.")]
    Landed { cell: Cell, from: Cell, why: Landing },
    /// A jump found nothing.
    #[event(tone = Refused, line = 9, say = "The jump {dir:arrow} from {cell} is blocked before it finds a jump point.")]
    Barred { cell: Cell, dir: Dir },
    /// A jump point was reached at a cost no lower than it already has.
    #[event(tone = Refused, line = 12, say = "No change at {cell}: from {from} it would cost {g}, no less than it already has.")]
    Costlier { cell: Cell, from: Cell, #[show(cost)] g: u64 },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} at cost {g}.")]
    Found { cell: Cell, #[show(cost)] g: u64 },
    /// A cell was added to the path while it was traced back.
    #[event(slot = PATH, role = Path, line = 13, say = "{cell} is on the path.",
        case(turns, say = "{cell} is on the path, as a jump point."))]
    Traced { cell: Cell, #[show("whether it is a jump point")] turns: bool },
}
