//! Distance maps without a trace: a map is prepared once, measured from any goals, and repaired when a cell changes.
//!
//! The distances equal those of [`dijkstra`](crate::dijkstra) exactly; on weighted ground they are the cost of a
//! cheapest path. A\* counts 1 and √2 as 470,832 and 665,857, which is exact to twelve digits. On ground without
//! weights its paths are still the cheapest for up to 665,857 steps.
//!
//! The method differs from [`dijkstra`](crate::dijkstra). There a heap of exact lengths decides which cell is next.
//! Here distances are whole units and wait in buckets that need no order, because no bucket is wider than a step. If
//! all steps are straight and cost the same, the search spreads level by level without a branch, with 16 bits per cell.
//! If the numbers do not fit, the map is measured again with wider ones. If none fit, or the weights differ so much that
//! there would be too many buckets, a heap of exact costs takes over. Tests compare them on thousands of maps.

mod buckets;
mod exact;
mod field;
mod ground;
mod number;
mod repair;

use crate::{Cell, Cost, Grid, GridMap, Size};
use exact::Exact;
use field::{Field, TooFar};
use ground::Ground;
use number::{Number, Scale};

/// The distance of each cell from the nearest of some goals: the cost of walking there. A straight step counts 1 and a
/// diagonal step √2, times the weight of the cell that the step ends on.
///
/// Measured on one core of a small server (`cargo bench -p gridscope-peers -- 6 7 8`). With four neighbours it takes 8
/// nanoseconds a cell: 0.11 of the time of `bracket-pathfinding`'s map and 0.03 of `pathfinding::bfs_reach`. With
/// eight, and exact, it takes 23 to 35: 0.05 of the faster of `pathfinding::dijkstra_all` and `dijkstra_reach`.
///
/// Removing a random wall on a scattered map of 512² takes 1/2400 of a rebuild with four neighbours and 1/640 with
/// eight (1 and 7 µs on average). On a map of 2048² it takes 1/22000 and 1/8700. If a tenth of the map is behind the
/// wall, it takes 0.09 of a rebuild.
///
/// ```
/// use gridscope_grid::distances::DistanceMap;
/// use gridscope_grid::geometry::Cell;
/// use gridscope_grid::map::GridMap;
///
/// let map = GridMap::from_rows(&["..#..", "..#..", "....."], |glyph| glyph == '.').unwrap();
/// let mut map = DistanceMap::new(&map);
/// map.set_goals(&[Cell::new(4, 0)]);
/// assert_eq!(map.get(Cell::new(1, 1)).unwrap().approx(), 4.0 + 2f64.sqrt());
/// assert_eq!(map.get(Cell::new(1, 1)).unwrap().to_string(), "4+√2"); // costs are exact
/// assert_eq!(map.next_step(Cell::new(1, 2)), Some(Cell::new(2, 2)));
/// map.open(Cell::new(2, 0)); // a wall is removed: repaired, not measured again
/// assert_eq!(map.get(Cell::new(1, 1)).unwrap().to_string(), "4");
/// map.close(Cell::new(2, 0));
/// assert_eq!(map.get(Cell::new(2, 0)), None);
/// ```
#[derive(Clone, Debug)]
pub struct DistanceMap {
    ground: Ground,
    goals: Vec<u32>,
    fields: Fields,
}

/// The distances, stored in the narrowest numbers that hold them.
#[derive(Clone, Debug)]
enum Fields {
    Narrow(Field<u16>),
    Middle(Field<u32>),
    Wide(Field<u64>),
    Exact(Exact),
}

/// The largest weight for which there is a bucket for each step: 2¹⁸ buckets.
const HEAVIEST: u32 = 65_535;

/// Evaluates the same expression for the current number width, or another one for exact costs.
macro_rules! each {
    ($fields:expr, $field:ident => $do:expr, $exact:ident => $otherwise:expr) => {
        match $fields {
            Fields::Narrow($field) => $do,
            Fields::Middle($field) => $do,
            Fields::Wide($field) => $do,
            Fields::Exact($exact) => $otherwise,
        }
    };
}

impl DistanceMap {
    /// Prepares a map. No cell has a distance until [`DistanceMap::set_goals`] is called.
    pub fn new(map: &GridMap) -> Self {
        let ground = Ground::new(map);
        let fields = if ground.heaviest > HEAVIEST {
            Fields::Exact(Exact::default())
        } else if ground.straight {
            Fields::Narrow(Field::new(Scale::STEPS, ground.heaviest))
        } else {
            Fields::Middle(Field::new(Scale::OCTILE, ground.heaviest))
        };
        Self { ground, goals: Vec::new(), fields }
    }

