//! The events of building a maze.

use crate::event::Event;
use crate::{Cell, Grid, Tile};

/// The layer of the ground: wall or floor.
pub(super) const GROUND: u8 = 0;
/// The layer of the chambers: waiting or done.
pub(super) const CHAMBERS: u8 = 1;

/// Constants of a run, which the events do not repeat.
#[derive(Clone, PartialEq, Debug)]
pub struct Context {
    /// The tiles of the scene before anything is built.
    pub ground: Grid<Tile>,
}

/// An event of building a maze. A chamber is a cell in an odd column and an odd row. Neighbouring chambers have one
/// cell between them, which may be a wall.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum MazesEvent {
    /// The ground was laid out.
    #[event(phase(0), line = 1, called = "the ground", say = "The ground starts as solid wall.",
        case(floor, say = "The ground starts as one room with a wall around it."))]
    Began { floor: bool },
    /// The construction of the maze began.
    #[event(phase(0), line = 2, called = "the maze", say = "The ground is ready: {chambers:count chamber}.")]
    Ready { chambers: u32 },
    /// A cell became wall.
    #[event(slot = GROUND, line = 1, say = "{cell} became wall.", case(divides, line = 14, say = "{cell} became wall."))]
    Walled { cell: Cell, #[show("whether it divides a room")] divides: bool },
    /// A cell became floor.
    #[event(slot = GROUND, line = 6, say = "{cell} became floor.", case(between, say = "{cell}, the wall between two chambers, became floor."))]
    Cleared { cell: Cell, between: bool },
    /// A chamber joined the maze and was pushed on the stack.
    #[event(step, slot = CHAMBERS, role = Queued, line = 4, say = "Moved on to {cell}[ from {from}]; it goes on top of the stack.")]
    Entered { cell: Cell, from: Option<Cell> },
    /// A chamber next to the maze was added to the waiting chambers.
    #[event(slot = CHAMBERS, role = Queued, line = 10, say = "{cell} is beside {from}, which is in the maze, so it may join later.")]
    Waited { cell: Cell, from: Cell },
    /// Dice chose one of the waiting chambers.
    #[event(step, slot = CHAMBERS, role = Done, line = 8, say = "The dice chose {cell} from {among:count waiting chamber}. It joins the maze[ through {from}].")]
    Drawn { cell: Cell, from: Option<Cell>, #[show("how many waited")] among: u32 },
    /// A chamber on the stack has no new neighbour left and was popped.
    #[event(slot = CHAMBERS, role = Done, line = 5, say = "{cell} has no new neighbour left: back to the chamber before it.")]
    Left { cell: Cell },
    /// A room was divided by a wall. The event's cell is the gap in the wall.
    #[event(step, line = 13, say = "Divided a room by a wall from {first} to {last}, with a gap at {cell}.")]
    Divided { first: Cell, last: Cell, cell: Cell },
    /// A room is too narrow to be divided.
    #[event(line = 12, say = "The room at {cell}, {width} × {height} cells, is too narrow to divide.")]
    Kept { cell: Cell, width: u16, height: u16 },
}
