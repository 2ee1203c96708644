//! JSON of other programs, by the keys of the outermost object.

use super::Stranger;
use crate::head;
use crate::outer_keys::OuterKeys;

/// Number of bytes in which the keys are looked for.
const HEAD: usize = 64 << 10;

/// Returns what a JSON object is, if it belongs to a program whose files are not read.
pub(super) fn named(bytes: &[u8]) -> Option<Stranger> {
    let head = head(bytes);
    if !head.starts_with(b"{") {
        return None;
    }
    let keys: Vec<(&[u8], &[u8])> = OuterKeys::of(head.get(..HEAD).unwrap_or(head)).collect();
    let has = |key: &str| keys.iter().any(|(name, _)| *name == key.as_bytes());
    let says = |key: &str, value: &str| {
        keys.iter().any(|(name, text)| *name == key.as_bytes() && text.starts_with(format!("\"{value}\"").as_bytes()))
    };
    if has("format") {
        return None;
    }
    let is = |what: &str, instead: &str| Some(Stranger::new(what, instead));
    if has("ogmoVersion") {
        return is("a level or a project of Ogmo", "the level exported to CSV, or drawn in Tiled or LDtk");
    }
    if says("type", "tileset") || has("tilewidth") && has("tilecount") && !has("layers") {
        return is("a tileset of Tiled (.tsj)", "the map that uses the tileset (.tmj or .tmx)");
    }
    if says("type", "template") {
        return is("a template of Tiled (.tj)", "the map that uses the template (.tmj or .tmx)");
    }
    if says("type", "world") && has("maps") {
        return is("a world of Tiled", "one of its maps (.tmj or .tmx)");
    }
    if has("cell_bit") && has("cells") {
        return is("a dungeon of donjon (JSON)", "its cells as a table (.csv), or a PNG with one pixel a cell");
    }
    if has("nbformat") {
        return is("a notebook of Jupyter", "an array of the notebook: numpy.save(\"map.npy\", array)");
    }
    if says("type", "FeatureCollection") {
        return is("a map of places (GeoJSON)", "a map of cells");
    }
    None
}
