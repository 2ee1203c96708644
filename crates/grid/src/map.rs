//! The map of a game: which cells can be entered, which block the view, what a step costs, and which steps are allowed.

use crate::movement::{Corners, Passage, Rules, StepCosts, neighbour_order};
use crate::root2::Root2;
use crate::{Cell, Grid, Size};

/// A map of free and blocked cells. By default a mover steps to all eight neighbours and never cuts a corner.
///
/// ```
/// use gridscope_grid::finder::Finder;
/// use gridscope_grid::geometry::Cell;
/// use gridscope_grid::map::GridMap;
///
/// let map = GridMap::from_rows(&[".....", ".###.", "....."], |glyph| glyph == '.').unwrap();
/// let path = Finder::new(&map).path(Cell::new(0, 1), Cell::new(4, 1)).unwrap();
/// assert_eq!((path.cells.len(), path.cost.approx()), (7, 6.0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridMap {
    free: Grid<bool>,
    /// The cells that block the view. `None` if exactly the blocked cells do.
    opaque: Option<Grid<bool>>,
    /// The factor of the cost of a step onto each cell. `None` if it is 1 everywhere.
    weights: Option<Grid<u8>>,
    neighbours: u8,
    corners: Corners,
}

/// A path from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The cells, both ends included.
    pub cells: Vec<Cell>,
    /// The exact cost; [`Root2::approx`] converts it to a float. Straight steps cost 1 and diagonal steps √2,
    /// multiplied by the weight of the cell that the step ends on. The cost saturates at 2,147,483,647 straight steps.
    pub cost: Root2,
}

/// Creates a map from a grid that holds `true` for every free cell.
impl From<Grid<bool>> for GridMap {
    fn from(free: Grid<bool>) -> Self {
        Self { free, opaque: None, weights: None, neighbours: 8, corners: Corners::Never }
    }
}

impl GridMap {
    /// Creates a map of `size` in which a cell is free if `free` returns `true` for it. Blocked cells block the view.
    pub fn new(size: Size, free: impl Fn(Cell) -> bool) -> Self {
        Self::from(table(size, free))
    }

    /// Creates a map from rows of text, one character a cell, in which a cell is free if `free` returns `true` for its
    /// character. Returns `None` if there is no cell, or if the rows differ in length.
    pub fn from_rows(rows: &[impl AsRef<str>], free: impl Fn(char) -> bool) -> Option<Self> {
        let cells: Vec<bool> = rows.iter().flat_map(|row| row.as_ref().chars()).map(free).collect();
        let width = rows.first()?.as_ref().chars().count();
        let even = rows.iter().all(|row| row.as_ref().chars().count() == width);
        let size = Size::checked(width as u64, rows.len() as u64).ok().filter(|_| even)?;
        Some(Self::from(Grid::from_vec(size, cells)?))
    }

    /// Sets which cells block the view: a closed door can be entered but blocks the view, a pit is the other way round.
    #[must_use]
    pub fn opaque(self, opaque: impl Fn(Cell) -> bool) -> Self {
        Self { opaque: Some(table(self.size(), opaque)), ..self }
    }

    /// Sets the weight of each cell: the factor, 1 to 255, of the cost of a step onto it. 0 counts as 1.
    #[must_use]
    pub fn weights(self, weight: impl Fn(Cell) -> u8) -> Self {
        let mut all = Grid::new(self.size(), 1);
        for cell in self.size().cells() {
            all[cell] = weight(cell).max(1);
        }
        Self { weights: Some(all), ..self }
    }

    /// Allows steps to the four straight neighbours only.
    #[must_use]
    pub fn straight(self) -> Self {
        Self { neighbours: 4, ..self }
    }

    /// Sets whether diagonal steps may cut corners.
    #[must_use]
    pub fn corners(self, corners: Corners) -> Self {
        Self { corners, ..self }
    }

    /// Returns the width and height in cells.
    pub const fn size(&self) -> Size {
        self.free.size()
    }

    /// Returns whether a cell can be entered; no cell outside the map can.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.free.get(cell).is_some_and(|&free| free)
    }

    /// Makes a cell free. It no longer blocks the view, unless [`GridMap::opaque`] marked it as opaque. A cell outside
    /// the map is ignored.
    pub fn open(&mut self, cell: Cell) {
        self.free.put(cell, true);
    }

    /// Blocks a cell. A cell outside the map is ignored.
    pub fn close(&mut self, cell: Cell) {
        self.free.put(cell, false);
    }

    /// Returns the factor of the cost of a step onto a cell.
    pub fn weight(&self, cell: Cell) -> u8 {
        self.weights.as_ref().and_then(|weights| weights.get(cell)).map_or(1, |&times| times)
    }

    /// Returns whether any cell has a weight other than 1.
    pub fn is_weighted(&self) -> bool {
        self.weights.as_ref().is_some_and(|weights| weights.as_slice().iter().any(|&times| times != 1))
    }

    /// Returns the path along `cells` with its cost on this map. Returns `None` if a cell is outside the map or is not
    /// a neighbour of the previous one. Blocked cells are not checked.
    pub fn path_along(&self, cells: Vec<Cell>) -> Option<Path> {
        if !cells.iter().all(|&cell| self.size().contains(cell)) {
            return None;
        }
        let mut cost = Root2::ZERO;
        for (a, &b) in cells.iter().zip(cells.iter().skip(1)) {
            let step = match a.delta(b) {
                (1, 1) => Root2::new(0, 1),
                (0, 1) | (1, 0) => Root2::new(1, 0),
                _ => return None,
            };
            cost = cost + if self.weights.is_some() { step.times(self.weight(b).into()) } else { step };
        }
        Some(Path { cells, cost })
    }

    /// Returns whether a cell blocks the view. Every cell outside the map does.
    pub fn is_opaque(&self, cell: Cell) -> bool {
        match &self.opaque {
            Some(opaque) => opaque.get(cell).is_none_or(|&blocks| blocks),
            None => self.free.get(cell).is_none_or(|&free| !free),
        }
    }

    /// Returns the movement rules of this map. A straight step costs 13,860 units and a diagonal step 19,601; their
    /// ratio is √2 to nine digits.
    pub fn rules(&self) -> Rules {
        Rules {
            order: neighbour_order(self.neighbours.into(), 0),
            costs: StepCosts::OCTILE,
            corners: self.corners,
            terrain_costs: self.weights.is_some(),
            door_cost: [0; 4],
        }
    }

    /// Returns the steps that can be taken on this map, and their costs.
    pub fn passage(&self) -> Passage {
        Passage::free(&self.free, self.weights.as_ref(), &self.rules())
    }
}

fn table(size: Size, says: impl Fn(Cell) -> bool) -> Grid<bool> {
    let mut all = Grid::new(size, false);
    for cell in size.cells() {
        all[cell] = says(cell);
    }
    all
}
