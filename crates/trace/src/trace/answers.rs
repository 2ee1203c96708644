//! What a debugger is told of a run: events, ties, tables, figures, as plain data.

use crate::event::{Level, Tone, Value};
use crate::geometry::{Cell, Dir};
use crate::trace::schema::Name;

/// One event, told without its type.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct EventView<'a> {
    /// Its index in the trace, from 0. "Event N of M" counts from 1.
    pub index: usize,
    /// The name of its kind.
    pub kind: &'a str,
    /// Detail, step or phase.
    pub level: Level,
    /// Its line of the listing, from 0.
    pub line: usize,
    /// The cell that it is about.
    pub cell: Option<Cell>,
    /// The other cell, where it joins two.
    pub from: Option<Cell>,
    /// What became of the cell.
    pub tone: Tone,
    /// A sentence that stands alone.
    pub sentence: String,
    /// Every field with its name.
    pub fields: Vec<(&'a str, Value)>,
    /// The event whose slot it took over, if any.
    pub replaced: Option<usize>,
}

/// One entry of the open list, first to be popped first.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueEntry {
    /// The cell that waits.
    pub cell: Cell,
    /// The event that put it there.
    pub event: usize,
    /// What it is ordered by, as shown: `f 9  g 6`.
    pub key: String,
    /// Whether it shares the lowest primary key with the first entry.
    pub tied: bool,
}

impl QueueEntry {
    /// A cell that waits by an event, with what it is ordered by.
    pub fn new(cell: Cell, event: usize, key: impl Into<String>) -> Self {
        Self { cell, event, key: key.into(), tied: false }
    }

    /// The same, where it is or is not equal to the first.
    #[must_use]
    pub fn tied(self, tied: bool) -> Self {
        Self { tied, ..self }
    }
}

/// A tie at one event: who was equal, which rule decided, and with which dice.
#[derive(Clone, PartialEq, Debug)]
pub struct Tie {
    /// What was equal, and how: `equal f = 9` or `equal g = 6`.
    pub what: String,
    /// All that were equal, the chosen one included, each with what sets it apart.
    pub among: Vec<(Cell, String)>,
    /// The one that was taken.
    pub chosen: Cell,
    /// The rule that decided.
    pub rule: String,
    /// The number rolled, in [0, 1), where dice were thrown.
    pub roll: Option<f64>,
    /// How likely this outcome was, where dice were thrown; 1 where a rule decided.
    pub probability: Option<f64>,
}

impl Tie {
    /// A tie that a rule decided.
    pub fn new(what: impl Into<String>, among: Vec<(Cell, String)>, chosen: Cell, rule: impl Into<String>) -> Self {
        Self { what: what.into(), among, chosen, rule: rule.into(), roll: None, probability: None }
    }

    /// The same, decided by dice: the number rolled, in [0, 1), and how likely this outcome was.
    #[must_use]
    pub fn by_dice(self, roll: f64, probability: f64) -> Self {
        Self { roll: Some(roll), probability: Some(probability), ..self }
    }
}

/// A number over time, sampled along the log.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Series {
    /// What it measures.
    pub name: Name,
    /// Points (events so far, value), ascending.
    pub points: Vec<[f64; 2]>,
}

impl Series {
    /// Whether it is 0 all along, so that nobody asks for it.
    pub fn is_nothing(&self) -> bool {
        self.points.iter().all(|point| point[1] == 0.0)
    }
}

/// One bar of a chart at the cursor: what was counted, and what was expected.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What is counted, such as a path.
    pub label: String,
    /// The cells that it stands for, in order; shown on the canvas when hovered.
    pub cells: Vec<Cell>,
    /// How often it came so far.
    pub count: f64,
    /// How often it should have come so far by the rule itself, if that is known.
    pub expected: Option<f64>,
}

impl Bar {
    /// So many; it stands for no cells, and nothing is known of how many there should be.
    pub fn new(label: impl Into<String>, count: f64) -> Self {
        Self { label: label.into(), cells: Vec::new(), count, expected: None }
    }

    /// The same, standing for these cells.
    #[must_use]
    pub fn over(self, cells: Vec<Cell>) -> Self {
        Self { cells, ..self }
    }

    /// The same with how many there should be.
    #[must_use]
    pub fn expecting(self, expected: f64) -> Self {
        Self { expected: Some(expected), ..self }
    }
}

/// A bar chart that an algorithm keeps, with a figure of merit.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The height at which all bars would be equal.
    pub level: Option<f64>,
    /// The bars.
    pub bars: Vec<Bar>,
    /// One line under the chart: chi-square and p.
    pub note: String,
}

impl Chart {
    /// Bars under a title, with a line below; no level is marked.
    pub fn new(title: impl Into<String>, bars: Vec<Bar>, note: impl Into<String>) -> Self {
        Self { title: title.into(), level: None, bars, note: note.into() }
    }
}

