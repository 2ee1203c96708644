//! How a moment of ship generation is looked at: layers, roles, ties, checks, numbers over time. Nothing here runs
//! anything.

use super::event::{FACES, FLOOD, NEAR, PLAN, ShipEvent as E, THINGS};
use super::reason::{ContactRefusal, GrowthRefusal, HallwayRefusal, Part, PlanRefusal, Thing};
use super::seen::{Seen, begins, owner_of, owners};
use crate::event::{Event, Tone, Value};
use crate::geometry::{Cell, Dir};
use crate::trace::lens::Gauge;
use crate::trace::replay::Tie;
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// A count with its noun: `1 room`, `2 rooms`.
fn count(n: u32, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// The layers of the card after the status, each with the layer of slots that decides it.
pub(super) fn number(layer: usize, event: &E) -> Option<(u8, u32)> {
    match (layer, *event) {
        (1, E::Grew { room, .. }) => Some((PLAN, room.into())),
        (2, E::Grew { order, .. } | E::Laid { order, .. }) => Some((PLAN, order)),
        (3, E::Grew { distance, .. }) => Some((PLAN, distance.into())),
        (4, E::Labelled { distance, .. }) => Some((NEAR, distance.into())),
        (5, E::Flooded { count, .. }) => Some((FLOOD, count)),
        _ => None,
    }
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let source = match layer {
        0 => return status(cell).map(|word| Value::Word(word.into())),
        1..=3 => PLAN,
        4 => NEAR,
        5 => FLOOD,
        _ => return None,
    };
    number(layer, cell.layer(source)?).map(|(_, n)| Value::Int(n.into()))
}

/// What a cell is, in a word.
fn status(cell: &CellState<E>) -> Option<&'static str> {
    if let Some(E::Placed { thing, .. }) = cell.layer(THINGS) {
        return Some(thing.name());
    }
    let word = |event: &E| match event {
        E::Bordered { .. } => "frontier",
        E::Seeded { .. } => "seed",
        E::Laid { .. } => "hallway",
        E::Grew { .. } => "room",
        E::Labelled { .. } => "near",
        E::Linked { .. } | E::Opened { .. } => "door",
        E::Touched { .. } => "candidate",
        E::PassedOver { .. } => "no-door",
        E::Glazed { .. } => "window",
        _ => "reached",
    };
    [FACES, PLAN, NEAR, FLOOD].into_iter().find_map(|layer| cell.layer(layer)).map(word)
}

pub(super) const fn role(event: &E) -> Role {
    match event {
        E::Bordered { .. } => Role::Queued,
        E::Seeded { .. } => Role::Current,
        E::Laid { .. } => Role::Walked,
        E::Grew { .. } => Role::Done,
        E::Labelled { .. } => Role::Dimmed,
        E::Linked { .. } | E::Opened { .. } => Role::Chosen,
        E::PassedOver { .. } => Role::Refused,
        E::Glazed { .. } => Role::Seen,
        E::Flooded { .. } => Role::Remembered,
        E::Placed { thing: Thing::Enemy, .. } => Role::Threat,
        E::Touched { .. } | E::Placed { thing: Thing::Weapon | Thing::Kit, .. } => Role::Candidate,
        E::Placed { .. } => Role::Path,
        _ => Role::None,
    }
}

/// From a room's cell to the one that it grew from.
pub(super) fn arrow(cell: &CellState<E>) -> Option<Dir> {
    match cell.layer(PLAN)? {
        E::Grew { from, .. } => *from,
        _ => None,
    }
}

pub(super) fn gauge(series: usize, event: &E, cx: &super::event::Context) -> Gauge {
    let anew = begins(event, cx) && series != 1;
    if anew {
        return Gauge::Set(0.0);
    }
    let n = match (series, event) {
        (1, event) => i64::from(event.tone(cx) == Tone::Refused),
        // Whatever grows was on the frontier before.
        (2, E::Grew { .. }) => -1,
        (0, E::Laid { .. } | E::Grew { .. })
        | (2, E::Bordered { .. })
        | (3, E::Closed { .. })
        | (4, E::Linked { .. } | E::Opened { .. })
        | (5, E::Glazed { .. })
        | (6, E::Built { .. })
        | (7, E::Placed { .. }) => 1,
        _ => return Gauge::Same,
    };
    Gauge::Add(n)
}

pub(super) const fn check(check: usize, event: &E) -> bool {
    match event {
        E::Refused { why: HallwayRefusal::Border, .. } => check == 0,
        E::Refused { why: HallwayRefusal::Hallway, .. } => check == 1,
        E::Refused { why: HallwayRefusal::Near, .. } => check == 2,
        E::Stopped { why: GrowthRefusal::Reach, .. } => check == 3,
        E::Stopped { why: GrowthRefusal::Edge, .. } => check == 4,
        E::PassedOver { why: ContactRefusal::Linked, .. } => check == 5,
        E::PassedOver { why: ContactRefusal::Hallway, .. } => check == 6,
        E::PassedOver { why: ContactRefusal::Lost, .. } => check == 7,
        E::Rejected { why, .. } => check == 8 || (check == 9 && matches!(why, PlanRefusal::Apart)),
        E::Dismissed { .. } => check == 10,
        E::Occupied { .. } => check == 11,
        E::GaveUp { .. } => check == 12,
        _ => false,
    }
}

