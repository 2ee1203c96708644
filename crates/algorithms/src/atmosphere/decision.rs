//! The neighbours weighed by suction, with the reason why each was or was not taken; and the dice of a run.

use super::event::{AirEvent as E, CANDIDATES};
use super::numbers::{FACES, chance, tenths};
use crate::event::Value;
use crate::geometry::Cell;
use crate::root2::Root2;
use crate::trace::replay::Tie;
use crate::trace::{Candidate, CandidateResult, Decision, Moment};

/// Returns the suction decision for the current thing. `moved` is the event with its destination, if that event is
/// known but not yet in `now`.
pub(super) fn decision(now: &Moment<E>, moved: Option<&E>) -> Option<Decision> {
    let (context, start) = (now.context(), now.phase_start(2)?);
    let E::Pulled { actor, .. } = *now.event(start)? else { return None };
    let rank_candidate = |(cell, event): (Cell, &E)| match *event {
        E::Weighed { air, best, distance, .. } => Some((!best, air > 0, distance, cell, air)),
        _ => None,
    };
    let mut all: Vec<_> = now.layer(CANDIDATES).filter_map(rank_candidate).collect();
    all.sort_unstable();
    let &(_, holds_air, nearest, ..) = all.first()?;
    let events = &now.trace().events()[start..now.cursor()];
    let (to, roll) = match events.iter().chain(moved).find(|e| matches!(e, E::Moved { .. })) {
        Some(&E::Moved { to, equals, pick, .. }) => {
            (Some(to), Some((pick as f64 / equals as f64, 1.0 / equals as f64)))
        }
        _ => (None, None),
    };
    let candidate = |&(worse, air_left, distance, cell, air): &(bool, bool, Root2, Cell, u8)| {
        let (best, this) = (Value::from(nearest), Value::from(distance));
        let (fate, against) = match to {
            Some(to) if to == cell => (CandidateResult::Chosen, None),
            Some(_) if !worse => (CandidateResult::Tied("equally good, but the dice chose another".into()), None),
            None if !worse => (CandidateResult::Open, None),
            _ if air_left && !holds_air => {
                (CandidateResult::lost("has-air", "it has air"), Some((tenths(0u8), tenths(air))))
            }
            _ => {
                let words = format!("farther from a cell without air: {this} against {best}");
                (CandidateResult::lost("farther", words), Some((best.clone(), this.clone())))
            }
        };
        let values = vec![cell.to_string(), tenths(air).to_string(), this.to_string()];
        Candidate { cell: Some(cell), values, event: now.at(cell).holder(CANDIDATES), against, fate }
    };
    let equals = all.iter().filter(|w| !w.0).count();
    Some(Decision {
        title: format!("Where suction takes {}", context.the(actor)),
        columns: ["cell", "air", "distance"].map(Into::into).into(),
        candidates: all.iter().map(candidate).collect(),
        tied: "equal among the neighbours: air 0 first, then distance".into(),
        rule: format!("the dice choose, each with a 1 in {equals} chance"),
        roll,
    })
}

/// Returns the dice roll at an event.
pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let dice = |what: String, cell: Cell, (roll, under): (u8, u8), yes: &str, no: &str| {
        let share = if roll < under { under } else { FACES - under };
        Tie {
            what,
            candidates: vec![
                (cell, format!("{yes} {}", chance(under))),
                (cell, format!("{no} {}", chance(FACES - under))),
            ],
            chosen: cell,
            rule: format!("a die with {FACES} sides: below {under} it {yes}; it gave {roll}"),
            roll: Some(roll as f64 / FACES as f64),
            probability: Some(share as f64 / FACES as f64),
        }
    };
    match *event {
        E::Pulled { actor, cell, roll, under } => {
            let what = format!("{} on a venting cell", before.context().the(actor));
            Some(dice(what, cell, (roll, under), "moves", "holds on"))
        }
        E::Struck { cell, roll, under, .. } => {
            Some(dice(format!("a blow against {cell}"), cell, (roll, under), "breaks", "holds"))
        }
        E::Harm(_) => None,
        _ => decision(before, Some(event))?.tie(),
    }
}
