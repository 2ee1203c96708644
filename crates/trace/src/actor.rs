//! The actors on a map.

mod fields;

pub use fields::{FIELDS, Field, FieldType, FieldValue};

use super::event::Word;
use super::geometry::{Cell, Dir};
use serde::de::Error as _;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kinds of actor, by their names in scene files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize, Word)]
#[words(name)]
#[serde(rename_all = "lowercase")]
pub enum ActorKind {
    /// Walks to a goal or along a route. Can be the start of a search.
    Guard,
    /// Moves by the thief's rules of the tile table.
    Thief,
    /// Explores.
    Explorer,
    /// Looks.
    Viewer,
    /// The end of a search.
    Goal,
    /// An item to pick up.
    Item,
    /// An exit, such as stairs up or down.
    Exit,
    /// Throws light.
    Lamp,
    /// Sleeps until a flow map reaches it.
    Prisoner,
    /// A piece in auto chess.
    Unit,
    /// Interrupts an explorer who sees it. On a ship it hunts people.
    Enemy,
    /// Bursts when it is hit or burnt.
    Bloat,
}

impl ActorKind {
    /// Returns whether the actor has a body that holds a door open. Goals, exits, lamps and viewers are only markers,
    /// and items do not hold doors open.
    pub const fn is_body(self) -> bool {
        matches!(
            self,
            Self::Guard | Self::Thief | Self::Explorer | Self::Prisoner | Self::Unit | Self::Enemy | Self::Bloat
        )
    }
}

/// A person, a creature or a thing on the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Actor {
    /// The kind of actor.
    pub kind: ActorKind,
    /// The cell that it is on.
    pub at: Cell,
    /// Other properties, by the names in [`FIELDS`].
    fields: BTreeMap<String, FieldValue>,
}

macro_rules! access {
    ($($get:ident $set:ident $name:literal $variant:ident $type:ty;)*) => {
        $(
            #[doc = concat!("The field `", $name, "`, where it is said; [`FIELDS`] tells what it means.")]
            pub fn $get(&self) -> Option<$type> {
                match self.get($name)? {
                    FieldValue::$variant(value) => Some(*value),
                    _ => None,
                }
            }

            #[doc = concat!("Says the field `", $name, "`, or leaves it unsaid.")]
            pub fn $set(&mut self, value: Option<$type>) {
                self.set($name, value.map(FieldValue::$variant));
            }
        )*
    };
}

impl Actor {
    /// Creates an actor with only a kind and a cell.
    pub const fn new(kind: ActorKind, at: Cell) -> Self {
        Self { kind, at, fields: BTreeMap::new() }
    }

    /// Returns the value of a field.
    pub fn get(&self, name: &str) -> Option<&FieldValue> {
        self.fields.get(name)
    }

    /// Sets a field, or removes it if `value` is `None`.
    pub fn set(&mut self, name: &str, value: Option<FieldValue>) {
        match value {
            Some(value) => _ = self.fields.insert(name.to_owned(), value),
            None => _ = self.fields.remove(name),
        }
    }

    /// Replaces the cells in all fields. A cell for which `to` returns `None` is removed.
    pub fn map_cells(&mut self, to: impl Fn(Cell) -> Option<Cell>) {
        self.fields.retain(|_, value| match value {
            FieldValue::Cell(cell) => to(*cell).map(|there| *cell = there).is_some(),
            FieldValue::Cells(cells) => {
                *cells = cells.iter().filter_map(|&cell| to(cell)).collect();
                !cells.is_empty()
            }
            _ => true,
        });
    }

    access! {
        facing set_facing "facing" Dir Dir;
        goal set_goal "goal" Cell Cell;
        range set_range "range" Number u32;
        seen set_seen "seen" Flag bool;
        down set_down "down" Flag bool;
        to set_to "to" Cell Cell;
        value set_value "value" Number u32;
        radius set_radius "radius" Number u32;
        lit set_lit "lit" Flag bool;
        chained set_chained "chained" Flag bool;
        active set_active "active" Flag bool;
        assassin set_assassin "assassin" Flag bool;
        hostile set_hostile "hostile" Flag bool;
        strength set_strength "strength" Number u32;
        hurt set_hurt "hurt" Number u32;
    }

    /// Returns the names of the keys that it carries.
    pub fn keys(&self) -> &[String] {
        match self.get("keys") {
            Some(FieldValue::Words(keys)) => keys,
            _ => &[],
        }
    }

    /// Replaces the keys that it carries.
    pub fn set_keys(&mut self, keys: Vec<String>) {
        self.set("keys", (!keys.is_empty()).then_some(FieldValue::Words(keys)));
    }

    /// Returns the cells of its patrol, in order.
    pub fn route(&self) -> &[Cell] {
        match self.get("route") {
            Some(FieldValue::Cells(route)) => route,
            _ => &[],
        }
    }

