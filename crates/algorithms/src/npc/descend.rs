//! A step down a Dijkstra map: to the neighbour with the smallest distance plus step cost. Dice decide between equals.

use super::event::{Obstacle, Wait};
use crate::dijkstra::lowest;
use crate::flee_map::leads_through;
use crate::movement::Corners;
use crate::root2::Root2;
use crate::{Cell, Dir, Rng, Size, Tile};
use std::ops::ControlFlow::{self, Continue};

/// An event during the choice of a step. Algorithms wrap it in their own events. `from` points back to the walker.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    Weighed { cell: Cell, from: Dir, d: Root2 },
    Refused { cell: Cell, from: Dir, why: Obstacle },
    Rolled { cell: Cell, from: Dir, n: u8, roll: f64 },
}

/// A walker: its cell, and the map as it knows it.
pub(crate) struct Walker<F> {
    pub(crate) here: Cell,
    pub(crate) size: Size,
    pub(crate) corners: Corners,
    /// Returns the tile of a cell as the walker knows it, if it does.
    pub(crate) known: F,
}

impl<F: Fn(Cell) -> Option<Tile>> Walker<F> {
    fn open(&self, cell: Cell) -> Result<(), Obstacle> {
        match (self.known)(cell) {
            None => Err(Obstacle::Unknown),
            Some(tile) if leads_through(tile) => Ok(()),
            Some(_) => Err(Obstacle::Solid),
        }
    }

    /// Returns the cell that a step ends on, according to the walker's knowledge. Cells off the map count as unknown.
    pub(crate) fn way(&self, from: Cell, dir: Dir) -> Result<Cell, Obstacle> {
        let to = from.step(dir, self.size).ok_or(Obstacle::Unknown)?;
        self.open(to)?;
        if dir.is_diagonal() && self.corners != Corners::Always {
            let beside = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
            let free = beside.iter().filter(|&&c| self.open(c).is_ok()).count();
            if free < if self.corners == Corners::Never { 2 } else { 1 } {
                return Err(Obstacle::Corner);
            }
        }
        Ok(to)
    }

    /// Weighs the neighbours by distance plus step cost and returns the best one. Returns the reason to wait if
    /// there is none.
    pub(crate) fn descend<H>(
        &self,
        far: impl Fn(Cell) -> Option<Root2>,
        dice: &mut Rng,
        mut on: impl FnMut(Choice) -> ControlFlow<H>,
    ) -> ControlFlow<H, Result<Cell, Wait>> {
        let mut all: Vec<(Cell, Dir, Root2)> = Vec::with_capacity(8);
        for dir in Dir::WINDS {
            let Some(cell) = self.here.step(dir, self.size) else { continue };
            let from = dir.opposite();
            match self.way(self.here, dir).and_then(|to| far(to).ok_or(Obstacle::Unreached)) {
                Ok(d) => {
                    all.push((cell, from, d + Root2::step(dir)));
                    on(Choice::Weighed { cell, from, d })?;
                }
                Err(why) => on(Choice::Refused { cell, from, why })?,
            }
        }
        let best = lowest(&all, |c| c.2);
        let (to, _, total) = match best.len() {
            0 => return Continue(Err(Wait::NoWay)),
            1 => best[0],
            n => {
                let (i, roll) = dice.pick(n);
                on(Choice::Rolled { cell: best[i].0, from: best[i].1, n: n as u8, roll })?;
                best[i]
            }
        };
        // Normally `total` equals the distance of the walker's own cell. It is greater only if the place cannot be
        // entered.
        Continue(if far(self.here).is_some_and(|d| total > d) { Err(Wait::NoNearer) } else { Ok(to) })
    }
}
