//! Why there is no room, door or window at a cell, by what the plan of the moment holds.

use super::event::{FACES, NEAR, PLAN, ShipEvent as E};
use super::plan::{Owner, on_plan};
use super::reason::GrowthRefusal;
use super::seen::{Seen, owners, plan_start};
use crate::event::Event;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

fn answer(reason: &'static str, sentence: String, event: Option<usize>) -> WhyNot {
    WhyNot { reason, sentence, event, best: None, this: None }
}

/// What a cell came to in the plan that the moment lies in; `None` before the first plan.
pub(super) fn why_not(player: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let seen = Seen::at(player);
    if seen.attempt == 0 || !player.trace().layout().size.contains(cell) {
        return None;
    }
    let owner = owners(player);
    let at = format!("On plan {} of deck {}, {cell}", seen.attempt, seen.deck);
    if let Some(plan) = on_plan(cell, owner.size()) {
        return Some(of_cell(player, &seen, owner[plan], cell, &at));
    }
    if let Some(i) = player.at(cell).holder(FACES) {
        let event = &player.trace().events()[i];
        let told = event.sentence(player.trace().context());
        let reason = match event {
            E::Linked { .. } | E::Opened { .. } => "door",
            E::Glazed { .. } => "window",
            E::Touched { .. } => "candidate",
            _ => "no-door",
        };
        return Some(answer(reason, told, Some(i)));
    }
    let here = super::plan::owners(&owner, cell);
    let first = here.iter().flatten().next();
    Some(match first {
        None => answer("void", format!("{at} is void: nothing lies beside it."), None),
        Some(own) if here == [Some(*own); 4] => {
            answer("floor", format!("{at} is floor of {}, on all sides of it.", own.name()), None)
        }
        _ if cell.x % 2 == 1 && cell.y % 2 == 1 => {
            answer("corner", format!("{at} is a corner: diagonal contacts never connect."), None)
        }
        Some(own) if here.contains(&None) => {
            let faces = seen.outside.map_or_else(
                || "Windows are not cut yet.".to_owned(),
                |n| format!("{} of {n} faces toward outside became windows; this one was not drawn.", seen.windows),
            );
            answer("outside", format!("{at} is the wall of {} toward outside. {faces}", own.name()), None)
        }
        Some(_) => {
            let mut both: Vec<Owner> = here.iter().flatten().copied().collect();
            both.sort_unstable();
            both.dedup();
            let names = both.into_iter().map(Owner::name).collect::<Vec<_>>().join(" and ");
            answer("wall", format!("{at} is the wall between {names}: no event cut it."), None)
        }
    })
}

/// Why a cell of the plan belongs to whom it does, or to nobody.
fn of_cell(player: &Moment<E>, seen: &Seen, owner: Option<Owner>, cell: Cell, at: &str) -> WhyNot {
    let held = player.at(cell).holder(PLAN);
    if let Some(owner) = owner {
        return answer("owned", format!("{at} belongs to {}.", owner.name()), held);
    }
    let rooms = seen.rooms.len();
    let start = plan_start(player);
    let events = &player.trace().events()[start..player.cursor()];
    let stopped = events.iter().enumerate().rev().find_map(|(i, event)| match *event {
        E::Stopped { cell: c, room, distance, why: GrowthRefusal::Reach } if c == cell => {
            Some((start + i, room, distance))
        }
        _ => None,
    });
    let near = match player.at(cell).layer(NEAR) {
        Some(E::Labelled { hallway, distance, .. }) => {
            format!(" No hallway comes here: it lies {distance} from hallway {hallway}.")
        }
        _ => String::new(),
    };
    match (stopped, held) {
        (Some((i, room, distance)), _) => answer(
            "reach",
            format!(
                "{at} belongs to nobody: room {room} stopped short of it, {distance} from its seed being its reach, and \
                 it was not drawn as the seed of one of {rooms} rooms.{near}"
            ),
            Some(i),
        ),
        (None, Some(i)) => answer(
            "frontier",
            format!("{at} waited on the frontier and was not drawn as the seed of one of {rooms} rooms.{near}"),
            Some(i),
        ),
        (None, None) => {
            let toward = seen.rooms.iter().map(|r| r.seed).min_by_key(|s| {
                let (dx, dy) = s.delta(cell);
                (dx.max(dy), *s)
            });
            let far = toward.map_or_else(String::new, |seed| {
                let (dx, dy) = seed.delta(cell);
                format!(" The nearest seed is at {seed}, {} cells of the plan away.", dx.max(dy) / 2)
            });
            answer("void", format!("{at} is void: no hallway or room came beside it.{far}{near}"), None)
        }
    }
}
