//! Field of view without a trace: a map prepared once and queried many times.
//!
//! The result equals that of the rule `symmetric` of `shadowcast` in gridscope's algorithms, cell by cell. The method
//! differs. The traced version checks a row cell by cell. This one marks whole words of bits at once and does extra
//! work only at the ends of walls. The quadrants to the north and south use the rows of the map, those to the east and
//! west its columns. The sides of wedges move from row to row by additions. Tests compare both on thousands of maps.
//!
//! Source of the visibility rule: Albert Ford, *Symmetric Shadowcasting*, 2017.

mod lines;
mod wedge;

use crate::{Cell, GridMap, Size};
use lines::{Lines, Quadrant};
use wedge::Wedge;

/// A map prepared for field of view, and the cells that the last look saw. After the first looks nothing is allocated
/// any more. Between two looks, only the cells that the last one visited are cleared.
///
/// Two floor cells see each other or neither sees the other. A wall is visible if light falls on it. Measured over open
/// ground, pillars, scattered walls, caves and rooms, a look takes 0.03 of the time of the crate
/// `symmetric-shadowcasting`, which sees the same cells. It takes 0.13 of the time of `doryen-fov`'s recursive version
/// including its clearing (`cargo bench -p gridscope-peers -- 5`).
///
/// ```
/// use gridscope_grid::fov::FieldOfView;
/// use gridscope_grid::geometry::Cell;
/// use gridscope_grid::map::GridMap;
///
/// let map = GridMap::from_rows(&[".....", "..#..", "....."], |glyph| glyph == '.').unwrap();
/// let mut view = FieldOfView::new(&map);
/// view.look(Cell::new(0, 1), 8); // at most 8 cells away; `None` for as far as the map goes
/// assert!(view.sees(Cell::new(2, 1)) && !view.sees(Cell::new(4, 1)));
/// assert_eq!(view.cells().next(), Some(Cell::new(0, 1)));
/// view.open(Cell::new(2, 1));
/// assert_eq!(view.look(Cell::new(0, 1), None).cells().count(), 15);
/// ```
#[derive(Clone, Debug)]
pub struct FieldOfView {
    size: Size,
    rows: Lines,
    columns: Lines,
    /// The eye of the last look, if it was on the map.
    eye: Option<Cell>,
    /// Number of rows that the last look saw to the south, north, east and west.
    depths: [usize; 4],
    /// The radius for which `widths` was computed.
    radius: Option<u32>,
    /// How far the view extends to the side, in cells, for each distance ahead.
    widths: Vec<i32>,
    stack: Vec<Wedge>,
}

/// Largest useful radius: the diagonal of 65,535 × 65,535 cells.
const FARTHEST: u32 = 92_681;

impl FieldOfView {
    /// Prepares a map.
    pub fn new(map: &GridMap) -> Self {
        Self::from_fn(map.size(), |cell| map.is_opaque(cell))
    }

    /// Prepares a map of `size` in which a cell blocks the view if `opaque` returns `true` for it.
    pub fn from_fn(size: Size, opaque: impl Fn(Cell) -> bool) -> Self {
        let (width, height) = (size.width.into(), size.height.into());
        let mut view = Self {
            size,
            rows: Lines::new(width, height),
            columns: Lines::new(height, width),
            eye: None,
            depths: [0; 4],
            radius: None,
            widths: Vec::new(),
            stack: Vec::new(),
        };
        for cell in size.cells().filter(|&cell| opaque(cell)) {
            view.set_opaque(cell, true);
        }
        view
    }

    /// Returns the width and height of the map, in cells.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Makes a cell transparent for the following looks, such as a door that opens. A cell outside the map is ignored.
    pub fn open(&mut self, cell: Cell) {
        self.set_opaque(cell, false);
    }

    /// Makes a cell block the view for the following looks. A cell outside the map is ignored.
    pub fn close(&mut self, cell: Cell) {
        self.set_opaque(cell, true);
    }

    /// Like [`FieldOfView::close`] if `opaque` is `true`, else like [`FieldOfView::open`].
    pub fn set_opaque(&mut self, cell: Cell, opaque: bool) {
        if self.size.contains(cell) {
            self.rows.set(cell.x.into(), cell.y.into(), opaque);
            self.columns.set(cell.y.into(), cell.x.into(), opaque);
        }
    }

    /// Computes the cells visible from a cell and replaces the result of the previous look. The view is a circle of
    /// `radius` cells, or the whole map if it is `None`. An eye outside the map sees nothing.
    pub fn look(&mut self, eye: Cell, radius: impl Into<Option<u32>>) -> &Self {
        if let Some(eye) = self.eye.take() {
            for (n, rows) in self.depths.into_iter().enumerate() {
                self.quadrant(eye, n).0.clear(rows);
            }
        }
        if !self.size.contains(eye) {
            return self;
        }
        self.reach(radius.into());
        for n in 0..4 {
            let (mut quadrant, stack) = self.quadrant(eye, n);
            self.depths[n] = quadrant.look(stack);
        }
        self.eye = Some(eye);
        self
    }

    /// Returns whether the last look saw a cell. Returns `false` outside the map.
    #[inline]
    pub fn sees(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x.into(), cell.y.into());
        self.size.contains(cell)
            && (self.rows.sees(x, y) || self.columns.sees(y, x) || self.eye.is_some_and(|eye| eye == cell))
    }

    /// Returns the cells that the last look saw, each once. The eye's own cell comes first, then the cells to the north
    /// and south by rows, then those to the east and west by columns.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.eye.into_iter().flat_map(move |eye| {
            let [south, north, east, west] = self.depths;
            let (x, y) = (usize::from(eye.x), usize::from(eye.y));
            let rows = self.rows.visible_cells((y, x), north, south).map(|(x, y)| Cell::new(x as u16, y as u16));
            let columns = self.columns.visible_cells((x, y), west, east).map(|(y, x)| Cell::new(x as u16, y as u16));
            // Cells on the diagonals belong to both. They are returned with the rows if they are seen there.
            let once = move |cell: &Cell| {
                let (dx, dy) = cell.delta(eye);
                dx != dy || !self.rows.sees(cell.x.into(), cell.y.into())
            };
            std::iter::once(eye).chain(rows).chain(columns.filter(once))
        })
    }

    fn quadrant(&mut self, eye: Cell, n: usize) -> (Quadrant<'_>, &mut Vec<Wedge>) {
        let (x, y) = (eye.x.into(), eye.y.into());
        let (lines, eye) = if n < 2 { (&mut self.rows, (y, x)) } else { (&mut self.columns, (x, y)) };
        (Quadrant { lines, eye, forward: n.is_multiple_of(2), widths: &self.widths }, &mut self.stack)
    }

    /// Computes how far the circle extends to the side in each row, unless `widths` is already up to date.
    fn reach(&mut self, radius: Option<u32>) {
        if self.radius == radius && !self.widths.is_empty() {
            return;
        }
        self.radius = radius;
        self.widths.clear();
        let farthest = u32::from(self.size.width.max(self.size.height));
        let Some(radius) = radius else {
            self.widths.resize(farthest as usize + 1, i32::MAX);
            return;
        };
        let radius = i64::from(radius.min(FARTHEST));
        let mut width = radius;
        for row in 0..=radius.min(farthest.into()) {
            while width * width + row * row > radius * radius {
                width -= 1;
            }
            self.widths.push(width as i32);
        }
    }
}
