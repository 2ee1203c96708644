//! Guards: each plans every turn on what it knows, which is not always so.
//!
//! ```text
//! #############
//! #.T.........#    G the guard, T its goal, W a shutter that was opened when nobody looked. Who knows everything takes
//! #####W#####.#    the short way, for 22. A guard that knows the map by heart and believes its eyes sets out on the
//! #####.#####.#    long way, for 46, and turns when it sees W from (5,5): 46, 44, 42, 40, and then 14.
//! #G..........#
//! #############
//! ```
//!
//! A simulation by turns. Each turn, each guard prepares a field-of-view overlay from its own cell; then it asks for the
//! state of cells: in the overlay the actual state, elsewhere what it knows; on that mixture it plans, and moves one
//! cell.
//!
//! Sources: James McNeill, *Pathfinding improvements* (development notes, May 2008) and *2D portal visibility* (2007);
//! Stephen Sherratt, development notes of a 7DRL (2016), for the memory of what was seen last. The 2008 code is not
//! public, so the notes decide.

mod cells;
mod event;
mod lens;
mod problem;
mod run;
mod search;
mod see;
mod state;
mod step;
mod tables;
mod why_not;
mod words;

pub use event::{Context, GuardsEvent, Known, MOST_GUARDS, Units, belief, overlay};
pub use problem::{Errand, Guard, LAMP_RADIUS, Problem, RANGE};
pub use run::{Outcome, Walked};
pub use see::ahead;
pub use words::{Aim, Denial, End, Knowledge, Part, Wait};

use super::astar;
use super::shadowcast::Variant;
use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, Layer, LayerKind, Need};
use crate::observe::Observer;
use crate::params::{Default as D, Kind, Param, Resolved};
use crate::scene::{ActorKind, Scene};
use crate::trace::Layout;
use crate::view::board::Role;
use std::ops::ControlFlow;

/// The algorithm of this module.
#[derive(Debug)]
pub struct Guards;

const OWN: [Param; 6] = [
    Param {
        name: "knowledge",
        kind: Kind::Choice(Knowledge::NAMES),
        default: D::Word("default-memory"),
        help: "What a guard takes a cell for that it does not see: what it is, what the map has, or what it saw there last.",
    },
    Param {
        name: "sight",
        kind: Kind::Choice(Variant::NAMES),
        default: D::Word("portal"),
        help: "The field of view by which guards see and lamps throw light.",
    },
    Param {
        name: "lit-factor",
        kind: Kind::Int(1, 10),
        default: D::Int(2),
        help: "A cell that a lamp lights is seen from so many times a guard's range.",
    },
    Param {
        name: "opening-turns",
        kind: Kind::Int(0, 100),
        default: D::Int(0),
        help: "How many turns of its own opening a door costs.",
    },
    Param {
        name: "others",
        kind: Kind::Choice(&["wait", "around"]),
        default: D::Word("wait"),
        help: "What a guard does about another in its way: wait until it is gone, or plan round those that it sees.",
    },
    Param {
        name: "max-turns",
        kind: Kind::Int(1, 60_000),
        default: D::Int(200),
        help: "The run ends after so many turns, if it does not end before.",
    },
];

/// Its own parameters, then those of the search.
const PARAMS: [Param; OWN.len() + astar::PARAMS.len()] = {
    let mut all = [OWN[0]; OWN.len() + astar::PARAMS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < OWN.len() { OWN[i] } else { astar::PARAMS[i - OWN.len()] };
        i += 1;
    }
    all
};

