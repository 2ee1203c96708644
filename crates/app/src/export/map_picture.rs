//! The map as a picture in the colours of its tiles, as formats of other programs show it.

use crate::style::theme::colour_of_file;
use egui::{Color32, ColorImage};
use gridscope_trace::{Cell, Scene, Tile};

/// Largest side of a copied picture of a map, in pixels.
const COPIED: usize = 4096;

/// Returns a picture of the map to copy: 16 pixels for the side of a cell, fewer on a large map.
pub(crate) fn map_picture(scene: &Scene) -> ColorImage {
    let size = scene.size();
    let longest = usize::from(size.width.max(size.height));
    map_image(scene, (COPIED / longest.max(1)).clamp(1, 16))
}

/// Returns the map in the colours of its tiles. A cell is a square with `side` pixels, and void is transparent.
pub(crate) fn map_image(scene: &Scene, side: usize) -> ColorImage {
    let [wide, high] = [scene.size().width, scene.size().height].map(|cells| usize::from(cells) * side);
    let mut image = ColorImage::filled([wide, high], Color32::TRANSPARENT);
    for (i, pixel) in image.pixels.iter_mut().enumerate() {
        let (x, y) = (i % wide / side, i / wide / side);
        let tile = scene.tiles[Cell::new(x as u16, y as u16)];
        if tile != Tile::Void {
            *pixel = colour_of_file(tile.info().colour);
        }
    }
    image
}
