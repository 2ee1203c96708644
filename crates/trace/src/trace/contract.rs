//! The rules that a search states in the header of its trace. An audit can check the trace against them.

use crate::event::Word;
use crate::geometry::{Cell, Dir};
use crate::movement::{Corners, Rules};

/// How far one step of a search may go, by its name in the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
#[words(name)]
pub enum Steps {
    /// To a neighbour.
    One,
    /// Along a straight or diagonal run of free cells. The cost is the sum of its steps.
    Jump,
    /// To any cell in line of sight. The cost is the length of the line.
    Any,
}

/// The rules that a search states. Costs are in displayed form, 1 for a step of 1.
///
/// [`Contract::new`] states the least; each method adds one rule. The fields can be read, and are set by the methods.
///
/// ```
/// # extern crate gridscope_trace as gridscope;
/// use gridscope::geometry::Cell;
/// use gridscope::trace::Contract;
///
/// let contract = Contract::new(Cell::new(1, 1), Cell::new(9, 4))
///     .neighbours(4)
///     .costs(1.0, 1.0)
///     .order(&["f", "-g"])
///     .optimal(true)
///     .words(&[("opened", "open"), ("expanded", "expand")]);
/// assert_eq!(contract.costs, Some((1.0, 1.0)));
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Contract {
    /// The start cell.
    pub start: Cell,
    /// The goal cell.
    pub goal: Cell,
    /// The number of neighbours: 4 or 8.
    pub neighbours: u8,
    /// The exact rules of a step, from which it is answered why a cell is not on the path. If they are missing, the
    /// answer comes from the events alone.
    pub rules: Option<Rules>,
    /// The setting with which its paths may not be the shortest, as the beginning of a sentence:
    /// `with a weight above 1 `; may be empty.
    pub caveat: &'static str,
    /// The rule for corner cutting.
    pub corners: Corners,
    /// How far one step may go.
    pub steps: Steps,
    /// The costs of a straight and a diagonal step. `None` if other costs apply, such as doors that cost by direction.
    pub costs: Option<(f64, f64)>,
    /// Whether entering a tile adds its cost from the table of tiles.
    pub tile_costs: bool,
    /// The keys of the open list, the most important first. `-` means that the larger value comes first, and `#` is the
    /// number of the entry. Empty if there is no such list.
    pub order: &'static [&'static str],
    /// Whether its paths are the shortest and its heuristic never overestimates.
    pub optimal: bool,
    /// The standard log words for its kinds of event: `("expanded", "expand")`, or with a reason
    /// `("costlier", "reject dearer")`.
    pub words: &'static [(&'static str, &'static str)],
}

impl Contract {
    /// Creates the contract of a search that steps to 8 neighbours without cutting corners, and promises nothing about
    /// its costs, the order of its open list, or the length of its paths.
    pub const fn new(start: Cell, goal: Cell) -> Self {
        Self {
            start,
            goal,
            neighbours: 8,
            rules: None,
            caveat: "",
            corners: Corners::Never,
            steps: Steps::One,
            costs: None,
            tile_costs: false,
            order: &[],
            optimal: false,
            words: &[],
        }
    }

    /// States the number of neighbours: 4 or 8.
    #[must_use]
    pub const fn neighbours(mut self, neighbours: u8) -> Self {
        self.neighbours = neighbours;
        self
    }

    /// States the exact rules of a step: neighbours, corner cutting and costs follow from them.
    #[must_use]
    pub fn rules(self, rules: &Rules) -> Self {
        let Rules { costs, corners, order, terrain_costs, door_cost } = rules;
        let cost_of = |dir: Dir| costs.display_cost(costs.unweighted(dir));
        Self {
            neighbours: if order.len() == 8 { 8 } else { 4 },
            rules: Some(rules.clone()),
            corners: *corners,
            costs: (*door_cost == [0; 4]).then(|| (cost_of(Dir::E), cost_of(Dir::Se))),
            tile_costs: *terrain_costs,
            ..self
        }
    }

    /// Leaves the answer why a cell is not on the path to the events alone.
    #[must_use]
    pub fn by_events(self) -> Self {
        Self { rules: None, ..self }
    }

    /// States the setting with which its paths may not be the shortest, as the beginning of a sentence.
    #[must_use]
    pub const fn caveat(mut self, caveat: &'static str) -> Self {
        self.caveat = caveat;
        self
    }

    /// States the rule for corner cutting.
    #[must_use]
    pub const fn corners(mut self, corners: Corners) -> Self {
        self.corners = corners;
        self
    }

    /// States how far one step may go.
    #[must_use]
    pub const fn steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// States the costs of a straight and a diagonal step.
    #[must_use]
    pub const fn costs(mut self, straight: f64, diagonal: f64) -> Self {
        self.costs = Some((straight, diagonal));
        self
    }

    /// States whether entering a tile adds its cost.
    #[must_use]
    pub const fn tile_costs(mut self, tile_costs: bool) -> Self {
        self.tile_costs = tile_costs;
        self
    }

    /// States the keys of the open list, the most important first: `&["f", "-g"]`.
    #[must_use]
    pub const fn order(mut self, order: &'static [&'static str]) -> Self {
        self.order = order;
        self
    }

    /// States whether its paths are the shortest and its heuristic never overestimates.
    #[must_use]
    pub const fn optimal(mut self, optimal: bool) -> Self {
        self.optimal = optimal;
        self
    }

    /// States which of its kinds of event mean a standard log word: `&[("expanded", "expand")]`.
    #[must_use]
    pub const fn words(mut self, words: &'static [(&'static str, &'static str)]) -> Self {
        self.words = words;
        self
    }
}
