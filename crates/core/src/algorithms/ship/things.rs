//! Who and what is put on an accepted plan: the ends, enemies, weapons and kits.

use super::draft::{Builder, Draft};
use super::event::ShipEvent as E;
use super::plan::Owner;
use super::problem::{Deck, Item};
use super::reason::Thing;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// Which rooms are the start and the goal of a deck, by their numbers from 0.
pub(super) type Ends = (usize, usize);

/// The leftmost of the rooms that are wider and taller than 2 is the start, the rightmost the goal; swapped on even
/// decks. `None` where there are fewer than two.
pub(super) fn ends(draft: &Draft, deck: u8) -> Option<Ends> {
    let large = by_mid_x(draft).into_iter().filter(|&r| draft.rooms[r].extent.is_large()).collect::<Vec<_>>();
    match large[..] {
        [first, .., last] if deck.is_multiple_of(2) => Some((last, first)),
        [first, .., last] => Some((first, last)),
        _ => None,
    }
}

/// The rooms from left to right by the middle of what they span; equals by number.
fn by_mid_x(draft: &Draft) -> Vec<usize> {
    let mut all: Vec<usize> = (0..draft.rooms.len()).collect();
    all.sort_by_key(|&r| (draft.rooms[r].extent.twice_mid(), r));
    all
}

/// The map cells of each room's floor, row by row.
pub(super) fn floors(draft: &Draft, tiles: &Grid<Tile>) -> Vec<Vec<Cell>> {
    let mut floors = vec![Vec::new(); draft.rooms.len()];
    for cell in tiles.size().cells().filter(|&c| tiles[c] == Tile::Floor) {
        // Floor between cells of the plan has one owner on all sides: any of them will do.
        let plan = Cell::new(cell.x / 2 - 1, cell.y / 2 - 1);
        if let Some(Owner::Room(room)) = draft.owner[plan] {
            floors[room as usize - 1].push(cell);
        }
    }
    floors
}

/// The rooms that are no ends.
pub(super) fn rest(rooms: usize, (start, goal): Ends) -> Vec<usize> {
    (0..rooms).filter(|&r| r != start && r != goal).collect()
}

impl<O: Observer<E>> Builder<'_, O> {
    /// Reports which rooms were passed over on the way from both sides to the ends.
    pub(super) fn dismiss(&mut self) -> ControlFlow<O::Halt> {
        let all = by_mid_x(&self.draft);
        let small = |r: &&usize| !self.draft.rooms[**r].extent.is_large();
        let left = all.iter().take_while(small).count();
        let right = all[left..].iter().rev().take_while(small).count();
        for &r in all[..left].iter().chain(all[all.len() - right..].iter().rev()) {
            let e = self.draft.rooms[r].extent;
            let cell = self.draft.floors[r].first().copied().unwrap_or(e.on_map().0);
            self.observer.on(E::Dismissed { cell, room: r as u8 + 1, width: e.width(), height: e.height() })?;
        }
        Continue(())
    }

    /// Puts everything on the deck of that number.
    pub(super) fn put(&mut self, number: u8, (start, goal): Ends, deck: &mut Deck) -> ControlFlow<O::Halt> {
        let entry = if number == 1 { Thing::Start } else { Thing::StairsUp };
        let exit = if number == self.problem.context.decks { Thing::Teleporter } else { Thing::StairsDown };
        // An end has floor, and nobody is there yet.
        deck.start = self.in_room(entry, start, 1)?.unwrap_or_default();
        deck.goal = self.in_room(exit, goal, 1)?.unwrap_or_default();
        deck.exit = exit.word();
        let mut rest = rest(self.draft.floors.len(), (start, goal));
        deck.enemies = self.enemies(&mut rest)?;
        for (thing, name) in [(Thing::Weapon, "weapons"), (Thing::Kit, "kits")] {
            for number in 1..=self.problem.span(name).draw(&mut self.dice) {
                let at = self.anywhere(thing, &rest, number as u16)?;
                deck.items.extend(at.map(|at| Item { at, kind: thing.word() }));
            }
        }
        Continue(())
    }

    /// Enemies in so many rooms as dice say; `rest` is shuffled on the way.
    fn enemies(&mut self, rest: &mut [usize]) -> ControlFlow<O::Halt, Vec<Cell>> {
        let each = self.problem.span("enemies");
        let rooms = (self.problem.span("enemy-rooms").draw(&mut self.dice) as usize).min(rest.len());
        let mut enemies = Vec::new();
        for k in 0..rooms {
            rest.swap(k, k + self.roll(rest.len() - k));
            for _ in 0..each.draw(&mut self.dice) {
                let number = (enemies.len() + 1) as u16;
                enemies.extend(self.in_room(Thing::Enemy, rest[k], number)?);
            }
        }
        Continue(enemies)
    }

    /// A random cell of one of these rooms, drawn again while there is something; nothing where all are full.
    fn anywhere(&mut self, thing: Thing, rooms: &[usize], number: u16) -> ControlFlow<O::Halt, Option<Cell>> {
        if rooms.iter().all(|&r| self.is_full(r)) {
            return Continue(None);
        }
        loop {
            let room = rooms[self.roll(rooms.len())];
            if let Some(cell) = self.in_room(thing, room, number)? {
                return Continue(Some(cell));
            }
        }
    }

    fn is_full(&self, room: usize) -> bool {
        self.draft.floors[room].iter().all(|&c| self.draft.taken[c])
    }

    /// A random free cell of a room.
    fn in_room(&mut self, thing: Thing, index: usize, number: u16) -> ControlFlow<O::Halt, Option<Cell>> {
        let (floor, room, full) = (&self.draft.floors[index], index as u8 + 1, self.is_full(index));
        loop {
            let Some(&cell) = floor.get(self.dice.below(floor.len() as u64) as usize) else { return Continue(None) };
            if !self.draft.taken[cell] {
                self.draft.taken[cell] = true;
                self.observer.on(E::Placed { cell, thing, room, number })?;
                return Continue(Some(cell));
            }
            self.observer.on(E::Occupied { cell, thing, room, full })?;
            if full {
                return Continue(None);
            }
        }
    }
}
