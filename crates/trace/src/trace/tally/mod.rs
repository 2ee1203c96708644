//! Paths that are sampled many times under several rules, and what exactly should come: which steps were taken how often,
//! how often each path came, and in which directions, at any moment. All of it is made of what the events say, so that a
//! trace shows it without the algorithm that sampled.

mod charts;
mod chi_square;
mod expected;
mod fan;
mod share;

pub use charts::{chi_square, is_sparse, shown_p};
pub use chi_square::{NORMAL, chi_square_above};
pub use expected::{Expectation, MOST_LISTED};
pub use share::clopper_pearson;

use super::log::Trace;
use super::player::Player;
use super::replay::{Chart, Figure, Rose};
use super::schema::Name;
use crate::event::{Slot, Value};
use crate::geometry::Cell;
use std::sync::Arc;

/// By which law the exact probability of a path is worked out on the graph of all cheapest paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// From the end, at each cell one of its best parents, each as likely.
    Parents,
    /// Each path as likely.
    Paths,
    /// From the start, at each cell the first step of a path by [`Law::Parents`].
    Replanned,
    /// From the start, at each cell one of the cells that lead on, each as likely.
    Field,
    /// Not known: the search ends before it has met every cheapest path.
    Unknown,
}

impl Law {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Parents, Self::Paths, Self::Replanned, Self::Field, Self::Unknown];

    /// The word in the header of a trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parents => "parents",
            Self::Paths => "paths",
            Self::Replanned => "replanned",
            Self::Field => "field",
            Self::Unknown => "unknown",
        }
    }
}

/// How a run that samples paths says what it does.
///
/// Samples of a rule follow each other. A sample is an event of the kind `walk` for each of its cells, the start first,
/// in the layer of slots of its rule's number, then one of the kind `sample`, whose register is the rule's number × `tracked` + the number of the path.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The kind that tells a path cell by cell.
    pub walk: Name,
    /// The kind that ends a sample.
    pub sample: Name,
    /// The field that every event has, with the word of its rule.
    pub by: Name,
    /// The field of a sample with how often its path came so far, and of a walk with how often its rule came over the cell.
    pub count: Name,
    /// The rules, in their order, by their words and laws.
    pub rules: Vec<(Name, Law)>,
    /// How many paths of a rule have a register of their own; those that are listed come first, in their order.
    pub tracked: u32,
    /// What exactly should come.
    pub expectation: Arc<Expectation>,
}

impl Tally {
    /// What the schema of a trace says of its samples.
    fn of(trace: &Trace) -> Option<&Self> {
        trace.schema().tally.as_ref()
    }

    /// The number of the rule of an event.
    fn rule(&self, trace: &Trace, event: usize) -> Option<usize> {
        let Some(Value::Word(word)) = trace.field(event, &self.by) else { return None };
        self.rules.iter().position(|(name, _)| *name == word)
    }

    fn walks(&self, trace: &Trace, event: usize) -> bool {
        trace.kind(event) == self.walk
    }

    /// The cells that end at event `end`: those of the sample at hand, or of the one just before.
    fn path_before(&self, trace: &Trace, end: usize) -> Vec<Cell> {
        let back = (0..end).rev().skip_while(|&i| !self.walks(trace, i)).take_while(|&i| self.walks(trace, i));
        let mut path: Vec<Cell> = back.filter_map(|i| trace.cell(i)).collect();
        path.reverse();
        path
    }

    /// How many rules have begun, and so the number of the one at hand plus one.
    fn begun(&self, player: &Player) -> usize {
        let last = player.cursor().checked_sub(1).and_then(|i| self.rule(player.trace(), i));
        last.map_or(0, |rule| rule + 1)
    }
}

/// How often the rule at hand walked over a cell.
#[doc(hidden)]
pub fn walked(player: &Player, cell: Cell) -> Option<Value> {
    let trace = player.trace();
    let tally = Tally::of(trace)?;
    let rule = u8::try_from(tally.begun(player).checked_sub(1)?).ok()?;
    let event = player.holder(Slot::Cell(rule, cell)).filter(|&i| tally.walks(trace, i))?;
    trace.field(event, &tally.count)
}

/// The cells of the sample that the cursor stands in or just after; `None` where nothing is sampled.
pub(super) fn path(player: &Player) -> Option<Vec<Cell>> {
    Some(Tally::of(player.trace())?.path_before(player.trace(), player.cursor()))
}

/// An arrow for every step that the rule at hand took, with its share of the samples.
#[doc(hidden)]
pub fn figures(player: &Player) -> Vec<Figure> {
    Tally::of(player.trace()).map_or_else(Vec::new, |tally| fan::figures(tally, player))
}

/// For each rule that has begun, how often its steps went in each direction, against paths chosen uniformly.
#[doc(hidden)]
pub fn roses(player: &Player) -> Vec<Rose> {
    Tally::of(player.trace()).map_or_else(Vec::new, |tally| fan::roses(tally, player))
}

/// For each rule that has begun, how often each path came, against how often it should have.
#[doc(hidden)]
pub fn charts(player: &Player) -> Vec<Chart> {
    let Some(tally) = Tally::of(player.trace()) else { return Vec::new() };
    (0..tally.begun(player)).filter_map(|rule| charts::chart(tally, player, rule)).collect()
}
