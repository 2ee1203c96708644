//! A flow map: every free cell holds its distance to the nearest exit, filled level by level like rings on water, and
//! mended where something opens or closes. Whoever wants out steps to a neighbour that holds less; nobody plans.
//!
//! ```text
//! #########
//! #54323..#   exit > on the right; a crate % holds the rest back:
//! #43212%.#   when it is smashed, the ripple starts again from it alone
//! ####101>#
//! #########
//! ```
//!
//! Sources: the design notes of *Dungeon Dregs*; Lee, *An Algorithm for Path Connections and Its Applications*, 1961
//! (wave expansion); Ramalingam and Reps, *An Incremental Algorithm for a Generalization of the Shortest-Path Problem*,
//! 1996 (two queues: raise, then fill); Brian Walker, *The Incredible Power of Dijkstra Maps*, 2010 (fleeing).

mod event;
mod flee;
mod ground;
mod lens;
mod map;
mod problem;
mod repair;
mod ripple;
mod run;
mod script;
mod show;
mod walk;
mod why_not;
mod words;

pub use event::{Context, FAR, FlowEvent, LAYERS, WHOLE};
pub use ground::{Area, Ground, ORDER};
pub use map::{Map, Queue, Record, Wave};
pub use problem::{Problem, Region};
pub use run::{Outcome, PrisonerOut, WaveOut, play, printed};
pub use words::{Cause, End, How, Note, Stay, Verdict};

use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Card, Check, Layer, Need};
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::movement::Corners;
use crate::observe::Observer;
use crate::params::{Param, Resolved};
use crate::scene::{ActorKind, Scene};
use crate::terrain::Tile;
use crate::trace::lens::{Gauge, Paint};
use crate::trace::replay::{Figure, QueueEntry, Table, Tie, Token, WhyNot};
use crate::trace::{CellState, Layout, Moment};
use crate::view::board::Role;
use std::ops::ControlFlow;

/// The algorithm of this module.
#[derive(Debug)]
pub struct FlowMap;

/// The parameters.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
    Param::choice("costs", &["1", "octile"], "1",
        "Diagonals cost as much as straight steps, or √2; the table then holds distances × 1000, rounded."),
    Param::choice("corners", Corners::NAMES, "never",
        "Whether a diagonal may pass a solid corner: both cells beside it free, one of them, or neither."),
    Param::flag("terrain-costs", false,
        "A cell adds its tile's cost to its step: a priority queue takes the place of the queue."),
    Param::choice("ties", &["first", "random"], "first",
        "Which of equal neighbours a prisoner takes: the first of up, right, down, left, or a random one."),
    Param::choice("ripple", &["whole", "level"], "whole",
        "Whole: each wave runs out within its turn, the first before turn 1. Level: one level of each a turn."),
    Param::choice("follow", &["rooms", "global"], "rooms",
        "Where there are rooms: which maps prisoners follow and the outcome tells of."),
    Param::flag("flee", false,
        "Prisoners flee from exits and goals: they walk down the distances times minus the factor, rippled again."),
    Param::real("flee-factor", (1.0, 4.0), 1.2,
        "By how much distances are multiplied to flee; at 1 the deepest dead end is the best place, above it not."),
    Param::int("turns", (0, 1_000_000), 10_000, "How many turns are played at the most."),
];

