//! Tilesets and templates in files beside the map. A map of one format can name files of the other.

use super::counts::{Dropped, Kept};
use super::model::{Content, Map, Object, Tileset, excerpt, tileset_name};
use super::{tmj, tmx};
use crate::beside::Beside;
use crate::limits;
use std::collections::BTreeMap;

/// Endings of tilesets. Old versions of Tiled wrote them as `.json`.
const TILESETS: [&str; 3] = ["tsx", "tsj", "json"];
/// Endings of templates.
const TEMPLATES: [&str; 3] = ["tx", "tj", "json"];

/// Number of files that are named one by one if they were not read.
const LISTED: usize = 8;

/// The files beside a map.
struct Files<'b> {
    beside: &'b mut Beside,
    /// Number of bytes that may still be read.
    bytes: u64,
}

impl Files<'_> {
    /// Returns the text of a file.
    ///
    /// # Errors
    /// Returns a phrase that says why it was not read.
    fn text(&mut self, source: &str, endings: &[&str]) -> Result<String, String> {
        let bytes = self.beside.read("", source, endings)?;
        self.bytes = self
            .bytes
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| format!("all files are larger than {} together", limits::mebibytes(limits::FILE)))?;
        let text = String::from_utf8(bytes).map_err(|_| "it is no UTF-8 text".to_owned())?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// Completes the tilesets and objects of a map that are in other files. Returns one sentence for each file that could
/// not be read. Nothing from such a file is excerpt.
pub(super) fn complete(map: &mut Map, beside: &mut Beside) -> Vec<String> {
    let mut files = Files { beside, bytes: limits::FILE };
    let mut unread = Vec::new();
    for tileset in &mut map.tilesets {
        let Some(source) = tileset.source.clone() else { continue };
        match read_tileset(&mut files, &source, &mut map.kept, &mut map.dropped) {
            Ok(found) => *tileset = Tileset { first: tileset.first, source: Some(source), ..found },
            Err(why) => {
                tileset.name = tileset_name(stem(&source));
                unread.push(format!("The tileset {} was not read: {why}.", excerpt(&source)));
            }
        }
    }
    map.sort_tilesets();
    let tilesets = &map.tilesets;
    let mut templates: BTreeMap<String, Option<Object>> = BTreeMap::new();
    for layer in &mut map.layers {
        let Content::Objects(objects) = &mut layer.content else { continue };
        for object in objects {
            let Some(source) = object.template.clone() else { continue };
            let kept_budget = &mut map.kept;
            let template = templates.entry(source).or_insert_with_key(|source| {
                let read = read_template(&mut files, source, kept_budget, tilesets);
                read.map_err(|why| unread.push(format!("The template {} was not read: {why}.", excerpt(source)))).ok()
            });
            if let Some(template) = template {
                fill(object, template);
                object.template = None;
            }
        }
    }
    let more = unread.len().saturating_sub(LISTED);
    if more > 0 {
        unread.truncate(LISTED);
        unread.push(format!("{more} more files beside the map were not read."));
    }
    unread
}

fn read_tileset(
    files: &mut Files<'_>,
    source: &str,
    kept: &mut Kept,
    dropped: &mut Dropped,
) -> Result<Tileset, String> {
    let text = files.text(source, &TILESETS)?;
    let is_xml = text.trim_start().starts_with('<');
    let read = if is_xml { tmx::read_tileset(&text, kept, dropped) } else { tmj::read_tileset(&text, kept, dropped) };
    read.map_err(|_| "it is no tileset that can be read".into())
}

/// Reads the object of a template. Its tile gets the number that it has in the map.
fn read_template(files: &mut Files<'_>, source: &str, kept: &mut Kept, tilesets: &[Tileset]) -> Result<Object, String> {
    let text = files.text(source, &TEMPLATES)?;
    let is_xml = text.trim_start().starts_with('<');
    let read = if is_xml { tmx::read_template(&text, kept) } else { tmj::read_template(&text, kept) };
    let (mut object, of_tile) = read.map_err(|_| "it is no template that can be read".to_owned())?;
    // The number in a template counts from the tileset of the template. 0 is a tile of no tileset of the map.
    object.gid = object.gid.zip(of_tile).map(|(gid, tileset)| {
        let name = tileset.source.as_deref().map(file);
        let same = tilesets.iter().find(|other| name.is_some() && other.source.as_deref().map(file) == name);
        same.map_or(0, |same| same.first.saturating_add(gid.saturating_sub(tileset.first)))
    });
    Ok(object)
}

/// Sets what an object does not say itself from its template.
fn fill(object: &mut Object, template: &Object) {
    object.class = object.class.take().or_else(|| template.class.clone());
    object.name = object.name.take().or_else(|| template.name.clone());
    object.width = object.width.or(template.width);
    object.height = object.height.or(template.height);
    object.gid = object.gid.or(template.gid);
    object.shape = object.shape.take().or_else(|| template.shape.clone());
    object.rotation = object.rotation.or(template.rotation);
    for (name, value) in &template.properties {
        if object.properties.iter().all(|(own, _)| own != name) {
            object.properties.push((name.clone(), value.clone()));
        }
    }
}

/// Returns the name of the file at the end of a path.
fn file(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the name of the file at the end of a path, without its ending.
fn stem(path: &str) -> &str {
    let file = file(path);
    file.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(file)
}
