//! The picture of all tiles in one row, 16 × 16 pixels each, for programs that draw maps with tilesets: the tiles in the
//! order of [`Tile::ALL`], then the weights 1 to 9, then the mark of an unknown cell.

use super::{FormatError, picture};
use gridscope_trace::terrain::Tile;

/// Edge length of a tile in the picture, in pixels.
pub(crate) const PIXELS: u32 = 16;
/// Number of tiles in the picture.
pub(crate) const COUNT: u32 = Tile::ALL.len() as u32 + DIGITS as u32 + 1;
/// Number of weights with a tile: the digits from 1.
pub(crate) const DIGITS: u8 = 9;

/// Returns the index in the picture of a weight from 1 to 9.
pub(crate) const fn weight_index(weight: u8) -> u32 {
    (Tile::ALL.len() as u32).saturating_add(weight as u32).saturating_sub(1)
}

/// Index in the picture of the mark of an unknown cell.
pub(crate) const UNKNOWN: u32 = COUNT - 1;

/// Digits 1 to 9 and a question mark, three pixels wide and five high. Bits run from the top left.
const SIGNS: [u16; 10] = [
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_011_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
    0b111_001_011_000_010,
];

/// Returns the picture as a PNG file.
///
/// # Errors
/// Returns an error if the picture cannot be encoded.
pub(crate) fn picture() -> Result<Vec<u8>, FormatError> {
    let width = COUNT.saturating_mul(PIXELS);
    let mut rgba = Vec::new();
    for y in 0..PIXELS {
        for x in 0..width {
            rgba.extend(pixel(x / PIXELS, x % PIXELS, y));
        }
    }
    picture::encode(width, PIXELS, &rgba)
}

/// Returns the colour of a pixel: red, green, blue, alpha.
fn pixel(index: u32, x: u32, y: u32) -> [u8; 4] {
    if let Some(&tile) = Tile::ALL.get(index as usize) {
        let [red, green, blue] = tile.info().colour;
        if tile == Tile::Void {
            return [0; 4];
        }
        // A darker edge below and to the right marks what cannot be walked on.
        let edge = !tile.is_walkable() && (x == PIXELS.saturating_sub(1) || y == PIXELS.saturating_sub(1));
        let shade = |value: u8| if edge { value / 2 } else { value };
        return [shade(red), shade(green), shade(blue), 255];
    }
    let sign = SIGNS.get((index as usize).saturating_sub(Tile::ALL.len())).copied().unwrap_or(0);
    // Each pixel of a sign is two pixels wide and high, in the middle of the tile.
    let (column, row) = (x.checked_sub(5).map(|x| x / 2), y.checked_sub(3).map(|y| y / 2));
    let lit = match (column, row) {
        (Some(column @ 0..=2), Some(row @ 0..=4)) => {
            let bit = 14_u32.saturating_sub(row.saturating_mul(3).saturating_add(column));
            sign >> bit & 1 == 1
        }
        _ => false,
    };
    if lit { [240, 240, 240, 255] } else { [40, 40, 60, 96] }
}
