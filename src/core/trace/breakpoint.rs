//! Breakpoints: a condition over events, evaluated once into a sorted list of hits.

use crate::core::event::{Event, Value};
use crate::core::geometry::Cell;
use std::fmt;

/// How a field is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Op {
    /// <
    Less,
    /// ≤
    AtMost,
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// ≥
    AtLeast,
    /// >
    Greater,
}

impl Op {
    /// All six.
    pub const ALL: [Self; 6] = [Self::Less, Self::AtMost, Self::Equal, Self::NotEqual, Self::AtLeast, Self::Greater];

    /// Whether `a` stands in this relation to `b`.
    pub fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::AtLeast => a >= b,
            Self::Greater => a > b,
        }
    }

    /// The sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "≤",
            Self::Equal => "=",
            Self::NotEqual => "≠",
            Self::AtLeast => "≥",
            Self::Greater => ">",
        }
    }
}

/// When to stop. All parts that are given must hold; a condition without parts never holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Condition {
    /// The event is about this cell.
    pub cell: Option<Cell>,
    /// The event is of this kind.
    pub kind: Option<String>,
    /// A field of the event compares so with a number.
    pub field: Option<(String, Op, f64)>,
    /// The ready-made check of this name on the algorithm's card.
    pub check: Option<String>,
}

impl Condition {
    /// Every event about a cell.
    pub fn at_cell(cell: Cell) -> Self {
        Self { cell: Some(cell), ..Self::default() }
    }

    /// Every event of a kind.
    pub fn of_kind(kind: &str) -> Self {
        Self { kind: Some(kind.to_owned()), ..Self::default() }
    }

    /// Every event with such a field.
    pub fn compare(field: &str, op: Op, number: f64) -> Self {
        Self { field: Some((field.to_owned(), op, number)), ..Self::default() }
    }

    /// A check of the algorithm's card.
    pub fn check(name: &str) -> Self {
        Self { check: Some(name.to_owned()), ..Self::default() }
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether cell, kind and field, those that are given, hold for one event. Checks need the whole moment and are
    /// asked elsewhere.
    pub fn matches<E: Event>(&self, event: &E, context: &E::Context) -> bool {
        if self.cell.is_some() && self.cell != event.cell() {
            return false;
        }
        if self.kind.as_deref().is_some_and(|k| k != event.kind()) {
            return false;
        }
        let Some((name, op, number)) = &self.field else {
            return true;
        };
        let mut holds = false;
        event.fields(context, &mut |field, value: Value| {
            holds |= field == name && value.number().is_some_and(|v| op.holds(v, *number));
        });
        holds
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(kind) = &self.kind {
            parts.push(kind.clone());
        }
        if let Some(cell) = self.cell {
            parts.push(format!("at {cell}"));
        }
        if let Some((field, op, number)) = &self.field {
            parts.push(format!("{field} {} {number}", op.sign()));
        }
        if let Some(check) = &self.check {
            parts.push(check.clone());
        }
        f.write_str(&if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") })
    }
}
