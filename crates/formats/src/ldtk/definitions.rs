//! The definitions of a written LDtk project: layers, kinds of actors, and their fields. Strict loaders require every field
//! of the schema, so that all are written.

use super::super::picture::hex;
use super::super::tileset::{self, PIXELS};
use super::{ACTORS, KNOWN, REST, TERRAIN, UNKNOWN, WEIGHTS};
use crate::scene_rest;
use crate::tileset::DIGITS;
use gridscope_trace::actor::{FIELDS, FieldType};
// The editor writes identifiers with a capital: `Guard`.
pub(super) use gridscope_trace::event::capital as identifier;
use gridscope_trace::scene::{ActorKind, Scene};
use gridscope_trace::terrain::Tile;
use serde_json::{Value, json};

/// First number that no definition has.
pub(super) const NEXT_UID: usize = 1_000;
/// Number of the definition of the level's field.
pub(super) const LEVEL_FIELD: usize = 9;
/// Number of the tileset.
const TILESET_UID: usize = 8;
/// Number of the first kind of actor.
const FIRST_KIND: usize = 10;
/// Number of the first field of an actor.
const FIRST_FIELD: usize = 100;

/// Colours of the kinds of actors in the editor.
const COLOURS: [&str; 12] = [
    "#3CC878", "#8C50C8", "#F0A03C", "#50B4F0", "#F0DC3C", "#C8C864", "#B4B4C8", "#FFF0A0", "#C89678", "#5078F0",
    "#DC3C3C", "#DC78B4",
];

const LAYER: &str = r#"{"__type": "", "identifier": "", "type": "", "uid": 0, "doc": null, "uiColor": null, "gridSize": 16,
    "guideGridWid": 0, "guideGridHei": 0, "displayOpacity": 1, "inactiveOpacity": 0.6, "hideInList": false,
    "hideFieldsWhenInactive": true, "canSelectWhenInactive": true, "renderInWorldView": true, "pxOffsetX": 0,
    "pxOffsetY": 0, "parallaxFactorX": 0, "parallaxFactorY": 0, "parallaxScaling": true, "requiredTags": [],
    "excludedTags": [], "autoTilesKilledByOtherLayerUid": null, "uiFilterTags": [], "useAsyncRender": false,
    "intGridValues": [], "intGridValuesGroups": [], "autoRuleGroups": [], "autoSourceLayerDefUid": null,
    "tilesetDefUid": null, "tilePivotX": 0, "tilePivotY": 0, "biomeFieldUid": null}"#;

const ENTITY: &str = r##"{"identifier": "", "uid": 0, "tags": [], "exportToToc": false, "allowOutOfBounds": false,
    "doc": null, "width": 16, "height": 16, "resizableX": false, "resizableY": false, "minWidth": null, "maxWidth": null,
    "minHeight": null, "maxHeight": null, "keepAspectRatio": false, "tileOpacity": 1, "fillOpacity": 1, "lineOpacity": 1,
    "hollow": false, "color": "#000000", "renderMode": "Tile", "showName": true, "tilesetId": null,
    "tileRenderMode": "FitInside", "tileRect": null, "uiTileRect": null, "nineSliceBorders": [], "maxCount": 0,
    "limitScope": "PerLevel", "limitBehavior": "MoveLastOne", "pivotX": 0, "pivotY": 0, "fieldDefs": []}"##;

const FIELD: &str = r#"{"identifier": "", "doc": null, "__type": "", "uid": 0, "type": "", "isArray": false,
    "canBeNull": true, "arrayMinLength": null, "arrayMaxLength": null, "editorDisplayMode": "Hidden",
    "editorDisplayScale": 1, "editorDisplayPos": "Above", "editorLinkStyle": "StraightArrow", "editorDisplayColor": null,
    "editorAlwaysShow": false, "editorShowInWorld": true, "editorCutLongValues": true, "editorTextSuffix": null,
    "editorTextPrefix": null, "useForSmartColor": false, "exportToToc": false, "searchable": false, "min": null,
    "max": null, "regex": null, "acceptFileTypes": null, "defaultOverride": null, "textLanguageMode": null,
    "symmetricalRef": false, "autoChainRef": true, "allowOutOfLevelRef": true, "allowedRefs": "OnlySame",
    "allowedRefsEntityUid": null, "allowedRefTags": [], "tilesetUid": null}"#;

