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
mod pictures;
mod placing;
mod plain_text;
mod project;
mod recognise;
mod terrain;
mod tiles;
mod values;
mod write;

use super::tile_mapping::{Ask, EMPTY, KnownBy, TileMeaning, empty_note};
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, scene_rest, tileset};
use gridscope_trace::Tile;
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
        static INFO: FormatInfo =
            FormatInfo::new("ldtk", "LDtk project", &["ldtk"], Keeps::EVERYTHING).keyed(true).with_levels();
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
        let level_names = if all.len() > 1 { levels::names(&all) } else { Vec::new() };
        let mut choice = levels::choose(name, all, options.level.as_deref())?;
        let placed = &mut choice.placed;
        let layers = levels::layers(name, placed, beside)?;
        let layer = |(i, layer)| PlacedLayer { place: format!("{}.layerInstances[{i}]", placed.place), layer };
        let layers: Vec<PlacedLayer> = layers.into_iter().enumerate().map(layer).collect();
        let definitions = project.defs.unwrap_or_default();
        let mut notes: Vec<String> = choice.note.take().into_iter().collect();
        let map = terrain::read(name, &placed.place, &layers, &definitions, options, &mut notes)?;
        let mut scene = map.scene;
        let objects = entities::read(name, &layers, &map.grid, &mut scene, &options.tiles, &mut notes)?;
        let (empty, known_empty) = map.empty;
        let void = if known_empty.is_none() { empty } else { 0 };
        let doubt = empty_note(&scene, void, objects.is_stranded, &options.tiles);
        let asks_level = !level_names.is_empty() && options.level.is_none() && options.tiles.ask == Ask::IfInDoubt;
        if asks_level || map.found.asks(doubt.is_some() || objects.rows.iter().any(|row| row.asks)) {
            let asks_empty = doubt.is_some() && !map.found.is_open();
            let void = (TileMeaning::plain(Tile::Void), KnownBy::Empty);
            let question = map.found.question((empty, known_empty.or((!asks_empty).then_some(void))));
            let (keys, tops) = (&map.keys, &map.tops);
            let key = |cell: usize| Some(keys.get(usize::from(*tops.get(cell)?).checked_sub(1)?)?.as_str().into());
            let mut question = question.laid_out(scene.size(), key);
            question.picture = pictures::draw(&layers, &definitions, &map.grid, beside).or(question.picture);
            (question.objects, question.levels, question.level) = (objects.rows, level_names.into(), choice.index);
            return Err(FormatError::asks(name, question));
        }
        if void > 0 && doubt.is_none() {
            let cells = terrain::are(void, "cell");
            notes.push(format!(
                "{cells} void, because no layer has anything there. --map-tiles='{EMPTY}=floor' changes it."
            ));
        }
        notes.extend(doubt);
        let decided = map.found.decided(&scene);
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
        let loaded = Loaded::new(scene, self.name(), notes).decided_by(decided);
        Ok(if has_run { loaded.with_run() } else { loaded })
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let picture = format!("{}.tiles.png", options.stem());
        let mut output = Written::new(write::project(scene, &picture)?.into_bytes(), Vec::new());
        output.beside.push((picture, tileset::PICTURE.to_vec()));
        Ok(output)
    }
}
