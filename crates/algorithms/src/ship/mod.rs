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

pub use event::ShipEvent;
pub use outcome::{Deck, Outcome, RoomMade};
pub use plan::{Owner, on_map, plan_size};
pub use run::generate;

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer};
use crate::params::{Param, Resolved};
use crate::trace::{Control, Layout};
use crate::{Observer, Rng, Role, Scene, Size};
use context::{Context, Rules};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Size of a map whose plan is 30 × 18.
pub const DECK: Size = Size::new(64, 40);
/// Minimum side of a map that can have a plan, in cells.
const LEAST_SIDE: u16 = 10;
const MOST_SIDE: u16 = 512;

/// The constants of the source notes, as parameters.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::int("decks", (1, 9), 3, "How many decks the ship has. Stairs join them, and the teleporter is on the last."),
    Param::int("hallways", (0, 9), 2, "The most hallways that each of the three batches may draw."),
    Param::int("hallway-tries", (1, 100), 20, "How often a batch of hallways is tried before the next batch begins. Only tries inside the plan count."),
    Param::int("long-least", (2, 100), 10, "The shortest hallway of the first batch, in cells of the plan."),
    Param::int("long-most", (2, 100), 20, "The longest hallway of the first batch, in cells of the plan."),
    Param::int("middle-least", (2, 100), 7, "The shortest hallway of the second batch."),
    Param::int("middle-most", (2, 100), 12, "The longest hallway of the second batch, in cells of the plan."),
    Param::int("short-least", (2, 100), 4, "The shortest hallway of the third batch."),
    Param::int("short-most", (2, 100), 8, "The longest hallway of the third batch, in cells of the plan."),
    Param::int("inset", (0, 50), 4, "How far from the edge of the plan a hallway starts, in cells."),
    Param::int("border", (0, 50), 2, "How far both ends of a hallway stay from the edge of the plan, in cells."),
    Param::int("near", (0, 20), 4, "How near to a hallway no other hallway may come, in cells."),
    Param::int("rooms-least", (1, 200), 12, "The fewest rooms of a deck; a plan with fewer is refused."),
    Param::int("rooms-most", (1, 200), 20, "No more rooms are added once a deck has this many."),
    Param::int("reach-least", (1, 50), 2, "A room stays closer to its seed than a distance that the dice choose. This is the smallest; diagonal steps count 1."),
    Param::int("reach-most", (1, 50), 4, "A room stays closer to its seed than a distance that the dice choose. This is the largest; diagonal steps count 1."),
    Param::int("windows-least", (0, 500), 30, "The fewest windows, if enough walls face outside."),
    Param::int("windows-most", (0, 500), 40, "The most windows that the dice may choose for a deck."),
    Param::int("enemy-rooms-least", (0, 200), 7, "Enemies are in at least this many rooms, not counting start and goal."),
    Param::int("enemy-rooms-most", (0, 200), 10, "Enemies are in at most this many rooms, not counting start and goal."),
    Param::int("enemies-least", (1, 20), 1, "The fewest enemies that the dice may put into such a room."),
    Param::int("enemies-most", (1, 20), 3, "The most enemies that the dice may put into such a room."),
    Param::int("weapons-least", (0, 60), 4, "The fewest weapons that the dice may put on a deck."),
    Param::int("weapons-most", (0, 60), 8, "The most weapons that the dice may put on a deck."),
    Param::int("kits-least", (0, 60), 3, "The fewest medical kits that the dice may put on a deck."),
    Param::int("kits-most", (0, 60), 6, "The most medical kits that the dice may put on a deck."),
    Param::flag("hallway-doors", false,
        "A room and a hallway that touch without a door get one with probability ½, as in the notes. Everything else stays the same.")
        .new_scene_default("true"),
    Param::int("attempts", (1, 10_000), 1000, "After how many refused plans of a deck the ship is given up."),
    Param::choice("method", &["grown", "hull-first"], "grown",
        "Rooms that grow from hallways and rooms, or the first attempt of the source: a hull cut from a rectangle, hallways in it, and the rest split into rooms.")
    .labelled(&[("hull-first", "hull first")]),
    Param::int("margin", (0, 50), 2, "Hull first: how far the rectangle stays from each edge of the plan, in cells."),
    Param::int("cuts", (0, 20), 12, "Hull first: how many cuts are drawn at its corners and edges; some are refused."),
    Param::int("cut-width-least", (1, 100), 2, "Hull first: the width of the narrowest piece that is cut off, in cells of the plan."),
    Param::int("cut-width-most", (1, 100), 7, "Hull first: the width of the widest piece that is cut off, in cells of the plan."),
    Param::int("cut-height-least", (1, 100), 2, "Hull first: the height of the lowest piece that is cut off, in cells of the plan."),
    Param::int("cut-height-most", (1, 100), 5, "Hull first: the height of the highest piece that is cut off, in cells of the plan."),
    Param::int("thick", (1, 50), 4, "Hull first: a cut that leaves any part of the hull thinner than this is refused."),
    Param::int("loss", (0, 100), 45, "Hull first: the most of the rectangle that may be cut off, in per cent. A cut beyond that is refused."),
    Param::int("mirror", (0, 100), 75, "Hull first: the probability that it is mirrored top to bottom, in per cent."),
    Param::int("along", (1, 4), 2, "Hull first: the most hallways along the hull. The dice choose from 1 to this number."),
    Param::int("across", (0, 4), 2, "Hull first: the most hallways across the hull. The dice choose from 0 to this number."),
    Param::int("inside", (0, 20), 2, "Hull first: how far hallways stay from the outside and from parallel hallways."),
    Param::int("shortest", (2, 100), 4, "Hull first: the length of the shortest hallway, in cells of the plan."),
    Param::int("section-most", (1, 1000), 30, "Hull first: a section with more cells than this is split."),
    Param::int("section-least", (1, 100), 4, "Hull first: a section with fewer cells than this does not become a room."),
];

