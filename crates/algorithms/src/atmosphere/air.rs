//! The air of a map at a moment: tiles, air, what vents and how far it is, and the pressure walls.

use super::numbers::FULL;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::root2::Root2;
use crate::terrain::Tile;
use crate::world::World;

/// Whether a tile keeps air apart: walls, windows, closed doors, all that nobody can enter, but not the void.
pub fn is_solid(tile: Tile) -> bool {
    tile != Tile::Void && tile.is_solid()
}

/// Whether there is never air on a tile: the void, and airless ground.
pub const fn is_void(tile: Tile) -> bool {
    matches!(tile, Tile::Void | Tile::Airless)
}

/// Everything that a unit of time changes.
pub(super) struct State {
    pub(super) world: World,
    /// The air of each cell, in tenths, 0 to 10.
    pub(super) air: Grid<u8>,
    /// The venting distance of each cell that vents.
    pub(super) vents: Grid<Option<Root2>>,
    /// The cells that vent, nearest first as they were found.
    pub(super) venting: Vec<Cell>,
    /// Which solids are pressure walls.
    pub(super) walls: Grid<bool>,
    /// The air in all cells that are not solid, in tenths.
    pub(super) left: u32,
}

impl State {
    /// A map on which nothing has been worked out yet: no air anywhere.
    pub(super) fn new(world: World) -> Self {
        let size = world.tiles.size();
        Self {
            air: Grid::new(size, 0),
            vents: Grid::new(size, None),
            venting: Vec::new(),
            walls: Grid::new(size, false),
            left: 0,
            world,
        }
    }

    pub(super) const fn size(&self) -> Size {
        self.air.size()
    }

    pub(super) fn solid(&self, cell: Cell) -> bool {
        is_solid(self.world.tiles[cell])
    }

    /// Whether the flood that looks for pressure walls from inside starts here: open, air 1, and not venting.
    pub(super) fn still(&self, cell: Cell) -> bool {
        self.air[cell] == FULL && !self.solid(cell) && self.vents[cell].is_none()
    }

    /// Gives a cell another air and keeps the sum.
    pub(super) fn set_air(&mut self, cell: Cell, air: u8) {
        if !self.solid(cell) {
            self.left = self.left + air as u32 - self.air[cell] as u32;
        }
        self.air[cell] = air;
    }

    /// Keeps the sum when a cell became another tile: air in what is solid is nobody's.
    pub(super) fn count_change(&mut self, cell: Cell, from: Tile, to: Tile) {
        let air = self.air[cell] as u32;
        match (is_solid(from), is_solid(to)) {
            (true, false) => self.left += air,
            (false, true) => self.left -= air,
            _ => {}
        }
    }
}
