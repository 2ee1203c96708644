//! How a moment of guards is looked at: truth, overlay and belief as three views of one map, with their difference.

use super::event::{ACTING, Context, GuardsEvent as E, LIGHT, TRUTH, TURN, aim, belief, lamp, overlay, place, plan};
use super::search::{self, answer, record};
use super::words::Part;
use crate::algorithms::astar::AStarEvent;
use crate::algorithms::{Algorithm as _, Gauge, astar::AStar};
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::scene::ActorKind;
use crate::terrain::Tile;
use crate::trace::replay::Token;
use crate::trace::{CellState, Player};
use crate::view::board::Role;

/// What the cells of each layer of the card show.
pub(super) const BELIEF: usize = 0;
pub(super) const OVERLAY: usize = 1;
pub(super) const ACTUAL: usize = 2;
pub(super) const LAMPLIGHT: usize = 3;
/// The first layer of the search; behind it those of A* in its own order.
pub(super) const SEARCH: usize = 4;

/// The guard whose eyes are looked through, else the one that acts.
pub(super) fn subject(player: &Player<E>) -> u8 {
    let chosen = player.eyes().checked_sub(1).filter(|&g| g < player.trace().context().guards.len());
    match (chosen, player.get(ACTING)) {
        (Some(g), _) => g as u8,
        (None, Some(E::GuardBegan { guard, .. })) => *guard,
        _ => 0,
    }
}

fn default(cell: &CellState<'_, E>) -> Tile {
    cell.player().trace().context().map[cell.cell()]
}

/// What a cell is.
pub(super) fn actual(cell: &CellState<'_, E>) -> Tile {
    match cell.layer(TRUTH) {
        Some(E::Changed { to, .. }) => *to,
        _ => default(cell),
    }
}

/// What a guard takes a cell for.
pub(super) fn believed(cell: &CellState<'_, E>, guard: u8) -> Tile {
    match cell.layer(belief(guard)) {
        Some(E::Believed { tile, .. }) => *tile,
        _ => default(cell),
    }
}

fn sees(cell: &CellState<'_, E>, guard: u8) -> bool {
    matches!(cell.layer(overlay(guard)), Some(E::Saw { .. }))
}

fn is_lit(cell: &CellState<'_, E>) -> bool {
    matches!(cell.layer(LIGHT), Some(E::Lit { .. }))
}

pub(super) fn value(layer: usize, cell: &CellState<'_, E>) -> Option<Value> {
    let guard = subject(cell.player());
    let name = |tile: Tile| Some(Value::Word(tile.info().name));
    match layer {
        BELIEF => name(believed(cell, guard)),
        OVERLAY => match cell.layer(overlay(guard))? {
            E::Saw { lit: true, .. } => Some(Value::Word("seen, for a lamp lights it")),
            E::Saw { .. } => Some(Value::Word("seen")),
            _ => Some(Value::Word("seen before")),
        },
        ACTUAL => name(actual(cell)),
        LAMPLIGHT => is_lit(cell).then_some(Value::Word("lit")),
        SEARCH => [answer(cell), record(cell)].into_iter().flatten().find_map(|e| match AStar::role(e) {
            Role::None => None,
            role => Some(Value::Word(role.name())),
        }),
        _ => {
            let number = AStar::number(layer - SEARCH, record(cell)?, &cell.player().trace().context().search)?.1;
            Some(if number.fract() == 0.0 { Value::Int(number as i64) } else { Value::Real(number) })
        }
    }
}

pub(super) fn role_at(layer: usize, cell: &CellState<'_, E>) -> Role {
    let guard = subject(cell.player());
    let (is, thinks) = (actual(cell), believed(cell, guard));
    let believes = if is != thinks {
        Role::Wrong
    } else if sees(cell, guard) {
        Role::Seen
    } else if thinks != default(cell) {
        Role::Remembered
    } else {
        Role::None
    };
    let searched = || [answer(cell), record(cell)].into_iter().flatten().map(AStar::role).find(|&r| r != Role::None);
    match layer {
        OVERLAY if sees(cell, guard) => Role::Seen,
        OVERLAY if cell.layer(overlay(guard)).is_some() => Role::Hidden,
        ACTUAL if is != default(cell) => Role::Raised,
        LAMPLIGHT if is_lit(cell) => Role::Dimmed,
        OVERLAY | ACTUAL | LAMPLIGHT => Role::None,
        BELIEF if believes == Role::Wrong => believes,
        _ => searched().unwrap_or(believes),
    }
}

