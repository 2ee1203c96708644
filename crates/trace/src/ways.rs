//! What is exact of a search, apart from it: distances, best parents, and how many cheapest paths there are.

use crate::bucket_queue::{BucketQueue, Entry};
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::movement::Passage;
use crate::observe::{Pace, unhalted};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// How a search steps: the map as its mover meets it, and the directions in the order in which they are tried.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The map as the mover meets it.
    pub passage: &'a Passage,
    /// The directions.
    pub order: &'a [Dir],
}

impl Walk<'_> {
    /// The size of the map.
    pub const fn size(&self) -> Size {
        self.passage.size()
    }
}

/// The cells that lie on a cheapest path from the start to `end`, with every best way into each.
#[derive(Clone, Debug, PartialEq)]
pub struct Dag {
    /// The cells from the start to the end, by ascending distance, then row by row.
    pub cells: Vec<Cell>,
    /// For each of them the numbers, in `cells`, of its best parents, in the neighbour order.
    pub parents: Vec<Vec<u32>>,
}

impl Dag {
    /// Works it out by Dijkstra's algorithm. Empty when `end` cannot be reached.
    pub fn new(walk: Walk<'_>, start: Cell, end: Cell) -> Self {
        unhalted(Self::within(walk, start, end, &mut || Continue(())))
    }