/// The tileset with the pictures of the canvas.
const TILESET: &str = r#"{"__cWid": 0, "__cHei": 1, "identifier": "Gridscope", "uid": 8, "relPath": null, "embedAtlas": null,
    "pxWid": 0, "pxHei": 16, "tileGridSize": 16, "spacing": 0, "padding": 0, "tags": [], "tagsSourceEnumUid": null,
    "enumTags": [], "customData": [], "savedSelections": [], "cachedPixelData": null}"#;

/// Returns a tile of the tileset as a rectangle.
fn tile_rect(index: u32) -> Value {
    json!({ "tilesetUid": TILESET_UID, "x": index.saturating_mul(PIXELS), "y": 0, "w": PIXELS, "h": PIXELS })
}

/// Returns the picture of a kind of actor.
pub(super) fn kind_tile(kind: ActorKind) -> Value {
    tile_rect(tileset::actor_index(kind))
}

/// Returns the object that a text of this module describes.
pub(super) fn template(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Returns the fields of a template with some of them replaced.
pub(super) fn filled(template: &Value, own: Value) -> Value {
    let mut all = template.clone();
    if let (Some(all), Value::Object(own)) = (all.as_object_mut(), own) {
        all.extend(own);
    }
    all
}

/// The layers of a scene: name, type and number of the definition, from the top.
pub(super) fn layers(scene: &Scene) -> Vec<(&'static str, &'static str, usize)> {
    let mut all =
        vec![(ACTORS, "Entities", 2), (KNOWN, "IntGrid", 4), (WEIGHTS, "IntGrid", 3), (TERRAIN, "IntGrid", 1)];
    let weighted = scene.weights.as_ref().is_some_and(|all| !all.is_empty() && scene_rest::are_digits(all));
    all.retain(|&(name, ..)| (name != KNOWN || scene.known.is_some()) && (name != WEIGHTS || weighted));
    all
}

/// Returns the value of a tile in the layer `Terrain`. 0 would be an empty cell.
pub(super) fn tile_value(tile: Tile) -> usize {
    (tile as usize).saturating_add(1)
}

/// A field of a kind of actor.
pub(super) struct ActorField {
    pub(super) name: &'static str,
    /// Type of the field; `None` is the text with what other fields cannot hold.
    pub(super) holds: Option<FieldType>,
    pub(super) uid: usize,
}

impl ActorField {
    /// Returns the type in the editor, and whether it is a list.
    pub(super) fn kind(&self) -> (&'static str, bool) {
        match self.holds {
            Some(FieldType::Cell) => ("Point", false),
            Some(FieldType::Cells) => ("Point", true),
            Some(FieldType::Words) => ("String", true),
            Some(FieldType::Number(..)) => ("Int", false),
            Some(FieldType::Flag(_)) => ("Bool", false),
            Some(FieldType::Dir | FieldType::Word) | None => ("String", false),
        }
    }

    /// Returns the type as values name it: `Array<Point>`.
    pub(super) fn type_name(&self) -> String {
        match self.kind() {
            (name, true) => format!("Array<{name}>"),
            (name, false) => name.to_owned(),
        }
    }

    /// Returns the definition. `template` has the fields of any field.
    fn definition(&self, template: &Value) -> Value {
        let (kind, is_list) = self.kind();
        let mode = if is_list && kind == "Point" { "PointPath" } else { "Hidden" };
        // A flag that is not set has its usual value.
        let usual = match self.holds {
            Some(FieldType::Flag(usual)) => json!({ "id": "V_Bool", "params": [usual] }),
            _ => Value::Null,
        };
        let own = json!({
            "identifier": identifier(self.name), "__type": self.type_name(), "uid": self.uid, "type": format!("F_{kind}"),
            "isArray": is_list, "canBeNull": !is_list && kind != "Bool", "editorDisplayMode": mode, "defaultOverride": usual,
        });
        filled(template, own)
    }
}

/// Returns the number of the definition of a kind of actor.
pub(super) fn kind_uid(kind: ActorKind) -> usize {
    (kind as usize).saturating_add(FIRST_KIND)
}

/// Returns the colour of a kind of actor.
pub(super) fn kind_colour(kind: ActorKind) -> &'static str {
    COLOURS.get(kind as usize).copied().unwrap_or("#FFFFFF")
}

