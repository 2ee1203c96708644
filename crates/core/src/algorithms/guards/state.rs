//! What there is at a moment: where everybody is, what is so, what each guard believes and still wants to walk.

use super::event::{ACTING, GuardsEvent as E, LIGHT, TRUTH, TURN, belief, lamp, overlay, place, plan};
use super::search::inner;
use crate::algorithms::astar::AStarEvent;
use crate::geometry::{Cell, Dir};
use crate::scene::ActorKind;
use crate::terrain::Tile;
use crate::trace::replay::Token;
use crate::trace::{CellState, Moment};

/// The numbers over time, in the order of the card.
pub(super) const SERIES: &[&str] =
    &["plan cost, guard 1", "plan cost, guard 2", "plan cost, guard 3", "changed cells", "changes believed"];

pub(super) const BELIEF: usize = 0;
pub(super) const OVERLAY: usize = 1;
pub(super) const ACTUAL: usize = 2;
pub(super) const LAMPLIGHT: usize = 3;
/// The first layer of the search; behind it those of A* in its own order.
pub(super) const SEARCH: usize = 4;

/// The guard whose eyes are looked through, else the one that acts.
pub(super) fn subject(player: &Moment<E>) -> u8 {
    let chosen = player.eyes().checked_sub(1).filter(|&g| g < player.trace().context().guards.len());
    match (chosen, player.get(ACTING)) {
        (Some(g), _) => g as u8,
        (None, Some(E::GuardBegan { guard, .. })) => *guard,
        _ => 0,
    }
}

pub(super) fn default(cell: &CellState<E>) -> Tile {
    cell.player().trace().context().map[cell.cell()]
}

/// What a cell is.
pub(super) fn actual(cell: &CellState<E>) -> Tile {
    match cell.layer(TRUTH) {
        Some(E::Changed { to, .. }) => *to,
        _ => default(cell),
    }
}

/// What a guard takes a cell for.
pub(super) fn believed(cell: &CellState<E>, guard: u8) -> Tile {
    match cell.layer(belief(guard)) {
        Some(E::Believed { tile, .. }) => *tile,
        _ => default(cell),
    }
}

pub(super) fn sees(cell: &CellState<E>, guard: u8) -> bool {
    matches!(cell.layer(overlay(guard)), Some(E::Saw { .. }))
}

pub(super) fn is_lit(cell: &CellState<E>) -> bool {
    matches!(cell.layer(LIGHT), Some(E::Lit { .. }))
}

/// What the search of this phase holds in a cell: the part of it in the answer, then its record.
pub(super) fn searched<'a>(cell: &CellState<'a, E>) -> impl Iterator<Item = &'a AStarEvent> {
    [2, 0].into_iter().filter_map(|layer| inner(cell.layer(layer)?)).collect::<Vec<_>>().into_iter()
}

/// Where an actor is now, where it looks, and whether that is the script's or its own doing.
pub(super) fn whereabouts(player: &Moment<E>, actor: usize) -> (Option<Cell>, Option<Dir>, &'static str) {
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
pub(super) fn burns(player: &Moment<E>, actor: usize) -> bool {
    let started = player.trace().context().actors.get(actor);
    match player.get(lamp(actor as u16)) {
        Some(E::Switched { lit, .. }) => *lit,
        _ => started.is_some_and(|a| a.lit.unwrap_or(true)),
    }
}

/// Where a guard is now.
pub(super) fn at(player: &Moment<E>, guard: u8) -> Option<Cell> {
    let known = player.trace().context().guards.get(guard as usize)?;
    whereabouts(player, known.actor as usize).0
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
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
pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let map = &player.trace().context().map;
    let layer = if player.eyes() == 0 { TRUTH } else { belief(subject(player)) };
    let tile = |e: &E| match e {
        E::Changed { to, .. } => Some(*to),
        E::Believed { tile, .. } => Some(*tile),
        _ => None,
    };
    player.layer(layer).filter_map(|(c, e)| Some((c, tile(e)?))).filter(|&(c, tile)| map[c] != tile).collect()
}

/// What is left of a guard's last plan, from where it stands.
pub(super) fn rest_of_plan(player: &Moment<E>, guard: u8) -> Vec<Cell> {
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
pub(super) fn trail(player: &Moment<E>, guard: u8) -> Vec<Cell> {
    let context = player.trace().context();
    let Some(known) = context.guards.get(guard as usize) else { return Vec::new() };
    player.trail(context.actors.get(known.actor as usize).map(|a| a.at), place(known.actor))
}

pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    match player.get(TURN) {
        Some(E::TurnBegan { turn, .. }) => Some(*turn),
        _ => None,
    }
}
