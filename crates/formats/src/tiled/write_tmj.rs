//! Writes TMJ maps: one line for each tile, object, and row of cells.

use super::output::{OutObject, OutTile, Output, TILED_VERSION, TILESET, VERSION, check_length, tiles};
use crate::FormatError;
use crate::tileset::{COUNT, PIXELS};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Returns the text of a map.
pub(super) fn write(map: &Output<'_>) -> Result<String, FormatError> {
    let (width, height) = map.size();
    let mut text = String::new();
    let header = [
        ("type", json!("map")),
        ("version", json!(VERSION)),
        ("tiledversion", json!(TILED_VERSION)),
        ("orientation", json!("orthogonal")),
        ("renderorder", json!("right-down")),
        ("compressionlevel", json!(-1)),
        ("infinite", json!(false)),
        ("width", json!(width)),
        ("height", json!(height)),
        ("tilewidth", json!(PIXELS)),
        ("tileheight", json!(PIXELS)),
        ("nextlayerid", json!(map.object_layer().saturating_add(1))),
        ("nextobjectid", json!(map.objects.len().saturating_add(1))),
        ("properties", properties(&map.properties)),
    ];
    // Writing to a String cannot fail, here and below.
    for (i, (name, value)) in header.iter().enumerate() {
        let _ = writeln!(text, "{} \"{name}\": {value},", if i == 0 { "{" } else { " " });
    }
    let tileset = fields(&json!({
        "firstgid": 1, "name": TILESET, "tilewidth": PIXELS, "tileheight": PIXELS, "tilecount": COUNT, "columns": COUNT,
        "margin": 0, "spacing": 0, "image": map.picture, "imagewidth": COUNT.saturating_mul(PIXELS),
        "imageheight": PIXELS,
    }));
    let _ = writeln!(text, "  \"tilesets\": [{{ {tileset}, \"tiles\": [");
    let tiles: Vec<String> = tiles().iter().enumerate().map(|(id, of)| format!("   {}", tile(id, of))).collect();
    text.push_str(&tiles.join(",\n"));
    text.push_str(" ] }],\n  \"layers\": [");
    for (id, &layer) in (1..).zip(&map.layers) {
        let opacity = if id == 1 { json!(1) } else { json!(0.5) };
        let head = fields(&json!({
            "type": "tilelayer", "id": id, "name": layer.name(), "x": 0, "y": 0, "width": width, "height": height,
            "opacity": opacity, "visible": true,
        }));
        let _ = writeln!(text, "{{ {head}, \"data\": [");
        for y in 0..height {
            text.push_str("   ");
            map.push_row(layer, y, &mut text);
            text.push_str(if y.saturating_add(1) < height { ",\n" } else { " ] },\n   " });
            check_length(&text)?;
        }
    }
    let head = fields(&json!({
        "type": "objectgroup", "draworder": "index", "id": map.object_layer(), "name": "actors", "x": 0, "y": 0,
        "opacity": 1, "visible": true,
    }));
    let objects: Vec<String> = (1..).zip(&map.objects).map(|(id, of)| format!("\n   {}", object(id, of))).collect();
    let _ = writeln!(text, "{{ {head}, \"objects\": [{} ] }}] }}", objects.join(","));
    check_length(&text)?;
    Ok(text)
}

/// Returns the fields of an object without the brackets.
fn fields(object: &Value) -> String {
    let text = object.to_string();
    text.trim_start_matches('{').strip_suffix('}').map(str::to_owned).unwrap_or_default()
}

fn properties(all: &[(String, Value)]) -> Value {
    let property = |(name, value): &(String, Value)| {
        let kind = match value {
            Value::Bool(_) => "bool",
            Value::Number(_) => "int",
            _ => "string",
        };
        json!({ "name": name, "type": kind, "value": value })
    };
    all.iter().map(property).collect()
}

fn tile(id: usize, tile: &OutTile) -> Value {
    let mut all = json!({ "id": id, "type": tile.class });
    if let Some(fields) = all.as_object_mut().filter(|_| !tile.properties.is_empty()) {
        fields.insert("properties".into(), properties(&tile.properties));
        if tile.is_solid {
            let body = json!({
                "id": 1, "name": "", "type": "", "x": 0, "y": 0, "width": PIXELS, "height": PIXELS, "rotation": 0,
                "visible": true,
            });
            let shapes = json!({
                "type": "objectgroup", "draworder": "index", "name": "", "x": 0, "y": 0, "opacity": 1, "visible": true,
                "objects": [body],
            });
            fields.insert("objectgroup".into(), shapes);
        }
    }
    all
}

fn object(id: usize, object: &OutObject) -> Value {
    let mut all = json!({
        "id": id, "name": object.name, "type": object.class, "x": object.x, "y": object.y, "width": object.size.0,
        "height": object.size.1, "rotation": 0, "visible": true,
    });
    if let Some(fields) = all.as_object_mut() {
        if let Some(gid) = object.gid {
            fields.insert("gid".into(), json!(gid));
        }
        if !object.properties.is_empty() {
            fields.insert("properties".into(), properties(&object.properties));
        }
        if !object.points.is_empty() {
            let points = object.points.iter().map(|(x, y)| json!({ "x": x, "y": y }));
            fields.insert("polyline".into(), points.collect());
        }
    }
    all
}
