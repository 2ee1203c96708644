//! The main loop: deck after deck, plan after plan, until one is accepted.

use super::Problem;
use super::builder::{Builder, Draft, Item, LENGTHS, Room};
use super::event::ShipEvent as E;
use super::outcome::{Deck, Outcome, RoomMade, Tally};
use super::plan::{self, Owner};
use super::walk::way;
use super::words::{Part, PlanRefusal, Thing};
use crate::{Cell, Grid, Observer, Rng, Size, Tile};
use std::ops::ControlFlow::{self, Continue};

/// Generates the decks of a ship.
pub fn generate<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let (decks, most) = (problem.context.decks, problem.constant("attempts"));
    let mut builder = Builder { problem, dice: Rng::new(problem.seed), observer, draft: Draft::new(problem) };
    let mut outcome = Outcome { complete: true, ..Outcome::default() };
    let mut tally = Tally::default();
    for deck in 1..=decks {
        builder.observer.on(E::Began { deck })?;
        let (mut attempts, mut accepted) = (0, None);
        while accepted.is_none() && attempts < most {
            attempts += 1;
            outcome.attempts += 1;
            builder.observer.on(E::Started { deck, attempt: attempts })?;
            builder.draft = Draft::new(problem);
            accepted = builder.plan(deck, attempts)?;
        }
        let Some((tiles, ends)) = accepted else {
            outcome.complete = false;
            builder.observer.on(E::GaveUp { deck, attempts })?;
            break;
        };
        let number = reachable_rooms(&builder.draft).count() as u32;
        builder.observer.on(E::Entered { part: Part::Things, number })?;
        builder.dismiss()?;
        let mut new_deck = build_deck(&builder.draft, tiles, ends);
        new_deck.tries = attempts.into();
        builder.place_things(deck, ends, &mut new_deck)?;
        if problem.params.flag("hallway-doors") {
            let more = builder.hallway_doors()?;
            for &door in &more {
                new_deck.tiles[door] = Tile::Door;
            }
            new_deck.rows = rows(&new_deck.tiles);
            new_deck.doors.extend(more);
        }
        new_deck.steps = way(&new_deck.tiles, new_deck.start, new_deck.goal).len().saturating_sub(1);
        tally.add(&builder.draft, &new_deck);
        outcome.decks.push(new_deck);
        builder.observer.on(E::Finished { deck, attempts, done: deck as f32 / decks as f32 })?;
    }
    tally.write_to(&mut outcome);
    Continue(outcome)
}

