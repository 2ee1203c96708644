//! The input of a search: the map as the mover sees it, both ends, and the resolved parameters.

use super::event::{Context, OpenOrder, Ties};
use crate::cheapest_paths::Walk;
use crate::ends::ends;
use crate::event::Word;
pub use crate::heuristic::Heuristic;
use crate::movement::{Mover, Passage, Rules, StepCosts};
use crate::observe::unless_stopped;
use crate::params::Resolved;
use crate::trace::{Contract, Progress};
use crate::{Cell, RunError, Scene, Size};

/// Which of several equally close cells is chosen as the fallback.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(name, kebab)]
pub enum FallbackTies {
    /// The cheapest to reach, then the lowest y, then x.
    Cost,
    /// The first that was closed. With a consistent heuristic it is never more expensive, unlike in the bug that the
    /// notes describe.
    First,
    /// The first in a scan of the map, row by row. This reproduces that bug: a guard takes the long way round.
    MapOrder,
}

/// The bookkeeping method whose costs are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(name)]
pub enum Bookkeeping {
    /// A node per cell, with its closed flag, its parent and its h. The search without counting works this way too.
    Pointers,
    /// A list of open cells and a list of closed cells, both searched by position. h is computed at each use.
    Positions,
    /// `Positions` with the first of four steps alone: the closed flag is in the node, and one list has all nodes.
    Flag,
    /// `Positions` with the second step alone: a cell's node is found by pointer, and so is a parent.
    Nodes,
    /// `Positions` with the third step alone: entries of the open list point to their nodes. They are kept in order by
    /// binary search.
    Queue,
    /// `Positions` with the fourth step alone: h is computed once for each cell, and stored.
    Estimate,
}

/// The kinds of event and their names in logs.
pub(super) const WORDS: &[(&str, &str)] = &[
    ("opened", "open"),
    ("lowered", "open"),
    ("reopened", "open"),
    ("expanded", "expand"),
    ("rejected", "reject"),
    ("costlier", "reject dearer"),
    ("ignored", "reject closed"),
    ("tied", "reject equal"),
    ("traced", "path"),
];

/// The complete input of a search.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The size of the map.
    pub size: Size,
    /// The map as the mover sees it.
    pub passage: Passage,
    /// The movement rules.
    pub rules: Rules,
    /// The start of the search.
    pub start: Cell,
    /// The goal of the search.
    pub goal: Cell,
    /// The heuristic.
    pub heuristic: Heuristic,
    /// The weight of h as a fraction in lowest terms.
    pub weight: (u32, u32),
    /// The smallest weight of a cell. h is the estimate times this number.
    pub least_weight: u32,
    /// The order of entries with equal f in the open list.
    pub open_order: OpenOrder,
    /// The rule for an arrival at equal cost.
    pub ties: Ties,
    /// Whether to stop at the closest cell if the goal cannot be reached.
    pub fallback: bool,
    /// Which of several equally close cells is chosen as the fallback.
    pub fallback_ties: FallbackTies,
    /// Whether a cheaper arrival reopens a closed cell.
    pub reopen: bool,
    /// The seed of the dice.
    pub seed: u64,
    /// The bookkeeping method whose costs are counted, if any. [`search`](super::search()) ignores it.
    pub bookkeeping: Option<Bookkeeping>,
}