/// How often each direction was taken, against how often it should have been.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rose {
    /// The title.
    pub title: String,
    /// The directions, each with its count.
    pub arms: Vec<Arm>,
}

impl Rose {
    /// Directions under a title.
    pub fn new(title: impl Into<String>, arms: Vec<Arm>) -> Self {
        Self { title: title.into(), arms }
    }
}

/// One direction of a rose.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Arm {
    /// The direction.
    pub dir: Dir,
    /// How often it was taken.
    pub count: f64,
    /// How often it would have been if all that is equal were equally likely.
    pub uniform: f64,
}

impl Arm {
    /// A direction that was taken so often, and how often it would have been if all that is equal were equally likely.
    pub const fn new(dir: Dir, count: f64, uniform: f64) -> Self {
        Self { dir, count, uniform }
    }
}

/// An actor as it is at a moment, where that is not as the scene has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its number in the scene, from 0.
    pub actor: usize,
    /// Where it stands; `None` when it is gone.
    pub at: Option<Cell>,
    /// Where it looks; `None`: all round.
    pub facing: Option<Dir>,
    /// A word on how it is, such as `asleep`; may be empty.
    pub state: Name,
    /// Whether it is the one that acts now.
    pub acts: bool,
}

impl Token {
    /// The actor of a number in the scene, from 0, at a cell, or gone; it looks all round, and another one acts.
    pub const fn new(actor: usize, at: Option<Cell>) -> Self {
        Self { actor, at, facing: None, state: Name::Borrowed(""), acts: false }
    }

    /// The same, looking there.
    #[must_use]
    pub fn facing(self, facing: Option<Dir>) -> Self {
        Self { facing, ..self }
    }

    /// The same with a word on how it is.
    #[must_use]
    pub fn state(self, state: impl Into<Name>) -> Self {
        Self { state: state.into(), ..self }
    }

    /// The same, where it is or is not the one that acts now.
    #[must_use]
    pub fn acting(self, acts: bool) -> Self {
        Self { acts, ..self }
    }
}

/// What was weighed, a candidate a row; or what is known, a fact a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Whether its rows competed in one choice: a scoreboard, which says why one of them lost.
    pub candidates: bool,
    /// The title.
    pub title: String,
    /// A name a column.
    pub columns: Vec<Name>,
    /// The candidates, best first.
    pub rows: Vec<Row>,
}

impl Table {
    /// What is known, a fact a row.
    pub fn new(title: impl Into<String>, columns: &[&'static str], rows: Vec<Row>) -> Self {
        Self {
            candidates: false,
            title: title.into(),
            columns: columns.iter().map(|&column| column.into()).collect(),
            rows,
        }
    }

    /// The same, or nothing where it has no row.
    pub fn unless_empty(self) -> Option<Self> {
        (!self.rows.is_empty()).then_some(self)
    }
}

impl Row {
    /// A row that says so much; it is about no cell and no event until that is said.
    pub fn new<const N: usize>(values: [String; N]) -> Self {
        Self { values: values.into(), cell: None, event: None, chosen: false }
    }

    /// The same about a cell.
    #[must_use]
    pub fn at(self, cell: impl Into<Option<Cell>>) -> Self {
        Self { cell: cell.into(), ..self }
    }

    /// The same, shown by an event.
    #[must_use]
    pub fn shown_by(self, event: impl Into<Option<usize>>) -> Self {
        Self { event: event.into(), ..self }
    }
}

/// A candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What each column says.
    pub values: Vec<String>,
    /// The cell that it is about.
    pub cell: Option<Cell>,
    /// The event that weighed it.
    pub event: Option<usize>,
    /// Whether it is the one chosen.
    pub chosen: bool,
}

/// Why something did not win.
#[derive(Clone, PartialEq, Debug)]
pub struct WhyNot {
    /// The reason in a word or two: `blocked`, `dearer`, `tied`, `lost`, or `on-path` where it did win.
    pub reason: Name,
    /// The reason with its numbers.
    pub sentence: String,
    /// The index of the event that shows it.
    pub event: Option<usize>,
    /// What the winner has, in the unit that decided.
    pub best: Option<Value>,
    /// What this one has, or would have.
    pub this: Option<Value>,
}

impl WhyNot {
    /// A reason, as a word or two and as a sentence.
    pub fn new(reason: impl Into<Name>, sentence: impl Into<String>) -> Self {
        Self { reason: reason.into(), sentence: sentence.into(), event: None, best: None, this: None }
    }

    /// The same, shown by an event.
    #[must_use]
    pub fn shown_by(self, event: impl Into<Option<usize>>) -> Self {
        Self { event: event.into(), ..self }
    }

    /// The same with what the winner has and what this one has, in the unit that decided.
    #[must_use]
    pub fn against(self, best: impl Into<Option<Value>>, this: impl Into<Option<Value>>) -> Self {
        Self { best: best.into(), this: this.into(), ..self }
    }
}
