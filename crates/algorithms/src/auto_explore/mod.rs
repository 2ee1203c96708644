//! Auto-explore: floods the known map, picks a target, and walks there, until nothing is left.
//!
//! ```text
//! ###########      two steps to the unknown cell in the west, seven to the item in the east: an item may be five steps
//! #?.@......$      farther, so it wins; if it were one cell farther, the unknown cell would win
//! ###########
//! ```
//!
//! Source: `tiger_eye`, *The Anatomy of Auto-explore in T-Engine*, 2012, and the behaviour of the game's own version of
//! February 2012.

mod actions;
mod adjacency;
mod air;
mod card;
mod choose;
mod decision;
mod decks;
mod event;
mod explorer;
mod figures;
mod flood;
mod flood_cells;
mod lens;
mod lowering_arrivals;
mod memory;
mod path;
mod people;
mod pick;
mod problem;
mod run;
mod walk;

use card::CARD;
pub use card::PARAMS;
pub use choose::List;
pub use event::{Context, ExploreEvent};
pub use explorer::{Explorer, Feature, Target};
pub use problem::Problem;
pub use run::{Outcome, explore};

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use std::ops::ControlFlow;

/// The auto-explore algorithm of this module.
#[derive(Debug)]
pub struct AutoExplore;

impl Algorithm for AutoExplore {
    type Event = ExploreEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.context.size, event::LAYERS)
            .with_registers(problem.scene.actors.len() as u32)
            .with_passing(event::PASSING, 0)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<ExploreEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        explore(problem, observer)
    }
}
