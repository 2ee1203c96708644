//! The parts of an LDtk project that are read. Everything else is skipped, and every field may be missing.

use super::super::survey::{ANY, survey, typed};
use super::super::{FormatError, utf8};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// A project: an `.ldtk` file.
#[derive(Deserialize)]
pub(super) struct Project {
    pub(super) levels: Option<Vec<Level>>,
    pub(super) worlds: Option<Vec<World>>,
    pub(super) defs: Option<Definitions>,
    /// Only a level has layers. An `.ldtkl` file is a level.
    #[serde(rename = "layerInstances")]
    pub(super) layers: Option<IgnoredAny>,
}

/// A world of a project with several.
#[derive(Deserialize)]
pub(super) struct World {
    pub(super) identifier: Option<String>,
    pub(super) levels: Option<Vec<Level>>,
}

/// A level: an entry of `levels`, or an `.ldtkl` file.
#[derive(Deserialize)]
pub(super) struct Level {
    pub(super) identifier: Option<String>,
    #[serde(rename = "fieldInstances")]
    pub(super) fields: Option<Vec<FieldInstance>>,
    #[serde(rename = "layerInstances")]
    pub(super) layers: Option<Vec<Layer>>,
    /// Path of the `.ldtkl` file that has the layers.
    #[serde(rename = "externalRelPath")]
    pub(super) path: Option<String>,
    #[serde(rename = "bgRelPath")]
    pub(super) background: Option<String>,
}

/// A field of a level or an entity.
#[derive(Deserialize)]
pub(super) struct FieldInstance {
    #[serde(rename = "__identifier", default)]
    pub(super) name: String,
    #[serde(rename = "__value", default)]
    pub(super) value: Value,
}

/// A layer of a level.
#[derive(Deserialize)]
pub(super) struct Layer {
    #[serde(rename = "__identifier", default)]
    pub(super) name: String,
    /// `IntGrid`, `Entities`, `Tiles` or `AutoLayer`.
    #[serde(rename = "__type", default)]
    pub(super) kind: String,
    /// Width and height, in cells.
    #[serde(rename = "__cWid", default)]
    pub(super) width: i64,
    #[serde(rename = "__cHei", default)]
    pub(super) height: i64,
    /// Edge length of a cell, in pixels.
    #[serde(rename = "__gridSize", default)]
    pub(super) grid: i64,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: i64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: i64,
    #[serde(rename = "layerDefUid")]
    pub(super) definition: Option<i64>,
    #[serde(rename = "__tilesetDefUid")]
    pub(super) tileset: Option<i64>,
    #[serde(rename = "intGridCsv")]
    pub(super) values: Option<Vec<i64>>,
    #[serde(rename = "intGrid")]
    pub(super) old_values: Option<Vec<OldValue>>,
    #[serde(rename = "gridTiles")]
    pub(super) tiles: Option<Vec<TileInstance>>,
    #[serde(rename = "autoLayerTiles")]
    pub(super) auto_tiles: Option<Vec<TileInstance>>,
    #[serde(rename = "entityInstances")]
    pub(super) entities: Option<Vec<Entity>>,
}

/// The value of a cell in files before version 0.8.
#[derive(Deserialize)]
pub(super) struct OldValue {
    #[serde(rename = "coordId")]
    pub(super) index: i64,
    #[serde(rename = "v")]
    pub(super) value: i64,
}

/// A tile of a tileset at a place of a layer.
#[derive(Deserialize)]
pub(super) struct TileInstance {
    /// Place in the layer, in pixels.
    #[serde(rename = "px")]
    pub(super) at: [i64; 2],
    /// Place of its picture in that of the tileset, in pixels.
    #[serde(rename = "src", default)]
    pub(super) source: Option<[i64; 2]>,
    /// Number of the tile in its tileset.
    #[serde(rename = "t")]
    pub(super) tile: i64,
    /// Flips: 1 is across, 2 is upside down.
    #[serde(rename = "f", default)]
    pub(super) flips: i64,
}

