//! Figures drawn over a ship: the rooms of the current event, a tried hallway, and things.

use super::event::{FLOOD, ShipEvent as E};
use super::hull;
use super::plan::{Extent, Owner, on_map, plan_size};
use super::state::{self, Progress, Room};
use super::words::{PlanRefusal, Thing};
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::{Cell, Dir, Role};

/// Only the subject of the current event has a label, so that labels do not hide the plan.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let plan: Progress = now.state();
    let mut all = Vec::new();
    let about = match now.last() {
        Some(
            &E::Opened { room, other, .. }
            | &E::Touched { room, other, .. }
            | &E::Hung { room, to: Owner::Room(other), .. },
        ) => vec![room, other],
        Some(
            &E::Closed { room, .. }
            | &E::Furnished { room, .. }
            | &E::Hung { room, .. }
            | &E::Doorless { room, .. }
            | &E::CutOff { room, .. },
        ) => vec![room],
        _ => Vec::new(),
    };
    let about = plan.rooms.iter().zip(1..).filter(|(_, number)| about.contains(number));
    all.extend(about.map(|(room, number)| Figure::note(room.seed, Role::Done, format!("room {number}"))));
    match now.last() {
        Some(&E::Drawn { from, dir, length, .. }) => all.push(tried(from, dir, length, Role::Candidate, "")),
        Some(&E::Refused { from, dir, length, why, .. }) => {
            all.push(tried(from, dir, length, Role::Refused, why.word()));
        }
        Some(E::Seeded { .. } | E::Linked { .. } | E::Grew { .. } | E::Stopped { .. } | E::Bordered { .. }) => {
            all.extend(plan.rooms.last().filter(|room| room.reach > 0).map(limit));
        }
        Some(&E::Aimed { at, width, height, .. }) => all.extend(cut(now, at, (width, height), Role::Candidate, "")),
        Some(&E::Cut { at, width, height, .. }) => all.extend(cut(now, at, (width, height), Role::Chosen, "cut off")),
        Some(&E::Spared { at, width, height, why, fault, .. }) => {
            all.extend(cut(now, at, (width, height), Role::Refused, why.word()));
            if fault != at {
                all.push(Figure::through(Outline::Frame, [fault], Role::Wrong, "here"));
            }
        }
        Some(
            &E::Split { cell, section, .. } | &E::Kept { cell, section, .. } | &E::Discarded { cell, section, .. },
        ) => {
            all.push(Figure::note(cell, Role::Raised, format!("section {section}")));
        }
        Some(E::Rejected { why: PlanRefusal::Apart, .. }) => all.extend(parts(now)),
        Some(&E::Opened { face, among: among @ 2.., .. } | &E::Hung { face, among: among @ 2.., .. }) => {
            all.push(Figure::note(face, Role::Chosen, format!("1 of {among} places")));
        }
        _ => {}
    }
    all.extend(plan.things.iter().map(|&(cell, thing, _)| {
        let role = match thing {
            Thing::Enemy => Role::Threat,
            _ if thing.is_item() => Role::Candidate,
            _ => Role::Path,
        };
        // Frequent things have a letter.
        let (label, name) = match thing {
            Thing::Enemy => ("E".to_owned(), "E: enemy"),
            Thing::Weapon => ("W".to_owned(), "W: weapon"),
            Thing::Kit => ("K".to_owned(), "K: kit"),
            _ => (thing.word().replace('-', " "), ""),
        };
        Figure::circle(cell, 0.42, role, label).named(name)
    }));
    all
}

fn rectangle(from: [f64; 2], to: [f64; 2], role: Role, label: String) -> Figure {
    let points = vec![from, [to[0], from[1]], to, [from[0], to[1]], from];
    Figure::new(Outline::Line, points, role, label)
}

/// Returns a drawn hallway, as an arrow through its first lane.
fn tried(from: Cell, dir: Dir, length: u8, role: Role, label: &str) -> Figure {
    let ([x, y], (dx, dy)) = (from.middle(), dir.offset());
    let along = 2.0 * (length.max(1) as f64 - 1.0);
    let to = [x + dx as f64 * along, y + dy as f64 * along];
    Figure::new(Outline::Arrow, vec![[x, y], to], role, label)
}

/// Returns the square that a room stays in.
fn limit(room: &Room) -> Figure {
    let ([x, y], far) = (room.seed.middle(), 2.0 * (room.reach as f64 - 1.0) + 1.0);
    rectangle([x - far, y - far], [x + far, y + far], Role::Candidate, format!("nearer than {}", room.reach))
}

/// Returns a cut, and its mirror image if the hull is mirrored.
fn cut(now: &Moment<E>, at: Cell, (width, height): (u8, u8), role: Role, label: &str) -> Vec<Figure> {
    // The rectangle goes from wall to wall.
    let far = |at: u16, cells: u8| [0.0, 2.0 * cells as f64].map(|along| at as f64 - 0.5 + along);
    let ([left, right], [over, under]) = (far(at.x, width), far(at.y, height));
    let cut_rectangle = rectangle([left, over], [right, under], role, label.to_owned());
    let (plan, margin) = (plan_size(now.context().size), now.context().rules().margin);
    let whole = hull::rectangle(plan, margin).filter(|_| now.state::<Progress>().mirrored);
    let image = whole.map(|Extent { from, to }| {
        // The sum of the y positions of a point and of its mirror image.
        let both = (on_map(from).y + on_map(to).y + 1) as f64;
        rectangle([left, both - over], [right, both - under], role, String::new())
    });
    [cut_rectangle].into_iter().chain(image).collect()
}

/// Returns notes at the first cell that the test reached and at the first it did not reach, for a plan in several
/// regions.
fn parts(now: &Moment<E>) -> Vec<Figure> {
    let (owner, reached) = (state::owners(now), now.layer(FLOOD).next());
    let is_unreached = |&c: &Cell| owner[c].is_some() && now.at(on_map(c)).layer(FLOOD).is_none();
    let unreached_cell = owner.size().cells().find(is_unreached).map(on_map);
    let note = |cell, role, label: &str| Figure::note(cell, role, label);
    let reached = reached.map(|(cell, _)| note(cell, Role::Done, "reached"));
    reached.into_iter().chain(unreached_cell.map(|cell| note(cell, Role::Refused, "not reached"))).collect()
}
