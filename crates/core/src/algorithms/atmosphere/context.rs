//! The constants of a run that its events do not repeat.

use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::terrain::Tile;
use std::sync::Arc;

/// An actor as the scene has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// What it is called: `guard`, or `guard 2` where there are several.
    pub name: String,
    /// Where it stands.
    pub at: Cell,
    /// Where it looks; `None`: all round.
    pub facing: Option<Dir>,
    /// Under which roll of twelve suction moves it; 0 where it is not loose.
    pub under: u8,
}

/// What the events of a run do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The tiles as the scene has them.
    pub ground: Arc<Grid<Tile>>,
    /// The actors, by the scene's numbers.
    pub things: Arc<[Thing]>,
    /// How many units of time the run has.
    pub turns: u32,
}

impl Context {
    /// What an actor is called.
    pub fn name(&self, actor: u32) -> &str {
        self.things.get(actor as usize).map_or("somebody", |t| &t.name)
    }

    /// The same within a sentence: `the guard`, or `guard 2`.
    pub fn told(&self, actor: u32) -> String {
        let name = self.name(actor);
        if name.contains(' ') || name == "somebody" { name.to_owned() } else { format!("the {name}") }
    }
}
