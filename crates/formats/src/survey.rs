//! Checks a JSON text before any of it is kept: number of values, nesting depth, lengths of lists and texts, duplicate
//! fields and unknown fields.

use super::error::nearest;
use super::{FormatError, limits};
use serde::Deserialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;

/// Rules for one kind of JSON text, in addition to the general limits.
#[derive(Debug)]
pub(super) struct Rules {
    /// Allowed fields of the outermost object; empty allows all. Fields that begin with `x-` are skipped and returned.
    pub(super) fields: &'static [&'static str],
    /// Maximum length of the lists at these places, such as `run.bookmarks`. An empty place sets the default.
    pub(super) lists: &'static [(&'static str, usize)],
    /// Maximum length of the texts at these places, in bytes. An empty place sets the default.
    pub(super) texts: &'static [(&'static str, usize)],
}

/// No additional rules: lists and texts may have any length.
pub(super) static ANY: Rules = Rules { fields: &[], lists: &[("", usize::MAX)], texts: &[("", usize::MAX)] };

/// Reason why a text was refused.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Invalid JSON.
    Json(serde_json::Error),
    /// Line, column, what was found, and what was expected.
    Found(usize, usize, String, String),
}

impl Refusal {
    /// Converts the reason to an error about the source `name`.
    fn of(self, name: &str) -> FormatError {
        match self {
            Self::Json(error) => json_error(name, &error),
            Self::Found(line, column, found, expected) => FormatError::at(name, line, Some(column), &found, &expected),
        }
    }
}

/// Checks a text. Returns its fields that begin with `x-`, which belong to other programs.
///
/// # Errors
/// Returns an error at the first place that is not valid JSON or exceeds a limit.
pub(super) fn survey(name: &str, text: &str, rules: &Rules) -> Result<Vec<String>, FormatError> {
    look(text, rules).map_err(|refusal| refusal.of(name))
}

/// Like [`survey`], but for a text without a name.
///
/// # Errors
/// Returns the reason at the first place that is not valid JSON or exceeds a limit.
pub(super) fn look(text: &str, rules: &Rules) -> Result<Vec<String>, Refusal> {
    let mut survey = Survey { rules, place: String::new(), depth: 0, values: 0, foreign: Vec::new(), refused: None };
    let mut from = serde_json::Deserializer::from_str(text);
    let done = (&mut survey).deserialize(&mut from).and_then(|()| from.end());
    match (done, survey.refused) {
        (Ok(()), _) => Ok(survey.foreign),
        (Err(error), Some((found, expected))) => Err(Refusal::Found(error.line(), error.column(), found, expected)),
        (Err(error), None) => Err(Refusal::Json(error)),
    }
}

/// Parses a line of a file as a JSON object without duplicate fields.
///
/// # Errors
/// Returns an error if the line is not such an object or exceeds a limit. `expected` describes what it should be.
pub fn object(name: &str, line: usize, text: &str, expected: &str) -> Result<Map<String, Value>, FormatError> {
    look(text, &ANY).map_err(|refusal| match refusal {
        Refusal::Json(error) => FormatError::at(name, line, Some(error.column()), &bare(&error), expected),
        Refusal::Found(_, column, found, expected) => FormatError::at(name, line, Some(column), &found, &expected),
    })?;
    serde_json::from_str(text).map_err(|error| FormatError::at(name, line, None, &bare(&error), expected))
}

/// Reads a value from a JSON text.
///
/// # Errors
/// Returns an error with the path of the field that is missing or has another type, such as `rects[3].w`.
pub(super) fn typed<'de, T: Deserialize<'de>>(name: &str, text: &'de str) -> Result<T, FormatError> {
    let mut from = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        if !error.is_data() {
            return json_error(name, &error);
        }
        let message = bare(&error);
        let (found, expected) = in_words(&path, &message).unwrap_or_else(|| (format!("{path}: {message}"), ""));
        FormatError::at(name, error.line(), Some(error.column()), &found, expected)
    })?;
    from.end().map_err(|error| json_error(name, &error))?;
    Ok(value)
}

/// Returns what was found at a path and what was expected, from a message of serde. `None` if it has another form.
fn in_words<'m>(path: &str, message: &'m str) -> Option<(String, &'m str)> {
    let here = if path == "." { "this" } else { path };
    if let Some(field) = message.strip_prefix("missing field `") {
        let field = field.strip_suffix('`')?;
        return Some((if path == "." { field.into() } else { format!("{path}.{field}") } + " is missing", ""));
    }
    let (found, expected) = message.split_once(": ")?.1.rsplit_once(", expected ")?;
    let found = match found.split_once(' ') {
        None if found == "map" => "an object",
        None if found == "sequence" => "a list",
        Some(("integer" | "boolean", value)) => value.trim_matches('`'),
        Some(("floating", value)) => value.strip_prefix("point ")?.trim_matches('`'),
        Some(("string", value)) => value,
        _ => found,
    };
    let expected = match expected {
        "a string" => "a text",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        "f64" => "a number",
        "i64" => "a whole number",
        other if other.starts_with("struct ") => "an object",
        other => other,
    };
    Some((format!("{here} is {found}"), expected))
}

