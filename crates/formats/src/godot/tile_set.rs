//! The tileset of a Godot scene: all tiles of the picture, with their properties as custom data.

use super::super::tileset;
use crate::plain::quoted;
use gridscope_trace::terrain::Tile;
use std::fmt::Write as _;

/// Names and types (of Godot's `Variant`) of the custom data of a tile.
const CUSTOM: [(&str, u8); 4] = [("gridscope", 4), ("walks", 1), ("cost", 2), ("weight", 2)];
/// The collision shape of a tile that cannot be entered: the whole cell, around its centre.
const POLYGON: &str = "PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)";

/// Returns the two resources of the tileset: the source with its tiles, and the set.
pub(super) fn text() -> String {
    let mut text = String::from("[sub_resource type=\"TileSetAtlasSource\" id=\"TileSetAtlasSource_1\"]\n");
    text.push_str("texture = ExtResource(\"1_tiles\")\n");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "texture_region_size = Vector2i({0}, {0})", tileset::PIXELS);
    for (index, tile) in Tile::ALL.iter().enumerate() {
        let info = tile.info();
        let _ = writeln!(text, "{index}:0/0 = 0");
        if !tile.is_walkable() {
            let _ = writeln!(text, "{index}:0/0/physics_layer_0/polygon_0/points = {POLYGON}");
        }
        let _ = writeln!(text, "{index}:0/0/custom_data_0 = {}", quoted(info.name));
        let _ = writeln!(text, "{index}:0/0/custom_data_1 = {}", tile.is_walkable());
        let _ = writeln!(text, "{index}:0/0/custom_data_2 = {}", info.cost);
    }
    for weight in 1..=tileset::DIGITS {
        let index = tileset::weight_index(weight);
        let _ = writeln!(text, "{index}:0/0 = 0\n{index}:0/0/custom_data_3 = {weight}");
    }
    let unknown = tileset::UNKNOWN;
    let _ = writeln!(text, "{unknown}:0/0 = 0\n{unknown}:0/0/custom_data_0 = \"unknown\"");
    text.push_str("\n[sub_resource type=\"TileSet\" id=\"TileSet_1\"]\n");
    let _ = writeln!(text, "tile_size = Vector2i({0}, {0})", tileset::PIXELS);
    text.push_str("physics_layer_0/collision_layer = 1\n");
    for (layer, (name, kind)) in CUSTOM.iter().enumerate() {
        let _ = writeln!(text, "custom_data_layer_{layer}/name = \"{name}\"\ncustom_data_layer_{layer}/type = {kind}");
    }
    text.push_str("sources/0 = SubResource(\"TileSetAtlasSource_1\")\n\n");
    text
}
