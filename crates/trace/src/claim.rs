//! Claims of a lesson: words of a slide, and the fact about the run that makes them true.

use crate::Cell;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// Words of a slide or of the notes, and the fact that makes them true. In a file it is one object:
/// `{ "words": "72 paths", "outcome": ["ways", 72] }`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Claim {
    /// The words, exactly as in the text.
    pub words: String,
    /// A change of the run after which the fact holds at its end, as in a suggestion of a lesson: `seed=2`.
    #[serde(rename = "if", skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// The letter of the side-by-side run, such as `B`. `None` is the first run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<char>,
    /// The view to look through, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eyes: Option<usize>,
    /// The moment, as the number of events that have happened. `None` is the moment of the slide, or the end of the run
    /// for the notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
}

/// A fact about a run at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The last event fulfils a condition.
    Holds(String),
    /// The sentence of the last event contains these words.
    Says(String),
    /// The line beside the sentence contains these words.
    Explains(String),
    /// A layer shows this text in a cell, or nothing.
    Shows(String, Cell, Option<String>),
    /// A watched value, as text.
    Watch(String, String),
    /// A field of the outcome, by its name or JSON pointer, has this value.
    Outcome(String, Value),
    /// A list in the outcome, by its name or JSON pointer, has this many items.
    Length(String, usize),
    /// This many events up to the moment fulfil a condition.
    SoFar(String, usize),
    /// This many events of the whole run fulfil a condition.
    InAll(String, usize),
    /// The open list has this many entries.
    OpenList(usize),
    /// Exactly these entries of the open list tie for the first place, and the key of the first begins with this text.
    Next(Vec<Cell>, String),
    /// The last choice was won by this cell.
    Winner(Cell),
    /// This cell was a candidate of the last choice.
    Weighed(Cell),
    /// The last event decided a tie between exactly these cells.
    Tied(Vec<Cell>),
    /// *Why not* of a cell contains these words.
    WhyNot(Cell, String),
    /// *Why not* of a path from the start contains these words.
    WhyNotPath(Vec<Cell>, String),
    /// A layer has a number that compares so in this many cells: `["h <= 2", 2]`.
    Cells(String, usize),
    /// The cheapest paths from the start through a cell to the goal have this cost, and there are this many.
    Through(Cell, u64, String),
    /// The path leads over these cells.
    Path(Vec<Cell>),
    /// The path of the whole run leads over this many cells of a tile.
    PathOver(String, usize),
    /// The map has this width and height.
    Map(u16, u16),
    /// A cell of the map has this tile.
    Tile(Cell, String),
    /// The map has this many cells of a tile.
    Tiles(String, usize),
    /// A figure on the map has this label.
    Figure(String),
}

impl<'de> Deserialize<'de> for Claim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut all: Map<String, Value> = Map::deserialize(deserializer)?;
        let mut take = |name: &str| all.remove(name).unwrap_or_default();
        let [words, change, run, eyes, at] = ["words", "if", "run", "eyes", "at"].map(&mut take);
        if all.len() != 1 {
            let names: Vec<&String> = all.keys().collect();
            return Err(D::Error::custom(format!("a claim with the facts {names:?}; expected exactly one")));
        }
        let wrong = |error: serde_json::Error| D::Error::custom(format!("a claim: {error}"));
        Ok(Self {
            words: String::deserialize(words).map_err(wrong)?,
            change: Option::deserialize(change).map_err(wrong)?,
            run: Option::deserialize(run).map_err(wrong)?,
            eyes: Option::deserialize(eyes).map_err(wrong)?,
            at: Option::deserialize(at).map_err(wrong)?,
            fact: Fact::deserialize(Value::Object(all)).map_err(wrong)?,
        })
    }
}
