//! The way back from the target along falling values, doors squarely; and the step that does not walk into an ambush.

use super::event::ExploreEvent as E;
use super::flood::{Flood, NONE};
use super::memory::Memory;
use super::pad::Pad;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// Walks the values back from `target` to `start`: the path from the first step to the target.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn back<O: Observer<E>>(
    flood: &Flood,
    memory: &Memory,
    start: Cell,
    target: Cell,
    observer: &mut O,
) -> ControlFlow<O::Halt, Vec<Cell>> {
    let size = memory.size();
    let at = size.index(target);
    let mut current = (target, flood.values[at].min(flood.doors[at]));
    let mut path = Vec::new();
    while current.0 != start {
        path.push(current.0);
        let Some((by, next, squared)) = step(flood, memory, current, &path) else { break };
        let (cell, value) = current;
        observer.on(E::Traced { cell, back: by, value, squared })?;
        current = next;
    }
    path.reverse();
    Continue(path)
}

/// A cell of the path and its value.
type Spot = (Cell, u32);

/// The next cell of the way back, and whether only the door made it a straight one.
fn step(flood: &Flood, memory: &Memory, (cell, value): Spot, path: &[Cell]) -> Option<(Pad, Spot, bool)> {
    let size = memory.size();
    let lowest = |keys: [Pad; 4], most: u32| {
        let mut best: Option<(Pad, Spot)> = None;
        for by in keys {
            let Some(next) = by.step(cell, size) else { continue };
            let v = flood.values[size.index(next)];
            // Of equal values none is stepped on twice; falling ones cannot come again anyway.
            let fresh = v < value || !path.contains(&next);
            if v != NONE && v <= most && fresh && !memory.is_wall(next) && best.is_none_or(|(_, (_, b))| v < b) {
                best = Some((by, (next, v)));
            }
        }
        best
    };
    let cardinal = lowest(Pad::CARDINAL, value);
    let diagonal = value.checked_sub(1).and_then(|below| lowest(Pad::DIAGONAL, below));
    let taken = |(by, spot): (Pad, Spot), squared| Some((by, spot, squared));
    match (cardinal, diagonal) {
        (Some(c), Some(d)) if d.1.1 < c.1.1 => {
            let squarely = memory.is_door(cell) && c.1.1 < d.1.1.saturating_add(2);
            if squarely { taken(c, true) } else { taken(d, false) }
        }
        (Some(c), _) => taken(c, false),
        (None, Some(d)) => taken(d, false),
        (None, None) => None,
    }
}

/// A diagonal step past a blind corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ambush {
    /// The free cell to step on first.
    pub free: Cell,
    /// The wall.
    pub blocker: Cell,
    /// The unknown cell behind it, seen from the explorer.
    pub behind: Cell,
}

/// Whether the step from `me` to `next` should be made in two.
pub fn ambush(memory: &Memory, me: Cell, next: Cell) -> Option<Ambush> {
    let size = memory.size();
    let (across, along) = me.direction_to(next)?.parts()?;
    let two = |dir: Dir| {
        let blocker = me.step(dir, size)?;
        Some((blocker, blocker.step(dir, size)))
    };
    for (wall, other) in [(across, along), (along, across)] {
        let (blocker, behind) = two(wall)?;
        let free = me.step(other, size)?;
        let Some(behind) = behind else { continue };
        let clear = !memory.is_wall(free) && !memory.is_trap(free);
        if memory.is_wall(blocker) && clear && memory[behind].is_none() {
            return Some(Ambush { free, blocker, behind });
        }
    }
    None
}
