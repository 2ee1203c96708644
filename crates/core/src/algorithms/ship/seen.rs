//! The plan as it is at a moment, put together again from the events since its start.

use super::event::{FACES, PLAN, ShipEvent as E};
use super::plan::{self, Extent, Owner, on_plan, plan_size};
use super::reason::Thing;
use crate::event::{Event, Level};
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::terrain::Tile;
use crate::trace::Moment;

/// A room as far as it has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenRoom {
    pub(super) seed: Cell,
    pub(super) reach: u8,
    pub(super) extent: Extent,
    pub(super) cells: u32,
    /// What its first door leads to.
    pub(super) parent: Option<Owner>,
    pub(super) doors: u32,
    /// The event that began it.
    pub(super) event: usize,
}

/// Something that was put on the deck.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenThing {
    pub(super) cell: Cell,
    pub(super) thing: Thing,
    pub(super) room: u8,
}

/// A moment of a plan.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) deck: u8,
    pub(super) attempt: u16,
    pub(super) hallways: u32,
    pub(super) rooms: Vec<SeenRoom>,
    pub(super) things: Vec<SeenThing>,
    pub(super) doors: u32,
    pub(super) windows: u32,
    /// How many faces look outside; known once windows are cut.
    pub(super) outside: Option<u32>,
    /// How many rooms dice want; known once rooms begin.
    pub(super) wanted: Option<u32>,
}

/// The index of the event that began the plan of the moment; the moment itself where there is none.
pub(super) fn plan_start(player: &Moment<E>) -> usize {
    let phases = player.trace().phases();
    let before = phases.partition_point(|p| (p.start as usize) < player.cursor());
    phases[..before].iter().rev().find(|p| p.depth <= 1).map_or(player.cursor(), |p| p.start as usize)
}

impl Seen {
    /// What the events since the start of the plan have built.
    pub(super) fn at(player: &Moment<E>) -> Self {
        let mut seen = Self::default();
        let plan = plan_size(player.trace().layout().size);
        let start = plan_start(player);
        for (i, event) in player.trace().events()[start..player.cursor()].iter().enumerate() {
            seen.take(event, start + i, plan);
        }
        seen
    }

    fn take(&mut self, event: &E, index: usize, plan: Size) {
        match *event {
            E::Began { deck } => self.deck = deck,
            E::Started { deck, attempt } => (self.deck, self.attempt) = (deck, attempt),
            E::Entered { part: super::reason::Part::Rooms, number } => self.wanted = Some(number),
            E::Built { .. } => self.hallways += 1,
            E::Seeded { cell, reach, .. } => {
                let Some(seed) = on_plan(cell, plan) else { return };
                let (extent, parent) = (Extent::of(seed), None);
                self.rooms.push(SeenRoom { seed: cell, reach, extent, cells: 0, parent, doors: 0, event: index });
            }
            E::Linked { room, to, .. } => {
                self.doors += 1;
                if let Some(own) = self.room_mut(room) {
                    (own.parent, own.doors) = (Some(to), own.doors + 1);
                }
                if let Owner::Room(other) = to {
                    self.door(other);
                }
            }
            E::Opened { room, other, .. } => {
                self.doors += 1;
                self.door(room);
                self.door(other);
            }
            E::Grew { cell, room, .. } => {
                if let (Some(cell), Some(own)) = (on_plan(cell, plan), self.room_mut(room)) {
                    own.extent.add(cell);
                    own.cells += 1;
                }
            }
            E::Glazed { number, among, .. } => {
                self.windows = number.into();
                self.outside = self.outside.or(Some(among));
            }
            E::Placed { cell, thing, room, .. } => self.things.push(SeenThing { cell, thing, room }),
            _ => {}
        }
    }

    fn room_mut(&mut self, room: u8) -> Option<&mut SeenRoom> {
        self.rooms.get_mut((room as usize).checked_sub(1)?)
    }

    fn door(&mut self, room: u8) {
        if let Some(own) = self.room_mut(room) {
            own.doors += 1;
        }
    }

    /// What a room is for, as far as that is known.
    pub(super) fn role(&self, room: u8) -> &'static str {
        let here = |t: &&SeenThing| t.room == room;
        let of = |t: &SeenThing| match t.thing {
            Thing::Start | Thing::StairsUp => Some("start"),
            Thing::StairsDown | Thing::Teleporter => Some("goal"),
            _ => None,
        };
        self.things.iter().filter(here).find_map(of).unwrap_or("—")
    }

    /// How many of a kind lie in a room.
    pub(super) fn count(&self, room: u8, thing: Thing) -> usize {
        self.things.iter().filter(|t| t.room == room && t.thing == thing).count()
    }
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
pub(super) fn owners(player: &Moment<E>) -> Grid<Option<Owner>> {
    let plan = plan_size(player.trace().layout().size);
    let mut owner = Grid::new(plan, None);
    for (cell, event) in player.layer(PLAN) {
        if let Some(cell) = on_plan(cell, plan) {
            owner[cell] = owner_of(event);
        }
    }
    owner
}

/// What a face was cut to by the event that it holds.
pub(super) const fn cut(event: &E) -> Option<Tile> {
    match event {
        E::Linked { .. } | E::Opened { .. } => Some(Tile::Door),
        E::Glazed { .. } => Some(Tile::Window),
        _ => None,
    }
}

/// The map as it is built at a moment; before the first event the scene's own.
pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    if player.cursor() == 0 {
        return Vec::new();
    }
    let scene = &player.trace().context().ground;
    let owner = owners(player);
    let mut changed = Vec::new();
    for cell in scene.size().cells() {
        let cut = player.at(cell).layer(FACES).and_then(cut);
        let tile = cut.unwrap_or_else(|| plan::ground(&owner, cell));
        if tile != scene[cell] {
            changed.push((cell, tile));
        }
    }
    changed
}

/// Whether an event begins a plan or a deck.
pub(super) fn begins(event: &E, cx: &super::event::Context) -> bool {
    matches!(event.level(cx), Level::Phase(0 | 1))
}
