//! Guards: each one plans every turn from what it knows, which may be wrong.
//!
//! ```text
//! #############
//! #.T.........#    G is the guard, T its goal, W a shutter that was opened out of sight. With full knowledge, G takes
//! #####W#####.#    the short path, for 22. A guard that remembers the original map and believes its eyes starts on the
//! #####.#####.#    long path, for 46, and turns when it sees W from (5,5): 46, 44, 42, 40, and then 14.
//! #G..........#
//! #############
//! ```
//!
//! A curious guard (`curiosity`) inspects anything that differs from the map before it goes on. A hunting guard
//! (`hunts`) pursues prisoners that are not where the map has them.
//!
//! A simulation by turns. In each turn, each guard builds a field-of-view overlay from its own cell. Then it reads the
//! state of cells: the actual state inside the overlay, what it knows elsewhere. It plans on that mixture and moves one
//! cell.
//!
//! Sources: James McNeill, *Pathfinding improvements* (development notes, May 2008) and *2D portal visibility* (2007);
//! Stephen Sherratt, development notes of a 7DRL (2016), for the memory of what was seen last. The 2008 code is not
//! public, so the notes are the reference.

mod card;
mod curious;
mod event;
pub(super) mod figures;
mod hunt;
mod inside_dungeon;
pub(super) mod lens;
mod problem;
mod run;
mod see;
mod state;
mod step;

use card::CARD;
pub(super) use card::OWN;
pub use curious::ErrandOut;
pub use event::{Context, GuardContext, GuardsEvent, Part};
pub use hunt::CatchOut;
pub use problem::{Curiosity, Knowledge, Problem};
pub(super) use run::Sim;
pub use run::{Outcome, Walked};
pub(super) use state::subject;

use super::astar;
use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use std::ops::ControlFlow;

/// The guards algorithm of this module.
#[derive(Debug)]
pub struct Guards;

impl Algorithm for Guards {
    type Event = GuardsEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed, progress).await
    }

    fn layout(problem: &Problem) -> Layout {
        // Even without guards, the layers of guard 0 are used for the view of one.
        let layers = event::COMMON + 2 * problem.guards.len().max(1) as u8;
        let registers = 2 + 4 * problem.scene.actors.len() as u32;
        // The layers of a search are cleared with its plan.
        Layout::new(problem.scene.size(), layers).with_registers(registers).with_passing(astar::LAYERS, 2)
    }

    fn context(problem: &Problem) -> Context {
        problem.context()
    }

    fn run<O: Observer<GuardsEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}
