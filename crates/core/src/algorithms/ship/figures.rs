//! What is drawn over the map: outlines of rooms, the hallway that is tried, and the things on the deck.

use super::event::ShipEvent as E;
use super::reason::Thing;
use super::state::{Progress, Room};
use crate::geometry::{Cell, Dir};
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;

fn rectangle(from: [f64; 2], to: [f64; 2], role: Role, label: String) -> Figure {
    let points = vec![from, [to[0], from[1]], to, [from[0], to[1]], from];
    Figure { outline: Outline::Line, points, role, label }
}

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let plan: Progress = now.state();
    let mut all = Vec::new();
    for (room, number) in plan.rooms.iter().zip(1..) {
        let (from, to) = room.extent.on_map();
        let role = match plan.role(number) {
            Some("start") => Role::Chosen,
            Some(_) => Role::Path,
            None => Role::Done,
        };
        let corners = ([from.x as f64, from.y as f64], [to.x as f64 + 1.0, to.y as f64 + 1.0]);
        all.push(rectangle(corners.0, corners.1, role, format!("room {number}")));
    }
    match now.last() {
        Some(&E::Drawn { from, dir, length, .. }) => all.push(tried(from, dir, length, Role::Candidate, "")),
        Some(&E::Refused { from, dir, length, why, .. }) => {
            all.push(tried(from, dir, length, Role::Refused, why.word()));
        }
        Some(E::Seeded { .. } | E::Linked { .. } | E::Grew { .. } | E::Stopped { .. } | E::Bordered { .. }) => {
            all.extend(plan.rooms.last().map(limit));
        }
        _ => {}
    }
    all.extend(plan.things.iter().map(|&(cell, thing, _)| {
        let role = match thing {
            Thing::Enemy => Role::Threat,
            _ if thing.is_item() => Role::Candidate,
            _ => Role::Path,
        };
        Figure::circle(cell, 0.42, role, thing.word())
    }));
    all
}

/// A hallway that was drawn, as an arrow through its first lane.
fn tried(from: Cell, dir: Dir, length: u8, role: Role, label: &str) -> Figure {
    let ([x, y], (dx, dy)) = (from.middle(), dir.offset());
    let along = 2.0 * (length as f64 - 1.0);
    let to = [x + dx as f64 * along, y + dy as f64 * along];
    Figure { outline: Outline::Arrow, points: vec![[x, y], to], role, label: label.into() }
}

/// The square that a room stays in.
fn limit(room: &Room) -> Figure {
    let ([x, y], far) = (room.seed.middle(), 2.0 * (room.reach as f64 - 1.0) + 1.0);
    rectangle([x - far, y - far], [x + far, y + far], Role::Candidate, format!("nearer than {}", room.reach))
}
