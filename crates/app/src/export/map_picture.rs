//! The map as a picture in the colours of its tiles, as formats of other programs show it.

use crate::core::geometry::Cell;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::formats::tile_colour;
use crate::theme::colour_of_file;
use egui::{Color32, ColorImage};

/// Largest side of a copied picture of a map, in pixels.
const COPIED: usize = 4096;

/// Returns a picture of the map in the colours of its tiles: 16 pixels a cell, fewer on a large map.
pub(crate) fn map_picture(scene: &Scene) -> ColorImage {
    let size = scene.size();
    let [wide, high] = [usize::from(size.width), usize::from(size.height)];
    let side = (COPIED / wide.max(high).max(1)).clamp(1, 16);
    let mut image = ColorImage::filled([wide * side, high * side], Color32::TRANSPARENT);
    for y in 0..high * side {
        for x in 0..wide * side {
            let tile = scene.tiles[Cell::new((x / side) as u16, (y / side) as u16)];
            if tile != Tile::Void {
                image.pixels[y * wide * side + x] = colour_of_file(tile_colour(tile));
            }
        }
    }
    image
}
