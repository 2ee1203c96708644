//! Squares of 64 × 64 cells. Each stores its roles and tiles, so that legends and signs need not check every cell.
//! Squares also record where something has changed.

use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::grid::Grid;
use gridscope_trace::terrain::Tile;
use gridscope_trace::view::board::{Mark, Role};
use std::ops::Range;

/// The side of a square, in cells.
pub(super) const SQUARE: usize = 64;

/// A rectangle of cells within one square, both corners included.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) from: Cell,
    pub(super) to: Cell,
}

impl Part {
    /// Returns the column and row of its square among all squares.
    const fn square(self) -> (usize, usize) {
        (self.from.x as usize / SQUARE, self.from.y as usize / SQUARE)
    }

    /// Extends it to include another part of the same square.
    fn take_in(&mut self, other: Self) {
        self.from = Cell::new(self.from.x.min(other.from.x), self.from.y.min(other.from.y));
        self.to = Cell::new(self.to.x.max(other.to.x), self.to.y.max(other.to.y));
    }
}

/// The changed part of each square in which something has changed.
pub(super) struct Parts {
    pub(super) all: Vec<Part>,
    /// For each square of the map, the index of its part in `all`.
    number: Vec<Option<u32>>,
    /// Number of squares per row.
    across: usize,
}

impl Parts {
    /// Creates an empty set for a map of `size`.
    pub(super) fn new(size: Size) -> Self {
        let [across, down] = [size.width, size.height].map(|side| usize::from(side).div_ceil(SQUARE));
        Self { all: Vec::new(), number: vec![None; across * down], across }
    }

    /// Adds cells, all of which are on the map.
    pub(super) fn add(&mut self, cells: impl IntoIterator<Item = Cell>) {
        // Cells of a stroke are next to each other, so the current part is kept until a cell is in another square.
        let mut grows: Option<Part> = None;
        for c in cells {
            let cell = Part { from: c, to: c };
            match &mut grows {
                Some(part) if part.square() == cell.square() => part.take_in(cell),
                _ => self.join(grows.replace(cell)),
            }
        }
        self.join(grows);
    }

    /// Adds a part of a square.
    fn join(&mut self, part: Option<Part>) {
        let Some(part) = part else { return };
        let (column, row) = part.square();
        let Some(number) = self.number.get_mut(row * self.across + column) else { return };
        if let Some(known) = number.and_then(|number| self.all.get_mut(number as usize)) {
            known.take_in(part);
        } else {
            *number = Some(self.all.len() as u32);
            self.all.push(part);
        }
    }
}

/// Content of a square: one bit for each role and for each tile.
#[derive(Clone, Default)]
struct Square {
    roles: u32,
    tiles: u64,
    /// The cells with a sign at any zoom, by index within the square, and their roles.
    signed: Vec<(u16, Role)>,
    /// Whether its tiles may have changed since they were read.
    stale: bool,
    /// Whether any of its cells may have a mark.
    marked: bool,
}

/// Roles with a sign even if cells are too small for other signs.
const SIGNED: u32 = Role::Queued.bit() | Role::Chosen.bit() | Role::Wrong.bit();

/// Returns whether a role has a sign even if cells are too small for other signs.
const fn is_sign_from_afar(role: Role) -> bool {
    SIGNED & role.bit() != 0
}

/// All squares of a map, row by row.
#[derive(Default)]
pub(super) struct Squares {
    all: Vec<Square>,
    size: Size,
}

impl Squares {
    /// Creates the squares of a map of `size`, with nothing read yet.
    pub(super) fn new(size: Size) -> Self {
        let [across, down] = [size.width, size.height].map(|side| usize::from(side).div_ceil(SQUARE));
        Self { all: vec![Square { stale: true, ..Square::default() }; across * down], size }
    }

    /// Returns the number of squares.
    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the number of squares per row.
    const fn across(&self) -> usize {
        (self.size.width as usize).div_ceil(SQUARE)
    }

    /// Returns whether any cell in the square of this cell may have a mark.
    pub(super) fn is_marked(&self, (x, y): (usize, usize)) -> bool {
        self.all.get(y / SQUARE * self.across() + x / SQUARE).is_some_and(|square| square.marked)
    }

