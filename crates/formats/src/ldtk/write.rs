//! Writes a scene as an LDtk project with one level.

use super::super::actor_fields::{foreign_fields, known_fields};
use super::super::scene_json::SceneJson;
use super::super::survey::{ANY, survey};
use super::super::{Format as _, FormatError, Options, limits, scene_rest, too_large};
use super::definitions::{self, ActorField, GRID, LEVEL_FIELD, NEXT_UID, filled, identifier, template, tile_value};
use super::plain_text::{survives, without_backslashes};
use super::{ACTORS, KNOWN, REST, TERRAIN, WEIGHTS};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Actor, ActorKind, Cell, Scene, Weight};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Version of the format.
const VERSION: &str = "1.5.3";
/// Largest number of an Int field. Larger ones are in the field [`REST`].
const INT: u32 = i32::MAX as u32;

const PROJECT: &str = r##"{"__header__": {"fileType": "LDtk Project JSON", "app": "LDtk", "doc": "https://ldtk.io/json",
    "schema": "https://ldtk.io/files/JSON_SCHEMA.json", "appAuthor": "Sebastien 'deepnight' Benard",
    "appVersion": "1.5.3", "url": "https://ldtk.io"}, "iid": "", "jsonVersion": "", "appBuildId": 473702, "nextUid": 0,
    "identifierStyle": "Capitalize", "toc": [], "worldLayout": "Free", "worldGridWidth": 256, "worldGridHeight": 256,
    "defaultLevelWidth": 256, "defaultLevelHeight": 256, "defaultPivotX": 0, "defaultPivotY": 0, "defaultGridSize": 16,
    "defaultEntityWidth": 16, "defaultEntityHeight": 16, "bgColor": "#40465B", "defaultLevelBgColor": "#696A79",
    "minifyJson": false, "externalLevels": false, "exportTiled": false, "simplifiedExport": false,
    "imageExportMode": "None", "exportLevelBg": true, "pngFilePattern": null, "backupOnSave": false, "backupLimit": 10,
    "backupRelPath": null, "levelNamePattern": "Level_%idx", "tutorialDesc": null, "customCommands": [], "flags": [],
    "worlds": [], "dummyWorldIid": "", "defs": {}}"##;

const LEVEL: &str = r##"{"identifier": "Level_0", "iid": "", "uid": 0, "worldX": 0, "worldY": 0, "worldDepth": 0,
    "pxWid": 0, "pxHei": 0, "__bgColor": "#696A79", "bgColor": null, "useAutoIdentifier": true, "bgRelPath": null,
    "bgPos": null, "bgPivotX": 0.5, "bgPivotY": 0.5, "__smartColor": "#ADADB5", "__bgPos": null,
    "externalRelPath": null, "fieldInstances": [], "__neighbours": []}"##;

const LAYER: &str = r#"{"__identifier": "", "__type": "", "__cWid": 0, "__cHei": 0, "__gridSize": 16, "__opacity": 1,
    "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__tilesetDefUid": null, "__tilesetRelPath": null, "iid": "",
    "levelId": 0, "layerDefUid": 0, "pxOffsetX": 0, "pxOffsetY": 0, "visible": true, "optionalRules": [],
    "autoLayerTiles": [], "seed": 1, "overrideTilesetUid": null, "gridTiles": []}"#;

const ENTITY: &str = r#"{"__identifier": "", "__grid": [], "__pivot": [0, 0], "__tags": [], "__tile": null,
    "__smartColor": "", "__worldX": 0, "__worldY": 0, "iid": "", "width": 16, "height": 16, "defUid": 0, "px": [],
    "fieldInstances": []}"#;