    /// Measures the whole map from some goals. Goals outside the map are ignored. A blocked goal cannot be reached.
    pub fn set_goals(&mut self, goals: &[Cell]) -> &mut Self {
        let size = self.size();
        self.goals.clear();
        self.goals
            .extend(goals.iter().filter(|&&goal| size.contains(goal)).map(|&goal| self.ground.place(goal) as u32));
        self.measure();
        self
    }

    /// Returns the width and height of the map, in cells.
    pub const fn size(&self) -> Size {
        self.ground.size()
    }

    /// Returns whether a cell is free. Returns `false` outside the map.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.size().contains(cell) && self.ground.free[self.ground.place(cell)]
    }

    /// Returns the distance from a cell to the nearest goal, exactly. Returns `None` if there is no path, and outside the
    /// map. A goal has distance [`Cost::ZERO`], even if it is blocked.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Cost> {
        if !self.size().contains(cell) {
            return None;
        }
        let at = self.ground.place(cell);
        each!(&self.fields, field => {
            let units = units(*field.values.get(at)?)?;
            Some(field.scale.cost(units, self.ground.unit))
        }, exact => exact.get(at))
    }

    /// Returns the distances of all cells. This takes several times as long as measuring them. To read a few cells, use
    /// [`DistanceMap::get`].
    pub fn grid(&self) -> Grid<Option<Cost>> {
        let cells = self.size().cells().map(|cell| self.get(cell)).collect();
        // `cells` has one entry per cell, so `from_vec` never returns `None`.
        Grid::from_vec(self.size(), cells).unwrap_or_default()
    }

    /// Returns the first step of a cheapest path from a cell to a goal. Of several, the first in the order of
    /// [`Dir::ALL`](crate::geometry::Dir::ALL) is returned. Returns `None` at a goal, and if there is no path. Repeated
    /// calls lead to a goal on every map, at any distance.
    pub fn next_step(&self, cell: Cell) -> Option<Cell> {
        if !self.size().contains(cell) {
            return None;
        }
        let at = self.ground.place(cell);
        let dir =
            each!(&self.fields, field => field.toward(&self.ground, at), exact => exact.toward(&self.ground, at))?;
        cell.step(dir, self.size())
    }

    /// Makes a cell free and repairs the distances. The cost depends on how many distances change. Nothing changes if
    /// the cell is outside the map or already free.
    pub fn open(&mut self, cell: Cell) {
        self.change(cell, true);
    }

    /// Blocks a cell and repairs the distances.
    pub fn close(&mut self, cell: Cell) {
        self.change(cell, false);
    }

    fn change(&mut self, cell: Cell, free: bool) {
        if !self.size().contains(cell) || self.is_free(cell) == free {
            return;
        }
        let at = self.ground.place(cell);
        self.ground.set(at, free);
        let mended = each!(&mut self.fields, field => match (field.values.is_empty(), free) {
            (true, _) => Ok(()),
            (_, true) => field.opened(&self.ground, at),
            (_, false) => field.closed(&self.ground, at),
        }, exact => if exact.is_empty() { Ok(()) } else { Err(TooFar) });
        if mended.is_err() {
            self.measure();
        }
    }

    /// Measures the whole map, with wider numbers if the distances do not fit.
    fn measure(&mut self) {
        loop {
            let measured = each!(&mut self.fields, field => field.flood(&self.ground, &self.goals), exact => {
                exact.flood(&self.ground, &self.goals);
                Ok(())
            });
            let Err(TooFar) = measured else { return };
            let heaviest = self.ground.heaviest;
            self.fields = match self.fields {
                Fields::Narrow(_) => Fields::Middle(Field::new(Scale::MANY_STEPS, heaviest)),
                Fields::Middle(_) if self.ground.straight => Fields::Wide(Field::new(Scale::MAX_STEPS, heaviest)),
                Fields::Middle(_) => Fields::Wide(Field::new(Scale::FAR_OCTILE, heaviest)),
                Fields::Wide(_) | Fields::Exact(_) => Fields::Exact(Exact::default()),
            };
        }
    }
}

/// Returns the units of a value, or `None` if no path is known.
#[inline]
fn units<N: Number>(value: N) -> Option<u64> {
    (value != N::NONE && value != N::WALL).then(|| value.get() - 1)
}
