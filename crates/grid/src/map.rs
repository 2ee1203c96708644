//! The map of a game: which cells can be entered, which block the view, what a step costs, and which steps are allowed.

use crate::movement::{Corners, Passage, Rules, StepCosts, neighbour_order};
use crate::{Cell, Cost, Grid, Size, Weight, Weights};

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
    weights: Option<Weights>,
    neighbours: u8,
    corners: Corners,
}

/// A path from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The cells, both ends included.
    pub cells: Vec<Cell>,
    /// The exact cost; [`Cost::approx`] converts it to a float. Straight steps cost 1 and diagonal steps √2,
    /// multiplied by the weight of the cell that the step ends on.
    pub cost: Cost,
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

    /// Sets the weight of each cell: the factor of the cost of a step onto it, any positive number up to
    /// [`Weight::MAX_TIMES`]. What is not a positive number counts as 1. If no unit of up to [`Weight::MAX_UNIT`] holds all
    /// numbers, each becomes the nearest weight; [`Weights::from_numbers`] says by how much.
    ///
    /// ```
    /// use gridscope_grid::{Cell, Finder, GridMap, Size};
    ///
    /// let map = GridMap::new(Size::new(3, 1), |_| true).weights(|cell| [1.0, 0.5, 300.0][usize::from(cell.x)]);
    /// let path = Finder::new(&map).path(Cell::new(0, 0), Cell::new(2, 0)).unwrap();
    /// assert_eq!(path.cost.to_string(), "300.5");
    /// ```
    #[must_use]
    pub fn weights<N: Into<f64>>(self, weight: impl Fn(Cell) -> N) -> Self {
        let size = self.size();
        let number = |index: usize| {
            let number = weight(size.cell(index)).into();
            if number.is_finite() && number > 0.0 { number } else { 1.0 }
        };
        self.with_weights(Some(Weights::from_numbers(size, number).0))
    }

    /// Sets the weights of the cells. Weights of another size than the map's are ignored.
    #[must_use]
    pub fn with_weights(self, weights: Option<Weights>) -> Self {
        let size = self.size();
        Self { weights: weights.filter(|weights| weights.size() == size), ..self }
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
        self.free.set(cell, true);
    }

    /// Blocks a cell. A cell outside the map is ignored.
    pub fn close(&mut self, cell: Cell) {
        self.free.set(cell, false);
    }

    /// Returns the factor of the cost of a step onto a cell.
    pub fn weight(&self, cell: Cell) -> Weight {
        let weight = self.weights.as_ref().map_or(Weight::NONE, |weights| weights.get(cell));
        if weight.is_none() { Weight::from(1) } else { weight }
    }

    /// Returns the factor of the cost of a step onto a cell, in the unit of the weights.
    pub(crate) fn times(&self, cell: Cell) -> u32 {
        let Some(weights) = &self.weights else { return 1 };
        let times = weights.times().get(cell).copied().unwrap_or(0);
        if times == 0 { weights.unit() } else { times }
    }

    /// Returns the unit of the weights.
    pub(crate) fn weight_unit(&self) -> u32 {
        self.weights.as_ref().map_or(1, Weights::unit)
    }

    /// Returns whether any cell has a weight other than 1.
    pub fn is_weighted(&self) -> bool {
        let differs =
            |weights: &Weights| weights.times().as_slice().iter().any(|&times| times != 0 && times != weights.unit());
        self.weights.as_ref().is_some_and(differs)
    }

    /// Returns the path along `cells` with its cost on this map. Returns `None` if a cell is outside the map or is not
    /// a neighbour of the previous one. Blocked cells are not checked.
    pub fn path_along(&self, cells: Vec<Cell>) -> Option<Path> {
        if !cells.iter().all(|&cell| self.size().contains(cell)) {
            return None;
        }
        let (mut straight, mut diagonal) = (0_i64, 0_i64);
        for (a, &b) in cells.iter().zip(cells.iter().skip(1)) {
            let sum = match a.delta(b) {
                (1, 1) => &mut diagonal,
                (0, 1) | (1, 0) => &mut straight,
                _ => return None,
            };
            *sum = sum.saturating_add(self.times(b).into());
        }
        Some(Path { cells, cost: Cost::new(straight, diagonal, self.weight_unit()) })
    }

    /// Returns whether a cell blocks the view. Every cell outside the map does.
    pub fn is_opaque(&self, cell: Cell) -> bool {
        match &self.opaque {
            Some(opaque) => opaque.get(cell).is_none_or(|&blocks| blocks),
            None => self.free.get(cell).is_none_or(|&free| !free),
        }
    }

    /// Returns the movement rules of this map. A straight step costs 470,832 units and a diagonal step 665,857; their
    /// ratio is √2 to twelve digits.
    pub fn rules(&self) -> Rules {
        Rules {
            order: neighbour_order(self.neighbours.into(), 0),
            costs: StepCosts::OCTILE.with_weight_unit(self.weight_unit()),
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
