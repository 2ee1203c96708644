//! A flow map: every free cell stores its distance to the nearest exit. It is filled level by level, like rings on
//! water, and repaired when something opens or closes. A prisoner that wants out steps to a lower neighbour, without
//! planning.
//!
//! ```text
//! #########
//! #54323..#   the exit > is on the right; a crate % blocks the rest:
//! #43212%.#   when it is smashed, the ripple restarts from that cell alone
//! ####101>#
//! #########
//! ```
//!
//! The wave expansion comes from Lee, the two queues (raise, then fill) from Ramalingam and Reps, and the fleeing from
//! Walker.

mod card;
mod embedded;
mod event;
pub(super) mod figures;
pub(super) mod lens;
mod map;
mod outcome;
mod problem;
mod ripple;
mod rules;
mod run;
mod shape;
mod state;
mod walk;
mod words;

use card::CARD;
pub use card::PARAMS;
pub(super) use embedded::Work;
pub(super) use event::Cause;
pub use event::FlowEvent;
pub use problem::Problem;
pub(super) use run::Dungeon;
pub use run::play;
pub use shape::Shape;
pub(super) use walk::Ways;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Cell, Observer, Scene};
use event::{Context, LAYERS, REGISTERS};
use serde::Serialize;
use std::ops::ControlFlow;

/// The flow map algorithm of this module.
#[derive(Debug)]
pub struct FlowMap;

/// Outcome of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Number of levels of the first ripple, including level 0. With several rooms, the maximum.
    pub levels: u32,
    /// Number of cells with a distance at the end, including exits. A shared cell counts once.
    pub reached: usize,
    /// The distance table at the end, one list per row: −1 for solid cells, 500 (or more) for cells not reached.
    pub distance: Vec<Vec<i64>>,
    /// The waves after the first ripple, in the order in which they began.
    pub waves: Vec<WaveOut>,
    /// Number of prisoners that left the dungeon.
    pub out: usize,
    /// Their share of all prisoners; `None` if there are no prisoners.
    pub share_out: Option<f64>,
    /// The prisoners, in scene order.
    pub prisoners: Vec<PrisonerOut>,
    /// Shape of the ground, if the map starts at the walls.
    #[serde(flatten)]
    pub shape: Option<Shape>,
}

/// A wave in the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WaveOut {
    /// Cell where the wave began.
    pub from: Cell,
    /// Number of levels, including that of the first cell; 0 if nothing was reached.
    pub levels: u32,
    /// Number of cells touched, including the first. Each counts once.
    pub cells: u32,
}

/// A prisoner in the outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PrisonerOut {
    /// Cells that the prisoner was on, including its start.
    pub path: Vec<Cell>,
    /// The turn in which the ripple reached the prisoner, and it woke and cheered.
    pub cheered: Option<u32>,
    /// The turn in which the prisoner left the dungeon.
    pub left: Option<u32>,
}

impl Algorithm for FlowMap {
    type Event = FlowEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Problem, RunError> {
        Problem::within(scene, params, seed, progress)
    }

    fn layout(problem: &Problem) -> Layout {
        let actors = problem.world.actors.len() as u32;
        Layout::new(problem.cx.size, LAYERS).with_registers(REGISTERS + actors)
    }

    fn context(problem: &Problem) -> Context {
        problem.cx.clone()
    }

    fn run<O: Observer<FlowEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        play(problem, observer)
    }
}
