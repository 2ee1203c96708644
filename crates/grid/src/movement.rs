//! Movement rules: which steps a mover may take and what they cost, according to the table of tiles.
//!
//! Source: James McNeill, *Pathfinding improvements* (development notes, May 2008) and his later public costs.

use crate::{Cell, Dir, Grid, Size, Tile, Weights};
use std::collections::BTreeSet;

mod body;
mod legal;
mod order;
mod passage;

pub use self::body::Body;
pub use self::order::neighbour_order;
pub use self::passage::Passage;

/// The cost of a straight and of a diagonal step. Costs are whole units, so equal costs compare as equal.
///
/// If the cells of a map have weights over a unit, a step costs [`StepCosts::of`] its direction times the whole number
/// of the cell's weight, or times [`StepCosts::weight_unit`] if the cell has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepCosts {
    /// A straight step, in units.
    pub straight: u32,
    /// A diagonal step, in units.
    pub diagonal: u32,
    /// Number of units that are printed as a cost of 1.
    pub unit: u64,
    /// The unit of the weights: the whole number that stands for a weight of 1.
    pub weight_unit: u32,
}

impl StepCosts {
    /// Names of the four schemes, as offered by the parameter `costs`.
    pub const NAMES: &'static [&'static str] = &["1", "2/3", "10/14", "octile"];

    /// Costs 1 and √2, to twelve digits: 665,857² = 2 · 470,832² + 1.
    pub const OCTILE: Self = Self::new(470_832, 665_857, 470_832);

    /// Creates the costs of steps on a map without weights. `unit` units are printed as a cost of 1.
    pub const fn new(straight: u32, diagonal: u32, unit: u32) -> Self {
        Self { straight, diagonal, unit: unit as u64, weight_unit: 1 }
    }

    /// Returns the scheme with that name. `octile` is 1 and √2 as 470832 and 665857, whose ratio is √2 to twelve
    /// digits.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "1" => Self::new(1, 1, 1),
            "2/3" => Self::new(2, 3, 1),
            "10/14" => Self::new(10, 14, 1),
            "octile" => Self::OCTILE,
            _ => return None,
        })
    }

    /// Returns the same costs on a map whose weights have this unit.
    #[must_use]
    pub fn with_weight_unit(self, weight_unit: u32) -> Self {
        let unit = self.unit / u64::from(self.weight_unit) * u64::from(weight_unit);
        Self { unit, weight_unit, ..self }
    }

    /// Returns the cost of a step in that direction onto a cell of the least possible weight, in units.
    #[inline]
    pub const fn of(self, dir: Dir) -> u32 {
        if dir.is_diagonal() { self.diagonal } else { self.straight }
    }

    /// Returns the cost of a step in that direction onto a cell without a weight, in units.
    #[inline]
    pub const fn unweighted(self, dir: Dir) -> u64 {
        self.of(dir) as u64 * self.weight_unit as u64
    }

    /// Converts units to a number for display: exact for whole-number schemes, decimal for `octile`.
    pub fn display_cost(self, units: u64) -> f64 {
        units as f64 / self.unit as f64
    }
}

/// The rule for corner cutting: whether a diagonal step may pass a blocked corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corners {
    /// Both cells beside the diagonal must be free.
    Never,
    /// At least one of them must be free.
    One,
    /// Neither of them needs to be free.
    Always,
}

impl Corners {
    /// Names of the three rules, as offered by the parameter `corners`.
    pub const NAMES: &'static [&'static str] = &["never", "one", "always"];

    /// Returns the name of the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::One => "one",
            Self::Always => "always",
        }
    }

    /// Returns the rule with that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "never" => Some(Self::Never),
            "one" => Some(Self::One),
            "always" => Some(Self::Always),
            _ => None,
        }
    }
}

/// The reason why a step is refused.
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
    /// The cell is free, but the mover's body does not fit there.
    Narrow,
}

impl Refusal {
    /// All reasons, in the order of their declaration.
    pub const ALL: [Self; 6] = [Self::Edge, Self::Blocked, Self::Locked, Self::WrongSide, Self::Corner, Self::Narrow];

    /// Returns the reason as the end of a sentence.
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

/// A map of tiles, as movement uses it. `Grid<Tile>` implements it.
pub trait Ground {
    /// Returns the width and height in cells.
    fn size(&self) -> Size;
    /// Returns the tile of a cell on the map.
    fn tile(&self, cell: Cell) -> Tile;
    /// Returns the name of the key that the lock of a cell needs, if its lock has a name.
    fn key(&self, _cell: Cell) -> Option<&str> {
        None
    }
    /// Returns the weights of the cells. A weight replaces the cost that the tile adds.
    fn weights(&self) -> Option<&Weights> {
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

/// The properties of a mover that decide which tiles it can enter and which locks it can open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mover {
    /// Whether the thief's rules apply.
    pub thief: bool,
    /// Names of the keys that the mover carries.
    pub keys: BTreeSet<String>,
}

impl Mover {
    /// Converts an actor into a mover.
    pub fn of(actor: impl Into<Self>) -> Self {
        actor.into()
    }

    /// Returns whether the mover can open a lock of that name. Any key opens a lock without a name.
    pub fn opens(&self, lock: Option<&str>) -> bool {
        has_key(self, lock)
    }
}

/// How a mover steps: directions, step costs, corner cutting, and the costs of terrain and doors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Four or eight directions, in the order in which a search tries them.
    pub order: Vec<Dir>,
    /// Costs of a straight and a diagonal step.
    pub costs: StepCosts,
    /// Rule for corner cutting.
    pub corners: Corners,
    /// Whether tiles add their cost and weights multiply the cost of a step.
    pub terrain_costs: bool,
    /// Cost added for opening a door when stepping e, w, s, n. It is multiplied by [`StepCosts::unit`].
    pub door_cost: [u32; 4],
}

impl Rules {
    /// Creates rules with straight steps of cost 1. Tiles and doors add no cost.
    pub fn straight() -> Self {
        let costs = StepCosts::new(1, 1, 1);
        let order = neighbour_order(4, 0);
        Self { order, costs, corners: Corners::Never, terrain_costs: false, door_cost: [0; 4] }
    }
}

/// Returns whether the mover carries a key for a lock. Any key opens a lock without a name.
fn has_key(mover: &Mover, name: Option<&str>) -> bool {
    match name {
        Some(name) => mover.keys.contains(name),
        None => !mover.keys.is_empty(),
    }
}
