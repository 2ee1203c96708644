//! Data shared by all events of an air run, and the words the events use.

use crate::event::{Encode, Slot, Word};
use crate::{Cell, Dir, Grid, Tile};
use std::sync::Arc;

/// An actor as the scene defines it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Thing {
    /// Display name: `guard`, or `guard 2` if there are several.
    pub(super) name: String,
    pub(super) at: Cell,
    /// Direction it faces; `None` means all around.
    pub(super) facing: Option<Dir>,
    /// Suction moves it on a roll below this, of twelve; 0 if it is not loose.
    pub(super) under: u8,
}

/// Data shared by all events of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The tiles as the scene defines them.
    pub(super) ground: Arc<Grid<Tile>>,
    /// The actors, in scene order.
    pub(super) things: Arc<[Thing]>,
    /// Number of units of time in the run.
    pub(super) turns: u32,
    /// Whether suction moves loose things.
    pub(super) suction: bool,
    /// Index of the beacon in the scene.
    pub(super) beacon: Option<u32>,
}

impl Context {
    /// Returns the number of registers: position, health and last sighting of each actor, and the holder of the beacon.
    pub(super) fn registers(&self) -> u32 {
        3 * self.things.len() as u32 + 1
    }

    /// Returns the register for the health of an actor; for a bloat, whether it is about to burst.
    pub(super) fn health(&self, actor: u32) -> Slot {
        Slot::Register(self.things.len() as u32 + actor)
    }

    /// Returns the register for the last actor that `actor` saw.
    pub(super) fn sight(&self, actor: u32) -> Slot {
        Slot::Register(2 * self.things.len() as u32 + actor)
    }

    /// Returns the register for the actor that holds the beacon.
    pub(super) fn beacon(&self) -> Slot {
        Slot::Register(3 * self.things.len() as u32)
    }

    pub(super) fn name(&self, actor: u32) -> &str {
        self.things.get(actor as usize).map_or("somebody", |t| &t.name)
    }

    /// Returns the name as used in a sentence: `the guard`, or `guard 2`.
    pub(super) fn the(&self, actor: u32) -> String {
        let name = self.name(actor);
        if name.contains(' ') || name == "somebody" { name.to_owned() } else { format!("the {name}") }
    }
}

/// The two floods that find pressure walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Flood {
    /// Starts from all cells whose air is not 1.
    Outer,
    /// Starts from all cells with air 1 that are not solid and do not vent.
    Inner,
}

/// Reasons why a cell stopped venting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Stop {
    Empty,
    Sealed,
    Solid,
}

/// Reasons to recompute regions, distances and pressure walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Cause {
    Start,
    Opened,
    Closed,
}

impl Cause {
    pub(super) const fn because(self) -> &'static str {
        match self {
            Self::Start => "the run begins",
            Self::Opened => "something was opened",
            Self::Closed => "something was closed",
        }
    }
}

/// Reasons why a cell does not catch fire or stops burning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Out {
    Over,
    Airless,
    Solid,
}

/// Reasons why a blow broke nothing without a roll of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Spare {
    #[word("no pressure wall")]
    NoPressure,
    Withstands,
    #[word("broken before")]
    Broken,
}
