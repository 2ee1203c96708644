//! Optional fields of events. Most lines have none, and long logs repeat the same words, so they are stored compactly.

use super::line::number;
use rustc_hash::FxHashSet;
use serde_json::{Number, Value};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A text that several events may share.
pub type Text = Arc<str>;

/// Longest text that is shared, in bytes.
const SHORT: usize = 48;
/// Maximum number of shared texts.
const MAX_SHARED_TEXTS: usize = 4096;

/// A field value as the program logged it.
#[derive(Clone, PartialEq, Debug)]
pub enum LoggedValue {
    /// `null`: the field is present without a value.
    Null,
    /// A boolean.
    Flag(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Text),
    /// A list or an object.
    Json(Box<Value>),
}

impl LoggedValue {
    /// Creates a text value.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// Returns whether the value is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns whether the value is a number.
    pub const fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Returns the text, if the value is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value as JSON.
    pub fn json(&self) -> Cow<'_, Value> {
        match self {
            Self::Json(value) => Cow::Borrowed(&**value),
            Self::Null => Cow::Owned(Value::Null),
            Self::Flag(flag) => Cow::Owned((*flag).into()),
            Self::Number(n) => Cow::Owned(Value::Number(n.clone())),
            Self::Text(text) => Cow::Owned((**text).into()),
        }
    }

    /// Returns the number, if the value is a number or a text for one, such as `"inf"`.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        match self {
            Self::Number(n) => n.as_f64(),
            Self::Text(_) => number(name, &self.json()).ok().flatten(),
            Self::Null | Self::Flag(_) | Self::Json(_) => None,
        }
    }

    /// Returns the number of entries, or 0 if the value is not a list.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Json(value) => value.as_array().map_or(0, Vec::len),
            _ => 0,
        }
    }

    /// Returns whether the value uses no memory besides its own, or shares it.
    fn is_short(&self) -> bool {
        match self {
            Self::Null | Self::Flag(_) | Self::Number(_) => true,
            Self::Text(text) => text.len() <= SHORT,
            Self::Json(_) => false,
        }
    }
}

impl fmt::Display for LoggedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

impl From<Value> for LoggedValue {
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

/// Fields of an event other than the common ones, in the order of the line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Others(Box<[(Text, LoggedValue)]>);

impl Others {
    /// Creates a set of fields. No two of them may have the same name.
    pub fn of(fields: impl ExactSizeIterator<Item = (Text, LoggedValue)>) -> Self {
        // `collect` may allocate more, and giving that back leaves gaps in memory.
        let mut all = Vec::with_capacity(fields.len());
        all.extend(fields);
        Self(all.into())
    }

    /// Like [`Others::of`], but for fields in JSON.
    pub(super) fn read<N: AsRef<str>>(fields: impl ExactSizeIterator<Item = (N, Value)>, texts: &mut Texts) -> Self {
        Self::of(fields.map(|(name, value)| match value {
            Value::String(text) => (texts.of(name.as_ref()), LoggedValue::Text(texts.of(&text))),
            other => (texts.of(name.as_ref()), other.into()),
        }))
    }

    /// Returns whether there are no fields.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of fields.
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns all fields with their shared names.
    pub(super) const fn fields(&self) -> &[(Text, LoggedValue)] {
        &self.0
    }

    /// Returns all fields with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &LoggedValue)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the field called `name`.
    pub fn get(&self, name: &str) -> Option<&LoggedValue> {
        self.0.iter().find(|field| &*field.0 == name).map(|field| &field.1)
    }

    /// Returns whether there is a field called `name`, even if its value is `null`.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the fields that use no heap memory. These are repeated for each of many cells.
    #[must_use]
    pub fn short(&self) -> Self {
        Self(self.0.iter().filter(|field| field.1.is_short()).cloned().collect())
    }

    /// Adds a field, or replaces its value.
    pub fn insert(&mut self, name: &str, value: LoggedValue) {
        if let Some(field) = self.0.iter_mut().find(|field| &*field.0 == name) {
            field.1 = value;
            return;
        }
        let mut all = std::mem::take(&mut self.0).into_vec();
        all.push((name.into(), value));
        self.0 = all.into();
    }
}

/// Texts of a log seen so far, so that each is stored once.
#[derive(Debug, Default)]
pub(super) struct Texts {
    all: FxHashSet<Text>,
}

impl Texts {
    /// Returns a shared copy of a text.
    pub(super) fn of(&mut self, text: &str) -> Text {
        if let Some(known) = self.all.get(text) {
            return Arc::clone(known);
        }
        let new: Text = text.into();
        if text.len() <= SHORT && self.all.len() < MAX_SHARED_TEXTS {
            self.all.insert(Arc::clone(&new));
        }
        new
    }
}
