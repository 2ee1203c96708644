//! What is shown of a moment: the choices that dice make, tables, figures, actors, and why nothing is at a cell.

use super::event::{FACES, NEAR, PLAN, Refusal, ShipEvent as E, Thing};
use super::plan::{self, STRAIGHT, beyond, distance, named, on_plan};
use super::state::{Progress, Room, owner_of, owners};
use crate::event::{Event as _, counted};
use crate::geometry::{Cell, Dir};
use crate::scene::{Actor, ActorKind};
use crate::trace::replay::{Figure, Outline, Row, Table, Token, WhyNot};
use crate::trace::{Candidate, Decision, Fate, Moment};
use crate::view::board::Role;

/// The choice that an event is; the moment is that before it or right after it. Every candidate is equally likely.
pub(super) fn decision(now: &Moment<E>, event: &E) -> Option<Decision> {
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

/// How many rows of tries are listed: the last ones.
const MOST_TRIES: usize = 60;

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "—".into(), |v| v.to_string())
}

/// The hallways that were drawn for the plan; once there are rooms, these and the pairs of rooms that touch.
pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    let plan: Progress = now.state();
    let all = if plan.wanted.is_some() { [Some(rooms(&plan)), pairs(&plan)] } else { [tries(now, &plan), None] };
    all.into_iter().flatten().collect()
}

fn tries(now: &Moment<E>, plan: &Progress) -> Option<Table> {
    let row = |&index: &usize| {
        let (from, dir, length, verdict, built) = match *now.event(index)? {
            E::Built { from, dir, length, hallway, .. } => (from, dir, length, format!("hallway {hallway}"), true),
            E::Refused { from, dir, length, why, at, .. } => {
                (from, dir, length, format!("{} at {at}", why.word()), false)
            }
            _ => return None,
        };
        let to = (1..length).try_fold(from, |at, _| beyond(at, dir));
        let values = [from.to_string(), dir.name().into(), length.to_string(), or_dash(to), verdict];
        Some(Row { chosen: built, ..Row::new(values).at(from).shown_by(index) })
    };
    let last = &plan.tries[plan.tries.len().saturating_sub(MOST_TRIES)..];
    let columns = ["from", "dir", "length", "to", "verdict"];
    Table::new("Hallways drawn", &columns, last.iter().filter_map(row).collect()).unless_empty()
}

fn rooms(plan: &Progress) -> Table {
    let mut order: Vec<usize> = (0..plan.rooms.len()).collect();
    order.sort_by_key(|&r| (plan.rooms[r].extent.twice_mid(), r));
    let rows = order.into_iter().map(|r| {
        let (room, number) = (&plan.rooms[r], r as u8 + 1);
        let role = plan.role(number);
        let values = [
            format!("room {number}"),
            // The middle column of what it spans, on the map.
            (room.extent.twice_mid() + 2).to_string(),
            format!("{} × {}", room.extent.width(), room.extent.height()),
            room.cells.to_string(),
            room.doors.to_string(),
            or_dash(room.parent),
            or_dash(role.or_else(|| (!room.extent.is_large()).then_some("too small for an end"))),
            plan.count(number, Thing::Enemy).to_string(),
            plan.count(number, Thing::Weapon).to_string(),
            plan.count(number, Thing::Kit).to_string(),
        ];
        Row { chosen: role.is_some(), ..Row::new(values).at(room.seed).shown_by(room.event) }
    });
    let columns = ["room", "mid-x", "size", "cells", "doors", "toward", "role", "enemies", "weapons", "kits"];
    Table::new("Rooms by mid-x", &columns, rows.collect())
}

fn pairs(plan: &Progress) -> Option<Table> {
    let rows = plan.pairs.iter().map(|pair| {
        let (room, other) = pair.rooms;
        let chance = format!("1/{}", pair.candidates);
        let values = [format!("rooms {room} and {other}"), pair.candidates.to_string(), or_dash(pair.door), chance];
        Row { chosen: pair.door.is_some(), ..Row::new(values).at(pair.door).shown_by(pair.event) }
    });
    let table = Table::new("Door candidates", &["pair", "candidates", "door", "chance"], rows.collect());
    Table { candidates: true, ..table }.unless_empty()
}

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

/// Whether actors of a sort stand where such a thing is, the first on the first.
fn takes(actor: &Actor, thing: Thing) -> bool {
    match actor.kind {
        ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer => thing.is_entry(),
        ActorKind::Goal => thing.is_exit(),
        ActorKind::Exit => thing == if actor.down == Some(false) { Thing::StairsUp } else { Thing::StairsDown },
        ActorKind::Enemy => thing == Thing::Enemy,
        ActorKind::Item => thing.is_item(),
        _ => false,
    }
}

fn alike(a: &Actor, b: &Actor) -> bool {
    Thing::ALL.into_iter().all(|thing| takes(a, thing) == takes(b, thing))
}

pub(super) fn tokens(now: &Moment<E>) -> Vec<Token> {
    if now.cursor() == 0 {
        return Vec::new();
    }
    let (plan, actors): (Progress, _) = (now.state(), &now.context().actors);
    let place = |i: usize, actor: &Actor| {
        let nth = actors[..i].iter().filter(|a| alike(a, actor)).count();
        plan.things.iter().filter(|t| takes(actor, t.1)).nth(nth).map(|t| t.0)
    };
    let token = |(i, actor)| Token { actor: i, at: place(i, actor), facing: actor.facing, state: "", acts: false };
    actors.iter().enumerate().map(token).collect()
}

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
