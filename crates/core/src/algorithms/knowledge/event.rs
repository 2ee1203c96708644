//! What a run of knowledge reports.

use super::stage::NOBODY;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::memory::Dirty;
use crate::terrain::{Tile, Verb};
use std::sync::Arc;

/// The turn of each real cell's last knowable change.
pub const STAMPS: u8 = 0;
/// Tiles that are not as the scene has them.
pub const TILES: u8 = 1;
/// What the first character remembers; the layer of each next one follows.
pub const MEMORY: u8 = 2;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The ground as the scene has it.
    pub tiles: Arc<Grid<Tile>>,
    /// Where each actor of the scene starts.
    pub starts: Vec<Cell>,
    /// What each of them is called.
    pub names: Vec<String>,
    /// The numbers of those who remember.
    pub minds: Vec<usize>,
    /// The rule of dirty cells.
    pub dirty: Dirty,
    /// How many turns there are.
    pub turns: u32,
}

impl Context {
    /// What a character is called.
    pub fn mind(&self, mind: u8) -> &str {
        self.minds.get(mind as usize).map_or("somebody", |&i| &self.names[i])
    }

    /// What an actor is called.
    pub fn name(&self, actor: u16) -> &str {
        self.names.get(actor as usize).map_or("nobody", |n| n)
    }

    /// What is in a cell, in words: `door-open, guard 2 and 1 more`.
    pub fn contents(&self, tile: Tile, top: u16, crowd: u8) -> String {
        match (top, crowd) {
            (NOBODY, _) => format!("{tile}, nobody"),
            (top, 0 | 1) => format!("{tile}, {}", self.name(top)),
            (top, n) => format!("{tile}, {} and {} more", self.name(top), n - 1),
        }
    }
}

/// One event of knowledge. `mind` counts those who remember, `actor` all actors of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnowledgeEvent {
    /// A turn began.
    Turned {
        /// Its number, from 0.
        turn: u32,
    },
    /// The script's part of a turn began.
    Prompted {
        /// The turn.
        turn: u32,
    },
    /// A character's turn began.
    Acted {
        /// Who.
        mind: u8,
        /// The turn.
        turn: u32,
    },
    /// A character began to look, or to move.
    Began {
        /// Who.
        mind: u8,
        /// Whether it moves; else it looks.
        moves: bool,
        /// The turn.
        turn: u32,
    },
    /// A visible cell was looked at: rebuilt where it was dirty, else refreshed.
    Looked {
        /// The cell.
        cell: Cell,
        /// Who.
        mind: u8,
        /// Whether it was dirty.
        dirty: bool,
        /// The turn.
        turn: u32,
        /// The turn of the observation before; −1 where there was none.
        before: i32,
        /// The turn of the cell's last knowable change.
        changed: u32,
        /// The ground that is remembered now.
        tile: Tile,
        /// How many are remembered in it.
        crowd: u8,
        /// Who of them is on top.
        top: u16,
    },
    /// A look was over.
    Summed {
        /// Who.
        mind: u8,
        /// The turn.
        turn: u32,
        /// How many cells were visible.
        visible: u32,
        /// How many of them were rebuilt.
        rebuilt: u32,
        /// How many were refreshed.
        refreshed: u32,
    },
    /// A real cell was stamped: something knowable changed in it.
    Stamped {
        /// The cell.
        cell: Cell,
        /// The turn.
        turn: u32,
    },
    /// A tile became another.
    Changed {
        /// Where.
        cell: Cell,
        /// What it was.
        was: Tile,
        /// What it is.
        tile: Tile,
        /// Who did it; nobody where the script did.
        by: u16,
        /// The turn.
        turn: u32,
    },
    /// An actor went from one cell to another.
    Moved {
        /// Who.
        actor: u16,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
        /// The turn.
        turn: u32,
    },
    /// An actor was taken off the map.
    Removed {
        /// Who.
        actor: u16,
        /// From here.
        cell: Cell,
        /// The turn.
        turn: u32,
    },
    /// A lamp was lit or put out.
    Lamp {
        /// Which.
        actor: u16,
        /// Where it stands.
        cell: Cell,
        /// Whether it burns now.
        lit: bool,
    },
    /// A line of the script did nothing.
    Failed {
        /// What should have been done.
        verb: Verb,
        /// Where.
        cell: Cell,
        /// The ground there.
        tile: Tile,
        /// The turn.
        turn: u32,
    },
}

const _: () = assert!(size_of::<KnowledgeEvent>() <= 24);