/// Returns the text of the project. `picture` is the name of the picture of its tileset.
///
/// # Errors
/// Returns an error if the project would be too large to be read again.
pub(super) fn project(scene: &Scene, picture: &str) -> Result<String, FormatError> {
    let hash = hash(&SceneJson.write(scene, &Options::default())?.bytes);
    let mut ids = Ids { hash, next: 0 };
    let (project, world, level) = (ids.fresh(), ids.fresh(), ids.fresh());
    let layers: Vec<String> = definitions::layers(scene)
        .into_iter()
        .map(|(name, kind, uid)| layer(scene, name, kind, uid, &mut ids))
        .collect();
    let size = scene.size();
    let pixels = |cells: u16| u32::from(cells).saturating_mul(GRID);
    let rest = ActorField { name: REST, holds: None, uid: LEVEL_FIELD };
    let rest = field(
        &rest,
        Some(&FieldValue::Word(without_backslashes(&scene_rest::rest_of(scene, scene.weights.as_ref())?))),
    );
    let own = json!({
        "iid": level, "pxWid": pixels(size.width), "pxHei": pixels(size.height), "fieldInstances": [rest],
    });
    let level = with_list(&filled(&template(LEVEL), own), "layerInstances", &layers);
    let own = json!({
        "iid": project, "jsonVersion": VERSION, "nextUid": NEXT_UID, "dummyWorldIid": world, "defs": definitions::all(scene, picture),
    });
    let mut text = with_list(&filled(&template(PROJECT), own), "levels", &[level]);
    text.push('\n');
    // Do not write a file that could not be read again.
    if text.len() as u64 > limits::FILE {
        return Err(too_large("the scene", &format!("it would be a file of {} bytes", text.len()), limits::FILE));
    }
    survey("the scene", &text, &ANY).map_err(|error| {
        let found = format!("as an LDtk project, a map of {size} cells is too large");
        FormatError::whole("the scene", &found, &format!("{} ({})", error.expected, error.found))
    })?;
    Ok(text)
}

/// Returns the text of an object, with a line for each field, and a list of texts as its last field.
fn with_list(object: &Value, name: &str, list: &[String]) -> String {
    let mut text = String::from("{");
    for (name, value) in object.as_object().into_iter().flatten() {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{}: {value},", Value::from(name.as_str()));
    }
    let _ = write!(text, "\n\"{name}\": [");
    for (i, item) in list.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(item);
    }
    text.push_str("\n]}");
    text
}

/// Returns the text of a layer.
fn layer(scene: &Scene, name: &str, kind: &str, uid: usize, ids: &mut Ids) -> String {
    let size = scene.size();
    let entities: Vec<Value> = match name {
        ACTORS => {
            let kinds = ActorKind::ALL.map(|kind| definitions::kind_fields(scene, kind));
            let fields = |actor: &Actor| kinds.get(actor.kind as usize).map_or(&[][..], Vec::as_slice);
            let template = template(ENTITY);
            scene.actors.iter().map(|actor| entity(actor, &template, fields(actor), ids)).collect()
        }
        _ => Vec::new(),
    };
    let value = |at: Cell| match name {
        TERRAIN => scene.tiles.get(at).map_or(0, |&tile| tile_value(tile)),
        WEIGHTS => scene.weight(at).and_then(Weight::digit).map_or(0, usize::from),
        KNOWN => scene.known.as_ref().and_then(|known| known.get(at)).map_or(0, |&known| usize::from(!known)),
        _ => 0,
    };
    let mut rows = Vec::new();
    if name != ACTORS {
        for y in 0..size.height {
            let mut row = String::with_capacity(usize::from(size.width).saturating_mul(3));
            for x in 0..size.width {
                // Writing to a String cannot fail.
                let _ = write!(row, "{}{}", if x == 0 { "" } else { "," }, value(Cell::new(x, y)));
            }
            rows.push(row);
        }
    }
    let own = json!({
        "__identifier": name, "__type": kind, "__cWid": size.width, "__cHei": size.height, "iid": ids.fresh(),
        "layerDefUid": uid, "entityInstances": entities,
    });
    with_list(&filled(&template(LAYER), own), "intGridCsv", &rows)
}

