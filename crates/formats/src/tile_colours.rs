//! The colour of each tile in pictures and tilesets. Themes of the window change; these colours do not, because files
//! depend on them.

use crate::core::terrain::Tile;

/// Returns the colour of a tile: red, green, blue. Void is also transparent.
pub const fn tile_colour(tile: Tile) -> [u8; 3] {
    let rgb: u32 = match tile {
        Tile::Floor => 0xc8_c8_be,
        Tile::Wall => 0x3c_3c_46,
        Tile::Void => 0x00_00_00,
        Tile::Door => 0x96_5a_28,
        Tile::DoorOpen => 0xc8_96_5a,
        Tile::DoorLocked => 0x78_32_14,
        Tile::SecretDoor => 0x50_46_5a,
        Tile::SecretDoorOpen => 0x8c_82_9a,
        Tile::Window => 0xe6_e6_78,
        Tile::Shutter => 0x6e_5a_46,
        Tile::ShutterOpen => 0xb4_a0_8c,
        Tile::OneWayN => 0x28_b4_b4,
        Tile::OneWayE => 0x28_b4_8c,
        Tile::OneWayS => 0x28_b4_64,
        Tile::OneWayW => 0x28_b4_3c,
        Tile::Portcullis => 0x8c_8c_a0,
        Tile::Rubble => 0x78_64_50,
        Tile::Chair => 0xd2_aa_6e,
        Tile::Table => 0xaa_82_46,
        Tile::Bush => 0x5a_8c_3c,
        Tile::Swamp => 0x6e_78_46,
        Tile::Water => 0x3c_6e_c8,
        Tile::Trap => 0xc8_3c_78,
        Tile::Lava => 0xaa_3c_28,
        Tile::Airless => 0xa0_b4_d2,
        Tile::Crate => 0xb4_8c_50,
        Tile::Tree => 0x28_64_1e,
    };
    let [_, red, green, blue] = rgb.to_be_bytes();
    [red, green, blue]
}

/// Writes a colour as `#rrggbb`.
pub(crate) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
