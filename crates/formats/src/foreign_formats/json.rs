//! JSON of other programs, by the keys of the outermost object.

use super::super::head;
use super::Stranger;

/// Number of bytes in which the keys are looked for.
const HEAD: usize = 64 << 10;

/// Returns what a JSON object is, if it belongs to a program whose files are not read.
pub(super) fn named(bytes: &[u8]) -> Option<Stranger> {
    let head = head(bytes);
    if !head.starts_with(b"{") {
        return None;
    }
    let keys = outer_keys(head.get(..head.len().min(HEAD)).unwrap_or_default());
    let has = |key: &str| keys.iter().any(|(name, _)| *name == key.as_bytes());
    let says =
        |key: &str, value: &str| keys.iter().any(|(name, text)| *name == key.as_bytes() && *text == value.as_bytes());
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
    if has("nbformat") {
        return is("a notebook of Jupyter", "an array of the notebook: numpy.save(\"map.npy\", array)");
    }
    if says("type", "FeatureCollection") {
        return is("a map of places (GeoJSON)", "a map of cells");
    }
    None
}

/// Returns the keys of the outermost object in the first bytes of a JSON text. Each has its value, if that is a text
/// without escapes, or else an empty text.
fn outer_keys(text: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut keys: Vec<(&[u8], &[u8])> = Vec::new();
    let (mut depth, mut at) = (0_usize, 0_usize);
    let mut last: Option<&[u8]> = None;
    let mut value_of_key = false;
    while let Some(&byte) = text.get(at) {
        at = at.saturating_add(1);
        match byte {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let begin = at;
                while let Some(&inner) = text.get(at) {
                    at = at.saturating_add(if inner == b'\\' { 2 } else { 1 });
                    if inner == b'"' {
                        break;
                    }
                }
                let string = text.get(begin..at.saturating_sub(1)).unwrap_or_default();
                if depth == 1 && value_of_key {
                    keys.last_mut().into_iter().for_each(|key| key.1 = string);
                } else if depth == 1 {
                    last = Some(string);
                }
            }
            b':' if depth == 1 => {
                keys.extend(last.take().map(|key| (key, &b""[..])));
                value_of_key = true;
            }
            b',' if depth == 1 => value_of_key = false,
            _ => {}
        }
    }
    keys
}