static CARD: Card = Card {
    id: "guards",
    title: "Guards",
    summary: "Guards who plan every turn on what they see and remember, and walk into what they do not know.",
    source: "James McNeill: Pathfinding improvements (2008), 2D portal visibility (2007); Stephen Sherratt: 7DRL development notes (2016)",
    listing: &[
        "for each turn",
        "    play the script",
        "    light ← what the lamps see",
        "    for each guard that has not arrived",
        "        overlay ← field of view, ahead, in range or lit",
        "        for each cell that ever changed",
        "            in the overlay: its actual state",
        "            elsewhere: what is known of it",
        "        goal ← its own, its route's next, the thief",
        "        plan ← A* on what it believes",
        "        no way: to the closest cell",
        "        somebody or something in the way: wait",
        "        a closed door: open it",
        "        move one cell",
        "        at the goal: arrived",
        "until all arrived, nothing stirs, or turns run out",
    ],
    params: &PARAMS,
    layers: &[
        Layer {
            name: "belief",
            help: "What the guard takes the cell for, and where that is wrong.",
            kind: LayerKind::Status,
        },
        Layer { name: "overlay", help: "What the guard sees from its own cell.", kind: LayerKind::Status },
        Layer {
            name: "truth",
            help: "What the cell is, and where that is not what the map has.",
            kind: LayerKind::Status,
        },
        Layer { name: "light", help: "What the lamps light.", kind: LayerKind::Status },
        Layer {
            name: "search",
            help: "The search of the plan: open, closed, candidate or path.",
            kind: LayerKind::Status,
        },
        Layer { name: "f", help: "g + weight · h of the plan's search.", kind: LayerKind::Scalar },
        Layer {
            name: "g",
            help: "The cost of the cheapest path found so far by the plan's search.",
            kind: LayerKind::Scalar,
        },
        Layer { name: "h", help: "The estimate of the rest in the plan's search.", kind: LayerKind::Scalar },
    ],
    roles: &[
        (Role::Wrong, "believed wrongly"),
        (Role::Seen, "in the overlay"),
        (Role::Hidden, "seen before, not now"),
        (Role::Remembered, "known to be otherwise than the map"),
        (Role::Raised, "otherwise than the map has it"),
        (Role::Dimmed, "lit by a lamp"),
        (Role::Queued, "open in the search"),
        (Role::Done, "closed in the search"),
        (Role::Current, "current"),
        (Role::Path, "on the plan"),
        (Role::Candidate, "candidate of the fallback"),
        (Role::Chosen, "the closest reachable cell"),
    ],
    series: state::SERIES,
    actors: &[
        Need { kinds: &[ActorKind::Guard], role: "who walks", many: true },
        Need {
            kinds: &[ActorKind::Goal, ActorKind::Thief],
            role: "where guards go that have no goal or route of their own",
            many: false,
        },
    ],
    checks: &[
        Check {
            name: "a plan became dearer",
            help: "A guard's plan costs more than its last one: it learned, or forgot.",
        },
        Check { name: "a belief went wrong", help: "A guard takes a cell for something that it is not." },
        Check { name: "a belief came right", help: "A guard takes a cell for what it is, and did not before." },
        Check { name: "a guard turned back", help: "It moved to the cell that it had come from." },
        Check { name: "a guard waited for another", help: "Another guard stood on its next cell." },
        Check { name: "a guard walked into what it did not know", help: "Its next cell was not as it believed." },
        Check { name: "a guard arrived", help: "It is at its goal and plans no more." },
        Check { name: "a script line did nothing", help: "What should have been done could not be done." },
    ],
    tie_params: &["ties", "open-order", "turn"],
    score_params: &[],
    first_layer: "belief",
};

impl Algorithm for Guards {
    type Event = GuardsEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        let layers = event::COMMON + 2 * problem.guards.len() as u8;
        let registers = 2 + 4 * problem.scene.actors.len() as u32;
        // What a search wrote lives as long as the plan that it is for.
        Layout::new(problem.scene.size(), layers).with_registers(registers).with_passing(astar::LAYERS, 2)
    }

    fn context(problem: &Problem) -> Context {
        problem.context()
    }

    fn run<O: Observer<GuardsEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::simulate(problem, observer)
    }
}