/// Returns the entity of an actor. `template` has the fields of any entity.
fn entity(actor: &Actor, template: &Value, fields: &[ActorField], ids: &mut Ids) -> Value {
    let pixels = [actor.at.x, actor.at.y].map(|at| u32::from(at).saturating_mul(GRID));
    let mut rest = foreign_fields(actor);
    let exported_fields: BTreeSet<&str> =
        known_fields(actor).filter(|(_, _, value)| keeps(value)).map(|(name, ..)| name).collect();
    if let Ok(Value::Object(all)) = serde_json::to_value(actor) {
        let left = |name: &str| known_fields(actor).any(|(own, ..)| own == name) && !exported_fields.contains(name);
        rest.extend(all.into_iter().filter(|(name, _)| left(name)));
    }
    let rest = (!rest.is_empty()).then(|| FieldValue::Word(without_backslashes(&Value::Object(rest).to_string())));
    let value = |own: &ActorField| match own.holds {
        None => rest.as_ref(),
        Some(_) => actor.get(own.name).filter(|_| exported_fields.contains(own.name)),
    };
    let fields: Vec<Value> = fields.iter().map(|own| field(own, value(own))).collect();
    let own = json!({
        "__identifier": identifier(actor.kind.name()), "__grid": [actor.at.x, actor.at.y],
        "__smartColor": definitions::kind_colour(actor.kind), "__worldX": pixels[0], "__worldY": pixels[1],
        "iid": ids.fresh(), "defUid": definitions::kind_uid(actor.kind), "px": pixels, "fieldInstances": fields,
        "__tile": definitions::kind_tile(actor.kind),
    });
    filled(template, own)
}

/// Returns whether a field of the editor keeps a value.
fn keeps(value: &FieldValue) -> bool {
    match value {
        FieldValue::Word(word) => survives(word),
        FieldValue::Words(words) => words.iter().all(|word| survives(word)),
        FieldValue::Number(number) => *number <= INT,
        FieldValue::Other(_) => false,
        FieldValue::Dir(_) | FieldValue::Cell(_) | FieldValue::Cells(_) | FieldValue::Flag(_) => true,
    }
}

/// Returns a field with its value twice: for loaders, and for the editor, which reads nothing else.
fn field(own: &ActorField, value: Option<&FieldValue>) -> Value {
    let text = |text: &str| json!({ "id": "V_String", "params": [text] });
    let point = |at: &Cell| (json!({ "cx": at.x, "cy": at.y }), text(&format!("{},{}", at.x, at.y)));
    let (plain, raw) = match value {
        None if own.kind().1 => (json!([]), Vec::new()),
        None | Some(FieldValue::Other(_)) => (Value::Null, Vec::new()),
        Some(FieldValue::Dir(dir)) => (json!(dir.name()), vec![text(dir.name())]),
        Some(FieldValue::Word(word)) => (json!(word), vec![text(word)]),
        Some(FieldValue::Words(words)) => (json!(words), words.iter().map(|word| text(word)).collect()),
        Some(FieldValue::Number(number)) => (json!(number), vec![json!({ "id": "V_Int", "params": [number] })]),
        Some(FieldValue::Flag(flag)) => (json!(flag), vec![json!({ "id": "V_Bool", "params": [flag] })]),
        Some(FieldValue::Cell(at)) => {
            let (plain, raw) = point(at);
            (plain, vec![raw])
        }
        Some(FieldValue::Cells(cells)) => {
            let (plain, raw): (Vec<Value>, Vec<Value>) = cells.iter().map(point).unzip();
            (Value::Array(plain), raw)
        }
    };
    json!({
        "__identifier": identifier(own.name), "__type": own.type_name(), "__value": plain, "__tile": null,
        "defUid": own.uid, "realEditorValues": raw,
    })
}

/// Unique identifiers, the same for the same scene.
struct Ids {
    hash: u64,
    next: u64,
}

impl Ids {
    /// Returns the next identifier in the form of a UUID.
    fn fresh(&mut self) -> String {
        self.next = self.next.saturating_add(1);
        let [high, middle, low] = [self.hash >> 32, self.hash >> 16 & 0xffff, self.hash & 0xfff];
        format!("{high:08x}-{middle:04x}-4{low:03x}-8000-{:012x}", self.next)
    }
}

/// Returns the FNV-1a hash of some bytes.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
