//! Paths that are sampled many times under several rules, compared with exact expectations: how often each step and
//! each path was taken, and in which directions, at any moment. All of this comes from the events, so a trace shows it
//! without the algorithm.

mod charts;
mod chi_square;
mod expected;
mod share;
mod step_counts;

pub use charts::{chi_square, is_sparse, shown_p};
pub use chi_square::{NORMAL, chi_square_above};
pub use expected::{Expectation, MAX_LISTED};
pub use share::clopper_pearson;

use super::log::Trace;
use super::player::Player;
use super::replay::{Chart, Figure, Rose};
use super::schema::Name;
use crate::event::{Slot, Value, Word};
use crate::geometry::Cell;
use std::sync::Arc;

/// The law from which the exact probability of a path is computed, on the graph of all cheapest paths. The header of a
/// trace has its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(name)]
pub enum Law {
    /// From the end, one of the best parents of each cell, with equal probability.
    Parents,
    /// Each path with equal probability.
    Paths,
    /// From the start, at each cell the first step of a path drawn by [`Law::Parents`].
    Replanned,
    /// From the start, one of the next cells of each cell, with equal probability.
    Field,
    /// Unknown, because the search ends before it has met every cheapest path.
    Unknown,
}

/// The format in which a run that samples paths reports its samples.
///
/// The samples of a rule follow each other. A sample begins with an event of kind `walk` for each of its cells, the
/// start first. These events write the layer of slots with the number of the rule. Then comes an event of kind
/// `sample`, whose register is the rule's number × `tracked` + the number of the path.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The kind that reports a path cell by cell.
    pub walk: Name,
    /// The kind that ends a sample.
    pub sample: Name,
    /// The field with the word of the rule, in every event.
    pub by: Name,
    /// The field with a count so far: in a sample, of its path, and in a walk, of the visits of its rule to the cell.
    pub count: Name,
    /// The words and laws of the rules, in order.
    pub rules: Vec<(Name, Law)>,
    /// Number of paths per rule that have their own register. Listed paths come first, in their order.
    pub tracked: u32,
    /// The exact expectations.
    pub expectation: Arc<Expectation>,
}

impl Tally {
    /// Returns the description of samples in the schema of a trace.
    fn of(trace: &Trace) -> Option<&Self> {
        trace.schema().tally.as_ref()
    }

    /// Returns the number of the rule of an event.
    fn rule(&self, trace: &Trace, event: usize) -> Option<usize> {
        let Some(Value::Word(word)) = trace.field(event, &self.by) else { return None };
        self.rules.iter().position(|(name, _)| *name == word)
    }

    fn walks(&self, trace: &Trace, event: usize) -> bool {
        trace.kind(event) == self.walk
    }

    /// Returns the cells of the sample that is running at event `end`, or that ended just before it.
    fn path_before(&self, trace: &Trace, end: usize) -> Vec<Cell> {
        let back = (0..end).rev().skip_while(|&i| !self.walks(trace, i)).take_while(|&i| self.walks(trace, i));
        let mut path: Vec<Cell> = back.filter_map(|i| trace.cell(i)).collect();
        path.reverse();
        path
    }

    /// Returns how many rules have begun, which is the number of the current rule plus one.
    fn started_rules(&self, player: &Player) -> usize {
        let last = player.cursor().checked_sub(1).and_then(|i| self.rule(player.trace(), i));
        last.map_or(0, |rule| rule + 1)
    }
}

/// Returns how often the current rule walked over a cell.
#[doc(hidden)]
pub fn walked(player: &Player, cell: Cell) -> Option<Value> {
    let trace = player.trace();
    let tally = Tally::of(trace)?;
    let rule = u8::try_from(tally.started_rules(player).checked_sub(1)?).ok()?;
    let event = player.holder(Slot::Cell(rule, cell)).filter(|&i| tally.walks(trace, i))?;
    trace.field(event, &tally.count)
}

/// Returns the cells of the sample that contains the cursor or ended just before it, or `None` if the run does not
/// sample paths.
pub(super) fn path(player: &Player) -> Option<Vec<Cell>> {
    Some(Tally::of(player.trace())?.path_before(player.trace(), player.cursor()))
}

/// Returns an arrow for every step that the current rule took, with its share of the samples.
#[doc(hidden)]
pub fn figures(player: &Player) -> Vec<Figure> {
    Tally::of(player.trace()).map_or_else(Vec::new, |tally| step_counts::figures(tally, player))
}

/// Returns, for each rule that has begun, how often its steps went in each direction, compared with uniformly chosen
/// paths.
#[doc(hidden)]
pub fn roses(player: &Player) -> Vec<Rose> {
    Tally::of(player.trace()).map_or_else(Vec::new, |tally| step_counts::roses(tally, player))
}

/// Returns, for each rule that has begun, how often each path was taken, compared with the expected number.
#[doc(hidden)]
pub fn charts(player: &Player) -> Vec<Chart> {
    let Some(tally) = Tally::of(player.trace()) else { return Vec::new() };
    (0..tally.started_rules(player)).filter_map(|rule| charts::chart(tally, player, rule)).collect()
}
