//! Parameters of an algorithm: their declarations, which become controls and `--set` options, and the values set by the
//! user.

pub mod labels;
mod movement;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The type of a parameter's value, and its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from `.0` to `.1`, both included.
    Int(i64, i64),
    /// A decimal number from `.0` to `.1`, both included.
    Real(f64, f64),
    /// A flag: yes or no.
    Flag,
    /// A word from this list.
    Choice(&'static [&'static str]),
    /// A whole number from 0 to `.0` for each straight direction: one number for all, or a list `[e, w, s, n]`.
    PerDirection(i64),
}

/// The value of a parameter that is not set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    /// A whole number.
    Int(i64),
    /// A decimal number.
    Real(f64),
    /// A flag: yes or no.
    Flag(bool),
    /// A word.
    Word(&'static str),
    /// No value: the algorithm derives it from the other parameters, as the help describes.
    Auto,
}

/// A parameter on an algorithm's card.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name in files, on the command line and in the window.
    pub name: &'static str,
    /// Type and range.
    pub kind: Kind,
    /// The value if the parameter is not set.
    pub default: Default,
    /// A one-sentence description.
    pub help: &'static str,
    /// The value written into new scenes if it differs from `default`. A scene that does not set the parameter keeps
    /// `default`.
    pub fresh: Option<&'static str>,
    /// Earlier words for values, each with its current word. They remain readable.
    pub former: &'static [(&'static str, &'static str)],
    /// Labels of words that are not plain English, for the window. Files keep the words.
    pub labels: &'static [(&'static str, &'static str)],
}

impl Param {
    /// Returns whether a value lets the algorithm decide.
    fn is_left_open(&self, value: &Value) -> bool {
        value.is_null() || matches!(value, Value::String(s) if s == "auto" && self.default == Default::Auto)
    }

    /// Returns whether a value fits.
    fn takes(&self, value: &Value) -> bool {
        self.is_left_open(value) || self.accept(value).is_some()
    }

    /// Returns the value in its normal form, or `None` if it does not fit.
    fn accept(&self, value: &Value) -> Option<Value> {
        let former = |&&(word, _): &&(&str, &str)| value == word;
        match self.former.iter().find(former) {
            Some(&(_, now)) => self.kind.accept(&now.into()),
            None => self.kind.accept(value),
        }
    }

    const fn new(name: &'static str, kind: Kind, default: Default, help: &'static str) -> Self {
        Self { name, kind, default, help, fresh: None, former: &[], labels: &[] }
    }

    /// Creates a parameter for a whole number from `range.0` to `range.1`.
    pub const fn int(name: &'static str, range: (i64, i64), default: i64, help: &'static str) -> Self {
        Self::new(name, Kind::Int(range.0, range.1), Default::Int(default), help)
    }

    /// Creates a parameter for a decimal number from `range.0` to `range.1`.
    pub const fn real(name: &'static str, range: (f64, f64), default: f64, help: &'static str) -> Self {
        Self::new(name, Kind::Real(range.0, range.1), Default::Real(default), help)
    }

    /// Creates a parameter for a flag.
    pub const fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        Self::new(name, Kind::Flag, Default::Flag(default), help)
    }

    /// Creates a parameter for one of some words.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self::new(name, Kind::Choice(words), Default::Word(default), help)
    }

    /// Creates a parameter for a whole number from 0 to `most` in each straight direction.
    pub const fn per_direction(name: &'static str, most: i64, default: i64, help: &'static str) -> Self {
        Self::new(name, Kind::PerDirection(most), Default::Int(default), help)
    }

    /// Lets the algorithm derive the default from the other parameters, as the help describes.
    #[must_use]
    pub const fn or_auto(self) -> Self {
        Self { default: Default::Auto, ..self }
    }

    /// Gives words their labels.
    #[must_use]
    pub const fn labelled(self, labels: &'static [(&'static str, &'static str)]) -> Self {
        Self { labels, ..self }
    }

    /// Returns the label of a value: its word, if that needs none.
    pub fn label<'a>(&self, word: &'a str) -> &'a str {
        self.labels.iter().find(|(own, _)| *own == word).map_or(word, |(_, label)| label)
    }

    /// Returns the parameter with a value in words, such as `ties by paths` or `fallback off`.
    pub fn phrase(&self, value: &Value) -> String {
        let name = self.name.replace('-', " ");
        match value {
            Value::Null => format!("{name} by default"),
            Value::Bool(on) => format!("{name} {}", if *on { "on" } else { "off" }),
            Value::String(word) => format!("{name} {}", self.label(word)),
            other => format!("{name} {other}"),
        }
    }

    /// Sets earlier words for values.
    #[must_use]
    pub const fn former_names(self, words: &'static [(&'static str, &'static str)]) -> Self {
        Self { former: words, ..self }
    }

    /// Sets the default for new scenes. Use it when a later version has a better default and old scenes must keep
    /// theirs.
    #[must_use]
    pub const fn new_scene_default(self, word: &'static str) -> Self {
        Self { fresh: Some(word), ..self }
    }
}

