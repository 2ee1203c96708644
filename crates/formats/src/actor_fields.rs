//! The fields of an actor for formats of other programs: those with a meaning, and those of other programs (`x-…`).

use crate::core::actor::{FIELDS, FieldType, FieldValue};
use crate::core::scene::Actor;
use serde_json::{Map, Value};

/// Returns the fields that are set and have a meaning, in the order of files: name, type and value.
pub(crate) fn known_fields(actor: &Actor) -> impl Iterator<Item = (&'static str, FieldType, &FieldValue)> {
    FIELDS.iter().filter_map(|field| Some((field.name, field.holds, actor.get(field.name)?)))
}

/// Returns the fields of other programs, by name.
pub(crate) fn foreign_fields(actor: &Actor) -> Map<String, Value> {
    let Ok(Value::Object(mut all)) = serde_json::to_value(actor) else { return Map::new() };
    all.retain(|name, _| name.starts_with("x-"));
    all
}
