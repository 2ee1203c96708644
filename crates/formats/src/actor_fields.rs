//! Actors in formats of other programs: the kind that a name stands for, the fields with a meaning, and the fields of other
//! programs (`x-…`).

use crate::limits;
use crate::tile_mapping::words;
use gridscope_trace::actor::{FIELDS, FieldType, FieldValue};
use gridscope_trace::scene::{Actor, ActorKind, Room, Scene};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Returns the kind of actor that a name of another program stands for: the name of a kind, or a common word for one.
/// Numbers, case and what is between words do not matter: `Start_1`, `PlayerStart`, `spawn point`.
pub(crate) fn kind_called(name: &str) -> Option<ActorKind> {
    let plain_name = words(name).concat();
    ActorKind::named(&name.trim().to_lowercase()).or_else(|| ActorKind::named(&plain_name)).or_else(|| {
        Some(match plain_name.as_str() {
            _ if is_start(name) => ActorKind::Guard,
            "target" => ActorKind::Goal,
            "monster" => ActorKind::Enemy,
            "treasure" | "chest" => ActorKind::Item,
            "light" | "torch" => ActorKind::Lamp,
            _ if matches!(place(&plain_name), "end" | "finish") => ActorKind::Goal,
            _ => return None,
        })
    })
}

/// Returns the words of a place without the last one, if that only says that it is a place.
fn place(plain_name: &str) -> &str {
    ["point", "position", "location"].iter().find_map(|word| plain_name.strip_suffix(word)).unwrap_or(plain_name)
}

/// Returns whether a name of another program says where the player starts.
pub(crate) fn is_start(name: &str) -> bool {
    let plain_name = words(name).concat();
    let place = place(&plain_name);
    let whose = ["player", "hero"].iter().find_map(|who| place.strip_prefix(who));
    matches!(plain_name.as_str(), "player" | "hero") || matches!(whose.unwrap_or(place), "start" | "spawn")
}

/// Objects that can be the start of the player.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// Index of the actor, and the type of the object.
    found: Vec<(usize, String)>,
}

impl Starts {
    /// Adds the actor with this index, whose object has this type.
    pub(crate) fn add(&mut self, index: usize, kind: &str) {
        self.found.push((index, kind.trim().to_owned()));
    }

    /// Returns the types of the objects, if there are several.
    pub(crate) fn rivals(&self) -> impl Iterator<Item = &str> {
        let several = self.found.len() > 1;
        self.found.iter().filter(move |_| several).map(|(_, kind)| kind.as_str())
    }

    /// Removes the actors again if there are several, or if the only one cannot stand on its cell. Their cells become
    /// rooms with the names of their types. Returns the indexes of the removed actors from the last, and a note.
    pub(crate) fn settle(self, scene: &mut Scene) -> (Vec<usize>, Option<String>) {
        let stands = |scene: &Scene, index: usize| {
            let tile = scene.actors.get(index).and_then(|actor| scene.tiles.get(actor.at));
            tile.is_some_and(|tile| tile.is_walkable())
        };
        let reason = match self.found.as_slice() {
            [] => return Default::default(),
            &[(only, _)] if stands(scene, only) => return Default::default(),
            [_] => "would start on a cell that cannot be walked on".to_owned(),
            several => format!("could each be the start, {} in all", several.len()),
        };
        let (mut removed, mut kinds) = (Vec::new(), BTreeSet::new());
        for (index, kind) in self.found.into_iter().rev() {
            let at = scene.actors.remove(index).at;
            if scene.rooms.len() < limits::ROOMS && kind.len() <= limits::TEXT {
                scene.rooms.push(Room { name: kind.clone(), from: at, to: at });
            }
            removed.push(index);
            kinds.insert(kind);
        }
        let kinds: Vec<String> = kinds.into_iter().take(8).collect();
        let advice = kinds.iter().map(|kind| format!("{kind}=guard")).collect::<Vec<_>>().join(",");
        let note = format!(
            "Objects of the type {} {reason}. They are marked as rooms. --map-actors='{advice}' makes them actors.",
            kinds.join(", ")
        );
        (removed, Some(note))
    }
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
