//! What the maps hold at a moment, and the way down from a cell.

use super::event::{Context, FAR, FLEE, FlowEvent as E, GLOBAL, OTHER, ROOMS, TILES, WHOLE};
use crate::geometry::{Cell, Dir};
use crate::trace::{CellState, Moment};

impl Context {
    pub(super) const fn has_rooms(&self) -> bool {
        self.regions.len() > 1
    }

    /// The layer of the map that is followed.
    pub(super) fn main(&self) -> u8 {
        if self.has_rooms() && self.followed.contains(&(self.regions.len() - 1)) { GLOBAL } else { ROOMS }
    }
}

pub(super) fn solid(now: &Moment<E>, cell: Cell) -> bool {
    match now.at(cell).layer(TILES) {
        Some(E::Changed { solid, .. }) => *solid,
        _ => now.context().ground.solid[cell],
    }
}

/// The value that a layer of maps shows in a cell, in units.
pub(super) fn shown(cell: &CellState<E>, layer: u8) -> i64 {
    match cell.layer(layer) {
        Some(&(E::Wrote { value, .. } | E::FleeWritten { value, .. })) => value,
        _ => FAR,
    }
}

pub(super) fn value_in(now: &Moment<E>, map: u16, cell: Cell) -> i64 {
    let state = now.at(cell);
    // A cell that rooms share has what the others hold in a layer of its own.
    let own = |&layer: &u8| matches!(state.layer(layer), Some(&E::Wrote { map: held, .. }) if held == map);
    let layers: &[u8] = if map == WHOLE { &[GLOBAL] } else { &[ROOMS, OTHER] };
    layers.iter().find(|layer| own(layer)).map_or(FAR, |&layer| shown(&state, layer))
}

/// What a walker in a map walks down.
pub(super) fn height(now: &Moment<E>, map: u16, cell: Cell) -> i64 {
    if now.context().flee.is_some() { shown(&now.at(cell), FLEE) } else { value_in(now, map, cell) }
}

/// The map whose value a cell shows.
pub(super) fn map_of(now: &Moment<E>, cell: Cell) -> Option<u16> {
    match now.at(cell).layer(now.context().main()) {
        Some(&E::Wrote { map, value, .. }) if value != FAR => Some(map),
        _ => None,
    }
}

/// The first of the lowest neighbours below a cell in a map, and how many are equal to it.
fn down(now: &Moment<E>, map: u16, cell: Cell) -> Option<(Dir, u32)> {
    let context = now.context();
    let area = context.regions[(map as usize).min(context.regions.len() - 1)].area;
    let own = height(now, map, cell);
    let step = |&dir: &Dir| {
        let to = context.ground.step_where(|c| solid(now, c), cell, dir, area).ok()?;
        Some((height(now, map, to), dir)).filter(|&(value, _)| value != FAR && value < own)
    };
    let lower: Vec<_> = context.ground.dirs().iter().filter_map(step).collect();
    // Of equals the first.
    let lowest = lower.iter().min_by_key(|n| n.0)?;
    Some((lowest.1, lower.iter().filter(|n| n.0 == lowest.0).count() as u32))
}

/// The way down from a cell in a map, the cell included; at most so many cells.
pub(super) fn way_down(now: &Moment<E>, map: u16, from: Cell, most: usize) -> Vec<Cell> {
    let next = |&cell: &Cell| cell.step(down(now, map, cell)?.0, now.context().size);
    std::iter::successors(Some(from), next).take(most).collect()
}

pub(super) fn arrow(cell: &CellState<E>) -> Option<(Dir, u32)> {
    down(cell.player(), map_of(cell.player(), cell.cell())?, cell.cell())
}
