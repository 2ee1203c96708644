//! A search trace in JSON: its version, the fields that give places, and its events.

use super::event::Event;
use super::place::Places;
use crate::survey::typed;
use crate::{FormatError, limits};
use serde::Deserialize;
use serde::de::{Error, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// Maximum number of events.
const EVENTS: usize = 2_000_000;
/// Longest drawing program that is searched for places, in bytes.
const VIEWS: usize = limits::NOTES;

/// The outermost object.
#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default)]
    version: Option<&'a RawValue>,
    #[serde(borrow, default)]
    views: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pivot: Option<&'a RawValue>,
    #[serde(borrow, default, alias = "eventList")]
    events: Option<Events<'a>>,
}

/// The texts of the events.
struct Events<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Events<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(List)
    }
}

struct List;

impl<'de> Visitor<'de> for List {
    type Value = Events<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Events<'de>, A::Error> {
        let mut events = Vec::new();
        while let Some(event) = all.next_element()? {
            if events.len() == EVENTS {
                return Err(A::Error::custom(format!("there are more than {EVENTS} events")));
            }
            events.push(event);
        }
        Ok(Events(events))
    }
}

/// A search trace.
pub(super) struct Document<'a> {
    /// The version, as the file writes it.
    pub(super) version: String,
    /// How to find the places of events.
    pub(super) places: Places,
    /// Whether the drawing program is too long to be searched for places.
    pub(super) is_drawn_at_length: bool,
    events: Vec<&'a RawValue>,
}

impl<'a> Document<'a> {
    /// Reads a search trace. Its events are read one by one later.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON or has no list of events.
    pub(super) fn of(text: &'a str) -> Result<Self, FormatError> {
        let raw: Raw<'a> = typed("", text)?;
        let Some(Events(events)) = raw.events else {
            return Err(FormatError::whole("", "there are no events in it", "\"events\" with a list of objects"));
        };
        let long = |part: &&RawValue| part.get().len() > VIEWS;
        let is_drawn_at_length = raw.views.iter().chain(&raw.pivot).any(long);
        let part = |part: Option<&RawValue>| -> Value {
            part.filter(|part| !long(part)).and_then(|part| serde_json::from_str(part.get()).ok()).unwrap_or_default()
        };
        let version = raw.version.map_or_else(String::new, |version| version.get().trim_matches('"').to_owned());
        let places = Places::of(&part(raw.views), &part(raw.pivot));
        Ok(Self { version, places, is_drawn_at_length, events })
    }

    /// Returns the events.
    pub(super) fn events(&self) -> impl Iterator<Item = Result<Event<'a>, FormatError>> {
        self.events.iter().enumerate().map(|(index, text)| {
            let bad = |found: String| FormatError::whole("", &format!("events[{index}]: {found}"), "an object");
            Event::of(text).map_err(bad)
        })
    }
}
