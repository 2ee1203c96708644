//! The map for one mover: the directions in which each cell may be entered, the legal steps, and their costs.

use super::{Body, Corners, Ground, Mover, Refusal, Rules, StepCosts, has_key, legal};
use crate::observe::{StepCounter, unhalted};
use crate::terrain::{Tile, Walk};
use crate::{Cell, Dir, Grid, Size, Weights};
use std::ops::ControlFlow::{self, Continue};

/// The map for one mover, with a byte of directions and a cost per cell. Searches read these tables instead of asking
/// the [`Ground`].
///
/// If bit `d` of a cell's byte is set, the cell may be *entered* by a step in direction `d`.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Directions in which each cell may be entered. For a wide mover, the cell is that of its anchor.
    enter: Grid<u8>,
    /// For a wide mover: its body, and the directions in which each cell by itself may be entered.
    wide: Option<(Body, Grid<u8>)>,
    /// Legal steps: if bit `d` is set, the mover may step *from* the cell in direction `d`.
    legal: Grid<u8>,
    /// Cost that a step onto each cell adds, per weight unit. `None` if no cell adds any.
    extra: Option<Grid<u32>>,
    /// The largest cost that a step onto any cell has added so far.
    largest_extra: u32,
    /// Weight of each cell in the unit of the weights, used instead of the cost that the tile adds. 0 is none.
    times: Option<Grid<u32>>,
    /// The smallest and the largest weight in it, with that of a cell without a weight.
    weight_range: (u32, u32),
    doors: Option<Grid<bool>>,
    door_cost: [u32; 4],
    terrain_costs: bool,
    corners: Corners,
    costs: StepCosts,
    /// Whether nothing is added to the cost of a step, neither for doors nor for tiles.
    plain: bool,
}

/// Value of `extra` that marks a lock whose key is missing, so that a refusal can report it.
const NO_KEY: u32 = u32::MAX;

impl Passage {
    /// Returns the size of the map.
    pub const fn size(&self) -> Size {
        self.enter.size()
    }

    /// Computes the steps that `mover` can take on `ground` under `rules`.
    pub fn new(ground: &impl Ground, mover: &Mover, rules: &Rules) -> Self {
        unhalted(Self::within(ground, mover, rules, &mut || Continue(())))
    }

    /// Like [`Passage::new`], but calls `goes_on` now and then, because the largest maps take a while.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    pub fn within<H>(
        ground: &impl Ground,
        mover: &Mover,
        rules: &Rules,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Self> {
        let size = ground.size();
        let priced_doors = rules.door_cost != [0; 4];
        let mut passage = Self {
            enter: Grid::new(size, 0u8),
            wide: None,
            legal: Grid::new(size, 0u8),
            extra: None,
            largest_extra: 0,
            times: None,
            weight_range: (1, 1),
            doors: priced_doors.then(|| Grid::new(size, false)),
            door_cost: rules.door_cost.map(|cost| per_weight_unit(cost, rules.costs)),
            terrain_costs: rules.terrain_costs,
            corners: rules.corners,
            costs: rules.costs.with_weight_unit(1),
            plain: false,
        };
        passage.set_weights(ground.weights().filter(|_| rules.terrain_costs));
        let mut pace = StepCounter::default();
        for c in size.cells() {
            pace.step(goes_on)?;
            passage.enter[c] = passage.change(c, ground.tile(c), mover, || ground.key(c));
        }
        passage.legal = legal::moves(&passage.enter, rules.corners, goes_on)?;
        let mut extras = passage.extra.iter().flat_map(Grid::as_slice);
        passage.plain = passage.doors.is_none() && extras.all(|&extra| extra == 0 || extra == NO_KEY);
        Continue(passage)
    }

    /// Recomputes a cell after its tile changed. `key` is the name of its lock's key.
    pub fn set(&mut self, c: Cell, tile: Tile, mover: &Mover, key: Option<&str>) {
        let byte = self.change(c, tile, mover, || key);
        self.plain &= matches!(self.extra(self.size().index(c)), 0 | NO_KEY);
        self.renew(c, byte);
    }

