//! The choice of the next step of a walker: its eight neighbours, compared by distance plus step cost.

use super::event::{AirEvent as E, Context};
use super::harm_event::HarmEvent as H;
use crate::descent::{Descent, Neighbour};
use crate::root2::Root2;
use crate::trace::{Decision, Fold, Moment};

/// The neighbours an actor weighs in its turn, and the result.
#[derive(Clone, Default)]
pub(super) struct Stride {
    actor: Option<u32>,
    descent: Descent,
}

impl Fold for Stride {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        let Descent { weighed, refused, roll, taken, stayed, .. } = &mut self.descent;
        match *event {
            E::Harm(H::PersonBegan { actor, .. }) => *self = Self { actor: Some(actor), ..Self::default() },
            E::TurnBegan { .. } | E::Drained { .. } | E::SuctionBegan { .. } | E::FlamesBegan { .. } => {
                *self = Self::default();
            }
            E::Harm(H::Compared { cell, from, d }) => {
                weighed.push(Neighbour { total: d + Root2::step(from), event: index, cell, from });
            }
            E::Harm(H::Avoided { cell, from, why }) => refused.push((cell, from, index, why.because())),
            E::Harm(H::Rolled { cell, roll: number, .. }) => (*roll, *taken) = (Some(number.into()), Some(cell)),
            E::Harm(
                H::Walked { to: cell, .. } | H::Pushed { cell, .. } | H::Hit { cell, .. } | H::Aimed { cell, .. },
            ) => {
                *taken = Some(cell);
            }
            E::Harm(H::Stayed { why, .. }) => *stayed = Some(why.because()),
            _ => {}
        }
    }
}

/// Returns the step decision of the acting person, as far as it has got.
pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    let stride = now.state::<Stride>();
    stride.descent.nearest(format!("Where {} steps", now.context().the(stride.actor?)))
}
