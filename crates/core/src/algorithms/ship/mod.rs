//! A ship to walk in, drawn up step by step: hallways, rooms from a frontier, doors, windows, a test, things.
//!
//! ```text
//! plan    map          An abstract grid of 30 × 18 cells, every one a cell (2x+2, 2y+2) of a map of 64 × 40; what lies
//! hhhh    #########    between becomes floor, wall, door or window. Smaller and larger maps have smaller and larger
//! hhhh    #.......#    plans.
//! ·aa·    #.......#
//! ·aa·    ###+#####
//!           #...#
//! ```
//!
//! Source: Stephen Sherratt's development notes of 7DRL 2016 and the public behaviour of that game.

mod builder;
mod event;
mod lens;
mod plan;
mod problem;
mod run;
mod shown;
mod state;

pub use event::ShipEvent;
pub use plan::{on_map, plan_size};
pub use problem::{DECK, Deck, Outcome, PARAMS, Problem, RoomMade};
pub use run::generate;

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, Layer};
use crate::observe::Observer;
use crate::params::Resolved;
use crate::scene::Scene;
use crate::trace::{Control, Layout};
use crate::view::board::Role;
use std::ops::ControlFlow;

/// The algorithm of this module.
#[derive(Debug)]
pub struct Ship;

#[rustfmt::skip]
static CARD: Card = Card::new("ship", "Ship",
    "Draws up the decks of a ship: hallways, rooms from a frontier, doors, windows, and who is there.")
    .source("Stephen Sherratt: development notes and public behaviour of his 7DRL game (2016)")
    .listing(&[
        "for each deck",
        "    take an empty plan, until one is accepted",
        "        for each of three batches of hallways",
        "            draw start, direction and length",
        "            over the border, a hallway or near one: refuse",
        "            lay it, two wide",
        "            label all cells within 4 as near a hallway",
        "        until there are 12–20 rooms",
        "            draw a cell of the frontier: the seed",
        "            a door to a hallway beside it, else to a room",
        "            grow breadth-first, nearer than 2…4",
        "            a contact with a room not linked: a candidate",
        "        for each pair: one candidate becomes a door",
        "        30–40 faces toward outside become windows",
        "        flood: floor and doors are one region, else refuse",
        "    by mid-x: the first large room is the start",
        "    the last the goal: stairs, or the teleporter",
        "    enemies in 7–10 rooms of the rest, weapons, kits",
        "    the deck is done",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::status("status", "What a cell is: frontier, hallway, room, door, window."),
        Layer::field("room", "Which room it belongs to."),
        Layer::field("order", "How many cells the plan had when it was taken."),
        Layer::field("distance", "How far from the seed of its room it is."),
        Layer::field("near", "How far from a hallway it is, where it is labelled so."),
        Layer::field("reached", "How many cells the flood of the test had reached with it."),
    ])
    .roles(&[
        (Role::Walked, "hallway"),
        (Role::Done, "room"),
        (Role::Current, "seed"),
        (Role::Queued, "frontier"),
        (Role::Dimmed, "near a hallway"),
        (Role::Candidate, "door candidate; thing to pick up"),
        (Role::Chosen, "door"),
        (Role::Refused, "no door"),
        (Role::Seen, "window"),
        (Role::Remembered, "reached by the test"),
        (Role::Threat, "enemy"),
        (Role::Path, "start or goal"),
    ])
    .series(&["floor cells", "refusals", "frontier", "rooms", "doors", "windows", "hallways", "things"])
    .checks(&[
        Check::new("a hallway left the border", "A draw had an end too near the edge; it is no valid try."),
        Check::new("a hallway met another", "A valid try would have run over a hallway."),
        Check::new("a hallway came near another", "A valid try would have run over a cell labelled as near one."),
        Check::new("a room stopped at its reach", "A free cell was too far from the seed."),
        Check::new("a room stopped at the edge", "A room came to the edge of the plan."),
        Check::new("a contact was linked already", "Two rooms with a door touched once more."),
        Check::new("a contact was with a hallway", "A room touched a hallway that its seed does not open toward."),
        Check::new("a candidate lost", "Another candidate of the pair became the door."),
        Check::new("a plan was refused", "A plan failed the test, for whatever reason."),
        Check::new("a plan was apart", "Floor and doors of a plan were not one region."),
        Check::new("a room was too small for an end", "A room is not wider and taller than 2."),
        Check::new("a place was taken", "Something was to be put where something is."),
        Check::new("the ship was given up", "Too many plans of a deck were refused."),
    ]);

impl Algorithm for Ship {
    type Event = ShipEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Control) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        // A new plan is empty: everything lives as long as a plan.
        Layout::new(problem.map, event::LAYERS).with_passing(event::LAYERS, 1)
    }

    fn context(problem: &Problem) -> event::Context {
        problem.context.clone()
    }

    fn run<O: Observer<ShipEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        generate(problem, observer)
    }
}
