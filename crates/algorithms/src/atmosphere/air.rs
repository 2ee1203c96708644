//! Air of a map at one moment: tiles, air, venting cells with their distances, and pressure walls.

use super::numbers::FULL;
use crate::root2::Root2;
use crate::world::World;
use crate::{Cell, Grid, Size, Tile};

/// Returns whether a tile blocks air: walls, windows, closed doors and all other impassable tiles, but not the void.
pub fn is_solid(tile: Tile) -> bool {
    tile != Tile::Void && tile.is_solid()
}

/// Returns whether a tile never holds air: the void and airless ground.
pub const fn is_void(tile: Tile) -> bool {
    matches!(tile, Tile::Void | Tile::Airless)
}

/// State that changes with each unit of time.
pub(super) struct State {
    pub(super) world: World,
    /// The air of each cell, in tenths, 0 to 10.
    pub(super) air: Grid<u8>,
    /// Venting distance of each cell that vents.
    pub(super) vents: Grid<Option<Root2>>,
    /// The venting cells, in the order they were found, nearest first.
    pub(super) venting: Vec<Cell>,
    /// Whether a solid cell is a pressure wall.
    pub(super) walls: Grid<bool>,
    /// Total air in all cells that are not solid, in tenths.
    pub(super) left: u32,
}

impl State {
    /// Creates the state before anything is computed: no air anywhere.
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

    /// Returns whether the inner flood for pressure walls starts here: open, air 1, and not venting.
    pub(super) fn still(&self, cell: Cell) -> bool {
        self.air[cell] == FULL && !self.solid(cell) && self.vents[cell].is_none()
    }

    /// Sets the air of a cell and updates the total.
    pub(super) fn set_air(&mut self, cell: Cell, air: u8) {
        if !self.solid(cell) {
            self.left = self.left + air as u32 - self.air[cell] as u32;
        }
        self.air[cell] = air;
    }

    /// Updates the total after a tile change. Air inside solids does not count.
    pub(super) fn count_change(&mut self, cell: Cell, from: Tile, to: Tile) {
        let air = self.air[cell] as u32;
        match (is_solid(from), is_solid(to)) {
            (true, false) => self.left += air,
            (false, true) => self.left -= air,
            _ => {}
        }
    }
}
