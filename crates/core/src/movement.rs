//! Who may step from where to where, and what it costs: one function with the table of tiles behind it.
//!
//! Source: James McNeill, *Pathfinding improvements* (development notes, May 2008) and his later public costs.

use super::geometry::{Cell, Dir, Size};
use super::grid::Grid;
use super::scene::{Actor, ActorKind, Scene};
use super::terrain::{Tile, Walk};
use std::collections::BTreeSet;

mod legal;
mod order;

pub use self::order::neighbour_order;

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
        }
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
    /// The mover that an actor is.
    pub fn of(actor: &Actor) -> Self {
        Self { thief: actor.kind == ActorKind::Thief, keys: actor.keys().iter().cloned().collect() }
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

/// The map as one mover meets it: a byte of directions and a price for each cell, looked up instead of asked.
///
/// The bit of direction `d` in a cell's byte says that the cell may be *entered* by a step in direction `d`.
#[derive(Clone, Debug)]
pub struct Passage {
    enter: Grid<u8>,
    /// The bit of direction `d` says that a step *from* the cell in that direction may be taken.
    legal: Grid<u8>,
    extra: Grid<u32>,
    /// By how much a step onto a cell is multiplied, where that stands in place of what its tile adds; 0 for neither.
    times: Option<Grid<u8>>,
    doors: Option<Grid<bool>>,
    door_cost: [u32; 4],
    terrain_costs: bool,
    corners: Corners,
    costs: StepCosts,
    /// Nothing is added to a step: no door is priced, and no tile.
    plain: bool,
}

/// The price noted at a lock whose key is missing, so that a refusal can say so.
const NO_KEY: u32 = u32::MAX;

impl Passage {
    /// The size of the map.
    pub const fn size(&self) -> Size {
        self.enter.size()
    }

    /// Works the scene's ground out for `mover` under `rules`.
    pub fn new(scene: &Scene, mover: &Mover, rules: &Rules) -> Self {
        let size = scene.size();
        let priced_doors = rules.door_cost != [0; 4];
        let mut passage = Self {
            enter: Grid::new(size, 0u8),
            legal: Grid::new(size, 0u8),
            extra: Grid::new(size, 0u32),
            times: scene.weights.clone().filter(|_| rules.terrain_costs),
            doors: priced_doors.then(|| Grid::new(size, false)),
            door_cost: rules.door_cost.map(|n| n.saturating_mul(rules.costs.unit)),
            terrain_costs: rules.terrain_costs,
            corners: rules.corners,
            costs: rules.costs,
            plain: false,
        };
        for c in size.cells() {
            // Most scenes have no details at all.
            let key = || scene.details.get(&c).and_then(|d| d.key.as_deref());
            passage.change(c, scene.tiles[c], mover, key);
        }
        passage.legal = legal::moves(&passage.enter, rules.corners);
        let is_free = |&extra: &u32| extra == 0 || extra == NO_KEY;
        passage.plain = passage.doors.is_none() && passage.extra.as_slice().iter().all(is_free);
        passage
    }

    /// Works one cell out again, whose tile is another now; `key` is the name of its lock's key.
    pub fn set(&mut self, c: Cell, tile: Tile, mover: &Mover, key: Option<&str>) {
        let before = self.enter[c];
        self.change(c, tile, mover, || key);
        self.plain &= matches!(self.extra[c], 0 | NO_KEY);
        if self.enter[c] != before {
            legal::renew(&mut self.legal, &self.enter, self.corners, c);
        }
    }

    /// A map of which is known only where one can stand; a step costs what its direction does, times the weight of the cell
    /// that it ends on, where there are weights.
    pub fn free(free: &Grid<bool>, weights: Option<&Grid<u8>>, rules: &Rules) -> Self {
        let bytes = free.as_slice().iter().map(|&free| Self::bits(free)).collect();
        // As many bytes as cells, so this is always a grid.
        let enter = Grid::from_vec(free.size(), bytes).unwrap_or_default();
        Self {
            legal: legal::moves(&enter, rules.corners),
            enter,
            extra: Grid::new(free.size(), 0),
            times: weights.cloned(),
            doors: None,
            door_cost: [0; 4],
            terrain_costs: weights.is_some(),
            corners: rules.corners,
            costs: rules.costs,
            plain: true,
        }
    }

    /// Lets nobody enter a cell, until [`Passage::set`] works it out again.
    pub fn block(&mut self, c: Cell) {
        (self.enter[c], self.extra[c]) = (0, 0);
        legal::renew(&mut self.legal, &self.enter, self.corners, c);
    }

    fn change<'a>(&mut self, c: Cell, tile: Tile, mover: &Mover, key: impl FnOnce() -> Option<&'a str>) {
        let info = tile.info();
        self.enter[c] = match info.walk {
            Walk::Yes | Walk::Opens => 0xff,
            Walk::No => 0,
            Walk::WithKey => Self::bits(has_key(mover, key())),
            Walk::Thief(dir) => Self::bits(mover.thief) & (1 << dir as u8),
            Walk::NotThief => Self::bits(!mover.thief),
        };
        self.extra[c] = if info.walk == Walk::WithKey && self.enter[c] == 0 {
            NO_KEY
        } else if self.terrain_costs {
            info.cost.saturating_mul(self.costs.unit)
        } else {
            0
        };
        if let Some(doors) = &mut self.doors {
            doors[c] = matches!(tile, Tile::Door | Tile::DoorLocked);
        }
    }

    const fn bits(all: bool) -> u8 {
        if all { 0xff } else { 0 }
    }

    /// Whether a step in direction `dir` may end on `c`, corners aside.
    #[inline]
    fn open(&self, c: Cell, dir: Dir) -> bool {
        self.enter[c] & (1 << dir as u8) != 0
    }

    /// Whether `c` can be entered from any side.
    pub fn is_open(&self, c: Cell) -> bool {
        self.enter[c] != 0
    }

    /// Whether `c` can be entered from some sides only.
    pub fn is_one_way(&self, c: Cell) -> bool {
        !matches!(self.enter[c], 0 | 0xff)
    }

    /// The step from `from` in direction `dir`: the cell it ends on and its price in units, or why not.
    ///
    /// # Errors
    /// The [`Refusal`], with the cell that was asked for where it lies on the map.
    #[expect(
        clippy::inline_always,
        reason = "the innermost loop of every search; callers that ignore the reason pay nothing for it"
    )]
    #[inline(always)]
    pub fn step(&self, from: Cell, dir: Dir) -> Result<(Cell, u32), (Option<Cell>, Refusal)> {
        if self.legal[from] & (1 << dir as u8) == 0 {
            return Err(self.refusal(from, dir));
        }
        let to = from.beside(dir);
        Ok((to, self.price(self.size().index(to), dir)))
    }

    /// Which steps may be taken from a cell: the bit of each direction's number.
    #[inline]
    pub(crate) fn moves(&self, from: usize) -> u8 {
        self.legal.as_slice().get(from).copied().unwrap_or(0)
    }

    /// Why a step that may not be taken is refused, with the cell that was asked for where it lies on the map.
    pub(crate) fn refusal(&self, from: Cell, dir: Dir) -> (Option<Cell>, Refusal) {
        let Some(to) = from.step(dir, self.size()) else { return (None, Refusal::Edge) };
        let why = if self.open(to, dir) {
            Refusal::Corner
        } else if self.enter[to] != 0 {
            Refusal::WrongSide
        } else if self.extra[to] == NO_KEY {
            Refusal::Locked
        } else {
            Refusal::Blocked
        };
        (Some(to), why)
    }

    /// Whether every step costs what its direction does, wherever it ends.
    pub(crate) const fn is_even(&self) -> bool {
        self.plain && self.times.is_none()
    }

    /// Whether the price of a step is that of its direction times what the cell says, and nothing is added to it.
    pub(crate) const fn is_plain(&self) -> bool {
        self.plain
    }

    /// By how much a step may be multiplied.
    pub(crate) const fn dearest(&self) -> u64 {
        if self.times.is_some() { 5 } else { 1 }
    }

    /// The price in units of a step onto the cell of number `to` in direction `dir` that may be taken.
    #[expect(clippy::inline_always, reason = "asked for every neighbour of every cell")]
    #[inline(always)]
    pub(crate) fn price(&self, to: usize, dir: Dir) -> u32 {
        let step = self.costs.of(dir);
        let times = self.times.as_ref().map_or(0, |times| times.as_slice()[to]);
        if self.plain {
            return step.saturating_mul(times.max(1).into());
        }
        let price =
            if times == 0 { step.saturating_add(self.extra.as_slice()[to]) } else { step.saturating_mul(times.into()) };
        match &self.doors {
            Some(doors) if doors.as_slice()[to] => price.saturating_add(self.door_price(dir)),
            _ => price,
        }
    }

    /// Opening costs what its direction says; a diagonal costs the dearer of its two parts.
    fn door_price(&self, dir: Dir) -> u32 {
        match dir.parts() {
            None => self.door_cost[dir as usize],
            Some((a, b)) => self.door_cost[a as usize].max(self.door_cost[b as usize]),
        }
    }
}

/// A lock without a name opens to any key; a named one to its own.
fn has_key(mover: &Mover, name: Option<&str>) -> bool {
    match name {
        Some(name) => mover.keys.contains(name),
        None => !mover.keys.is_empty(),
    }
}
