//! What a run of D* Lite reports.

use super::super::Costs;
use crate::event::{Event, Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::terrain::Tile;

/// The layer of what is known of each cell: what waits and what is settled.
pub const RECORDS: u8 = 0;
/// The layer of tiles that are not as the scene has them.
pub const TILES: u8 = 1;
/// The layer of the way that was walked.
pub const WALKED: u8 = 2;
/// Where the one who walks stands.
pub const PLACE: Slot = Slot::Register(0);

/// What a run's events do not repeat.
#[derive(Clone, PartialEq, Debug)]
pub struct Context {
    /// The unit of all costs.
    pub costs: Costs,
    /// The ground as the scene has it.
    pub ground: Grid<Tile>,
    /// Who walks, by its number in the scene.
    pub walker: usize,
}

impl Context {
    fn cost(&self, units: u64) -> Value {
        self.costs.cost(units)
    }
}

/// One event of it. g is the cost of the rest of the way, in units; `from` points to where that goes on.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum DStarLiteEvent {
    /// A plan began: the first, or what is to be mended of the last.
    #[event(phase(0), line = 1, called = "plan {nth}", say = "Plan {nth}, in turn {turn}: from {goal} toward {cell}.",
        case(nth > 1, line = 10, say = "Plan {nth}, in turn {turn}: what the change touched is done again, as far as {cell} needs it."))]
    Planned { cell: Cell, goal: Cell, #[show("the number of the plan")] nth: u32, turn: u32 },
    /// A cell whose g is not what its neighbours promise waits.
    #[event(slot = RECORDS, enqueues(key, g, "key {key}  {g}"), role = Queued, line = 7,
        say = "Queued {cell}: by way of {from} the rest would cost {g}.",
        case(rises, line = 7, say = "Queued {cell}: it cost {g}, and that no longer holds."),
        case(from.is_none(), line = 1, say = "Queued {cell}, the goal."))]
    Queued {
        cell: Cell, #[show("where the way goes on")] from: Option<Dir>,
        #[show("the lesser of what it costs and what its neighbours promise", cost)] g: u64,
        #[show("g, the estimate from the one who walks, and how far it has walked since the first plan", cost)] key: u64,
        #[show("whether it costs more than was known")] rises: bool,
    },
    /// A cell whose promise is better than what was known was settled.
    #[event(step, slot = RECORDS, dequeues, role = Done, line = 4, say = "Settled {cell}: the rest of the way costs {g}.")]
    Settled { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64 },
    /// A cell lost what it had, since a change made it dearer.
    #[event(step, slot = RECORDS, dequeues, role = Raised, line = 6, say = "Raised {cell}: {g} no longer holds, and its neighbours are updated.")]
    Raised { cell: Cell, #[show("what it cost before", cost)] g: u64 },
    /// A cell that waited is as its neighbours promise again.
    #[event(slot = RECORDS, role = Done, line = 8, say = "{cell} waits no more: it costs {g}, as its neighbours promise.")]
    Agreed { cell: Cell, from: Option<Dir>, #[show(cost)] g: u64 },
    /// No way leads on from a cell any more.
    #[event(slot = RECORDS, line = 8, say = "{cell} waits no more: no way leads on from it.")]
    Lost { cell: Cell },
    /// The one who walks took a step.
    #[event(step, slot = PLACE, line = 9, say = "Turn {turn}: stepped to {cell}; from there the way costs {g}.")]
    Stepped { cell: Cell, from: Dir, turn: u32, #[show("the cost of the rest, as it was planned", cost)] g: u64 },
    /// A line of the script changed a tile.
    #[event(step, slot = TILES, line = 10, say = "The script made {cell} {tile:a} in turn {turn}.")]
    Changed { cell: Cell, tile: Tile, turn: u32 },
    /// The goal was reached.
    #[event(step, line = 2, say = "Reached the goal {cell} after {turn:count step}.")]
    Arrived { cell: Cell, turn: u32 },
    /// No way leads from where the one who walks stands.
    #[event(step, line = 5, say = "No way leads from {cell} to the goal.")]
    Stuck { cell: Cell },
    /// A cell of the way that was walked.
    #[event(slot = WALKED, role = Path, line = 9, say = "{cell} lies on the way that was walked.")]
    Traced { cell: Cell },
}
