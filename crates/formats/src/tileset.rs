//! The picture of all tiles in one row, 16 × 16 pixels each, for programs that draw maps with tilesets: the tiles in the
//! order of [`Tile::ALL`], then the weights 1 to 9, the mark of an unknown cell, and the actors in the order of
//! [`ActorKind::ALL`].

use gridscope_trace::ActorKind;
use gridscope_trace::terrain::Tile;

/// Edge length of a tile in the picture, in pixels.
pub(crate) const PIXELS: u32 = 16;
/// Number of tiles in the picture.
pub(crate) const COUNT: u32 = UNKNOWN + 1 + ActorKind::ALL.len() as u32;
/// Number of weights with a tile: the digits from 1.
pub(crate) const DIGITS: u8 = 9;

/// Returns the index in the picture of a weight from 1 to 9.
pub(crate) const fn weight_index(weight: u8) -> u32 {
    (Tile::ALL.len() as u32).saturating_add(weight as u32).saturating_sub(1)
}

/// Index in the picture of the mark of an unknown cell.
pub(crate) const UNKNOWN: u32 = Tile::ALL.len() as u32 + DIGITS as u32;

/// Returns the index in the picture of a kind of actor.
pub(crate) const fn actor_index(kind: ActorKind) -> u32 {
    UNKNOWN.saturating_add(1).saturating_add(kind as u32)
}

/// The picture as a PNG file. A test draws it from the look, and writes it again if asked to.
pub(crate) const PICTURE: &[u8] = include_bytes!("tileset.png");
