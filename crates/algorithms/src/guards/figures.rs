//! Figures drawn over the map of guards: sight, walked paths, plans, and the parts of plans that depend on a wrong
//! belief.

use super::event::{Aim, GuardsEvent as E, LIGHT, TRUTH, aim, belief, place, plan};
use super::problem::LAMP_RADIUS;
use super::state::{Plans, actual, at, believed, burns, subject, whereabouts};
use crate::event::Event as _;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::{ActorKind, Cell, Role};
use std::collections::BTreeSet;

/// Maximum number of guards whose plans are all in front.
const MAX_IN_FRONT: usize = 4;
/// Maximum number of wrong beliefs with a text.
const MAX_BELIEF_NOTES: usize = 2;

/// Returns all figures. If the moment is not about a guard, all plans are in the background.
pub(crate) fn figures(now: &Moment<E>, about_guard: bool) -> Vec<Figure> {
    let (context, subject) = (now.context(), Some(subject(now)).filter(|_| about_guard));
    let lit = now.layer(LIGHT).filter(|(_, event)| matches!(event, E::Lit { .. })).map(|(cell, _)| cell);
    let lit = Figure::through(Outline::Light, lit, Role::Dimmed, "").named("lit by a lamp");
    let mut all: Vec<Figure> = Some(lit).filter(|light| !light.points.is_empty()).into_iter().collect();
    for (i, actor) in context.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Lamp) {
        if let Some(cell) = whereabouts(now, i).0.filter(|_| burns(now, i)) {
            let radius = actor.radius().unwrap_or(LAMP_RADIUS);
            let reach = Figure::circle(cell, radius.into(), Role::Dimmed, format!("lamp {radius}"));
            all.push(Figure { outline: Outline::Limit, ..reach }.named("reach of a lamp"));
        }
    }
    for (guard, known) in (0..).zip(context.guards.iter()) {
        let Some(cell) = at(now, guard) else { continue };
        all.extend(Figure::body(context.body, cell));
        if Some(guard) == subject {
            let range = Figure::circle(cell, known.range.into(), Role::Seen, format!("range {}", known.range));
            all.push(Figure { outline: Outline::Limit, ..range }.named("range of sight"));
            all.extend(half_plane(now, guard, cell));
            if let Some(&E::Aimed { cell, why: Aim::Odd, .. }) = now.get(aim(guard)) {
                all.push(Figure::through(Outline::Frame, [cell], Role::Raised, "errand").named("errand"));
            }
            if let Some(&E::Aimed { cell, why: Aim::Sought, .. }) = now.get(aim(guard)) {
                all.push(
                    Figure::circle(cell, 0.4, Role::Wrong, "last seen here").named("where a prisoner was last seen"),
                );
            }
            let start = context.actors.get(known.actor as usize).map(|a| a.at);
            let trail = now.trail(start, place(known.actor));
            if let [walked @ .., _] = &trail[..] {
                all.push(Figure::through(Outline::Dots, walked.iter().copied(), Role::Walked, "").named("walked"));
            }
        }
        let plans = plans(now, guard, Some(guard) == subject);
        let alone = context.guards.len() <= MAX_IN_FRONT || Some(guard) == subject;
        all.extend(plans.into_iter().map(|plan| if alone { plan } else { plan.in_background() }));
    }
    all.extend(subject.into_iter().flat_map(|subject| beliefs(now, subject)));
    all
}

