//! The object-safe face of a run: everything that a debugger asks, with no event type in it.

use super::breakpoint::Condition;
use super::log::Phase;
use crate::algorithms::card::Card;
use crate::event::{Level, Tone, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::terrain::Tile;
use crate::view::board::{Board, Role};

/// One event, told without its type.
#[derive(Clone, PartialEq, Debug)]
pub struct EventView {
    /// Its index in the trace, from 0. "Event N of M" counts from 1.
    pub index: usize,
    /// The name of its kind.
    pub kind: &'static str,
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
    pub fields: Vec<(&'static str, Value)>,
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

/// A number over time, sampled along the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What it measures.
    pub name: &'static str,
    /// Points (events so far, value), ascending.
    pub points: Vec<[f64; 2]>,
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

/// How often each direction was taken, against how often it should have been.
#[derive(Clone, PartialEq, Debug)]
pub struct Rose {
    /// The title.
    pub title: String,
    /// The directions, each with its count.
    pub arms: Vec<Arm>,
}

/// One direction of a rose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arm {
    /// The direction.
    pub dir: Dir,
    /// How often it was taken.
    pub count: f64,
    /// How often it would have been if all that is equal were equally likely.
    pub uniform: f64,
}

/// An actor as it is at a moment, where that is not as the scene has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its number in the scene, from 0.
    pub actor: usize,
    /// Where it stands; `None` when it is gone.
    pub at: Option<Cell>,
    /// Where it looks; `None`: all round.
    pub facing: Option<Dir>,
    /// A word on how it is, such as `asleep`; may be empty.
    pub state: &'static str,
    /// Whether it is the one that acts now.
    pub acts: bool,
}

/// How a figure is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A closed, convex or star-shaped area, filled thinly, with a rim. Its first point is the one that sees all others.
    Area,
    /// A line through the points.
    Line,
    /// A line through the points with an arrow head at the end.
    Arrow,
    /// A circle round the first point through the second.
    Circle,
}

/// Something drawn over the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// How.
    pub outline: Outline,
    /// Its points in cells: (0, 0) is the top left corner of the map, (0.5, 0.5) the middle of its first cell.
    pub points: Vec<[f64; 2]>,
    /// Its colour is that of a part that cells play.
    pub role: Role,
    /// A word beside it; may be empty.
    pub label: String,
}

/// What was weighed, a candidate a row; or what is known, a fact a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Whether its rows competed in one choice: a scoreboard, which says why one of them lost.
    pub candidates: bool,
    /// The title.
    pub title: String,
    /// A name a column.
    pub columns: Vec<&'static str>,
    /// The candidates, best first.
    pub rows: Vec<Row>,
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
    pub reason: &'static str,
    /// The reason with its numbers.
    pub sentence: String,
    /// The index of the event that shows it.
    pub event: Option<usize>,
    /// What the winner has, in the unit that decided.
    pub best: Option<Value>,
    /// What this one has, or would have.
    pub this: Option<Value>,
}

/// A recorded run with a cursor: what the cursor's moment holds, and ways to move it.
pub trait Replay: Send {
    /// The algorithm's card.
    fn card(&self) -> &'static Card;
    /// The size of the map that was run on.
    fn size(&self) -> Size;
    /// How many events the trace has.
    fn len(&self) -> usize;
    /// Whether nothing happened at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many events have happened at the cursor.
    fn cursor(&self) -> usize;
    /// To the moment at which `at` events have happened, clamped to the end.
    fn seek(&mut self, at: usize);
    /// A second cursor on the same trace, at the same moment.
    fn fork(&self) -> Box<dyn Replay>;

