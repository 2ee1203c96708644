//! The ground of a flow map: what is solid now, what a cell costs, and which steps there are.
//!
//! Built like [`Passage`](crate::movement::Passage), but it changes while a run goes on, and closed doors and
//! chained prisoners are solid.

use super::problem::Problem;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::movement::{Corners, Refusal, StepCosts};
use crate::scene::ActorKind;
use crate::world::World;

/// The neighbour order of the source: up, right, down, left, and the diagonals after, clockwise too.
pub const ORDER: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::Ne, Dir::Se, Dir::Sw, Dir::Nw];

/// A rectangle of cells that a map covers; both corners belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The top left corner.
    pub from: Cell,
    /// The bottom right corner.
    pub to: Cell,
}

impl Area {
    /// Whether the cell lies in it.
    #[inline]
    pub const fn contains(&self, c: Cell) -> bool {
        c.x >= self.from.x && c.x <= self.to.x && c.y >= self.from.y && c.y <= self.to.y
    }

    /// How many cells it has.
    pub const fn cells(&self) -> usize {
        (self.to.x - self.from.x + 1) as usize * (self.to.y - self.from.y + 1) as usize
    }

    /// The row-major index of a cell that lies in it.
    #[inline]
    pub const fn index(&self, c: Cell) -> usize {
        (c.y - self.from.y) as usize * (self.to.x - self.from.x + 1) as usize + (c.x - self.from.x) as usize
    }

    /// Every cell, row by row.
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
    costs: StepCosts,
    corners: Corners,
    terrain: bool,
}

impl Ground {
    /// The ground of a world under a problem's rules.
    pub fn new(problem: &Problem, world: &World) -> Self {
        let size = world.tiles.size();
        let mut ground = Self {
            solid: Grid::new(size, false),
            extra: Grid::new(size, 0),
            neighbours: problem.neighbours,
            costs: problem.costs,
            corners: problem.corners,
            terrain: problem.terrain,
        };
        for c in size.cells() {
            let tile = world.tiles[c];
            ground.solid[c] = tile.is_solid();
            if ground.terrain {
                ground.extra[c] = tile.info().cost as i64 * ground.costs.unit as i64;
            }
        }
        for (i, a) in world.actors.iter().enumerate() {
            if !world.gone[i] && a.kind == ActorKind::Prisoner && a.chained == Some(true) {
                ground.solid[a.at] = true;
            }
        }
        ground
    }

    /// Looks at one cell of the world again: whether it is solid now, and whether its cost is another.
    pub fn refresh(&mut self, world: &World, c: Cell) -> bool {
        let chained = |i: usize| world.actors[i].kind == ActorKind::Prisoner && world.actors[i].chained == Some(true);
        let body = (0..world.actors.len()).any(|i| !world.gone[i] && world.actors[i].at == c && chained(i));
        self.solid[c] = world.tiles[c].is_solid() || body;
        let extra = if self.terrain { world.tiles[c].info().cost as i64 * self.costs.unit as i64 } else { 0 };
        std::mem::replace(&mut self.extra[c], extra) != extra
    }

    /// The directions that are tried, in order.
    #[inline]
    pub fn dirs(&self) -> &'static [Dir] {
        &ORDER[..self.neighbours]
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

    /// The cell that a step within an area ends on, or why there is no such step. Steps go both ways alike.
    ///
    /// # Errors
    /// The refusal, with the cell that was asked for where it lies in the area.
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir, area: &Area) -> Result<Cell, (Option<Cell>, Refusal)> {
        self.step_where(|c| self.solid[c], from, dir, area)
    }

    /// The same where something else says what is solid.
    ///
    /// # Errors
    /// As [`Ground::step`].
    #[inline]
    pub fn step_where(
        &self,
        solid: impl Fn(Cell) -> bool,
        from: Cell,
        dir: Dir,
        area: &Area,
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