/// Where an actor is now, where it looks, and whether that is the script's or its own doing.
pub(super) fn whereabouts(player: &Player<E>, actor: usize) -> (Option<Cell>, Option<Dir>, &'static str) {
    let started = player.trace().context().actors.get(actor);
    match player.get(place(actor as u16)) {
        Some(E::Moved { cell, facing, .. } | E::Shifted { cell, facing, .. }) => (Some(*cell), *facing, ""),
        Some(E::Waited { cell, facing, why, .. }) => (Some(*cell), *facing, why.state()),
        Some(E::Arrived { cell, facing, .. }) => (Some(*cell), *facing, "arrived"),
        Some(E::Removed { .. }) => (None, None, "gone"),
        _ => (started.map(|a| a.at), started.and_then(|a| a.facing), ""),
    }
}

/// Whether a lamp burns now.
pub(super) fn burns(player: &Player<E>, actor: usize) -> bool {
    let started = player.trace().context().actors.get(actor);
    match player.get(lamp(actor as u16)) {
        Some(E::Switched { lit, .. }) => *lit,
        _ => started.is_some_and(|a| a.lit.unwrap_or(true)),
    }
}

/// Where a guard is now.
pub(super) fn at(player: &Player<E>, guard: u8) -> Option<Cell> {
    let known = player.trace().context().guards.get(guard as usize)?;
    whereabouts(player, known.actor as usize).0
}

pub(super) fn tokens(player: &Player<E>) -> Vec<Token> {
    let context = player.trace().context();
    let acting = match player.get(ACTING) {
        Some(E::GuardBegan { guard, .. }) => Some(context.guards[*guard as usize].actor as usize),
        _ => None,
    };
    let mut all = Vec::new();
    for (i, actor) in context.actors.iter().enumerate() {
        let (at, facing, state) = whereabouts(player, i);
        let is_lamp = actor.kind == ActorKind::Lamp;
        let state = if is_lamp && !burns(player, i) { "dark" } else { state };
        let changed = at != Some(actor.at) || facing != actor.facing || !state.is_empty();
        if changed || actor.kind == ActorKind::Guard {
            all.push(Token { actor: i, at, facing, state, acts: acting == Some(i) });
        }
    }
    all
}

/// What is not as the scene has it: in truth, or to the eyes that are looked through.
pub(super) fn tiles(player: &Player<E>) -> Vec<(Cell, Tile)> {
    let map = &player.trace().context().map;
    let layer = if player.eyes() == 0 { TRUTH } else { belief(subject(player)) };
    let tile = |e: &E| match e {
        E::Changed { to, .. } => Some(*to),
        E::Believed { tile, .. } => Some(*tile),
        _ => None,
    };
    player.layer(layer).filter_map(|(c, e)| Some((c, tile(e)?))).filter(|&(c, tile)| map[c] != tile).collect()
}

/// The search's path while there is one, else what is left of the plan.
pub(super) fn path(player: &Player<E>) -> Vec<Cell> {
    if let Some(E::Search(_)) = player.last() {
        return search::path(player);
    }
    rest_of_plan(player, subject(player))
}

/// What is left of a guard's last plan, from where it stands.
pub(super) fn rest_of_plan(player: &Player<E>, guard: u8) -> Vec<Cell> {
    let (Some(planned), Some(at)) = (player.holder(plan(guard)), at(player, guard)) else { return Vec::new() };
    let events = player.trace().events();
    // The search walked its parents back just before it was done: read backward, that is forward.
    let traced = events[..planned].iter().rev().map_while(|e| match e {
        E::Search(AStarEvent::Traced { cell, .. }) => Some(*cell),
        _ => None,
    });
    let mut path: Vec<Cell> = traced.collect();
    match path.iter().position(|&c| c == at) {
        Some(k) => path.split_off(k),
        None => Vec::new(),
    }
}

/// Where a guard went until now, its start first.
pub(super) fn trail(player: &Player<E>, guard: u8) -> Vec<Cell> {
    let context = player.trace().context();
    let Some(known) = context.guards.get(guard as usize) else { return Vec::new() };
    player.trail(context.actors.get(known.actor as usize).map(|a| a.at), place(known.actor))
}

pub(super) fn turn(player: &Player<E>) -> Option<u32> {
    match player.get(TURN) {
        Some(E::TurnBegan { turn, .. }) => Some(*turn),
        _ => None,
    }
}

