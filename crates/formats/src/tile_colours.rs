//! The colour of each tile in pictures and tilesets. Themes of the window change; these colours do not, because files
//! depend on them.

use gridscope_trace::terrain::Tile;

/// Returns the colour of a tile: red, green, blue. Void is also transparent.
pub const fn tile_colour(tile: Tile) -> [u8; 3] {
    match tile {
        Tile::Floor => [0xc8, 0xc8, 0xbe],
        Tile::Wall => [0x3c, 0x3c, 0x46],
        Tile::Void => [0x00, 0x00, 0x00],
        Tile::Door => [0x96, 0x5a, 0x28],
        Tile::DoorOpen => [0xc8, 0x96, 0x5a],
        Tile::DoorLocked => [0x78, 0x32, 0x14],
        Tile::SecretDoor => [0x50, 0x46, 0x5a],
        Tile::SecretDoorOpen => [0x8c, 0x82, 0x9a],
        Tile::Window => [0xe6, 0xe6, 0x78],
        Tile::Shutter => [0x6e, 0x5a, 0x46],
        Tile::ShutterOpen => [0xb4, 0xa0, 0x8c],
        Tile::OneWayN => [0x28, 0xb4, 0xb4],
        Tile::OneWayE => [0x28, 0xb4, 0x8c],
        Tile::OneWayS => [0x28, 0xb4, 0x64],
        Tile::OneWayW => [0x28, 0xb4, 0x3c],
        Tile::Portcullis => [0x8c, 0x8c, 0xa0],
        Tile::Rubble => [0x78, 0x64, 0x50],
        Tile::Chair => [0xd2, 0xaa, 0x6e],
        Tile::Table => [0xaa, 0x82, 0x46],
        Tile::Bush => [0x5a, 0x8c, 0x3c],
        Tile::Swamp => [0x6e, 0x78, 0x46],
        Tile::Water => [0x3c, 0x6e, 0xc8],
        Tile::Trap => [0xc8, 0x3c, 0x78],
        Tile::Lava => [0xaa, 0x3c, 0x28],
        Tile::Airless => [0xa0, 0xb4, 0xd2],
        Tile::Crate => [0xb4, 0x8c, 0x50],
        Tile::Tree => [0x28, 0x64, 0x1e],
    }
}

/// Writes a colour as `#rrggbb`.
pub(crate) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