/// Returns the fields of a kind of actor: those that it uses, and any that an actor of the scene has.
pub(super) fn kind_fields(scene: &Scene, kind: ActorKind) -> Vec<ActorField> {
    let first = (kind as usize).saturating_mul(FIELDS.len().saturating_add(1)).saturating_add(FIRST_FIELD);
    let used = |name: &str| scene.of_kind(kind).any(|actor| actor.get(name).is_some());
    let own = (first..).zip(FIELDS).filter(|(_, field)| field.kinds.contains(&kind) || used(field.name));
    let own = own.map(|(uid, field)| ActorField { name: field.name, holds: Some(field.holds), uid });
    own.chain([ActorField { name: REST, holds: None, uid: first.saturating_add(FIELDS.len()) }]).collect()
}

/// Returns `defs`. `picture` is the name of the picture of the tileset.
pub(super) fn all(scene: &Scene, picture: &str) -> Value {
    let [layer_fields, entity_fields, field_fields] = [LAYER, ENTITY, FIELD].map(template);
    let layer = |&(name, kind, uid): &(&str, &str, usize)| {
        let values = values(name);
        filled(
            &layer_fields,
            json!({ "__type": kind, "identifier": name, "type": kind, "uid": uid, "intGridValues": values }),
        )
    };
    let entity = |kind: ActorKind| {
        let fields: Vec<Value> = kind_fields(scene, kind).iter().map(|own| own.definition(&field_fields)).collect();
        let own = json!({
            "identifier": identifier(kind.name()), "uid": kind_uid(kind), "color": kind_colour(kind), "fieldDefs": fields,
            "tilesetId": TILESET_UID, "tileRect": kind_tile(kind),
        });
        filled(&entity_fields, own)
    };
    let rest = ActorField { name: REST, holds: None, uid: LEVEL_FIELD };
    let width = tileset::COUNT.saturating_mul(PIXELS);
    let tileset = json!({ "__cWid": tileset::COUNT, "pxWid": width, "relPath": picture });
    json!({
        "layers": layers(scene).iter().map(layer).collect::<Vec<_>>(),
        "entities": ActorKind::ALL.into_iter().map(entity).collect::<Vec<_>>(),
        "tilesets": [filled(&template(TILESET), tileset)], "enums": [], "externalEnums": [], "levelFields": [rest.definition(&field_fields)],
    })
}

/// Returns the values of an `IntGrid` layer.
fn values(layer: &str) -> Vec<Value> {
    let value = |value: usize, name: &str, colour: String, picture: u32| json!({ "value": value, "identifier": name, "color": colour, "tile": tile_rect(picture), "groupUid": 0 });
    match layer {
        TERRAIN => {
            let tile = |&tile: &Tile| {
                let (name, colour) = (tile.info().name.replace('-', "_"), hex(tile.info().colour).to_uppercase());
                value(tile_value(tile), &name, colour, tile as u32)
            };
            Tile::ALL.iter().map(tile).collect()
        }
        WEIGHTS => {
            let colour = |weight: u8| hex([255, 255_u8.saturating_sub(weight.saturating_mul(25)), 0]).to_uppercase();
            let picture = tileset::weight_index;
            let value = |weight: u8| value(weight.into(), &format!("weight_{weight}"), colour(weight), picture(weight));
            (1..=DIGITS).map(value).collect()
        }
        KNOWN => vec![value(1, UNKNOWN, "#282840".into(), tileset::UNKNOWN)],
        _ => Vec::new(),
    }
}

/// Edge length of a cell in a written project, in pixels.
pub(super) const GRID: u32 = PIXELS;
