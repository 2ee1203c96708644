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

mod card;
mod dice_replay;
mod event;
mod lens;
mod problem;
mod run;

use card::CARD;
pub use event::SamplingEvent;
pub use problem::Problem;
pub use run::Outcome;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::tool::{Tool, ToolAction};
use crate::trace::tally::Tally;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use event::{Context, MAX_TRACKED};
use std::ops::ControlFlow;

/// The path sampling algorithm.
#[derive(Debug)]
pub struct PathSampling;

/// Largest number of samples per rule.
const MAX_SAMPLES: i64 = 1_000_000;

/// The tool that runs path sampling from a search.
pub(crate) const SAMPLE: Tool = Tool {
    id: "sample-paths",
    title: "Sampled paths",
    help: "Runs the search with many seeds and counts which of the cheapest paths come out, and how often.",
    start: "Sample 10,000 runs",
    inputs: &[],
    does: ToolAction::Run("path-sampling"),
};

impl Algorithm for PathSampling {
    type Event = SamplingEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed, progress).await
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.context.size, 4).with_registers(4 * MAX_TRACKED)
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
