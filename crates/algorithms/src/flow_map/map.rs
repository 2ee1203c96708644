//! The ground, which changes while a run goes on; the map of an area of it; and the waves that move in a map.

use super::event::{Cause, FAR};
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::movement::{Body, Corners, Refusal, StepCosts};
use crate::observe::Pace;
use crate::params::Resolved;
use crate::scene::{Actor, ActorKind};
use crate::world::World;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// A rectangle of cells that a map covers; both corners belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    pub from: Cell,
    pub to: Cell,
}

impl Area {
    #[inline]
    pub const fn contains(self, c: Cell) -> bool {
        c.x >= self.from.x && c.x <= self.to.x && c.y >= self.from.y && c.y <= self.to.y
    }

    pub const fn cells(self) -> usize {
        (self.to.x - self.from.x + 1) as usize * (self.to.y - self.from.y + 1) as usize
    }

    /// The row-major index of a cell that lies in it.
    #[inline]
    pub const fn index(self, c: Cell) -> usize {
        (c.y - self.from.y) as usize * (self.to.x - self.from.x + 1) as usize + (c.x - self.from.x) as usize
    }

    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (self.from.y..=self.to.y).flat_map(move |y| (self.from.x..=self.to.x).map(move |x| Cell::new(x, y)))
    }
}

/// The cell that a step ends on, or why there is no such step, with the cell that was asked for if it lies in the area.
pub type Step = Result<Cell, (Option<Cell>, Refusal)>;

/// What is solid now, where a walker may stand, and what steps cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// A tile that does not walk, a closed door, or a chained prisoner.
    pub solid: Grid<bool>,
    /// Where the walker's anchor cannot stand: what is solid and, where its body is wide, what is too narrow for it.
    pub shut: Grid<bool>,
    /// How wide those are who walk by the map.
    pub body: Body,
    /// Whether the map starts at the walls instead of the exits.
    pub edges: bool,
    /// What the tile adds, in units; `None` without `terrain-costs`.
    extra: Option<Grid<i64>>,
    /// By how much a step onto a cell is multiplied, in place of what its tile adds; 0 for neither.
    times: Option<Grid<u8>>,
    neighbours: usize,
    pub costs: StepCosts,
    corners: Corners,
}

pub fn is_chained(actor: &Actor) -> bool {
    actor.kind == ActorKind::Prisoner && actor.chained() == Some(true)
}

/// The anchors of all who are chained.
fn chained(world: &World) -> impl Iterator<Item = Cell> {
    world.actors.iter().zip(&world.gone).filter(|(a, gone)| !**gone && is_chained(a)).map(|(a, _)| a.at)
}

/// What a change of a cell does: the cells at which a walker cannot stand any more, or can from now on, row by row, and
/// whether the cell's cost is another.
#[derive(Clone, Debug, Default)]
pub struct Refreshed {
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
        let mut ground = Self {
            solid: Grid::new(size, false),
            shut: Grid::new(size, false),
            body: Body::new(params.int(crate::world::WIDTH.name).unwrap_or(1)),
            edges: params.word("sources") == "edges",
            extra: params.flag("terrain-costs").then(|| Grid::new(size, 0)),
            times: world.weights.clone().filter(|_| params.flag("terrain-costs")),
            neighbours: if params.word("neighbours") == "8" { 8 } else { 4 },
            // The card lets only these names through, so the fallbacks are never taken.
            costs: StepCosts::named(&params.word("costs")).unwrap_or(StepCosts { straight: 1, diagonal: 1, unit: 1 }),
            corners: Corners::named(&params.word("corners")).unwrap_or(Corners::Never),
        };
        let mut pace = Pace::default();
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

    /// Whether a walker's anchor cannot stand on a cell, where something says what is solid.
    pub fn shuts(&self, solid: impl Fn(Cell) -> bool, c: Cell) -> bool {
        !self.body.fits(c, self.solid.size(), |cell| !solid(cell))
    }

    /// Whether a neighbour of a cell, diagonals by the neighbourhood alone, is where nobody can stand, or off the map.
    pub fn is_edge(&self, c: Cell) -> bool {
        let size = self.solid.size();
        self.dirs().iter().any(|&dir| c.step(dir, size).is_none_or(|n| self.shut[n]))
    }

    /// Looks again at what the tile of a cell adds; nothing where a weight stands in its place. Whether that is another now.
    fn adds(&mut self, world: &World, c: Cell) -> bool {
        let Some(extra) = &mut self.extra else { return false };
        let weighed = self.times.as_ref().is_some_and(|times| times[c] != 0);
        let adds = if weighed { 0 } else { world.tiles[c].info().cost as i64 * self.costs.unit as i64 };
        std::mem::replace(&mut extra[c], adds) != adds
    }

    /// Looks at one cell of the world again.
    pub fn refresh(&mut self, world: &World, c: Cell) -> Refreshed {
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

    /// The directions in the order of the source: up, right, down, left, and the diagonals after.
    #[inline]
    pub fn dirs(&self) -> &'static [Dir] {
        &Dir::WINDS[..self.neighbours]
    }

    /// Whether a change of a cell also changes which steps go past its corners.
    pub fn cuts_corners(&self) -> bool {
        self.neighbours == 8 && self.corners != Corners::Always
    }

    /// Whether some ground costs more than other.
    pub const fn is_uneven(&self) -> bool {
        self.extra.is_some()
    }

    /// What the way between two cells would cost if nothing were in it and all ground alike, in units.
    pub fn as_the_crow_flies(&self, a: Cell, b: Cell) -> i64 {
        let (dx, dy) = a.delta(b);
        let (across, along) = (i64::from(dx.min(dy)), i64::from(dx.abs_diff(dy)));
        let (straight, diagonal) = (i64::from(self.costs.straight), i64::from(self.costs.diagonal));
        let diagonal = if self.neighbours == 8 { diagonal } else { 2 * straight };
        across * diagonal + along * straight
    }

