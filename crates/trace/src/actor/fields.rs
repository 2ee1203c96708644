//! The fields that actors may have: the type of each, the kinds of actor that use it, and its meaning.

use super::ActorKind;
use crate::geometry::{Cell, Dir};

/// The type of an actor's field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// A direction.
    Dir,
    /// A cell.
    Cell,
    /// A list of cells, in order.
    Cells,
    /// A word.
    Word,
    /// A list of words.
    Words,
    /// A whole number from the first to the second value. The third is the initial value when a user adds the field.
    Number(u32, u32, u32),
    /// A flag, with its value if the field is not set.
    Flag(bool),
}

/// A field that actors may have.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in scene files.
    pub name: &'static str,
    /// The kinds of actor that use it.
    pub kinds: &'static [ActorKind],
    /// The type of its value.
    pub holds: FieldType,
    /// A description of its meaning, and of its value if it is not set.
    pub help: &'static str,
}

const fn field(name: &'static str, kinds: &'static [ActorKind], holds: FieldType, help: &'static str) -> Field {
    Field { name, kinds, holds, help }
}

/// All known fields, in the order used in files.
#[rustfmt::skip]
pub static FIELDS: &[Field] = {
    use ActorKind as K;
    &[
        field("facing", &[K::Guard, K::Viewer, K::Thief], FieldType::Dir, "Where it looks; if not set, all around."),
        field("keys", &[K::Guard, K::Thief], FieldType::Words, "The names of the keys that it carries."),
        field("goal", &[K::Guard], FieldType::Cell, "Where it wants to go; if not set, to the scene's goal."),
        field("route", &[K::Guard], FieldType::Cells, "The cells of its patrol; if not set, it goes to its goal."),
        field("range", &[K::Guard, K::Unit], FieldType::Number(0, 2000, 20),
            "How far a guard sees, in cells, or a unit reaches, in the board's units; if not set, as the run says."),
        field("what", &[K::Item, K::Exit], FieldType::Word, "What it is, such as a weapon, a kit or a teleporter."),
        field("seen", &[K::Item], FieldType::Flag(false), "It has been visited."),
        field("down", &[K::Exit], FieldType::Flag(true), "It leads down; if not set, up."),
        field("to", &[K::Exit], FieldType::Cell, "Where it leads to on another deck; if not set, off the map."),
        field("room", &[K::Exit], FieldType::Word, "The room that it leads out of; if not set, each room that it is in."),
        field("value", &[K::Exit, K::Goal, K::Enemy], FieldType::Number(0, u32::MAX, 0),
            "The distance that a flow map begins with there, in steps; if not set, 0."),
        field("radius", &[K::Lamp], FieldType::Number(0, 100, 5), "How far it throws light, in cells; if not set, as the run says."),
        field("lit", &[K::Lamp], FieldType::Flag(true), "It burns."),
        field("chained", &[K::Prisoner], FieldType::Flag(false), "It cannot walk until a smash frees it."),
        field("team", &[K::Unit], FieldType::Number(1, 9, 1), "Its team."),
        field("active", &[K::Unit], FieldType::Flag(false), "It is the unit that decides."),
        field("assassin", &[K::Unit], FieldType::Flag(false), "Its first move leaps behind the enemy farthest away."),
        field("hostile", &[K::Enemy], FieldType::Flag(true), "An explorer who sees it is interrupted."),
        field("strength", &[K::Explorer, K::Enemy], FieldType::Number(0, 1000, 1),
            "An explorer who acts bumps weaker enemies away; if not set, an enemy is stronger than all, and an explorer has 0."),
        field("hurt", &[K::Explorer], FieldType::Number(0, 1000, 0), "How many turns of rest it needs; if not set, 0."),
    ]
};

/// The value of an actor's field.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldValue {
    /// A direction.
    Dir(Dir),
    /// A cell.
    Cell(Cell),
    /// A list of cells.
    Cells(Vec<Cell>),
    /// A word.
    Word(String),
    /// A list of words.
    Words(Vec<String>),
    /// A whole number.
    Number(u32),
    /// Yes or no.
    Flag(bool),
    /// A JSON value of another program, in a field whose name begins with `x-`.
    Other(serde_json::Value),
}

impl FieldType {
    /// Returns the expected values as a phrase.
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Dir => "a direction such as \"n\" or \"se\"",
            Self::Cell => "a cell [x, y]",
            Self::Cells => "a list of cells [x, y]",
            Self::Word => "a word",
            Self::Words => "a list of words",
            Self::Number(..) => "a whole number from 0",
            Self::Flag(_) => "true or false",
        }
    }

    /// Converts a JSON value, or returns `None` if it does not fit.
    pub(super) fn read(self, value: serde_json::Value) -> Option<FieldValue> {
        fn of<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> Option<T> {
            serde_json::from_value(value).ok()
        }
        Some(match self {
            Self::Dir => FieldValue::Dir(of(value)?),
            Self::Cell => FieldValue::Cell(of(value)?),
            Self::Cells => FieldValue::Cells(of(value)?),
            Self::Word => FieldValue::Word(of(value)?),
            Self::Words => FieldValue::Words(of(value)?),
            Self::Number(_, most, _) => {
                FieldValue::Number(of(value).filter(|&n: &u32| most > 9 || n <= u8::MAX.into())?)
            }
            Self::Flag(_) => FieldValue::Flag(of(value)?),
        })
    }
}

impl FieldValue {
    pub(super) fn json(&self) -> serde_json::Value {
        match self {
            Self::Dir(dir) => dir.name().into(),
            Self::Cell(cell) => serde_json::json!(cell),
            Self::Cells(cells) => serde_json::json!(cells),
            Self::Word(word) => word.as_str().into(),
            Self::Words(words) => serde_json::json!(words),
            Self::Number(n) => (*n).into(),
            Self::Flag(flag) => (*flag).into(),
            Self::Other(value) => value.clone(),
        }
    }
}
