//! The outcome of a run, as JSON.
//!
//! On a map of 4096 × 4096 some outcomes have a number per cell. As a tree of values that would take a gigabyte. So a
//! longer outcome is stored as text, and its tree has only the lengths of the long lists:
//!
//! ```text
//! text    {"levels":7,"distance":[[0,1,2,…],[1,2,3,…],…]}
//! tree    {"levels":7,"distance":[null,null,…]}
//! ```

use super::card::{Card, OutcomeWords};
use crate::progress::{Halt, Progress};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::io;
use std::ops::Deref;
use std::sync::Arc;

/// Longest text, in bytes, of which the tree is complete.
const LONG: usize = 4 << 20;
/// Number of bytes between two checks for cancellation.
const STRETCH: usize = 1 << 16;

/// The outcome of a run, which can be read as a [`Value`]. If it has more than 4 MiB of JSON, each list longer than
/// that is read as nulls, one per entry. Writing, comparing and printing use the complete outcome.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    tree: Value,
    /// The complete text, if the tree is incomplete.
    whole: Option<Arc<str>>,
    /// Names of the fields that are lists or tables of numbers.
    numbers: &'static [&'static str],
    /// Words for the fields.
    words: &'static [OutcomeWords],
}

/// Compares the outcome only, not which fields are numbers.
impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree && self.whole == other.whole
    }
}

impl Outcome {
    /// Converts a serializable result to JSON. Outcomes are plain data, so this fails only if the caller cancels. A
    /// failure for another reason would give null. A quick conversion is not interrupted, so a run that has finished
    /// keeps its outcome.
    ///
    /// # Errors
    /// Returns [`Halt::Cancelled`] if `progress` was cancelled.
    pub fn of(outcome: &impl Serialize, progress: &Progress) -> Result<Self, Halt> {
        Self::read(json(outcome, progress)?, progress)
    }

    /// Reads an outcome from its JSON.
    ///
    /// # Errors
    /// Returns [`Halt::Cancelled`] if `progress` was cancelled.
    pub(crate) fn read(text: String, progress: &Progress) -> Result<Self, Halt> {
        if text.len() <= LONG || !text.starts_with('{') {
            return Ok(Self { tree: serde_json::from_str(&text).unwrap_or_default(), ..Self::default() });
        }
        let tree = outline(&text, progress)?;
        Ok(Self { tree, whole: Some(text.into()), ..Self::default() })
    }

    /// Sets which fields are lists of numbers, and their words, as the algorithm's card declares.
    #[must_use]
    pub const fn with_card(mut self, card: &Card) -> Self {
        self.numbers = card.numbers;
        self.words = card.outcome;
        self
    }

    /// Returns the words that the card has for a field, by its name with those of the enclosing objects.
    pub fn words_of(&self, field: &str) -> Option<&'static OutcomeWords> {
        self.words.iter().find(|words| words.name == field)
    }

    /// Returns whether a field is a list or a table of numbers. In all other fields, two whole numbers are a cell. The
    /// name may be preceded by those of the enclosing objects, separated by dots.
    pub fn is_numbers(&self, field: &str) -> bool {
        let last = field.rsplit('.').next().unwrap_or(field);
        self.numbers.contains(&last)
    }
}

/// Writes a serializable result as JSON. Returns an empty text if that fails without a cancellation.
pub(crate) fn json(outcome: &impl Serialize, progress: &Progress) -> Result<String, Halt> {
    let mut text = Text { bytes: Vec::new(), progress, asked: 0 };
    if serde_json::to_writer(&mut text, outcome).is_err() {
        return progress.check().map(|()| String::new());
    }
    Ok(String::from_utf8(text.bytes).unwrap_or_default())
}

/// A writer of JSON text that stops if the caller cancels.
struct Text<'a> {
    bytes: Vec<u8>,
    progress: &'a Progress,
    /// Length of the text at the last check for cancellation.
    asked: usize,
}

impl io::Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() - self.asked >= STRETCH {
            self.asked = self.bytes.len();
            self.progress.check().map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Parses the fields of an object. A long list is replaced by a list of nulls of the same length.
fn outline(text: &str, progress: &Progress) -> Result<Value, Halt> {
    let mut tree = Map::new();
    let mut depth = 0;
    let mut start = 1;
    let mut entries = 0;
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if at % STRETCH == 0 {
            progress.check()?;
        }
        if quoted {
            (quoted, escaped) = (escaped || byte != b'"', byte == b'\\' && !escaped);
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'[' | b'{' => {
                depth += 1;
                entries = if depth == 2 { 1 } else { entries };
            }
            b',' if depth == 2 => entries += 1,
            b']' | b'}' if depth > 1 => depth -= 1,
            b',' | b']' | b'}' if depth == 1 => {
                tree.extend(field(&text[start..at], entries));
                (start, entries) = (at + 1, 0);
            }
            _ => {}
        }
    }
    Ok(Value::Object(tree))
}

/// Parses a field that has `entries` entries and begins with its name.
fn field(text: &str, entries: usize) -> Map<String, Value> {
    if text.len() <= LONG || !text.ends_with(']') {
        return serde_json::from_str(&format!("{{{text}}}")).unwrap_or_default();
    }
    let name = serde_json::Deserializer::from_str(text).into_iter().next();
    name.and_then(Result::ok).map(|name: String| (name, vec![Value::Null; entries].into())).into_iter().collect()
}

impl Deref for Outcome {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.tree
    }
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Self {
        Self::of(&value, &Progress::default()).unwrap_or_default()
    }
}

/// Returns the complete outcome, however long it is.
impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Self {
        outcome.whole.and_then(|whole| serde_json::from_str(&whole).ok()).unwrap_or(outcome.tree)
    }
}

impl PartialEq<Value> for Outcome {
    fn eq(&self, value: &Value) -> bool {
        self.whole.is_none() && self.tree == *value
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.whole.as_deref().and_then(|text| serde_json::from_str::<&RawValue>(text).ok()) {
            Some(whole) => whole.serialize(to),
            None => self.tree.serialize(to),
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.whole {
            Some(whole) => f.write_str(whole),
            None => self.tree.fmt(f),
        }
    }
}
