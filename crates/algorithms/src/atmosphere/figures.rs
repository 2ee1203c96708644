//! Figures drawn over an air map: the belt of pressure walls, possible moves, actual moves, shots and blows.

use super::decision;
use super::event::{AirEvent as E, HARM, WALLS};
use super::harm_event::HarmEvent as H;
use super::lens::{health, place, pressed};
use super::numbers::{HEALTH, SMALL};
use super::state::{Blows, SetOff};
use crate::event::{Slot, format_count};
use crate::trace::replay::{Figure, Outline};
use crate::trace::{Candidate, CandidateResult, Moment};
use crate::{Cell, Dir, Role};

/// Returns all figures: pressure walls, chances, moves in this unit of time, and the shots and shockwaves of the
/// current script line.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let mut all = belt(now);
    all.extend(chances(now));
    let unit = now.phase_start(0).unwrap_or(0);
    for actor in 0..now.context().things.len() as u32 {
        let holder_event = now.holder(Slot::Register(actor)).filter(|&i| i >= unit);
        let moved = holder_event.and_then(|i| match now.event(i)? {
            // A lost thing was moved by the event just before.
            E::Lost { .. } => now.event(i.checked_sub(1)?),
            event => Some(event),
        });
        if let Some(&(E::Moved { from, to, .. } | E::Carried { from, to, .. } | E::Harm(H::Walked { from, to, .. }))) =
            moved
        {
            all.push(Figure::arrow([from, to], Role::Current, "").named("moved"));
        }
    }
    for event in now.state::<Blows>().0.into_iter().filter_map(|i| now.event(i)) {
        match *event {
            E::Shot { from, to, .. } => all.push(Figure::arrow([from, to], Role::Threat, "bullet")),
            E::Launched { from, to, .. } => all.push(Figure::arrow([from, to], Role::Threat, "rocket")),
            E::Exploded { cell, reach: SMALL, .. } => {
                all.push(Figure::circle(cell, SMALL.into(), Role::Threat, ""));
            }
            E::Exploded { cell, .. } => {
                all.extend([4, 5].map(|r| Figure::circle(cell, r.into(), Role::Threat, r.to_string())));
            }
            E::Sent { from, to, .. } => all.push(Figure::line([from, to], Role::Threat, "")),
            _ => {}
        }
    }
    all.extend(tree(now));
    all.extend(hurt(now));
    all.extend(died(now));
    all
}

/// Returns arrows from each blast to the bloats it set off and the bodies it killed: the tree of a chain reaction.
fn tree(now: &Moment<E>) -> Vec<Figure> {
    let branch = |i: usize| {
        let (cell, cause) = match *now.event(i)? {
            E::Harm(H::Swelled { cell, cause, .. }) => (cell, cause),
            E::Harm(H::Died { cell, cause, .. }) => match now.event(cause.index()?)? {
                E::Harm(H::Hurt { cause, .. }) => (cell, *cause),
                _ => return None,
            },
            _ => return None,
        };
        match now.event(cause.index()?)? {
            E::Exploded { cell: centre, .. } if *centre != cell => {
                Some(Figure::arrow([*centre, cell], Role::Wrong, "").named("set off, or killed, by a blast"))
            }
            _ => None,
        }
    };
    now.state::<SetOff>().0.into_iter().filter_map(branch).collect()
}

/// Returns a note with the remaining health beside each actor that has lost some.
fn hurt(now: &Moment<E>) -> Vec<Figure> {
    let mark = |actor: u32| {
        let (left, at) = (health(now, actor)?, place(now, actor).0?);
        Some(Figure::note(at, Role::Threat, format!("{left}/{HEALTH}")).named("health"))
    };
    (0..now.context().things.len() as u32).filter_map(mark).collect()
}

/// Returns a frame around each cell where an actor died.
fn died(now: &Moment<E>) -> Vec<Figure> {
    let dead = now.layer(HARM).filter(|(_, event)| matches!(event, E::Harm(H::Died { .. })));
    dead.map(|(cell, _)| Figure::through(Outline::Frame, [cell], Role::Wrong, "").named("died here")).collect()
}

/// Returns the pressure walls as one belt. Diagonal neighbours are joined only if nothing else joins them.
fn belt(now: &Moment<E>) -> Vec<Figure> {
    let size = now.context().ground.size();
    let is = |c: Cell| pressed(&now.at(c));
    let cells: Vec<Cell> = now.layer(WALLS).map(|e| e.0).filter(|&c| is(c)).collect();
    let mut ends = Vec::new();
    for &cell in &cells {
        let at = |dir| cell.step(dir, size).filter(|&c| is(c));
        let links = [
            at(Dir::E),
            at(Dir::S),
            at(Dir::Se).filter(|_| at(Dir::E).is_none() && at(Dir::S).is_none()),
            at(Dir::Sw).filter(|_| at(Dir::W).is_none() && at(Dir::S).is_none()),
        ];
        ends.extend(links.into_iter().flatten().flat_map(|other| [cell, other]));
    }
    let label = format_count(cells.len() as u64, "pressure wall");
    // The label goes at the bottom, where the map is darkest.
    let Some(foot) = cells.iter().max_by_key(|c| (c.y, c.x)) else { return Vec::new() };
    let belt = Figure::through(Outline::Belt, ends, Role::Pressure, "").named("pressure wall");
    vec![belt, Figure { role: Role::Pressure, ..Figure::note(*foot, Role::Pressure, label) }]
}

/// Returns the neighbours that were as good as the chosen one, each with its chance.
fn chances(now: &Moment<E>) -> Option<Figure> {
    let choice = decision::decision(now, None)?;
    let equal = |c: &Candidate| matches!(c.fate, CandidateResult::Tied(_) | CandidateResult::Open);
    let cells: Vec<Cell> = choice.candidates.iter().filter(|c| equal(c)).filter_map(|c| c.cell).collect();
    let among = cells.len() + usize::from(choice.candidates.iter().any(|c| c.fate == CandidateResult::Chosen));
    let beads = vec![format!("1/{among}"); cells.len()];
    let plates = Figure::through(Outline::Plate, cells, Role::Chosen, "").with_beads(beads);
    (among > 1).then(|| plates.named("as good, by dice"))
}