#[rustfmt::skip]
static CARD: Card = Card {
    id: "flow-map",
    title: "Flow map",
    summary: "Fills every free cell with its distance to the nearest exit, level by level, and mends the table where something opens or closes; prisoners walk downhill.",
    source: "Design notes of Dungeon Dregs; Lee: An Algorithm for Path Connections (1961); Ramalingam, Reps: An Incremental Algorithm for a Generalization of the Shortest-Path Problem (1996); Brian Walker: The Incredible Power of Dijkstra Maps (2010)",
    listing: &[
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
    ],
    params: PARAMS,
    layers: &[
        Layer::field("distance",
            "Steps to the nearest exit; -1 where solid, 500 (or the number of cells) where not reached."),
        Layer::status("queued", "Whether the cell waits in the queue."),
        Layer::field("level", "The level of the run at which it was written."),
        Layer::status("flow", "The direction of descent."),
        Layer::field("global", "Where there are rooms: the distance out of the dungeon, by one map of the whole."),
        Layer::field("flee", "What is walked down in flight."),
    ],
    roles: &[
        (Role::Queued, "queued"),
        (Role::Done, "written"),
        (Role::Current, "expanded now"),
        (Role::Raised, "raised"),
        (Role::Path, "walked, or the way out"),
        (Role::Candidate, "shortest way out by the global map"),
    ],
    series: &["cells of the level", "queue", "written since the wave began", "full recomputation", "prisoners out"],
    actors: &[
        Need::many(&[ActorKind::Exit, ActorKind::Goal], "where the map starts"),
        Need::many(&[ActorKind::Prisoner], "who walks out, if anybody"),
    ],
    checks: &[
        Check::new("a value was lowered", "The ripple met a cell that was reached on a longer way before."),
        Check::new("a cell was raised", "A cell lost its value: it is solid, or nothing supports it."),
        Check::new("a doubtful cell was supported", "A cell beside a raised one keeps its value."),
        Check::new("a prisoner woke", "A ripple reached a prisoner."),
        Check::new("a prisoner had a choice", "Several free neighbours held equally little."),
        Check::new("a prisoner waited", "A prisoner who is awake could not move."),
        Check::new("a prisoner changed rooms", "A prisoner went on through an exit and follows another map."),
        Check::new("a wave was over", "A wave after the first ripple has run out."),
        Check::new("a wave reached nothing", "Something opened or closed, and no value changed."),
    ],
    tie_params: &["ties"],
    score_params: &[],
    first_layer: "distance",
    tools: &[],
    best: None,
    suite: None,
};

impl Algorithm for FlowMap {
    type Event = FlowEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        let actors = problem.world.actors.len() as u32;
        Layout::new(problem.size, LAYERS).with_registers(event::REGISTERS + actors)
    }

    fn context(problem: &Problem) -> Context {
        problem.context()
    }

    fn run<O: Observer<FlowEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        play(problem, observer)
    }
}

impl Lens for FlowMap {
    fn value(layer: usize, cell: &CellState<FlowEvent>) -> Option<Value> {
        lens::value(layer, cell)
    }

    fn number(layer: usize, event: &FlowEvent, context: &Context) -> Option<(u8, f64)> {
        lens::number(layer, event, context)
    }

    fn paint<'a>(_: usize, _: &Moment<'a, FlowEvent>) -> Paint<'a> {
        Paint::Last(vec![event::GLOBAL, event::ROOMS])
    }

    fn role(event: &FlowEvent, _: &Context) -> Role {
        lens::role(event)
    }

    fn arrow(cell: &CellState<FlowEvent>) -> Option<Dir> {
        lens::arrow(cell).map(|a| a.0)
    }

    fn equals(cell: &CellState<FlowEvent>) -> Option<u32> {
        lens::arrow(cell).map(|a| a.1).filter(|&n| n > 1)
    }

    fn path(player: &Moment<FlowEvent>) -> Vec<Cell> {
        show::path(player)
    }

    fn explain(player: &Moment<FlowEvent>) -> String {
        show::explain(player)
    }

    fn waiting(player: &Moment<FlowEvent>) -> Option<Vec<QueueEntry>> {
        Some(lens::waiting(player))
    }

    fn gauge(series: usize, event: &FlowEvent, context: &Context) -> Gauge {
        lens::gauge(series, event, context)
    }

    fn check(check: usize, _: &Moment<FlowEvent>, event: &FlowEvent, _: bool) -> bool {
        lens::check(check, event)
    }

    fn is_tie(event: &FlowEvent, _: &Context) -> bool {
        matches!(event, FlowEvent::Tied { .. })
    }

    fn tie(before: &Moment<FlowEvent>, event: &FlowEvent, _: &[(Cell, usize)]) -> Option<Tie> {
        lens::tie(before, event)
    }

    fn restages(event: &FlowEvent) -> bool {
        matches!(event, FlowEvent::Changed { .. })
    }

    fn watch(player: &Moment<FlowEvent>) -> Vec<(&'static str, Value)> {
        show::watch(player)
    }

    fn turn(player: &Moment<FlowEvent>) -> Option<u32> {
        show::turn(player)
    }

    fn tiles(player: &Moment<FlowEvent>) -> Vec<(Cell, Tile)> {
        show::tiles(player)
    }

    fn tokens(player: &Moment<FlowEvent>) -> Vec<Token> {
        show::tokens(player)
    }

    fn figures(player: &Moment<FlowEvent>) -> Vec<Figure> {
        show::figures(player)
    }

    fn tables(player: &Moment<FlowEvent>) -> Vec<Table> {
        show::tables(player)
    }

    fn why_not(problem: &Problem, end: &Moment<FlowEvent>, cell: Cell) -> Option<WhyNot> {
        why_not::why_not(problem, end, cell)
    }
}
