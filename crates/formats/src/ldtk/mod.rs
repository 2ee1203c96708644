//! Projects of the LDtk level editor (`.ldtk`), for reading and writing.
//!
//! Source: `JSON_DOC.md` and `JSON_SCHEMA.json` of LDtk 1.5.3, and the editor's own reader for files before 0.8. Layers are
//! listed from the top. `IntGrid` layers make the map: each value has a name, or its meaning is asked for. Tile layers count
//! only if no `IntGrid` layer has a value. Entities become actors by their identifiers.
//!
//! A written project keeps the whole scene: what the layers cannot hold is in the level's field `Gridscope`.

mod definitions;
mod entities;
mod fields;
mod levels;
mod placing;
mod plain_text;
mod project;
mod recognise;
mod terrain;
mod tiles;
mod values;
mod write;

use super::tile_mapping::empty_note;
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, scene_rest, tileset};
use gridscope_trace::scene::{RunSpec, Scene};
use project::{FieldInstance, Project};
use terrain::PlacedLayer;

/// Name of the layer with the tiles.
const TERRAIN: &str = "Terrain";
/// Name of the layer with the weights.
const WEIGHTS: &str = "Weights";
/// Name of the layer that marks the cells that are not known.
const KNOWN: &str = "Known";
/// Name of the value in that layer.
const UNKNOWN: &str = "unknown";
/// Name of the layer with the actors.
const ACTORS: &str = "Actors";
/// Name of the fields with what layers and other fields cannot hold. Any case is read.
const REST: &str = "gridscope";

/// The format of LDtk projects.
#[derive(Debug)]
pub(crate) struct Ldtk;

impl Format for Ldtk {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new("ldtk", "LDtk project", &["ldtk"], Keeps::EVERYTHING);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        recognise::is_ldtk(bytes)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        let mut project = Project::read(name, bytes)?;
        let all = levels::take(&mut project);
        if all.is_empty() && project.layers.is_some() {
            let found = "this is one level of a project";
            return Err(FormatError::whole(name, found, "the project itself (.ldtk), which says what its layers are"));
        }
        let mut placed = levels::choose(name, all, options.level.as_deref())?;
        let layers = levels::layers(name, &mut placed, beside)?;
        let layer = |(i, layer)| PlacedLayer { place: format!("{}.layerInstances[{i}]", placed.place), layer };
        let layers: Vec<PlacedLayer> = layers.into_iter().enumerate().map(layer).collect();
        let definitions = project.defs.unwrap_or_default();
        let mut notes = Vec::new();
        let map = terrain::read(name, &placed.place, &layers, &definitions, options, &mut notes)?;
        let mut scene = map.scene;
        entities::read(name, &layers, &map.grid, &mut scene, &options.tiles, &mut notes)?;
        notes.extend(empty_note(&scene, map.empty, &options.tiles));
        if placed.level.background.is_some() {
            notes.push("The background picture was not read.".into());
        }
        let fields = placed.level.fields.as_deref().unwrap_or_default();
        let is_rest = |field: &&FieldInstance| field.name.eq_ignore_ascii_case(REST);
        let others = fields.iter().filter(|field| !is_rest(field) && !field.value.is_null());
        let others: Vec<&str> = others.map(|field| field.name.as_str()).collect();
        if !others.is_empty() {
            let list = others.iter().take(8).copied().collect::<Vec<_>>().join(", ");
            notes.push(format!("Fields of the level were not read: {list}."));
        }
        let rest = fields.iter().find(is_rest).and_then(|field| field.value.as_str());
        let mut has_run = false;
        if let Some(rest) = rest {
            let (whole, more) = scene_rest::with_rest(name, scene, &plain_text::with_backslashes(rest))?;
            has_run = more.is_empty() || whole.run != RunSpec::default();
            scene = whole;
            notes.extend(more);
        }
        let loaded = Loaded::new(scene, self.name(), notes);
        Ok(if has_run { loaded.with_run() } else { loaded })
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let picture = format!("{}.tiles.png", options.stem());
        let mut written = Written::new(write::project(scene, &picture)?.into_bytes(), Vec::new());
        written.beside.push((picture, tileset::PICTURE.to_vec()));
        Ok(written)
    }
}
