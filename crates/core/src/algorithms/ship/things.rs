//! Who and what is put on an accepted plan: the ends, enemies, weapons and kits.

use super::draft::Draft;
use super::event::ShipEvent as E;
use super::plan::Owner;
use super::problem::{Constants, Item, Problem};
use super::reason::Thing;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// Which rooms are the ends of a deck, by their numbers from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// Tells which rooms were passed over on the way from both sides to the ends.
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

/// Puts everything on the deck.
pub(super) fn put<O: Observer<E>>(
    problem: &Problem,
    deck: u8,
    floors: &[Vec<Cell>],
    ends: Ends,
    dice: &mut Rng,
    observer: &mut O,
) -> ControlFlow<O::Halt, Things> {
    let last = deck == problem.constants.decks;
    let mut hand = Hand { floors, taken: Grid::new(problem.map, false), observer };
    let entry = if deck == 1 { Thing::Start } else { Thing::StairsUp };
    let exit = if last { Thing::Teleporter } else { Thing::StairsDown };
    // An end has floor, and nobody is there yet.
    let start = hand.in_room(entry, ends.start, 1, dice)?.unwrap_or_default();
    let goal = hand.in_room(exit, ends.goal, 1, dice)?.unwrap_or_default();
    let mut rest = rest(floors.len(), ends);
    let enemies = hand.enemies(&problem.constants, &mut rest, dice)?;
    let mut items = Vec::new();
    for (thing, span) in [(Thing::Weapon, problem.constants.weapons), (Thing::Kit, problem.constants.kits)] {
        for number in 1..=span.draw(dice) {
            items.extend(hand.anywhere(thing, &rest, number as u16, dice)?.map(|at| Item { at, kind: thing.name() }));
        }
    }
    Continue(Things { start, goal, exit, enemies, items })
}

/// Puts things where nothing is yet.
struct Hand<'a, O> {
    floors: &'a [Vec<Cell>],
    taken: Grid<bool>,
    observer: &'a mut O,
}

impl<O: Observer<E>> Hand<'_, O> {
    /// Enemies in so many rooms as dice say; `rest` is shuffled on the way.
    fn enemies(&mut self, c: &Constants, rest: &mut [usize], dice: &mut Rng) -> ControlFlow<O::Halt, Vec<Cell>> {
        let rooms = (c.enemy_rooms.draw(dice) as usize).min(rest.len());
        let mut enemies = Vec::new();
        for k in 0..rooms {
            rest.swap(k, k + dice.below((rest.len() - k) as u64) as usize);
            for _ in 0..c.enemies.draw(dice) {
                let number = (enemies.len() + 1) as u16;
                enemies.extend(self.in_room(Thing::Enemy, rest[k], number, dice)?);
            }
        }
        Continue(enemies)
    }

    /// A random cell of one of these rooms, drawn again while there is something; nothing where all are full.
    fn anywhere(
        &mut self,
        thing: Thing,
        rooms: &[usize],
        number: u16,
        dice: &mut Rng,
    ) -> ControlFlow<O::Halt, Option<Cell>> {
        let free = |hand: &Self, r: usize| hand.floors[r].iter().any(|&c| !hand.taken[c]);
        if !rooms.iter().any(|&r| free(self, r)) {
            return Continue(None);
        }
        loop {
            let room = rooms[dice.below(rooms.len() as u64) as usize];
            if let Some(cell) = self.in_room(thing, room, number, dice)? {
                return Continue(Some(cell));
            }
        }
    }

    /// A random free cell of a room.
    fn in_room(
        &mut self,
        thing: Thing,
        room: usize,
        number: u16,
        dice: &mut Rng,
    ) -> ControlFlow<O::Halt, Option<Cell>> {
        let floor = &self.floors[room];
        let number_of = room as u8 + 1;
        let full = floor.iter().all(|&c| self.taken[c]);
        loop {
            let Some(&cell) = floor.get(dice.below(floor.len() as u64) as usize) else { return Continue(None) };
            if !self.taken[cell] {
                self.taken[cell] = true;
                self.observer.on(E::Placed { cell, thing, room: number_of, number })?;
                return Continue(Some(cell));
            }
            self.observer.on(E::Occupied { cell, thing, room: number_of, full })?;
            if full {
                return Continue(None);
            }
        }
    }
}
