//! Tile layers: tiles of a tileset at places of the layer, and what the tileset says of them.

use super::super::tile_mapping::ForeignTile;
use super::project::{Definitions, Layer, TileInstance, Tileset};
use super::terrain::CellValue;
use serde_json::Value;
use std::collections::BTreeMap;

/// Longest text of a tile that is taken as its name, in bytes.
const NAME: usize = 60;

/// Returns the tiles of a layer, from the lowest.
pub(super) fn all(layer: &Layer) -> impl Iterator<Item = &TileInstance> {
    layer.auto_tiles.iter().chain(&layer.tiles).flatten()
}

/// Returns the cells of a layer that have tiles, with the numbers of the tiles. A cell can occur several times.
pub(super) fn cells(layer: &Layer) -> Vec<CellValue> {
    let cell = |pixel: i64| pixel.checked_div_euclid(layer.grid).unwrap_or(-1);
    all(layer).map(|tile| (tile.at.map(cell), tile.tile)).collect()
}

/// Tiles of a layer's tileset, with their tags and data.
pub(super) struct TileNames<'a> {
    /// Identifier of the tileset, or the name of the layer.
    tileset: &'a str,
    tags: BTreeMap<i64, Vec<&'a str>>,
    data: BTreeMap<i64, &'a str>,
}

impl<'a> TileNames<'a> {
    pub(super) fn of(layer: &'a Layer, definitions: &'a Definitions) -> Self {
        let mut all = definitions.tilesets.iter().flatten();
        let tileset: Option<&Tileset> = all.find(|one| one.uid.is_some() && one.uid == layer.tileset);
        let name = tileset.and_then(|tileset| tileset.identifier.as_deref()).unwrap_or(&layer.name);
        let mut tags: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
        for tag in tileset.into_iter().flat_map(|tileset| tileset.tags.iter().flatten()) {
            for &tile in tag.tiles.iter().flatten() {
                tags.entry(tile).or_default().push(&tag.name);
            }
        }
        let data = tileset.into_iter().flat_map(|tileset| tileset.data.iter().flatten());
        let data = data.filter_map(|data| Some((data.tile?, data.data.as_str()))).collect();
        Self { tileset: name, tags, data }
    }

    /// Returns what is known of a tile: its tags are names, and its text is properties or a name.
    pub(super) fn foreign(&self, tile: i64) -> ForeignTile {
        let mut foreign = ForeignTile::of_key(format!("{}:{tile}", self.tileset));
        let tags = self.tags.get(&tile).into_iter().flatten();
        foreign.names.extend(tags.map(|&tag| tag.to_owned()));
        let data = self.data.get(&tile).copied().unwrap_or("");
        match serde_json::from_str(data) {
            Ok(Value::Object(all)) => foreign.properties.extend(all),
            _ => lines(data, &mut foreign),
        }
        foreign
    }
}

/// Reads a text that is no JSON: lines such as `cost: 3` or `cost=3` are properties, any other line is a name.
fn lines(text: &str, foreign: &mut ForeignTile) {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && line.len() <= NAME) {
        match line.split_once([':', '=']) {
            Some((name, value)) => {
                let value = value.trim();
                let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
                foreign.properties.push((name.trim().to_owned(), value));
            }
            None => foreign.names.push(line.to_owned()),
        }
    }
}
