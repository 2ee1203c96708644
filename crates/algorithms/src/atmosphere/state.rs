//! State folded from the events of a run, apart from what cells hold.

use super::event::{AirEvent as E, Context};
use super::harm_event::HarmEvent as H;
use crate::event::{Event as _, Level};
use crate::trace::Fold;

/// Events of the shots, blows and deaths of the current script line or person, by index.
#[derive(Clone, Default)]
pub(super) struct Blows(pub(super) Vec<usize>);

/// A thing that the current suction has handled.
#[derive(Clone)]
pub(super) struct Throw {
    pub(super) actor: u32,
    /// Event of the die roll; `None` for a thing that was already on the void.
    pub(super) rolled: Option<usize>,
    /// The last event that moved the thing.
    pub(super) went: Option<usize>,
}

/// The things that the current suction has handled, in order.
#[derive(Clone, Default)]
pub(super) struct Throws(pub(super) Vec<Throw>);

/// Events of bloats that blasts set off, and of all deaths so far, by index.
#[derive(Clone, Default)]
pub(super) struct SetOff(pub(super) Vec<usize>);

impl Fold for SetOff {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        if matches!(event, E::Harm(H::Swelled { .. } | H::Died { .. })) {
            self.0.push(index);
        }
    }
}

impl Fold for Throws {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, context: &Context) {
        match event {
            &E::Pulled { actor, .. } => self.0.push(Throw { actor, rolled: Some(index), went: None }),
            &E::Moved { actor, .. } | &E::Lost { actor, .. } => match self.0.last_mut() {
                Some(last) if last.actor == actor => last.went = Some(index),
                _ => self.0.push(Throw { actor, rolled: None, went: Some(index) }),
            },
            _ if matches!(event.level(context), Level::Phase(0 | 1)) => self.0.clear(),
            _ => {}
        }
    }
}

impl Fold for Blows {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, context: &Context) {
        match event {
            E::Shot { .. }
            | E::Launched { .. }
            | E::Exploded { .. }
            | E::Sent { .. }
            | E::Struck { .. }
            | E::Spared { .. }
            | E::Harm(H::Died { .. }) => {
                self.0.push(index);
            }
            E::Harm(H::PersonBegan { .. }) => self.0.clear(),
            _ if matches!(event.level(context), Level::Phase(0 | 1)) => self.0.clear(),
            _ => {}
        }
    }
}
