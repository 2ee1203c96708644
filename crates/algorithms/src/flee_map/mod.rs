//! Two rules for fleeing by Dijkstra maps: Sherratt's of 2016, and Brogue's.
//!
//! ```text
//! ###########    Cells nearer to the threat @ than the threshold are in danger. The frontier f bounds the danger.
//! #@......f.#    A corridor with a frontier leads out. A dead end inside the danger has none.
//! #.#######.#    value = padding + threshold − d + delay · d₂: d is the distance from the threat, and
//! #.....f...#    d₂ the distance from the frontier. The walker steps to lower values.
//! ###########
//! ```
//!
//! Sources: Stephen Sherratt, development notes and public code of his 7DRL game of 2016; the wiki `RogueBasin`,
//! *The Incredible Power of Dijkstra Maps*, for the rule of Brian Walker's *Brogue*.

mod decision;
mod event;
mod lens;
mod run;

pub use event::FleeEvent;
pub use run::Problem;
pub(super) use run::leads_through;

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::params::{Param, Resolved};
use crate::root2::Root2;
use crate::trace::{Control, Layout};
use crate::{Cell, Grid, Observer, Role, Scene};
use event::{Context, Rule};
use serde::{Serialize, Serializer};
use std::ops::ControlFlow;

/// The flee map algorithm.
#[derive(Debug)]
pub struct FleeMap;

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    /// Cells reached at or above the threshold, row by row. Empty under Brogue's rule, which has no threshold.
    pub frontier: Vec<Cell>,
    pub value: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brogue: Option<Values>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brogue_path: Vec<Cell>,
}

/// Value of each cell under a rule, serialized row by row. `null` if the cell was not reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    rule: Rule,
    cells: Grid<Option<Root2>>,
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let value = |worth: &Option<Root2>| worth.map(|worth| self.rule.value(worth));
        to.collect_seq(self.cells.rows().map(|row| row.iter().map(value).collect::<Vec<_>>()))
    }
}

#[rustfmt::skip]
const PARAMS: &[Param] = &[
    Param::choice("rule", &["sherratt", "brogue", "both"], "sherratt",
        "Whose rule: Sherratt's with a frontier, Brogue's with a factor, or both on one map.")
    .labelled(&[("sherratt", "Sherratt"), ("brogue", "Brogue")]),
    Param::int("threshold", (1, 100_000), 20,
        "How far the danger reaches from the threat, in straight steps. Cells at this distance or more are the frontier."),
    Param::int("delay", (0, 100), 2,
        "How much a step farther from the frontier weighs against a step farther from the threat. Below 2 the walker can flee into dead ends."),
    Param::int("padding", (0, 100_000), 10, "A number added to every value. It does not change where the walker goes."),
    Param::real("factor", (-2.5, -1.0), -1.2,
        "Brogue's factor, to two decimals. The larger it is, the sooner a walker runs past the threat to get farther away."),
];

#[rustfmt::skip]
static CARD: Card = Card::new("flee-map", "Flee map",
    "Leads a fleeing walker out of the danger and not into a dead end, by two Dijkstra maps.")
    .group(Group::Flow)
    .numbers(&["value", "brogue"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .source("Stephen Sherratt: 7DRL development notes and code (2016); RogueBasin: The Incredible Power of Dijkstra Maps")
    .listing(&[
        "d ← 0 at the threat, queue it",
        "while the queue is not empty: settle the nearest",
        "    d ≥ threshold: it is frontier, go no further",
        "    else reach its eight neighbours, 1 and √2",
        "d₂ ← 0 at the frontier, flood what was reached",
        "no frontier: d₂ ← 0 everywhere",
        "value ← padding + threshold − d + delay · d₂",
        "brogue: n ← steps from the threat",
        "    v ← factor · n",
        "    v above lowest neighbour + 1: lower it to that",
        "each turn: weigh the neighbours",
        "    step to the lowest, dice among equals; none lower: stop",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::field("value", "The walker steps to lower values: the lower, the safer."),
        Layer::field("d", "The distance from the threat."),
        Layer::field("d2", "The distance from the frontier, the way out."),
        Layer::field("brogue", "Brogue's number: steps times the factor, relaxed."),
        Layer::status("status", "Waiting, in danger, frontier, walked."),
    ])
    .roles(&[
        (Role::Queued, "waiting"),
        (Role::Threat, "in the danger"),
        (Role::Candidate, "frontier"),
        (Role::Done, "its way out is measured"),
        (Role::Raised, "lowered by Brogue's relaxation"),
        (Role::Walked, "walked"),
        (Role::Chosen, "weighed"),
    ])
    .series(&["in danger", "frontier", "value of the walker", "distance from the threat"])
    .needs(&[Need::many(run::THREATS, "what is fled from")])
    .checks(&[
        Check::new("a cell is frontier", "A cell was reached at or above the threshold."),
        Check::new("there is no frontier", "The whole room is below the threshold: there is no way out."),
        Check::new("several neighbours were lowest", "The dice decided the step."),
        Check::new("fled nearer to the threat", "The way out led past the threat for a step."),
        Check::new("cornered", "The walker stopped below the threshold."),
        Check::new("Brogue's relaxation lowered a cell", "The way away from the threat leads past it first."),
    ])
    .score_params(&["threshold", "delay", "padding"]);

impl Algorithm for FleeMap {
    type Event = FleeEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, control: &Control) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed, control)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.context.size, event::LAYERS).with_passing(1, 1)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<FleeEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}
