//! What is exact of a search, apart from it: distances, best parents, and how many cheapest paths there are.

use crate::bucket_queue::{BucketQueue, Keyed};
use crate::geometry::{Cell, Dir, Size};
use crate::movement::Passage;
use num_bigint::BigUint;

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
        Self::of(walk, &distances(walk, start, end), end)
    }

    /// The same from distances that are known: exact ones for every cell on a cheapest path to `end`, for others no smaller
    /// ones than the exact, `u64::MAX` included.
    pub fn of(walk: Walk<'_>, distance: &[u64], end: Cell) -> Self {
        let size = walk.size();
        let mut dag = Self { cells: Vec::new(), parents: Vec::new() };
        if distance[size.index(end)] == u64::MAX {
            return dag;
        }
        // Backward from the end: a neighbour is a best parent when its distance plus the step is exact.
        let mut seen = vec![false; size.area()];
        let mut stack = vec![end];
        seen[size.index(end)] = true;
        while let Some(cell) = stack.pop() {
            dag.cells.push(cell);
            for parent in best_parents(walk, distance, cell) {
                if !std::mem::replace(&mut seen[size.index(parent)], true) {
                    stack.push(parent);
                }
            }
        }
        dag.cells.sort_unstable_by_key(|&c| (distance[size.index(c)], c));
        let mut number = vec![u32::MAX; size.area()];
        for (i, &c) in dag.cells.iter().enumerate() {
            number[size.index(c)] = i as u32;
        }
        dag.parents = dag
            .cells
            .iter()
            .map(|&c| best_parents(walk, distance, c).map(|p| number[size.index(p)]).collect())
            .collect();
        dag
    }

    /// How many cheapest paths lead to each cell, in the order of `cells`.
    pub fn counts(&self) -> Vec<BigUint> {
        let mut counts: Vec<BigUint> = Vec::with_capacity(self.cells.len());
        for parents in &self.parents {
            // Only the start has no parents: every other cell lies on a path from it.
            let count = if parents.is_empty() {
                BigUint::from(1u32)
            } else {
                parents.iter().map(|&p| &counts[p as usize]).sum()
            };
            counts.push(count);
        }
        counts
    }

    /// How many cheapest paths there are in all; 0 when there is none.
    pub fn ways(&self) -> BigUint {
        self.counts().pop().unwrap_or_default()
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

/// A distance and the cell that was reached by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reached(u64, u32);

impl Keyed for Reached {
    fn key(&self) -> u64 {
        self.0
    }
}

/// Exact distances from a cell, as far as `end` lies; `u64::MAX` where nothing was reached.
pub fn distances(walk: Walk<'_>, start: Cell, end: Cell) -> Vec<u64> {
    let size = walk.size();
    let mut distance = vec![u64::MAX; size.area()];
    let mut open = BucketQueue::default();
    let first = walk.order.iter().filter_map(|&dir| Some(u64::from(walk.passage.step(start, dir).ok()?.1)));
    open.restart(0, first.max().unwrap_or(1));
    distance[size.index(start)] = 0;
    open.push(Reached(0, size.index(start) as u32));
    while let Some(Reached(d, at)) = open.pop() {
        if d > distance[at as usize] {
            continue;
        }
        if d > distance[size.index(end)] {
            break;
        }
        let cell = size.cell(at as usize);
        for &dir in walk.order {
            if let Ok((to, price)) = walk.passage.step(cell, dir) {
                let (i, through) = (size.index(to), d + price as u64);
                if through < distance[i] {
                    distance[i] = through;
                    open.push(Reached(through, i as u32));
                }
            }
        }
    }
    distance
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
