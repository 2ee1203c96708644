//! The grid of the map that a level becomes, and where the cells of each layer are on it.

use super::super::FormatError;
use super::project::Layer;
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
