//! The author's solution of an exercise: the difference between the solved scene and the given one.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// Names of the fields of a solution. They are those of a scene file and of its run.
pub const FIELDS: [&str; 11] =
    ["rows", "known", "weights", "tiles", "actors", "script", "rooms", "algorithm", "params", "seed", "beside"];

/// A solution of an exercise: the value of each field that differs from the given scene. A field that the solved scene
/// does not have is null.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Solution(pub Map<String, Value>);

impl Solution {
    /// Returns whether the solution changes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(from)?;
        match fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            Some(name) => Err(D::Error::unknown_field(name, &FIELDS)),
            None => Ok(Self(fields)),
        }
    }
}