/// Parameter values by name. A parameter that is missing has its default.
#[derive(Clone, Debug, PartialEq, std::default::Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Params(pub BTreeMap<String, Value>);

/// The reason why a parameter is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// There is no such parameter.
    #[error(
        "there is no parameter {name:?}; {}",
        if .expected.is_empty() { "it has no parameters".to_owned() } else { format!("expected one of {expected}") }
    )]
    Unknown {
        /// The unknown name.
        name: String,
        /// The existing names.
        expected: String,
    },
    /// The value does not fit.
    #[error("the parameter {name} cannot be {value}; expected {expected}")]
    Value {
        /// The parameter.
        name: String,
        /// The rejected value, as JSON.
        value: String,
        /// A description of the expected values.
        expected: String,
    },
}

impl Kind {
    /// Returns the expected values as a phrase: `a whole number from 1 to 10`.
    pub fn expected(self) -> String {
        match self {
            Self::Int(lo, hi) => format!("a whole number from {lo} to {hi}"),
            Self::Real(lo, hi) => format!("a number from {lo} to {hi}"),
            Self::Flag => "true or false (on or off)".into(),
            Self::Choice(words) => format!("one of {}", words.join(", ")),
            Self::PerDirection(hi) => {
                format!("a whole number from 0 to {hi}, or four of them as [e, w, s, n]")
            }
        }
    }

    /// Returns the value in its normal form, or `None` if it does not fit.
    fn accept(self, value: &Value) -> Option<Value> {
        match self {
            Self::Int(lo, hi) => {
                let n = value.as_i64().or_else(|| {
                    let x = value.as_f64()?;
                    (x.fract() == 0.0 && x.abs() < 9e15).then_some(x as i64)
                })?;
                (lo..=hi).contains(&n).then(|| n.into())
            }
            Self::Real(lo, hi) => {
                let x = value.as_f64()?;
                (x >= lo && x <= hi).then(|| value.clone())
            }
            Self::Flag => match value {
                Value::Bool(b) => Some((*b).into()),
                Value::String(s) => match s.as_str() {
                    "on" | "yes" | "true" => Some(true.into()),
                    "off" | "no" | "false" => Some(false.into()),
                    _ => None,
                },
                _ => None,
            },
            Self::Choice(words) => {
                let text = match value {
                    Value::String(s) => s.clone(),
                    Value::Number(n) => n.to_string(),
                    _ => return None,
                };
                words.contains(&text.as_str()).then_some(if value.is_number() {
                    value.clone()
                } else {
                    Value::String(text)
                })
            }
            Self::PerDirection(hi) => {
                let fits = |v: &Value| v.as_i64().is_some_and(|n| (0..=hi).contains(&n));
                match value {
                    Value::Array(a) => (a.len() == 4 && a.iter().all(fits)).then(|| value.clone()),
                    _ => fits(value).then(|| value.clone()),
                }
            }
        }
    }
}

impl Params {
    /// Returns whether no parameter is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns each parameter with its value in words, such as `ties by paths`. `card` lists the parameters.
    pub fn phrases(&self, card: &[Param]) -> impl Iterator<Item = String> {
        self.0.iter().map(|(name, value)| match card.iter().find(|param| param.name == name) {
            Some(param) => param.phrase(value),
            None => format!("{name} {value}"),
        })
    }

