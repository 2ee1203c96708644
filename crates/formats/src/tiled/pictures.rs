//! Pictures for the question what the tiles of a map mean, cut from the pictures of their tilesets. A picture that cannot
//! be read is left out.

use super::area::{Area, each_tile, is_terrain, tile_layers};
use super::model::{Map, Orientation, Tileset};
use crate::beside::Beside;
use crate::picture::{self, Picture};
use crate::question::{FileQuestion, MapCanvas};
use std::collections::BTreeMap;

/// Maximum number of pixels of all pictures that are read.
const PIXELS: u64 = 8 << 20;
/// Maximum number of tiles that get a picture.
const TILES: usize = 1_000;
/// Largest width and height of a tile that gets a picture, in pixels.
const SIDE: u32 = 64;

/// Adds the pictures and colours of tiles to a question, and the picture of the map. `places` are the places of the tiles
/// of the palette in the question, counted from 1.
pub(super) fn show(map: &Map, area: Area, places: &[u16], question: &mut FileQuestion, beside: &mut Beside) {
    let mut read = Pictures { beside, pixels: PIXELS, by_path: BTreeMap::new() };
    let mut of_tiles: Vec<Option<(u32, Vec<[u8; 4]>)>> = vec![None];
    for (&gid, &place) in map.palette.gids().iter().zip(places).skip(1).take(TILES) {
        let picture = map.tileset_of(gid).and_then(|(tileset, id)| read.tile(tileset, id));
        let tile = usize::from(place).checked_sub(1).and_then(|place| question.tiles.get_mut(place));
        if let (Some(picture), Some(tile)) = (&picture, tile) {
            tile.colour = mean(&picture.1);
            tile.picture = Some(picture.clone());
        }
        of_tiles.push(picture);
    }
    if map.orientation != Orientation::Orthogonal || question.size.is_none() {
        return;
    }
    let side = |cells: u16, tile: f64| f64::from(cells) * tile;
    let (wide, high) = (map.tile_width, map.tile_height);
    let mut canvas = MapCanvas::new(side(area.size.width, wide), side(area.size.height, high));
    for (_, blocks, shift) in tile_layers(map).filter(|(layer, ..)| is_terrain(layer) && !layer.is_collision) {
        each_tile(area, blocks, shift, |cell, index| {
            if let Some(Some((width, pixels))) = of_tiles.get(usize::from(index)) {
                let cell = area.size.cell(cell);
                // Tiled aligns a tile that is larger than a cell to the lower edge of the cell.
                let rows = pixels.len().checked_div(*width as usize).unwrap_or(0);
                let corner = (side(cell.x, wide), side(cell.y, high) + high - rows as f64);
                canvas.draw(*width, pixels, corner, (false, false));
            }
        });
    }
    question.picture = canvas.finish();
}

/// Returns the width and the pixels of a part of a picture, unless it is too large or outside.
fn cut(picture: &Picture, corner: (u32, u32), (width, height): (u32, u32)) -> Option<(u32, Vec<[u8; 4]>)> {
    let fits = width <= SIDE && height <= SIDE;
    Some((width, picture::cut(picture, corner, (width, height)).filter(|_| fits)?))
}

/// The pictures that were read, by their paths.
struct Pictures<'b> {
    beside: &'b mut Beside,
    /// Number of pixels that may still be read.
    pixels: u64,
    by_path: BTreeMap<(String, String), Option<Picture>>,
}

impl Pictures<'_> {
    /// Returns the width and the pixels of a tile.
    fn tile(&mut self, tileset: &Tileset, id: u32) -> Option<(u32, Vec<[u8; 4]>)> {
        let folder = tileset.source.as_deref().and_then(|source| source.rsplit_once('/')).map_or("", |(path, _)| path);
        if let Some(source) = tileset.tiles.get(&id).and_then(|tile| tile.picture.as_deref()) {
            let picture = self.picture(folder, source)?;
            let size = (picture.width, picture.height);
            return cut(picture, (0, 0), size);
        }
        let picture = self.picture(folder, tileset.picture.as_deref()?)?;
        let size = (tileset.tile_width as u32, tileset.tile_height as u32);
        let step = (size.0.saturating_add(tileset.spacing), size.1.saturating_add(tileset.spacing));
        let room =
            picture.width.saturating_sub(tileset.margin).saturating_sub(tileset.margin).saturating_add(tileset.spacing);
        let columns = if tileset.columns > 0 { tileset.columns } else { room.checked_div(step.0)? };
        let place = |at: u32, step: u32| at.checked_mul(step)?.checked_add(tileset.margin);
        let corner = (place(id.checked_rem(columns)?, step.0)?, place(id.checked_div(columns)?, step.1)?);
        cut(picture, corner, size)
    }

    fn picture(&mut self, folder: &str, source: &str) -> Option<&Picture> {
        let (beside, left) = (&mut self.beside, &mut self.pixels);
        let picture = self.by_path.entry((folder.to_owned(), source.to_owned())).or_insert_with(|| {
            let bytes = beside.read(folder, source, &["png"]).ok()?;
            let (width, height) = picture::size_of(&bytes)?;
            *left = left.checked_sub(u64::from(width).saturating_mul(height.into()))?;
            picture::decode(source, &bytes).ok()
        });
        picture.as_ref()
    }
}

/// Returns the mean colour of the pixels that are not transparent.
fn mean(pixels: &[[u8; 4]]) -> Option<[u8; 3]> {
    let mut sums = [0_u32; 3];
    let mut count = 0_u32;
    for &[red, green, blue, alpha] in pixels {
        if alpha >= 128 {
            count = count.saturating_add(1);
            for (sum, value) in sums.iter_mut().zip([red, green, blue]) {
                *sum = sum.saturating_add(value.into());
            }
        }
    }
    let [red, green, blue] = sums.map(|sum| sum.checked_div(count).map(|mean| mean as u8));
    Some([red?, green?, blue?])
}
