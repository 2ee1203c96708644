//! The ground, which changes during a run; the map of an area; and the waves that move in a map.

use super::event::{Cause, FAR};
use crate::movement::{Body, Corners, Refusal, StepCosts};
use crate::observe::StepCounter;
use crate::params::Resolved;
use crate::world::World;
use crate::{Actor, ActorKind, Cell, Dir, Grid, Weights};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// A rectangle of cells covered by a map, including both corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    pub from: Cell,
    pub to: Cell,
}

impl Area {
    #[inline]
    pub(crate) const fn contains(self, c: Cell) -> bool {
        c.x >= self.from.x && c.x <= self.to.x && c.y >= self.from.y && c.y <= self.to.y
    }

    pub const fn cells(self) -> usize {
        (self.to.x - self.from.x + 1) as usize * (self.to.y - self.from.y + 1) as usize
    }

    /// Returns the row-major index of a cell inside the area.
    #[inline]
    pub(crate) const fn index(self, c: Cell) -> usize {
        (c.y - self.from.y) as usize * (self.to.x - self.from.x + 1) as usize + (c.x - self.from.x) as usize
    }

    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (self.from.y..=self.to.y).flat_map(move |y| (self.from.x..=self.to.x).map(move |x| Cell::new(x, y)))
    }
}

/// The destination of a step. If the step is refused, the reason and, if it is in the area, the destination.
pub(super) type Step = Result<Cell, (Option<Cell>, Refusal)>;

/// The solid cells, the cells where a walker may stand, and the costs of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Solid cells: a tile that cannot be walked on, a closed door, or a chained prisoner.
    pub solid: Grid<bool>,
    /// Cells where the walker's anchor cannot stand: solid cells and, for a wide body, cells too narrow for it.
    pub shut: Grid<bool>,
    /// Width of the walkers that use the map.
    pub body: Body,
    /// Whether the map starts at the walls instead of the exits.
    pub edges: bool,
    /// Extra cost of each tile, in units; `None` without `terrain-costs`.
    extra: Option<Grid<i64>>,
    /// Weight of each cell in the unit of the weights, in place of the extra cost; 0 for none.
    times: Option<Grid<u32>>,
    neighbours: usize,
    pub costs: StepCosts,
    corners: Corners,
}

pub(super) fn is_chained(actor: &Actor) -> bool {
    actor.kind == ActorKind::Prisoner && actor.chained() == Some(true)
}

/// Returns the anchors of all chained prisoners.
fn chained(world: &World) -> impl Iterator<Item = Cell> {
    world.actors.iter().zip(&world.gone).filter(|(a, gone)| !**gone && is_chained(a)).map(|(a, _)| a.at)
}

/// Result of a change of a cell: the cells where a walker can no longer stand, or now can, row by row. Also whether the
/// cost of the cell changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refreshed {
    pub turned: Vec<Cell>,
    pub costlier: bool,
}

impl Ground {
    pub fn new<H>(
        world: &World,
        params: &Resolved,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Self> {
        let size = world.tiles.size();
        let weights = world.weights.as_ref().filter(|_| params.flag("terrain-costs"));
        // The card only accepts these names, so the fallback is never used.
        let costs = StepCosts::named(&params.word("costs")).unwrap_or(StepCosts::new(1, 1, 1));
        let mut ground = Self {
            solid: Grid::new(size, false),
            shut: Grid::new(size, false),
            body: Body::new(params.int(crate::world::WIDTH.name).unwrap_or(1)),
            edges: params.word("sources") == "edges",
            extra: params.flag("terrain-costs").then(|| Grid::new(size, 0)),
            times: weights.map(|weights| weights.times().clone()),
            neighbours: if params.word("neighbours") == "8" { 8 } else { 4 },
            costs: costs.with_weight_unit(weights.map_or(1, Weights::unit)),
            corners: Corners::named(&params.word("corners")).unwrap_or(Corners::Never),
        };
        let mut pace = StepCounter::default();
        for c in size.cells() {
            pace.step(goes_on)?;
            ground.solid[c] = world.tiles[c].is_solid();
            ground.adds(world, c);
        }
        for c in chained(world).flat_map(|at| ground.body.cells(at, size)) {
            ground.solid[c] = true;
        }
        for c in size.cells() {
            pace.step(goes_on)?;
            ground.shut[c] = ground.shuts(|c| ground.solid[c], c);
        }
        Continue(ground)
    }

    /// Returns whether a walker's anchor cannot stand on a cell, given a test for solid cells.
    pub(crate) fn shuts(&self, solid: impl Fn(Cell) -> bool, c: Cell) -> bool {
        !self.body.fits(c, self.solid.size(), |cell| !solid(cell))
    }

    /// Returns whether any neighbour of a cell is blocked or off the map. Diagonals count if the neighbourhood has
    /// them.
    pub(crate) fn is_edge(&self, c: Cell) -> bool {
        let size = self.solid.size();
        self.dirs().iter().any(|&dir| c.step(dir, size).is_none_or(|n| self.shut[n]))
    }

    /// Updates the extra cost of a cell from its tile. It is 0 if a weight replaces it. Returns whether it changed.
    fn adds(&mut self, world: &World, c: Cell) -> bool {
        let Some(extra) = &mut self.extra else { return false };
        let has_weight = self.times.as_ref().is_some_and(|times| times[c] != 0);
        let adds = if has_weight { 0 } else { world.tiles[c].info().cost as i64 * self.costs.unit as i64 };
        std::mem::replace(&mut extra[c], adds) != adds
    }

    /// Updates a cell from the world.
    pub(crate) fn refresh(&mut self, world: &World, c: Cell) -> Refreshed {
        let size = self.solid.size();
        self.solid[c] = world.tiles[c].is_solid() || chained(world).any(|at| self.body.covers(at, c));
        let costlier = self.adds(world, c);
        let mut turned = Vec::new();
        for anchor in self.body.anchors(c, size) {
            let shut = self.shuts(|c| self.solid[c], anchor);
            if std::mem::replace(&mut self.shut[anchor], shut) != shut {
                turned.push(anchor);
            }
        }
        Refreshed { turned, costlier }
    }

    /// Returns the directions in the order of the source: up, right, down, left, then the diagonals.
    #[inline]
    pub(crate) fn dirs(&self) -> &'static [Dir] {
        &Dir::WINDS[..self.neighbours]
    }

