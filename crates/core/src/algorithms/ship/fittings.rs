//! What is cut into the walls of a plan, and the test that it is one region: doors between rooms that touch, windows
//! toward outside, a flood over floor and doors.

use super::draft::Draft;
use super::event::ShipEvent as E;
use super::plan::Owner;
use super::plan::{STRAIGHT, face};
use super::problem::Problem;
use super::reason::{ContactRefusal, Part};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// One random candidate of each pair of rooms becomes a door.
pub(super) fn doors<O: Observer<E>>(draft: &mut Draft, dice: &mut Rng, observer: &mut O) -> ControlFlow<O::Halt> {
    observer.on(E::Entered { part: Part::Doors, number: draft.pairs.len() as u32 })?;
    for pair in &draft.pairs {
        let (room, other, among) = (pair.room, pair.other, pair.faces.len());
        let chosen = pair.faces[dice.below(among as u64) as usize];
        draft.doors.push(chosen);
        observer.on(E::Opened { face: chosen, room, other, among: among as u16 })?;
        for &lost in pair.faces.iter().filter(|&&f| f != chosen) {
            observer.on(E::PassedOver { face: lost, room, to: Owner::Room(other), why: ContactRefusal::Lost })?;
        }
    }
    Continue(())
}

/// So many random faces toward outside become windows as dice say, or as there are.
pub(super) fn windows<O: Observer<E>>(
    problem: &Problem,
    draft: &mut Draft,
    dice: &mut Rng,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let mut outside = outside(draft);
    let wanted = problem.constants.windows.draw(dice).min(outside.len() as u32) as usize;
    observer.on(E::Entered { part: Part::Windows, number: wanted as u32 })?;
    for k in 0..wanted {
        // The first k faces are taken; the rest is drawn from.
        let among = outside.len() - k;
        outside.swap(k, k + dice.below(among as u64) as usize);
        draft.windows.push(outside[k]);
        observer.on(E::Glazed { face: outside[k], number: k as u16 + 1, among: among as u32 })?;
    }
    Continue(())
}

/// Every face of an owned cell toward one that nobody owns, row by row.
fn outside(draft: &Draft) -> Vec<Cell> {
    let plan = draft.owner.size();
    let owned = plan.cells().filter(|&c| draft.owner[c].is_some());
    let open = |cell: Cell, dir| cell.step(dir, plan).is_none_or(|next| draft.owner[next].is_none());
    owned.flat_map(|c| STRAIGHT.into_iter().filter(move |&d| open(c, d)).map(move |d| face(c, d))).collect()
}

/// Floods floor and doors in four directions from the first such cell: how many it reached, of how many.
pub(super) fn flood<O: Observer<E>>(tiles: &Grid<Tile>, observer: &mut O) -> ControlFlow<O::Halt, (u32, u32)> {
    let size = tiles.size();
    let open = |c: Cell| matches!(tiles[c], Tile::Floor | Tile::Door);
    let all = size.cells().filter(|&c| open(c)).count() as u32;
    observer.on(E::Entered { part: Part::Test, number: all })?;
    let mut reached = Grid::new(size, false);
    let mut queue: Vec<Cell> = size.cells().find(|&c| open(c)).into_iter().collect();
    for &first in &queue {
        reached[first] = true;
    }
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        observer.on(E::Flooded { cell, count: next as u32 })?;
        for to in STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, size)) {
            if open(to) && !reached[to] {
                reached[to] = true;
                queue.push(to);
            }
        }
    }
    Continue((next as u32, all))
}
