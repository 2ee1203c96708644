//! Why a piece did not jump to a cell: what stock said of it, what the diagonal rule said, and which gate refused it.

use super::board::{shown, units};
use super::event::{ChessEvent as E, DIAGONAL, STOCK};
use super::now::Now;
use super::terms::{Gate, Why};
use crate::event::{Event as _, Value};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// The answer at the end of one decision; a fight has many, and its scoreboards answer.
pub(super) fn why_not(end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let now = Now::of(end).filter(|n| !n.context().fight)?;
    let cx = now.context();
    let state = end.at(cell);
    let (event, held) = now.layer(&state, STOCK)?;
    let lead = now.lead();
    let mut told: Vec<String> = Vec::new();
    let (mut reason, squared) = match *held {
        E::Refused { why, squared, .. } => {
            told.push(held.sentence(cx));
            (why.name(), squared)
        }
        E::Found { squared, .. } => {
            told.push(match lead {
                Some(l) if l.cell == cell => format!("{cell} is the stock target, {} away.", shown(squared)),
                Some(l) => format!(
                    "{cell} led for a while, {} away, until {} came, {} away.",
                    shown(squared),
                    l.cell,
                    shown(l.squared)
                ),
                None => held.sentence(cx),
            });
            (if lead.is_some_and(|l| l.cell == cell) { "target" } else { Why::NotNearer.name() }, squared)
        }
        _ => return None,
    };
    if let Some((_, passed)) = now.layer(&state, DIAGONAL) {
        told.push(passed.sentence(cx));
    }
    if now.alt().is_some_and(|a| a.hop == cell) {
        for gate in Gate::ALL {
            if let Some((_, gated @ E::GateTested { on: true, fits: false, .. })) = now.gate(gate) {
                reason = gate.name();
                told.push(gated.sentence(cx));
            }
        }
    }
    if now.hop() == Some(cell) {
        (reason, told) = ("chosen", vec![now.answer().map_or_else(String::new, |e| e.sentence(cx))]);
    } else if let (Some(hop), true) = (now.hop(), reason == "target") {
        told.push(format!("The piece jumps to {hop} first."));
    }
    Some(WhyNot {
        reason,
        sentence: told.join(" "),
        event: Some(event),
        best: lead.map(|l| Value::Real(units(l.squared))),
        this: Some(Value::Real(units(squared))),
    })
}
