//! What there is at a moment: where everybody is, what is so, and what each guard believes.

use super::event::{ACTING, GuardsEvent as E, TRUTH, belief, lamp, place};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::trace::{CellState, Moment};

/// The guard whose eyes are looked through, else the one that acts.
pub(super) fn subject(now: &Moment<E>) -> u8 {
    let chosen = now.eyes().checked_sub(1).filter(|&g| g < now.context().guards.len());
    match (chosen, now.get(ACTING)) {
        (Some(g), _) => g as u8,
        (None, Some(E::GuardBegan { guard, .. })) => *guard,
        _ => 0,
    }
}

/// What a cell is.
pub(super) fn actual(cell: &CellState<E>) -> Tile {
    match cell.layer(TRUTH) {
        Some(E::Changed { to, .. }) => *to,
        _ => cell.player().context().map[cell.cell()],
    }
}

/// What a guard takes a cell for.
pub(super) fn believed(cell: &CellState<E>, guard: u8) -> Tile {
    match cell.layer(belief(guard)) {
        Some(E::Believed { tile, .. }) => *tile,
        _ => cell.player().context().map[cell.cell()],
    }
}

/// Where an actor is now, where it looks, and how it is in a word.
pub(super) fn whereabouts(now: &Moment<E>, actor: usize) -> (Option<Cell>, Option<Dir>, &'static str) {
    match now.get(place(actor as u16)) {
        Some(E::Moved { cell, facing, .. } | E::Shifted { cell, facing, .. }) => (Some(*cell), *facing, ""),
        Some(E::Waited { cell, facing, why, .. }) => (Some(*cell), *facing, why.words().1),
        Some(E::Arrived { cell, facing, .. }) => (Some(*cell), *facing, "arrived"),
        Some(E::Removed { .. }) => (None, None, "gone"),
        _ => now.context().actors.get(actor).map_or((None, None, ""), |a| (Some(a.at), a.facing(), "")),
    }
}

/// Whether a lamp burns now.
pub(super) fn burns(now: &Moment<E>, actor: usize) -> bool {
    match now.get(lamp(actor as u16)) {
        Some(E::Switched { lit, .. }) => *lit,
        _ => now.context().actors.get(actor).is_some_and(|a| a.lit().unwrap_or(true)),
    }
}

/// Where a guard is now.
pub(super) fn at(now: &Moment<E>, guard: u8) -> Option<Cell> {
    whereabouts(now, now.context().guards.get(guard as usize)?.actor.into()).0
}
