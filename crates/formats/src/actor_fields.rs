//! Actors in formats of other programs: the kind that a name stands for, the fields with a meaning, and the fields of other
//! programs (`x-…`).

use gridscope_trace::actor::{FIELDS, FieldType, FieldValue};
use gridscope_trace::scene::{Actor, ActorKind};
use serde_json::{Map, Value};

/// Returns the kind of actor that a name of another program stands for: the name of a kind, or a common word for one.
pub(crate) fn kind_called(name: &str) -> Option<ActorKind> {
    let name = name.trim().to_lowercase();
    ActorKind::named(&name).or_else(|| {
        Some(match name.as_str() {
            "player" | "hero" | "start" | "spawn" => ActorKind::Guard,
            "end" | "target" => ActorKind::Goal,
            "monster" => ActorKind::Enemy,
            "treasure" | "chest" => ActorKind::Item,
            "light" | "torch" => ActorKind::Lamp,
            _ => return None,
        })
    })
}

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
