//! Why there is no room, door or window at a cell, by what the plan of the moment holds.

use super::event::{FACES, NEAR, PLAN, ShipEvent as E};
use super::plan::{self, distance, named, on_plan};
use super::reason::Refusal;
use super::state::{Progress, owners};
use crate::event::Event as _;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// What a cell came to in the plan that the moment lies in; `None` before the first plan.
pub(super) fn why_not(now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let so_far: Progress = now.state();
    if so_far.attempt == 0 || !now.context().size.contains(cell) {
        return None;
    }
    let owner = owners(now);
    let at = format!("On plan {} of deck {}, {cell}", so_far.attempt, so_far.deck);
    if let Some(on_plan) = on_plan(cell, owner.size()) {
        return Some(match owner[on_plan] {
            Some(owner) => {
                WhyNot::new("owned", format!("{at} belongs to {owner}.")).shown_by(now.at(cell).holder(PLAN))
            }
            None => unowned(now, &so_far, cell, &at),
        });
    }
    if let Some(i) = now.at(cell).holder(FACES)
        && let Some(event) = now.event(i)
    {
        let reason = match event {
            E::Linked { .. } | E::Opened { .. } => "door",
            E::Glazed { .. } => "window",
            E::Touched { .. } => "candidate",
            _ => "no-door",
        };
        return Some(WhyNot::new(reason, event.sentence(now.context())).shown_by(i));
    }
    let here = plan::owners(&owner, cell);
    let first = here.iter().flatten().next();
    Some(match first {
        None => WhyNot::new("void", format!("{at} is void: nothing lies beside it.")),
        Some(own) if here == [Some(*own); 4] => {
            WhyNot::new("floor", format!("{at} is floor of {own}, on all sides of it."))
        }
        _ if cell.x % 2 == 1 && cell.y % 2 == 1 => {
            WhyNot::new("corner", format!("{at} is a corner: diagonal contacts never connect."))
        }
        Some(own) if here.contains(&None) => {
            let windows = so_far.windows;
            let faces = so_far.outside.map_or("Windows are not cut yet.".to_owned(), |(n, _)| {
                format!("{windows} of {n} faces toward outside became windows; this one was not drawn.")
            });
            WhyNot::new("outside", format!("{at} is the wall of {own} toward outside. {faces}"))
        }
        Some(_) => {
            let both = named(here.into_iter().flatten(), " and ");
            WhyNot::new("wall", format!("{at} is the wall between {both}: no event cut it."))
        }
    })
}

/// Why a cell of the plan belongs to nobody.
fn unowned(now: &Moment<E>, so_far: &Progress, cell: Cell, at: &str) -> WhyNot {
    let rooms = so_far.rooms.len();
    let about = now.trace().by_cell().of(cell).iter().map(|&i| i as usize).rev();
    let of_plan = about.skip_while(|&i| i >= now.cursor()).take_while(|&i| i >= so_far.start);
    let mut stopped = of_plan.filter_map(|i| match *now.event(i)? {
        E::Stopped { room, distance, why: Refusal::Reach, .. } => Some((i, room, distance)),
        _ => None,
    });
    let near = match now.at(cell).layer(NEAR) {
        Some(E::Labelled { hallway, distance, .. }) => {
            format!(" No hallway comes here: it lies {distance} from hallway {hallway}.")
        }
        _ => String::new(),
    };
    if let Some((i, room, distance)) = stopped.next() {
        let sentence = format!(
            "{at} belongs to nobody: room {room} stopped short of it, {distance} from its seed being its reach, and it \
             was not drawn as the seed of one of {rooms} rooms.{near}"
        );
        return WhyNot::new("reach", sentence).shown_by(i);
    }
    if let Some(i) = now.at(cell).holder(PLAN) {
        let drawn = format!("was not drawn as the seed of one of {rooms} rooms");
        return WhyNot::new("frontier", format!("{at} waited on the frontier and {drawn}.{near}")).shown_by(i);
    }
    let seeds = so_far.rooms.iter().map(|r| (distance(r.seed, cell) / 2, r.seed));
    let seed = seeds.min().map_or_else(String::new, |(far, seed)| {
        format!(" The nearest seed is at {seed}, {far} cells of the plan away.")
    });
    WhyNot::new("void", format!("{at} is void: no hallway or room came beside it.{seed}{near}"))
}
