//! A fast reader for plain events, which are nearly all lines of a long log.

use super::cell::Frame;
use super::field_values::{Others, Texts};
use super::line::{LogEvent, OptionalNumber, number};
use super::word::Word;
use crate::limits;
use crate::survey::{ANY, look};
use gridscope_trace::geometry::Cell;
use serde::de::{Deserializer as _, Error, MapAccess, Visitor};
use serde_json::{Deserializer, Value};
use std::fmt;

/// Longest line for this reader, in bytes. Longer lines go to the slower reader, which checks them before it keeps
/// anything.
const LONGEST: usize = 1 << 16;

/// Reads an event whose cells and numbers are valid. Returns `None` for every other line, which the slower reader then
/// handles. A field called `dropped` is left out.
pub(super) fn event(
    line: usize,
    text: &str,
    size: Option<(u16, u16)>,
    (dropped, texts): (Option<&str>, &mut Texts),
) -> Option<LogEvent> {
    if text.len() > LONGEST {
        return None;
    }
    let mut json = Deserializer::from_str(text);
    let plain = Plain { event: LogEvent::bare(line), word: None, others: Vec::new() };
    let Plain { mut event, word, mut others } = json.deserialize_map(plain).ok()?;
    json.end().ok()?;
    // Lists and objects may be too deep, or contain a field twice.
    if others.iter().any(|(_, value)| value.is_array() || value.is_object()) && look(text, &ANY).is_err() {
        return None;
    }
    others.retain(|&(name, _)| Some(name) != dropped);
    (event.word, event.others) = (Word::of(word?, texts), Others::read(others.into_iter(), texts));
    let (width, height) = size.unwrap_or((4096, 4096));
    let inside = |cell: Option<Cell>| cell.is_none_or(|c| c.x < width && c.y < height);
    let whole = inside(event.at) && inside(event.from) && !(event.word.needs_cell() && event.at.is_none());
    (whole && event.check(Frame { size, origin: [0, 0] }).is_ok()).then_some(event)
}

/// An event while its fields are read. Any field that is not plain is an error.
struct Plain<'a> {
    event: LogEvent,
    word: Option<&'a str>,
    others: Vec<(&'a str, Value)>,
}

impl<'de> Visitor<'de> for Plain<'de> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a plain event")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut all: A) -> Result<Self, A::Error> {
        let cell = |at: Option<[u16; 2]>| at.map(|[x, y]| Cell::new(x, y));
        let value = |value: Value| number("", &value).map(OptionalNumber::of).map_err(|bad| A::Error::custom(bad.0));
        // Which of the common fields there are, as a bit mask.
        let mut seen_fields = 0_u8;
        while let Some(name) = all.next_key()? {
            let common = ["event", "at", "from", "g", "h", "f"].iter().position(|&common| common == name);
            let count = self.others.len().saturating_add(seen_fields.count_ones() as usize);
            let is_seen = match common {
                Some(place) => {
                    let before = seen_fields;
                    seen_fields |= 1 << place;
                    seen_fields == before
                }
                None => self.others.iter().any(|other| other.0 == name),
            };
            if is_seen || count == limits::FIELDS {
                return Err(A::Error::custom("a field twice, or too many"));
            }
            match name {
                "event" => self.word = Some(all.next_value()?),
                "at" => self.event.at = cell(all.next_value()?),
                "from" => self.event.from = cell(all.next_value()?),
                "g" => self.event.g = value(all.next_value()?)?,
                "h" => self.event.h = value(all.next_value()?)?,
                "f" => self.event.f = value(all.next_value()?)?,
                _ => self.others.push((name, all.next_value()?)),
            }
        }
        Ok(self)
    }
}
