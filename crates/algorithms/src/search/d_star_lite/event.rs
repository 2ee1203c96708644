//! The events of D* Lite.

use super::super::Costs;
use crate::event::{Event, Slot, Value};
use crate::{Cell, Dir, Grid, Tile};

/// The layer of the records of cells: queued or settled.
pub(super) const RECORDS: u8 = 0;
/// The layer of tiles that differ from the scene.
pub(super) const TILES: u8 = 1;
/// The layer of the path that was walked.
pub(super) const WALKED: u8 = 2;
/// The register of the walker's place.
pub(super) const PLACE: Slot = Slot::Register(0);

/// Constants of a run, which the events do not repeat.
#[derive(Clone, PartialEq, Debug)]
pub struct Context {
    /// The unit of all costs.
    pub costs: Costs,
    /// The tiles of the scene.
    pub ground: Grid<Tile>,
    /// Index of the walker in the scene.
    pub walker: usize,
}

impl Context {
    fn cost(&self, units: u64) -> Value {
        self.costs.cost(units)
    }
}

/// An event of D* Lite. g is the cost of the rest of the path, in units. `from` points to the next cell of that path.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum DStarLiteEvent {
    /// A plan began: the first plan, or a repair of the last one.
    #[event(phase(0), line = 1, called = "plan {nth}", say = "Plan {nth}, in turn {turn}: searching from the goal {goal} toward {cell}.",
        case(nth > 1, line = 10, say = "Plan {nth}, in turn {turn}: repairing what the change affects, as far as {cell} needs it."))]
    Planned { cell: Cell, goal: Cell, #[show("the number of the plan")] nth: u32, turn: u32 },
    /// A cell whose g differs from its rhs was queued.
    #[event(slot = RECORDS, enqueues(key, g, "key {key}  {g}"), role = Queued, line = 7,
        say = "Queued {cell}: through {from}, the rest of the path would cost {g}.",
        case(rises, line = 7, say = "Queued {cell}: its old cost, {g}, is no longer true."),
        case(from.is_none(), line = 1, say = "Queued {cell}, the goal."))]
    Queued {
        cell: Cell, #[show("the next cell of the path")] from: Option<Dir>,
        #[show("the lesser of what it costs and what its neighbours promise", cost)] g: u64,
        #[show("g, the estimate from the one who walks, and how far it has walked since the first plan", cost)] key: u64,
        #[show("whether it costs more than was known")] rises: bool,
    },
    /// A cell with an rhs below its g was settled.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 4, say = "Settled {cell}: the rest of the path costs {g}.")]
    Settled { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64 },
    /// A cell lost its cost, because a change made it more expensive.
    #[event(step, slot = RECORDS, dequeues, role = Raised, line = 6, say = "Raised {cell}: its old cost, {g}, is no longer true, so its neighbours are updated.")]
    Raised { cell: Cell, #[show("what it cost before", cost)] g: u64 },
    /// The g of a queued cell equals its rhs again, so it left the queue.
    #[event(slot = RECORDS, role = Done, line = 8, say = "{cell} left the queue: its cost, {g}, agrees with its neighbours.")]
    Agreed { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64 },
    /// A queued cell has no path to the goal any more, so it left the queue.
    #[event(slot = RECORDS, line = 8, say = "{cell} left the queue: no path from it leads to the goal.")]
    Lost { cell: Cell },
    /// The walker took a step.
    #[event(step, slot = PLACE, line = 9, say = "Turn {turn}: moved to {cell}; the rest of the path costs {g}.")]
    Stepped { cell: Cell, from: Dir, turn: u32, #[show("the cost of the rest, as it was planned", cost)] g: u64 },
    /// A script line changed a tile.
    #[event(step, slot = TILES, line = 10, say = "The script made {cell} {tile:a} in turn {turn}.")]
    Changed { cell: Cell, tile: Tile, turn: u32 },
    /// The goal was reached.
    #[event(step, line = 2, say = "Reached the goal {cell} after {turn:count step}.")]
    Arrived { cell: Cell, turn: u32 },
    /// There is no path from the walker's cell to the goal.
    #[event(step, line = 5, say = "There is no path from {cell} to the goal.")]
    Stuck { cell: Cell },
    /// A cell is on the path that was walked.
    #[event(slot = WALKED, role = Path, line = 9, say = "{cell} is on the path that was walked.")]
    Traced { cell: Cell },
}
