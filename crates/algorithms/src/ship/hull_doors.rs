//! Doors of the hull-first method: one on each side of a room with a hallway, or else one to a room that has a door.

use super::builder::Builder;
use super::event::ShipEvent as E;
use super::plan::{Owner, STRAIGHT, face, on_map};
use super::words::{Part, Refusal};
use crate::{Cell, Dir, Observer};
use std::ops::ControlFlow::{self, Continue};

/// A place for a door: the side of the room, the face, and the owner behind it.
type Place = (Dir, Cell, Owner);

impl<O: Observer<E>> Builder<'_, O> {
    /// Cuts the doors.
    pub(super) fn ways(&mut self) -> ControlFlow<O::Halt> {
        let places = self.places();
        let mut linked = vec![false; places.len()];
        self.observer.on(E::Entered { part: Part::Ways, number: places.len() as u32 })?;
        for (room, all) in places.iter().enumerate() {
            for side in STRAIGHT {
                let mut hallways: Vec<Owner> = all.iter().filter(|p| p.0 == side).map(|p| p.2).collect();
                hallways.retain(|owner| owner.hallway().is_some());
                hallways.sort_unstable();
                hallways.dedup();
                for hallway in hallways {
                    let here: Vec<Place> = all.iter().filter(|p| p.0 == side && p.2 == hallway).copied().collect();
                    self.hang(room, &here)?;
                    linked[room] = true;
                }
            }
        }
        // A room that gets a door here allows the rooms behind it to get one.
        let mut more = true;
        while std::mem::take(&mut more) {
            for (room, all) in places.iter().enumerate() {
                let opens = |owner: Owner| owner.room().is_some_and(|other| linked[other as usize - 1]);
                let here: Vec<Place> = all.iter().filter(|p| opens(p.2)).copied().collect();
                if !linked[room] && !here.is_empty() {
                    self.hang(room, &here)?;
                    linked[room] = true;
                    more = true;
                }
            }
        }
        let shut = (0..places.len()).filter(|&room| !linked[room]);
        for room in shut {
            let cell = self.first_of(room);
            self.observer.on(E::Doorless { cell, room: room as u8 + 1 })?;
        }
        Continue(())
    }

    /// Returns the places for doors of each room: its cells row by row, each to the E, W, S, N.
    fn places(&self) -> Vec<Vec<Place>> {
        let (owner, plan) = (&self.draft.owner, self.problem.plan);
        let mut all = vec![Vec::new(); self.draft.rooms.len()];
        for cell in plan.cells() {
            let Some(Owner::Room(room)) = owner[cell] else { continue };
            let beside = |dir: Dir| Some((dir, face(cell, dir), owner[cell.step(dir, plan)?]?));
            let other = |place: &Place| place.2.is_floor() && place.2 != Owner::Room(room);
            all[room as usize - 1].extend(STRAIGHT.into_iter().filter_map(beside).filter(other));
        }
        all
    }

    /// Turns one of these places, chosen by dice, into a door.
    fn hang(&mut self, room: usize, places: &[Place]) -> ControlFlow<O::Halt> {
        let (number, among) = (room as u8 + 1, places.len() as u16);
        for (&(side, face, to), candidates) in places.iter().zip(1..) {
            self.observer.on(E::Faced { face, room: number, side, to, candidates })?;
        }
        let (side, chosen, to) = places[self.roll(places.len())];
        self.draft.doors.push(chosen);
        self.draft.rooms[room].parent = to;
        self.observer.on(E::Hung { face: chosen, room: number, side, to, among })?;
        for &(_, face, to) in places.iter().filter(|p| p.1 != chosen) {
            let why = Refusal::Lost;
            self.observer.on(E::PassedOver { face, room: number, to, why })?;
        }
        Continue(())
    }

    /// Returns the first cell of a room, on the map.
    pub(super) fn first_of(&self, room: usize) -> Cell {
        let own = Some(Owner::Room(room as u8 + 1));
        let first = self.problem.plan.cells().find(|&c| self.draft.owner[c] == own);
        first.map_or_else(|| self.draft.rooms[room].extent.on_map().0, on_map)
    }
}
