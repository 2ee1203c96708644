//! Samples equal-cost paths many times and compares how often each occurs with its exact probability.
//!
//! ```text
//! S..     With four neighbours there are three cheapest paths. The 1/n rule over parents gives 1/2, 1/4, 1/4.
//! ..T     The rule over paths gives 1/3 each. Both rules agree only if all parents have equally many paths.
//! ```
//!
//! Sources: James McNeill, *Pathfinding improvements* (development notes, May 2008) for the 1/n rule; Vitter,
//! *Random Sampling with a Reservoir*, 1985.
//!
//! Under the rules over parents and over paths, sample k is exactly the A* run with seed + k.

mod event;
mod lens;
mod problem;
mod run;

pub use event::SamplingEvent;
pub use problem::Problem;
pub use run::Outcome;

use super::astar;
use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, Group, Layer};
use crate::params::{Param, Resolved};
use crate::tool::{Tool, ToolAction};
use crate::trace::tally::Tally;
use crate::trace::{Control, Layout};
use crate::{Observer, Role, Scene};
use event::{Context, MOST_TRACKED};
use std::ops::ControlFlow;

/// The path sampling algorithm.
#[derive(Debug)]
pub struct PathSampling;

/// Largest number of samples per rule.
const MOST_SAMPLES: i64 = 1_000_000;

const OWN: [Param; 3] = [
    Param::int(
        "samples",
        (1, MOST_SAMPLES),
        10_000,
        "How many runs each rule makes, with the seeds seed, seed + 1 and so on.",
    ),
    Param::flag("replan", false, "Also walk by planning again after each step with the parents rule."),
    Param::flag("field", false, "Also walk down a distance field, choosing uniformly among the best next cells."),
];

/// The parameters of A* without the tie rule, because the tie rules are what is sampled. Three parameters are added.
const PARAMS: [Param; astar::PARAMS.len() + 2] = {
    let mut all = [OWN[0]; astar::PARAMS.len() + 2];
    let (mut from, mut to) = (0, 0);
    while from < OWN.len() {
        all[to] = OWN[from];
        (from, to) = (from + 1, to + 1);
    }
    from = 0;
    while from < astar::PARAMS.len() {
        if !matches!(astar::PARAMS[from].name.as_bytes(), b"ties") {
            all[to] = astar::PARAMS[from];
            to += 1;
        }
        from += 1;
    }
    all
};

/// The tool that runs path sampling from a search.
pub(crate) const SAMPLE: Tool = Tool {
    id: "sample-paths",
    title: "Sampled paths",
    help: "Runs the search with many seeds and counts which of the cheapest paths come out, and how often.",
    start: "Sample 10,000 runs",
    inputs: &[],
    does: ToolAction::Run("path-sampling"),
};

#[rustfmt::skip]
static CARD: Card = Card::new("path-sampling", "Path sampling",
    "Runs a tie rule with many seeds and compares how often each cheapest path is taken with its exact probability.")
    .group(Group::Search)
    .terms(&[(&["chi-square"],
        "How far the counts are from what is expected, all squared differences together; 0 means exactly as expected.")])
    .source("James McNeill: Pathfinding improvements (2008); Vitter: Random Sampling with a Reservoir (1985)")
    .listing(&[
        "for each rule",
        "    for each seed",
        "        find a path under the rule",
        "        for each cell of it: walked ← walked + 1",
        "        count(path) ← count(path) + 1",
        "    chi-square against uniform over paths",
    ])
    .params(&PARAMS)
    .layers(&[
        Layer::walked("walked", "How often the current rule walked over the cell."),
        Layer::field("walked-parents", "How often the parents rule walked over the cell."),
        Layer::field("walked-paths", "How often the paths rule walked over the cell."),
        Layer::field("walked-replanned", "How often planning again at each step walked over the cell."),
        Layer::field("walked-field", "How often walking down the distance field walked over the cell."),
    ])
    .roles(&[(Role::Walked, "walked over, the more often the hotter"), (Role::Path, "path of the last sample")])
    .series(&["distinct, parents", "distinct, paths", "distinct, replanned", "distinct, field"])
    .needs(crate::ends::NEEDS)
    .checks(&[
        Check::new("a path was taken for the first time", "The rule found a path that it had not found before.")
            .former_names(&["a path came for the first time"]),
        Check::new("a rule was summed up", "All samples of a rule are done."),
    ])
    .seeds(MOST_SAMPLES as u64)
    .tie_params(&["open-order", "turn"]);

impl Algorithm for PathSampling {
    type Event = SamplingEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, control: &Control) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed, control)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.context.size, 4).with_registers(4 * MOST_TRACKED)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn tally(problem: &Problem) -> Option<Tally> {
        Some(problem.tally())
    }

    fn run<O: Observer<SamplingEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::sample(problem, observer)
    }
}
