//! The three rules, run at the start and after each change: regions, venting distances, pressure walls.

use super::air::{State, is_void};
use super::event::{AirEvent as E, Cause, Flood, Stop};
use super::numbers::FULL;
use crate::root2::Root2;
use crate::{Cell, Dir, Grid, Observer};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::ControlFlow::{self, Continue};

/// Finds regions of equal solidity, in eight directions. A region without void gets air 1. The others are left as they
/// are.
pub(super) fn regions<O: Observer<E>>(state: &mut State, cause: Cause, observer: &mut O) -> ControlFlow<O::Halt> {
    observer.on(E::Divided { cause })?;
    let size = state.size();
    let mut numbers = Grid::new(size, 0u32);
    let mut members = Vec::new();
    let mut region = 0;
    for start in size.cells() {
        if numbers[start] != 0 {
            continue;
        }
        region += 1;
        let solid = state.solid(start);
        let mut void = 0;
        members.clear();
        members.push(start);
        numbers[start] = region;
        let mut next = 0;
        while let Some(&cell) = members.get(next) {
            next += 1;
            let airless = is_void(state.world.tiles[cell]);
            void += u32::from(airless);
            observer.on(E::Joined { cell, region, solid, void: airless })?;
            for to in Dir::ALL.into_iter().filter_map(|dir| cell.step(dir, size)) {
                if numbers[to] == 0 && state.solid(to) == solid {
                    numbers[to] = region;
                    members.push(to);
                }
            }
        }
        let cells = members.len() as u32;
        if void > 0 {
            observer.on(E::LeftOpen { region, cells, void })?;
            continue;
        }
        observer.on(E::Sealed { region, cells, solid })?;
        for &cell in &members {
            let before = state.air[cell];
            if before != FULL {
                state.set_air(cell, FULL);
                observer.on(E::Filled { cell, before, left: state.left })?;
            }
        }
    }
    Continue(())
}

/// Runs Dijkstra from all open cells without air, through open cells. Every cell reached vents, with its distance.
/// Diagonal steps may cut any corner, as in the floods. Returns how many cells started to vent.
pub(super) fn distances<O: Observer<E>>(
    state: &mut State,
    cause: Cause,
    observer: &mut O,
) -> ControlFlow<O::Halt, u32> {
    let size = state.size();
    let sources: Vec<Cell> = size.cells().filter(|&c| state.air[c] == 0 && !state.solid(c)).collect();
    observer.on(E::Searched { cause, sources: sources.len() as u32 })?;
    let before = std::mem::replace(&mut state.vents, Grid::new(size, None));
    let old = std::mem::take(&mut state.venting);
    let mut best: Grid<Option<(Root2, Dir)>> = Grid::new(size, None);
    let mut pushed = sources.len();
    // Nearest first; among equals, the first pushed.
    let sources = sources.into_iter().enumerate().map(|(i, cell)| Reverse((Root2::ZERO, i, cell)));
    let mut open: BinaryHeap<_> = sources.collect();
    let mut new = 0;
    while let Some(Reverse((distance, _, cell))) = open.pop() {
        if state.air[cell] > 0 {
            let Some((_, toward)) = best[cell].filter(|b| b.0 == distance) else { continue };
            state.vents[cell] = Some(distance);
            state.venting.push(cell);
            let again = before[cell].is_some();
            new += u32::from(!again);
            observer.on(E::Vented { cell, toward, again, distance })?;
        }
        for dir in Dir::ALL {
            let Some(to) = cell.step(dir, size).filter(|&to| state.air[to] > 0 && !state.solid(to)) else { continue };
            let (distance, toward) = (distance + Root2::step(dir), dir.opposite());
            let event = match best[to] {
                None => E::Opened { cell: to, toward, distance },
                Some((so_far, _)) if distance < so_far => E::Lowered { cell: to, toward, distance },
                Some(_) => continue,
            };
            best[to] = Some((distance, toward));
            open.push(Reverse((distance, pushed, to)));
            pushed += 1;
            observer.on(event)?;
        }
    }
    for cell in old {
        if state.vents[cell].is_none() {
            let why = match state.air[cell] {
                _ if state.solid(cell) => Stop::Solid,
                0 => Stop::Empty,
                _ => Stop::Sealed,
            };
            observer.on(E::StoppedVenting { cell, why })?;
        }
    }
    Continue(new)
}

/// Finds pressure walls: solids reached by both floods. One starts from all cells whose air is not 1, the other from
/// all open cells with air 1 that do not vent. Floods spread in eight directions and stop at the first solid.
pub(super) fn pressure<O: Observer<E>>(state: &mut State, cause: Cause, observer: &mut O) -> ControlFlow<O::Halt> {
    observer.on(E::PressureBegan { cause })?;
    let outer = flood(state, Flood::Outer, observer)?;
    let inner = flood(state, Flood::Inner, observer)?;
    for cell in state.size().cells() {
        let solid = state.solid(cell);
        let outer = outer[cell];
        let inner = inner[cell];
        let pressed = solid && outer && inner;
        if pressed != state.walls[cell] {
            state.walls[cell] = pressed;
            observer.on(if pressed { E::Pressed { cell } } else { E::PressureLost { cell, solid, outer, inner } })?;
        }
    }
    Continue(())
}

/// Runs one of the two floods and returns the cells it reaches, including the solids at which it stops.
pub(super) fn flood<O: Observer<E>>(state: &State, flood: Flood, observer: &mut O) -> ControlFlow<O::Halt, Grid<bool>> {
    let size = state.size();
    let starts = |cell: &Cell| match flood {
        Flood::Outer => state.air[*cell] != FULL,
        Flood::Inner => state.still(*cell),
    };
    let mut queue: VecDeque<Cell> = size.cells().filter(starts).collect();
    let mut reached = Grid::new(size, false);
    observer.on(E::Flooded { flood, sources: queue.len() as u32 })?;
    for &cell in &queue {
        reached[cell] = true;
        observer.on(E::Reached { cell, flood, toward: None, solid: state.solid(cell) })?;
    }
    while let Some(cell) = queue.pop_front() {
        if state.solid(cell) {
            continue;
        }
        for dir in Dir::ALL {
            let Some(to) = cell.step(dir, size).filter(|&to| !reached[to]) else { continue };
            reached[to] = true;
            queue.push_back(to);
            observer.on(E::Reached { cell: to, flood, toward: Some(dir.opposite()), solid: state.solid(to) })?;
        }
    }
    Continue(reached)
}