    /// Returns the square of a cell.
    fn at(&mut self, (x, y): (usize, usize)) -> Option<&mut Square> {
        let number = y / SQUARE * self.across() + x / SQUARE;
        self.all.get_mut(number)
    }

    /// Records that the tiles in a cell's square may have changed.
    pub(super) fn repaint(&mut self, place: (usize, usize)) {
        if let Some(square) = self.at(place) {
            square.stale = true;
        }
    }

    /// Reads the marks of a cell's square after it was drawn. `marks` is `None` if nothing is marked. `known` returns
    /// the roles of a row if they are known already.
    pub(super) fn look(
        &mut self,
        place: (usize, usize),
        marks: Option<&[Mark]>,
        known: impl Fn(Range<usize>) -> Option<u32>,
    ) {
        let rows = self.rows(place);
        let Some(square) = self.at(place) else { return };
        square.signed.clear();
        (square.roles, square.marked) = (0, marks.is_some());
        let Some(marks) = marks else { return };
        for (row, first) in rows.zip((0_u16..).step_by(SQUARE)) {
            let marks = &marks[row.clone()];
            let roles = known(row).unwrap_or_else(|| roles_in(marks));
            square.roles |= roles;
            if roles & SIGNED != 0 {
                let signed = marks.iter().zip(first..).filter(|(mark, _)| is_sign_from_afar(mark.role));
                square.signed.extend(signed.map(|(mark, number)| (number, mark.role)));
            }
        }
    }

    /// Returns the column and row of a square's first cell.
    fn corner(&self, square: usize) -> (usize, usize) {
        let across = self.across().max(1);
        (square % across * SQUARE, square / across * SQUARE)
    }

    /// Returns the index ranges of the rows in a cell's square.
    pub(super) fn rows(&self, (x, y): (usize, usize)) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
        let ((x0, y0), width) = ((x - x % SQUARE, y - y % SQUARE), self.size.width as usize);
        let [w, h] = side_of(self.size, (x0, y0), SQUARE);
        (y0..y0 + h).map(move |y| y * width + x0..y * width + x0 + w)
    }

    /// Returns the roles and tiles on the whole map, as bit sets by their numbers.
    pub(super) fn occurring(&mut self, ground: &Grid<Tile>) -> (u32, u64) {
        for square in 0..self.all.len() {
            if self.all[square].stale {
                let tiles = self.rows(self.corner(square)).flat_map(|row| &ground.as_slice()[row]);
                let tiles = tiles.fold(0, |all, &tile| all | 1 << tile as u64);
                (self.all[square].tiles, self.all[square].stale) = (tiles, false);
            }
        }
        self.all.iter().fold((0, 0), |all, square| (all.0 | square.roles, all.1 | square.tiles))
    }

    /// Returns the cells within these columns and rows that have a sign at any zoom, with their roles.
    pub(super) fn signed(&self, (xs, ys): (Range<u16>, Range<u16>)) -> impl Iterator<Item = (Cell, Role)> + '_ {
        let all = self.all.iter().enumerate().flat_map(|(square, Square { signed, .. })| {
            let (x, y) = self.corner(square);
            signed.iter().map(move |&(number, role)| {
                let number = usize::from(number);
                (Cell::new((x + number % SQUARE) as u16, (y + number / SQUARE) as u16), role)
            })
        });
        all.filter(move |(cell, _)| xs.contains(&cell.x) && ys.contains(&cell.y))
    }
}

/// Returns the roles of these cells as a bit set.
fn roles_in(marks: &[Mark]) -> u32 {
    let mut has_role = [false; Role::ALL.len()];
    for mark in marks {
        has_role[mark.role as usize] = true;
    }
    Role::ALL.into_iter().filter(|&role| has_role[role as usize]).fold(0, |all, role| all | role.bit())
}

/// Returns width and height of the part of a map that starts at a column and row, with at most `side` cells per side.
pub(super) fn side_of(size: Size, (x0, y0): (usize, usize), side: usize) -> [usize; 2] {
    [side.min(usize::from(size.width) - x0), side.min(usize::from(size.height) - y0)]
}