impl Problem {
    /// Builds the problem of a scene.
    ///
    /// # Errors
    /// Returns an error if the scene has no start or no goal, or two of them.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        Self::within(scene, params, seed, &Progress::default())
    }

    /// Like [`Problem::new`], but can be stopped by `progress`.
    ///
    /// # Errors
    /// Returns the errors of [`Problem::new`], and [`RunError::Stopped`] if `progress` stops it.
    pub fn within(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Self, RunError> {
        let (start, goal) = ends(scene)?;
        let neighbours = params.int("neighbours").unwrap_or(8);
        // The card has the parameter `costs`, so these costs are never used.
        let mut rules = params.movement_rules(StepCosts::new(2, 3, 1));
        let passage = Passage::within(scene, &Mover::of(start), &rules, &mut || progress.goes_on());
        let passage = unless_stopped(passage)?;
        rules.costs = passage.costs();
        Ok(Self {
            size: scene.size(),
            least_weight: passage.least_weight(),
            passage,
            start: start.at,
            goal,
            heuristic: Heuristic::named(&params.word("heuristic"), neighbours == 8),
            weight: thousandths(params.real("weight").unwrap_or(1.0)),
            open_order: OpenOrder::named(&params.word("open-order")).unwrap_or(OpenOrder::LowG),
            ties: Ties::named(&params.word("ties")).unwrap_or(Ties::First),
            fallback: params.flag("fallback"),
            fallback_ties: FallbackTies::named(&params.word("fallback-ties")).unwrap_or(FallbackTies::Cost),
            reopen: params.flag("reopen"),
            rules,
            seed,
            bookkeeping: Bookkeeping::named(&params.word("bookkeeping")),
        })
    }

    /// Returns the rules of the search.
    pub(crate) fn contract(&self) -> Contract {
        Contract::new(self.start, self.goal)
            .rules(&self.rules)
            .caveat(self.caveat())
            .order(self.open_order.keys())
            .optimal(self.is_optimal())
            .words(WORDS)
    }

    /// Returns whether the search always finds a cheapest path.
    pub(in super::super) fn is_optimal(&self) -> bool {
        self.weight.0 == self.weight.1 && !self.heuristic.is_over(&self.rules)
    }

    /// Returns the measure of how close a cell is to the goal, or `None` if that is h. A heuristic such as zero cannot
    /// say which reachable cell is closest.
    fn measure(&self) -> Option<Heuristic> {
        Some(Heuristic::on_open_ground(self.rules.order.len() == 8)).filter(|&measure| measure != self.heuristic)
    }

    /// Returns what an estimate counts in f, which is in units times the denominator of the weight.
    #[inline]
    pub(super) fn weighted(&self, h: u32) -> u64 {
        u64::from(h) * u64::from(self.weight.0) * u64::from(self.least_weight)
    }

    /// Returns f of a cell, in units times the denominator of the weight.
    #[inline]
    pub(super) fn f(&self, g: u64, h: u32) -> u64 {
        g * u64::from(self.weight.1) + self.weighted(h)
    }

    /// Returns the distance on open ground from a cell to the goal. `h` is the estimate of the cell.
    #[inline]
    pub(super) fn distance(&self, cell: Cell, h: u32) -> u32 {
        self.measure().map_or(h, |measure| measure.estimate(cell, self.goal, self.rules.costs))
    }

    /// Explains why a path may not be the cheapest, as the beginning of a sentence.
    pub(super) fn caveat(&self) -> &'static str {
        if self.weight == (1, 1) { "with this heuristic " } else { "with a weight above 1 " }
    }

    /// Returns how the search moves on the map.
    pub fn walk(&self) -> Walk<'_> {
        Walk { passage: &self.passage, order: &self.rules.order }
    }

    /// Returns the constants that the events do not repeat.
    pub fn context(&self) -> Context {
        Context {
            size: self.size,
            costs: self.rules.costs,
            weight: self.weight,
            least_weight: self.least_weight,
            start: self.start,
            goal: self.goal,
            open_order: self.open_order,
            fallback_ties: self.fallback_ties,
            measure: self.measure(),
            ties: self.ties,
        }
    }
}

/// Returns a decimal number, rounded to thousandths, as a fraction in lowest terms.
fn thousandths(x: f64) -> (u32, u32) {
    let (mut a, mut b) = ((x * 1000.0).round() as u32, 1000);
    let whole = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (whole.0 / a.max(1), whole.1 / a.max(1))
}
