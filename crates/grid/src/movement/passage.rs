//! The map as one mover meets it: from where each cell may be entered, which steps may be taken, and what they cost.

use super::{Body, Corners, Ground, Mover, Refusal, Rules, StepCosts, has_key, legal};
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::observe::{Pace, unhalted};
use crate::terrain::{Tile, Walk};
use std::ops::ControlFlow::{self, Continue};

/// The map as one mover meets it: a byte of directions and a price for each cell, looked up instead of asked.
///
/// The bit of direction `d` in a cell's byte says that the cell may be *entered* by a step in direction `d`.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Of a wide mover the cells are those that its anchor may enter.
    enter: Grid<u8>,
    /// The body of a wide mover, and from where each cell by itself may be entered.
    wide: Option<(Body, Grid<u8>)>,
    /// The bit of direction `d` says that a step *from* the cell in that direction may be taken.
    legal: Grid<u8>,
    /// What a step onto each cell adds; `None` while nothing is added anywhere.
    extra: Option<Grid<u32>>,
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

    /// Works out the steps that `mover` can take on `ground` under `rules`.
    pub fn new(ground: &impl Ground, mover: &Mover, rules: &Rules) -> Self {
        unhalted(Self::within(ground, mover, rules, &mut || Continue(())))
    }

    /// The same, asking now and then whether to go on: the largest maps take a while.
    ///
    /// # Errors
    /// Breaks where it is told to.
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
            times: ground.weights().cloned().filter(|_| rules.terrain_costs),
            doors: priced_doors.then(|| Grid::new(size, false)),
            door_cost: rules.door_cost.map(|n| n.saturating_mul(rules.costs.unit)),
            terrain_costs: rules.terrain_costs,
            corners: rules.corners,
            costs: rules.costs,
            plain: false,
        };
        let mut pace = Pace::default();
        for c in size.cells() {
            pace.step(goes_on)?;
            passage.enter[c] = passage.change(c, ground.tile(c), mover, || ground.key(c));
        }
        passage.legal = legal::moves(&passage.enter, rules.corners, goes_on)?;
        let mut extras = passage.extra.iter().flat_map(Grid::as_slice);
        passage.plain = passage.doors.is_none() && extras.all(|&extra| extra == 0 || extra == NO_KEY);
        Continue(passage)
    }

    /// Works one cell out again, whose tile is another now; `key` is the name of its lock's key.
    pub fn set(&mut self, c: Cell, tile: Tile, mover: &Mover, key: Option<&str>) {
        let byte = self.change(c, tile, mover, || key);
        self.plain &= matches!(self.extra(self.size().index(c)), 0 | NO_KEY);
        self.renew(c, byte);
    }

    /// The same map for a mover with a body: a cell may be entered where each cell of the body may be, its place there
    /// being its anchor. A step costs what the ground under the anchor says.
    #[must_use]
    pub fn wide(self, body: Body) -> Self {
        unhalted(self.wide_within(body, &mut || Continue(())))
    }

    /// The same, asking now and then whether to go on.
    ///
    /// # Errors
    /// Breaks where it is told to.
    pub fn wide_within<H>(self, body: Body, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        if !body.is_wide() {
            return Continue(self);
        }
        let (size, cells) = (self.size(), self.enter.clone());
        let mut passage = Self { wide: Some((body, cells)), ..self };
        let mut pace = Pace::default();
        for c in size.cells() {
            pace.step(goes_on)?;
            passage.enter[c] = passage.under(body, c);
        }
        passage.legal = legal::moves(&passage.enter, passage.corners, goes_on)?;
        Continue(passage)
    }

    /// From where an anchor may be entered: from where all cells of its body may be.
    fn under(&self, body: Body, anchor: Cell) -> u8 {
        let (Some((_, cells)), size) = (&self.wide, self.size()) else { return self.enter[anchor] };
        if body.fits(anchor, size, |_| true) {
            body.cells(anchor, size).fold(0xff, |all, cell| all & cells[cell])
        } else {
            0
        }
    }

    /// A cell by itself may be entered so from now on.
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

    /// A map of which is known only where one can stand; a step costs what its direction does, times the weight of the cell
    /// that it ends on, where there are weights.
    pub fn free(free: &Grid<bool>, weights: Option<&Grid<u8>>, rules: &Rules) -> Self {
        let bytes = free.as_slice().iter().map(|&free| Self::bits(free)).collect();
        // As many bytes as cells, so this is always a grid.
        let enter = Grid::from_vec(free.size(), bytes).unwrap_or_default();
        Self {
            legal: unhalted(legal::moves(&enter, rules.corners, &mut || Continue(()))),
            enter,
            wide: None,
            extra: None,
            times: weights.cloned(),
            doors: None,
            door_cost: [0; 4],
            terrain_costs: weights.is_some(),
            corners: rules.corners,
            costs: rules.costs,
            plain: true,
        }
    }

    /// Makes a cell one that can be entered from any side, or one that cannot be entered.
    pub fn set_free(&mut self, c: Cell, free: bool) {
        self.renew(c, Self::bits(free));
    }

    /// Lets nobody enter a cell, until [`Passage::set`] works it out again.
    pub fn block(&mut self, c: Cell) {
        self.add(c, 0);
        self.renew(c, 0);
    }

    /// Works out what entering a cell by itself adds, and from where that may be done.
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
            info.cost.saturating_mul(self.costs.unit)
        } else {
            0
        };
        self.add(c, extra);
        if let Some(doors) = &mut self.doors {
            doors[c] = matches!(tile, Tile::Door | Tile::DoorLocked);
        }
        enter
    }

    /// What a step onto the cell of number `to` adds.
    #[inline]
    fn extra(&self, to: usize) -> u32 {
        self.extra.as_ref().map_or(0, |extra| extra.as_slice()[to])
    }

    /// From now on a step onto a cell adds so much.
    fn add(&mut self, c: Cell, extra: u32) {
        if extra != 0 || self.extra.is_some() {
            let size = self.size();
            self.extra.get_or_insert_with(|| Grid::new(size, 0))[c] = extra;
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
    #[doc(hidden)]
    pub fn moves(&self, from: usize) -> u8 {
        self.legal.as_slice().get(from).copied().unwrap_or(0)
    }

    /// Why a step that may not be taken is refused, with the cell that was asked for where it lies on the map.
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

    /// Whether every step costs what its direction does, wherever it ends.
    #[doc(hidden)]
    pub const fn is_even(&self) -> bool {
        self.plain && self.times.is_none()
    }

    /// Whether the price of a step is that of its direction times what the cell says, and nothing is added to it.
    #[doc(hidden)]
    pub const fn is_plain(&self) -> bool {
        self.plain
    }

    /// By how much a step is multiplied, about: the open list is laid out for so much. What is multiplied by more, up to 9, waits
    /// there just as well, only slower.
    #[doc(hidden)]
    pub const fn dearest(&self) -> u64 {
        if self.times.is_some() { 5 } else { 1 }
    }

    /// The price in units of a step onto the cell of number `to` in direction `dir` that may be taken.
    #[expect(clippy::inline_always, reason = "asked for every neighbour of every cell")]
    #[inline(always)]
    #[doc(hidden)]
    pub fn price(&self, to: usize, dir: Dir) -> u32 {
        let step = self.costs.of(dir);
        let times = self.times.as_ref().map_or(0, |times| times.as_slice()[to]);
        if self.plain {
            return step.saturating_mul(times.max(1).into());
        }
        let price = if times == 0 { step.saturating_add(self.extra(to)) } else { step.saturating_mul(times.into()) };
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
