//! Pictures of tiles whose meaning must be asked for, cut from the pictures of their tilesets. A picture that cannot be
//! read is left out.

use super::model::{Map, Tileset};
use crate::beside::Beside;
use crate::picture::{self, Picture};
use crate::tile_mapping::{ForeignTile, TileMapping};
use std::collections::BTreeMap;

/// Maximum number of pixels of all pictures that are read.
const PIXELS: u64 = 8 << 20;
/// Maximum number of tiles that get a picture.
const TILES: usize = 1_000;
/// Largest width and height of a tile that gets a picture, in pixels.
const SIDE: u32 = 64;

/// Adds colours and pictures to the tiles of the palette, if the meaning of one of them is not known.
pub(super) fn add(map: &Map, foreign: &mut [ForeignTile], mapping: &mut TileMapping<'_>, beside: &mut Beside) {
    if foreign.iter().skip(1).all(|tile| mapping.known(tile, false).is_some()) {
        return;
    }
    let mut read = Pictures { beside, pixels: PIXELS, by_path: BTreeMap::new() };
    for (tile, &gid) in foreign.iter_mut().zip(map.palette.gids()).skip(1).take(TILES) {
        let Some((width, pixels)) = map.tileset_of(gid).and_then(|(tileset, id)| read.tile(tileset, id)) else {
            continue;
        };
        tile.colour = mean(&pixels);
        tile.picture = Some((width, pixels));
    }
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
            return cut(picture, (0, 0), (picture.width, picture.height));
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

/// Returns the width and the pixels of a part of a picture, unless it is too large or outside.
fn cut(picture: &Picture, (left, top): (u32, u32), (width, height): (u32, u32)) -> Option<(u32, Vec<[u8; 4]>)> {
    let inside = left.checked_add(width)? <= picture.width && top.checked_add(height)? <= picture.height;
    if !inside || width == 0 || height == 0 || width > SIDE || height > SIDE {
        return None;
    }
    let rows = picture.rgba.chunks(picture.width as usize).skip(top as usize).take(height as usize);
    let pixels = rows.flat_map(|row| row.iter().skip(left as usize).take(width as usize).copied());
    Some((width, pixels.collect()))
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
