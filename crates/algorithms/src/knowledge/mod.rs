//! The knowledge of each character. Knowledge cells store the turn of their last observation. Dirty stamps decide which
//! visible cells must be seen again.
//!
//! ```text
//! ##########   ● clean: only its turn was set        ▲ dirty: cleared and seen again
//! #V●●●#░░░#   ◌ remembered, out of sight            ≠ remembered, but no longer true
//! #●●●▲+░░░#   ░ never seen
//! ##########
//! ```
//!
//! Source: Stephen Sherratt, development notes of his 7DRL game of 2016. Every character looked every turn, and the
//! time went into copying the contents of the visible cells, not into finding them. See [`crate::memory`] for the
//! stamps.

mod card;
pub(crate) mod cast;
mod event;
mod lens;
mod run;
pub(crate) mod stage;

use card::CARD;
pub(super) use card::SIGHT;
pub use cast::{Cast, StageEvent};
pub use event::{Context, KnowledgeEvent};
pub use run::{Outcome, Problem};
pub use stage::{Contents, Mind, Stage, Stamping, Tally, characters};

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use std::ops::ControlFlow;

/// The knowledge algorithm.
#[derive(Debug)]
pub struct Knowledge;

impl Algorithm for Knowledge {
    type Event = KnowledgeEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params)
    }

    fn layout(problem: &Problem) -> Layout {
        problem.context.layout()
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<KnowledgeEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}
