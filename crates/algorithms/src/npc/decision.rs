//! The walker's choice among its eight neighbours, by distance plus step cost, and why it did not go to a cell.

use super::event::{Context, NpcEvent as E};
use super::lens::known;
use crate::descent::{self, Descent, Neighbour};
use crate::event::capital;
use crate::flee_map::leads_through;
use crate::geometry::Cell;
use crate::knowledge::cast::{self, StageEvent};
use crate::root2::Root2;
use crate::trace::replay::WhyNot;
use crate::trace::{Decision, Fold, Moment, Phase};

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
            E::Refused { cell, from, why } => refused.push((cell, from, index, why.because())),
            E::Rolled { cell, roll: number, .. } => (*roll, *taken) = (Some(number), Some(cell)),
            E::Stage(StageEvent::Moved { to: cell, .. } | StageEvent::Changed { cell, .. }) => *taken = Some(cell),
            E::Waited { why, .. } => *stayed = Some(why.because()),
            _ => {}
        }
    }
}

pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    let choice = now.state::<Choice>();
    choice.descent.nearest(format!("Neighbours of {}", now.context().who(choice.mind?)))
}

pub(super) fn why_not(end: &Moment<E>, cell: Cell) -> WhyNot {
    let (context, mind) = (end.context(), cast::eyes(end));
    let (who, actor) = (context.who(mind), context.minds.get(mind as usize).copied().unwrap_or(0));
    let about = || end.trace().by_cell().of(cell).iter().rev().map(|&i| i as usize);
    let path = cast::trail(end, actor);
    if let Some(k) = path.iter().position(|&c| c == cell) {
        let sentence = format!("{cell} is on the path of {who}: cell {} of {}.", k + 1, path.len());
        return WhyNot::new("on-path", sentence).shown_by(about().next());
    }
    let memory_event = end.at(cell).holder(context.memory(mind));
    let Some((tile, turn)) = known(end, cell, mind) else {
        return WhyNot::new(
            "unknown",
            format!("{} never saw {cell}, and only goes where it knows the ground.", capital(&who)),
        );
    };
    if !leads_through(tile) {
        let sentence =
            format!("{} remembers {} at {cell}, from turn {turn}: it cannot walk there.", capital(&who), tile.a());
        return WhyNot::new("blocked", sentence).shown_by(memory_event);
    }
    // The last turn in which it weighed the cell, at its end. By then the result of the choice is known.
    let turns = end.trace().phases().iter().filter(|phase| phase.depth <= 1);
    let own = turns.filter(|turn| {
        let began = end.event(turn.start as usize);
        matches!(began, Some(E::Stage(StageEvent::CharacterBegan { mind: acts, .. })) if *acts == mind)
    });
    let weighs = |turn: &&Phase, &i: &usize| {
        (turn.start as usize..turn.end as usize).contains(&i)
            && matches!(end.event(i), Some(E::Weighed { .. } | E::Refused { .. }))
    };
    let Some(turn) = own.rev().find(|turn| about().any(|i| weighs(turn, &i))) else {
        let sentence = format!("{cell} was never next to {who}, so it was never a choice.");
        return WhyNot::new("not-beside", sentence).shown_by(memory_event);
    };
    let then = end.at_moment(turn.end as usize);
    let choice = Moment::of(&then).and_then(|then| decision(&then));
    let Some(why) = choice.and_then(|choice| descent::why_not(&choice, cell)) else {
        return WhyNot::new("not-beside", format!("{cell} was never a choice of {who}."));
    };
    match end.at(cell).layer(context.ground) {
        // The cell was chosen, but the walker did not go there.
        Some(E::Stage(StageEvent::Changed { was, .. })) if why.reason == "chosen" => {
            let sentence =
                format!("{cell} was the nearest: {who} opened the {} there, but did not go in.", was.english());
            WhyNot { reason: "opened".into(), sentence, ..why }
        }
        _ => why,
    }
}
