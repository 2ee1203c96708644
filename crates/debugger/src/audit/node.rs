//! Nodes of a search: a cell, and the other parts of a node that the header states.

use crate::formats::log::{LogEvent, LoggedValue};
use gridscope_trace::geometry::Cell;
use std::collections::HashMap;
use std::fmt::Write as _;

/// A node: a cell, and the number of its state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node {
    pub(super) cell: Cell,
    /// Number of the values of its state fields; 0 if a node is just a cell.
    pub(super) state: u32,
}

impl Node {
    /// Creates the node of a cell without a state.
    pub(super) const fn plain(cell: Cell) -> Self {
        Self { cell, state: 0 }
    }
}

/// States that a log names.
#[derive(Debug, Default)]
pub(super) struct States {
    /// Fields that identify a node together with its cell.
    fields: Vec<String>,
    numbers: HashMap<Vec<String>, u32>,
    values: Vec<Vec<String>>,
}

impl States {
    /// Creates the table of states for these fields.
    pub(super) fn new(fields: Vec<String>) -> Self {
        Self { fields, numbers: HashMap::new(), values: vec![Vec::new()] }
    }

    /// Returns whether a node is more than a cell.
    pub(super) const fn has_any(&self) -> bool {
        !self.fields.is_empty()
    }

    /// Returns the node that an event is about.
    pub(super) fn of(&mut self, event: &LogEvent, cell: Cell) -> Node {
        if self.fields.is_empty() {
            return Node::plain(cell);
        }
        let value = |name: &String| event.others.get(name).map_or_else(String::new, text);
        let values = self.fields.iter().map(value).collect();
        Node { cell, state: self.number(values) }
    }

    /// Returns the node that `from` names together with its state, if it does.
    pub(super) fn parent(&mut self, event: &LogEvent) -> Option<Node> {
        let from = event.from.filter(|_| !self.fields.is_empty())?;
        let parent_json = event.others.get("from")?.json();
        let named = parent_json.as_object()?;
        let value = |name: &String| named.get(name).map_or_else(String::new, |v| text(&v.clone().into()));
        let values: Vec<String> = self.fields.iter().map(value).collect();
        Some(Node { cell: from, state: self.number(values) })
    }

    /// Returns whether an event names all fields of its node's state.
    pub(super) fn names_all(&self, event: &LogEvent) -> bool {
        self.fields.iter().all(|name| event.others.get(name).is_some_and(|value| !value.is_null()))
    }

    /// Returns whether two states agree in all values that both of them have.
    pub(super) fn may_be(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.values[a as usize], &self.values[b as usize]);
        a.iter().zip(b).all(|(a, b)| a == b || a.is_empty() || b.is_empty())
    }

    /// Returns the name of the node for a sentence.
    pub(super) fn name(&self, node: Node, place: impl std::fmt::Display) -> String {
        let mut name = place.to_string();
        for (field, value) in self.fields.iter().zip(&self.values[node.state as usize]) {
            if !value.is_empty() {
                _ = write!(name, " {field} {value}");
            }
        }
        name
    }

    fn number(&mut self, values: Vec<String>) -> u32 {
        let next = self.values.len() as u32;
        *self.numbers.entry(values).or_insert_with_key(|values| {
            self.values.push(values.clone());
            next
        })
    }
}

/// Formats a value as text. Whole numbers have no decimal point.
fn text(value: &LoggedValue) -> String {
    match value {
        LoggedValue::Null => String::new(),
        LoggedValue::Number(n) => n.as_f64().map_or_else(|| n.to_string(), |x| x.to_string()),
        LoggedValue::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}
