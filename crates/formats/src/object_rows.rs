//! The types of objects of a map, each with what its objects are.

use crate::question::{ObjectKnownBy, ObjectQuestion};
use crate::tile_mapping::{TileAnswers, nearest_key, type_key};
use crate::{FormatError, actor_fields::is_start};
use gridscope_trace::scene::ActorKind;
use std::collections::BTreeMap;

/// Maximum number of types.
const TYPES: usize = 300;

/// The types of objects that were found so far.
#[derive(Default)]
pub(crate) struct ObjectRows {
    rows: BTreeMap<String, ObjectQuestion>,
}

impl ObjectRows {
    /// Counts an object of a type.
    pub(crate) fn count(&mut self, name: &str, kind: Option<ActorKind>, known_by: ObjectKnownBy) {
        let name = type_key(name);
        if name.is_empty() || self.rows.len() >= TYPES && !self.rows.contains_key(&name) {
            return;
        }
        let row = self.rows.entry(name).or_insert_with_key(|name| ObjectQuestion {
            name: name.clone(),
            count: 0,
            kind,
            known_by,
            perhaps: if kind.is_none() { suggested(name) } else { None },
            asks: false,
        });
        if row.known_by == ObjectKnownBy::Area && known_by != ObjectKnownBy::Area {
            // Of a type with areas and points, the points count.
            (row.count, row.kind, row.known_by) = (0, kind, known_by);
        }
        if (known_by == ObjectKnownBy::Area) == (row.known_by == ObjectKnownBy::Area) {
            row.count = row.count.saturating_add(1);
        }
    }

    /// Asks for types, because each of their objects could be the start.
    pub(crate) fn ask<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        for name in names {
            if let Some(row) = self.rows.get_mut(&type_key(name)) {
                row.asks = true;
            }
        }
    }

    /// Returns the types: first those that are asked for.
    ///
    /// # Errors
    /// Returns an error if an answer has a type that no object has.
    pub(crate) fn finish(self, name: &str, answers: &TileAnswers) -> Result<Box<[ObjectQuestion]>, FormatError> {
        let is_there = |kind: &str| {
            self.rows.contains_key(kind)
                || self.rows.contains_key(&kind.to_lowercase())
                || self.rows.contains_key(&kind.to_uppercase())
        };
        if let Some(wrong) = answers.stated_types().find(|kind| !is_there(kind)) {
            let near = nearest_key(wrong, &self.rows.keys().cloned().collect());
            let found = format!("no object of the map has the type {wrong}{near}");
            let types: Vec<&str> = self.rows.keys().take(8).map(String::as_str).collect();
            let expected =
                if types.is_empty() { "no --map-actors".into() } else { format!("one of {}", types.join(", ")) };
            return Err(FormatError::whole(name, &found, &expected));
        }
        let mut rows: Vec<_> = self.rows.into_values().collect();
        rows.sort_by_key(|row| (!row.asks, row.known_by != ObjectKnownBy::Area, std::cmp::Reverse(row.count)));
        Ok(rows.into())
    }
}

/// Returns the kind of actor that a name suggests, for a person who must decide.
fn suggested(name: &str) -> Option<ActorKind> {
    if is_start(name) {
        return Some(ActorKind::Guard);
    }
    let words = || name.split(|c: char| !c.is_alphabetic());
    let kind = |word: &str| match word {
        "npc" | "npcs" | "villager" | "soldier" | "player" | "hero" | "spawn" | "start" => Some(ActorKind::Guard),
        "mob" | "mobs" | "monsters" | "enemies" | "orc" | "slime" | "bat" | "rat" => Some(ActorKind::Enemy),
        "coin" | "coins" | "key" | "keys" | "pickup" | "treasure" | "chest" => Some(ActorKind::Item),
        "door" | "warp" | "portal" | "stairs" => Some(ActorKind::Exit),
        "target" | "end" | "finish" => Some(ActorKind::Goal),
        _ => ActorKind::named(word),
    };
    words().find_map(kind)
}
