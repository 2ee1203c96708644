//! Reads the lines of a gridscope trace. `lines` describes the data under `_`.

use super::lines::BESIDE;
use super::schema_json::HeaderContents;
use super::{choice, event_facts, stage, value};
use crate::FormatError;
use crate::survey::object;
use gridscope_trace::event::{Level, Slot};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::imported_log::{Writer, Written};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::fmt;

/// Longest line that is read without checking it against the general limits first, in bytes.
const SHORT: usize = 64 << 10;
/// Maximum number of fields of such a line.
const FEW: usize = 64;

/// A line of a trace: the fields in their order, and the data under `_`.
pub(super) struct EventLine<'a> {
    fields: Vec<(Cow<'a, str>, Json)>,
    beside: Json,
}

impl<'a> EventLine<'a> {
    /// Reads a line. `name` and `number` are the place, for errors.
    ///
    /// # Errors
    /// Returns an error if the line is no JSON object.
    pub(super) fn read(name: &str, number: usize, text: &'a str) -> Result<Self, FormatError> {
        if text.len() <= SHORT
            && let Ok(line) = serde_json::from_str(text)
        {
            return Ok(line);
        }
        let mut all = object(name, number, text, "an event as a JSON object")?;
        let beside = all.shift_remove(BESIDE).unwrap_or_default();
        Ok(Self { fields: all.into_iter().map(|(name, value)| (name.into(), value)).collect(), beside })
    }

    /// Returns the value of a field.
    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }
}

impl<'de> Deserialize<'de> for EventLine<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = EventLine<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EventLine<'de>, A::Error> {
                let mut line = EventLine { fields: Vec::with_capacity(12), beside: Json::Null };
                while let Some(Name(name)) = map.next_key()? {
                    let value = map.next_value()?;
                    if name == BESIDE && line.beside.is_null() {
                        line.beside = value;
                    } else if name != BESIDE && line.get(&name).is_none() && line.fields.len() < FEW {
                        line.fields.push((name, value));
                    } else {
                        return Err(A::Error::custom("too many fields, or two with one name"));
                    }
                }
                Ok(line)
            }
        }
        from.deserialize_map(Fields)
    }
}

/// The name of a field, borrowed from the line if it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

fn slot_of(json: &Json) -> Option<Slot> {
    if let Some(n) = json.as_u64() {
        return Some(Slot::Register(u32::try_from(n).ok()?));
    }
    let all = json.as_array()?;
    let number = |k: usize| u16::try_from(all.get(k)?.as_u64()?).ok();
    Some(Slot::Cell(u8::try_from(number(0)?).ok()?, Cell::new(number(1)?, number(2)?)))
}

/// Reads the lines of a trace.
pub(super) struct Reader {
    pub(super) whole: HeaderContents,
    pub(super) events: Writer,
}

impl Reader {
    /// Reads the next event. If the line does not fit the schema, the error says what was expected.
    pub(super) fn take(&mut self, line: &EventLine<'_>) -> Result<(), String> {
        let HeaderContents { schema, layout, told, habits, types } = &mut self.whole;
        let beside = &line.beside;
        let kind = line.get("event").and_then(Json::as_str).unwrap_or_default();
        let number = schema.kind(kind).ok_or("an event of a kind that the schema has")?;
        let within = beside["case"].as_u64().unwrap_or(0) as usize;
        let of_kind = |(_, case): &(usize, &gridscope_trace::trace::schema::Case)| case.kind == number;
        let case = schema.cases.iter().enumerate().filter(of_kind).nth(within).map(|(i, _)| i);
        let case = case.ok_or("a case that the schema has")?;
        let (level, habit) =
            (schema.cases.get(case).map(|case| case.level), habits.get(case).and_then(|habit| habit.layer));
        let mut fields = Vec::with_capacity(line.fields.len());
        for (name, json) in line.fields.iter().map(|(name, json)| (&**name, json)) {
            if name == "event" {
                continue;
            }
            let name = if name == "at" { "cell" } else { name };
            let k = schema.fields.iter().position(|f| f.name == name).ok_or("fields that the schema has")?;
            let kind = beside["types"].get(name).and_then(Json::as_str).or(types.get(k).and_then(Option::as_deref));
            let value = value::read(json, kind).ok_or_else(|| format!("a value for {name}"))?;
            fields.push((k as u16, value));
        }
        let inside =
            |cell: Cell| if layout.size.contains(cell) { Ok(cell) } else { Err("cells on the map".to_owned()) };
        let cell = |name: &str| -> Result<Option<Cell>, String> {
            let json = match beside.get(name) {
                Some(json) => Some(json),
                None => line.get(if name == "cell" { "at" } else { name }),
            };
            json.and_then(value::cell).map(inside).transpose()
        };
        let (at, from) = (cell("cell")?, cell("from")?);
        let slot = match beside.get("slot") {
            Some(json) => slot_of(json),
            None => habit.zip(at).map(|(layer, cell)| Slot::Cell(layer, cell)),
        };
        let index = self.events.len() as u32;
        if let Some(json) = beside.get("says") {
            told.events.insert(index, event_facts::read(json, schema));
        }
        if let Some(tie) = beside.get("tie").and_then(choice::tie_of) {
            told.ties.insert(index, tie);
        }
        if let Some(taken) = beside.get("choice").and_then(choice::decision_of) {
            told.decisions.insert(index, taken);
        }
        if let (Some(json), Some(stages)) = (beside.get("stage"), &mut told.stages) {
            stages.insert(index.saturating_add(1), stage::read(json));
        }
        if let Some(second) = beside["second"].as_str() {
            told.second.insert(index, second.to_owned());
        }
        for check in beside["checks"].as_array().into_iter().flatten() {
            if let Some(hits) = check.as_u64().and_then(|check| told.hits.get_mut(check as usize)) {
                hits.push(index);
            }
        }
        let text = |(name, text): (&String, &Json)| Some((name.clone().into(), text.as_str()?.to_owned()));
        let depth = match level {
            Some(Level::Phase(depth)) => beside["depth"].as_u64().map_or(depth, |depth| depth as u8),
            Some(Level::Detail | Level::Step) | None => 0,
        };
        let event = Written {
            case: case as u8,
            slot,
            cell: at,
            from,
            fields,
            texts: beside["texts"].as_object().into_iter().flatten().filter_map(text).collect(),
            say: beside["say"].as_str().map(str::to_owned),
            keys: value::pair(&beside["keys"], Json::as_u64),
            depth,
            wipes: false,
        };
        self.events.push(schema, &event);
        Ok(())
    }
}