impl<O: Observer<E>> Builder<'_, O> {
    /// Builds hallways, rooms that grow from them and from each other, and doors.
    fn grown(&mut self) -> ControlFlow<O::Halt> {
        for batch in 1..=LENGTHS.len() as u8 {
            self.hallways(batch)?;
        }
        self.rooms()?;
        self.doors()
    }

    /// Builds the hull, hallways inside it, and rooms from the remaining sections. Returns whether there is a hallway.
    fn hull_first(&mut self) -> ControlFlow<O::Halt, bool> {
        let hull = self.hull()?;
        if !self.passages(&hull)? {
            return Continue(false);
        }
        let sections = self.sections(&hull)?;
        self.furnish(&sections)?;
        self.ways()?;
        Continue(true)
    }

    /// Draws up a plan, from hallways to windows. Returns its tiles and ends if it is accepted.
    fn plan(&mut self, deck: u8, attempt: u16) -> ControlFlow<O::Halt, Option<(Grid<Tile>, Ends)>> {
        let first = self.problem.context.first();
        if !first {
            self.grown()?;
        } else if !self.hull_first()? {
            self.observer.on(E::Rejected { attempt, why: PlanRefusal::NoHallway, have: 0, need: 1 })?;
            return Continue(None);
        }
        self.windows()?;
        let (problem, draft) = (self.problem, &mut self.draft);
        let mut tiles = Grid::new(problem.map, Tile::Void);
        // A cell without an owner beside it stays void. On a large map, that is nearly every cell, and there are up to a thousand plans.
        for owned in problem.plan.cells().filter(|&cell| draft.owner[cell].is_some()) {
            let middle = plan::on_map(owned);
            let beside = |at: u16| at - 1..=at + 1;
            for cell in beside(middle.y).flat_map(|y| beside(middle.x).map(move |x| Cell::new(x, y))) {
                if tiles[cell] == Tile::Void {
                    tiles[cell] = plan::ground(&draft.owner, cell, first);
                }
            }
        }
        for (cells, tile) in [(&draft.doors, Tile::Door), (&draft.windows, Tile::Window)] {
            for &cell in cells {
                tiles[cell] = tile;
            }
        }
        draft.floors = floors(draft, &tiles);
        let (reached, cells) = self.flood(&tiles)?;
        if first {
            self.cut_off()?;
        }
        let draft = &self.draft;
        let large = reachable_rooms(draft).filter(|&r| draft.rooms[r].extent.is_large()).count() as u32;
        let (have, few, most) = (draft.rooms.len() as u32, problem.span("rooms").0, |name| problem.span(name).1);
        // Minimum number of cells in the rooms between start and goal, for all things that may be placed there.
        let need = most("enemy-rooms") * most("enemies") + most("weapons") + most("kits");
        let (ends, floor) = (ends(draft, deck), |r: usize| draft.floors[r].len() as u32);
        let rest = ends.map_or(0, |ends| rest(draft, ends).into_iter().map(floor).sum());
        let (why, have, need) = match ends {
            _ if have < few && !first => (PlanRefusal::FewRooms, have, few),
            _ if reached < cells && !first => (PlanRefusal::Apart, reached, cells),
            None => (PlanRefusal::NoEnds, large, 2),
            Some(_) if rest < need => (PlanRefusal::Cramped, rest, need),
            Some(ends) => {
                self.observer.on(E::Accepted { attempt, cells: reached })?;
                return Continue(Some((tiles, ends)));
            }
        };
        self.observer.on(E::Rejected { attempt, why, have, need })?;
        Continue(None)
    }
}

/// Returns a map in the glyphs of text maps.
fn rows(tiles: &Grid<Tile>) -> Vec<String> {
    tiles.rows().map(|row| row.iter().map(|t| t.info().glyph).collect()).collect()
}

/// Returns the deck for the outcome, still without things on it.
fn build_deck(draft: &Draft, tiles: Grid<Tile>, (start, goal): Ends) -> Deck {
    let room = |(r, room): (usize, &Room)| {
        let (from, to) = room.extent.on_map();
        let role = if r == start { "start" } else { "room" };
        RoomMade { from, to, cells: room.cells, role: if r == goal { "goal" } else { role } }
    };
    Deck {
        rows: rows(&tiles),
        rooms: draft.rooms.iter().enumerate().map(room).collect(),
        hallways: draft.hallways.clone(),
        doors: draft.doors.clone(),
        windows: draft.windows.clone(),
        tiles,
        ..Deck::default()
    }
}

/// Start and goal of a deck, as room indices from 0.
type Ends = (usize, usize);

/// Returns the start, the leftmost room that is wider and taller than 2, and the goal, the rightmost. They are swapped
/// on even decks. `None` if there are fewer than two such rooms.
fn ends(draft: &Draft, deck: u8) -> Option<Ends> {
    let large = by_mid_x(draft).into_iter().filter(|&r| draft.rooms[r].extent.is_large()).collect::<Vec<_>>();
    match large[..] {
        [first, .., last] if deck.is_multiple_of(2) => Some((last, first)),
        [first, .., last] => Some((first, last)),
        _ => None,
    }
}

/// Returns the reachable rooms, as indices from 0.
fn reachable_rooms(draft: &Draft) -> impl Iterator<Item = usize> {
    (0..draft.rooms.len()).filter(|&r| !draft.dry[r])
}

/// Returns the reachable rooms from left to right by the middle of their bounding boxes. Equal ones are in index order.
fn by_mid_x(draft: &Draft) -> Vec<usize> {
    let mut all: Vec<usize> = reachable_rooms(draft).collect();
    all.sort_by_key(|&r| (draft.rooms[r].extent.twice_mid(), r));
    all
}