/// Returns the plan of a guard. For the guard in view, also its previous plan if it went elsewhere.
fn plans(now: &Moment<E>, guard: u8, looked_at: bool) -> Vec<Figure> {
    let (context, plans) = (now.context(), now.state::<Plans>());
    let way = plans.rest(now, guard);
    let cells = |way: &[(Cell, u64)]| way.iter().map(|step| step.0).collect::<Vec<_>>();
    let planned = now.holder(plan(guard));
    let cost_label = |event: usize| match now.event(event) {
        Some(E::Planned { cost, .. }) => context.cost(cost.get()).to_string(),
        _ => String::new(),
    };
    let mut all = Vec::new();
    let last = planned.filter(|_| looked_at).and_then(|i| now.trace().replaced(i));
    let now_on: BTreeSet<Cell> = way.iter().map(|step| step.0).collect();
    let elsewhere: Vec<Cell> = cells(plans.before(guard)).into_iter().filter(|c| !now_on.contains(c)).collect();
    if let (Some(last), [first, ..]) = (last, &elsewhere[..]) {
        // Starts at the cell where the two plans part.
        let divergence = plans.before(guard).iter().rev().map(|s| s.0).skip_while(|c| c != first).nth(1);
        let label = format!("previous plan, {}", cost_label(last));
        let before = Figure::through(Outline::Dashes, divergence.into_iter().chain(elsewhere), Role::Path, label);
        all.push(before.named("previous plan"));
    }
    let [(_, start), _, ..] = *way else { return all };
    let beads = |way: &[(Cell, u64)]| -> Vec<String> {
        way.iter().map(|step| context.cost(step.1 - start.min(step.1)).to_string()).collect()
    };
    let left = way[way.len() - 1].1 - start;
    let label = match planned.and_then(|i| now.event(i)) {
        Some(E::Planned { found, .. }) => {
            let end = if *found { "to go" } else { "to the closest cell" };
            format!("guard {}: {} {end}", guard + 1, context.cost(left))
        }
        _ => String::new(),
    };
    let wrong = |&(c, _): &(Cell, u64)| actual(&now.at(c)) != believed(&now.at(c), guard);
    let hangs = way.iter().position(wrong).unwrap_or(way.len() - 1).max(1);
    let (sure, unsure) = (&way[..=hangs], &way[hangs..]);
    let figure = Figure::through(Outline::Way, cells(sure), Role::Path, label).named("plan");
    all.push(if looked_at { figure.with_beads(beads(sure)) } else { figure });
    if unsure.len() > 1 {
        let rest = Figure::through(Outline::Dashes, cells(unsure), Role::Path, "").named("depends on a wrong belief");
        all.push(rest.with_beads(beads(unsure)));
    }
    all
}

/// Returns wrong beliefs of a guard with the actual tile, for a few cells. The cell of the last event comes first.
fn beliefs(now: &Moment<E>, guard: u8) -> Vec<Figure> {
    let belief_cells = [TRUTH, belief(guard)].into_iter().flat_map(|layer| now.layer(layer)).map(|e| e.0);
    let spoken = now.last().and_then(E::cell);
    let cells: BTreeSet<(bool, Cell)> = belief_cells.map(|c| (Some(c) != spoken, c)).collect();
    let both = |(_, c): (bool, Cell)| (c, actual(&now.at(c)), believed(&now.at(c), guard));
    let wrong = cells.into_iter().map(both).filter(|(_, is, held)| is != held);
    let belief_notes = |(cell, is, held): (Cell, crate::terrain::Tile, crate::terrain::Tile)| {
        [
            Figure::note(cell, Role::Wrong, format!("believes: {}", held.a())),
            Figure::note(cell, Role::None, format!("really: {}", is.a())),
        ]
    };
    wrong.take(MAX_BELIEF_NOTES).flat_map(belief_notes).collect()
}

/// Length of the drawn edge of a half-plane to each side of its guard, in cells. The whole edge would cross the map.
const EDGE: f64 = 1.5;

/// Returns the edge of the half-plane ahead of a guard, if it faces a direction. Only the part near the guard is drawn.
fn half_plane(now: &Moment<E>, guard: u8, cell: Cell) -> Option<Figure> {
    let known = &now.context().guards[guard as usize];
    let (dx, dy) = whereabouts(now, known.actor.into()).1?.offset();
    let long = EDGE.min(known.range as f64) / f64::from(dx * dx + dy * dy).sqrt();
    let [x, y] = cell.middle();
    let (dx, dy) = (f64::from(-dy) * long, f64::from(dx) * long);
    let points = vec![[x - dx, y - dy], [x + dx, y + dy]];
    Some(Figure::new(Outline::Line, points, Role::Seen, "").named("sees only ahead of this line"))
}
