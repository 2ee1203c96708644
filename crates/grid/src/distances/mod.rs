//! Distance maps for those who want them and no trace: a map prepared once, measured from any goals, and mended when one
//! of its cells changes.
//!
//! The distances are those of [`dijkstra`](crate::dijkstra), exactly, and on weighted ground what a cheapest way costs. (A\* counts
//! 1 and √2 as 13,860 and 19,601: to nine digits. On ground that is not weighted, and as far as 19,601 steps, its ways are the
//! cheapest all the same.) It differs in how it gets there. There a heap of exact lengths says who is next; here whole units wait in buckets, none wider than a
//! step, in which no order is needed; and where one takes straight steps of one price, a level is spread without a branch, in
//! 16 bits a cell. Numbers that do not fit are measured again in wider ones. Tests hold all of it equal on thousands of maps.

mod buckets;
mod field;
mod ground;
mod mend;
mod number;

use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::map::GridMap;
use crate::root2::Root2;
use field::{Field, TooFar};
use ground::Ground;
use number::{Number, Scale};

/// How far each cell lies from the nearest of some goals, in straight steps of 1 and diagonal ones of √2, each times the weight
/// of the cell that it ends on: walking to a goal costs that much.
///
/// Measured on one core of a small server (`cargo bench -p gridscope-peers -- 6 7 8`): with four neighbours 8 nanoseconds a cell,
/// 0.11 of the time of `bracket-pathfinding`'s map and 0.03 of `pathfinding::bfs_reach`; with eight, exactly, 23 to 35, and 0.05 of
/// the faster of `pathfinding::dijkstra_all` and `dijkstra_reach`. A random wall that falls on a scattered map of 512² is mended in
/// 1/2400 of a rebuild with four neighbours and 1/640 with eight (1 and 7 µs on average), on one of 2048² in 1/22000 and 1/8700;
/// one behind which a tenth of the map lies takes 0.09 of a rebuild.
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
/// map.open(Cell::new(2, 0)); // a wall falls: mended, not measured again
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

/// In numbers as narrow as hold them.
#[derive(Clone, Debug)]
enum Fields {
    Narrow(Field<u16>),
    Middle(Field<u32>),
    Wide(Field<u64>),
}

/// Does the same with whichever width there is.
macro_rules! each {
    ($fields:expr, $field:ident => $do:expr) => {
        match $fields {
            Fields::Narrow($field) => $do,
            Fields::Middle($field) => $do,
            Fields::Wide($field) => $do,
        }
    };
}

impl DistanceMap {
    /// Prepares a map. Until [`DistanceMap::set_goals`] is called nothing has a distance.
    pub fn new(map: &GridMap) -> Self {
        let ground = Ground::new(map);
        let fields = if ground.straight {
            Fields::Narrow(Field::new(Scale::STEPS, ground.heaviest))
        } else {
            Fields::Middle(Field::new(Scale::OCTILE, ground.heaviest))
        };
        Self { ground, goals: Vec::new(), fields }
    }

    /// Measures the whole map from some goals. Those outside the map are left out; nobody reaches one that cannot be stood on.
    pub fn set_goals(&mut self, goals: &[Cell]) -> &mut Self {
        let size = self.size();
        self.goals.clear();
        self.goals
            .extend(goals.iter().filter(|&&goal| size.contains(goal)).map(|&goal| self.ground.place(goal) as u32));
        self.measure();
        self
    }

    /// Width and height of the map, in cells.
    pub const fn size(&self) -> Size {
        self.ground.size()
    }

    /// Whether one can stand on a cell; outside the map on none.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.size().contains(cell) && self.ground.free[self.ground.place(cell)]
    }

    /// How far a cell lies from the nearest goal; `None` where there is no way, and outside the map. A goal is no way from itself,
    /// even one in a wall, where nobody stands: [`Root2::ZERO`].
    ///
    /// A distance is exact up to 2,147,483,647 straight steps, and that many where there are more: it takes a corridor of eight
    /// million cells of weight 255 to come there.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Root2> {
        if !self.size().contains(cell) {
            return None;
        }
        let at = self.ground.place(cell);
        each!(&self.fields, field => {
            let units = units(*field.values.get(at)?)?;
            Some(field.scale.length(units))
        })
    }

    /// The distances of all cells. That takes some times as long as measuring them: who asks for a few cells takes
    /// [`DistanceMap::get`].
    pub fn grid(&self) -> Grid<Option<Root2>> {
        let cells = self.size().cells().map(|cell| self.get(cell)).collect();
        // As many as cells, so this is always a grid.
        Grid::from_vec(self.size(), cells).unwrap_or_default()
    }

    /// The first step of a cheapest way from a cell to a goal: of several the first in the order of
    /// [`Dir::ALL`](crate::geometry::Dir::ALL). `None` at a goal and where there is no way. Step by step it leads to a goal on every map, however far that is.
    pub fn next_step(&self, cell: Cell) -> Option<Cell> {
        if !self.size().contains(cell) {
            return None;
        }
        let dir = each!(&self.fields, field => field.toward(&self.ground, self.ground.place(cell)))?;
        cell.step(dir, self.size())
    }

    /// Makes a cell one to stand on, and mends the distances: what it costs is what changes. Outside the map, and where the cell
    /// is free already, nothing changes.
    pub fn open(&mut self, cell: Cell) {
        self.change(cell, true);
    }

    /// Makes a cell one that nobody can stand on, and mends the distances.
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
        });
        if mended.is_err() {
            self.measure();
        }
    }

    /// Measures the whole map, in wider numbers where these do not hold the distances.
    fn measure(&mut self) {
        while let Err(TooFar) = each!(&mut self.fields, field => field.flood(&self.ground, &self.goals)) {
            let heaviest = self.ground.heaviest;
            self.fields = match self.fields {
                Fields::Narrow(_) => Fields::Middle(Field::new(Scale::MANY_STEPS, heaviest)),
                Fields::Middle(_) if self.ground.straight => Fields::Wide(Field::new(Scale::MOST_STEPS, heaviest)),
                Fields::Middle(_) => Fields::Wide(Field::new(Scale::FAR_OCTILE, heaviest)),
                // Nothing on a map of 4096² cells with the largest weights is farther; on a larger one the rest has no distance.
                Fields::Wide(_) => return,
            };
        }
    }
}

/// The units of a value, if a way is known.
#[inline]
fn units<N: Number>(value: N) -> Option<u64> {
    (value != N::NONE && value != N::WALL).then(|| value.get() - 1)
}