    /// Sets a value and replaces the previous one.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Removes names that are not on the card of another algorithm, and values that do not fit it.
    pub fn keep_taken(&mut self, card: &[Param]) {
        let is_taken = |name: &str, value: &Value| {
            let param = card.iter().find(|param| param.name == name);
            param.is_some_and(|param| param.takes(value))
        };
        self.0.retain(|name, value| is_taken(name, value));
    }

    /// Fills unset parameters with the defaults for new scenes, as JSON values or words.
    pub fn fill_defaults_for_new_scenes(&mut self, all: &[Param]) {
        for (name, word) in all.iter().filter_map(|param| Some((param.name, param.fresh?))) {
            let value = || serde_json::from_str(word).unwrap_or_else(|_| word.into());
            self.0.entry(name.to_owned()).or_insert_with(value);
        }
    }

    /// Returns these parameters with those of `over` replacing or extending them.
    #[must_use]
    pub fn with(&self, over: &Self) -> Self {
        let mut all = self.clone();
        all.0.extend(over.0.clone());
        all
    }

    /// Sets a parameter from `name=value` as given on the command line. The value is JSON if it parses as JSON, else a
    /// word.
    ///
    /// # Errors
    /// Returns a [`ParamError`] if there is no `=`.
    pub fn set_text(&mut self, text: &str) -> Result<(), ParamError> {
        let (name, value) = text.split_once('=').ok_or_else(|| ParamError::Value {
            name: text.to_owned(),
            value: "nothing".into(),
            expected: "name=value".into(),
        })?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        self.set(name.trim(), value);
        Ok(())
    }

    /// Checks every value against the card's parameters and fills in the defaults.
    ///
    /// # Errors
    /// Returns a [`ParamError`] for the first name that is not on the card or the first value that does not fit.
    pub fn resolve(&self, card: &'static [Param]) -> Result<Resolved, ParamError> {
        let mut values = BTreeMap::new();
        for (name, value) in &self.0 {
            let Some(p) = card.iter().find(|p| p.name == name) else {
                return Err(ParamError::Unknown {
                    name: name.clone(),
                    expected: card.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
                });
            };
            if p.is_left_open(value) {
                continue;
            }
            let accepted_value = p.accept(value).ok_or_else(|| ParamError::Value {
                name: name.clone(),
                value: value.to_string(),
                expected: p.kind.expected(),
            })?;
            values.insert(p.name, accepted_value);
        }
        for p in card {
            let fallback = match p.default {
                Default::Int(n) => n.into(),
                Default::Real(x) => x.into(),
                Default::Flag(b) => b.into(),
                Default::Word(w) => w.into(),
                Default::Auto => continue,
            };
            values.entry(p.name).or_insert(fallback);
        }
        Ok(Resolved(values))
    }
}

/// Checked parameters: every value fits its card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resolved(BTreeMap<&'static str, Value>);

impl Resolved {
    /// Returns the value of a parameter, or `None` if the algorithm decides.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Returns a whole number, or `None` if the algorithm decides.
    pub fn int(&self, name: &str) -> Option<i64> {
        let value = self.get(name)?;
        value.as_i64().or_else(|| value.as_str()?.parse().ok())
    }

    /// Returns a decimal number, or `None` if the algorithm decides.
    pub fn real(&self, name: &str) -> Option<f64> {
        self.get(name)?.as_f64()
    }

    /// Returns whether a flag is on. Returns `false` if it is not on the card.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns a word, or an empty string if the algorithm decides. A choice written as a number is returned as its
    /// digits.
    pub fn word(&self, name: &str) -> String {
        match self.get(name) {
            Some(Value::String(s)) => s.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        }
    }

    /// Returns a number for each straight direction, as `[e, w, s, n]`.
    pub fn per_direction(&self, name: &str) -> [u32; 4] {
        match self.get(name) {
            Some(Value::Array(a)) => std::array::from_fn(|i| a.get(i).and_then(Value::as_u64).unwrap_or(0) as u32),
            Some(v) => [v.as_u64().unwrap_or(0) as u32; 4],
            None => [0; 4],
        }
    }
}
