//! How a moment of the air is looked at: layers, roles, arrows, numbers over time, tokens, checks.

use super::context::Context;
use super::distance::Distance;
use super::event::{AIR, AirEvent as E, INNER, OUTER, REGIONS, TILES, VENTS, WALLS};
use super::numbers::{FULL, tenths};
use super::reason::Flood;
use crate::event::{Event, Queue, Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::trace::lens::Gauge;
use crate::trace::replay::{QueueEntry, Token};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// The layers of the card.
const SHOWN: [&str; 4] = ["air", "distance", "region", "pressure"];

/// What an event of the layer of air leaves in its cell, in tenths.
pub(super) const fn air_after(event: &E) -> Option<u8> {
    match event {
        E::Filled { .. } => Some(FULL),
        E::LostAir { air, .. } => Some(*air),
        _ => None,
    }
}

/// The air of a cell at a moment, in tenths.
pub(super) fn air_at(cell: &CellState<E>) -> u8 {
    cell.layer(AIR).and_then(air_after).unwrap_or(0)
}

/// The distance that an event of the layer of venting gives its cell.
pub(super) const fn distance_of(event: &E) -> Option<Distance> {
    match event {
        E::Opened { distance, .. } | E::Lowered { distance, .. } | E::Vented { distance, .. } => Some(*distance),
        _ => None,
    }
}

/// The venting distance of a cell at a moment, where it vents.
pub(super) fn vents_at(cell: &CellState<E>) -> Option<Distance> {
    cell.layer(VENTS).filter(|e| matches!(e, E::Vented { .. })).and_then(distance_of)
}

/// Whether a cell is a pressure wall at a moment.
pub(super) fn pressed(cell: &CellState<E>) -> bool {
    matches!(cell.layer(WALLS), Some(E::Pressed { .. }))
}

/// The tile of a cell at a moment.
pub(super) fn tile_at(player: &Moment<E>, cell: Cell) -> Tile {
    match player.get(Slot::Cell(TILES, cell)) {
        Some(E::Changed { to, .. }) => *to,
        _ => player.trace().context().ground[cell],
    }
}

/// A distance as a value: whole where it is whole.
pub(super) fn shown(distance: Distance) -> Value {
    if distance.diagonal == 0 { Value::Int(distance.straight as i64) } else { Value::Real(distance.value()) }
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    match *SHOWN.get(layer)? {
        "air" => Some(tenths(air_at(cell))),
        "distance" => cell.layer(VENTS).and_then(distance_of).map(shown),
        "region" => match cell.layer(REGIONS) {
            Some(E::Joined { region, .. }) => Some(Value::Int(*region as i64)),
            _ => None,
        },
        _ if pressed(cell) => Some(Value::Word("pressure wall".into())),
        _ => match (cell.layer(OUTER).is_some(), cell.layer(INNER).is_some()) {
            (true, true) => Some(Value::Word("both floods".into())),
            (true, false) => Some(Value::Word("outer flood".into())),
            (false, true) => Some(Value::Word("inner flood".into())),
            (false, false) => None,
        },
    }
}

pub(super) fn number(layer: usize, event: &E) -> Option<(u8, f64)> {
    match *SHOWN.get(layer)? {
        "air" => air_after(event).map(|n| (AIR, n as f64 / FULL as f64)),
        "distance" => distance_of(event).map(|d| (VENTS, d.value())),
        "region" => match event {
            E::Joined { region, .. } => Some((REGIONS, *region as f64)),
            _ => None,
        },
        _ => None,
    }
}

pub(super) const fn role(event: &E) -> Role {
    match event {
        E::Vented { .. } => Role::Venting,
        E::Opened { .. } | E::Lowered { .. } => Role::Queued,
        E::Reached { flood: Flood::Outer, .. } => Role::Threat,
        E::Reached { .. } => Role::Seen,
        E::Pressed { .. } => Role::Pressure,
        E::Weighed { best: true, .. } => Role::Chosen,
        E::Weighed { .. } => Role::Candidate,
        E::LostAir { air: 0, .. } => Role::Hidden,
        _ => Role::None,
    }
}

/// The way of the wind: toward the next cell on the way out.
pub(super) fn arrow(cell: &CellState<E>) -> Option<Dir> {
    match cell.layer(VENTS)? {
        E::Opened { toward, .. } | E::Lowered { toward, .. } | E::Vented { toward, .. } => Some(*toward),
        _ => None,
    }
}

/// The cells whose distance is not final, nearest first, then the one reached earlier.
pub(super) fn waiting(player: &Moment<E>) -> Vec<QueueEntry> {
    let context = player.trace().context();
    let key = |event: &E| match event.is(context).queue {
        Queue::Enqueues(shown) => event.render(shown, context),
        Queue::Unmoved | Queue::Dequeues => String::new(),
    };
    let entry = |(cell, event): (Cell, &E)| {
        let (keys, held) = (event.keys(context)?, player.holder(Slot::Cell(VENTS, cell))?);
        Some((keys, QueueEntry { cell, event: held, key: key(event), tied: false }))
    };
    let mut all: Vec<_> = player.layer(VENTS).filter_map(entry).collect();
    all.sort_unstable_by_key(|(keys, entry)| (*keys, entry.event));
    let lowest = all.first().map(|e| e.0);
    all.into_iter().map(|(keys, entry)| QueueEntry { tied: Some(keys) == lowest, ..entry }).collect()
}

pub(super) fn gauge(series: usize, event: &E) -> Gauge {
    match (series, event) {
        (0, E::Filled { left, .. } | E::LostAir { left, .. } | E::Changed { left, .. }) => {
            Gauge::Set(*left as f64 / FULL as f64)
        }
        (1, E::Vented { again: false, .. }) | (2, E::Pressed { .. }) | (3, E::Lost { .. }) => Gauge::Add(1),
        (1, E::StoppedVenting { .. }) | (2, E::PressureLost { .. }) => Gauge::Add(-1),
        _ => Gauge::Same,
    }
}

/// The unit of time that a moment lies in; 0 at the start.
pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    match player.phase(0)? {
        E::Began { .. } => Some(0),
        E::TurnBegan { turn } => Some(*turn),
        E::Ended { turns, .. } => Some(*turns),
        _ => None,
    }
}

