//! What is known of and cannot be reached, and what stands in the way.

use super::choose::List;
use super::event::ExploreEvent as E;
use super::memory::{Ground, Memory};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many are named at most.
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
pub(super) fn find(memory: &Memory, start: Cell) -> Vec<E> {
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
