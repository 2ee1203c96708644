//! The way back from the target along falling values, doors squarely; the step that does not walk into an ambush; and
//! what stands in the way of what cannot be reached.

use super::choose::List;
use super::event::ExploreEvent as E;
use super::flood::{CARDINAL, DIAGONAL, Flood, NONE};
use super::memory::{Ground, Memory};
use super::run::Flow;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::terrain::Tile;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::Continue;

/// Walks the values back from `target` to `start`: the path from the first step to the target.
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

/// The next cell of the way back, and whether only the door made it a straight one.
fn step(flood: &Flood, memory: &Memory, (cell, value): Spot, path: &[Cell]) -> Option<(Dir, Spot, bool)> {
    let size = memory.size();
    let safe = flood.safe(cell);
    let lowest = |dirs: [Dir; 4], most: u32| {
        let mut best: Option<(Dir, Spot)> = None;
        for by in dirs {
            let Some(next) = cell.step(by, size) else { continue };
            let v = flood.passable(next);
            // Of equal values none is stepped on twice; falling ones cannot come again anyway.
            let fresh = v < value || !path.contains(&next);
            // Where one came without a trap, the way back leads over none.
            let barred =
                memory.is(next, Ground::Wall) || (safe && memory.is(next, Ground::Trap)) || !memory.lets(next, cell);
            if v != NONE && v <= most && fresh && !barred && best.is_none_or(|(_, (_, b))| v < b) {
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

/// Where the step from `me` to `next` passes a blind corner diagonally: the free cell to step on first, and the event
/// that tells of the wall and of the unknown cell behind it.
pub(super) fn sidestep(memory: &Memory, me: Cell, next: Cell) -> Option<(Cell, E)> {
    let size = memory.size();
    let (across, along) = me.direction_to(next)?.parts()?;
    for (wall, other) in [(across, along), (along, across)] {
        let (blocker, cell) = (me.step(wall, size)?, me.step(other, size)?);
        let Some(behind) = blocker.step(wall, size) else { continue };
        let barred = memory.is(cell, Ground::Wall) || memory.is(cell, Ground::Trap) || memory.chute(cell).is_some();
        // To step onto a closed door is to open it, and that is no matter of a detour.
        let clear = !barred && !memory.is_unexplored_door(cell);
        if memory.is(blocker, Ground::Wall) && clear && memory[behind].is_none() {
            return Some((cell, E::Sidestepped { cell, next, blocker, behind }));
        }
    }
    None
}

const MOST: usize = 8;
/// How many bars, locks and panes are broken through rather than one plain wall.
const PLAIN: u32 = 1000;

/// Whether a tile is a wall of the kind that anyone would expect to stay closed; else it is worth naming.
const fn plain(tile: Tile) -> bool {
    matches!(tile, Tile::Wall | Tile::Void | Tile::SecretDoor)
}

/// Items, exits and unknown cells that cannot be reached from `start`, and for each the first barrier on a way that
/// breaks through as little as can be: bars, locks and glass before plain wall. Unknown cells are named only behind
/// such a barrier, each barrier once: what lies inside plain walls is no news.
pub(super) fn unreachable(memory: &Memory, start: Cell) -> Vec<E> {
    let size = memory.size();
    // For each cell how hard it is to come to (0: freely), and the first barrier on the way there.
    let mut hard: Vec<u32> = vec![u32::MAX; size.area()];
    let mut first: Vec<Option<(Cell, Tile)>> = vec![None; size.area()];
    hard[size.index(start)] = 0;
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((here, cell))) = open.pop() {
        // Unknown ground leads nowhere that is known of.
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
        // An item in a wall next to free ground can be reached: it is touched, not stepped on.
        let Some(list) = list.filter(|&list| list != List::Item || by != cell) else { continue };
        if all.len() < MOST {
            named.push(by);
            all.push(E::Unreachable { list, cell, by, tile });
        }
    }
    all
}
