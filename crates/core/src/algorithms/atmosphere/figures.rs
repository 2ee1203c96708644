//! What is drawn over the map: what moved in this unit of time, and the bullets and shockwaves of the line at hand.

use super::event::AirEvent as E;
use super::state::Blows;
use crate::event::Slot;
use crate::trace::Moment;
use crate::trace::replay::Figure;
use crate::view::board::Role;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let mut all = Vec::new();
    let unit = now.phase_start(0).unwrap_or(0);
    for actor in 0..now.context().things.len() as u32 {
        let held = now.holder(Slot::Register(actor)).filter(|&i| i >= unit);
        let moved = held.and_then(|i| match now.event(i)? {
            // A thing that was lost was moved just before.
            E::Lost { .. } => now.event(i.checked_sub(1)?),
            event => Some(event),
        });
        if let Some(&(E::Moved { from, to, .. } | E::Carried { from, to, .. })) = moved {
            all.push(Figure::arrow(from, to, Role::Current, now.context().name(actor)));
        }
    }
    for event in now.state::<Blows>().0.into_iter().filter_map(|i| now.event(i)) {
        match *event {
            E::Shot { from, to } => all.push(Figure::arrow(from, to, Role::Threat, "bullet")),
            E::Exploded { cell, .. } => {
                all.extend([4, 5].map(|r| Figure::circle(cell, r.into(), Role::Threat, r.to_string())));
            }
            E::Sent { from, to } => all.push(Figure::line(from, to, Role::Threat, "")),
            _ => {}
        }
    }
    all
}