    /// Replaces its patrol.
    pub fn set_route(&mut self, route: Vec<Cell>) {
        self.set("route", (!route.is_empty()).then_some(FieldValue::Cells(route)));
    }

    /// Returns the room that an exit leads out of.
    pub fn room(&self) -> Option<&str> {
        match self.get("room")? {
            FieldValue::Word(room) => Some(room),
            _ => None,
        }
    }

    /// Sets the room that the exit leads out of.
    pub fn set_room(&mut self, room: Option<String>) {
        self.set("room", room.map(FieldValue::Word));
    }

    /// Returns its team, if it is set.
    pub fn team(&self) -> Option<u8> {
        match self.get("team")? {
            FieldValue::Number(team) => u8::try_from(*team).ok(),
            _ => None,
        }
    }

    /// Sets its team, or removes it if `team` is `None`.
    pub fn set_team(&mut self, team: Option<u8>) {
        self.set("team", team.map(|team| FieldValue::Number(team.into())));
    }

    /// Returns the glyph used in text maps (`@` for both a thief and an explorer).
    pub fn glyph(&self) -> char {
        match self.kind {
            ActorKind::Guard => 'G',
            ActorKind::Thief | ActorKind::Explorer => '@',
            ActorKind::Viewer => 'V',
            ActorKind::Goal => 'X',
            ActorKind::Item => '$',
            ActorKind::Exit if self.down() == Some(false) => '<',
            ActorKind::Exit => '>',
            ActorKind::Lamp => 'L',
            ActorKind::Prisoner => 'P',
            ActorKind::Unit if self.active() == Some(true) => 'U',
            ActorKind::Unit if self.team() == Some(2) => 'E',
            ActorKind::Unit => 'A',
            ActorKind::Enemy => 'M',
            ActorKind::Bloat => 'B',
        }
    }

    /// Returns the actor for a glyph of a text map. `@` is a thief if `thief` is set, else an explorer.
    pub fn from_glyph(glyph: char, at: Cell, thief: bool) -> Option<Self> {
        let kind = match glyph {
            'G' => ActorKind::Guard,
            '@' if thief => ActorKind::Thief,
            '@' => ActorKind::Explorer,
            'V' => ActorKind::Viewer,
            'X' => ActorKind::Goal,
            '$' => ActorKind::Item,
            '>' | '<' => ActorKind::Exit,
            'L' => ActorKind::Lamp,
            'P' => ActorKind::Prisoner,
            'U' | 'A' | 'E' => ActorKind::Unit,
            'M' => ActorKind::Enemy,
            'B' => ActorKind::Bloat,
            _ => return None,
        };
        let mut actor = Self::new(kind, at);
        match glyph {
            '>' => actor.set_down(Some(true)),
            '<' => actor.set_down(Some(false)),
            'U' => {
                actor.set_team(Some(1));
                actor.set_active(Some(true));
            }
            'A' => actor.set_team(Some(1)),
            'E' => actor.set_team(Some(2)),
            _ => {}
        }
        Some(actor)
    }
}

impl Serialize for Actor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = FIELDS.iter().filter_map(|f| Some((f.name, self.get(f.name)?)));
        let others = self.fields.iter().filter(|(name, _)| FIELDS.iter().all(|f| f.name != name.as_str()));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", &self.kind)?;
        map.serialize_entry("at", &self.at)?;
        for (name, value) in known.chain(others.map(|(name, value)| (name.as_str(), value))) {
            map.serialize_entry(name, &value.json())?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The kind, the cell, and all other fields.
        #[derive(Deserialize)]
        struct Raw {
            kind: ActorKind,
            at: Cell,
            #[serde(flatten)]
            others: BTreeMap<String, serde_json::Value>,
        }
        let raw = Raw::deserialize(deserializer)?;
        let mut actor = Self::new(raw.kind, raw.at);
        for (name, value) in raw.others {
            let Some(field) = FIELDS.iter().find(|f| f.name == name) else {
                if name.starts_with("x-") {
                    actor.set(&name, Some(FieldValue::Other(value)));
                    continue;
                }
                let known: Vec<_> = FIELDS.iter().map(|f| f.name).collect();
                let why = format!("unknown field `{name}`, expected one of kind, at, {}", known.join(", "));
                return Err(D::Error::custom(why));
            };
            if value.is_null() {
                continue;
            }
            let (told, expected) = (value.to_string(), field.holds.expected());
            let Some(value) = field.holds.read(value) else {
                return Err(D::Error::custom(format!("the field {name} cannot be {told}, expected {expected}")));
            };
            let empty = matches!(&value, FieldValue::Cells(all) if all.is_empty())
                || matches!(&value, FieldValue::Words(all) if all.is_empty());
            actor.set(&name, (!empty).then_some(value));
        }
        Ok(actor)
    }
}
