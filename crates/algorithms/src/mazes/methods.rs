//! The three methods to build a maze, each on chambers in odd columns and rows.

use super::Plan;
use super::event::MazesEvent as E;
use crate::{Cell, Dir, Observer, Rng};
use std::ops::ControlFlow::{self, Continue};

impl Plan {
    /// Picks a random chamber.
    fn chamber(&self, dice: &mut Rng) -> Cell {
        let pick = |count: u16, dice: &mut Rng| 1 + 2 * dice.below(count.into()) as u16;
        let x = pick(self.across, dice);
        Cell::new(x, pick(self.down, dice))
    }

    /// Returns the chambers next to one, each with the wall cell between.
    fn beside(&self, cell: Cell) -> impl Iterator<Item = (Cell, Cell)> {
        let size = self.floor.size();
        let (right, bottom) = (2 * self.across, 2 * self.down);
        Dir::STRAIGHT.into_iter().filter_map(move |dir| {
            let between = cell.step(dir, size)?;
            let to = between.step(dir, size)?;
            (to.x > 0 && to.y > 0 && to.x < right && to.y < bottom).then_some((between, to))
        })
    }

    /// Clears the wall to a chamber, and the chamber.
    fn join<O: Observer<E>>(&mut self, between: Cell, to: Cell, o: &mut O) -> ControlFlow<O::Halt> {
        (self.floor[between], self.floor[to]) = (true, true);
        o.on(E::Cleared { cell: between, between: true })?;
        o.on(E::Cleared { cell: to, between: false })
    }

    /// Builds the maze depth-first: continues from the newest chamber in a random direction.
    pub(super) fn depth_first<O: Observer<E>>(&mut self, dice: &mut Rng, o: &mut O) -> ControlFlow<O::Halt> {
        let first = self.chamber(dice);
        self.floor[first] = true;
        o.on(E::Cleared { cell: first, between: false })?;
        o.on(E::Entered { cell: first, from: None })?;
        let mut stack = vec![first];
        while let Some(&cell) = stack.last() {
            let new: Vec<(Cell, Cell)> = self.beside(cell).filter(|&(_, to)| !self.floor[to]).collect();
            let Some(&(between, to)) = new.get(dice.below(new.len() as u64) as usize) else {
                stack.pop();
                o.on(E::Left { cell })?;
                continue;
            };
            self.join(between, to, o)?;
            stack.push(to);
            o.on(E::Entered { cell: to, from: Some(cell) })?;
        }
        Continue(())
    }

    /// Builds the maze by Prim's algorithm: picks a random chamber next to the maze and joins it through a random wall.
    pub(super) fn prim<O: Observer<E>>(&mut self, dice: &mut Rng, o: &mut O) -> ControlFlow<O::Halt> {
        let first = self.chamber(dice);
        let mut frontier = vec![first];
        let mut waits = crate::grid::Grid::new(self.floor.size(), false);
        waits[first] = true;
        while !frontier.is_empty() {
            let among = frontier.len() as u32;
            let cell = frontier.swap_remove(dice.below(among.into()) as usize);
            let old: Vec<(Cell, Cell)> = self.beside(cell).filter(|&(_, to)| self.floor[to]).collect();
            let way = old.get(dice.below(old.len() as u64) as usize).copied();
            o.on(E::Drawn { cell, from: way.map(|(_, from)| from), among })?;
            if let Some((between, _)) = way {
                self.join(between, cell, o)?;
            } else {
                self.floor[cell] = true;
                o.on(E::Cleared { cell, between: false })?;
            }
            for (_, to) in self.beside(cell) {
                if !std::mem::replace(&mut waits[to], true) {
                    frontier.push(to);
                    o.on(E::Waited { cell: to, from: cell })?;
                }
            }
        }
        Continue(())
    }

    /// Builds the maze by recursive division: puts a wall with one gap through a room, then divides both halves.
    pub(super) fn divide<O: Observer<E>>(&mut self, dice: &mut Rng, o: &mut O) -> ControlFlow<O::Halt> {
        // Rooms: the first chamber, and the width and height in chambers.
        let mut rooms = vec![(Cell::new(1, 1), self.across, self.down)];
        while let Some((at, across, down)) = rooms.pop() {
            if across < 2 || down < 2 {
                o.on(E::Kept { cell: at, width: 2 * across - 1, height: 2 * down - 1 })?;
                continue;
            }
            // Divide the longer side, so that rooms stay wide. If both sides are equally long, dice decide.
            let upright = across > down || (across == down && dice.below(2) == 0);
            let (long, short) = if upright { (across, down) } else { (down, across) };
            let half = 1 + dice.below((long - 1).into()) as u16;
            let gap = 2 * dice.below(short.into()) as u16;
            let place = |k: u16| {
                if upright {
                    Cell::new(at.x + 2 * half - 1, at.y + k)
                } else {
                    Cell::new(at.x + k, at.y + 2 * half - 1)
                }
            };
            o.on(E::Divided { first: place(0), last: place(2 * short - 2), cell: place(gap) })?;
            for cell in (0..2 * short - 1).filter(|&k| k != gap).map(place) {
                self.floor[cell] = false;
                o.on(E::Walled { cell, divides: true })?;
            }
            let (near, far) = if upright {
                ((at, half, down), (Cell::new(at.x + 2 * half, at.y), across - half, down))
            } else {
                ((at, across, half), (Cell::new(at.x, at.y + 2 * half), across, down - half))
            };
            rooms.extend([far, near]);
        }
        Continue(())
    }
}