    /// The event of an index below [`Replay::len`]; past the end, the last one. Must not be asked of an empty trace.
    fn event(&self, index: usize) -> EventView;
    /// The fields of an event, without the rest, in place of what `fields` held.
    fn fields_of(&self, index: usize, fields: &mut Vec<(&'static str, Value)>);
    /// The cell that an event is about, without the rest.
    fn cell(&self, index: usize) -> Option<Cell>;
    /// How many events from one on are the very same in another run, at least: a quick look where both are runs of one
    /// algorithm with the same constants; else 0.
    fn same_from(&self, index: usize, other: &dyn Replay) -> usize;
    /// Itself, for [`Replay::same_from`].
    fn as_any(&self) -> &dyn std::any::Any;
    /// The kind of an event, without the rest.
    fn kind(&self, index: usize) -> &'static str;
    /// Every kind that events of this algorithm can have.
    fn kinds(&self) -> Vec<&'static str>;
    /// The fields with numbers that events of this algorithm can have.
    fn fields(&self) -> Vec<&'static str>;
    /// The indices of the events of level step or phase, ascending.
    fn steps(&self) -> &[u32];
    /// All phases, in the order of their beginnings.
    fn phases(&self) -> &[Phase];
    /// The name of a phase, by the event that begins it.
    fn phase_name(&self, start: usize) -> String;
    /// The events that begin the turn of an actor, ascending.
    fn acting(&self) -> Vec<u32>;
    /// The names of those that act, in the order of their first turns: what conditions call them.
    fn actors(&self) -> Vec<String>;
    /// Whether an event can change what is watched besides the numbers over time.
    fn rewatches(&self, index: usize) -> bool;
    /// Whether an event can change who stands where and how, or which tiles are there.
    fn restages(&self, index: usize) -> bool;
    /// Why the recording ended early, as a sentence; `None` when it is whole.
    fn halted(&self) -> Option<String>;
    /// What came out, as the command line prints it; null when the recording ended early.
    fn outcome(&self) -> &serde_json::Value;

    /// What a layer, by its number on the card, shows in a cell now.
    fn value(&self, layer: usize, cell: Cell) -> Option<Value>;
    /// The numbers of a layer at the end that are coldest and hottest: the smallest, and the one that a fiftieth of
    /// the cells exceed.
    fn range(&self, layer: usize) -> (f64, f64);
    /// The roles of all cells now, and the heat of one layer.
    fn board(&self, layer: Option<usize>, board: &mut Board);
    /// Where a cell's arrow points now: to the neighbour that it was reached from.
    fn arrow(&self, cell: Cell) -> Option<Dir>;
    /// How many were equal at a cell, where more than one was: the number in its tie badge.
    fn equals(&self, cell: Cell) -> Option<u32>;
    /// The path that matters now: the final one once it is known, else the one to the cell at hand.
    fn path(&self) -> Vec<Cell>;
    /// What the algorithm adds to the sentence of the last event by looking at this moment; may be empty.
    fn explain(&self) -> String;
    /// The open list in its true order, at most `limit` entries, and its length.
    fn queue(&self, limit: usize) -> (Vec<QueueEntry>, usize);
    /// Registers and measures at this moment.
    fn watch(&self) -> Vec<(&'static str, Value)>;
    /// Which turn this moment lies in, where there are turns.
    fn turn(&self) -> Option<u32>;
    /// Whose views can be shown; empty where nobody's.
    fn eyes(&self) -> Vec<String>;
    /// The number of those whose view is shown.
    fn looking(&self) -> usize;
    /// Looks through other eyes.
    fn look_through(&mut self, eyes: usize);
    /// The tiles that are not now as the scene has them.
    fn tiles(&self) -> Vec<(Cell, Tile)>;
    /// The actors that are not now as the scene has them.
    fn tokens(&self) -> Vec<Token>;
    /// What is drawn over the map besides cells.
    fn figures(&self) -> Vec<Figure>;
    /// What was weighed.
    fn tables(&self) -> Vec<Table>;
    /// The cell that the decision of this moment came to: what the algorithm says, else what a scoreboard marks as chosen.
    fn decided(&self) -> Option<Cell>;
    /// The bar charts at this moment.
    fn charts(&self) -> Vec<Chart>;
    /// The directions taken so far, against what is uniform.
    fn roses(&self) -> Vec<Rose>;

    /// The indices of all events about a cell, ascending.
    fn history(&self, cell: Cell) -> Vec<u32>;
    /// The event that a cell's layers hold now, latest last.
    fn holders(&self, cell: Cell) -> Vec<u32>;
    /// The indices of the events at which a condition holds, ascending.
    fn hits(&self, condition: &Condition) -> Vec<u32>;
    /// The events at which something was equal, ascending.
    fn ties(&self) -> &[u32];
    /// The tie at an event, if it was one.
    fn tie(&self, index: usize) -> Option<Tie>;
    /// The first event from an index on that is a choice to be predicted, and what is asked before it.
    fn question(&self, from: usize) -> Option<(usize, &'static str)>;
    /// The cells any of which is a right answer to the question before an event: its own and those tied with it.
    fn answers(&self, index: usize) -> Vec<Cell>;
    /// The moment to ask about an event at: before it, and before the dice that gave it away.
    fn asked_at(&self, index: usize) -> usize;
    /// Why a cell was not chosen, or did not come to more, in the whole run.
    fn why_not(&self, cell: Cell) -> WhyNot;
    /// Why a path that somebody drew, cell by neighbouring cell, was not taken in the whole run.
    fn why_not_path(&self, path: &[Cell]) -> WhyNot;
    /// Numbers over time.
    fn series(&self) -> &[Series];
    /// The event as a line of a trace file: `{"event": kind, …fields}`.
    fn event_json(&self, index: usize) -> serde_json::Value;
}
