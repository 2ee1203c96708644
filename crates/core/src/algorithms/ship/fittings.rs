//! What is cut into the walls of a plan, and the test that it is one region: doors between rooms that touch, windows
//! toward outside, a flood over floor and doors.

use super::draft::{Builder, Draft};
use super::event::ShipEvent as E;
use super::plan::{Owner, STRAIGHT, face};
use super::reason::{Part, Refusal};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

impl<O: Observer<E>> Builder<'_, O> {
    /// One random candidate of each pair of rooms becomes a door.
    pub(super) fn doors(&mut self) -> ControlFlow<O::Halt> {
        self.observer.on(E::Entered { part: Part::Doors, number: self.draft.pairs.len() as u32 })?;
        for &((room, other), ref faces) in &self.draft.pairs {
            let among = faces.len();
            let chosen = faces[self.dice.below(among as u64) as usize];
            self.draft.doors.push(chosen);
            self.observer.on(E::Opened { face: chosen, room, other, among: among as u16 })?;
            for &lost in faces.iter().filter(|&&f| f != chosen) {
                let (to, why) = (Owner::Room(other), Refusal::Lost);
                self.observer.on(E::PassedOver { face: lost, room, to, why })?;
            }
        }
        Continue(())
    }

    /// So many random faces toward outside become windows as dice say, or as there are.
    pub(super) fn windows(&mut self) -> ControlFlow<O::Halt> {
        let mut outside = outside(&self.draft);
        let wanted = self.problem.span("windows").draw(&mut self.dice).min(outside.len() as u32) as usize;
        self.observer.on(E::Entered { part: Part::Windows, number: wanted as u32 })?;
        for k in 0..wanted {
            // The first k faces are taken; the rest is drawn from.
            let among = outside.len() - k;
            outside.swap(k, k + self.roll(among));
            self.draft.windows.push(outside[k]);
            self.observer.on(E::Glazed { face: outside[k], number: k as u16 + 1, among: among as u32 })?;
        }
        Continue(())
    }

    /// Floods floor and doors in four directions from the first such cell: how many it reached, of how many.
    pub(super) fn flood(&mut self, tiles: &Grid<Tile>) -> ControlFlow<O::Halt, (u32, u32)> {
        let size = tiles.size();
        let open = |c: Cell| matches!(tiles[c], Tile::Floor | Tile::Door);
        let all = size.cells().filter(|&c| open(c)).count() as u32;
        self.observer.on(E::Entered { part: Part::Test, number: all })?;
        let mut reached = Grid::new(size, false);
        let mut queue: Vec<Cell> = size.cells().find(|&c| open(c)).into_iter().collect();
        for &first in &queue {
            reached[first] = true;
        }
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            self.observer.on(E::Flooded { cell, count: next as u32 })?;
            for to in STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, size)) {
                if open(to) && !reached[to] {
                    reached[to] = true;
                    queue.push(to);
                }
            }
        }
        Continue((next as u32, all))
    }
}

/// Every face of an owned cell toward one that nobody owns, row by row.
fn outside(draft: &Draft) -> Vec<Cell> {
    let plan = draft.owner.size();
    let owned = plan.cells().filter(|&c| draft.owner[c].is_some());
    let open = |cell: Cell, dir| cell.step(dir, plan).is_none_or(|next| draft.owner[next].is_none());
    owned.flat_map(|c| STRAIGHT.into_iter().filter(move |&d| open(c, d)).map(move |d| face(c, d))).collect()
}
