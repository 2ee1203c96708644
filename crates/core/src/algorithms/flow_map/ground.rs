//! The ground of a flow map: what is solid now, what a cell costs, and which steps there are.
//!
//! Built like [`Passage`](crate::movement::Passage), but it changes while a run goes on, and closed doors and
//! chained prisoners are solid.

use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::movement::{Corners, Refusal, StepCosts};
use crate::params::Resolved;
use crate::scene::{Actor, ActorKind};
use crate::terrain::Tile;
use crate::world::World;

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

/// What is solid now, and what steps cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// A tile that does not walk, a closed door, or a chained prisoner.
    pub solid: Grid<bool>,
    /// What the tile adds, in units; 0 everywhere without `terrain-costs`.
    extra: Grid<i64>,
    neighbours: usize,
    pub costs: StepCosts,
    corners: Corners,
    terrain: bool,
}

/// Where somebody chained stands.
fn chained(world: &World) -> impl Iterator<Item = Cell> {
    let chained = |a: &Actor| a.kind == ActorKind::Prisoner && a.chained() == Some(true);
    world.actors.iter().zip(&world.gone).filter(move |(a, gone)| !**gone && chained(a)).map(|(a, _)| a.at)
}

impl Ground {
    pub fn new(world: &World, params: &Resolved) -> Self {
        let size = world.tiles.size();
        let mut ground = Self {
            solid: Grid::new(size, false),
            extra: Grid::new(size, 0),
            neighbours: if params.word("neighbours") == "8" { 8 } else { 4 },
            // The card lets only these names through, so the fallbacks are never taken.
            costs: StepCosts::named(&params.word("costs")).unwrap_or(StepCosts { straight: 1, diagonal: 1, unit: 1 }),
            corners: Corners::named(&params.word("corners")).unwrap_or(Corners::Never),
            terrain: params.flag("terrain-costs"),
        };
        for c in size.cells() {
            ground.solid[c] = world.tiles[c].is_solid();
            ground.extra[c] = ground.extra_of(world.tiles[c]);
        }
        for c in chained(world) {
            ground.solid[c] = true;
        }
        ground
    }

    fn extra_of(&self, tile: Tile) -> i64 {
        if self.terrain { tile.info().cost as i64 * self.costs.unit as i64 } else { 0 }
    }

    /// Looks at one cell of the world again: whether it is solid now, and whether its cost is another.
    pub fn refresh(&mut self, world: &World, c: Cell) -> bool {
        self.solid[c] = world.tiles[c].is_solid() || chained(world).any(|at| at == c);
        let extra = self.extra_of(world.tiles[c]);
        std::mem::replace(&mut self.extra[c], extra) != extra
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

    /// What the ripple pays for entering a cell by a step in that direction, in units. A cell's value so includes its
    /// own tile, which makes *to the lowest neighbour* the right way down.
    #[inline]
    pub fn price(&self, dir: Dir, into: Cell) -> i64 {
        self.costs.of(dir) as i64 + self.extra[into]
    }

    /// The cell that a step within an area ends on, or why there is no such step, with the cell that was asked for if it
    /// lies in the area. Steps go both ways alike.
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir, area: Area) -> Result<Cell, (Option<Cell>, Refusal)> {
        self.step_where(|c| self.solid[c], from, dir, area)
    }

    /// The same where something else says what is solid.
    #[inline]
    pub fn step_where(
        &self,
        solid: impl Fn(Cell) -> bool,
        from: Cell,
        dir: Dir,
        area: Area,
    ) -> Result<Cell, (Option<Cell>, Refusal)> {
        let Some(to) = from.step(dir, self.solid.size()).filter(|&c| area.contains(c)) else {
            return Err((None, Refusal::Edge));
        };
        if solid(to) {
            return Err((Some(to), Refusal::Blocked));
        }
        if dir.is_diagonal() && self.corners != Corners::Always {
            let a = !solid(Cell::new(to.x, from.y));
            let b = !solid(Cell::new(from.x, to.y));
            if !(if self.corners == Corners::Never { a && b } else { a || b }) {
                return Err((Some(to), Refusal::Corner));
            }
        }
        Ok(to)
    }
}
