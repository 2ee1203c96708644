//! A plan as far as it has come at a moment: what the events since its start have built.

use super::event::{Context, FACES, PLAN, Part, ShipEvent as E, Thing};
use super::plan::{self, Extent, Owner, on_plan, plan_size};
use crate::event::{Event, Level};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::terrain::Tile;
use crate::trace::{Fold, Moment};

/// The plan of a moment. Events are told by their indices.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// The event that began the plan, or its deck.
    pub(super) start: usize,
    pub(super) deck: u8,
    pub(super) attempt: u16,
    /// The hallways that were built or refused.
    pub(super) tries: Vec<usize>,
    pub(super) hallways: u32,
    pub(super) rooms: Vec<Room>,
    pub(super) pairs: Vec<Pair>,
    /// Where something was put, what, and in which room.
    pub(super) things: Vec<(Cell, Thing, u8)>,
    pub(super) doors: u32,
    pub(super) windows: u32,
    /// How many faces look outside, before windows were cut and now; known once one is.
    pub(super) outside: Option<(u32, u32)>,
    /// How many rooms dice want; known once rooms begin.
    pub(super) wanted: Option<u32>,
}

/// A room as far as it has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) seed: Cell,
    pub(super) reach: u8,
    pub(super) extent: Extent,
    pub(super) cells: u32,
    pub(super) parent: Option<Owner>,
    pub(super) doors: u32,
    /// The event that began it.
    pub(super) event: usize,
}

/// Two rooms that touch without a door between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) rooms: (u8, u8),
    pub(super) candidates: u16,
    pub(super) door: Option<Cell>,
    /// The last event about it.
    pub(super) event: usize,
}

impl Fold for Progress {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, cx: &Context) {
        if begins_plan(event, cx) {
            *self = Self { start: index, ..Self::default() };
        }
        match *event {
            E::Began { deck } => self.deck = deck,
            E::Started { deck, attempt } => (self.deck, self.attempt) = (deck, attempt),
            E::Entered { part: Part::Rooms, number } => self.wanted = Some(number),
            E::Refused { .. } => self.tries.push(index),
            E::Built { .. } => {
                self.tries.push(index);
                self.hallways += 1;
            }
            E::Seeded { cell, reach, .. } => {
                let Some(seed) = on_plan(cell, plan_size(cx.size)) else { return };
                let (extent, parent) = (Extent::of(seed), None);
                self.rooms.push(Room { seed: cell, reach, extent, cells: 0, parent, doors: 0, event: index });
            }
            E::Linked { room, to, .. } => {
                if let Some(own) = self.room_mut(room) {
                    own.parent = Some(to);
                }
                self.door([Some(room), to.room()]);
            }
            E::Grew { cell, room, .. } => {
                if let (Some(cell), Some(own)) = (on_plan(cell, plan_size(cx.size)), self.room_mut(room)) {
                    own.extent.add(cell);
                    own.cells += 1;
                }
            }
            E::Touched { room, other, candidates, .. } => {
                let rooms = (room, other);
                match self.pairs.iter_mut().rev().find(|p| p.rooms == rooms) {
                    Some(pair) => (pair.candidates, pair.event) = (candidates, index),
                    None => self.pairs.push(Pair { rooms, candidates, door: None, event: index }),
                }
            }
            E::Opened { face, room, other, .. } => {
                self.door([Some(room), Some(other)]);
                if let Some(pair) = self.pairs.iter_mut().find(|p| p.rooms == (room, other)) {
                    (pair.door, pair.event) = (Some(face), index);
                }
            }
            E::Glazed { number, among, .. } => {
                self.windows = number.into();
                self.outside = Some((self.outside.map_or(among, |(all, _)| all), among));
            }
            E::Placed { cell, thing, room, .. } => self.things.push((cell, thing, room)),
            _ => {}
        }
    }
}

impl Progress {
    fn room_mut(&mut self, room: u8) -> Option<&mut Room> {
        self.rooms.get_mut((room as usize).checked_sub(1)?)
    }

    /// A door leads into these rooms.
    fn door(&mut self, rooms: [Option<u8>; 2]) {
        self.doors += 1;
        for room in rooms.into_iter().flatten() {
            if let Some(own) = self.room_mut(room) {
                own.doors += 1;
            }
        }
    }

    /// What a room is for, as far as that is known.
    pub(super) fn role(&self, room: u8) -> Option<&'static str> {
        self.things.iter().filter(|t| t.2 == room).find_map(|t| match t.1 {
            thing if thing.is_entry() => Some("start"),
            thing if thing.is_exit() => Some("goal"),
            _ => None,
        })
    }

    pub(super) fn count(&self, room: u8, thing: Thing) -> usize {
        self.things.iter().filter(|t| t.2 == room && t.1 == thing).count()
    }
}

pub(super) fn begins_plan(event: &E, cx: &Context) -> bool {
    matches!(event.level(cx), Level::Phase(0 | 1))
}

/// Who owns a plan cell by the event that it holds.
pub(super) const fn owner_of(event: &E) -> Option<Owner> {
    match *event {
        E::Laid { hallway, .. } => Some(Owner::Hallway(hallway)),
        E::Grew { room, .. } => Some(Owner::Room(room)),
        _ => None,
    }
}

/// Who owns each cell of the plan at a moment.
pub(super) fn owners(now: &Moment<E>) -> Grid<Option<Owner>> {
    let plan = plan_size(now.context().size);
    let mut owner = Grid::new(plan, None);
    for (cell, event) in now.layer(PLAN) {
        if let Some(cell) = on_plan(cell, plan) {
            owner[cell] = owner_of(event);
        }
    }
    owner
}

/// The map as it is built at a moment; before the first event the scene's own.
pub(super) fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
    if now.cursor() == 0 {
        return Vec::new();
    }
    let (scene, owner) = (&now.context().ground, owners(now));
    let cut = |cell| match now.at(cell).layer(FACES)? {
        E::Linked { .. } | E::Opened { .. } => Some(Tile::Door),
        E::Glazed { .. } => Some(Tile::Window),
        _ => None,
    };
    let built = |cell| (cell, cut(cell).unwrap_or_else(|| plan::ground(&owner, cell)));
    scene.size().cells().map(built).filter(|&(cell, tile)| tile != scene[cell]).collect()
}