/// Returns the floor cells of each room on the map, row by row.
fn floors(draft: &Draft, tiles: &Grid<Tile>) -> Vec<Vec<Cell>> {
    let mut floors = vec![Vec::new(); draft.rooms.len()];
    for cell in tiles.size().cells().filter(|&c| tiles[c] == Tile::Floor) {
        // Floor between cells of the plan has the same owner on all sides, so any of them works.
        let plan = Cell::new(cell.x / 2 - 1, cell.y / 2 - 1);
        if let Some(Owner::Room(room)) = draft.owner[plan] {
            floors[room as usize - 1].push(cell);
        }
    }
    floors
}

/// Returns the reachable rooms other than start and goal.
fn rest(draft: &Draft, (start, goal): Ends) -> Vec<usize> {
    reachable_rooms(draft).filter(|&r| r != start && r != goal).collect()
}

impl<O: Observer<E>> Builder<'_, O> {
    /// Reports the rooms at both sides that were skipped as start or goal.
    fn dismiss(&mut self) -> ControlFlow<O::Halt> {
        let all = by_mid_x(&self.draft);
        let small = |r: &&usize| !self.draft.rooms[**r].extent.is_large();
        let left = all.iter().take_while(small).count();
        let right = all[left..].iter().rev().take_while(small).count();
        for &r in all[..left].iter().chain(all[all.len() - right..].iter().rev()) {
            let extent = self.draft.rooms[r].extent;
            let cell = self.draft.floors[r].first().copied().unwrap_or(extent.on_map().0);
            let Size { width, height } = extent.size();
            self.observer.on(E::Dismissed { cell, room: r as u8 + 1, width, height })?;
        }
        Continue(())
    }

    fn place_things(&mut self, number: u8, (start, goal): Ends, deck: &mut Deck) -> ControlFlow<O::Halt> {
        let entry = if number == 1 { Thing::Start } else { Thing::StairsUp };
        let exit = if number == self.problem.context.decks { Thing::Teleporter } else { Thing::StairsDown };
        // Each end has floor, and nothing is there yet.
        deck.start = self.in_room(entry, start, 1)?.unwrap_or_default();
        deck.goal = self.in_room(exit, goal, 1)?.unwrap_or_default();
        deck.exit = exit.word();
        // Enemies go into as many rooms as dice say. This partly shuffles the list of rooms.
        let mut rest = rest(&self.draft, (start, goal));
        let each = self.problem.span("enemies");
        let rooms = (self.problem.span("enemy-rooms").draw(&mut self.dice) as usize).min(rest.len());
        for k in 0..rooms {
            let room_index = k + self.roll(rest.len() - k);
            rest.swap(k, room_index);
            for _ in 0..each.draw(&mut self.dice) {
                let number = (deck.enemies.len() + 1) as u16;
                deck.enemies.extend(self.in_room(Thing::Enemy, rest[k], number)?);
            }
        }
        for (thing, name) in [(Thing::Weapon, "weapons"), (Thing::Kit, "kits")] {
            for number in 1..=self.problem.span(name).draw(&mut self.dice) {
                // If the drawn room is full, another is drawn, as long as any room has space.
                while rest.iter().any(|&r| !self.is_full(r)) {
                    let room = rest[self.roll(rest.len())];
                    if let Some(at) = self.in_room(thing, room, number as u16)? {
                        deck.items.push(Item { at, kind: thing.word() });
                        break;
                    }
                }
            }
        }
        Continue(())
    }

    fn is_full(&self, room: usize) -> bool {
        self.draft.floors[room].iter().all(|&c| self.draft.taken[c])
    }

    /// Places a thing on a random free cell of a room.
    fn in_room(&mut self, thing: Thing, index: usize, number: u16) -> ControlFlow<O::Halt, Option<Cell>> {
        let floor = &self.draft.floors[index];
        let room = index as u8 + 1;
        let full = self.is_full(index);
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
