//! Walking by a Dijkstra map over what a walker knows: to the target if it is in sight, else to its last known place.
//!
//! ```text
//! #########
//! #G●●●+░░#    G knows the cells that it saw (●) and no others (░). It goes to the last known place of X, opens
//! #●●●●#░░#    a door by walking into it, and waits if it never saw X.
//! #########
//! ```
//!
//! Sources: Stephen Sherratt, development notes and public code of his 7DRL game of 2016; the wiki `RogueBasin`,
//! *The Incredible Power of Dijkstra Maps*.

mod card;
mod decision;
mod descend;
mod event;
mod lens;
mod run;

use card::CARD;
pub(crate) use descend::{Choice, Walker};
pub use event::{NpcEvent, Part};
pub(crate) use event::{Obstacle, Wait};
pub use run::{Outcome, Problem};

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use event::Context;
use std::ops::ControlFlow;

/// The algorithm for walking by a Dijkstra map.
#[derive(Debug)]
pub struct Npc;

impl Algorithm for Npc {
    type Event = NpcEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        problem.context.layout().with_passing(2, 1)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<NpcEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}

/// Returns the outcome in a sentence: how long they walked.
fn ending(outcome: &serde_json::Value) -> Option<String> {
    let turns = outcome["turns"].as_u64()?;
    let all = outcome["actors"].as_array()?;
    let ends = all.iter().map(|one| serde_json::from_value(one["path"].as_array()?.last()?.clone()).ok());
    let ends: Vec<String> = ends.map(|end: Option<crate::Cell>| Some(end?.to_string())).collect::<Option<_>>()?;
    Some(format!("After {turns} turns {} at {}.", if all.len() == 1 { "it is" } else { "they are" }, ends.join(", ")))
}
