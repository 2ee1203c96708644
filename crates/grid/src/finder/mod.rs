//! Shortest paths on one map that is prepared once and queried many times.

mod jumps;
mod lines;
mod open_cells;
mod steps;

use crate::geometry::Cell;
use crate::map::{GridMap, Path};
pub use jumps::JumpPointFinder;
use std::borrow::Borrow;
use steps::Steps;

/// A map prepared for shortest paths, and the working memory of its searches. Nothing is cleared between two searches.
/// So a search on a large map costs only as much as the cells that it visits.
///
/// On ground of even cost, with eight neighbours and no corner cutting, it uses jump point search; otherwise A\*. The
/// same query always returns the same path. If several paths are cheapest, the result may differ from that of the
/// traced A\* in gridscope's algorithms. Costs are compared to twelve digits, and the returned cost is exact.
///
/// ```
/// use gridscope_grid::finder::Finder;
/// use gridscope_grid::geometry::Cell;
/// use gridscope_grid::map::GridMap;
///
/// let map = GridMap::from_rows(&[".....", ".###.", "....."], |glyph| glyph == '.').unwrap();
/// let mut finder = Finder::new(&map);
/// assert_eq!(finder.path(Cell::new(0, 1), Cell::new(4, 1)).unwrap().cost.approx(), 6.0);
/// assert_eq!(finder.path(Cell::new(0, 1), Cell::new(2, 1)), None); // a wall
/// for x in 1..=3 {
///     finder.open(Cell::new(x, 1));
/// }
/// assert_eq!(finder.path(Cell::new(0, 1), Cell::new(4, 1)).unwrap().cost.approx(), 4.0);
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    map: GridMap,
    by: By,
}

#[derive(Clone, Debug)]
enum By {
    Jumps(Box<JumpPointFinder>),
    Steps(Box<Steps>),
}

impl Finder {
    /// Prepares a map. The finder keeps its own copy; [`Finder::open`] and [`Finder::close`] keep it up to date.
    pub fn new(map: impl Borrow<GridMap>) -> Self {
        let map = map.borrow().clone();
        let by = match JumpPointFinder::new(&map) {
            Some(quick) => By::Jumps(Box::new(quick)),
            None => By::Steps(Box::new(Steps::new(&map))),
        };
        Self { map, by }
    }

    /// Returns the map.
    pub const fn map(&self) -> &GridMap {
        &self.map
    }

    /// Makes a cell free, such as a door that opens. A cell outside the map is ignored.
    pub fn open(&mut self, cell: Cell) {
        self.map.open(cell);
        self.change(cell);
    }

    /// Blocks a cell. A cell outside the map is ignored.
    pub fn close(&mut self, cell: Cell) {
        self.map.close(cell);
        self.change(cell);
    }

    fn change(&mut self, cell: Cell) {
        if !self.map.size().contains(cell) {
            return;
        }
        match &mut self.by {
            By::Jumps(quick) => quick.change(&self.map, cell),
            By::Steps(steps) => steps.change(&self.map, cell),
        }
    }

    /// Returns a cheapest path from one cell to another, both included. Returns `None` if there is none, or if either
    /// cell is blocked or outside the map.
    pub fn path(&mut self, from: Cell, to: Cell) -> Option<Path> {
        if !self.map.is_free(from) || !self.map.is_free(to) {
            return None;
        }
        let cells = match &mut self.by {
            By::Jumps(quick) => quick.path(from, to)?,
            By::Steps(steps) => steps.path(from, to)?,
        };
        self.map.path_along(cells)
    }
}
