//! Breakpoints: conditions over events, combined with *and*, *or* and *not*. A condition is evaluated once into a
//! sorted list of hits.
//!
//! A condition can be written and parsed as text: `expanded and f >= 12`, `at 3,2 or layer g falls`,
//! `actor "guard 2" and layer belief = wall`, `phase plan and not check "a corner was refused"`. *And* binds more
//! tightly than *or*.

use crate::event::{Value, Word};
use crate::geometry::Cell;
use std::fmt;

pub use super::condition_text::ConditionError;

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Word)]
#[words(sign)]
#[expect(missing_docs, reason = "the signs say it")]
pub enum Op {
    #[word("<")]
    Less,
    #[word("≤")]
    AtMost,
    #[word("=")]
    Equal,
    #[word("≠")]
    NotEqual,
    #[word("≥")]
    AtLeast,
    #[word(">")]
    Greater,
}

impl Op {
    /// Returns whether the comparison holds for `a` and `b`.
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
}

/// The source of a value. Conditions name it, except for fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Word)]
#[words(word)]
pub enum Source {
    /// A field of the event. The value before the event is that field of the event that it replaced in its slot.
    Field,
    /// A layer of the card, in the cell that the event is about.
    Layer,
    /// A register: a series of the card, or a watched value.
    Register,
}

/// A test of a value at an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// After the event, the value is a number for which this comparison holds.
    Is(Op, f64),
    /// After the event, the value equals this text (`true`) or differs from it (`false`): a word, a direction, or a
    /// cell such as `(3, 2)`.
    Reads(bool, String),
    /// The event changed the value. A value that did not exist before counts as changed.
    Changed,
    /// The event raised the value.
    Rises,
    /// The event lowered the value.
    Falls,
}

impl Ask {
    /// Returns whether the test holds, given the values before and after an event.
    #[expect(clippy::needless_pass_by_value, reason = "both were made for this question alone")]
    pub fn holds(&self, before: Option<Value>, after: Option<Value>) -> bool {
        let number = |value: &Option<Value>| value.as_ref().and_then(Value::number);
        let numbers = || number(&before).zip(number(&after));
        match self {
            Self::Is(op, bound) => number(&after).is_some_and(|x| op.holds(x, *bound)),
            Self::Reads(so, text) => after.is_some_and(|value| value.reads(text) == *so),
            Self::Changed => after.is_some() && before != after,
            Self::Rises => numbers().is_some_and(|(a, b)| b > a),
            Self::Falls => numbers().is_some_and(|(a, b)| b < a),
        }
    }

    /// Returns whether the test needs only the value after the event.
    pub const fn of_one(&self) -> bool {
        matches!(self, Self::Is(..) | Self::Reads(..))
    }
}

/// A condition for a breakpoint.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// The event is about this cell.
    Cell(Cell),
    /// The event is of this kind.
    Kind(String),
    /// A test of a value holds.
    Number(Source, String, Ask),
    /// The event happens in a phase of this name, at any depth: `plan`, or `turn` for every `turn 7`.
    Phase(String),
    /// The event happens while the actor of this name acts: `guard 2`, or `guard` for every guard.
    Actor(String),
    /// The ready-made check of this name on the algorithm's card holds.
    Check(String),
    /// All of them hold. An empty list never holds.
    All(Vec<Self>),
    /// At least one of them holds.
    Any(Vec<Self>),
    /// The inner condition does not hold.
    Not(Box<Self>),
}

impl Default for Condition {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl Condition {
    /// Creates a condition for every event about a cell.
    pub const fn at_cell(cell: Cell) -> Self {
        Self::Cell(cell)
    }

    /// Creates a condition for every event of a kind.
    pub fn of_kind(kind: &str) -> Self {
        Self::Kind(kind.to_owned())
    }

    /// Creates a condition for every event whose field satisfies a comparison.
    pub fn compare(field: &str, op: Op, number: f64) -> Self {
        Self::Number(Source::Field, field.to_owned(), Ask::Is(op, number))
    }

    /// Creates a condition for a check of the algorithm's card.
    pub fn check(name: &str) -> Self {
        Self::Check(name.to_owned())
    }

    /// Combines both conditions with *and*. If one of them is empty, returns the other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let mut all = match self {
            Self::All(all) => all,
            one => vec![one],
        };
        match other {
            Self::All(more) => all.extend(more),
            one => all.push(one),
        }
        Self::All(all)
    }

    /// Returns whether the condition is empty.
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::All(all) | Self::Any(all) if all.is_empty())
    }

    /// Returns the cell that every hit is about, if the condition names one directly.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Cell(cell) => Some(*cell),
            Self::All(all) => all.iter().find_map(Self::cell),
            _ => None,
        }
    }

    /// Returns the events for which the condition holds, in plain words: `a traced event at (9,8) or (9,9)`. `how_many`
    /// is the first word: `a`, `no`, or `exactly one`.
    pub fn events_in_words(&self, how_many: &str) -> String {
        super::condition_words::events(self, how_many)
    }

    /// Returns the condition with its cells replaced, or `None` if `to` returns `None` for one of them.
    #[must_use]
    pub fn moved(self, to: &impl Fn(Cell) -> Option<Cell>) -> Option<Self> {
        let each = |all: Vec<Self>| all.into_iter().map(|one| one.moved(to)).collect::<Option<Vec<_>>>();
        Some(match self {
            Self::Cell(cell) => Self::Cell(to(cell)?),
            Self::Number(source, what, Ask::Reads(so, text)) => {
                let text = match Cell::from_text(&text) {
                    Some(cell) => to(cell)?.to_string(),
                    None => text,
                };
                Self::Number(source, what, Ask::Reads(so, text))
            }
            Self::All(all) => Self::All(each(all)?),
            Self::Any(all) => Self::Any(each(all)?),
            Self::Not(inner) => Self::Not(Box::new(inner.moved(to)?)),
            other => other,
        })
    }

    /// Returns whether `part` returns `true` for the condition or one of its parts.
    pub fn mentions(&self, part: &impl Fn(&Self) -> bool) -> bool {
        part(self)
            || match self {
                Self::All(all) | Self::Any(all) => all.iter().any(|c| c.mentions(part)),
                Self::Not(inner) => inner.mentions(part),
                _ => false,
            }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::condition_text::write(self, f)
    }
}

impl std::str::FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        super::condition_text::parse(text)
    }
}
