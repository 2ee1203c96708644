//! Guards drawn over the map: lamps, what they can see how far, and their plans.

use super::event::{GuardsEvent as E, plan};
use super::plan::Plans;
use super::problem::LAMP_RADIUS;
use super::state::{at, burns, subject, whereabouts};
use crate::geometry::Cell;
use crate::scene::ActorKind;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let (context, subject, plans) = (now.context(), subject(now), now.state::<Plans>());
    let circle = |cell, radius: u32, role, what| Figure::circle(cell, radius.into(), role, format!("{what} {radius}"));
    let mut all = Vec::new();
    for (i, actor) in context.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Lamp) {
        if let Some(cell) = whereabouts(now, i).0.filter(|_| burns(now, i)) {
            all.push(circle(cell, actor.radius().unwrap_or(LAMP_RADIUS), Role::Dimmed, "lamp"));
        }
    }
    for (guard, known) in (0..).zip(context.guards.iter()) {
        if let Some(cell) = at(now, guard).filter(|_| guard == subject) {
            all.push(circle(cell, known.range, Role::Seen, "range"));
            all.extend(half_plane(now, guard, cell));
        }
        let way = plans.rest(now, guard);
        if way.len() > 1 {
            let label = match now.get(plan(guard)) {
                Some(E::Planned { cost, found, .. }) => {
                    let end = if *found { "" } else { " to the closest cell" };
                    format!("guard {}: {}{end}", guard + 1, context.cost(cost.get()))
                }
                _ => String::new(),
            };
            all.push(Figure::arrow(way.iter().copied(), Role::Path, label));
        }
    }
    all
}

/// The edge of what lies ahead of a guard that looks somewhere.
fn half_plane(now: &Moment<E>, guard: u8, cell: Cell) -> Option<Figure> {
    let known = &now.context().guards[guard as usize];
    let (dx, dy) = whereabouts(now, known.actor.into()).1?.offset();
    let long = known.range as f64 / f64::from(dx * dx + dy * dy).sqrt();
    let [x, y] = cell.middle();
    let (dx, dy) = (f64::from(-dy) * long, f64::from(dx) * long);
    let points = vec![[x - dx, y - dy], [x + dx, y + dy]];
    Some(Figure { outline: Outline::Line, points, role: Role::Seen, label: String::new() })
}
