//! What the making of a maze reports.

use crate::event::Event;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::terrain::Tile;

/// The layer of the ground: what is wall and what is floor.
pub const GROUND: u8 = 0;
/// The layer of the chambers: which wait, which are done.
pub const CHAMBERS: u8 = 1;

/// What a run's events do not repeat.
#[derive(Clone, PartialEq, Debug)]
pub struct Context {
    /// The ground as the scene has it, before anything is built on it.
    pub ground: Grid<Tile>,
}

/// One event of it. A chamber is a cell in an odd column and an odd row; between two chambers lies a cell of wall or none.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum MazesEvent {
    /// The ground is laid out.
    #[event(phase(0), line = 1, called = "the ground", say = "Laid out the ground: all wall.",
        case(floor, say = "Laid out the ground: one room inside a wall."))]
    Began { floor: bool },
    /// The maze itself is begun.
    #[event(phase(0), line = 2, called = "the maze", say = "The ground is ready: {chambers:count chamber}.")]
    Ready { chambers: u32 },
    /// A cell became wall.
    #[event(slot = GROUND, line = 1, say = "{cell} became wall.", case(divides, line = 14, say = "{cell} became wall."))]
    Walled { cell: Cell, #[show("whether it divides a room")] divides: bool },
    /// A cell became floor.
    #[event(slot = GROUND, line = 6, say = "{cell} became floor.", case(between, say = "{cell}, the wall between two chambers, became floor."))]
    Cleared { cell: Cell, between: bool },
    /// A chamber joined the maze, and is gone on from.
    #[event(step, slot = CHAMBERS, role = Queued, line = 4, say = "Came to {cell}[ from {from}]: it is on top of the stack.")]
    Entered { cell: Cell, from: Option<Cell> },
    /// A chamber beside the maze waits.
    #[event(slot = CHAMBERS, role = Queued, line = 10, say = "{cell} lies beside {from}, which is in the maze: it waits.")]
    Waited { cell: Cell, from: Cell },
    /// Dice chose a chamber of those that wait.
    #[event(step, slot = CHAMBERS, role = Done, line = 8, say = "Drew {cell} of {among:count chamber that waits}: it joins the maze[ by way of {from}].")]
    Drawn { cell: Cell, from: Option<Cell>, #[show("how many waited")] among: u32 },
    /// A chamber of the stack has no new neighbour left.
    #[event(slot = CHAMBERS, role = Done, line = 5, say = "{cell} has no new neighbour left: back to the one before.")]
    Left { cell: Cell },
    /// A room was divided by a wall with one gap, which is the cell that it is about.
    #[event(step, line = 13, say = "Divided a room by a wall from {first} to {last}, with a gap at {cell}.")]
    Divided { first: Cell, last: Cell, cell: Cell },
    /// A room is too narrow to be divided.
    #[event(line = 12, say = "The room at {cell}, {width} × {height} cells, is one passage: it stays as it is.")]
    Kept { cell: Cell, width: u16, height: u16 },
}
