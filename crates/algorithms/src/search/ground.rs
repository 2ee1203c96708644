//! The input of a search: the map as the mover sees it, both ends, the movement rules, and the rules that a trace
//! states.

use super::Answer;
use crate::astar::Heuristic;
use crate::card::{Between, Searched};
use crate::ends::ends;
use crate::event::{Encode, Value, Word};
use crate::movement::{Mover, Passage, Refusal, Rules, StepCosts};
use crate::observe::unless_stopped;
use crate::params::Resolved;
use crate::trace::{Contract, Progress};
use crate::{Cell, Dir, RunError, Scene, Size};

/// The costs of steps, used by events to display costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs(pub StepCosts);

impl Costs {
    /// Returns a cost in units as a displayed value.
    pub(crate) fn cost(&self, units: u64) -> Value {
        Value::cost(units, self.0.unit)
    }
}

/// The end that a search starts from, for searches that start from both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum End {
    /// The start.
    Start,
    /// The goal.
    Goal,
}

impl End {
    /// Returns the other end.
    #[must_use]
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Start => Self::Goal,
            Self::Goal => Self::Start,
        }
    }

    /// Returns the layer of the cells that the search from this end has reached.
    pub(super) const fn layer(self) -> u8 {
        self as u8
    }
}

impl From<&Ground> for Costs {
    fn from(ground: &Ground) -> Self {
        ground.costs()
    }
}

/// For events that need no constants.
impl From<&Ground> for () {
    fn from(_: &Ground) {}
}

/// The complete input of a search.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The map as the mover sees it.
    pub map: Passage,
    /// The movement rules: neighbour order, step costs, corners.
    pub rules: Rules,
    /// The start of the search.
    pub start: Cell,
    /// The goal of the search.
    pub goal: Cell,
    /// The heuristic.
    pub heuristic: Heuristic,
}

impl Ground {
    /// Builds the input from a scene. A parameter missing from the card gets a default: 8 neighbours, every step
    /// costs 1, no corner cutting, and no costs for terrain or doors.
    ///
    /// # Errors
    /// Returns an error if the scene has no start or no goal, or two of them, or if `progress` stops it.
    pub fn new(scene: &Scene, params: &Resolved, progress: &Progress) -> Result<Self, RunError> {
        let (start, goal) = ends(scene)?;
        let neighbours = params.int("neighbours").unwrap_or(8);
        let mut rules = params.movement_rules(StepCosts::new(1, 1, 1));
        let map = Passage::within(scene, &Mover::of(start), &rules, &mut || progress.goes_on());
        let map = unless_stopped(map)?;
        rules.costs = map.costs();
        let heuristic = Heuristic::named(&params.word("heuristic"), neighbours == 8);
        Ok(Self { map, rules, start: start.at, goal, heuristic })
    }

    /// Returns the size of the map.
    pub const fn size(&self) -> Size {
        self.map.size()
    }

    /// Returns the step costs, for the events.
    pub(crate) const fn costs(&self) -> Costs {
        Costs(self.rules.costs)
    }

    /// Returns the estimated cost between two cells, in units.
    pub(crate) fn estimate(&self, from: Cell, to: Cell) -> u64 {
        let estimate = self.heuristic.estimate(from, to, self.rules.costs);
        u64::from(estimate) * u64::from(self.map.least_weight())
    }

    /// Returns the neighbours on the map, in their order. For each: the cell, the direction from it back to `cell`,
    /// and either the step cost in units or the reason why the step is refused.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> impl DoubleEndedIterator<Item = (Cell, Dir, Result<u64, Refusal>)> {
        self.rules.order.iter().filter_map(move |&dir| match self.map.step(cell, dir) {
            Ok((to, price)) => Some((to, dir.opposite(), Ok(price))),
            Err((to, why)) => Some((to?, dir.opposite(), Err(why))),
        })
    }

    /// Like [`Ground::around`], but for a search from one of the ends. From the goal, it returns the cells from
    /// which a step leads to `cell`, with the cost of that step.
    pub(crate) fn around_from(&self, end: End, cell: Cell) -> impl Iterator<Item = (Cell, Dir, Result<u64, Refusal>)> {
        let size = self.size();
        self.rules.order.iter().filter_map(move |&dir| {
            let to = cell.step(dir, size)?;
            let step = match end {
                End::Start => self.map.step(cell, dir),
                // No path comes from a cell that cannot be entered.
                End::Goal if to != self.start && !self.map.is_open(to) => Err((None, Refusal::Blocked)),
                End::Goal => self.map.step(to, dir.opposite()),
            };
            Some((to, dir.opposite(), step.map(|(_, price)| price).map_err(|(_, why)| why)))
        })
    }

    /// Returns the rules of the search, with the keys of its open list and the names of its event kinds in logs.
    pub(crate) fn contract(
        &self,
        order: &'static [&'static str],
        words: &'static [(&'static str, &'static str)],
    ) -> Contract {
        let optimal = !self.heuristic.is_over(&self.rules);
        Contract::new(self.start, self.goal).rules(&self.rules).order(order).optimal(optimal).words(words)
    }
}

/// A search and its map, to be run between any two cells.
pub(super) struct Pairs<F>(pub(super) Ground, pub(super) F);

impl<F: Fn(&Ground) -> Answer + Send> Between for Pairs<F> {
    fn size(&self) -> Size {
        self.0.size()
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.0.map.is_open(cell)
    }

    fn search(&mut self, start: Cell, goal: Cell) -> Searched {
        (self.0.start, self.0.goal) = (start, goal);
        let Answer { found, expanded } = (self.1)(&self.0);
        Searched { length: found.map(|(g, _)| self.0.rules.costs.display_cost(g)), expanded }
    }
}
