//! The grid of the map that a level becomes, and where the cells of each layer are on it.

use super::super::FormatError;
use super::project::{Entity, Layer};
use gridscope_trace::geometry::{Cell, Size};

/// The grid of the map: that of one layer of the level.
#[derive(Clone, Copy)]
pub(super) struct MapGrid {
    pub(super) size: Size,
    /// Edge length of a cell, in pixels; at least 1.
    pub(super) pixels: i64,
    offset_x: i64,
    offset_y: i64,
}

impl MapGrid {
    /// Returns the grid of a layer. `place` is the layer's place in the file.
    ///
    /// # Errors
    /// Returns an error if the layer has no cells, too many, or no size of a cell.
    pub(super) fn of(name: &str, place: &str, layer: &Layer) -> Result<Self, FormatError> {
        if layer.grid < 1 {
            let found = format!("{place}.__gridSize is {}", layer.grid);
            return Err(FormatError::whole(name, &found, "the pixels of a cell, 1 or more"));
        }
        let size = size_of(name, place, layer)?;
        Ok(Self { size, pixels: layer.grid, offset_x: layer.offset_x, offset_y: layer.offset_y })
    }

    /// Returns how many cells a layer lies to the right and below the map. `None` means that its offset is not a whole
    /// number of cells.
    pub(super) fn shift(&self, layer: &Layer) -> Option<(i64, i64)> {
        let cells = |theirs: i64, ours: i64| {
            let pixels = theirs.checked_sub(ours)?;
            let whole = pixels.checked_rem_euclid(self.pixels)? == 0;
            if whole { pixels.checked_div_euclid(self.pixels) } else { None }
        };
        Some((cells(layer.offset_x, self.offset_x)?, cells(layer.offset_y, self.offset_y)?))
    }

    /// Returns the cell at these coordinates, moved by `shift`. `None` means that it is off the map.
    pub(super) fn cell(&self, [x, y]: [i64; 2], (right, down): (i64, i64)) -> Option<Cell> {
        let x = u16::try_from(x.checked_add(right)?).ok()?;
        let y = u16::try_from(y.checked_add(down)?).ok()?;
        Some(Cell::new(x, y)).filter(|&cell| self.size.contains(cell))
    }
}

/// Places of the entities of a layer on the map.
#[derive(Clone, Copy)]
pub(super) struct EntityGrid {
    pub(super) map: MapGrid,
    /// Edge length of a cell of the layer, in pixels; at least 1.
    pixels: i64,
    /// Pixels from the top left of the map to that of the layer.
    offset: [i64; 2],
}

impl EntityGrid {
    /// Returns the places of a layer whose cells are as large as those of the map, moved by `shift` cells.
    pub(super) const fn same(map: MapGrid, (right, down): (i64, i64)) -> Self {
        let offset = [right.saturating_mul(map.pixels), down.saturating_mul(map.pixels)];
        Self { map, pixels: map.pixels, offset }
    }

    /// Returns the places of a layer whose cells have another size. `None` means that its cells have no size.
    pub(super) fn other(map: MapGrid, layer: &Layer) -> Option<Self> {
        let offset = [layer.offset_x.checked_sub(map.offset_x)?, layer.offset_y.checked_sub(map.offset_y)?];
        (layer.grid >= 1).then_some(Self { map, pixels: layer.grid, offset })
    }

    /// Returns the cell of the map in which an entity is. With another size of cells its pixels decide.
    pub(super) fn cell_of(&self, entity: &Entity) -> Option<Cell> {
        match entity.at {
            Some(at) if self.pixels != self.map.pixels => {
                let [pivot_x, pivot_y] = entity.pivot.unwrap_or_default();
                // The pixel at a pivot of 1 is that behind the entity.
                let inside = |pixel: f64, pivot: f64| if pivot == 1.0 { pixel - 1.0 } else { pixel };
                self.cell_at([inside(at[0], pivot_x), inside(at[1], pivot_y)])
            }
            _ => self.cell(entity.cell?),
        }
    }

    /// Returns the cell of the map at the middle of a cell of the layer. `None` means that it is off the map.
    pub(super) fn cell(&self, at: [i64; 2]) -> Option<Cell> {
        let half = self.pixels.saturating_sub(1) / 2;
        let [x, y] = at.map(|cells| cells.checked_mul(self.pixels)?.checked_add(half));
        self.cell_at_pixel([x?, y?])
    }

    /// Returns the cell of the map at a pixel of the layer. `None` means that it is off the map.
    pub(super) fn cell_at(&self, pixel: [f64; 2]) -> Option<Cell> {
        self.cell_at_pixel(pixel.map(|pixel| pixel.floor() as i64))
    }

    fn cell_at_pixel(&self, [x, y]: [i64; 2]) -> Option<Cell> {
        let [right, down] = self.offset;
        let cells = |pixel: i64, offset: i64| pixel.checked_add(offset)?.checked_div_euclid(self.map.pixels);
        self.map.cell([cells(x, right)?, cells(y, down)?], (0, 0))
    }
}

/// Returns the checked size of a layer.
///
/// # Errors
/// Returns an error if a side is not positive, or if there are too many cells.
pub(super) fn size_of(name: &str, place: &str, layer: &Layer) -> Result<Size, FormatError> {
    let side = |side: i64| u64::try_from(side).unwrap_or(0);
    Size::checked(side(layer.width), side(layer.height)).map_err(|error| {
        let found = format!("{place} has {} × {} cells (__cWid, __cHei): {error}", layer.width, layer.height);
        FormatError::whole(name, &found, "")
    })
}
