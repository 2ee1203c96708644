//! Who and what is put on an accepted plan: the ends, enemies, weapons and kits.

use super::draft::Draft;
use super::event::ShipEvent as E;
use super::plan::Owner;
use super::problem::{Item, Problem};
use super::reason::Thing;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// Which rooms are the ends of a deck, by their numbers from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) start: usize,
    pub(super) goal: usize,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(super) struct Things {
    pub(super) start: Cell,
    pub(super) goal: Cell,
    pub(super) exit: Thing,
    pub(super) enemies: Vec<Cell>,
    pub(super) items: Vec<Item>,
}

/// The leftmost of the rooms that are wider and taller than 2 is the start, the rightmost the goal; swapped on even
/// decks. `None` where there are fewer than two.
pub(super) fn ends(draft: &Draft, deck: u8) -> Option<Ends> {
    let large = by_mid_x(draft).into_iter().filter(|&r| draft.rooms[r].extent.is_large()).collect::<Vec<_>>();
    match large[..] {
        [first, .., last] if deck.is_multiple_of(2) => Some(Ends { start: last, goal: first }),
        [first, .., last] => Some(Ends { start: first, goal: last }),
        _ => None,
    }
}

/// The rooms from left to right by the middle of what they span; equals by number.
fn by_mid_x(draft: &Draft) -> Vec<usize> {
    let mut all: Vec<usize> = (0..draft.rooms.len()).collect();
    all.sort_by_key(|&r| (draft.rooms[r].extent.twice_mid(), r));
    all
}

/// Reports which rooms were passed over on the way from both sides to the ends.
pub(super) fn dismiss<O: Observer<E>>(draft: &Draft, floors: &[Vec<Cell>], observer: &mut O) -> ControlFlow<O::Halt> {
    let all = by_mid_x(draft);
    let small = |r: &&usize| !draft.rooms[**r].extent.is_large();
    let left = all.iter().take_while(small).count();
    let right = all[left..].iter().rev().take_while(small).count();
    for &r in all[..left].iter().chain(all[all.len() - right..].iter().rev()) {
        let e = draft.rooms[r].extent;
        let cell = floors[r].first().copied().unwrap_or(e.on_map().0);
        observer.on(E::Dismissed { cell, room: r as u8 + 1, width: e.width(), height: e.height() })?;
    }
    Continue(())
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
pub(super) fn rest(rooms: usize, ends: Ends) -> Vec<usize> {
    (0..rooms).filter(|&r| r != ends.start && r != ends.goal).collect()
}

/// Who puts things where nothing is yet.
pub(super) struct Hand<'a, O> {
    pub(super) problem: &'a Problem,
    /// The floor of each room.
    pub(super) floors: &'a [Vec<Cell>],
    pub(super) taken: Grid<bool>,
    pub(super) dice: &'a mut Rng,
    pub(super) observer: &'a mut O,
}

impl<O: Observer<E>> Hand<'_, O> {
    /// Puts everything on the deck.
    pub(super) fn put(&mut self, deck: u8, ends: Ends) -> ControlFlow<O::Halt, Things> {
        let constants = &self.problem.constants;
        let entry = if deck == 1 { Thing::Start } else { Thing::StairsUp };
        let exit = if deck == constants.decks { Thing::Teleporter } else { Thing::StairsDown };
        // An end has floor, and nobody is there yet.
        let start = self.in_room(entry, ends.start, 1)?.unwrap_or_default();
        let goal = self.in_room(exit, ends.goal, 1)?.unwrap_or_default();
        let mut rest = rest(self.floors.len(), ends);
        let enemies = self.enemies(&mut rest)?;
        let mut items = Vec::new();
        for (thing, span) in [(Thing::Weapon, constants.weapons), (Thing::Kit, constants.kits)] {
            for number in 1..=span.draw(self.dice) {
                items.extend(self.anywhere(thing, &rest, number as u16)?.map(|at| Item { at, kind: thing.word() }));
            }
        }
        Continue(Things { start, goal, exit, enemies, items })
    }

    /// Enemies in so many rooms as dice say; `rest` is shuffled on the way.
    fn enemies(&mut self, rest: &mut [usize]) -> ControlFlow<O::Halt, Vec<Cell>> {
        let constants = &self.problem.constants;
        let rooms = (constants.enemy_rooms.draw(self.dice) as usize).min(rest.len());
        let mut enemies = Vec::new();
        for k in 0..rooms {
            rest.swap(k, k + self.dice.below((rest.len() - k) as u64) as usize);
            for _ in 0..constants.enemies.draw(self.dice) {
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
            let room = rooms[self.dice.below(rooms.len() as u64) as usize];
            if let Some(cell) = self.in_room(thing, room, number)? {
                return Continue(Some(cell));
            }
        }
    }

    fn is_full(&self, room: usize) -> bool {
        self.floors[room].iter().all(|&c| self.taken[c])
    }

    /// A random free cell of a room.
    fn in_room(&mut self, thing: Thing, index: usize, number: u16) -> ControlFlow<O::Halt, Option<Cell>> {
        let (floor, room, full) = (&self.floors[index], index as u8 + 1, self.is_full(index));
        loop {
            let Some(&cell) = floor.get(self.dice.below(floor.len() as u64) as usize) else { return Continue(None) };
            if !self.taken[cell] {
                self.taken[cell] = true;
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
