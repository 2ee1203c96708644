//! What has become of the actors up to a moment, what the maps hold then, and the way down from a cell.

use super::event::{Context, FAR, FLEE, FlowEvent as E, GLOBAL, OTHER, REGISTERS, ROOMS, TILES, WHOLE};
use crate::event::{Event as _, Slot};
use crate::geometry::{Cell, Dir};
use crate::scene::ActorKind;
use crate::trace::{CellState, Fold, Moment};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub(super) struct Person {
    /// Where it stands; none once it is gone.
    pub at: Option<Cell>,
    awake: bool,
    chained: bool,
    waits: bool,
    /// The map that it follows, once it has walked.
    pub map: Option<u16>,
    pub steps: u32,
    pub left: Option<u32>,
    pub event: Option<usize>,
}

impl Person {
    pub(super) fn awake_at(&self) -> Option<Cell> {
        self.at.filter(|_| self.awake)
    }

    pub(super) const fn word(&self) -> &'static str {
        match (self.awake, self.chained, self.waits) {
            (_, true, _) => "chained",
            (true, _, true) => "waits",
            (true, ..) => "awake",
            _ => "asleep",
        }
    }
}

/// The actors that events were about, by their numbers in the scene.
#[derive(Clone, Default)]
pub(super) struct People(BTreeMap<u32, Person>);

impl People {
    pub(super) fn has(&self, actor: u32) -> bool {
        self.0.contains_key(&actor)
    }

    /// An actor; as the scene has it where no event was about it.
    pub(super) fn of(&self, actor: u32, context: &Context) -> Person {
        let (_, at, chained) = context.actors[actor as usize];
        let at = Some(at);
        let start = Person { at, awake: false, chained, waits: false, map: None, steps: 0, left: None, event: None };
        self.0.get(&actor).copied().unwrap_or(start)
    }

    /// Of those who have walked, the one who did something last.
    pub(super) fn last_walker(&self) -> Option<u32> {
        let walked = self.0.iter().filter(|(_, person)| person.steps > 0);
        walked.max_by_key(|(_, person)| person.event).map(|(&actor, _)| actor)
    }
}

impl Fold for People {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, context: &Context) {
        let Some(Slot::Register(register)) = event.slot(context) else { return };
        let Some(actor) = register.checked_sub(REGISTERS) else { return };
        let mut person = self.of(actor, context);
        (person.event, person.waits) = (Some(index), matches!(event, E::Waited { .. }));
        person.awake |= !matches!(event, E::Moved { .. } | E::Removed { .. } | E::Freed { .. });
        match *event {
            E::Freed { .. } => person.chained = false,
            // Who is carried follows whatever map is best where it was put.
            E::Moved { cell, .. } => (person.at, person.map) = (Some(cell), None),
            E::Stepped { cell, map, .. } => {
                person = Person { at: Some(cell), map: Some(map), steps: person.steps + 1, ..person }
            }
            E::Left { turn, .. } => (person.at, person.left) = (None, Some(turn)),
            E::Removed { .. } => person.at = None,
            _ => {}
        }
        self.0.insert(actor, person);
    }
}

impl Context {
    pub(super) const fn has_rooms(&self) -> bool {
        self.regions.len() > 1
    }

    /// The layer of the map that is followed.
    pub(super) fn main(&self) -> u8 {
        if self.has_rooms() && self.followed.contains(&(self.regions.len() - 1)) { GLOBAL } else { ROOMS }
    }

    pub(super) fn is_prisoner(&self, actor: u32) -> bool {
        self.actors[actor as usize].0 == ActorKind::Prisoner
    }

    pub(super) fn prisoners(&self) -> impl Iterator<Item = u32> {
        (0..self.actors.len() as u32).filter(|&actor| self.is_prisoner(actor))
    }
}

pub(super) fn solid(now: &Moment<E>, cell: Cell) -> bool {
    match now.at(cell).layer(TILES) {
        Some(E::Changed { solid, .. }) => *solid,
        _ => now.context().ground.solid[cell],
    }
}

/// The value that a layer of maps shows in a cell, in units.
pub(super) fn shown(cell: &CellState<E>, layer: u8) -> i64 {
    match cell.layer(layer) {
        Some(&(E::Wrote { value, .. } | E::FleeWritten { value, .. })) => value,
        _ => FAR,
    }
}

pub(super) fn value_in(now: &Moment<E>, map: u16, cell: Cell) -> i64 {
    let state = now.at(cell);
    // A cell that rooms share has what the others hold in a layer of its own.
    let own = |&layer: &u8| matches!(state.layer(layer), Some(&E::Wrote { map: held, .. }) if held == map);
    let layers: &[u8] = if map == WHOLE { &[GLOBAL] } else { &[ROOMS, OTHER] };
    layers.iter().find(|layer| own(layer)).map_or(FAR, |&layer| shown(&state, layer))
}

/// What a walker in a map walks down.
pub(super) fn height(now: &Moment<E>, map: u16, cell: Cell) -> i64 {
    if now.context().flee.is_some() { shown(&now.at(cell), FLEE) } else { value_in(now, map, cell) }
}

/// The map whose value a cell shows.
pub(super) fn map_of(now: &Moment<E>, cell: Cell) -> Option<u16> {
    match now.at(cell).layer(now.context().main()) {
        Some(&E::Wrote { map, value, .. }) if value != FAR => Some(map),
        _ => None,
    }
}

/// The first of the lowest neighbours below a cell in a map, and how many are equal to it.
fn down(now: &Moment<E>, map: u16, cell: Cell) -> Option<(Dir, u32)> {
    let context = now.context();
    let area = context.regions[(map as usize).min(context.regions.len() - 1)].area;
    let own = height(now, map, cell);
    let step = |&dir: &Dir| {
        let to = context.ground.step_where(|c| solid(now, c), cell, dir, area).ok()?;
        Some((height(now, map, to), dir)).filter(|&(value, _)| value != FAR && value < own)
    };
    let lower: Vec<_> = context.ground.dirs().iter().filter_map(step).collect();
    // Of equals the first.
    let lowest = lower.iter().min_by_key(|n| n.0)?;
    Some((lowest.1, lower.iter().filter(|n| n.0 == lowest.0).count() as u32))
}

/// The way down from a cell in a map, the cell included; at most so many cells.
pub(super) fn way_down(now: &Moment<E>, map: u16, from: Cell, most: usize) -> Vec<Cell> {
    let next = |&cell: &Cell| cell.step(down(now, map, cell)?.0, now.context().size);
    std::iter::successors(Some(from), next).take(most).collect()
}

pub(super) fn arrow(cell: &CellState<E>) -> Option<(Dir, u32)> {
    down(cell.player(), map_of(cell.player(), cell.cell())?, cell.cell())
}
