//! The choice of a prisoner: the neighbours that it weighs, and why each is taken or not.

use super::event::{Context, FAR, FlowEvent as E};
use super::reason::Verdict;
use crate::geometry::Cell;
use crate::trace::{Candidate, Decision, Fate, Fold, Moment};

/// What the prisoner whose move it is has weighed so far, each with its event, and where it goes.
#[derive(Clone, Default)]
struct Choice {
    actor: u32,
    around: Vec<(usize, E)>,
    taken: Option<Cell>,
    roll: Option<f64>,
}

impl Fold for Choice {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        match *event {
            E::TurnBegan { .. } => *self = Self::default(),
            E::ActorBegan { actor, .. } => *self = Self { actor, ..Self::default() },
            E::Weighed { .. } => self.around.push((index, *event)),
            E::Tied { cell, dice, roll, .. } => (self.taken, self.roll) = (Some(cell), dice.then_some(roll)),
            E::Stepped { cell, .. } => self.taken = Some(cell),
            _ => {}
        }
    }
}

impl Choice {
    fn fate(&self, cell: Cell, verdict: Verdict, context: &Context) -> Fate {
        match verdict {
            Verdict::Lower if self.taken == Some(cell) => Fate::Chosen,
            Verdict::Lower if self.taken.is_none() => Fate::Open,
            Verdict::Lower if context.dice => Fate::Tied("equal, and the dice chose another".into()),
            Verdict::Lower => Fate::Tied("equal, but later in the order".into()),
            Verdict::NotLower | Verdict::NotLowest => Fate::lost("higher", verdict.word()),
            Verdict::NotReached => Fate::lost("not-reached", verdict.word()),
            Verdict::Occupied => Fate::lost("occupied", verdict.word()),
            Verdict::Solid | Verdict::Corner => Fate::lost("blocked", verdict.word()),
        }
    }

    fn decision(&self, context: &Context) -> Option<Decision> {
        let mut lowest = None;
        let mut candidates = Vec::new();
        for &(event, e) in &self.around {
            let E::Weighed { verdict, cell, value, from, .. } = e else { continue };
            if verdict == Verdict::Lower {
                lowest = Some(value);
            }
            let height = if value == FAR { "—".to_owned() } else { context.height(value).to_string() };
            let fate = self.fate(cell, verdict, context);
            let values = vec![format!("{} {cell}", from.opposite().arrow()), height];
            candidates.push((value, Candidate { cell: Some(cell), values, event: Some(event), against: None, fate }));
        }
        candidates.sort_by_key(|(value, c)| (c.fate != Fate::Chosen, *value));
        for (value, c) in &mut candidates {
            c.against = lowest.filter(|_| *value != FAR).map(|best| (context.height(best), context.height(*value)));
        }
        let equal = candidates.iter().filter(|(_, c)| matches!(c.fate, Fate::Chosen | Fate::Tied(_))).count();
        (!candidates.is_empty()).then(|| Decision {
            title: format!("Where {} steps", context.name(self.actor)),
            columns: vec!["neighbour", "value"],
            candidates: candidates.into_iter().map(|c| c.1).collect(),
            tied: lowest.map_or_else(String::new, |value| format!("equal value {}", context.height(value))),
            rule: if context.dice {
                format!("dice: 1/{equal} each")
            } else {
                "up, right, down, left, then the diagonals".to_owned()
            },
            roll: self.roll.map(|roll| (roll, 1.0 / equal as f64)),
        })
    }
}

pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    now.state::<Choice>().decision(now.context())
}

/// The same just after an event that follows the moment.
pub(super) fn with(before: &Moment<E>, event: &E) -> Option<Decision> {
    let mut choice = before.state::<Choice>();
    choice.take(before.cursor(), event, before.context());
    choice.decision(before.context())
}
