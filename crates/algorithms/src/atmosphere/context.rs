//! What the events of a run of the air do not repeat, and the words that they use.

use crate::event::{Slot, Word};
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::terrain::Tile;
use std::sync::Arc;

/// An actor as the scene has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Thing {
    /// What it is called: `guard`, or `guard 2` where there are several.
    pub(super) name: String,
    pub(super) at: Cell,
    /// Where it looks; `None`: all round.
    pub(super) facing: Option<Dir>,
    /// Under which roll of twelve suction moves it; 0 where it is not loose.
    pub(super) under: u8,
}

/// What the events of a run do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The tiles as the scene has them.
    pub(super) ground: Arc<Grid<Tile>>,
    /// The actors, by the scene's numbers.
    pub(super) things: Arc<[Thing]>,
    /// How many units of time the run has.
    pub(super) turns: u32,
    /// Whether loose things are sucked.
    pub(super) suction: bool,
    /// The beacon, by the scene's number.
    pub(super) beacon: Option<u32>,
}

impl Context {
    /// How many registers a run has: where each actor is, its health, whom it saw last, and who holds the beacon.
    pub(super) fn registers(&self) -> u32 {
        3 * self.things.len() as u32 + 1
    }

    /// What an actor has left of health; of a bloat, that it is about to burst.
    pub(super) fn health(&self, actor: u32) -> Slot {
        Slot::Register(self.things.len() as u32 + actor)
    }

    /// Whom an actor saw last.
    pub(super) fn sight(&self, actor: u32) -> Slot {
        Slot::Register(2 * self.things.len() as u32 + actor)
    }

    /// Who holds the beacon.
    pub(super) fn beacon(&self) -> Slot {
        Slot::Register(3 * self.things.len() as u32)
    }

    pub(super) fn name(&self, actor: u32) -> &str {
        self.things.get(actor as usize).map_or("somebody", |t| &t.name)
    }

    /// The name within a sentence: `the guard`, or `guard 2`.
    pub(super) fn the(&self, actor: u32) -> String {
        let name = self.name(actor);
        if name.contains(' ') || name == "somebody" { name.to_owned() } else { format!("the {name}") }
    }
}

/// Which of the two floods that find pressure walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum Flood {
    /// From all cells whose air is not 1.
    Outer,
    /// From all cells with air 1 that are not solid and do not vent.
    Inner,
}

impl Flood {
    /// Where it starts, as the end of a phrase.
    pub(super) const fn source(self) -> &'static str {
        match self {
            Self::Outer => "from where air is not 1",
            Self::Inner => "from still, full air",
        }
    }
}

/// Why a cell stopped venting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Stop {
    Empty,
    Sealed,
    Solid,
}

/// Why regions, distances and pressure walls are worked out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
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

/// Why a cell does not burn, or no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Out {
    Over,
    Airless,
    Solid,
}

/// Why a blow broke nothing, without dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Spare {
    #[word("no pressure wall")]
    NoPressure,
    Withstands,
    #[word("broken before")]
    Broken,
}
