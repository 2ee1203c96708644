//! A whole dungeon: prisoners walk out by flow maps, guards act on their beliefs, and doors are between them.
//!
//! ```text
//! #########      Each room has its own flow map. There is also one map of the whole dungeon.
//! #.@.+...#      @ a prisoner behind a shut door +: no distance reaches it, so it sleeps
//! #...#.G.>      G a guard on its route: when it opens the door, the maps are updated and the prisoner walks
//! #########      A guard hunts every prisoner that it sees where it should not be.
//! ```
//!
//! Both halves are the existing algorithms, running in one world. When a guard changes a door, the ground of the
//! flow maps changes. Where a prisoner moves, guards may see it.
//!
//! Sources: the design notes of *Dungeon Dregs*, for a map per room instead of one for the whole; James McNeill,
//! *Pathfinding improvements* (2008), and Stephen Sherratt's notes of a 7DRL (2016), for the guards. The combination
//! is our own.

mod card;
mod event;
mod lens;
mod outcome;
mod problem;
mod run;

use card::CARD;
pub use event::{Context, DungeonEvent};
pub use outcome::{Cells, ChangeOut, Outcome, PrisonerOut};
pub use problem::Problem;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use std::ops::ControlFlow;

/// The dungeon algorithm.
#[derive(Debug)]
pub struct Dungeon;

impl Algorithm for Dungeon {
    type Event = DungeonEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed, progress).await
    }

    fn layout(problem: &Problem) -> Layout {
        problem.layout()
    }

    fn context(problem: &Problem) -> Context {
        problem.context()
    }

    fn run<O: Observer<DungeonEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}