pub(super) fn watch(player: &Player<E>) -> Vec<(&'static str, Value)> {
    let context = player.trace().context();
    let guard = subject(player);
    let mut all = Vec::new();
    if let Some(turn) = turn(player) {
        all.push(("turn", Value::Int(turn as i64)));
        all.push(("guard", Value::Int(guard as i64 + 1)));
    }
    if let Some(cell) = at(player, guard) {
        all.push(("at", Value::Cell(cell)));
    }
    if let Some(E::Aimed { cell, .. }) = player.get(aim(guard)) {
        all.push(("goal", Value::Cell(*cell)));
    }
    if let Some(E::Planned { cost, end, .. }) = player.get(plan(guard)) {
        all.push(("plan cost", context.cost(cost.get())));
        all.push(("plan ends", Value::Cell(*end)));
    }
    if let Some(E::PartBegan { part, .. }) = player.phase(2) {
        all.push(("part", Value::Word(part.name())));
    }
    if let Some(E::PartBegan { part: Part::Plan, .. }) = player.phase(2) {
        all.extend(search::watch(player));
    }
    all
}

/// The numbers over time, in the order of the card.
pub(super) const SERIES: &[&str] =
    &["plan cost, guard 1", "plan cost, guard 2", "plan cost, guard 3", "changed cells", "changes believed"];

pub(super) fn gauge(series: usize, event: &E, cx: &Context) -> Gauge {
    // Away from what the map has, back to it, or neither.
    let away = |cell: Cell, from: Tile, to: Tile| {
        let map = cx.map.get(cell).copied().unwrap_or(to);
        match (from == map, to == map) {
            (true, false) => Gauge::Add(1),
            (false, true) => Gauge::Add(-1),
            _ => Gauge::Same,
        }
    };
    match *event {
        E::Planned { guard, cost, .. } if series < 3 && guard as usize == series => {
            Gauge::Set(cx.search.costs.shown(cost.get()))
        }
        E::Arrived { guard, .. } if series < 3 && guard as usize == series => Gauge::Set(0.0),
        E::Changed { cell, from, to, .. } if series == 3 => away(cell, from, to),
        E::Believed { cell, was, tile, .. } if series == 4 => away(cell, was, tile),
        _ => Gauge::Same,
    }
}

/// The checks, in the order of the card.
pub(super) fn check(check: usize, before: &Player<E>, event: &E) -> bool {
    let last = |guard: u8| match before.get(plan(guard)) {
        Some(E::Planned { cost, .. }) => Some(cost.get()),
        _ => None,
    };
    match (check, *event) {
        (0, E::Planned { guard, cost, .. }) => last(guard).is_some_and(|old| cost.get() > old),
        (1, E::Believed { tile, actual, .. }) => tile != actual,
        (2, E::Believed { tile, actual, .. }) => tile == actual,
        // Where it came from, it goes again.
        (3, E::Moved { actor, cell, .. }) => {
            matches!(before.get(place(actor)), Some(E::Moved { from, .. }) if *from == cell)
        }
        (4, E::Waited { why, .. }) => matches!(why, super::words::Wait::Guard(_)),
        (5, E::Waited { why, .. }) => matches!(why, super::words::Wait::Refused(_)),
        (6, E::Arrived { .. }) | (7, E::Denied { .. }) => true,
        _ => false,
    }
}

pub(super) fn explain(player: &Player<E>) -> String {
    let trace = player.trace();
    let Some(last) = player.cursor().checked_sub(1) else { return String::new() };
    match trace.events()[last] {
        E::Search(_) => search::explain(player),
        E::Planned { cost, .. } => {
            let context = trace.context();
            let before = trace.replaced(last).map(|i| (i, trace.events()[i]));
            let Some((i, E::Planned { cost: old, turn, .. })) = before else { return String::new() };
            let (cost, old) = (cost.get(), old.get());
            let (new, old_shown) = (context.cost(cost), context.cost(old));
            let difference = context.cost(cost.abs_diff(old));
            match cost.cmp(&old) {
                std::cmp::Ordering::Less => {
                    format!("{difference} less than the {old_shown} of turn {turn} (event {}).", i + 1)
                }
                std::cmp::Ordering::Equal => format!("As much as the {new} of turn {turn} (event {}).", i + 1),
                std::cmp::Ordering::Greater => format!(
                    "{difference} more than the {old_shown} of turn {turn} (event {}): what it believes has changed.",
                    i + 1
                ),
            }
        }
        _ => String::new(),
    }
}
