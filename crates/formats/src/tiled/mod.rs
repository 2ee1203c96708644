//! Maps of Tiled, read and written: TMX is XML, TMJ is JSON, and both have the same content.
//!
//! Source: the documentation of Tiled, *TMX Map Format*, *JSON Map Format* and *Global Tile IDs*.
//!
//! Nothing of a scene is lost: what Tiled has no place for is in the property `gridscope` of the map.

mod area;
mod counts;
mod external;
mod fields;
mod json_tree;
mod layers;
mod model;
mod objects;
mod output;
mod packing;
mod pictures;
mod recognise;
mod scene;
mod tmj;
mod tmx;
mod write_tmj;
mod write_tmx;
mod xml;

use super::{Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, tileset, utf8};
use gridscope_trace::scene::Scene;
use output::Output;

/// The XML format of Tiled.
#[derive(Debug)]
pub(crate) struct Tmx;

impl Format for Tmx {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new("tmx", "Tiled map (XML)", &["tmx"], Keeps::EVERYTHING).keyed(true);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        recognise::is_xml(bytes)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        let map = tmx::read_map(name, utf8(name, bytes)?)?;
        scene::read(name, self.name(), map, options, beside)
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let map = Output::new(scene, options)?;
        let (text, lost) = write_tmx::write(&map)?;
        let what = if lost == 1 { "character" } else { "characters" };
        let lost = (lost > 0).then(|| format!("{lost} control {what} of names"));
        Ok(with_tileset(map, text, lost.into_iter().collect()))
    }
}

/// The JSON format of Tiled.
#[derive(Debug)]
pub(crate) struct Tmj;

impl Format for Tmj {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new("tmj", "Tiled map (JSON)", &["tmj"], Keeps::EVERYTHING).keyed(true);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        recognise::is_json(bytes)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        let map = tmj::read_map(name, utf8(name, bytes)?)?;
        scene::read(name, self.name(), map, options, beside)
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let map = Output::new(scene, options)?;
        let text = write_tmj::write(&map)?;
        Ok(with_tileset(map, text, Vec::new()))
    }
}

fn with_tileset(map: Output<'_>, text: String, lost: Vec<String>) -> Written {
    let beside = vec![(map.picture, tileset::PICTURE.to_vec())];
    Written { bytes: text.into_bytes(), lost, beside }
}
