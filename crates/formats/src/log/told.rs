//! The fields that only some events have, and small: most lines have none of them, and long logs repeat their words.

use super::line::number;
use crate::count::Count as _;
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// A text that other events may share.
pub type Text = Arc<str>;

/// The longest text that is shared, in bytes.
const SHORT: usize = 48;
/// The most texts that are shared.
const MOST: usize = 4096;

/// A value as its program said it.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    /// Nothing: the field is there and says so.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Text),
    /// A list or an object.
    Json(Box<Value>),
}

impl Told {
    /// A text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// Whether the field is there and says nothing.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is a number.
    pub const fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// The text, where it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The same as JSON.
    pub fn json(&self) -> Cow<'_, Value> {
        match self {
            Self::Json(value) => Cow::Borrowed(&**value),
            Self::Null => Cow::Owned(Value::Null),
            Self::Flag(flag) => Cow::Owned((*flag).into()),
            Self::Number(n) => Cow::Owned(Value::Number(n.clone())),
            Self::Text(text) => Cow::Owned((**text).into()),
        }
    }

    /// The number, where it is one or a word for one.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        match self {
            Self::Number(n) => n.as_f64(),
            Self::Text(_) => number(name, &self.json()).ok().flatten(),
            Self::Null | Self::Flag(_) | Self::Json(_) => None,
        }
    }

    /// How many entries it has, where it is a list.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Json(value) => value.as_array().map_or(0, Vec::len),
            _ => 0,
        }
    }

    /// About how much memory it holds besides itself, in bytes: here, and once more in the run that is told of it, where a
    /// long text stands again, and a list as text.
    fn holds(&self) -> usize {
        match self {
            Self::Null | Self::Flag(_) | Self::Number(_) => 0,
            Self::Text(text) if text.len() <= SHORT => 0,
            Self::Text(text) => text.len().and(32).saturating_mul(2),
            Self::Json(value) => size_of::<Value>().and(16).and(heap(value)),
        }
    }
}

/// About how much memory a value takes besides itself, in bytes, and its text in the run.
fn heap(value: &Value) -> usize {
    /// What the allocator takes for a piece of memory.
    const PIECE: usize = 16;
    /// A number, or a mark between values, as text.
    const AS_TEXT: usize = 4;
    match value {
        Value::String(text) => text.capacity().and(text.len()).and(PIECE),
        // Room for more that a list has left is taken as well.
        Value::Array(all) => {
            let room = all.capacity().saturating_mul(size_of::<Value>()).and(PIECE);
            all.iter().fold(room, |sum, value| heap(value).and(AS_TEXT).and(sum))
        }
        Value::Object(all) => all.iter().fold(64, |sum, (name, value)| {
            name.len().saturating_mul(2).and(size_of::<Value>()).and(64).and(heap(value)).and(sum)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

impl From<Value> for Told {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Flag(flag),
            Value::Number(n) => Self::Number(n),
            Value::String(text) => Self::Text(text.into()),
            other => Self::Json(Box::new(other)),
        }
    }
}

/// The fields of an event beside those that every log shares, in the order of the line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Others(Box<[(Text, Told)]>);

impl Others {
    /// These fields, no two of which have the same name.
    pub fn of(fields: impl ExactSizeIterator<Item = (Text, Told)>) -> Self {
        Self(fields.collect())
    }

    /// These fields.
    pub(super) fn of_map(fields: Map<String, Value>, texts: &mut Texts) -> Self {
        let one = |(name, value): (String, Value)| match value {
            Value::String(text) => (texts.of(&name), Told::Text(texts.of(&text))),
            other => (texts.of(&name), other.into()),
        };
        Self(fields.into_iter().map(one).collect())
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Told)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The field of that name.
    pub fn get(&self, name: &str) -> Option<&Told> {
        self.0.iter().find(|field| &*field.0 == name).map(|field| &field.1)
    }

    /// Whether there is a field of that name, if it says nothing.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Those that take no memory of their own: what is said again for each of many cells.
    #[must_use]
    pub fn short(&self) -> Self {
        Self(self.0.iter().filter(|field| field.1.holds() == 0).cloned().collect())
    }

    /// Adds a field, or says it anew.
    pub fn insert(&mut self, name: &str, value: Told) {
        if let Some(field) = self.0.iter_mut().find(|field| &*field.0 == name) {
            field.1 = value;
            return;
        }
        let mut all = std::mem::take(&mut self.0).into_vec();
        all.push((name.into(), value));
        self.0 = all.into();
    }

    /// How long their texts are, in bytes, of those that are not shared.
    pub(super) fn texts(&self) -> usize {
        self.0
            .iter()
            .fold(0, |sum, field| field.1.as_str().filter(|text| text.len() > SHORT).map_or(0, str::len).and(sum))
    }

    /// About how much memory they take, in bytes.
    pub(super) fn weight(&self) -> usize {
        let heap = if self.is_empty() { 0 } else { 16 };
        self.0.iter().fold(heap, |sum, field| size_of_val(field).and(field.1.holds()).and(sum))
    }
}

/// The texts that a log has said so far, so that each is kept once.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Room for the fields of the line at hand.
    pub(super) fields: Vec<(Text, Told)>,
    all: HashSet<Text>,
    words: HashMap<String, Arc<String>>,
}

impl Texts {
    /// A text to be shared.
    pub(super) fn of(&mut self, text: &str) -> Text {
        if let Some(known) = self.all.get(text) {
            return Arc::clone(known);
        }
        let new: Text = text.into();
        if text.len() <= SHORT && self.all.len() < MOST {
            self.all.insert(Arc::clone(&new));
        }
        new
    }

    /// The name of a kind to be shared.
    pub(super) fn word(&mut self, name: &str) -> Arc<String> {
        if let Some(known) = self.words.get(name) {
            return Arc::clone(known);
        }
        let new = Arc::new(name.to_owned());
        if self.words.len() < MOST {
            self.words.insert(name.to_owned(), Arc::clone(&new));
        }
        new
    }
}