pub(super) fn check(check: usize, before: &Moment<E>, event: &E) -> bool {
    let started = || turn(before) > Some(0) || matches!(before.phase(1), Some(E::Scripted { .. }));
    match (check, event) {
        (0, E::Lost { .. }) | (4, E::Vented { again: false, .. }) | (5, E::Refused { .. }) | (6, E::Moved { .. }) => {
            true
        }
        (1, E::Filled { .. }) | (2, E::Pressed { .. }) => started(),
        (3, E::Changed { cell, .. }) => pressed(&before.at(*cell)),
        _ => false,
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    if let Some(turn) = turn(player) {
        all.push(("turn", Value::Int(turn as i64)));
    }
    if let Some(E::Pulled { cell, roll, under, .. }) = player.phase(2) {
        all.extend([("pulled at", Value::Cell(*cell)), ("roll", small(*roll)), ("moves under", small(*under))]);
    }
    all
}

const fn small(n: u8) -> Value {
    Value::Int(n as i64)
}

pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let ground = &player.trace().context().ground;
    let changed = player.layer(TILES).filter_map(|(cell, e)| match e {
        E::Changed { to, .. } if *to != ground[cell] => Some((cell, *to)),
        _ => None,
    });
    changed.collect()
}

/// Where an actor is at a moment, with a word on how it came there; `None` when it is gone.
pub(super) fn place(player: &Moment<E>, context: &Context, actor: u32) -> (Option<Cell>, &'static str) {
    match player.get(Slot::Register(actor)) {
        Some(E::Lost { .. }) => (None, "lost"),
        Some(E::Taken { .. }) => (None, "taken"),
        Some(E::Moved { to, .. }) => (Some(*to), "sucked"),
        Some(E::Carried { to, .. }) => (Some(*to), "carried"),
        _ => (context.things.get(actor as usize).map(|t| t.at), ""),
    }
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let context = player.trace().context();
    let acting = match player.phase(2) {
        Some(E::Pulled { actor, .. }) => Some(*actor),
        _ => None,
    };
    let token = |actor: u32| {
        let (at, state) = place(player, context, actor);
        let acts = acting == Some(actor);
        let facing = context.things.get(actor as usize).and_then(|t| t.facing);
        (acts || !state.is_empty()).then_some(Token { actor: actor as usize, at, facing, state, acts })
    };
    (0..context.things.len() as u32).filter_map(token).collect()
}
