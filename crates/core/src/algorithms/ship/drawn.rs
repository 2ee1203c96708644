//! What of a moment is drawn and listed besides cells: outlines of rooms, hallways that are tried, things and the actors
//! who take their places, scoreboards.

use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, beyond};
use super::reason::Thing;
use super::seen::{Seen, SeenRoom, plan_start};
use crate::geometry::{Cell, Dir};
use crate::scene::{Actor, ActorKind};
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline, Row, Table, Token};
use crate::view::board::Role;

/// How many rows of tries are listed: the last ones.
const MOST_TRIES: usize = 60;

/// The middle of a map cell.
fn middle(cell: Cell) -> [f64; 2] {
    [cell.x as f64 + 0.5, cell.y as f64 + 0.5]
}

/// The outline of a rectangle of map cells; both corners belong to it.
fn outline(from: [f64; 2], to: [f64; 2]) -> Vec<[f64; 2]> {
    vec![from, [to[0], from[1]], to, [from[0], to[1]], from]
}

pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let seen = Seen::at(player);
    let mut all = Vec::new();
    for (i, room) in seen.rooms.iter().enumerate() {
        let (from, to) = room.extent.on_map();
        let points = outline([from.x as f64, from.y as f64], [to.x as f64 + 1.0, to.y as f64 + 1.0]);
        let role = match seen.role(i as u8 + 1) {
            "start" => Role::Chosen,
            "goal" => Role::Path,
            _ => Role::Done,
        };
        all.push(Figure { outline: Outline::Line, points, role, label: format!("room {}", i + 1) });
    }
    match player.last() {
        Some(&E::Drawn { from, dir, length, .. }) => all.push(tried(from, dir, length, Role::Candidate, "")),
        Some(&E::Refused { from, dir, length, why, .. }) => {
            all.push(tried(from, dir, length, Role::Refused, why.name()));
        }
        Some(E::Seeded { .. } | E::Linked { .. } | E::Grew { .. } | E::Stopped { .. } | E::Bordered { .. }) => {
            all.extend(seen.rooms.last().map(limit));
        }
        _ => {}
    }
    all.extend(seen.things.iter().map(|t| {
        let [x, y] = middle(t.cell);
        let role = match t.thing {
            Thing::Enemy => Role::Threat,
            Thing::Weapon | Thing::Kit => Role::Candidate,
            _ => Role::Path,
        };
        Figure { outline: Outline::Circle, points: vec![[x, y], [x + 0.42, y]], role, label: t.thing.name().into() }
    }));
    all
}

/// A hallway that was drawn, as an arrow through its first lane.
fn tried(from: Cell, dir: Dir, length: u8, role: Role, label: &str) -> Figure {
    let ([x, y], (dx, dy)) = (middle(from), dir.offset());
    let along = 2.0 * (length as f64 - 1.0);
    let to = [x + dx as f64 * along, y + dy as f64 * along];
    Figure { outline: Outline::Arrow, points: vec![[x, y], to], role, label: label.into() }
}

/// The square that a room stays in.
fn limit(room: &SeenRoom) -> Figure {
    let ([x, y], far) = (middle(room.seed), 2.0 * (room.reach as f64 - 1.0) + 1.0);
    let points = outline([x - far, y - far], [x + far, y + far]);
    Figure { outline: Outline::Line, points, role: Role::Candidate, label: format!("nearer than {}", room.reach) }
}

/// The actors of the scene in the parts that they have on the deck; who has none yet is away.
pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    if player.cursor() == 0 {
        return Vec::new();
    }
    let seen = Seen::at(player);
    let actors = &player.trace().context().actors;
    let nth = |i: usize, alike: &dyn Fn(&Actor) -> bool| actors[..i].iter().filter(|a| alike(a)).count();
    let thing = |n: usize, wanted: &dyn Fn(Thing) -> bool| {
        seen.things.iter().filter(|t| wanted(t.thing)).nth(n).map(|t| t.cell)
    };
    let place = |i: usize, actor: &Actor| match actor.kind {
        ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer => {
            let walks = |a: &Actor| matches!(a.kind, ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer);
            thing(nth(i, &walks), &|t| matches!(t, Thing::Start | Thing::StairsUp))
        }
        ActorKind::Goal => {
            let goal = |t| matches!(t, Thing::StairsDown | Thing::Teleporter);
            thing(nth(i, &|a| a.kind == ActorKind::Goal), &goal)
        }
        ActorKind::Exit => {
            let up = actor.down == Some(false);
            let alike = |a: &Actor| a.kind == ActorKind::Exit && (a.down == Some(false)) == up;
            thing(nth(i, &alike), &|t| t == if up { Thing::StairsUp } else { Thing::StairsDown })
        }
        ActorKind::Enemy => thing(nth(i, &|a| a.kind == ActorKind::Enemy), &|t| t == Thing::Enemy),
        ActorKind::Item => thing(nth(i, &|a| a.kind == ActorKind::Item), &|t| matches!(t, Thing::Weapon | Thing::Kit)),
        _ => None,
    };
    let token = |(i, actor): (usize, &Actor)| Token {
        actor: i,
        at: place(i, actor),
        facing: actor.facing,
        state: "",
        acts: false,
    };
    actors.iter().enumerate().map(token).collect()
}

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    let seen = Seen::at(player);
    if seen.wanted.is_none() {
        return tries(player).into_iter().collect();
    }
    let mut all = vec![rooms(&seen)];
    all.extend(pairs(player));
    all
}

