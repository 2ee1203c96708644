//! One event of a search trace: its fields, as they stand in the file.

use crate::limits;
use crate::survey::bare;
use serde::Deserialize;
use serde::de::{Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A text in JSON, borrowed if it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The fields of an event.
pub(super) struct Event<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Event<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Event<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Event<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, &'de RawValue)> = Vec::with_capacity(8);
        while let Some((Text(name), value)) = all.next_entry()? {
            if fields.len() == limits::FIELDS {
                return Err(A::Error::custom(format!("it has more than {} fields", limits::FIELDS)));
            }
            fields.push((name, value));
        }
        Ok(Event(fields))
    }
}

impl<'a> Event<'a> {
    /// Reads an event.
    ///
    /// # Errors
    /// Returns the reason if the text is not an object.
    pub(super) fn of(text: &'a RawValue) -> Result<Self, String> {
        let mut event: Self = serde_json::from_str(text.get()).map_err(|error| bare(&error))?;
        // Version 1.0.4 has the places and other values of the algorithm in an object of their own.
        if let Some(Self(variables)) = event.get("variables").and_then(|value| serde_json::from_str(value.get()).ok()) {
            event.0.retain(|(name, _)| name != "variables");
            event.0.splice(0..0, variables);
        }
        Ok(event)
    }

    /// Returns all fields. A name that stands twice counts the last time.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (&**name, *value))
    }

    /// Returns a field, unless it is `null`.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|field| field.0 == name).map(|field| field.1).filter(|value| value.get() != "null")
    }

    /// Returns a field that is a number.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.get(name).and_then(|value| serde_json::from_str(value.get()).ok())
    }

    /// Returns a field that is a text, a number or a flag, as text. Two whole numbers are the same text if they are equal.
    pub(super) fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        let value = self.get(name)?.get();
        match value.as_bytes().first()? {
            b'"' => serde_json::from_str::<Text<'a>>(value).ok().map(|text| text.0),
            b'{' | b'[' => None,
            _ => {
                let number = value.parse::<f64>().ok().filter(|x| x.fract() == 0.0 && x.abs() < 9e15);
                let plain = value.bytes().all(|byte| byte.is_ascii_digit());
                Some(number.filter(|_| !plain).map_or(Cow::Borrowed(value), |x| Cow::Owned((x as i64).to_string())))
            }
        }
    }

    /// Returns the id.
    pub(super) fn id(&self) -> Option<Cow<'a, str>> {
        self.text("id")
    }

    /// Returns the id of the parent. An empty text is no id.
    pub(super) fn parent(&self) -> Option<Cow<'a, str>> {
        self.text("pId").filter(|id| !id.is_empty())
    }
}
