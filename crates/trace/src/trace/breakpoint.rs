//! Breakpoints: a condition over events, put together of tests with *and*, *or* and *not*, evaluated once into a
//! sorted list of hits.
//!
//! A condition reads and writes as text: `expanded and f >= 12`, `at 3,2 or layer g falls`,
//! `actor "guard 2" and layer belief = wall`, `phase plan and not check "a corner was refused"`. *And* binds closer
//! than *or*.

use crate::event::Value;
use crate::geometry::Cell;
use std::fmt;

pub use super::condition_text::ConditionError;

/// How a number is compared with another.
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

/// Where a value is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Source {
    /// A field of the event itself; before it, the same field of the event whose slot it takes over.
    Field,
    /// A layer of the card, in the cell that the event is about.
    Layer,
    /// A register: a number over time of the card, or one that is watched.
    Register,
}

impl Source {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Field, Self::Layer, Self::Register];

    /// The word in texts; a field needs none.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Layer => "layer",
            Self::Register => "register",
        }
    }
}

/// What is asked of a value at an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// After the event it is a number that stands in this relation to another.
    Is(Op, f64),
    /// After the event it reads so (`true`), or otherwise (`false`): a word, a direction, or a cell such as `(3, 2)`.
    Reads(bool, String),
    /// The event changed it. What was nothing before is changed too.
    Changed,
    /// The event raised it.
    Rises,
    /// The event lowered it.
    Falls,
}

impl Ask {
    /// Whether it holds of a value before and after an event.
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

    /// Whether it is about the value after the event alone.
    pub const fn of_one(&self) -> bool {
        matches!(self, Self::Is(..) | Self::Reads(..))
    }
}

/// When to stop.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// The event is about this cell.
    Cell(Cell),
    /// The event is of this kind.
    Kind(String),
    /// So much is true of a value.
    Number(Source, String, Ask),
    /// It happens in a phase of this name, at whatever depth: `plan`, or `turn` for each `turn 7`.
    Phase(String),
    /// It happens while the actor of this name acts: `guard 2`, or `guard` for each of them.
    Actor(String),
    /// The ready-made check of this name on the algorithm's card.
    Check(String),
    /// All of them hold. Without any it never holds.
    All(Vec<Self>),
    /// One of them holds.
    Any(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
}

impl Default for Condition {
    fn default() -> Self {
        Self::All(Vec::new())
    }
}

impl Condition {
    /// Every event about a cell.
    pub const fn at_cell(cell: Cell) -> Self {
        Self::Cell(cell)
    }

    /// Every event of a kind.
    pub fn of_kind(kind: &str) -> Self {
        Self::Kind(kind.to_owned())
    }

    /// Every event with such a field.
    pub fn compare(field: &str, op: Op, number: f64) -> Self {
        Self::Number(Source::Field, field.to_owned(), Ask::Is(op, number))
    }

    /// A check of the algorithm's card.
    pub fn check(name: &str) -> Self {
        Self::Check(name.to_owned())
    }

    /// Both; where one of them asks nothing, the other.
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

    /// Whether nothing is asked.
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::All(all) | Self::Any(all) if all.is_empty())
    }

    /// The cell that every hit is about, if the condition says so plainly.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Cell(cell) => Some(*cell),
            Self::All(all) => all.iter().find_map(Self::cell),
            _ => None,
        }
    }

    /// The same about other cells; `None` where one of its cells has no other.
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

    /// Whether some part of it holds.
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
