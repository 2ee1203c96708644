//! What the events of a run come to, besides what cells hold.

use super::event::{AirEvent as E, Context};
use super::harm_event::HarmEvent as H;
use crate::event::{Event as _, Level};
use crate::trace::Fold;

/// The shots and blows of the line of the script at hand, by their events.
#[derive(Clone, Default)]
pub(super) struct Blows(pub(super) Vec<usize>);

/// A thing that the suction at hand came to.
#[derive(Clone)]
pub(super) struct Throw {
    pub(super) actor: u32,
    /// The event of the dice; none for what lay on the void already.
    pub(super) rolled: Option<usize>,
    /// The last event that took it somewhere.
    pub(super) went: Option<usize>,
}

/// The things that the suction at hand came to, in their order.
#[derive(Clone, Default)]
pub(super) struct Throws(pub(super) Vec<Throw>);

/// What blasts have set off or killed so far, by their events.
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
