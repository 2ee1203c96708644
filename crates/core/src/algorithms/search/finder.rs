//! Many paths on one map: prepared once, asked as often as one likes.

use super::jump_points::Quick;
use crate::algorithms::astar::{Memory, Problem, search_in};
use crate::floor::{Floor, Way};
use crate::geometry::Cell;
use crate::observe::unhalted;

/// A map prepared for shortest paths, and the memory of the searches: nothing is cleared between two of them, so a search on
/// a small map costs what it looks at.
///
/// Where it is right to, it searches by jump points (eight neighbours, no corner cut, all ground alike), else by A\*. Asked again,
/// it finds the same way again. Of ways that are equally long that need not be the one that
/// [`astar::path`](crate::algorithms::astar::path) finds. It counts lengths as that does: to nine digits.
///
/// The map does not change. Where a door opens, make a new finder, which looks at each cell of the map once. Who asks how far
/// things are rather than for a way keeps a [`DistanceMap`](crate::distances::DistanceMap), which is mended when a
/// cell changes.
///
/// ```
/// use gridscope_core::algorithms::search::Finder;
/// use gridscope_core::floor::Floor;
/// use gridscope_core::geometry::{Cell, Size};
///
/// let rows = [b".....", b".###.", b"....."];
/// let floor = Floor::new(Size::new(5, 3), |c| rows[c.y as usize][c.x as usize] == b'.');
/// let mut finder = Finder::new(floor);
/// assert_eq!(finder.path(Cell::new(0, 1), Cell::new(4, 1)).unwrap().cost.to_string(), "6");
/// assert_eq!(finder.path(Cell::new(0, 1), Cell::new(2, 1)), None); // a wall
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    floor: Floor,
    by: By,
}

#[derive(Clone, Debug)]
enum By {
    Jumps(Box<Quick>),
    Steps(Box<(Problem, Memory)>),
}

impl Finder {
    /// Prepares a map.
    pub fn new(floor: Floor) -> Self {
        let by = match Quick::new(&floor) {
            Some(quick) => By::Jumps(Box::new(quick)),
            None => By::Steps(Box::new((Problem::on(&floor, Cell::default(), Cell::default()), Memory::default()))),
        };
        Self { floor, by }
    }

    /// The map.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// A cheapest way from one cell to another, both included; `None` where there is none, or one of them cannot be stood on.
    pub fn path(&mut self, from: Cell, to: Cell) -> Option<Way> {
        if !self.floor.is_free(from) || !self.floor.is_free(to) {
            return None;
        }
        let cells = match &mut self.by {
            By::Jumps(quick) => quick.path(from, to)?,
            By::Steps(steps) => {
                let (problem, memory) = &mut **steps;
                (problem.start, problem.goal) = (from, to);
                let answer = unhalted(search_in(memory, problem, 0, &mut ()));
                answer.found.then_some(answer.path)?
            }
        };
        self.floor.way(cells)
    }
}
