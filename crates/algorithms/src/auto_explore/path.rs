//! Paths: the path back from the target along falling values, doors squarely; the step that avoids an ambush; and the
//! barriers before unreachable cells.

use super::adjacency::{CARDINAL, DIAGONAL};
use super::choose::List;
use super::event::ExploreEvent as E;
use super::flood::{Flood, NONE};
use super::memory::{Ground, Memory};
use super::run::Flow;
use crate::{Cell, Dir, Observer, Tile};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::Continue;

/// Follows falling values back from `target` to `start`. Returns the path from the first step to the target.
pub(super) fn back<O: Observer<E>>(
    flood: &Flood,
    memory: &Memory,
    start: Cell,
    target: Cell,
    observer: &mut O,
) -> Flow<O, Vec<Cell>> {
    let mut current = (target, flood.value(target));
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

type Spot = (Cell, u32);

/// Returns the next step of the path back, and whether it is straight only because of a door.
fn step(flood: &Flood, memory: &Memory, (cell, value): Spot, path: &[Cell]) -> Option<(Dir, Spot, bool)> {
    let size = memory.size();
    let safe = flood.safe(cell);
    let lowest = |dirs: [Dir; 4], most: u32| {
        let mut best: Option<(Dir, Spot)> = None;
        for by in dirs {
            let Some(next) = cell.step(by, size) else { continue };
            let v = flood.passable(next);
            if v == NONE || v > most || best.is_some_and(|(_, (_, b))| v >= b) {
                continue;
            }
            // With equal values, no cell may repeat. Falling values cannot repeat anyway.
            let fresh = v < value || !path.contains(&next);
            // If the cell was reached without a trap, the path back must not cross one.
            let barred =
                memory.is(next, Ground::Wall) || (safe && memory.is(next, Ground::Trap)) || !memory.lets(next, cell);
            if fresh && !barred {
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

/// Checks whether the step from `me` to `next` passes a blind corner diagonally. If so, returns the free cell to step
/// on first, and the event that names the wall and the unknown cell behind it.
pub(super) fn sidestep(memory: &Memory, me: Cell, next: Cell) -> Option<(Cell, E)> {
    let size = memory.size();
    let (across, along) = me.direction_to(next)?.parts()?;
    for (wall, other) in [(across, along), (along, across)] {
        let (blocker, cell) = (me.step(wall, size)?, me.step(other, size)?);
        let Some(behind) = blocker.step(wall, size) else { continue };
        let barred = memory.is(cell, Ground::Wall) || memory.is(cell, Ground::Trap) || memory.chute(cell).is_some();
        // Stepping onto an unexplored door would open it, so it cannot be a detour.
        let clear = !barred && !memory.is_unexplored_door(cell);
        if memory.is(blocker, Ground::Wall) && clear && memory[behind].is_none() {
            return Some((cell, E::Sidestepped { cell, next, blocker, behind }));
        }
    }
    None
}

const MAX_BARRIERS: usize = 8;
/// Cost of breaking through a plain wall, in bars, locks or panes.
const PLAIN: u32 = 1000;

/// Returns whether a tile is a barrier that players expect to stay closed. Other barriers are worth naming.
const fn plain(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void | Tile::SecretDoor)
}

/// Returns the items, exits and unknown cells that cannot be reached from `start`. For each, names the first barrier on
/// a path that breaks through as little as possible: bars, locks and glass before plain wall. Unknown cells are named
/// only behind such a barrier, once per barrier. Cells inside plain walls are not worth a message.
pub(super) fn unreachable(memory: &Memory, start: Cell) -> Vec<E> {
    let size = memory.size();
    // For each cell, the cost of the barriers on the path to it (0 for none), and the first barrier on that path.
    let mut hard: Vec<u32> = vec![u32::MAX; size.area()];
    let mut first: Vec<Option<(Cell, Tile)>> = vec![None; size.area()];
    hard[size.index(start)] = 0;
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((here, cell))) = open.pop() {
        // Paths do not continue through unknown ground.
        if here > hard[size.index(cell)] || memory[cell].is_none() {
            continue;
        }
        for next in Dir::ALL.iter().filter_map(|&d| cell.step(d, size)) {
            let at = size.index(next);
            let wall = memory[next].filter(|s| s.ground == Ground::Wall);
            let cost = here.saturating_add(wall.map_or(0, |s| if plain(s.tile) { PLAIN } else { 1 }));
            if cost < hard[at] {
                hard[at] = cost;
                first[at] = first[size.index(cell)].or_else(|| wall.map(|s| (next, s.tile)));
                open.push(Reverse((cost, next)));
            }
        }
    }
    let (mut all, mut named) = (Vec::new(), Vec::new());
    for cell in size.cells() {
        let Some((by, tile)) = first[size.index(cell)] else { continue };
        let news = !plain(tile) && !named.contains(&by);
        let list = match memory[cell] {
            Some(s) if s.item => Some(List::Item),
            Some(s) => s.exit,
            None => news.then_some(List::Unknown),
        };
        // An item in a wall beside free ground can be reached: the explorer touches it without stepping on it.
        let Some(list) = list.filter(|&list| list != List::Item || by != cell) else { continue };
        if all.len() < MAX_BARRIERS {
            named.push(by);
            all.push(E::Unreachable { list, cell, by, tile });
        }
    }
    all
}
