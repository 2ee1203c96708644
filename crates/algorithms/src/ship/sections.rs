//! Rooms of the hull-first method. The area between the hallways is split in two, again and again. Each section then
//! becomes a room or stays empty.

use super::builder::{Builder, Room};
use super::event::ShipEvent as E;
use super::hull::pieces;
use super::plan::{Extent, Owner, STRAIGHT, on_map};
use super::words::{Part, SectionRefusal, Whole};
use crate::{Cell, Dir, Grid, Observer, Size};
use std::ops::ControlFlow::{self, Continue};

/// Maximum number of sections of a plan. Room numbers go up to 255.
const MAX_SECTIONS: usize = 200;

/// Returns the pieces of a section after a line separates its cells.
fn split_section(size: Size, section: &[Cell], before: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let side = |first: bool| {
        let mut cells = Grid::new(size, false);
        section.iter().filter(|&&c| before(c) == first).for_each(|&c| cells[c] = true);
        pieces(&cells)
    };
    [side(true), side(false)].concat()
}

impl<O: Observer<E>> Builder<'_, O> {
    /// Returns the sections of a hull, split until none is too large.
    pub(super) fn sections(&mut self, hull: &Grid<bool>) -> ControlFlow<O::Halt, Vec<Vec<Cell>>> {
        let mut free = hull.clone();
        for cell in hull.size().cells() {
            free[cell] &= self.draft.owner[cell] == Some(Owner::Hull);
        }
        let mut all = pieces(&free);
        all.truncate(MAX_SECTIONS);
        self.observer.on(E::Entered { part: Part::Sections, number: all.len() as u32 })?;
        for (cells, section) in all.iter().zip(1..) {
            self.part(cells, section, false)?;
        }
        let mut next = 0;
        while next < all.len() {
            if !self.split(&mut all, next)? {
                next += 1;
            }
        }
        Continue(all)
    }

    fn part(&mut self, cells: &[Cell], section: u8, split: bool) -> ControlFlow<O::Halt> {
        for &cell in cells {
            self.draft.owner[cell] = Some(Owner::Section(section));
            self.observer.on(E::Parted { cell: on_map(cell), section, split })?;
        }
        Continue(())
    }

    /// Splits a section across its longer side, if it is too large. The first piece keeps its number. Returns whether
    /// it was split.
    fn split(&mut self, all: &mut Vec<Vec<Cell>>, index: usize) -> ControlFlow<O::Halt, bool> {
        let plan = self.problem.plan;
        let rules = self.problem.context.rules();
        let section = index as u8 + 1;
        let Some(extent) = Extent::round(&all[index]) else { return Continue(false) };
        let (cell, cells) = (on_map(all[index][0]), all[index].len() as u32);
        if cells <= rules.most.into() {
            let why = Whole::SmallEnough;
            self.observer.on(E::Kept { cell, section, cells, why })?;
            return Continue(false);
        }
        let Size { width, height } = extent.size();
        let (dir, from, long) =
            if width >= height { (Dir::E, extent.from.x, width) } else { (Dir::S, extent.from.y, height) };
        // The line is between a third and two thirds, both included, with something on either side.
        let (least, most) = (long.div_ceil(3).max(1), (2 * long / 3).min(long - 1));
        let at = from + least + self.roll((most + 1 - least) as usize) as u16;
        let new = split_section(plan, &all[index], |c| if dir == Dir::E { c.x < at } else { c.y < at });
        if all.len() + new.len() > MAX_SECTIONS + 1 {
            let why = Whole::TooMany;
            self.observer.on(E::Kept { cell, section, cells, why })?;
            return Continue(false);
        }
        let pieces = new.len() as u8;
        let mut new = new.into_iter();
        all[index] = new.next().unwrap_or_default();
        for piece in new {
            self.part(&piece, all.len() as u8 + 1, true)?;
            all.push(piece);
        }
        self.observer.on(E::Split { cell, section, cells, dir, place: 2 * at + 2, pieces })?;
        Continue(true)
    }

    /// Makes a room of each section that is large enough and has a wall to a hallway or room.
    pub(super) fn furnish(&mut self, sections: &[Vec<Cell>]) -> ControlFlow<O::Halt> {
        let (plan, least) = (self.problem.plan, self.problem.context.rules().least as usize);
        self.observer.on(E::Entered { part: Part::Furnishing, number: sections.len() as u32 })?;
        for (cells, section) in sections.iter().zip(1u8..) {
            let Some((&first, extent)) = cells.first().zip(Extent::round(cells)) else { continue };
            // A large enough section beside this one is a room already, or becomes one because it is beside this one.
            let wall = |cell: Cell| match self.draft.owner[cell] {
                Some(Owner::Hallway(_) | Owner::Room(_)) => true,
                Some(Owner::Section(n)) => n != section && sections[n as usize - 1].len() >= least,
                _ => false,
            };
            let beside = |&c: &Cell| STRAIGHT.into_iter().filter_map(|dir| c.step(dir, plan)).any(wall);
            let why = match cells.len() {
                n if n < least => Some(SectionRefusal::Small),
                _ if !cells.iter().any(beside) => Some(SectionRefusal::Alone),
                _ => None,
            };
            let (cell, count) = (on_map(first), cells.len() as u32);
            if let Some(why) = why {
                self.draft.refused += 1;
                for &cell in cells {
                    self.draft.owner[cell] = Some(Owner::Refused(section));
                    self.observer.on(E::Sealed { cell: on_map(cell), section })?;
                }
                self.observer.on(E::Discarded { cell, section, cells: count, why })?;
                continue;
            }
            let room = self.draft.rooms.len() as u8 + 1;
            self.draft.rooms.push(Room { extent, cells: count, parent: Owner::Hull });
            self.observer.on(E::Furnished { cell, room, section, cells: count })?;
            for &cell in cells {
                let order = self.draft.take(cell, Owner::Room(room));
                self.observer.on(E::Grew { cell: on_map(cell), from: None, room, distance: 0, order })?;
            }
        }
        Continue(())
    }
}
