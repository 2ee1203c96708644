//! Rooms: from the frontier outward, each with one door to what was there before.

use super::draft::Builder;
use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, STRAIGHT, distance, face, on_map};
use super::problem::Room;
use super::reason::{Part, Refusal};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

impl<O: Observer<E>> Builder<'_, O> {
    /// Makes rooms until there are as many as dice say, or the frontier is empty.
    pub(super) fn rooms(&mut self) -> ControlFlow<O::Halt> {
        let reach = self.problem.span("reach");
        let wanted = self.problem.span("rooms").draw(&mut self.dice);
        self.observer.on(E::Entered { part: Part::Rooms, number: wanted })?;
        for room in 1..=wanted as u8 {
            let among = self.draft.frontier().len();
            if among == 0 {
                break;
            }
            let drawn = self.roll(among);
            let seed = self.draft.frontier()[drawn];
            let reach = reach.draw(&mut self.dice) as u8;
            self.observer.on(E::Seeded { cell: on_map(seed), room, reach, among: among as u32 })?;
            self.link(room, seed)?;
            self.grow(room, seed, reach)?;
            let cells = self.draft.rooms[room as usize - 1].cells;
            self.observer.on(E::Closed { cell: on_map(seed), room, cells })?;
        }
        Continue(())
    }

    /// The door that ties a room to the rest: toward a hallway beside its seed, else toward a room.
    fn link(&mut self, room: u8, seed: Cell) -> ControlFlow<O::Halt> {
        let owner = &self.draft.owner;
        let beside = |dir: &Dir| Some((*dir, owner[seed.step(*dir, owner.size())?]?));
        let mut all: Vec<(Dir, Owner)> = STRAIGHT.iter().filter_map(beside).collect();
        if all.iter().any(|(_, owner)| owner.hallway().is_some()) {
            all.retain(|(_, owner)| owner.hallway().is_some());
        }
        // A cell of the frontier has something beside it.
        let Some(&(dir, parent)) = all.get(self.roll(all.len())) else { return Continue(()) };
        let door = face(seed, dir);
        self.draft.doors.push(door);
        self.draft.rooms.push(Room { extent: Extent::of(seed), cells: 0, parent });
        self.observer.on(E::Linked { face: door, room, to: parent, among: all.len() as u8 })
    }

    /// Breadth-first, in four directions, over cells that nobody owns.
    fn grow(&mut self, room: u8, seed: Cell, reach: u8) -> ControlFlow<O::Halt> {
        let mut open = VecDeque::from([seed]);
        self.take(room, seed, seed, None)?;
        while let Some(cell) = open.pop_front() {
            for dir in STRAIGHT {
                let Some(next) = cell.step(dir, self.problem.plan) else {
                    let (distance, why) = (distance(seed, cell) as u8 + 1, Refusal::Edge);
                    self.observer.on(E::Stopped { cell: face(cell, dir), room, distance, why })?;
                    continue;
                };
                let distance = distance(seed, next) as u8;
                match self.draft.owner[next] {
                    None if distance < reach => {
                        self.take(room, seed, next, Some(dir.opposite()))?;
                        open.push_back(next);
                    }
                    None => {
                        let why = Refusal::Reach;
                        self.observer.on(E::Stopped { cell: on_map(next), room, distance, why })?;
                    }
                    Some(Owner::Room(own)) if own == room => {}
                    Some(owner) => self.meet(room, face(cell, dir), owner)?,
                }
            }
        }
        Continue(())
    }

    fn take(&mut self, room: u8, seed: Cell, cell: Cell, from: Option<Dir>) -> ControlFlow<O::Halt> {
        let order = self.draft.take(cell, Owner::Room(room));
        let own = &mut self.draft.rooms[room as usize - 1];
        own.extent.add(cell);
        own.cells += 1;
        self.observer.on(E::Grew { cell: on_map(cell), from, room, distance: distance(seed, cell) as u8, order })?;
        self.border(cell)
    }

    /// A contact: with a room that has no door to this one yet it is a door candidate.
    fn meet(&mut self, room: u8, at: Cell, to: Owner) -> ControlFlow<O::Halt> {
        // The face of the door itself.
        if self.draft.doors.last() == Some(&at) {
            return Continue(());
        }
        let other = match to {
            Owner::Room(other) if self.draft.rooms[room as usize - 1].parent != to => other,
            _ => {
                let why = if to.room().is_some() { Refusal::Linked } else { Refusal::NotSeed };
                return self.observer.on(E::PassedOver { face: at, room, to, why });
            }
        };
        let (pairs, rooms) = (&mut self.draft.pairs, (room, other));
        let pair = pairs.iter().rposition(|p| p.0 == rooms).unwrap_or_else(|| {
            pairs.push((rooms, Vec::new()));
            pairs.len() - 1
        });
        pairs[pair].1.push(at);
        let candidates = pairs[pair].1.len() as u16;
        self.observer.on(E::Touched { face: at, room, other, candidates })
    }
}
