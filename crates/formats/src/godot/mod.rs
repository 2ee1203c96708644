//! Scenes of the Godot engine (`.tscn`, Godot 4.3 or newer), only written: the map as a `TileMapLayer`, the actors as
//! markers, and the tileset as a picture beside the scene.
//!
//! Source: `scene/2d/tile_map_layer.cpp` and `scene/resources/resource_format_text.cpp` of Godot 4.3. The cells of a layer
//! are bytes in base64, which needs `format=4` in the first line. Paths without `res://` are relative to the scene, so the
//! files work in any folder of a project. Cells of void are empty cells there.

mod astar_grid;
mod nodes;
mod tile_set;

use super::plain::quoted;
use super::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written, limits, losses, tileset, too_large};
use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderStringWriter;
use gridscope_trace::scene::{RunSpec, Scene};
use gridscope_trace::{Cell, Tile};
use std::fmt::Write as _;
use std::io::Write as _;

/// Version of the bytes of a layer.
const LAYER_FORMAT: u16 = 0;
/// Number of bytes that a cell takes in base64.
const CELL: usize = 16;

/// The format of Godot scenes.
#[derive(Debug)]
pub(crate) struct Godot;

impl Format for Godot {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo {
            script: Some("Add a script for AStarGrid2D"),
            ..FormatInfo::only_written(
                "godot",
                "Godot 4 scene",
                &["tscn"],
                Keeps::of([Kept::All, Kept::All, Kept::Part, Kept::Nothing, Kept::Part]),
            )
        };
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        super::head(bytes).starts_with(b"[gd_scene")
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let layers = layers(scene);
        let cells = layers.iter().map(|layer| layer.cells.len()).fold(0, usize::saturating_add);
        if cells.saturating_mul(CELL) as u64 > limits::FILE {
            return Err(too_large("the scene", &format!("{cells} cells would make a larger file"), limits::FILE));
        }
        let picture = format!("{}.tiles.png", options.stem());
        let script =
            options.write.astar_grid.then(|| (astar_grid::file_name(options), astar_grid::script(scene, options)));
        let mut text = String::from("[gd_scene format=4]\n\n");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[ext_resource type=\"Texture2D\" path={} id=\"1_tiles\"]", quoted(&picture));
        if let Some((name, _)) = &script {
            let _ = writeln!(text, "[ext_resource type=\"Script\" path={} id=\"2_astar\"]", quoted(name));
        }
        text.push('\n');
        text.push_str(&tile_set::text());
        let _ = writeln!(text, "[node name={} type=\"Node2D\"]", quoted(&nodes::node_name(options.stem())));
        if script.is_some() {
            text.push_str("script = ExtResource(\"2_astar\")\n");
        }
        if !scene.title.is_empty() {
            let _ = writeln!(text, "metadata/gridscope_title = {}", quoted(&scene.title));
        }
        for layer in layers {
            let _ = writeln!(text, "\n[node name=\"{}\" type=\"TileMapLayer\" parent=\".\"]", layer.name);
            if layer.name != TERRAIN {
                text.push_str("visible = false\n");
            }
            text.push_str("tile_map_data = PackedByteArray(\"");
            text.push_str(&layer_data(&layer.cells)?);
            text.push_str("\")\ntile_set = SubResource(\"TileSet_1\")\n");
        }
        let mut lost = losses::rest(scene, &RunSpec::default());
        lost.extend(losses::weights_but_digits(scene));
        lost.extend(nodes::write_actors(&mut text, scene));
        let mut output = Written::new(text.into_bytes(), lost);
        output.beside.push((picture, tileset::PICTURE.to_vec()));
        output.beside.extend(script.map(|(name, script)| (name, script.into_bytes())));
        Ok(output)
    }
}

/// Name of the layer with the tiles.
const TERRAIN: &str = "terrain";
/// Name of the layer with the weights.
const WEIGHTS: &str = "weights";
/// Name of the layer that marks the cells that are not known.
const UNKNOWN: &str = "unknown";

/// A layer of tiles.
struct Layer {
    name: &'static str,
    /// The cells that have a tile, with the index of the tile in the picture.
    cells: Vec<(Cell, u16)>,
}

/// Returns the layers of a scene, from the lowest. Weights and unknown cells have layers if there are any.
fn layers(scene: &Scene) -> Vec<Layer> {
    let size = scene.size();
    let terrain = size.cells().filter_map(|at| {
        let &tile = scene.tiles.get(at).filter(|&&tile| tile != Tile::Void)?;
        Some((at, tile as u16))
    });
    let weights = size.cells().filter_map(|at| Some((at, tileset::weight_index(scene.weight(at)?.digit()?) as u16)));
    let unknown = scene.known.iter().flat_map(|known| {
        size.cells().filter(|&at| known.get(at) == Some(&false)).map(|at| (at, tileset::UNKNOWN as u16))
    });
    let mut layers = vec![Layer { name: TERRAIN, cells: terrain.collect() }];
    let more = [(WEIGHTS, weights.collect::<Vec<_>>()), (UNKNOWN, unknown.collect())];
    layers.extend(more.into_iter().filter(|(_, all)| !all.is_empty()).map(|(name, cells)| Layer { name, cells }));
    layers
}

/// Returns the bytes of a layer in base64: the format, then for each cell x, y, the number of the source, the column and
/// the row of the tile in its picture, and the alternative.
///
/// # Errors
/// Returns an error if a cell cannot be encoded.
fn layer_data(cells: &[(Cell, u16)]) -> Result<String, FormatError> {
    let text = String::with_capacity(cells.len().saturating_mul(CELL).saturating_add(CELL));
    let mut encoder = EncoderStringWriter::from_consumer(text, &STANDARD);
    let mut write = || -> std::io::Result<()> {
        encoder.write_all(&LAYER_FORMAT.to_le_bytes())?;
        for &(at, index) in cells {
            for number in [at.x, at.y, 0, index, 0, 0] {
                encoder.write_all(&number.to_le_bytes())?;
            }
        }
        Ok(())
    };
    write().map_err(|error| FormatError::whole("the scene", &error.to_string(), ""))?;
    Ok(encoder.into_inner())
}