/// The ship generation algorithm of this module.
#[derive(Debug)]
pub struct Ship;

#[rustfmt::skip]
static CARD: Card = Card::new("ship", "Ship",
    "Draws the decks of a ship: hallways, rooms that grow from a frontier, doors, windows, and the people on board.")
    .group(Group::Ships)
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
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
        "            touches a room that it has no door to: a candidate",
        "        for each pair: one candidate becomes a door",
        "        30–40 faces toward outside become windows",
        "        flood: floor and doors are one region, else refuse",
        "    by mid-x: the first large room is the start",
        "    the last the goal: stairs, or the teleporter",
        "    enemies in 7–10 rooms of the rest, weapons, kits",
        "    the deck is done",
        "hull first: the hull ← the plan less 2 on each side",
        "    with ¾: mirrored top to bottom",
        "    12 times: draw a cut at a corner or an edge",
        "        in pieces, thinner than 4, 45 % lost: refuse",
        "        cut it off, and its mirror image",
        "    hallways: one or two along, up to two across",
        "        too short, near another, crosses none: refuse",
        "        lay it, two wide, inside by 2",
        "    sections ← what the hallways leave of the hull",
        "        30 cells or fewer: it stays whole",
        "        split its longer side at a third to two thirds",
        "    for each section",
        "        under 4 cells, or beside nothing: refuse",
        "        it becomes a room",
        "    for each room: a door on each side with a hallway",
        "        without one: a door to a room that has one",
        "    windows, and the flood: what it does not reach",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::status("status", "What a cell is: frontier, hallway, room, door, window."),
        Layer::field("room", "Which room it belongs to, or before there are rooms, which section of the hull."),
        Layer::field("order", "How many cells the plan had when it was added."),
        Layer::field("distance", "How far from the seed of its room it is."),
        Layer::field("near", "How far from a hallway it is, if it is near one."),
        Layer::field("reached", "How many cells the flood of the test had reached, including it."),
    ])
    .roles(&[
        (Role::Walked, "hallway"),
        (Role::Done, "room"),
        (Role::Current, "seed"),
        (Role::Queued, "frontier"),
        (Role::Dimmed, "near a hallway"),
        (Role::Candidate, "door candidate; thing to pick up"),
        (Role::Chosen, "door"),
        (Role::Refused, "no door; no room"),
        (Role::Seen, "window"),
        (Role::Remembered, "reached by the test"),
        (Role::Threat, "enemy"),
        (Role::Path, "start or goal"),
        (Role::Pressure, "hull"),
        (Role::Raised, "section of the hull"),
    ])
    .series(&["floor cells", "refusals", "frontier", "rooms", "doors", "windows", "hallways", "things"])
    .checks(&[
        Check::new("a hallway left the border", "An end of a hallway was too near the edge. It does not count as a valid try."),
        Check::new("a hallway met another", "A valid try would have run over a hallway."),
        Check::new("a hallway came near another", "A valid try would have run over a cell labelled as near one."),
        Check::new("a room stopped at its reach", "A free cell was too far from the seed."),
        Check::new("a room stopped at the edge", "A room came to the edge of the plan."),
        Check::new("a contact was linked already", "Two rooms with a door touched once more."),
        Check::new("a contact was with a hallway", "A room touched a hallway that its seed does not open toward."),
        Check::new("a candidate lost", "Another candidate of the pair became the door."),
        Check::new("a plan was refused", "A plan failed the test, for whatever reason."),
        Check::new("a plan was apart", "Floor and doors of a plan were not one region."),
        Check::new("a room was too small for an end", "A room is not more than 2 cells wide and high."),
        Check::new("a place was taken", "A thing could not be placed, because the cell is taken."),
        Check::new("the ship was given up", "Too many plans of a deck were refused."),
        Check::new("a cut was refused", "The hull would be in pieces, too thin or too small, or the cut is outside it."),
        Check::new("a section became no room", "It is too small, or it touches no hallway or room."),
        Check::new("a room is cut off", "It has no door, or the flood did not reach it."),
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
        let fits = |side: u16| (LEAST_SIDE..=MOST_SIDE).contains(&side);
        if !fits(map.width) || !fits(map.height) {
            return Err(RunError::Scene(format!(
                "a deck of a ship needs a map of {LEAST_SIDE} to {MOST_SIDE} cells a side, {DECK} for the constants as \
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
