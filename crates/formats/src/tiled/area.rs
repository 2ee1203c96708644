//! The part of the plane that is the map, and the cells of layers on it.

use super::model::{Block, Content, KNOWN, Layer, Map, Orientation, WEIGHTS, is_layer};
use crate::FormatError;
use gridscope_trace::geometry::{Cell, Size};
use std::ops::RangeInclusive;

/// The part of the plane that is the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    /// Column and row of its top left cell in the file.
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) size: Size,
}

impl Area {
    /// Returns the cell of a column and a row in the file, if it is on the map.
    pub(super) fn cell(self, x: i64, y: i64) -> Option<Cell> {
        let one = |at: i64, from: i64| u16::try_from(at.checked_sub(from)?).ok();
        let cell = Cell::new(one(x, self.x)?, one(y, self.y)?);
        self.size.contains(cell).then_some(cell)
    }

    /// Returns those columns and rows of a shifted layer that are on the map.
    pub(super) fn clip(
        self,
        columns: RangeInclusive<i64>,
        rows: RangeInclusive<i64>,
        (right, down): (i64, i64),
    ) -> (RangeInclusive<i64>, RangeInclusive<i64>) {
        let one = |range: RangeInclusive<i64>, from: i64, by: i64, count: u16| {
            let first = from.saturating_sub(by);
            let last = first.saturating_add(count.into()).saturating_sub(1);
            first.max(*range.start())..=last.min(*range.end())
        };
        (one(columns, self.x, right, self.size.width), one(rows, self.y, down, self.size.height))
    }
}

/// Returns by how many columns and rows a layer is shifted. An offset that is no whole number of tiles does not shift
/// it, and is `None`.
pub(super) fn shift(map: &Map, layer: &Layer) -> Option<(i64, i64)> {
    let (x, y) = layer.offset;
    if x == 0.0 && y == 0.0 {
        return Some((0, 0));
    }
    if map.orientation != Orientation::Orthogonal {
        return None;
    }
    let whole = |offset: f64, tile: f64| {
        let tiles = (offset / tile).round();
        ((offset / tile - tiles).abs() < 1e-6 && tiles.abs() < 1e9).then_some(tiles as i64)
    };
    Some((whole(x, map.tile_width)?, whole(y, map.tile_height)?))
}

/// Returns the layers of tiles with their shifts, from the lowest to the topmost.
pub(super) fn tile_layers(map: &Map) -> impl Iterator<Item = (&Layer, &[Block], (i64, i64))> {
    map.layers.iter().filter_map(|layer| match &layer.content {
        Content::Tiles(blocks) => Some((layer, blocks.as_slice(), shift(map, layer).unwrap_or((0, 0)))),
        Content::Objects(_) => None,
    })
}

/// Returns whether a layer has tiles of the map, and not weights or unknown cells.
pub(super) fn is_terrain(layer: &Layer) -> bool {
    !is_layer(&layer.name, WEIGHTS) && !is_layer(&layer.name, KNOWN)
}

/// Returns the column and the row of the top left cell of a shifted block.
fn corner(block: &Block, (right, down): (i64, i64)) -> (i64, i64) {
    (block.x.saturating_add(right), block.y.saturating_add(down))
}

/// Returns the smallest box around all cells with a tile: the first and the last column and row.
fn tile_box<'b>(blocks: impl Iterator<Item = (&'b Block, (i64, i64))>) -> Option<((i64, i64), (i64, i64))> {
    let (mut from, mut to) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
    for (block, shift) in blocks {
        let (left, top) = corner(block, shift);
        let at = |from: i64, by: usize| from.saturating_add(i64::try_from(by).unwrap_or(i64::MAX));
        for (y, row) in block.cells.chunks(block.width.max(1)).enumerate() {
            let has_tile = |index: &u16| *index != 0;
            if let (Some(first), Some(last)) = (row.iter().position(has_tile), row.iter().rposition(has_tile)) {
                from = (from.0.min(at(left, first)), from.1.min(at(top, y)));
                to = (to.0.max(at(left, last)), to.1.max(at(top, y)));
            }
        }
    }
    (from.0 <= to.0).then_some((from, to))
}

