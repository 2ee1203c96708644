//! Rooms: from the frontier outward, each with one door to what was there before.

use super::draft::{Draft, Pair};
use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, STRAIGHT, face, on_map};
use super::problem::{Problem, Room};
use super::reason::{ContactRefusal, GrowthRefusal, Part};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::rng::Rng;
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// Makes rooms until there are as many as dice say, or the frontier is empty.
pub(super) fn rooms<O: Observer<E>>(
    problem: &Problem,
    draft: &mut Draft,
    dice: &mut Rng,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let wanted = problem.constants.rooms.draw(dice);
    observer.on(E::Entered { part: Part::Rooms, number: wanted })?;
    for room in 1..=wanted as u8 {
        let frontier = draft.frontier();
        let among = frontier.len();
        if among == 0 {
            break;
        }
        let seed = frontier[dice.below(among as u64) as usize];
        let reach = problem.constants.reach.draw(dice) as u8;
        observer.on(E::Seeded { cell: on_map(seed), room, reach, among: among as u32 })?;
        link(draft, room, seed, dice, observer)?;
        Growth { room, seed, reach }.grow(draft, observer)?;
        let cells = draft.rooms[room as usize - 1].cells;
        observer.on(E::Closed { cell: on_map(seed), room, cells })?;
    }
    Continue(())
}

/// The door that ties a room to the rest: toward a hallway beside its seed, else toward a room.
fn link<O: Observer<E>>(
    draft: &mut Draft,
    room: u8,
    seed: Cell,
    dice: &mut Rng,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let beside = |dir: &Dir| Some((*dir, draft.owner[seed.step(*dir, draft.owner.size())?]?));
    let mut all: Vec<(Dir, Owner)> = STRAIGHT.iter().filter_map(beside).collect();
    if all.iter().any(|(_, owner)| matches!(owner, Owner::Hallway(_))) {
        all.retain(|(_, owner)| matches!(owner, Owner::Hallway(_)));
    }
    // A cell of the frontier has something beside it.
    let Some(&(dir, parent)) = all.get(dice.below(all.len() as u64) as usize) else { return Continue(()) };
    let door = face(seed, dir);
    draft.doors.push(door);
    draft.rooms.push(Room { extent: Extent::of(seed), cells: 0, parent });
    observer.on(E::Linked { face: door, room, to: parent, among: all.len() as u8 })
}

/// A room that grows.
#[derive(Clone, Copy)]
struct Growth {
    room: u8,
    seed: Cell,
    reach: u8,
}

impl Growth {
    /// How far a cell is from the seed, diagonal steps counting 1.
    fn distance(self, cell: Cell) -> u32 {
        let (dx, dy) = self.seed.delta(cell);
        dx.max(dy)
    }

    /// Breadth-first, in four directions, over cells that nobody owns.
    fn grow<O: Observer<E>>(self, draft: &mut Draft, observer: &mut O) -> ControlFlow<O::Halt> {
        let mut open = VecDeque::from([self.seed]);
        self.take(self.seed, None, draft, observer)?;
        while let Some(cell) = open.pop_front() {
            for dir in STRAIGHT {
                let Some(next) = cell.step(dir, draft.owner.size()) else {
                    let (distance, why) = (self.distance(cell) as u8 + 1, GrowthRefusal::Edge);
                    observer.on(E::Stopped { cell: face(cell, dir), room: self.room, distance, why })?;
                    continue;
                };
                match draft.owner[next] {
                    None if self.distance(next) < self.reach as u32 => {
                        self.take(next, Some(dir.opposite()), draft, observer)?;
                        open.push_back(next);
                    }
                    None => {
                        let (distance, why) = (self.distance(next) as u8, GrowthRefusal::Reach);
                        observer.on(E::Stopped { cell: on_map(next), room: self.room, distance, why })?;
                    }
                    Some(Owner::Room(own)) if own == self.room => {}
                    Some(owner) => self.meet(face(cell, dir), owner, draft, observer)?,
                }
            }
        }
        Continue(())
    }

    fn take<O: Observer<E>>(
        self,
        cell: Cell,
        from: Option<Dir>,
        draft: &mut Draft,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let order = draft.take(cell, Owner::Room(self.room));
        let own = &mut draft.rooms[self.room as usize - 1];
        own.extent.add(cell);
        own.cells += 1;
        let distance = self.distance(cell) as u8;
        observer.on(E::Grew { cell: on_map(cell), from, room: self.room, distance, order })?;
        draft.border(cell, observer)
    }

    /// A contact: with a room that has no door to this one yet it is a door candidate.
    fn meet<O: Observer<E>>(self, at: Cell, to: Owner, draft: &mut Draft, observer: &mut O) -> ControlFlow<O::Halt> {
        let room = self.room;
        // The face of the door itself.
        if draft.doors.last() == Some(&at) {
            return Continue(());
        }
        let other = match to {
            Owner::Room(other) if draft.rooms[room as usize - 1].parent != to => other,
            Owner::Room(_) => return observer.on(E::PassedOver { face: at, room, to, why: ContactRefusal::Linked }),
            Owner::Hallway(_) => {
                return observer.on(E::PassedOver { face: at, room, to, why: ContactRefusal::Hallway });
            }
        };
        let known = draft.pairs.iter().rposition(|p| (p.room, p.other) == (room, other));
        let pair = known.unwrap_or_else(|| {
            draft.pairs.push(Pair { room, other, faces: Vec::new() });
            draft.pairs.len() - 1
        });
        let faces = &mut draft.pairs[pair].faces;
        faces.push(at);
        observer.on(E::Touched { face: at, room, other, candidates: faces.len() as u16 })
    }
}