/// The dice of a seed, of a room's first door, and of a door between rooms.
pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let even = |n: usize| Some(1.0 / n.max(1) as f64);
    match *event {
        E::Seeded { cell, .. } => {
            let waits = before.layer(PLAN).filter(|(_, e)| matches!(e, E::Bordered { .. }));
            let among: Vec<_> = waits.map(|(c, _)| (c, beside(before, c))).collect();
            let probability = even(among.len());
            let what = format!("{} of the frontier", count(among.len() as u32, "cell"));
            let rule = "every cell of the frontier is equally likely".into();
            Some(Tie { what, among, chosen: cell, rule, roll: None, probability })
        }
        E::Opened { face, room, other, .. } => {
            let own = |e: &E| matches!(*e, E::Touched { room: r, other: o, .. } if (r, o) == (room, other));
            let touched = before.layer(FACES).filter(|(_, e)| own(e));
            let among: Vec<_> = touched.map(|(c, _)| (c, "candidate".to_owned())).collect();
            let probability = even(among.len());
            let what = format!("{} between rooms {room} and {other}", count(among.len() as u32, "candidate"));
            let rule = "one door a pair, every candidate equally likely".into();
            Some(Tie { what, among, chosen: face, rule, roll: None, probability })
        }
        _ => None,
    }
}

/// What lies beside a cell of the frontier.
fn beside(player: &Moment<E>, cell: Cell) -> String {
    let size = player.trace().layout().size;
    let next = super::plan::STRAIGHT.into_iter().filter_map(|dir| super::plan::beyond(cell, dir));
    let owner = |c: Cell| size.contains(c).then(|| player.at(c).layer(PLAN).and_then(owner_of)).flatten();
    let mut all: Vec<_> = next.filter_map(owner).collect();
    all.sort_unstable();
    all.dedup();
    format!("beside {}", all.into_iter().map(super::plan::Owner::name).collect::<Vec<_>>().join(", "))
}

pub(super) fn explain(player: &Moment<E>) -> String {
    match player.last() {
        Some(E::Finished { .. }) => {
            let seen = Seen::at(player);
            let enemies = seen.things.iter().filter(|t| t.thing == Thing::Enemy).count() as u32;
            format!(
                "It has {}, {}, {}, {} and {}.",
                count(seen.hallways, "hallway"),
                count(seen.rooms.len() as u32, "room"),
                count(seen.doors, "door"),
                count(seen.windows, "window"),
                if enemies == 1 { "1 enemy".to_owned() } else { format!("{enemies} enemies") },
            )
        }
        Some(E::Rejected { why: PlanRefusal::Apart, .. }) => {
            let cut = apart(player);
            if cut.is_empty() { String::new() } else { format!("Not reached: {}.", cut.join(", ")) }
        }
        _ => String::new(),
    }
}

/// The hallways and rooms that the flood did not reach.
fn apart(player: &Moment<E>) -> Vec<String> {
    let owner = owners(player);
    let dry = |&c: &Cell| player.at(super::plan::on_map(c)).layer(FLOOD).is_none();
    let mut cut: Vec<_> = owner.size().cells().filter(dry).filter_map(|c| owner[c]).collect();
    cut.sort_unstable();
    cut.dedup();
    cut.into_iter().map(super::plan::Owner::name).collect()
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let int = |n: u32| Value::Int(n.into());
    let (events, phases) = (player.trace().events(), player.trace().phases());
    let before = phases.partition_point(|p| (p.start as usize) < player.cursor());
    let mut all = Vec::new();
    if let Some(E::Began { deck }) = player.phase(0) {
        all.push(("deck", int((*deck).into())));
    }
    if let Some(E::Started { attempt, .. }) = player.phase(1) {
        all.push(("plan", int((*attempt).into())));
    }
    // The parts of this plan, the last first.
    let parts = phases[..before].iter().rev().take_while(|p| p.depth == 2).map(|p| p.start as usize);
    let wanted = parts.map(|i| events[i]).find_map(|e| match e {
        E::Entered { part: Part::Rooms, number } => Some(("rooms wanted", int(number))),
        _ => None,
    });
    all.extend(wanted);
    if let (Some(E::Entered { part, .. }), Some(phase)) = (player.phase(2), phases[..before].last()) {
        all.push(("part", Value::Word(part.name().into())));
        // Only in the parts that say so, and only as far back as this part goes.
        let speaks = matches!(part, Part::Rooms | Part::Windows);
        let told =
            events[phase.start as usize..player.cursor()].iter().rev().take_while(|_| speaks).find_map(|e| match *e {
                E::Seeded { reach, .. } => Some(("reach of this room", int(reach.into()))),
                E::Glazed { among, .. } => Some(("faces toward outside", int(among))),
                _ => None,
            });
        all.extend(told);
    }
    all
}