/// Calls `each` for every cell of the map with a tile: the index of the cell, and the index of the tile in the palette.
/// Returns the number of tiles off the map.
pub(super) fn each_tile(area: Area, blocks: &[Block], shift: (i64, i64), mut each: impl FnMut(usize, u16)) -> usize {
    let mut outside = 0_usize;
    let (width, height) = (usize::from(area.size.width), i64::from(area.size.height));
    for block in blocks {
        let (left, top) = corner(block, shift);
        let (left, top) = (left.saturating_sub(area.x), top.saturating_sub(area.y));
        // Columns of the block that are left of the map, and the first column of the map that the block has.
        let skipped = usize::try_from(left.saturating_neg()).unwrap_or(0);
        let start = usize::try_from(left).unwrap_or(0);
        for (y, row) in (top..).zip(block.cells.chunks(block.width.max(1))) {
            let (before, rest) = row.split_at(skipped.min(row.len()));
            let room = if (0..height).contains(&y) { width.saturating_sub(start) } else { 0 };
            let (inside, after) = rest.split_at(room.min(rest.len()));
            outside = outside.saturating_add(before.iter().chain(after).filter(|&&index| index != 0).count());
            let first = usize::try_from(y).unwrap_or(0).saturating_mul(width).saturating_add(start);
            for (at, &index) in (first..).zip(inside) {
                if index != 0 {
                    each(at, index);
                }
            }
        }
    }
    outside
}

/// Returns the part of the plane that is the map: the size in the header. It is the box of all cells with a tile if the
/// map is infinite, or if a layer that is shifted has tiles outside the size in the header.
pub(super) fn area(name: &str, map: &Map) -> Result<Area, FormatError> {
    let refuse = |found: String| FormatError::whole(name, &found, "");
    let header = if map.infinite {
        None
    } else {
        let size = Size::checked(map.width, map.height).map_err(|error| refuse(error.to_string()))?;
        Some(Area { x: 0, y: 0, size })
    };
    let inside = |block: &Block, (right, down): (i64, i64)| {
        header.is_some_and(|area| {
            let height = block.cells.len().checked_div(block.width).unwrap_or(0);
            let fits = |from: i64, by: i64, long: usize, most: u16| {
                let from = from.saturating_add(by);
                from >= 0 && i64::try_from(long).is_ok_and(|long| from.saturating_add(long) <= i64::from(most))
            };
            fits(block.x, right, block.width, area.size.width) && fits(block.y, down, height, area.size.height)
        })
    };
    let terrain = || tile_layers(map).filter(|(layer, ..)| is_terrain(layer));
    if let Some(area) = header
        && terrain().all(|(_, blocks, shift)| blocks.iter().all(|block| inside(block, shift)))
    {
        return Ok(area);
    }
    let blocks = terrain().flat_map(|(_, blocks, shift)| blocks.iter().map(move |block| (block, shift)));
    let Some((from, to)) = tile_box(blocks) else {
        let found = "the map is infinite and has no tiles";
        return header.ok_or_else(|| FormatError::whole(name, found, "a tile"));
    };
    if let Some(area) = header
        && area.cell(from.0, from.1).is_some()
        && area.cell(to.0, to.1).is_some()
    {
        // The cells outside are empty.
        return Ok(area);
    }
    let long = |from: i64, to: i64| u64::try_from(to.saturating_sub(from)).unwrap_or(0).saturating_add(1);
    let size = Size::checked(long(from.0, to.0), long(from.1, to.1)).map_err(|error| refuse(error.to_string()))?;
    Ok(Area { x: from.0, y: from.1, size })
}
