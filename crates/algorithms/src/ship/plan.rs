//! The abstract plan of a deck and its map. A map cell between plan cells is floor if all of them have the same owner,
//! and void if none has one. Otherwise it is wall, into which doors and windows are cut.

use crate::event::Encode;
use crate::{Cell, Dir, Grid, Size, Tile};
use std::collections::BTreeSet;

/// The four straight directions, in the order used here: E, W, S, N.
pub(super) const STRAIGHT: [Dir; 4] = [Dir::E, Dir::W, Dir::S, Dir::N];

/// The owners of a plan cell, by number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Encode)]
pub enum Owner {
    /// A hallway.
    Hallway(u8),
    /// A room.
    Room(u8),
    /// The hull, with the hull-first method, before it is divided.
    Hull,
    /// A section of the hull, before it becomes a room.
    Section(u8),
    /// A section that did not become a room and stays empty.
    Refused(u8),
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hallway(n) => write!(f, "hallway {n}"),
            Self::Room(n) => write!(f, "room {n}"),
            Self::Hull => f.write_str("the hull"),
            Self::Section(n) => write!(f, "section {n}"),
            Self::Refused(n) => write!(f, "section {n}, which became no room"),
        }
    }
}

impl Owner {
    pub(super) const fn hallway(self) -> Option<u8> {
        if let Self::Hallway(n) = self { Some(n) } else { None }
    }

    pub(super) const fn room(self) -> Option<u8> {
        if let Self::Room(n) = self { Some(n) } else { None }
    }

    /// Returns whether the cells of this owner are floor.
    pub(super) const fn is_floor(self) -> bool {
        matches!(self, Self::Hallway(_) | Self::Room(_))
    }
}

/// Joins the names of owners with a separator, without duplicates.
pub(super) fn named(owners: impl Iterator<Item = Owner>, between: &str) -> String {
    let all: BTreeSet<Owner> = owners.collect();
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// Returns the distance of two cells, with diagonal steps counting 1.
pub(super) const fn distance(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.delta(b);
    if dx > dy { dx } else { dy }
}

/// Returns the size of the plan that fits a map: 30 × 18 for 64 × 40.
pub const fn plan_size(map: Size) -> Size {
    Size::new(map.width.saturating_sub(4) / 2, map.height.saturating_sub(4) / 2)
}

/// Returns the map cell of a plan cell.
pub const fn on_map(plan: Cell) -> Cell {
    Cell::new(2 * plan.x + 2, 2 * plan.y + 2)
}

/// Returns the plan cell of a map cell; `None` for a cell in between.
pub(super) fn on_plan(map: Cell, plan: Size) -> Option<Cell> {
    let even = map.x >= 2 && map.y >= 2 && map.x.is_multiple_of(2) && map.y.is_multiple_of(2);
    let cell = Cell::new(map.x.saturating_sub(2) / 2, map.y.saturating_sub(2) / 2);
    (even && plan.contains(cell)).then_some(cell)
}

/// Returns the map cell between a plan cell and its neighbour in a direction. The neighbour may be off the plan.
pub(super) fn face(plan: Cell, dir: Dir) -> Cell {
    let (cell, (dx, dy)) = (on_map(plan), dir.offset());
    Cell::new((cell.x as i32 + dx) as u16, (cell.y as i32 + dy) as u16)
}

/// Returns the map cell of the next plan cell in a direction, if its coordinates are valid.
pub(super) fn beyond(map: Cell, dir: Dir) -> Option<Cell> {
    let (dx, dy) = dir.offset();
    let along = |at: u16, d: i32| u16::try_from(at as i32 + 2 * d).ok();
    Some(Cell::new(along(map.x, dx)?, along(map.y, dy)?))
}

/// Returns the owners of the plan cells that a map cell is in or between. Off the plan there are none.
pub(super) fn owners(owner: &Grid<Option<Owner>>, map: Cell) -> [Option<Owner>; 4] {
    let size = owner.size();
    // Shifting right rounds down, also before the plan's edge.
    let [(x0, x1), (y0, y1)] = [map.x, map.y].map(|m| ((m as i32 - 2) >> 1, (m as i32 - 1) >> 1));
    let at = |x: i32, y: i32| {
        let inside = x >= 0 && y >= 0 && x < size.width as i32 && y < size.height as i32;
        if inside { owner[Cell::new(x as u16, y as u16)] } else { None }
    };
    [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)]
}

/// Returns the tile of a map cell before doors and windows are cut. With the hull-first method, hallways open into each
/// other.
pub(super) fn ground(owner: &Grid<Option<Owner>>, map: Cell, first: bool) -> Tile {
    let all = owners(owner, map).map(|owner| match owner {
        Some(Owner::Hallway(_)) if first => Some(Owner::Hallway(0)),
        _ => owner,
    });
    match all[0] {
        None | Some(Owner::Refused(_)) if all == [all[0]; 4] => Tile::Void,
        Some(_) if all == [all[0]; 4] => Tile::Floor,
        _ => Tile::Wall,
    }
}

/// A rectangle of plan cells, including both corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) from: Cell,
    pub(super) to: Cell,
}

impl Extent {
    pub(super) const fn of(cell: Cell) -> Self {
        Self { from: cell, to: cell }
    }

    pub(super) fn add(&mut self, cell: Cell) {
        self.from = Cell::new(self.from.x.min(cell.x), self.from.y.min(cell.y));
        self.to = Cell::new(self.to.x.max(cell.x), self.to.y.max(cell.y));
    }

    pub(super) const fn size(self) -> Size {
        Size::new(self.to.x - self.from.x + 1, self.to.y - self.from.y + 1)
    }

    /// Returns the bounding box of some cells; `None` if there are none.
    pub(super) fn round(cells: &[Cell]) -> Option<Self> {
        let mut extent = Self::of(*cells.first()?);
        for &cell in cells {
            extent.add(cell);
        }
        Some(extent)
    }

    /// Returns the cells, row by row.
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        (self.from.y..=self.to.y).flat_map(move |y| (self.from.x..=self.to.x).map(move |x| Cell::new(x, y)))
    }

    pub(super) const fn contains(self, cell: Cell) -> bool {
        self.from.x <= cell.x && cell.x <= self.to.x && self.from.y <= cell.y && cell.y <= self.to.y
    }

    /// Returns twice the middle column, which is always a whole number.
    pub(super) const fn twice_mid(self) -> u16 {
        self.from.x + self.to.x
    }

    /// Returns whether the rectangle is wider and taller than 2: large enough for start or goal.
    pub(super) const fn is_large(self) -> bool {
        self.size().width > 2 && self.size().height > 2
    }

    /// Returns the corners on the map, without walls.
    pub(super) const fn on_map(self) -> (Cell, Cell) {
        (on_map(self.from), on_map(self.to))
    }
}
