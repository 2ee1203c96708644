//! Answers about a run as plain data: events, ties, tables, figures.

use crate::event::{Level, Tone, Value};
use crate::geometry::{Cell, Dir};
use crate::trace::schema::Name;

/// An event without its type.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct EventView<'a> {
    /// The index in the trace, from 0. "Event N of M" counts from 1.
    pub index: usize,
    /// The name of the kind.
    pub kind: &'a str,
    /// Detail, step or phase.
    pub level: Level,
    /// The line of the pseudocode, from 0.
    pub line: usize,
    /// The cell that the event is about.
    pub cell: Option<Cell>,
    /// The other cell, if the event joins two.
    pub from: Option<Cell>,
    /// The effect on the cell.
    pub tone: Tone,
    /// A sentence that can be read without context.
    pub sentence: String,
    /// Every field with its name.
    pub fields: Vec<(&'a str, Value)>,
    /// The event that it replaced in its slot, if any.
    pub replaced: Option<usize>,
}

/// An entry of the open list. The first entry of a list is taken first.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueEntry {
    /// The waiting cell.
    pub cell: Cell,
    /// The event that added the entry.
    pub event: usize,
    /// The displayed sort key: `f 9  g 6`.
    pub key: String,
    /// Whether it ties with the first entry.
    pub tied: bool,
}

impl QueueEntry {
    /// Creates an entry for a cell, with the event that added it and its displayed sort key.
    pub fn new(cell: Cell, event: usize, key: impl Into<String>) -> Self {
        Self { cell, event, key: key.into(), tied: false }
    }

    /// Sets whether it ties with the first entry.
    #[must_use]
    pub fn tied(self, tied: bool) -> Self {
        Self { tied, ..self }
    }
}

/// A tie at an event: the equal candidates, the rule that decided, and the dice if they were used.
#[derive(Clone, PartialEq, Debug)]
pub struct Tie {
    /// The equal values: `equal f = 9` or `equal g = 6`.
    pub what: String,
    /// All equal candidates including the chosen one, each with what distinguishes it.
    pub candidates: Vec<(Cell, String)>,
    /// The chosen cell.
    pub chosen: Cell,
    /// The tie-breaking rule.
    pub rule: String,
    /// The number rolled, in [0, 1), if dice were used.
    pub roll: Option<f64>,
    /// The probability of this outcome, if dice were used.
    pub probability: Option<f64>,
}

impl Tie {
    /// Creates a tie that a rule decided.
    pub fn new(
        what: impl Into<String>,
        candidates: Vec<(Cell, String)>,
        chosen: Cell,
        rule: impl Into<String>,
    ) -> Self {
        Self { what: what.into(), candidates, chosen, rule: rule.into(), roll: None, probability: None }
    }

    /// Sets that dice decided, with the number rolled, in [0, 1), and the probability of this outcome.
    #[must_use]
    pub fn by_dice(self, roll: f64, probability: f64) -> Self {
        Self { roll: Some(roll), probability: Some(probability), ..self }
    }
}

/// A number over time, sampled along the trace.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Series {
    /// The name of the measured quantity.
    pub name: Name,
    /// The points (number of events so far, value), ascending.
    pub points: Vec<[f64; 2]>,
}

impl Series {
    /// Returns whether all values are 0, so that the series need not be shown.
    pub fn is_nothing(&self) -> bool {
        self.points.iter().all(|point| point[1] == 0.0)
    }
}

/// A bar of a chart at the cursor: an observed count and the expected count.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The name of the counted thing, such as a path.
    pub label: String,
    /// The cells that the bar represents, in order. They are highlighted on the map when the user hovers over the bar.
    pub cells: Vec<Cell>,
    /// The count so far.
    pub count: f64,
    /// The expected count so far according to the rule, if it is known.
    pub expected: Option<f64>,
}

impl Bar {
    /// Creates a bar without cells and without an expected count.
    pub fn new(label: impl Into<String>, count: f64) -> Self {
        Self { label: label.into(), cells: Vec::new(), count, expected: None }
    }

    /// Sets the cells that the bar represents.
    #[must_use]
    pub fn over(self, cells: Vec<Cell>) -> Self {
        Self { cells, ..self }
    }

    /// Sets the expected count.
    #[must_use]
    pub fn expecting(self, expected: f64) -> Self {
        Self { expected: Some(expected), ..self }
    }
}

/// A bar chart of an algorithm, with a line of statistics.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The names of both axes: what the bars are, and what they count.
    pub axes: [&'static str; 2],
    /// The height of all bars if they were equal.
    pub level: Option<f64>,
    /// The bars.
    pub bars: Vec<Bar>,
    /// A line under the chart, such as chi-square and p.
    pub note: String,
}

impl Chart {
    /// Creates a chart with a title, bars and a line below. No level is marked.
    pub fn new(title: impl Into<String>, bars: Vec<Bar>, note: impl Into<String>) -> Self {
        Self { title: title.into(), axes: ["bars", "counted"], level: None, bars, note: note.into() }
    }
}

