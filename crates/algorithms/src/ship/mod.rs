//! Ship generation, step by step: hallways, rooms from a frontier, doors, windows, a test, and things.
//!
//! ```text
//! plan    map          The plan is an abstract grid of 30 × 18 cells. Each is a cell (2x+2, 2y+2) of a map of 64 × 40.
//! hhhh    #########    Cells in between become floor, wall, door or window. Smaller and larger maps have smaller and
//! hhhh    #.......#    larger plans.
//! ·aa·    #.......#
//! ·aa·    ###+#####
//!           #...#
//! ```
//!
//! Source: Stephen Sherratt's development notes of 7DRL 2016 and the public behaviour of that game.

mod builder;
mod card;
mod context;
mod event;
mod figures;
mod hull;
mod hull_doors;
mod lens;
mod outcome;
mod passages;
mod plan;
mod reachability;
mod run;
mod sections;
mod state;
mod tables;
mod walk;
mod words;

use card::CARD;
pub use card::PARAMS;
pub use event::ShipEvent;
pub use outcome::{Deck, Outcome, RoomMade};
pub use plan::{Owner, on_map, plan_size};
pub use run::generate;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Observer, Rng, Scene, Size};
use context::{Context, Rules};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Size of a map whose plan is 30 × 18.
pub const DECK: Size = Size::new(64, 40);
/// Minimum side of a map that can have a plan, in cells.
const LEAST_SIDE: u16 = 10;
const MAX_SIDE: u16 = 512;

/// The ship generation algorithm of this module.
#[derive(Debug)]
pub struct Ship;

impl Algorithm for Ship {
    type Event = ShipEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        // A new plan is empty, so all layers are cleared with it.
        Layout::new(problem.map, event::LAYERS).with_passing(event::LAYERS, 1)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<ShipEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        generate(problem, observer)
    }
}

/// A range for dice, including both ends.
#[derive(Clone, Copy, Debug)]
struct Span(u32, u32);

impl Span {
    /// Returns a random number of the range, all equally likely.
    fn draw(self, dice: &mut Rng) -> u32 {
        self.0 + dice.below((self.1 - self.0) as u64 + 1) as u32
    }
}

/// Complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    map: Size,
    plan: Size,
    params: Resolved,
    seed: u64,
    context: Context,
}

impl Problem {
    /// Takes the size of the scene's map and the parameters. The content of the map is ignored.
    ///
    /// # Errors
    /// Returns an error if a side of the map is shorter or longer than allowed.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let map = scene.size();
        let fits = |side: u16| (LEAST_SIDE..=MAX_SIDE).contains(&side);
        if !fits(map.width) || !fits(map.height) {
            return Err(RunError::Scene(format!(
                "a deck of a ship needs a map of {LEAST_SIDE} to {MAX_SIDE} cells a side, {DECK} for the constants as \
                 they are, and this one has {map}; take a new map of that size"
            )));
        }
        let (ground, actors) = (Arc::new(scene.tiles.clone()), Arc::new(scene.actors.clone()));
        let n = |name| params.int(name).unwrap_or(0) as u8;
        let plan = plan_size(map);
        let hull = (params.word("method") == "hull-first").then(|| rules(plan, params));
        let context =
            Context { size: map, decks: n("decks"), ground, actors, near: n("near"), border: n("border"), hull };
        Ok(Self { map, plan, params: params.clone(), seed, context })
    }

    /// Returns a constant of the source notes, by the name of its parameter.
    pub(crate) fn constant(&self, name: &str) -> u16 {
        self.params.int(name).unwrap_or(0).max(0) as u16
    }

    /// Returns the range between the parameters `name-least` and `name-most`, in either order.
    fn span(&self, name: &str) -> Span {
        let [a, b] = ["least", "most"].map(|end| u32::from(self.constant(&format!("{name}-{end}"))));
        Span(a.min(b), a.max(b))
    }
}

/// Returns the rules of the hull-first method.
fn rules(plan: Size, params: &Resolved) -> Rules {
    let n = |name| params.int(name).unwrap_or(0).max(0) as u16;
    let whole = hull::rectangle(plan, n("margin")).map_or(0, |whole| whole.size().area() as u32);
    Rules {
        margin: n("margin"),
        whole,
        thick: n("thick"),
        loss: n("loss"),
        mirror: n("mirror"),
        inside: n("inside"),
        short: n("shortest"),
        most: n("section-most"),
        least: n("section-least"),
    }
}