    /// Converts the map for a mover with this body. An anchor may be entered if all cells of the body there may be
    /// entered. The cost of a step is that of the cell under the anchor. Calls `goes_on` now and then.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    pub fn wide<H>(self, body: Body, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        if !body.is_wide() {
            return Continue(self);
        }
        let (size, cells) = (self.size(), self.enter.clone());
        let mut passage = Self { wide: Some((body, cells)), ..self };
        let mut pace = StepCounter::default();
        for c in size.cells() {
            pace.step(goes_on)?;
            passage.enter[c] = passage.under(body, c);
        }
        passage.legal = legal::moves(&passage.enter, passage.corners, goes_on)?;
        Continue(passage)
    }

    /// Returns the directions in which an anchor may be entered: those in which all cells of its body may be entered.
    fn under(&self, body: Body, anchor: Cell) -> u8 {
        let (Some((_, cells)), size) = (&self.wide, self.size()) else { return self.enter[anchor] };
        if body.fits(anchor, size, |_| true) {
            body.cells(anchor, size).fold(0xff, |all, cell| all & cells[cell])
        } else {
            0
        }
    }

    /// Sets the directions in which a cell by itself may be entered, and updates the anchors around it.
    fn renew(&mut self, c: Cell, byte: u8) {
        let Some((body, cells)) = &mut self.wide else { return self.enter_so(c, byte) };
        let body = *body;
        cells[c] = byte;
        for anchor in body.anchors(c, self.size()) {
            self.enter_so(anchor, self.under(body, anchor));
        }
    }

    fn enter_so(&mut self, c: Cell, byte: u8) {
        if std::mem::replace(&mut self.enter[c], byte) != byte {
            legal::renew(&mut self.legal, &self.enter, self.corners, c);
        }
    }

    /// Creates a map from free and blocked cells only. A step costs the cost of its direction, times the weight of the
    /// cell that it ends on if there are weights.
    pub fn free(free: &Grid<bool>, weights: Option<&Weights>, rules: &Rules) -> Self {
        let bytes = free.as_slice().iter().map(|&free| Self::bits(free)).collect();
        // `bytes` has one entry per cell, so `from_vec` never returns `None`.
        let enter = Grid::from_vec(free.size(), bytes).unwrap_or_default();
        let mut passage = Self {
            legal: unhalted(legal::moves(&enter, rules.corners, &mut || Continue(()))),
            enter,
            wide: None,
            extra: None,
            largest_extra: 0,
            times: None,
            weight_range: (1, 1),
            doors: None,
            door_cost: [0; 4],
            terrain_costs: weights.is_some(),
            corners: rules.corners,
            costs: rules.costs.with_weight_unit(1),
            plain: true,
        };
        passage.set_weights(weights);
        passage
    }

    fn set_weights(&mut self, weights: Option<&Weights>) {
        let Some(weights) = weights else { return };
        let unit = weights.unit();
        let widen = |(least, most): (u32, u32), &times: &u32| {
            if times == 0 { (least, most) } else { (least.min(times), most.max(times)) }
        };
        self.weight_range = weights.times().as_slice().iter().fold((unit, unit), widen);
        self.costs = self.costs.with_weight_unit(unit);
        self.times = Some(weights.times().clone());
    }

    /// Returns the costs of its steps, in the unit of its weights.
    pub const fn costs(&self) -> StepCosts {
        self.costs
    }

    /// Returns the whole number of the smallest weight, at most that of a cell without a weight. An estimate in the
    /// costs of steps, times this number, never overestimates.
    pub const fn least_weight(&self) -> u32 {
        self.weight_range.0
    }

    /// Makes a cell enterable from every side if `free` is set, else blocks it.
    pub fn set_free(&mut self, c: Cell, free: bool) {
        self.renew(c, Self::bits(free));
    }

    /// Blocks a cell for the mover until [`Passage::set`] recomputes it.
    pub fn block(&mut self, c: Cell) {
        self.add(c, 0);
        self.renew(c, 0);
    }

    /// Computes the cost that entering a cell by itself adds, and returns the directions in which it may be entered.
    fn change<'a>(&mut self, c: Cell, tile: Tile, mover: &Mover, key: impl FnOnce() -> Option<&'a str>) -> u8 {
        let info = tile.info();
        let enter = match info.walk {
            Walk::Yes | Walk::Opens => 0xff,
            Walk::No => 0,
            Walk::WithKey => Self::bits(has_key(mover, key())),
            Walk::Thief(dir) => Self::bits(mover.thief) & (1 << dir as u8),
            Walk::NotThief => Self::bits(!mover.thief),
        };
        let extra = if info.walk == Walk::WithKey && enter == 0 {
            NO_KEY
        } else if self.terrain_costs {
            per_weight_unit(info.cost, self.costs)
        } else {
            0
        };
        self.add(c, extra);
        if let Some(doors) = &mut self.doors {
            doors[c] = matches!(tile, Tile::Door | Tile::DoorLocked);
        }
        enter
    }

    /// Returns the cost that a step onto the cell with index `to` adds.
    #[inline]
    fn extra(&self, to: usize) -> u32 {
        self.extra.as_ref().map_or(0, |extra| extra.as_slice()[to])
    }

    /// Sets the cost that a step onto a cell adds.
    fn add(&mut self, c: Cell, extra: u32) {
        if extra != NO_KEY {
            self.largest_extra = self.largest_extra.max(extra);
        }
        if extra != 0 || self.extra.is_some() {
            let size = self.size();
            self.extra.get_or_insert_with(|| Grid::new(size, 0))[c] = extra;
        }
    }

    const fn bits(all: bool) -> u8 {
        if all { 0xff } else { 0 }
    }

    /// Returns whether a step in direction `dir` may end on `c`, ignoring corner cutting.
    #[inline]
    fn open(&self, c: Cell, dir: Dir) -> bool {
        self.enter[c] & (1 << dir as u8) != 0
    }

    /// Returns whether `c` can be entered from at least one side.
    pub fn is_open(&self, c: Cell) -> bool {
        self.enter[c] != 0
    }

    /// Returns whether `c` can be entered from some sides but not from all.
    pub fn is_one_way(&self, c: Cell) -> bool {
        !matches!(self.enter[c], 0 | 0xff)
    }

    /// Takes the step from `from` in direction `dir`. Returns the cell that it ends on and its cost in units.
    ///
    /// # Errors
    /// Returns the [`Refusal`] if the step is not allowed, with the cell that the step leads to if it is on the map.
    #[expect(
        clippy::inline_always,
        reason = "the innermost loop of every search; callers that ignore the reason pay nothing for it"
    )]
    #[inline(always)]
    pub fn step(&self, from: Cell, dir: Dir) -> Result<(Cell, u64), (Option<Cell>, Refusal)> {
        if self.legal[from] & (1 << dir as u8) == 0 {
            return Err(self.refusal(from, dir));
        }
        let to = from.neighbour(dir);
        Ok((to, self.price(self.size().index(to), dir)))
    }

    /// Returns the legal steps from the cell with index `from`. Bit `d` is set if the step in direction number `d` is
    /// legal.
    #[inline]
    #[doc(hidden)]
    pub fn moves(&self, from: usize) -> u8 {
        self.legal.as_slice().get(from).copied().unwrap_or(0)
    }

    /// Returns why a step is not allowed, with the cell that the step leads to if it is on the map.
    #[doc(hidden)]
    pub fn refusal(&self, from: Cell, dir: Dir) -> (Option<Cell>, Refusal) {
        let Some(to) = from.step(dir, self.size()) else { return (None, Refusal::Edge) };
        let why = if self.open(to, dir) {
            Refusal::Corner
        } else if self.enter[to] != 0 {
            Refusal::WrongSide
        } else if self.extra(self.size().index(to)) == NO_KEY {
            Refusal::Locked
        } else if self.wide.as_ref().is_some_and(|(_, cells)| cells[to] != 0) {
            Refusal::Narrow
        } else {
            Refusal::Blocked
        };
        (Some(to), why)
    }

    /// Returns whether the cost of every step depends on its direction only.
    #[doc(hidden)]
    pub const fn is_even(&self) -> bool {
        self.plain && self.times.is_none()
    }

    /// Returns whether the cost of a step is that of its direction times the weight of the cell, with nothing added.
    #[doc(hidden)]
    pub const fn is_plain(&self) -> bool {
        self.plain
    }

    /// Returns a typical largest weight. The open list is sized for it. Weights may be larger; the open list then works
    /// correctly but more slowly.
    #[doc(hidden)]
    pub fn typical_weight(&self) -> u64 {
        u64::from(self.weight_range.1).div_ceil(2)
    }

    /// Returns a number of units that no legal step costs more than.
    #[doc(hidden)]
    pub fn largest_price(&self) -> u64 {
        let step = u64::from(self.costs.straight.max(self.costs.diagonal));
        let door = self.door_cost.into_iter().fold(0, u32::max);
        (step + u64::from(self.largest_extra) + u64::from(door)).saturating_mul(self.weight_range.1.into())
    }

    /// Returns the factor of the cost of a step onto each cell, row by row, if it depends on nothing else: 0 stands for that
    /// of a cell without a weight. Empty if no cell has a weight.
    #[doc(hidden)]
    pub fn plain_weights(&self) -> Option<&[u32]> {
        self.plain.then(|| self.times.as_ref().map_or(&[][..], Grid::as_slice))
    }

    /// Returns the cost in units of a legal step in direction `dir` onto the cell with index `to`.
    #[expect(clippy::inline_always, reason = "asked for every neighbour of every cell")]
    #[inline(always)]
    #[doc(hidden)]
    pub fn price(&self, to: usize, dir: Dir) -> u64 {
        let (step, unit) = (u64::from(self.costs.of(dir)), u64::from(self.costs.weight_unit));
        let times = self.times.as_ref().map_or(0, |times| u64::from(times.as_slice()[to]));
        if self.plain {
            return step * if times == 0 { unit } else { times };
        }
        let price = if times == 0 { (step + u64::from(self.extra(to))) * unit } else { step * times };
        match &self.doors {
            Some(doors) if doors.as_slice()[to] => price + u64::from(self.door_price(dir)) * unit,
            _ => price,
        }
    }

    /// Returns the cost of opening a door in direction `dir`. For a diagonal it is the higher cost of its two parts.
    fn door_price(&self, dir: Dir) -> u32 {
        match dir.parts() {
            None => self.door_cost[dir as usize],
            Some((a, b)) => self.door_cost[a as usize].max(self.door_cost[b as usize]),
        }
    }
}

/// Returns a cost, of which 1 is printed as 1, in units per weight unit.
fn per_weight_unit(cost: u32, costs: StepCosts) -> u32 {
    let unit = costs.unit / u64::from(costs.weight_unit);
    u32::try_from(u64::from(cost).saturating_mul(unit)).unwrap_or(NO_KEY - 1)
}
