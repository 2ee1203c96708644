//! The picture of all tiles in one row, 16 × 16 pixels each, for programs that draw maps with tilesets: the tiles in the
//! order of [`Tile::ALL`], then the weights 1 to 9, the mark of an unknown cell, the actors in the order of
//! [`ActorKind::ALL`], and the tiles of [`TURNING`] for a wall from west to east.

use gridscope_trace::terrain::Tile;
use gridscope_trace::{ActorKind, Cell, Dir, Grid};

/// Tiles whose picture turns with the wall around them. Among the other tiles they stand for a wall from north to south.
pub const TURNING: [Tile; 9] = [
    Tile::Door,
    Tile::DoorLocked,
    Tile::DoorOpen,
    Tile::SecretDoorOpen,
    Tile::Window,
    Tile::Shutter,
    Tile::ShutterOpen,
    Tile::Portcullis,
    Tile::Chair,
];
/// Tiles that are drawn as parts of a wall.
pub const IN_WALL: [Tile; 7] =
    [Tile::Wall, Tile::SecretDoor, Tile::Window, Tile::OneWayN, Tile::OneWayS, Tile::OneWayE, Tile::OneWayW];

/// Edge length of a tile in the picture, in pixels.
pub(crate) const PIXELS: u32 = 16;
/// Number of tiles in the picture.
pub(crate) const COUNT: u32 = FIRST_TURNED + TURNING.len() as u32;
/// Index in the picture of the first tile for a wall from west to east.
const FIRST_TURNED: u32 = UNKNOWN + 1 + ActorKind::ALL.len() as u32;
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

/// Returns the index in the picture of the tile of a cell, turned as the wall around it.
pub(crate) fn tile_index(tiles: &Grid<Tile>, cell: Cell) -> Option<u32> {
    let tile = *tiles.get(cell)?;
    let turned = || TURNING.iter().position(|&turning| turning == tile).filter(|_| !runs_north_south(tiles, cell));
    Some(turned().map_or(tile as u32, |index| FIRST_TURNED.saturating_add(index as u32)))
}

/// Returns whether the wall around a cell runs from north to south. Everything outside the map is wall.
fn runs_north_south(tiles: &Grid<Tile>, cell: Cell) -> bool {
    let walls = |dirs: [Dir; 2]| {
        let is_wall = |dir: &Dir| {
            cell.step(*dir, tiles.size()).is_none_or(|next| tiles.get(next).is_none_or(|tile| IN_WALL.contains(tile)))
        };
        dirs.iter().filter(|dir| is_wall(dir)).count()
    };
    walls([Dir::N, Dir::S]) > walls([Dir::W, Dir::E])
}

/// The picture as a PNG file. A test draws it from the look, and writes it again if asked to.
pub(crate) const PICTURE: &[u8] = include_bytes!("tileset.png");
