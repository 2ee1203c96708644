//! The choices that dice make: the seed of a room out of the frontier, and the door of a pair out of its candidates.

use super::event::{FACES, PLAN, ShipEvent as E};
use super::plan::{STRAIGHT, beyond, named};
use super::state::owner_of;
use crate::event::counted;
use crate::geometry::Cell;
use crate::trace::{Candidate, Decision, Fate, Moment};

/// The choice that an event is; the moment is that before it or right after it. Every candidate is equally likely.
pub(super) fn drawn(now: &Moment<E>, event: &E) -> Option<Decision> {
    let (layer, chosen) = match *event {
        E::Seeded { cell, .. } => (PLAN, cell),
        E::Opened { face, .. } => (FACES, face),
        _ => return None,
    };
    let competes = |held: &E| match (*event, *held) {
        (E::Seeded { .. }, E::Bordered { .. }) => true,
        (E::Opened { room, other, .. }, E::Touched { room: r, other: o, .. }) => (r, o) == (room, other),
        _ => false,
    };
    let beside = |cell| if layer == PLAN { beside(now, cell) } else { "candidate".to_owned() };
    let candidate = |cell: Cell| Candidate {
        cell: Some(cell),
        values: vec![cell.to_string(), beside(cell)],
        event: now.at(cell).holder(layer),
        against: None,
        fate: if cell == chosen { Fate::Chosen } else { Fate::Tied(beside(cell)) },
    };
    let all = now.layer(layer).filter(|&(cell, held)| cell == chosen || competes(held));
    let candidates: Vec<_> = all.map(|(cell, _)| candidate(cell)).collect();
    let n = candidates.len() as u64;
    let (title, tied, rule) = match *event {
        E::Opened { room, other, .. } => (
            format!("The door between rooms {room} and {other}"),
            format!("{} between rooms {room} and {other}", counted(n, "candidate")),
            "one door a pair, every candidate equally likely",
        ),
        _ => (
            "The seed of a room".into(),
            format!("{} of the frontier", counted(n, "cell")),
            "every cell of the frontier is equally likely",
        ),
    };
    Some(Decision { title, columns: vec!["cell", "beside"], candidates, tied, rule: rule.into(), roll: None })
}

/// What lies beside a cell of the frontier.
fn beside(now: &Moment<E>, cell: Cell) -> String {
    let next = STRAIGHT.into_iter().filter_map(|dir| beyond(cell, dir));
    let owner = |c: Cell| now.context().size.contains(c).then(|| owner_of(now.at(c).layer(PLAN)?)).flatten();
    format!("beside {}", named(next.filter_map(owner), ", "))
}
