//! What comes out of a run, as JSON.
//!
//! On a map of 4096 × 4096 some outcomes have a number a cell. As a tree of values that would take a gigabyte, so a longer outcome
//! is kept as its text, and of its lists the tree has the lengths alone:
//!
//! ```text
//! text    {"levels":7,"distance":[[0,1,2,…],[1,2,3,…],…]}
//! tree    {"levels":7,"distance":[null,null,…]}
//! ```

use super::card::Card;
use crate::control::{Control, Halt};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::io;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

/// The longest text of which the whole is kept as a tree, in bytes.
const LONG: usize = 4 << 20;
/// Of how many bytes is asked before it is asked whether to go on.
const STRETCH: usize = 1 << 16;

/// What came out of a run, which is read as a [`Value`]. Of one of more than 4 MiB of JSON, lists that take more than that
/// are read as nulls, as many as they have entries; it is written, compared and printed whole.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    tree: Value,
    /// The whole, where the tree has not all of it.
    whole: Option<Arc<str>>,
    /// Its fields that are lists or tables of numbers.
    numbers: &'static [&'static str],
}

/// What fields are is no part of what came out.
impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree && self.whole == other.whole
    }
}

impl Outcome {
    /// What data looks like as JSON. Outcomes are plain data, so this does not fail but where somebody stops it; if it ever
    /// did, null would say so. What is done within a moment is not stopped: a run that was over is kept with its outcome.
    ///
    /// # Errors
    /// Where `control` says to stop.
    pub fn of(outcome: &impl Serialize, control: &Control) -> Result<Self, Halt> {
        let mut text = Text { bytes: Vec::new(), control, asked: 0 };
        if serde_json::to_writer(&mut text, outcome).is_err() {
            return control.stopped().map(|()| Self::default());
        }
        let text = String::from_utf8(text.bytes).unwrap_or_default();
        if text.len() <= LONG || !text.starts_with('{') {
            return Ok(Self { tree: serde_json::from_str(&text).unwrap_or_default(), ..Self::default() });
        }
        let tree = outline(&text, control)?;
        Ok(Self { tree, whole: Some(text.into()), ..Self::default() })
    }

    /// The same as the outcome of an algorithm: its card says which fields are lists of numbers.
    #[must_use]
    pub const fn with_card(mut self, card: &Card) -> Self {
        self.numbers = card.numbers;
        self
    }

    /// Whether a field is a list or a table of numbers: everywhere else two whole numbers are a cell. Its name may have those
    /// of the objects round it before it, with dots between them.
    pub fn is_numbers(&self, field: &str) -> bool {
        let last = field.rsplit('.').next().unwrap_or(field);
        self.numbers.contains(&last)
    }
}

/// JSON as it is written, as long as nobody stops it.
struct Text<'a> {
    bytes: Vec<u8>,
    control: &'a Control,
    /// How many bytes there were when it was asked last.
    asked: usize,
}

impl io::Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() - self.asked >= STRETCH {
            self.asked = self.bytes.len();
            if let ControlFlow::Break(_) = self.control.goes_on() {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The fields of an object; of lists that are long only how many entries they have.
fn outline(text: &str, control: &Control) -> Result<Value, Halt> {
    let mut tree = Map::new();
    let (mut depth, mut start, mut entries, mut quoted, mut escaped) = (0, 1, 0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        if at % STRETCH == 0 {
            control.stopped()?;
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

/// A field with so many entries, from its name on.
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
        Self::of(&value, &Control::default()).unwrap_or_default()
    }
}

/// All of it, however long.
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
