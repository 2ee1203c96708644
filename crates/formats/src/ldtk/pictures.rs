//! The picture of a level for the question what its values mean: its tile layers, drawn with the pictures of their
//! tilesets. A picture that cannot be read is left out.

use super::placing::MapGrid;
use super::project::{Definitions, Tileset};
use super::terrain::PlacedLayer;
use super::tiles;
use crate::beside::Beside;
use crate::picture::{self, Picture};
use crate::question::{MAX_PICTURE_CELLS, MapCanvas, MapPicture};
use std::collections::BTreeMap;

/// Maximum number of pixels of all pictures that are read.
const PIXELS: u64 = 8 << 20;
/// Largest edge of a tile, in pixels.
const SIDE: u32 = 64;
/// Maximum number of tiles that are drawn.
const TILES: usize = 200_000;

/// Draws the tile layers from the lowest. Returns `None` if there is no tile with a picture.
pub(super) fn draw(
    layers: &[PlacedLayer],
    definitions: &Definitions,
    grid: &MapGrid,
    beside: &mut Beside,
) -> Option<MapPicture> {
    if grid.size.area() > MAX_PICTURE_CELLS {
        return None;
    }
    let side = |cells: u16| f64::from(cells) * grid.pixels as f64;
    let mut canvas = MapCanvas::new(side(grid.size.width), side(grid.size.height));
    let (mut pixels, mut read): (u64, BTreeMap<i64, Option<Picture>>) = (PIXELS, BTreeMap::new());
    let mut left = TILES;
    for layer in layers.iter().rev().map(|placed| &placed.layer) {
        let tileset = definitions.tilesets.iter().flatten().find(|one| one.uid.is_some() && one.uid == layer.tileset);
        let Some((tileset, uid)) = tileset.and_then(|tileset| Some((tileset, tileset.uid?))) else { continue };
        let picture = read.entry(uid).or_insert_with(|| open(tileset, &mut pixels, beside));
        let Some(picture) = picture else { continue };
        let tile_side = tileset.tile_side.filter(|side| (1..=SIDE).contains(side)).unwrap_or(16);
        let (across, down) = grid.shift(layer).unwrap_or((0, 0));
        for tile in tiles::all(layer).take(left) {
            let Some([x, y]) = tile.source else { continue };
            let Some(cut) = u32::try_from(x)
                .ok()
                .zip(u32::try_from(y).ok())
                .and_then(|corner| picture::cut(picture, corner, (tile_side, tile_side)))
            else {
                continue;
            };
            let place = |at: i64, by: i64| at as f64 + by as f64 * grid.pixels as f64;
            let corner = (place(tile.at[0], across), place(tile.at[1], down));
            canvas.draw(tile_side, &cut, corner, (tile.flips & 1 != 0, tile.flips & 2 != 0));
        }
        left = left.saturating_sub(tiles::all(layer).count());
    }
    canvas.finish()
}

fn open(tileset: &Tileset, left: &mut u64, beside: &mut Beside) -> Option<Picture> {
    let path = tileset.path.as_deref()?;
    let bytes = beside.read("", path, &["png"]).ok()?;
    let (width, height) = picture::size_of(&bytes)?;
    *left = left.checked_sub(u64::from(width).saturating_mul(height.into()))?;
    picture::decode(path, &bytes).ok()
}
