//! A map as a game has it: on which cells one can stand, and through which one can see. It is what the short calls take:
//! [`astar::path`](crate::algorithms::astar::path), [`shadowcast::visible`](crate::algorithms::shadowcast::visible) and
//! [`dijkstra::distances`](crate::dijkstra::distances). Those who ask often keep what is worked out once: a
//! [`Finder`](crate::algorithms::search::Finder) for paths, a [`FieldOfView`](crate::fov::FieldOfView) for looks, a
//! [`DistanceMap`](crate::distances::DistanceMap) for distances.

use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::movement::{Corners, Passage, Rules, StepCosts, neighbour_order};
use crate::root2::Root2;
use crate::scene::Scene;
use crate::terrain::Walk;

/// Which cells can be stood on and seen through, and how one steps: to eight neighbours and never past a corner, if
/// nothing is said.
///
/// ```
/// use gridscope_core::algorithms::{astar, shadowcast};
/// use gridscope_core::floor::Floor;
/// use gridscope_core::geometry::{Cell, Size};
///
/// let rows = [b".....", b".###.", b"....."];
/// let floor = Floor::new(Size::new(5, 3), |c| rows[c.y as usize][c.x as usize] == b'.');
/// let way = astar::path(&floor, Cell::new(0, 1), Cell::new(4, 1)).unwrap();
/// assert_eq!((way.cells.len(), way.cost.to_string().as_str()), (7, "6"));
/// assert!(!shadowcast::visible(&floor, Cell::new(0, 1), 9).contains(&Cell::new(4, 1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Floor {
    free: Grid<bool>,
    /// What blocks the view; without it, what cannot be stood on does.
    opaque: Option<Grid<bool>>,
    /// By how much a step onto each cell is multiplied; without it, by nothing.
    weights: Option<Grid<u8>>,
    neighbours: u8,
    corners: Corners,
}

/// A way from cell to cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Way {
    /// The cells, both ends included.
    pub cells: Vec<Cell>,
    /// What it costs: straight steps 1, diagonal ones √2, each times the weight of the cell that it ends on. Of more than
    /// 2,147,483,647 straight ones (a corridor of eight million cells of weight 255) it says that many.
    pub cost: Root2,
}

/// A grid that says of each cell whether it can be stood on.
impl From<Grid<bool>> for Floor {
    fn from(free: Grid<bool>) -> Self {
        Self { free, opaque: None, weights: None, neighbours: 8, corners: Corners::Never }
    }
}

/// The tiles of a scene that anybody may enter, closed doors among them; what they cost does not count.
impl From<&Scene> for Floor {
    fn from(scene: &Scene) -> Self {
        let info = |cell: Cell| scene.tiles[cell].info();
        Self::new(scene.size(), |cell| matches!(info(cell).walk, Walk::Yes | Walk::Opens))
            .opaque(|cell| info(cell).opacity == u8::MAX)
    }
}

impl Floor {
    /// A map of that size, of which `free` says for each cell whether it can be stood on. What cannot, blocks the view.
    pub fn new(size: Size, free: impl Fn(Cell) -> bool) -> Self {
        Self::from(table(size, free))
    }

    /// The same with other cells that block the view: a closed door can be entered, and a pit be seen over.
    #[must_use]
    pub fn opaque(self, opaque: impl Fn(Cell) -> bool) -> Self {
        Self { opaque: Some(table(self.size(), opaque)), ..self }
    }

    /// The same where a step onto a cell costs so many times as much: 1 to 255; 0 means 1.
    #[must_use]
    pub fn weights(self, weight: impl Fn(Cell) -> u8) -> Self {
        let mut all = Grid::new(self.size(), 1);
        for cell in self.size().cells() {
            all[cell] = weight(cell).max(1);
        }
        Self { weights: Some(all), ..self }
    }

    /// The same where one takes straight steps alone.
    #[must_use]
    pub fn straight(self) -> Self {
        Self { neighbours: 4, ..self }
    }

    /// The same with another rule for diagonal steps past a corner.
    #[must_use]
    pub fn corners(self, corners: Corners) -> Self {
        Self { corners, ..self }
    }

    /// Width and height, in cells.
    pub const fn size(&self) -> Size {
        self.free.size()
    }

    /// Whether one can stand on a cell; outside the map on none.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.free.get(cell).is_some_and(|&free| free)
    }

    /// By how much a step onto a cell is multiplied.
    pub fn weight(&self, cell: Cell) -> u8 {
        self.weights.as_ref().and_then(|weights| weights.get(cell)).map_or(1, |&times| times)
    }

    /// Whether some step costs more than its direction does.
    pub fn is_weighted(&self) -> bool {
        self.weights.as_ref().is_some_and(|weights| weights.as_slice().iter().any(|&times| times != 1))
    }

    /// The way over these cells, and what it costs here; `None` where one of them lies outside the map, or not beside the one
    /// before it. Whether one can stand there is not asked.
    pub fn way(&self, cells: Vec<Cell>) -> Option<Way> {
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
        Some(Way { cells, cost })
    }

    /// Whether a cell blocks the view; outside the map every cell does.
    pub fn is_opaque(&self, cell: Cell) -> bool {
        match &self.opaque {
            Some(opaque) => opaque.get(cell).is_none_or(|&blocks| blocks),
            None => self.free.get(cell).is_none_or(|&free| !free),
        }
    }

    /// How one steps: a straight step costs 1, a diagonal one √2, to nine digits: 13,860 and 19,601.
    pub fn rules(&self) -> Rules {
        Rules {
            order: neighbour_order(self.neighbours.into(), 0),
            costs: StepCosts::OCTILE,
            corners: self.corners,
            terrain_costs: self.weights.is_some(),
            door_cost: [0; 4],
        }
    }

    /// The map as one who walks meets it.
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