    /// What the ripple pays for entering a cell by a step in that direction, in units. A cell's value so includes its
    /// own tile, which makes *to the lowest neighbour* the right way down.
    #[inline]
    pub fn price(&self, dir: Dir, into: Cell) -> i64 {
        let step = self.costs.of(dir) as i64;
        match &self.times {
            Some(times) if times[into] != 0 => step * times[into] as i64,
            _ => step + self.extra.as_ref().map_or(0, |extra| extra[into]),
        }
    }

    /// Tries a step within an area. Steps go both ways alike.
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir, area: Area) -> Step {
        self.step_where(|c| self.shut[c], from, dir, area)
    }

    /// The same where something else says where nobody can stand.
    #[inline]
    pub fn step_where(&self, shut: impl Fn(Cell) -> bool, from: Cell, dir: Dir, area: Area) -> Step {
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
pub struct Record {
    pub value: i64,
    pub level: u32,
    /// Where the value comes from. Of a cell that is not reached: the neighbour whose mark it took as a value.
    pub toward: Option<Dir>,
    /// By how much the mark of a cell that is not reached is more than that of the others: the source's words make it their mark
    /// plus one, and so on. 0 of all other cells.
    pub over: u16,
}

pub const NOTHING: Record = Record { value: FAR, level: 0, toward: None, over: 0 };

#[derive(Clone, Debug)]
pub struct Map {
    pub area: Area,
    records: Vec<Record>,
    /// Exits and goals with their starting values, in the scene's order; none where the map starts at the walls.
    pub sources: Vec<(Cell, i64)>,
    pub reached: u32,
}

impl Map {
    pub fn new<H>(area: Area, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, Self> {
        let records = Grid::filled(area.cells(), NOTHING, goes_on)?;
        Continue(Self { area, records, sources: Vec::new(), reached: 0 })
    }

    /// What is kept of a cell; nothing outside of the area.
    #[inline]
    pub fn record(&self, c: Cell) -> Record {
        if self.area.contains(c) { self.records[self.area.index(c)] } else { NOTHING }
    }

    #[inline]
    pub fn value(&self, c: Cell) -> i64 {
        self.record(c).value
    }

    #[inline]
    pub fn set(&mut self, c: Cell, record: Record) {
        let old = std::mem::replace(&mut self.records[self.area.index(c)], record).value;
        self.reached = self.reached + u32::from(record.value != FAR) - u32::from(old != FAR);
    }

    /// The smallest starting value of the sources on a cell; 1 on an edge, where the map starts there.
    pub fn source(&self, ground: &Ground, c: Cell) -> Option<i64> {
        if ground.edges {
            return ground.is_edge(c).then_some(ground.costs.unit.into());
        }
        self.sources.iter().filter(|s| s.0 == c).map(|s| s.1).min()
    }

    /// The best that a free cell is offered: its own starting value, or its lowest neighbour's value plus the step.
    /// Of equals the first in the neighbour order. Neighbours below `least` are passed over.
    pub fn offer(&self, ground: &Ground, c: Cell, least: i64) -> Offer {
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

    /// Of a free cell's neighbours that are not reached the first with the lowest mark, and by how much that is more than the
    /// others'.
    pub fn lowest_mark(&self, ground: &Ground, c: Cell) -> Option<(u16, Dir)> {
        let mark = |&dir: &Dir| {
            let record = self.record(ground.step(c, dir, self.area).ok()?);
            (record.value == FAR).then_some((record.over, dir))
        };
        ground.dirs().iter().filter_map(mark).min_by_key(|mark| mark.0)
    }

    /// What holds a cell's value up: its own starting value (`Some(None)`), or a neighbour that is lower by at least
    /// the step. Support so falls strictly and cannot go round in a circle, even while waves are moving.
    #[expect(clippy::option_option, reason = "nothing, itself, or a neighbour")]
    pub fn support(&self, ground: &Ground, c: Cell) -> Option<Option<Dir>> {
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

/// A value, and where it comes from.
pub type Offer = (i64, Option<Dir>);

/// Cells that wait, by value; of one value first in, first out. With steps of 1 this is a queue, else a priority
/// queue. The flag says whether the wave itself wrote the cell.
pub type Queue = BTreeMap<i64, Waiting>;
pub type Waiting = Vec<(Cell, bool)>;

#[derive(Clone, Debug, Default)]
pub struct Wave {
    pub map: usize,
    pub from: Cell,
    /// Where a walker can stand from now on, or cannot any more: of a wide one more than one cell, or none.
    pub turned: Vec<Cell>,
    pub cause: Cause,
    /// The number of the change that set it going, from 1; 0 for the first ripple.
    pub change: u32,
    /// The turn in which it began.
    pub turn: u32,
    /// The first queue: cells whose support may be gone, by the values that they had.
    pub raise: Queue,
    /// The cells that were raised and can be reached again.
    pub raised: Vec<Cell>,
    /// The second queue: cells that the ripple goes on from.
    pub queue: Queue,
    pub levels: u32,
    /// The cells that were written, some more than once; forgotten once it is over.
    pub touched: Vec<Cell>,
    pub cells: u32,
    pub over: bool,
}

impl Wave {
    /// Whether it still takes values away; other waves of the map wait for that, or values without support could
    /// raise each other for ever.
    pub fn is_raising(&self) -> bool {
        !self.raise.is_empty() || !self.raised.is_empty()
    }

    pub fn is_done(&self) -> bool {
        !self.is_raising() && self.queue.is_empty()
    }
}