/// Reads a field that counts as missing if it has another type.
pub(super) fn lenient<'de, T: DeserializeOwned, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Value::deserialize(from).map(|value| serde_json::from_value(value).ok())
}

/// Returns the message of a JSON error without the place.
pub(super) fn bare(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned()
}

/// Converts a JSON error to an error about the source `name`, with its line and column.
pub(super) fn json_error(name: &str, error: &serde_json::Error) -> FormatError {
    let expected = if error.is_data() { "" } else { "JSON" };
    FormatError::at(name, error.line(), Some(error.column()), &bare(error), expected)
}

struct Survey<'r> {
    rules: &'r Rules,
    /// Names of the enclosing fields, joined by dots.
    place: String,
    depth: usize,
    values: usize,
    foreign: Vec<String>,
    /// The content that is not allowed, and the expected content.
    refused: Option<(String, String)>,
}

impl Survey<'_> {
    fn refuse<E: serde::de::Error>(&mut self, found: String, expected: String) -> E {
        let error = E::custom(&found);
        self.refused = Some((found, expected));
        error
    }

    /// Returns the current place, for use in a sentence.
    fn here(&self) -> String {
        if self.place.is_empty() { "this".into() } else { format!("{:?}", self.place) }
    }

    fn limit_for(&self, of: &[(&str, usize)], usual: usize) -> usize {
        let own = of.iter().find(|(place, _)| self.place == *place);
        let all = own.or_else(|| of.iter().find(|(place, _)| place.is_empty()));
        all.map_or(usual, |(_, most)| *most)
    }

    fn enter<E: serde::de::Error>(&mut self) -> Result<(), E> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > limits::DEPTH {
            let found = format!("{} is more than {} lists and objects deep", self.here(), limits::DEPTH);
            return Err(self.refuse(found, format!("at most {}", limits::DEPTH)));
        }
        Ok(())
    }

    fn value<E: serde::de::Error>(&mut self) -> Result<(), E> {
        self.values = self.values.saturating_add(1);
        if self.values > limits::VALUES {
            let found = format!("there are more than {} values up to here", limits::VALUES);
            return Err(self.refuse(found, format!("at most {}", limits::VALUES)));
        }
        Ok(())
    }

    /// Checks a field of the outermost object.
    fn outermost<E: serde::de::Error>(&mut self, field: &str) -> Result<(), E> {
        let known = self.rules.fields;
        if self.depth > 1 || known.is_empty() || known.contains(&field) {
            return Ok(());
        }
        if field.starts_with("x-") {
            self.foreign.push(field.to_owned());
            return Ok(());
        }
        let near = nearest(field, known.iter().copied());
        Err(self.refuse(format!("unknown field `{field}`{near}"), format!("one of {}, or x-…", known.join(", "))))
    }
}

impl<'de> DeserializeSeed<'de> for &mut Survey<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.value()?;
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Survey<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        let max_length = self.limit_for(self.rules.texts, limits::TEXT);
        if text.len() > max_length {
            let found = format!("{} is a text of {} bytes", self.here(), text.len());
            return Err(self.refuse(found, format!("at most {max_length}")));
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        self.enter()?;
        let max_entries = self.limit_for(self.rules.lists, limits::LIST);
        let mut count = 0_usize;
        while all.next_element_seed(&mut *self)?.is_some() {
            count = count.saturating_add(1);
            if count > max_entries {
                let found = format!("{} has more than {max_entries} entries", self.here());
                return Err(self.refuse(found, format!("at most {max_entries}")));
            }
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        self.enter()?;
        let mut fields = BTreeSet::new();
        while let Some(field) = all.next_key::<String>()? {
            self.outermost(&field)?;
            let above = self.place.len();
            self.place.push_str(if above == 0 { "" } else { "." });
            self.place.push_str(&field);
            if fields.contains(&field) {
                let found = format!("{} is twice in one object", self.here());
                return Err(self.refuse(found, "each field once".into()));
            }
            if fields.len() == limits::FIELDS {
                let found =
                    format!("there are more than {} fields in one object, the last {}", limits::FIELDS, self.here());
                return Err(self.refuse(found, format!("at most {}", limits::FIELDS)));
            }
            fields.insert(field);
            all.next_value_seed(&mut *self)?;
            self.place.truncate(above);
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(())
    }
}