/// An entity at a place of a layer.
#[derive(Deserialize)]
pub(super) struct Entity {
    #[serde(rename = "__identifier", default)]
    pub(super) name: String,
    /// The cell of the pivot.
    #[serde(rename = "__grid")]
    pub(super) cell: Option<[i64; 2]>,
    /// The place of the pivot, in pixels.
    #[serde(rename = "px")]
    pub(super) at: Option<[f64; 2]>,
    /// The place of the pivot in the entity: from 0 (left, top) to 1.
    #[serde(rename = "__pivot")]
    pub(super) pivot: Option<[f64; 2]>,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    #[serde(rename = "fieldInstances")]
    pub(super) fields: Option<Vec<FieldInstance>>,
}

/// The definitions of a project.
#[derive(Default, Deserialize)]
pub(super) struct Definitions {
    pub(super) layers: Option<Vec<LayerDefinition>>,
    pub(super) tilesets: Option<Vec<Tileset>>,
}

/// Meanings of the values of a layer.
#[derive(Deserialize)]
pub(super) struct LayerDefinition {
    pub(super) uid: Option<i64>,
    pub(super) identifier: Option<String>,
    #[serde(rename = "intGridValues")]
    pub(super) values: Option<Vec<ValueDefinition>>,
    #[serde(rename = "intGridValuesGroups")]
    pub(super) groups: Option<Vec<ValueGroup>>,
}

/// A value of an `IntGrid` layer.
#[derive(Deserialize)]
pub(super) struct ValueDefinition {
    /// The value. It is missing before version 0.8, where the first entry is the value 0 of `intGrid`.
    pub(super) value: Option<i64>,
    pub(super) identifier: Option<String>,
    #[serde(default)]
    pub(super) color: Value,
    #[serde(rename = "groupUid")]
    pub(super) group: Option<i64>,
}

/// A named group of values.
#[derive(Deserialize)]
pub(super) struct ValueGroup {
    pub(super) uid: Option<i64>,
    pub(super) identifier: Option<String>,
}

/// A tileset.
#[derive(Deserialize)]
pub(super) struct Tileset {
    pub(super) uid: Option<i64>,
    pub(super) identifier: Option<String>,
    /// Path of the picture.
    #[serde(rename = "relPath", default)]
    pub(super) path: Option<String>,
    /// Edge length of a tile, in pixels.
    #[serde(rename = "tileGridSize", default)]
    pub(super) tile_side: Option<u32>,
    #[serde(rename = "enumTags")]
    pub(super) tags: Option<Vec<TileTag>>,
    #[serde(rename = "customData")]
    pub(super) data: Option<Vec<TileData>>,
}

/// The tiles that have a tag.
#[derive(Deserialize)]
pub(super) struct TileTag {
    #[serde(rename = "enumValueId", default)]
    pub(super) name: String,
    #[serde(rename = "tileIds")]
    pub(super) tiles: Option<Vec<i64>>,
}

/// A text that belongs to a tile.
#[derive(Deserialize)]
pub(super) struct TileData {
    #[serde(rename = "tileId")]
    pub(super) tile: Option<i64>,
    #[serde(default)]
    pub(super) data: String,
}

impl Project {
    /// Reads a project.
    ///
    /// # Errors
    /// Returns an error if the text is no JSON, exceeds a limit, or if a field that is read has another type.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let text = utf8(name, bytes)?;
        survey(name, text, &ANY)?;
        typed(name, text)
    }
}

impl Level {
    /// Reads an `.ldtkl` file. The error does not quote the file.
    ///
    /// # Errors
    /// Returns an error with the line if the text is no level.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let refused = |line: Option<usize>, column: Option<usize>| {
            let error = FormatError::whole(name, "it is not a level of LDtk", "a level (.ldtkl) of this project");
            FormatError { line, column, ..error }
        };
        let text = utf8(name, bytes).map_err(|error| refused(error.line, None))?;
        survey(name, text, &ANY).map_err(|error| refused(error.line, error.column))?;
        serde_json::from_str(text).map_err(|error| refused(Some(error.line()), Some(error.column())))
    }
}