    /// Returns whether a change of a cell also changes which diagonal steps past it are allowed.
    pub(crate) fn cuts_corners(&self) -> bool {
        self.neighbours == 8 && self.corners != Corners::Always
    }

    /// Returns whether ground costs vary.
    pub(crate) const fn is_uneven(&self) -> bool {
        self.extra.is_some()
    }

    /// Returns the cost of a path between two cells without obstacles and with equal ground, in units.
    pub(crate) fn as_the_crow_flies(&self, a: Cell, b: Cell) -> i64 {
        let (dx, dy) = a.delta(b);
        let (across, along) = (i64::from(dx.min(dy)), i64::from(dx.abs_diff(dy)));
        let [straight, diagonal] = [Dir::E, Dir::Se].map(|dir| self.costs.unweighted(dir).cast_signed());
        let diagonal = if self.neighbours == 8 { diagonal } else { 2 * straight };
        across * diagonal + along * straight
    }

    /// Returns the cost of entering a cell by a step in a direction, in units. A cell's value includes its own tile. So
    /// *to the lowest neighbour* is the correct path down.
    #[inline]
    pub(crate) fn price(&self, dir: Dir, into: Cell) -> i64 {
        match &self.times {
            Some(times) if times[into] != 0 => self.costs.of(dir) as i64 * times[into] as i64,
            _ => self.costs.unweighted(dir).cast_signed() + self.extra.as_ref().map_or(0, |extra| extra[into]),
        }
    }

