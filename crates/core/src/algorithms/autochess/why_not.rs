//! Why a piece did not jump to a cell: what stock said of it, what the diagonal rule said, and which gate refused it.

use super::board::{shown, units};
use super::decision::stock;
use super::event::{ANSWER, ChessEvent as E, DIAGONAL};
use super::reason::{Gate, Refusal};
use super::state::Snapshot;
use crate::event::{Event as _, Slot, Value};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// The answer at the end of one decision; a fight has many, and its scoreboards answer.
pub(super) fn why_not(end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let cx = end.context();
    let turn = Snapshot::of(end).filter(|_| !cx.fight)?;
    let (scores, lead) = (stock(&turn)?, turn.lead);
    let weighed = scores.of(cell)?;
    let event = end.event(weighed.event?)?;
    let mut sentences = vec![event.sentence(cx)];
    let mut reason = Refusal::NotNearer.word();
    match (event, lead) {
        (E::Found { squared, .. }, Some(lead)) if lead.cell == cell => {
            reason = "target";
            sentences = vec![format!("{cell} is the stock target, {} away.", shown(*squared))];
        }
        (E::Found { squared, .. }, Some(lead)) => {
            let until = format!("until {} came, {} away", lead.cell, shown(lead.squared));
            sentences = vec![format!("{cell} led for a while, {} away, {until}.", shown(*squared))];
        }
        (E::Refused { why, .. }, _) => reason = why.word(),
        _ => {}
    }
    sentences.extend(turn.held(Slot::Cell(DIAGONAL, cell)).map(|(_, passed)| passed.sentence(cx)));
    if turn.alt.is_some_and(|a| a.hop == cell) {
        for gate in Gate::ALL {
            if let Some((_, tested @ E::GateTested { on: true, fits: false, .. })) = turn.gate(gate) {
                reason = gate.word();
                sentences.push(tested.sentence(cx));
            }
        }
    }
    match turn.hop {
        Some(hop) if hop == cell => {
            let answer = turn.held(Slot::Register(ANSWER))?.1;
            (reason, sentences) = ("chosen", vec![answer.sentence(cx)]);
        }
        Some(hop) if reason == "target" => sentences.push(format!("The piece jumps to {hop} first.")),
        _ => {}
    }
    let (E::Found { squared, .. } | E::Refused { squared, .. }) = *event else { return None };
    let (best, this) = (lead.map(|l| Value::Real(units(l.squared))), Value::Real(units(squared)));
    Some(WhyNot::new(reason, sentences.join(" ")).shown_by(weighed.event).against(best, this))
}
