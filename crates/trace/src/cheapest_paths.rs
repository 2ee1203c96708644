//! Exact facts about shortest paths, computed independently of a search: distances, best parents, and the number of
//! cheapest paths.

use crate::bucket_queue::{BucketQueue, Entry};
use crate::movement::Passage;
use crate::observe::StepCounter;
use crate::progress::{Halt, Progress};
use crate::{Cell, Dir, Grid, Size};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// The steps of a search: the map for its mover, and the directions in the order in which they are tried.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The map for the mover.
    pub passage: &'a Passage,
    /// The directions, in order.
    pub order: &'a [Dir],
}

impl Walk<'_> {
    /// Returns the size of the map.
    pub const fn size(&self) -> Size {
        self.passage.size()
    }
}

/// The graph of all cheapest paths from the start to `end`: their cells, and all best parents of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Dag {
    /// The cells from the start to the end, by ascending distance, then row by row.
    pub cells: Vec<Cell>,
    /// For each cell, the indices in `cells` of its best parents, in neighbour order.
    pub parents: Vec<Vec<u32>>,
}

impl Dag {
    /// Computes the graph with Dijkstra's algorithm. The graph is empty if `end` cannot be reached.
    /// Calls `goes_on` now and then.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    pub fn new<H>(
        walk: Walk<'_>,
        start: Cell,
        end: Cell,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Self> {
        let (size, distance) = (walk.size(), distances(walk, start, end, goes_on)?);
        let cells = on_cheapest(walk, &distance, end, goes_on)?;
        let number = numbers(size, &cells);
        let (mut parents, mut pace) = (Vec::with_capacity(cells.len()), StepCounter::default());
        for &cell in &cells {
            pace.step(goes_on)?;
            parents.push(best_parents(walk, &distance, cell).map(|p| number[size.index(p)]).collect());
        }
        Continue(Self { cells, parents })
    }

