//! JSON in memory with limits on depth and on the number of values. A list of whole numbers takes four bytes for each, so
//! that the cells of a large map fit.

use crate::survey::json_error;
use crate::{FormatError, limits};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Maximum number of values outside lists of whole numbers.
const VALUES: usize = limits::VALUES / 4;

/// A value.
#[derive(Debug)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    /// A list of whole numbers from 0. Empty lists are of this kind too.
    Numbers(Vec<u32>),
    List(Vec<Node>),
    Object(BTreeMap<String, Node>),
}

/// Returns the value of a field, or null.
pub(super) fn field<'n>(object: &'n BTreeMap<String, Node>, name: &str) -> &'n Node {
    object.get(name).unwrap_or(&Node::Null)
}

impl Node {
    /// Parses a text.
    ///
    /// # Errors
    /// Returns an error at the first place that is no JSON, stands twice in one object, or exceeds a limit.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, FormatError> {
        let mut tree = Tree { values: 0, depth: 0, refused: None };
        let mut from = serde_json::Deserializer::from_str(text);
        let node = (&mut tree).deserialize(&mut from).and_then(|node| from.end().map(|()| node));
        node.map_err(|error| match tree.refused {
            Some((found, expected)) => FormatError::at(name, error.line(), Some(error.column()), &found, &expected),
            None => json_error(name, &error),
        })
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn object(&self) -> Option<&BTreeMap<String, Node>> {
        match self {
            Self::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// Returns the values of a list of values that are no whole numbers. Anything else has none.
    pub(super) fn list(&self) -> &[Node] {
        match self {
            Self::List(list) => list,
            _ => &[],
        }
    }

    /// Returns what this is, for use in a sentence.
    pub(super) fn kind(&self) -> String {
        match self {
            Self::Null => "null or missing".into(),
            Self::Bool(flag) => flag.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("{text:?}"),
            Self::Numbers(_) | Self::List(_) => "a list".into(),
            Self::Object(_) => "an object".into(),
        }
    }

    /// Returns the value of a property. Lists and objects become null.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Bool(flag) => Value::Bool(*flag),
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => Value::from(*number as i64),
            Self::Number(number) => Value::from(*number),
            Self::Text(text) => Value::String(text.clone()),
            Self::Null | Self::Numbers(_) | Self::List(_) | Self::Object(_) => Value::Null,
        }
    }
}

struct Tree {
    values: usize,
    depth: usize,
    /// The content that is not allowed, and the expected content.
    refused: Option<(String, String)>,
}

impl Tree {
    fn refuse<E: serde::de::Error>(&mut self, found: String, expected: String) -> E {
        let error = E::custom(&found);
        self.refused = Some((found, expected));
        error
    }

    fn count<E: serde::de::Error>(&mut self, more: usize) -> Result<(), E> {
        self.values = self.values.saturating_add(more);
        if self.values > VALUES {
            let found = format!("there are more than {VALUES} values outside lists of cells");
            return Err(self.refuse(found, format!("at most {VALUES}")));
        }
        Ok(())
    }

    fn enter<E: serde::de::Error>(&mut self) -> Result<(), E> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > limits::DEPTH {
            let found = format!("this is more than {} lists and objects deep", limits::DEPTH);
            return Err(self.refuse(found, format!("at most {}", limits::DEPTH)));
        }
        self.count(1)
    }
}

impl<'de> DeserializeSeed<'de> for &mut Tree {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Node, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Tree {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<Node, E> {
        Ok(Node::Bool(flag))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Number(number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Node, A::Error> {
        self.enter()?;
        let mut numbers: Vec<u32> = Vec::new();
        let mut list: Option<Vec<Node>> = None;
        while let Some(node) = all.next_element_seed(&mut *self)? {
            match (&mut list, whole(&node)) {
                (None, Some(number)) => numbers.push(number),
                (None, None) => {
                    self.count(numbers.len().saturating_add(1))?;
                    let mut mixed: Vec<Node> = numbers.drain(..).map(|n| Node::Number(n.into())).collect();
                    mixed.push(node);
                    list = Some(mixed);
                }
                (Some(list), _) => {
                    self.count(1)?;
                    list.push(node);
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(list.map_or(Node::Numbers(numbers), Node::List))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Node, A::Error> {
        self.enter()?;
        let mut fields = BTreeMap::new();
        while let Some(name) = all.next_key::<String>()? {
            self.count(1)?;
            let node = all.next_value_seed(&mut *self)?;
            if fields.contains_key(&name) {
                let found = format!("{name:?} is twice in one object");
                return Err(self.refuse::<A::Error>(found, "each field once".into()));
            }
            fields.insert(name, node);
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(Node::Object(fields))
    }
}

/// Returns a whole number from 0 that fits in four bytes.
pub(super) fn whole(node: &Node) -> Option<u32> {
    let number = node.number().filter(|n| n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(n));
    number.map(|number| number as u32)
}
