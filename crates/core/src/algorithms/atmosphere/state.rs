//! What the events of a run come to, besides what cells hold.

use super::event::{AirEvent as E, Context};
use crate::event::{Event as _, Level};
use crate::trace::Fold;

/// The shots and blows of the line of the script at hand, by their events.
#[derive(Clone, Default)]
pub(super) struct Blows(pub(super) Vec<usize>);

impl Fold for Blows {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, context: &Context) {
        match event {
            E::Shot { .. } | E::Exploded { .. } | E::Sent { .. } | E::Struck { .. } | E::Spared { .. } => {
                self.0.push(index);
            }
            _ if matches!(event.level(context), Level::Phase(0 | 1)) => self.0.clear(),
            _ => {}
        }
    }
}
