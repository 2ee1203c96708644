//! Where a walker steps: its eight neighbours by their distance plus the step there.

use super::event::{Context, NpcEvent as E};
use crate::algorithms::knowledge::cast::StageEvent;
use crate::dijkstra::descent::{Descent, Neighbour, Terms};
use crate::root2::Root2;
use crate::trace::{Decision, Fold, Moment};

/// The choice of the walker whose turn it is; nothing in between.
#[derive(Clone, Default)]
pub(super) struct Choice {
    pub(super) mind: Option<u8>,
    pub(super) descent: Descent,
}

impl Fold for Choice {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        let Descent { weighed, refused, roll, taken, stayed, .. } = &mut self.descent;
        match *event {
            E::Stage(StageEvent::CharacterBegan { mind, .. }) => *self = Self { mind: Some(mind), ..Self::default() },
            E::Stage(StageEvent::TurnBegan { .. } | StageEvent::ScriptBegan { .. })
            | E::TargetBegan { .. }
            | E::Ended { .. } => *self = Self::default(),
            E::Weighed { cell, from, d } => {
                weighed.push(Neighbour { total: d + Root2::step(from), event: index, cell, from });
            }
            E::Refused { cell, from, why } => refused.push((cell, from, index, why.word())),
            E::Rolled { cell, roll: number, .. } => (*roll, *taken) = (Some(number), Some(cell)),
            E::Stage(StageEvent::Moved { to: cell, .. } | StageEvent::Changed { cell, .. }) => *taken = Some(cell),
            E::Waited { why, .. } => *stayed = Some(why.word()),
            _ => {}
        }
    }
}

pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    let choice = now.state::<Choice>();
    let texts = |n: &Neighbour| {
        let step = Root2::step(n.from);
        vec![(n.total - step).long(), step.to_string(), n.total.long()]
    };
    choice.descent.decision(&Terms {
        title: format!("Neighbours of {}", now.context().who(choice.mind?)),
        columns: &["value", "step", "total"],
        texts: &texts,
        compared: "value plus step =",
        best: "nearest",
        worse: "farther",
        value: &Root2::value,
        long: &Root2::long,
    })
}
