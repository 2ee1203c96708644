//! The way back from the target along falling values, doors squarely; and the step that does not walk into an ambush.

use super::adjacency::{CARDINAL, DIAGONAL};
use super::event::ExploreEvent as E;
use super::flood::{Flood, NONE};
use super::memory::{Ground, Memory};
use super::run::Flow;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use std::ops::ControlFlow::Continue;

/// Walks the values back from `target` to `start`: the path from the first step to the target.
pub(super) fn back<O: Observer<E>>(
    flood: &Flood,
    memory: &Memory,
    start: Cell,
    target: Cell,
    observer: &mut O,
) -> Flow<O, Vec<Cell>> {
    let mut current = (target, flood.value(memory.size().index(target)));
    let mut path = Vec::new();
    while current.0 != start {
        path.push(current.0);
        let Some((back, next, squared)) = step(flood, memory, current, &path) else { break };
        let (cell, value) = current;
        observer.on(E::Traced { cell, back, value, squared })?;
        current = next;
    }
    path.reverse();
    Continue(path)
}

/// A cell of the path and its value.
type Spot = (Cell, u32);

/// The next cell of the way back, and whether only the door made it a straight one.
fn step(flood: &Flood, memory: &Memory, (cell, value): Spot, path: &[Cell]) -> Option<(Dir, Spot, bool)> {
    let size = memory.size();
    let lowest = |dirs: [Dir; 4], most: u32| {
        let mut best: Option<(Dir, Spot)> = None;
        for by in dirs {
            let Some(next) = cell.step(by, size) else { continue };
            let v = flood.values[size.index(next)];
            // Of equal values none is stepped on twice; falling ones cannot come again anyway.
            let fresh = v < value || !path.contains(&next);
            if v != NONE && v <= most && fresh && !memory.is(next, Ground::Wall) && best.is_none_or(|(_, (_, b))| v < b)
            {
                best = Some((by, (next, v)));
            }
        }
        best
    };
    let cardinal = lowest(CARDINAL, value);
    let diagonal = value.checked_sub(1).and_then(|below| lowest(DIAGONAL, below));
    let squarely = |c: Spot, d: Spot| memory.is(cell, Ground::Door) && c.1 < d.1.saturating_add(2);
    match (cardinal, diagonal) {
        (Some((_, c)), Some((by, d))) if d.1 < c.1 && !squarely(c, d) => Some((by, d, false)),
        (Some((by, c)), Some((_, d))) => Some((by, c, d.1 < c.1)),
        (Some((by, spot)), None) | (None, Some((by, spot))) => Some((by, spot, false)),
        (None, None) => None,
    }
}

/// A diagonal step past a blind corner: the free cell to step on first, the wall, and the unknown cell behind it.
#[derive(Clone, Copy)]
pub(super) struct Ambush {
    pub(super) free: Cell,
    pub(super) blocker: Cell,
    pub(super) behind: Cell,
}

impl Ambush {
    /// The one that the step from `me` to `next` would walk into, if any.
    pub(super) fn find(memory: &Memory, me: Cell, next: Cell) -> Option<Self> {
        let size = memory.size();
        let (across, along) = me.direction_to(next)?.parts()?;
        for (wall, other) in [(across, along), (along, across)] {
            let (blocker, free) = (me.step(wall, size)?, me.step(other, size)?);
            let Some(behind) = blocker.step(wall, size) else { continue };
            let clear = !memory.is(free, Ground::Wall) && !memory.is(free, Ground::Trap);
            if memory.is(blocker, Ground::Wall) && clear && memory[behind].is_none() {
                return Some(Self { free, blocker, behind });
            }
        }
        None
    }

    pub(super) const fn event(self, next: Cell) -> E {
        E::Sidestepped { cell: self.free, next, blocker: self.blocker, behind: self.behind }
    }
}