/// How often each direction was taken, compared with the expected number.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Rose {
    /// The title.
    pub title: String,
    /// The directions, each with its count.
    pub arms: Vec<Arm>,
}

impl Rose {
    /// Creates a rose with a title.
    pub fn new(title: impl Into<String>, arms: Vec<Arm>) -> Self {
        Self { title: title.into(), arms }
    }
}

/// A direction of a rose.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Arm {
    /// The direction.
    pub dir: Dir,
    /// How often the direction was taken.
    pub count: f64,
    /// The expected number if all equal choices were equally likely.
    pub uniform: f64,
}

impl Arm {
    /// Creates an arm with the number of times that the direction was taken, and the expected number if all equal
    /// choices were equally likely.
    pub const fn new(dir: Dir, count: f64, uniform: f64) -> Self {
        Self { dir, count, uniform }
    }
}

/// The state of an actor at a moment, if it differs from the scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The index of the actor in the scene, from 0.
    pub actor: usize,
    /// The cell that the actor is on. `None` if it is gone.
    pub at: Option<Cell>,
    /// The direction in which the actor looks. `None` means all directions.
    pub facing: Option<Dir>,
    /// A word for its state, such as `asleep`; may be empty.
    pub state: Name,
    /// Whether the actor is acting now.
    pub acts: bool,
}

impl Token {
    /// Creates a token for the actor with this index in the scene, at a cell, or gone. It looks in all directions and
    /// does not act.
    pub const fn new(actor: usize, at: Option<Cell>) -> Self {
        Self { actor, at, facing: None, state: Name::Borrowed(""), acts: false }
    }

    /// Sets the direction in which the actor looks.
    #[must_use]
    pub fn facing(self, facing: Option<Dir>) -> Self {
        Self { facing, ..self }
    }

    /// Sets the word for its state.
    #[must_use]
    pub fn state(self, state: impl Into<Name>) -> Self {
        Self { state: state.into(), ..self }
    }

    /// Sets whether the actor is acting now.
    #[must_use]
    pub fn acting(self, acts: bool) -> Self {
        Self { acts, ..self }
    }
}

/// A table with one candidate per row, or with one known fact per row.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Whether the rows are candidates of one choice. Such a table is a scoreboard, which explains why a candidate
    /// lost.
    pub candidates: bool,
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<Name>,
    /// The rows. Candidates are sorted from best to worst.
    pub rows: Vec<Row>,
}

impl Table {
    /// Creates a table of known facts, one per row.
    pub fn new(title: impl Into<String>, columns: &[&'static str], rows: Vec<Row>) -> Self {
        Self {
            candidates: false,
            title: title.into(),
            columns: columns.iter().map(|&column| column.into()).collect(),
            rows,
        }
    }

    /// Returns the table, or `None` if it has no rows.
    pub fn unless_empty(self) -> Option<Self> {
        (!self.rows.is_empty()).then_some(self)
    }
}

impl Row {
    /// Creates a row with these values, without a cell or an event.
    pub fn new<const N: usize>(values: [String; N]) -> Self {
        Self { values: values.into(), cell: None, event: None, chosen: false }
    }

    /// Sets the cell that the row is about.
    #[must_use]
    pub fn at(self, cell: impl Into<Option<Cell>>) -> Self {
        Self { cell: cell.into(), ..self }
    }

    /// Sets the event that shows it.
    #[must_use]
    pub fn shown_by(self, event: impl Into<Option<usize>>) -> Self {
        Self { event: event.into(), ..self }
    }
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The value in each column.
    pub values: Vec<String>,
    /// The cell that the row is about.
    pub cell: Option<Cell>,
    /// The event that weighed the candidate.
    pub event: Option<usize>,
    /// Whether the candidate was chosen.
    pub chosen: bool,
}

/// The reason why a candidate did not win.
#[derive(Clone, PartialEq, Debug)]
pub struct WhyNot {
    /// The reason in a word or two: `blocked`, `dearer`, `tied`, `lost`, or `on-path` if it did win.
    pub reason: Name,
    /// A sentence with the reason and its numbers.
    pub sentence: String,
    /// The index of the event that shows the reason.
    pub event: Option<usize>,
    /// The value of the winner, in the unit that decided.
    pub best: Option<Value>,
    /// The value that this candidate has or would have.
    pub this: Option<Value>,
}

impl WhyNot {
    /// Creates a reason as a word or two and as a sentence.
    pub fn new(reason: impl Into<Name>, sentence: impl Into<String>) -> Self {
        Self { reason: reason.into(), sentence: sentence.into(), event: None, best: None, this: None }
    }

    /// Sets the event that shows the reason.
    #[must_use]
    pub fn shown_by(self, event: impl Into<Option<usize>>) -> Self {
        Self { event: event.into(), ..self }
    }

    /// Sets the values of the winner and of this candidate, in the unit that decided.
    #[must_use]
    pub fn against(self, best: impl Into<Option<Value>>, this: impl Into<Option<Value>>) -> Self {
        Self { best: best.into(), this: this.into(), ..self }
    }
}