    /// The same, asking now and then whether to go on.
    ///
    /// # Errors
    /// Breaks where it is told to.
    pub fn within<H>(
        walk: Walk<'_>,
        start: Cell,
        end: Cell,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Self> {
        let (size, distance) = (walk.size(), distances_within(walk, start, end, goes_on)?);
        let cells = on_cheapest(walk, &distance, end, goes_on)?;
        let number = numbers(size, &cells);
        let (mut parents, mut pace) = (Vec::with_capacity(cells.len()), Pace::default());
        for &cell in &cells {
            pace.step(goes_on)?;
            parents.push(best_parents(walk, &distance, cell).map(|p| number[size.index(p)]).collect());
        }
        Continue(Self { cells, parents })
    }

    /// How many cheapest paths there are in all; 0 when there is none.
    pub fn ways(&self) -> BigUint {
        unhalted(self.ways_within(&mut || Continue(())))
    }

    /// The same, asking now and then whether to go on.
    ///
    /// # Errors
    /// Breaks where it is told to.
    pub fn ways_within<H>(&self, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, BigUint> {
        total(self.cells.len(), |cell| self.parents[cell].iter().map(|&p| p as usize), goes_on)
    }

    /// For each cell the numbers of the cells that it is a best parent of.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.cells.len()];
        for (i, parents) in self.parents.iter().enumerate() {
            for &p in parents {
                children[p as usize].push(i as u32);
            }
        }
        children
    }
}

/// How many cheapest paths lead to `end`, from distances that are known: exact ones for every cell on a cheapest path to it, for
/// others no smaller ones than the exact, `u64::MAX` included.
///
/// # Errors
/// Breaks where it is told to.
pub fn count<H>(
    walk: Walk<'_>,
    distance: &[u64],
    end: Cell,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, BigUint> {
    let (size, cells) = (walk.size(), on_cheapest(walk, distance, end, goes_on)?);
    let number = numbers(size, &cells);
    let parents = |cell: usize| best_parents(walk, distance, cells[cell]).map(|p| number[size.index(p)] as usize);
    total(cells.len(), parents, goes_on)
}

/// The cells that lie on a cheapest path to `end`, by ascending distance, then row by row.
fn on_cheapest<H>(
    walk: Walk<'_>,
    distance: &[u64],
    end: Cell,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, Vec<Cell>> {
    let size = walk.size();
    if distance[size.index(end)] == u64::MAX {
        return Continue(Vec::new());
    }
    // Backward from the end: a neighbour is a best parent when its distance plus the step is exact.
    let mut seen = vec![false; size.area()];
    let mut stack = vec![end];
    seen[size.index(end)] = true;
    let (mut rings, mut pace) = (BTreeMap::<u64, Vec<Cell>>::new(), Pace::default());
    while let Some(cell) = stack.pop() {
        pace.step(goes_on)?;
        rings.entry(distance[size.index(cell)]).or_default().push(cell);
        for parent in best_parents(walk, distance, cell) {
            if !std::mem::replace(&mut seen[size.index(parent)], true) {
                stack.push(parent);
            }
        }
    }
    let mut cells = Vec::new();
    for mut ring in rings.into_values() {
        pace.step(goes_on)?;
        ring.sort_unstable();
        cells.append(&mut ring);
    }
    Continue(cells)
}

/// The place of each cell of the map in a list, or `u32::MAX`.
fn numbers(size: Size, cells: &[Cell]) -> Vec<u32> {
    let mut number = vec![u32::MAX; size.area()];
    for (i, &cell) in cells.iter().enumerate() {
        number[size.index(cell)] = i as u32;
    }
    number
}

/// How many paths lead to the last of so many cells, each of which comes after its parents.
fn total<H, P: Iterator<Item = usize>>(
    cells: usize,
    parents: impl Fn(usize) -> P,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, BigUint> {
    // For how many cells each is a parent: then its number is not needed any more. Such numbers have thousands of digits.
    let (mut needed, mut pace) = (vec![0u8; cells], Pace::default());
    for cell in 0..cells {
        pace.step(goes_on)?;
        parents(cell).for_each(|parent| needed[parent] += 1);
    }
    let mut counts = vec![BigUint::ZERO; cells];
    for cell in 0..cells {
        pace.step(goes_on)?;
        let (mut sum, mut first) = (BigUint::ZERO, true);
        for parent in parents(cell) {
            first = false;
            sum += &counts[parent];
            needed[parent] -= 1;
            if needed[parent] == 0 {
                counts[parent] = BigUint::ZERO;
            }
        }
        // Only the start has no parents: every other cell lies on a path from it.
        counts[cell] = if first { BigUint::from(1u32) } else { sum };
    }
    Continue(counts.pop().unwrap_or_default())
}

/// An exact count. It is written as a number up to 2⁶⁴, past it as text of its digits, so that nothing is rounded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count(pub BigUint);

impl From<u64> for Count {
    fn from(n: u64) -> Self {
        Self(n.into())
    }
}

impl serde::Serialize for Count {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(n) => to.serialize_u64(n),
            Err(_) => to.collect_str(&self.0),
        }
    }
}

/// Exact distances from a cell, as far as `end` lies; `u64::MAX` where nothing was reached.
pub fn distances(walk: Walk<'_>, start: Cell, end: Cell) -> Vec<u64> {
    unhalted(distances_within(walk, start, end, &mut || Continue(())))
}

/// The same, asking now and then whether to go on.
///
/// # Errors
/// Breaks where it is told to.
pub fn distances_within<H>(
    walk: Walk<'_>,
    start: Cell,
    end: Cell,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, Vec<u64>> {
    let (size, mut pace) = (walk.size(), Pace::default());
    let mut distance = Grid::filled(size.area(), u64::MAX, goes_on)?;
    let mut open = BucketQueue::default();
    let first = walk.order.iter().filter_map(|&dir| Some(u64::from(walk.passage.step(start, dir).ok()?.1)));
    open.restart(0, first.max().unwrap_or(1));
    distance[size.index(start)] = 0;
    open.push(Entry { key: 0, rank: 0, cell: start });
    while let Some(Entry { key: d, cell, .. }) = open.pop() {
        pace.step(goes_on)?;
        if d > distance[size.index(cell)] {
            continue;
        }
        if d > distance[size.index(end)] {
            break;
        }
        for &dir in walk.order {
            if let Ok((to, price)) = walk.passage.step(cell, dir) {
                let (i, through) = (size.index(to), d + price as u64);
                if through < distance[i] {
                    distance[i] = through;
                    open.push(Entry { key: through, rank: 0, cell: to });
                }
            }
        }
    }
    Continue(distance)
}

/// The neighbours from which `cell` is reached at exactly its distance.
pub fn best_parents<'a>(walk: Walk<'a>, distance: &'a [u64], cell: Cell) -> impl Iterator<Item = Cell> + 'a {
    let size = walk.size();
    walk.order.iter().filter_map(move |&dir: &Dir| {
        let parent = cell.step(dir.opposite(), size)?;
        let d = distance[size.index(parent)];
        let (_, price) = walk.passage.step(parent, dir).ok()?;
        (d != u64::MAX && d + price as u64 == distance[size.index(cell)]).then_some(parent)
    })
}
