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

mod embedded;
mod event;
mod figures;
mod lens;
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

pub(super) use embedded::Work;
pub use event::FlowEvent;
pub(super) use lens::SHOWN;
pub use problem::Problem;
pub(super) use run::Dungeon;
pub use run::play;
pub use shape::Shape;
pub(super) use walk::Ways;

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::movement::Corners;
use crate::params::{Param, Resolved, labels};
use crate::trace::{Control, Layout};
use crate::{ActorKind, Cell, Observer, Role, Scene};
use event::{Context, LAYERS, REGISTERS};
use rules::Walk;
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

/// The parameters of the flow map.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
    Param::choice("costs", &["1", "octile"], "1",
        "A diagonal step costs 1 or √2. With √2, the table holds distances × 1000, rounded.")
    .labelled(labels::COSTS),
    Param::choice("corners", Corners::NAMES, "never",
        "When a diagonal step may pass solid cells: if both cells beside it are free, if one is, or always.")
    .labelled(labels::CORNERS),
    Param::flag("terrain-costs", false,
        "A step onto a cell adds the cost of its tile. A priority queue then replaces the queue."),
    Param::choice("ties", &["first", "random"], "first",
        "Which of several equal neighbours a prisoner takes: the first of up, right, down, left, or a random one."),
    Param::choice("ripple", &["whole", "level"], "whole",
        "How far a wave runs in one turn: to its end (the first one before turn 1), or by one level.")
    .labelled(&[("whole", "a wave per turn"), ("level", "a level per turn")]),
    Param::choice("smash", &["lowest", "positive"], "lowest",
        "A smashed cell takes the lowest value of its neighbours plus one. Or the lowest positive value, as the source says: too high beside an exit with its 0, and 501 or more if no neighbour is reached.")
    .labelled(&[("lowest", "lowest neighbour + 1"), ("positive", "lowest positive + 1")]),
    Param::choice("follow", &["rooms", "global"], "rooms",
        "If there are rooms: which maps prisoners follow and the outcome reports.")
    .labelled(&[("rooms", "maps of rooms"), ("global", "the whole map")]),
    Param::choice("rooms", &["each", "whole"], "each",
        "If there are rooms: a map for each room, with one map of the whole to compare, or only the map of the whole.")
    .labelled(&[("each", "a map for each"), ("whole", "one map")]),
    Param::choice("sources", &["exits", "edges"], "exits",
        "Where the map starts: at the exits and goals, or with 1 at every free cell beside a wall, which is a distance transform. The edge of the map counts as wall.")
    .labelled(&[("edges", "cells beside walls")]),
    crate::world::WIDTH,
    Param::flag("flee", false,
        "Prisoners flee from exits, goals and enemies. They walk down the distances times minus the factor, after one more ripple."),
    Param::real("flee-factor", (1.0, 4.0), 1.2,
        "The factor for distances when fleeing. At 1, the deepest dead end is the best place; above 1, it is not."),
    Walk::PARAM,
    Param::int("turns", (0, 1_000_000), 10_000, "The run ends after this many turns, even if prisoners are still inside."),
];

#[rustfmt::skip]
static CARD: Card = Card::new("flow-map", "Flow map",
    "Fills every free cell with its distance to the nearest exit, level by level, and repairs the table when something opens or closes. Prisoners walk downhill, or by a simple rule.")
    .group(Group::Flow)
    .numbers(&["distance"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Equals, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .source("Design notes of Dungeon Dregs; Lee: An Algorithm for Path Connections (1961); Ramalingam, Reps: An Incremental Algorithm for a Generalization of the Shortest-Path Problem (1996); Brian Walker: The Incredible Power of Dijkstra Maps (2010)")
    .listing(&[
        "fill: −1 where solid, else not reached",
        "queue ← the exits with their values",
        "take the level of the lowest value from the queue",
        "    for each cell of it, first in, first out",
        "        for each neighbour: up, right, down, left",
        "            not higher than this + step: leave it",
        "            else it ← this + step;  queue it",
        "            wake who sleeps there",
        "smash: it ← lowest neighbour + step;  queue it alone",
        "close: raise it;  queue higher neighbours by value",
        "    something lower supports it: keep it",
        "    else raise it;  queue its higher neighbours",
        "    queue the border of what was raised",
        "turn: script, waves, then the prisoners",
        "    each prisoner, smallest value first",
        "        on an exit: on in its direction, or out",
        "        else to the first free lowest neighbour below",
        "        none: wait",
        "flee: all × −1.2, and ripple again",
        "edges: queue ← each free cell beside a wall, 1",
        "    a wall falls: raise what it alone held at 1",
        "a wide body: solid is where it does not fit",
        "no map: hand on a wall, dice, or nearer the exit",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::field("distance",
            "Steps to the nearest exit, or wall. If steps cost more, the number includes entering the cell. Solid cells have -1, cells not reached 500 or the number of cells."),
        Layer::status("queued", "Whether the cell waits in the queue."),
        Layer::field("level", "The level of the run at which it was written."),
        Layer::status("flow", "The direction of descent."),
        Layer::field("global", "If there are rooms: the distance out of the dungeon, by one map of the whole."),
        Layer::field("flee", "The values that prisoners walk down when they flee."),
        Layer::status("ridge",
            "If the map starts at the walls: whether no neighbour of the cell is higher."),
    ])
    .roles(&[
        (Role::Queued, "queued"),
        (Role::Done, "written"),
        (Role::Current, "expanded now"),
        (Role::Raised, "raised"),
        (Role::Path, "walked, or the way out"),
        (Role::Candidate, "shortest path out by the global map"),
    ])
    .series(&["cells of the level", "queue", "written since the wave began", "full recomputation", "prisoners out"])
    .needs(&[
        Need::many(&[ActorKind::Exit, ActorKind::Goal, ActorKind::Enemy],
            "where the map starts; an enemy only if prisoners flee"),
        Need::many(&[ActorKind::Prisoner], "who walks out, if present"),
    ])
    .checks(&[
        Check::new("a value was lowered", "The ripple met a cell that was reached by a longer path before."),
        Check::new("a cell was raised", "A cell lost its value: it is solid, or nothing supports it."),
        Check::new("a doubtful cell was supported", "A cell beside a raised one keeps its value."),
        Check::new("a prisoner woke", "A ripple reached a prisoner."),
        Check::new("a prisoner had a choice", "Several free neighbours had the same lowest value."),
        Check::new("a prisoner waited", "A prisoner who is awake could not move."),
        Check::new("a prisoner changed rooms", "A prisoner went on through an exit and follows another map."),
        Check::new("a wave was over", "A wave after the first ripple has ended."),
        Check::new("a wave reached nothing", "Something opened or closed, and no value changed."),
    ])
    .tie_params(&["ties"]);

impl Algorithm for FlowMap {
    type Event = FlowEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, control: &Control) -> Result<Problem, RunError> {
        Problem::within(scene, params, seed, control)
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