/// The hallways that were drawn for the plan.
fn tries(player: &Moment<E>) -> Option<Table> {
    let start = plan_start(player);
    let mut rows = Vec::new();
    for (i, event) in player.trace().events()[start..player.cursor()].iter().enumerate() {
        let (from, dir, length, verdict, chosen) = match *event {
            E::Built { from, dir, length, hallway, .. } => (from, dir, length, format!("hallway {hallway}"), true),
            E::Refused { from, dir, length, why, at, .. } => {
                (from, dir, length, format!("{} at {at}", why.name()), false)
            }
            _ => continue,
        };
        let to = (1..length).try_fold(from, |at, _| beyond(at, dir)).map_or_else(|| "—".into(), |c| c.to_string());
        let values = vec![from.to_string(), dir.name().into(), length.to_string(), to, verdict];
        rows.push(Row { values, cell: Some(from), event: Some(start + i), chosen });
    }
    rows.drain(..rows.len().saturating_sub(MOST_TRIES));
    let columns = vec!["from", "dir", "length", "to", "verdict"];
    (!rows.is_empty()).then(|| Table { candidates: false, title: "Hallways drawn".into(), columns, rows })
}

fn rooms(seen: &Seen) -> Table {
    let mut order: Vec<usize> = (0..seen.rooms.len()).collect();
    order.sort_by_key(|&r| (seen.rooms[r].extent.twice_mid(), r));
    let rows = order.into_iter().map(|r| {
        let (room, number) = (&seen.rooms[r], r as u8 + 1);
        let role = seen.role(number);
        let values = vec![
            format!("room {number}"),
            mid(room.extent),
            format!("{} × {}", room.extent.width(), room.extent.height()),
            room.cells.to_string(),
            room.doors.to_string(),
            room.parent.map_or_else(|| "—".into(), Owner::name),
            if role == "—" && !room.extent.is_large() { "too small for an end".into() } else { role.into() },
            seen.count(number, Thing::Enemy).to_string(),
            seen.count(number, Thing::Weapon).to_string(),
            seen.count(number, Thing::Kit).to_string(),
        ];
        Row { values, cell: Some(room.seed), event: Some(room.event), chosen: role != "—" }
    });
    let columns = vec!["room", "mid-x", "size", "cells", "doors", "toward", "role", "enemies", "weapons", "kits"];
    Table { candidates: false, title: "Rooms by mid-x".into(), columns, rows: rows.collect() }
}

/// The middle column of what a room spans, on the map.
fn mid(extent: Extent) -> String {
    (extent.twice_mid() + 2).to_string()
}

/// The pairs of rooms that touch, with what became of their candidates.
fn pairs(player: &Moment<E>) -> Option<Table> {
    let start = plan_start(player);
    let mut found: Vec<(u8, u8, u16, usize, Option<Cell>)> = Vec::new();
    for (i, event) in player.trace().events()[start..player.cursor()].iter().enumerate() {
        match *event {
            E::Touched { room, other, candidates, .. } => {
                match found.iter_mut().rev().find(|p| (p.0, p.1) == (room, other)) {
                    Some(pair) => (pair.2, pair.3) = (candidates, start + i),
                    None => found.push((room, other, candidates, start + i, None)),
                }
            }
            E::Opened { face, room, other, .. } => {
                if let Some(pair) = found.iter_mut().find(|p| (p.0, p.1) == (room, other)) {
                    (pair.3, pair.4) = (start + i, Some(face));
                }
            }
            _ => {}
        }
    }
    let row = |(room, other, candidates, event, door): (u8, u8, u16, usize, Option<Cell>)| Row {
        values: vec![
            format!("rooms {room} and {other}"),
            candidates.to_string(),
            door.map_or_else(|| "—".into(), |c| c.to_string()),
            format!("1/{candidates}"),
        ],
        cell: door,
        event: Some(event),
        chosen: door.is_some(),
    };
    let columns = vec!["pair", "candidates", "door", "chance"];
    let rows: Vec<Row> = found.into_iter().map(row).collect();
    (!rows.is_empty()).then(|| Table { candidates: true, title: "Door candidates".into(), columns, rows })
}
