//! Checks for headers that contradict themselves: two different maps, or an order by a field that no event has.

use super::line::{LineFault, LogEvent};
use super::rules::order;
use super::word::Word;
use crate::scene_json::SceneJson;
use serde_json::{Map, Value, json};

/// Refuses a header that states two different maps.
///
/// # Errors
/// Returns an error that names the contradiction and what to state instead.
pub(super) fn grounds(all: &Map<String, Value>) -> Result<(), LineFault> {
    let map = sides_of_rows(all.get("map"));
    let scene = all.get("scene").filter(|scene| scene.is_object());
    if let (Some(map), Some(scene)) = (map, scene) {
        let one = "one of the two";
        let rows = sides_of_rows(scene.get("rows"));
        if let Some(rows) = rows.filter(|&rows| rows != map) {
            let found =
                format!("\"map\" has {} cells and the rows of \"scene\" have {}", format_size(map), format_size(rows));
            return Err((found, one.into()));
        }
        if let Some(at) = differing_cell(all, scene) {
            return Err((format!("\"map\" and \"scene\" differ at ({}, {})", at.0, at.1), one.into()));
        }
    }
    let ground_size = map.map(|sides| ("map", sides)).or_else(|| Some(("scene", sides_of_rows(scene?.get("rows"))?)));
    if let (Some(size), Some((name, ground))) = (sides(all.get("size")), ground_size)
        && size != ground
    {
        let found = format!("\"size\" is {} and {name:?} has {} cells", format_size(size), format_size(ground));
        return Err((found, format!("{name:?} alone, or the size that it has")));
    }
    Ok(())
}

/// Formats a width and a height for display.
fn format_size((width, height): (u64, u64)) -> String {
    format!("{width} × {height}")
}

/// Reads a width and a height from `[width, height]`.
fn sides(size: Option<&Value>) -> Option<(u64, u64)> {
    match size?.as_array()?.as_slice() {
        [width, height] => width.as_u64().zip(height.as_u64()),
        _ => None,
    }
}

/// Returns the width and height of rows of text. The width is that of the longest row.
fn sides_of_rows(rows: Option<&Value>) -> Option<(u64, u64)> {
    let rows = rows?.as_array()?;
    let wide = rows.iter().filter_map(Value::as_str).map(|row| row.chars().count()).max()?;
    Some((wide as u64, rows.len() as u64))
}

/// Returns the first cell at which `map` and a scene of the same size have different tiles. Returns `None` if one of
/// them cannot be read, which another check reports.
fn differing_cell(all: &Map<String, Value>, scene: &Value) -> Option<(u16, u16)> {
    let scene = SceneJson.read_text("the scene", &scene.to_string()).ok()?.scene;
    let mut of_map = json!({ "format": "gridscope-scene", "version": 1, "rows": all.get("map")? });
    let legend = all.get("legend").filter(|legend| legend.is_object());
    if let Some((legend, of_map)) = legend.zip(of_map.as_object_mut()) {
        of_map.insert("legend".into(), legend.clone());
    }
    let map = SceneJson.read_text("the map", &of_map.to_string()).ok()?.scene;
    let mut cells = map.size().cells();
    let at = cells.find(|&at| scene.tiles.get(at) != map.tiles.get(at))?;
    Some((at.x, at.y))
}

/// Fields that the header's order names and that no event has had so far.
#[derive(Clone, Debug, Default)]
pub(super) struct UnseenKeys {
    names: Vec<String>,
    /// Line number of the header.
    line: usize,
    /// Whether anything was opened. Before that, no event needs a key.
    opened: bool,
}

impl UnseenKeys {
    /// Returns the fields in the order of the header in line `line`.
    pub(super) fn of(line: usize, header: &Map<String, Value>) -> Self {
        let keys = header.get("order").and_then(|keys| order(keys).ok()).unwrap_or_default();
        // The number of an entry is counted here. If g, h or f is missing, a rule of the audit is skipped, and that is
        // all.
        let names = keys
            .into_iter()
            .map(|key| key.field)
            .filter(|name| !matches!(name.as_str(), "#" | "f" | "g" | "h"))
            .collect();
        Self { names, line, opened: false }
    }

    /// Removes the fields that an event has.
    pub(super) fn see(&mut self, event: &LogEvent) {
        if self.names.is_empty() {
            return;
        }
        self.opened |= matches!(event.word, Word::Open | Word::Expand);
        self.names.retain(|name| event.others.get(name).is_none());
    }

    /// Returns the line of the header and what is wrong with its order, after all events were read.
    pub(super) fn refused(&self) -> Option<(usize, LineFault)> {
        let name = self.names.first().filter(|_| self.opened)?;
        let found = format!("\"order\" names {name:?}, and no event has such a field");
        Some((self.line, (found, "names of fields that the events have, or # for the order of entries".into())))
    }
}
