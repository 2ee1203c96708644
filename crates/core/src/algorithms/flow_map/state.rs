//! What has become of the actors up to a moment.

use super::event::{Context, FlowEvent as E, REGISTERS};
use crate::event::{Event as _, Slot};
use crate::geometry::Cell;
use crate::scene::ActorKind;
use crate::trace::{Fold, Moment};
use std::collections::BTreeMap;

/// An actor as the events have left it.
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
    /// The last event that was about it.
    pub event: Option<usize>,
}

impl Person {
    /// Whether it is awake and still there, and where.
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
                (person.at, person.map, person.steps) = (Some(cell), Some(map), person.steps + 1);
            }
            E::Left { turn, .. } => (person.at, person.left) = (None, Some(turn)),
            E::Removed { .. } => person.at = None,
            _ => {}
        }
        self.0.insert(actor, person);
    }
}

impl Context {
    pub(super) fn is_prisoner(&self, actor: u32) -> bool {
        self.actors[actor as usize].0 == ActorKind::Prisoner
    }

    pub(super) fn prisoners(&self) -> impl Iterator<Item = u32> {
        (0..self.actors.len() as u32).filter(|&actor| self.is_prisoner(actor))
    }
}

/// The prisoner whose move it is.
pub(super) fn acting(now: &Moment<E>) -> Option<u32> {
    match now.phase(1) {
        Some(&E::ActorBegan { actor, .. }) => Some(actor),
        _ => None,
    }
}

pub(super) fn turn(now: &Moment<E>) -> Option<u32> {
    match now.phase(0) {
        Some(&E::TurnBegan { turn }) => Some(turn),
        _ => None,
    }
}
