//! The parts of a scene beside its map and actors (title, notes, tile details, script, rooms and run), as one string. Formats
//! of other programs carry it in a property, so that nothing is lost on the way there and back.

use super::scene_json::SceneJson;
use super::{Format as _, FormatError, Options};
use gridscope_trace::Weights;
use gridscope_trace::scene::{Scene, WeightRows};
use serde_json::{Map, Value};

/// Fields of a scene file that the map itself holds.
const OF_THE_MAP: [&str; 5] = ["legend", "rows", "known", "weights", "actors"];
/// Fields that can contradict a map that was changed in another program, in the order in which they are dropped.
const DROPPED: [&str; 6] = ["weights", "tiles", "rooms", "script", "run", "notes"];

/// Returns whether all weights are digits, which have tiles of their own in maps. Others are in the string.
pub(crate) fn are_digits(weights: &Weights) -> bool {
    weights.count_without_digit() == 0
}

/// Returns the string for a scene, with those of its weights that are no digits.
///
/// # Errors
/// Returns an error if the scene cannot be written as a scene file.
pub(crate) fn rest_of(scene: &Scene, weights: Option<&Weights>) -> Result<String, FormatError> {
    let scene_file = SceneJson.write(scene, &Options::default())?;
    let mut all = object(&scene_file.bytes).ok_or_else(|| FormatError::whole("the scene", "it is not JSON", ""))?;
    all.retain(|field, _| !OF_THE_MAP.contains(&field.as_str()));
    if let Some(weights) = weights.filter(|weights| !are_digits(weights)) {
        let rows = serde_json::to_value(WeightRows::of(weights));
        all.insert("weights".into(), rows.map_err(|e| FormatError::whole("the scene", &e.to_string(), ""))?);
    }
    Ok(Value::Object(all).to_string())
}

/// Returns the scene with the rest that the string holds, and notes about parts that do not fit the map. The string is
/// checked like a scene file. `scene` has the tiles, known cells, weights and actors of the map.
///
/// # Errors
/// Returns an error if the scene itself is not valid.
pub(crate) fn with_rest(name: &str, scene: Scene, rest: &str) -> Result<(Scene, Vec<String>), FormatError> {
    let inside = format!("the property gridscope of {name}");
    let own = SceneJson.write(&scene, &Options::default())?;
    let own = object(&own.bytes).unwrap_or_default();
    let Some(mut all) = super::survey::survey(&inside, rest, &super::survey::ANY).ok().and(object(rest.as_bytes()))
    else {
        return Ok((scene, vec!["The property gridscope is not a scene and was not read.".into()]));
    };
    let weights = all.remove("weights").filter(|weights| weights.is_object() && !own.contains_key("weights"));
    all.retain(|field, _| !OF_THE_MAP.contains(&field.as_str()));
    all.extend(weights.map(|weights| ("weights".to_owned(), weights)));
    all.extend(own.into_iter().filter(|(field, _)| OF_THE_MAP.contains(&field.as_str())));
    let read = |all: &Map<String, Value>| SceneJson.read_text(&inside, &Value::Object(all.clone()).to_string());
    let mut notes = Vec::new();
    let mut refused = None;
    for drop in std::iter::once(None).chain(DROPPED.map(Some)) {
        if let Some(field) = drop {
            if all.remove(field).is_none() {
                continue;
            }
            notes.push(format!("Of the property gridscope, {field:?} does not fit the map and was not read."));
        }
        match read(&all) {
            Ok(loaded) => {
                notes.extend(loaded.notes);
                return Ok((loaded.scene, notes));
            }
            Err(error) => refused = Some(error),
        }
    }
    let why = refused.map(|error| error.found).unwrap_or_default();
    Ok((scene, vec![format!("The property gridscope was not read: {why}.")]))
}

fn object(json: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(json).ok()
}