    /// Tries a step within an area. The result is the same in both directions.
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir, area: Area) -> Step {
        self.step_where(|c| self.shut[c], from, dir, area)
    }

    /// Like [`step`](Self::step), but `shut` decides where a walker cannot stand.
    #[inline]
    pub(crate) fn step_where(&self, shut: impl Fn(Cell) -> bool, from: Cell, dir: Dir, area: Area) -> Step {
        let Some(to) = from.step(dir, self.solid.size()).filter(|&c| area.contains(c)) else {
            return Err((None, Refusal::Edge));
        };
        if shut(to) {
            let narrow = self.body.is_wide() && !self.solid[to];
            return Err((Some(to), if narrow { Refusal::Narrow } else { Refusal::Blocked }));
        }
        if dir.is_diagonal() && self.corners != Corners::Always {
            let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
            let needed = if self.corners == Corners::Never { 2 } else { 1 };
            if beside.into_iter().filter(|&c| !shut(c)).count() < needed {
                return Err((Some(to), Refusal::Corner));
            }
        }
        Ok(to)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Record {
    pub value: i64,
    pub level: u32,
    /// Direction that the value comes from. For a cell that is not reached, the neighbour whose mark it took as a
    /// value.
    pub toward: Option<Dir>,
    /// Excess of the mark of an unreached cell over that of other cells. By the wording of the source, a freed cell
    /// takes their mark plus one, and so on. 0 for all other cells.
    pub over: u16,
}

pub(super) const NOTHING: Record = Record { value: FAR, level: 0, toward: None, over: 0 };

#[derive(Clone, Debug)]
pub(super) struct Map {
    pub area: Area,
    records: Vec<Record>,
    /// Exits and goals with their starting values, in scene order. Empty if the map starts at the walls.
    pub sources: Vec<(Cell, i64)>,
    pub reached: u32,
}

impl Map {
    pub(super) fn new<H>(area: Area, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        let records = Grid::filled(area.cells(), NOTHING, goes_on)?;
        Continue(Self { area, records, sources: Vec::new(), reached: 0 })
    }

    /// Returns the record of a cell; [`NOTHING`] outside the area.
    #[inline]
    pub(super) fn record(&self, c: Cell) -> Record {
        if self.area.contains(c) { self.records[self.area.index(c)] } else { NOTHING }
    }

    #[inline]
    pub(super) fn value(&self, c: Cell) -> i64 {
        self.record(c).value
    }

    #[inline]
    pub(super) fn set(&mut self, c: Cell, record: Record) {
        let old = std::mem::replace(&mut self.records[self.area.index(c)], record).value;
        self.reached = self.reached + u32::from(record.value != FAR) - u32::from(old != FAR);
    }

    /// Returns the smallest starting value of the sources on a cell. If the map starts at the walls, it is 1 beside a
    /// wall.
    pub(super) fn source(&self, ground: &Ground, c: Cell) -> Option<i64> {
        if ground.edges {
            return ground.is_edge(c).then_some(ground.costs.unit.cast_signed());
        }
        self.sources.iter().filter(|s| s.0 == c).map(|s| s.1).min()
    }

    /// Returns the best offer for a free cell: its own starting value, or its lowest neighbour's value plus the step.
    /// Among equals, the first in neighbour order wins. Neighbours below `least` are ignored.
    pub(super) fn offer(&self, ground: &Ground, c: Cell, least: i64) -> Offer {
        let mut best = (self.source(ground, c).unwrap_or(FAR), None);
        for &dir in ground.dirs() {
            let Ok(n) = ground.step(c, dir, self.area) else { continue };
            let value = self.value(n);
            if value != FAR && value >= least && value + ground.price(dir, c) < best.0 {
                best = (value + ground.price(dir, c), Some(dir));
            }
        }
        best
    }

    /// Returns the first of the unreached neighbours of a free cell with the lowest mark, and the excess of that mark.
    pub(super) fn lowest_mark(&self, ground: &Ground, c: Cell) -> Option<(u16, Dir)> {
        let mark = |&dir: &Dir| {
            let record = self.record(ground.step(c, dir, self.area).ok()?);
            (record.value == FAR).then_some((record.over, dir))
        };
        ground.dirs().iter().filter_map(mark).min_by_key(|mark| mark.0)
    }

    /// Returns what supports a cell's value: its own starting value (`Some(None)`), or a neighbour lower by at least
    /// the step. So support falls strictly and cannot form a cycle, even while waves move.
    #[expect(clippy::option_option, reason = "nothing, itself, or a neighbour")]
    pub(super) fn support(&self, ground: &Ground, c: Cell) -> Option<Option<Dir>> {
        let value = self.value(c);
        if self.source(ground, c).is_some_and(|start| start <= value) {
            return Some(None);
        }
        let holds = |&&dir: &&Dir| {
            let below = ground.step(c, dir, self.area).map_or(FAR, |n| self.value(n));
            below != FAR && below + ground.price(dir, c) <= value
        };
        ground.dirs().iter().find(holds).map(|&dir| Some(dir))
    }
}

/// A value, and the direction it comes from.
pub(super) type Offer = (i64, Option<Dir>);

/// Waiting cells by value; first in, first out within a value. With steps of 1 this is a queue, otherwise a priority
/// queue. The flag is whether the wave itself wrote the cell.
pub(super) type Queue = BTreeMap<i64, Waiting>;
pub(super) type Waiting = Vec<(Cell, bool)>;

#[derive(Clone, Debug, Default)]
pub(super) struct Wave {
    pub map: usize,
    pub from: Cell,
    /// The cells where a walker now can or no longer can stand. For a wide walker, these can be several cells or none.
    pub turned: Vec<Cell>,
    pub cause: Cause,
    /// Number of the change that started the wave, from 1; 0 for the first ripple.
    pub change: u32,
    /// The turn in which the wave began.
    pub turn: u32,
    /// The first queue: cells that may have lost their support, by their value.
    pub raise: Queue,
    /// The raised cells that may be reached again.
    pub raised: Vec<Cell>,
    /// The second queue: cells from which the ripple continues.
    pub queue: Queue,
    pub levels: u32,
    /// The written cells, with repetitions. Cleared when the wave ends.
    pub touched: Vec<Cell>,
    pub cells: u32,
    pub over: bool,
}

impl Wave {
    /// Returns whether the wave still raises cells. Other waves of the map wait for that. Otherwise, values without
    /// support could raise each other forever.
    pub(super) fn is_raising(&self) -> bool {
        !self.raise.is_empty() || !self.raised.is_empty()
    }

    pub(super) fn is_done(&self) -> bool {
        !self.is_raising() && self.queue.is_empty()
    }
}
