//! Who may step from where to where, and what it costs: one function with the table of tiles behind it.
//!
//! Source: James McNeill, *Pathfinding improvements* (development notes, May 2008) and his later public costs.

use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::terrain::Tile;
use std::collections::BTreeSet;

mod body;
mod legal;
mod order;
mod passage;

pub use self::body::Body;
pub use self::order::neighbour_order;
pub use self::passage::Passage;

/// The price of a straight and of a diagonal step, in whole units, so that equal costs are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepCosts {
    /// A straight step, in units.
    pub straight: u32,
    /// A diagonal step, in units.
    pub diagonal: u32,
    /// How many units make 1 in what is printed.
    pub unit: u32,
}

impl StepCosts {
    /// The four schemes by name, as the parameter `costs` offers them.
    pub const NAMES: &'static [&'static str] = &["1", "2/3", "10/14", "octile"];

    /// 1 and √2, to nine digits.
    pub const OCTILE: Self = Self { straight: 13_860, diagonal: 19_601, unit: 13_860 };

    /// The scheme of that name. `octile` is 1 and √2 as 13860 and 19601, whose ratio is √2 to nine digits.
    pub fn named(name: &str) -> Option<Self> {
        let (straight, diagonal, unit) = match name {
            "1" => (1, 1, 1),
            "2/3" => (2, 3, 1),
            "10/14" => (10, 14, 1),
            "octile" => return Some(Self::OCTILE),
            _ => return None,
        };
        Some(Self { straight, diagonal, unit })
    }

    /// The price of a step in that direction, in units.
    #[inline]
    pub const fn of(self, dir: Dir) -> u32 {
        if dir.is_diagonal() { self.diagonal } else { self.straight }
    }

    /// A sum of units as people read it: exact for whole-number schemes, decimal for `octile`.
    pub fn shown(self, units: u64) -> f64 {
        units as f64 / self.unit as f64
    }
}

/// Whether a diagonal step may pass a blocked corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corners {
    /// Both cells beside the diagonal must be free.
    Never,
    /// One of them must be free.
    One,
    /// Neither needs to be.
    Always,
}

impl Corners {
    /// The three rules by name, as the parameter `corners` offers them.
    pub const NAMES: &'static [&'static str] = &["never", "one", "always"];

    /// The name of the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::One => "one",
            Self::Always => "always",
        }
    }

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "never" => Some(Self::Never),
            "one" => Some(Self::One),
            "always" => Some(Self::Always),
            _ => None,
        }
    }
}

/// Why a step is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The next cell would be off the map.
    Edge,
    /// The cell cannot be entered.
    Blocked,
    /// The cell's lock needs a key that the mover does not carry.
    Locked,
    /// The cell can be entered, but not in this direction.
    WrongSide,
    /// The diagonal would cut a corner.
    Corner,
    /// The cell is free, and the mover's body does not fit there.
    Narrow,
}

impl Refusal {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Edge => "it lies off the map",
            Self::Blocked => "it cannot be entered",
            Self::Locked => "it is locked and the key is missing",
            Self::WrongSide => "it cannot be entered from this side",
            Self::Corner => "the diagonal would cut a corner",
            Self::Narrow => "the body does not fit there",
        }
    }
}

/// A map of tiles, as movement sees it. A plain `Grid<Tile>` is one.
pub trait Ground {
    /// Returns the width and height in cells.
    fn size(&self) -> Size;
    /// Returns the tile of a cell on the map.
    fn tile(&self, cell: Cell) -> Tile;
    /// Returns the name of the key that the lock of a cell needs, if its lock has a name.
    fn key(&self, _cell: Cell) -> Option<&str> {
        None
    }
    /// Returns the factors of the cost of a step onto each cell, 1 to 9, in place of what its tile adds; 0 leaves that to the
    /// tile.
    fn weights(&self) -> Option<&Grid<u8>> {
        None
    }
}

impl Ground for Grid<Tile> {
    fn size(&self) -> Size {
        Self::size(self)
    }

    fn tile(&self, cell: Cell) -> Tile {
        self[cell]
    }
}

/// Who moves: decides over the columns of the tile table, and over locks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mover {
    /// Moves by the thief's column.
    pub thief: bool,
    /// The names of the keys it carries.
    pub keys: BTreeSet<String>,
}

impl Mover {
    /// Returns the mover that an actor is.
    pub fn of(actor: impl Into<Self>) -> Self {
        actor.into()
    }

    /// Whether it can open a lock of that name; one without a name opens to any key.
    pub fn opens(&self, lock: Option<&str>) -> bool {
        has_key(self, lock)
    }
}

/// How the mover steps: directions, prices, corners, and what is added for terrain and doors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Four or eight directions, in the order in which they are tried.
    pub order: Vec<Dir>,
    /// Step prices.
    pub costs: StepCosts,
    /// The corner rule.
    pub corners: Corners,
    /// Whether tiles add their cost, and weights multiply a step.
    pub terrain_costs: bool,
    /// Added for opening a door when stepping e, w, s, n, in straight steps of 1.
    pub door_cost: [u32; 4],
}

impl Rules {
    /// Straight steps of price 1; tiles and doors cost nothing.
    pub fn straight() -> Self {
        let costs = StepCosts { unit: 1, straight: 1, diagonal: 1 };
        let order = neighbour_order(4, 0);
        Self { order, costs, corners: Corners::Never, terrain_costs: false, door_cost: [0; 4] }
    }
}

/// A lock without a name opens to any key; a named one to its own.
fn has_key(mover: &Mover, name: Option<&str>) -> bool {
    match name {
        Some(name) => mover.keys.contains(name),
        None => !mover.keys.is_empty(),
    }
}