    /// Returns the number of cheapest paths, or 0 if there is none. Calls `goes_on` now and then.
    ///
    /// # Errors
    /// Breaks when `goes_on` breaks.
    pub fn ways<H>(&self, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H, BigUint> {
        total(self.cells.len(), |cell| self.parents[cell].iter().map(|&p| p as usize), goes_on)
    }

    /// Returns, for each cell, the indices of the cells that it is a best parent of.
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

/// Returns the number of cheapest paths to `end`, given distances. They must be exact for every cell on a cheapest path
/// to it. For other cells they may be larger than the exact distance, up to `u64::MAX`.
///
/// # Errors
/// Breaks when `goes_on` breaks.
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

/// Returns the cells on the cheapest paths to `end`, by ascending distance, then row by row.
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
    // Walks back from the end: a neighbour is a best parent if its distance plus the step equals the cell's distance.
    let mut visited_cells = vec![false; size.area()];
    let mut stack = vec![end];
    visited_cells[size.index(end)] = true;
    let (mut rings, mut pace) = (BTreeMap::<u64, Vec<Cell>>::new(), StepCounter::default());
    while let Some(cell) = stack.pop() {
        pace.step(goes_on)?;
        rings.entry(distance[size.index(cell)]).or_default().push(cell);
        for parent in best_parents(walk, distance, cell) {
            if !std::mem::replace(&mut visited_cells[size.index(parent)], true) {
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

/// Returns, for each cell of the map, its index in a list, or `u32::MAX`.
fn numbers(size: Size, cells: &[Cell]) -> Vec<u32> {
    let mut number = vec![u32::MAX; size.area()];
    for (i, &cell) in cells.iter().enumerate() {
        number[size.index(cell)] = i as u32;
    }
    number
}

/// Returns the number of paths to the last of `cells` cells. Each cell must come after its parents.
fn total<H, P: Iterator<Item = usize>>(
    cells: usize,
    parents: impl Fn(usize) -> P,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, BigUint> {
    // Number of cells that still need each cell's count. When it reaches 0 the count is freed, because it may have
    // thousands of digits.
    let (mut needed, mut pace) = (vec![0u8; cells], StepCounter::default());
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
        // Only the start has no parents, because every other cell is on a path from it.
        counts[cell] = if first { BigUint::from(1u32) } else { sum };
    }
    Continue(counts.pop().unwrap_or_default())
}

/// An exact count. It is serialized as a number below 2⁶⁴, and as text of its digits from there on, so nothing is
/// rounded.
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

/// Returns exact distances from a cell, up to the distance of `end`. Cells that were not reached have `u64::MAX`. Calls
/// `goes_on` now and then.
///
/// # Errors
/// Breaks when `goes_on` breaks.
pub fn distances<H>(
    walk: Walk<'_>,
    start: Cell,
    end: Cell,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, Vec<u64>> {
    let mut search = DistanceSearch::new(walk, start, end, goes_on)?;
    search.advance(goes_on)?;
    Continue(search.distance)
}

/// Like [`distances`], but pauses.
///
/// # Errors
/// Returns an error if [`Progress::check`] does.
pub async fn find_distances(walk: Walk<'_>, start: Cell, end: Cell, progress: &Progress) -> Result<Vec<u64>, Halt> {
    let mut search = match DistanceSearch::new(walk, start, end, &mut || progress.goes_on()) {
        Continue(search) => search,
        ControlFlow::Break(halt) => return Err(halt),
    };
    while search.advance(&mut || ControlFlow::Break(())).is_break() {
        progress.pause().await?;
    }
    Ok(search.distance)
}

/// Dijkstra's algorithm from a cell, up to the distance of another one.
struct DistanceSearch<'a> {
    walk: Walk<'a>,
    end: Cell,
    distance: Vec<u64>,
    open: BucketQueue,
}

impl<'a> DistanceSearch<'a> {
    fn new<H>(
        walk: Walk<'a>,
        start: Cell,
        end: Cell,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Self> {
        let size = walk.size();
        let mut distance = Grid::filled(size.area(), u64::MAX, goes_on)?;
        let mut open = BucketQueue::default();
        let first = walk.order.iter().filter_map(|&dir| Some(walk.passage.step(start, dir).ok()?.1));
        open.restart(0, first.max().unwrap_or(1));
        distance[size.index(start)] = 0;
        open.push(Entry { key: 0, rank: 0, cell: start });
        Continue(Self { walk, end, distance, open })
    }

    /// Searches to the end. If `goes_on` breaks, the next call continues.
    fn advance<H>(&mut self, goes_on: &mut impl FnMut() -> ControlFlow<H>) -> ControlFlow<H> {
        let Self { walk, end, distance, open } = self;
        let (size, mut pace) = (walk.size(), StepCounter::default());
        loop {
            pace.step(goes_on)?;
            let Some(Entry { key: d, cell, .. }) = open.pop() else { break };
            if d > distance[size.index(cell)] {
                continue;
            }
            if d > distance[size.index(*end)] {
                break;
            }
            for &dir in walk.order {
                if let Ok((to, price)) = walk.passage.step(cell, dir) {
                    let (i, through) = (size.index(to), d + price);
                    if through < distance[i] {
                        distance[i] = through;
                        open.push(Entry { key: through, rank: 0, cell: to });
                    }
                }
            }
        }
        Continue(())
    }
}

/// Returns the neighbours through which `cell` is reached at exactly its distance.
pub fn best_parents<'a>(walk: Walk<'a>, distance: &'a [u64], cell: Cell) -> impl Iterator<Item = Cell> + 'a {
    let size = walk.size();
    walk.order.iter().filter_map(move |&dir: &Dir| {
        let parent = cell.step(dir.opposite(), size)?;
        let d = distance[size.index(parent)];
        let (_, price) = walk.passage.step(parent, dir).ok()?;
        (d != u64::MAX && d + price == distance[size.index(cell)]).then_some(parent)
    })
}
