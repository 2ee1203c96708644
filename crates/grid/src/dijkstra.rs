//! Dijkstra maps: the distance of each cell from the nearest source, with straight steps of 1 and diagonal steps of √2.
//!
//! ```text
//! √2  1  √2      From every cell, stepping to lower numbers
//! 1   0  1       leads to the nearest source on a shortest path.
//! √2  1  √2
//! ```
//!
//! Sources: E. W. Dijkstra, *A Note on Two Problems in Connexion with Graphs*, 1959; the wiki `RogueBasin`, *The
//! Incredible Power of Dijkstra Maps*.

use super::cost::Cost;
use super::distances::DistanceMap;
use super::geometry::{Cell, Dir, Size};
use super::grid::Grid;
use super::map::GridMap;
use super::observe::Observer;
use super::root2::Root2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

/// An event of [`flood`]. Algorithms wrap it in events of their own. `from` is the direction to the cell that this one
/// was reached from, toward the source. It is `None` at a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloodEvent {
    /// A cell was reached for the first time, or on a shorter path, and added to the queue.
    Reached {
        /// The cell.
        cell: Cell,
        /// Direction toward the source.
        from: Option<Dir>,
        /// The distance from the nearest source found so far.
        d: Root2,
    },
    /// A cell was taken from the queue: its distance is final. Its neighbours come next.
    Settled {
        /// The cell.
        cell: Cell,
        /// Direction toward the source.
        from: Option<Dir>,
        /// The final distance.
        d: Root2,
    },
    /// A cell at or above the limit was taken from the queue. It is not expanded.
    Bounded {
        /// The cell.
        cell: Cell,
        /// Direction toward the source.
        from: Option<Dir>,
        /// The distance.
        d: Root2,
    },
}

/// The result of [`flood`].
#[derive(Clone, Debug)]
pub struct FloodResult {
    /// The distance of each cell, or `None` if it was not reached.
    pub d: Grid<Option<Root2>>,
    /// The cells at or above the limit, in the order in which they were taken from the queue: nearest first.
    pub frontier: Vec<Cell>,
}

/// Computes distances from `sources`. With a `limit`, expands only cells below it. `step` returns the cell that a step
/// in a direction ends on, or `None` if the step is not allowed. Repeated sources count once.
///
/// Of cells at equal distance, the one reached first is expanded first. This order does not change the distances.
///
/// # Errors
/// Breaks when the observer breaks.
pub fn flood<O: Observer<FloodEvent>>(
    size: Size,
    sources: impl IntoIterator<Item = Cell>,
    limit: Option<Root2>,
    step: impl Fn(Cell, Dir) -> Option<Cell>,
    observer: &mut O,
) -> ControlFlow<O::Halt, FloodResult> {
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
            observer.on(FloodEvent::Reached { cell, from: None, d: Root2::ZERO })?;
        }
    }
    while let Some(Reverse((here, _, cell))) = open.pop() {
        if d[cell] != Some(here) {
            // A shorter path was found after this entry was pushed.
            continue;
        }
        let back = from[cell];
        if limit.is_some_and(|limit| here >= limit) {
            frontier.push(cell);
            observer.on(FloodEvent::Bounded { cell, from: back, d: here })?;
            continue;
        }
        observer.on(FloodEvent::Settled { cell, from: back, d: here })?;
        for dir in Dir::WINDS {
            let Some(to) = step(cell, dir) else { continue };
            let there = here + Root2::step(dir);
            if d[to].is_none_or(|old| there < old) {
                d[to] = Some(there);
                from[to] = Some(dir.opposite());
                open.push(Reverse((there, age, to)));
                age = age.wrapping_add(1);
                observer.on(FloodEvent::Reached { cell: to, from: Some(dir.opposite()), d: there })?;
            }
        }
    }
    Continue(FloodResult { d, frontier })
}

/// Returns the distance of each cell of a map from the nearest of some goals, or `None` if there is no path. This call
/// is meant for games and records no trace. A step costs its length times the weight of the cell that it ends on, as
/// for [`Finder`](super::finder::Finder). Goals outside the map are ignored.
///
/// Each call allocates memory. To measure often, or if cells change, keep a [`DistanceMap`].
pub fn distances(map: &GridMap, goals: &[Cell]) -> Grid<Option<Cost>> {
    DistanceMap::new(map).set_goals(goals).grid()
}

/// Returns all candidates that share the lowest key, in the given order. Returns an empty list if there are no
/// candidates.
pub fn lowest<T: Copy, K: Ord>(candidates: &[T], key: impl Fn(&T) -> K) -> Vec<T> {
    let Some(best) = candidates.iter().map(&key).min() else { return Vec::new() };
    candidates.iter().copied().filter(|c| key(c) == best).collect()
}
