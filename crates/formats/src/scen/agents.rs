//! Searches for several agents at once: all starts differ, and all goals differ.

use super::Query;
use gridscope_trace::{Cell, Dir, Finder, Grid, GridMap, Rng};
use std::collections::BTreeSet;

/// Returns the rows: the scene's own searches, then random ones, `most` in all if the map has room for them.
pub(super) fn rows(map: &GridMap, free: &[Cell], own: &[Query], most: usize, dice: &mut Rng) -> Vec<Query> {
    let mut pairs = Vec::new();
    for mut starts in areas(map, free) {
        let mut goals = starts.clone();
        shuffle(&mut starts, dice);
        shuffle(&mut goals, dice);
        // Where a goal is its own start, it changes places with the next one. Both then differ from their starts.
        let count = starts.len();
        for k in 0..count {
            if starts.get(k) == goals.get(k) && count > 1 {
                goals.swap(k, k.saturating_add(1).checked_rem(count).unwrap_or(0));
            }
        }
        pairs.extend(starts.into_iter().zip(goals).filter(|(start, goal)| start != goal));
    }
    shuffle(&mut pairs, dice);
    let mut finder = Finder::new(map);
    let starts: BTreeSet<Cell> = own.iter().map(|own| own.start).collect();
    let goals: BTreeSet<Cell> = own.iter().map(|own| own.goal).collect();
    let is_free = |pair: &(Cell, Cell)| !starts.contains(&pair.0) && !goals.contains(&pair.1);
    let others = pairs.into_iter().filter(is_free).filter_map(|(start, goal)| {
        let length = finder.path(start, goal)?.cost;
        Some(Query { start, goal, length })
    });
    own.iter().copied().chain(others).take(most).collect()
}

/// Returns the free cells of each connected area. A diagonal step needs both cells beside it, so straight steps connect
/// all cells of an area.
fn areas(map: &GridMap, free: &[Cell]) -> Vec<Vec<Cell>> {
    let mut visited_cells = Grid::new(map.size(), false);
    let mut areas = Vec::new();
    for &first in free {
        if visited_cells.get(first) != Some(&false) {
            continue;
        }
        visited_cells.set(first, true);
        let (mut area, mut next) = (vec![first], 0_usize);
        while let Some(&cell) = area.get(next) {
            next = next.saturating_add(1);
            for to in Dir::STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, map.size())) {
                if map.is_free(to) && visited_cells.get(to) == Some(&false) {
                    visited_cells.set(to, true);
                    area.push(to);
                }
            }
        }
        areas.push(area);
    }
    areas
}

fn shuffle<T>(all: &mut [T], dice: &mut Rng) {
    for k in (1..all.len()).rev() {
        all.swap(k, dice.below(k.saturating_add(1) as u64) as usize);
    }
}
