//! Dijkstra maps: how far each cell lies from the nearest of some sources, straight steps 1 and diagonal ones √2.
//!
//! ```text
//! √2  1  √2      walking to lower numbers leads to the source by a shortest way,
//! 1   0  1       from everywhere at once
//! √2  1  √2
//! ```
//!
//! Sources: E. W. Dijkstra, *A Note on Two Problems in Connexion with Graphs*, 1959; the wiki `RogueBasin`, *The Incredible Power of
//! Dijkstra Maps*.

use super::distances::DistanceMap;
use super::geometry::{Cell, Dir, Size};
use super::grid::Grid;
use super::map::GridMap;
use super::observe::Observer;
use super::root2::Root2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

/// What a flood reports; algorithms wrap it in events of their own. `from` points to the cell that it was reached
/// from, toward the source; `None` at a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// A cell was reached for the first time, or by a shorter way, and waits.
    Reached {
        /// The cell.
        cell: Cell,
        /// Toward the source.
        from: Option<Dir>,
        /// How far it lies from the nearest source, so far.
        d: Root2,
    },
    /// A cell was taken from the queue: its distance is final. Its neighbours come next.
    Settled {
        /// The cell.
        cell: Cell,
        /// Toward the source.
        from: Option<Dir>,
        /// Its distance.
        d: Root2,
    },
    /// A cell was taken from the queue at or above the limit: nothing is reached from it.
    Bounded {
        /// The cell.
        cell: Cell,
        /// Toward the source.
        from: Option<Dir>,
        /// Its distance.
        d: Root2,
    },
}

/// What a flood leaves behind.
#[derive(Clone, Debug)]
pub struct Map {
    /// The distance of each cell; `None` where it was not reached.
    pub d: Grid<Option<Root2>>,
    /// The cells at or above the limit, in the order in which they were taken: nearest first.
    pub frontier: Vec<Cell>,
}

/// Floods from `sources` (each once), and expands only cells below `limit`, if there is one. `step` says which cell a
/// step from a cell in a direction ends on, if it may be taken.
///
/// Of cells at equal distance the one that was reached earlier is taken first; distances do not depend on it.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn flood<O: Observer<Flood>>(
    size: Size,
    sources: impl IntoIterator<Item = Cell>,
    limit: Option<Root2>,
    step: impl Fn(Cell, Dir) -> Option<Cell>,
    observer: &mut O,
) -> ControlFlow<O::Halt, Map> {
    let mut d: Grid<Option<Root2>> = Grid::within(size, None, &mut || observer.goes_on())?;
    let mut from: Grid<Option<Dir>> = Grid::within(size, None, &mut || observer.goes_on())?;
    let mut open = BinaryHeap::new();
    let mut age = 0u32;
    let mut frontier = Vec::new();
    for cell in sources {
        if d[cell].is_none() {
            d[cell] = Some(Root2::ZERO);
            open.push(Reverse((Root2::ZERO, age, cell)));
            age = age.wrapping_add(1);
            observer.on(Flood::Reached { cell, from: None, d: Root2::ZERO })?;
        }
    }
    while let Some(Reverse((here, _, cell))) = open.pop() {
        if d[cell] != Some(here) {
            // A shorter way was found since it was pushed.
            continue;
        }
        let back = from[cell];
        if limit.is_some_and(|limit| here >= limit) {
            frontier.push(cell);
            observer.on(Flood::Bounded { cell, from: back, d: here })?;
            continue;
        }
        observer.on(Flood::Settled { cell, from: back, d: here })?;
        for dir in Dir::WINDS {
            let Some(to) = step(cell, dir) else { continue };
            let there = here + Root2::step(dir);
            if d[to].is_none_or(|old| there < old) {
                d[to] = Some(there);
                from[to] = Some(dir.opposite());
                open.push(Reverse((there, age, to)));
                age = age.wrapping_add(1);
                observer.on(Flood::Reached { cell: to, from: Some(dir.opposite()), d: there })?;
            }
        }
    }
    Continue(Map { d, frontier })
}

/// The call that a game wants: how far each cell of a map lies from the nearest of some goals, without a trace; `None`
/// where there is no way. A step costs its length times the weight of the cell that it ends on, as for
/// [`Finder`](super::finder::Finder). Goals outside the map are left out.
///
/// Memory is taken anew in each call. To measure often, or where cells change, keep a [`DistanceMap`].
pub fn distances(map: &GridMap, goals: &[Cell]) -> Grid<Option<Root2>> {
    DistanceMap::new(map).set_goals(goals).grid()
}

/// The lowest of some candidates: those that share the lowest key, in the order given. Empty where there are none.
pub fn lowest<T: Copy, K: Ord>(candidates: &[T], key: impl Fn(&T) -> K) -> Vec<T> {
    let Some(best) = candidates.iter().map(&key).min() else { return Vec::new() };
    candidates.iter().copied().filter(|c| key(c) == best).collect()
}
