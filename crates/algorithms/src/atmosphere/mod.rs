//! Air simulation on a ship: sealed regions, pressure walls, breaches, air loss per unit of time, and suction.
//!
//! ```text
//! ■■■■■####      ■ pressure walls, ▽ venting cells, the hole is at the right: the divider and its door hold the air of
//! ■...■▽▽▽#      the left room back from the moment the right room is open to the void
//! ■...■▽▽▽,
//! ■...■▽▽▽#
//! ■■■■■####
//! ```
//!
//! Source: Stephen Sherratt, development notes of his entry to the *7 Day Roguelike Challenge*, 2016, and that game's
//! public behaviour. Air is counted in tenths, distances are exact, and every chance is a whole number of twelfths,
//! rolled with one die.
//!
//! Our choices where the notes leave a gap:
//! - Any change from open to solid closes the cell. Any change from solid to open is a breach. The tile can be a door,
//!   a shutter, or a tile that the script places. A wall cell has the air of its region and keeps it when it breaks.
//! - Airless ground never holds air, like the void. But actors on it are not lost.
//! - A unit of time runs its script lines, then the loss of air, then suction in scene order. Lines of turn 0 run
//!   before the first unit. Things do not block each other.
//! - The parameter `smash` decides what a smash in the script is: a sure break, a bullet, or an explosion. A bullet
//!   comes from the first player and stops at the first person or solid. Without a player it hits its cell directly.
//! - Flames pass through people, cover 5 cells up to the first solid, and burn there for 3 units of time. They run last
//!   in a unit. Each uses a tenth of its cell's air, but never the last tenth. With one tenth or less, nothing burns.
//! - *Distance 4…5* of a shockwave is measured from cell centre to cell centre. All shockwaves fly at once and stop at
//!   the first solid. The explosion's own cell takes a blow if it is solid.
//!
//! The rules for bodies are our own. They apply if `health` or `people` is on, or if the scene has a bloat or a beacon:
//! - A blast reaches 3 cells, a bloat's blast 2, measured from centre to centre. A solid in between shields a body. A
//!   bloat hit by a bullet or flames bursts at once. A bloat reached by a blast bursts in the next unit, before its
//!   script. The shockwaves of a bloat fly to the cells up to 2 away.
//! - A unit runs in this order: arrival of the ship, bursts, script, people, loss of air, suction, flames, missing air,
//!   beacon. Flames take health once per unit, but not at the moment they are lit. A body lost to the void is dead.
//! - People know the ship as it is. An enemy goes to the nearest player it sees, or else to where it last saw one.
//!   Instead of stepping onto a player, it strikes. A player shoots the nearest enemy in sight if the bullet would
//!   first hit an enemy or a bloat. Otherwise it goes to the beacon and shoots any enemy or bloat on its next step. No
//!   one steps onto another body.
//! - The beacon is an item whose `what` is `beacon`. It sends once a player is on its cell at the end of 5 units in a
//!   row.

mod air;
mod beacon;
mod bodies;
mod card;
mod choice;
mod context;
mod decision;
mod event;
mod figures;
mod flames;
mod harm_event;
mod lens;
mod links;
mod numbers;
mod people;
mod problem;
mod rules;
mod run;
mod shots;
mod state;
mod suction;
mod supply;
mod tables;
mod why_not;

pub use air::{is_solid, is_void};
pub use beacon::{Fight, Signal};
pub use bodies::{Bursting, Death};
use card::CARD;
pub use event::{AirEvent, Cause, Context, Flood, Out, Spare, Stop};
pub use flames::Burn;
pub use harm_event::{Harm, HarmEvent};
pub use links::{Link, Step};
pub use problem::{Breach, Loss, Outcome, Problem, Vent};
pub use shots::{disc, line, ring};
pub use suction::is_loose;
pub(crate) use supply::Supply;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Scene};
use std::ops::ControlFlow;

/// The air simulation of this module.
#[derive(Debug)]
pub struct Atmosphere;

impl Algorithm for Atmosphere {
    type Event = AirEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.world.tiles.size(), event::LAYERS)
            .with_registers(problem.context.registers())
            .with_passing(event::PASSING, 2)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<AirEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::simulate(problem, observer)
    }
}
