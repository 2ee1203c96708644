//! Why a cell is known as it is, or not at all.

use super::cast;
use super::event::{KnowledgeEvent as E, Remembered, STAMPS};
use super::lens::Truth;
use crate::event::Value;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// The answer for those whose eyes are looked through, who remember in that layer.
pub(super) fn why_not(end: &Moment<E>, cell: Cell, memory: u8) -> WhyNot {
    let context = end.context();
    let who = context.who(cast::eyes(end));
    let event = end.at(cell).holder(memory);
    let Some(known) = event.and_then(|i| Remembered::of(end.event(i)?)) else {
        return WhyNot::new("never-seen", format!("{cell} was never visible to {who}: nothing is known of it."));
    };
    let stamped = match end.at(cell).layer(STAMPS) {
        Some(&E::Stamped { turn, .. }) => turn,
        _ => 0,
    };
    let (what, turn, truth) = (known.what.contents(context), known.turn, Truth::of(end).at(cell));
    let (reason, sentence) = if truth != known.what {
        let is = truth.contents(context);
        let wrong = format!("that is wrong: there is {is}, changed in turn {stamped}");
        ("wrong", format!("At {cell} {who} remembers {what}, from turn {turn}, and {wrong}."))
    } else if cast::turn(end) != Some(turn) {
        ("remembered", format!("{cell} is out of sight of {who} since turn {turn}: it remembers {what}."))
    } else {
        let because = context.dirty.because(known.before, known.changed);
        (if known.dirty { "dirty" } else { "clean" }, format!("The last look of {who} at {cell}: {because}."))
    };
    let (best, this) = (Value::Int(stamped.into()), Value::Int(turn.into()));
    WhyNot::new(reason, sentence).shown_by(event).against(best, this)
}
