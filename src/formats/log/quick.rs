//! Reads a plain event at once, without a map in between: what nearly all lines of a long log are.

use super::line::{LogEvent, Others, Word};
use crate::core::geometry::Cell;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// An event whose cells and numbers are what they should be; `None` for every other line, which is read with more care.
pub(super) fn event(line: usize, text: &str, size: Option<(u16, u16)>) -> Option<LogEvent> {
    let plain: Plain = serde_json::from_str(text).ok()?;
    let (width, height) = size.unwrap_or((4096, 4096));
    let inside = |cell: Option<Cell>| cell.is_none_or(|c| c.x < width && c.y < height);
    let event = LogEvent { line, ..plain.0 };
    let whole = inside(event.at) && inside(event.from) && !(event.word.needs_cell() && event.at.is_none());
    (whole && event.check(size).is_ok()).then_some(event)
}

struct Plain(LogEvent);

/// A name that every log has, or another.
enum Key {
    Event,
    At,
    From,
    G,
    H,
    F,
    Other(String),
}

impl Key {
    fn of(name: &str) -> Self {
        match name {
            "event" => Self::Event,
            "at" => Self::At,
            "from" => Self::From,
            "g" => Self::G,
            "h" => Self::H,
            "f" => Self::F,
            other => Self::Other(other.to_owned()),
        }
    }
}

/// A text, as what it stands for.
struct Named<T>(fn(&str) -> T);

impl<'de, T> DeserializeSeed<'de> for Named<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        from.deserialize_str(self)
    }
}

impl<T> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Ok((self.0)(text))
    }
}

/// A cell, or none where it is null.
struct Spot(Option<Cell>);

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pair;
        impl<'de> Visitor<'de> for Pair {
            type Value = Spot;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell")
            }
            fn visit_unit<E: Error>(self) -> Result<Spot, E> {
                Ok(Spot(None))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Spot, A::Error> {
                match (seq.next_element::<u16>()?, seq.next_element::<u16>()?, seq.next_element::<IgnoredAny>()?) {
                    (Some(x), Some(y), None) => Ok(Spot(Some(Cell::new(x, y)))),
                    _ => Err(A::Error::custom("no cell")),
                }
            }
        }
        from.deserialize_any(Pair)
    }
}

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Plain;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Plain, A::Error> {
                let (mut event, mut word, mut others) = (LogEvent::bare(0), None, Map::new());
                while let Some(key) = map.next_key_seed(Named(Key::of))? {
                    match key {
                        Key::Event => word = Some(map.next_value_seed(Named(Word::of))?),
                        Key::At => event.at = map.next_value::<Spot>()?.0,
                        Key::From => event.from = map.next_value::<Spot>()?.0,
                        Key::G => event.g = map.next_value()?,
                        Key::H => event.h = map.next_value()?,
                        Key::F => event.f = map.next_value()?,
                        Key::Other(name) => _ = others.insert(name, map.next_value::<Value>()?),
                    }
                }
                event.word = word.ok_or_else(|| A::Error::custom("no event"))?;
                event.others = Others::of(others);
                Ok(Plain(event))
            }
        }
        from.deserialize_map(Object)
    }
}
