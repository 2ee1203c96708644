//! Walking by a Dijkstra map over what one knows: to the target where it is in sight, else to where it was last.
//!
//! ```text
//! #########
//! #G●●●+░░#    G knows what it saw (●) and nothing else (░): it goes to the last known place of X, opens the door
//! #●●●●#░░#    when it walks into it, and waits where it never saw anything of X
//! #########
//! ```
//!
//! Source: Stephen Sherratt, development notes and public code of his 7DRL game of 2016; the wiki `RogueBasin`, *The Incredible
//! Power of Dijkstra Maps*.

mod event;
mod lens;
mod run;
mod tables;

pub use event::{Context, How, No, NpcEvent, Part, Wait};
pub use run::{Outcome, Problem, TARGETS, WALKERS, Walk, run};

use super::knowledge::{SIGHT, stage};
use crate::algorithm::{Algorithm, Lens, RunError};
use crate::card::{Card, Check, Layer, Need};
use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::movement::Corners;
use crate::observe::Observer;
use crate::params::{Param, Resolved};
use crate::scene::Scene;
use crate::terrain::Tile;
use crate::trace::lens::{Gauge, Paint};
use crate::trace::replay::{Figure, QueueEntry, Table, Tie, Token, WhyNot};
use crate::trace::{CellState, Layout, Moment};
use crate::view::board::Role;
use std::ops::ControlFlow;

/// The algorithm of this module.
#[derive(Debug)]
pub struct Npc;

/// The parameters of a walk.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::int("turns", (1, stage::MOST_TURNS as i64), 100,
        "The most turns; the run ends sooner when all are there, or nothing can change any more."),
    Param::choice("corners", Corners::NAMES, "always",
        "Whether a diagonal may pass a blocked corner: both cells beside it free, one of them, or neither."),
    Param::choice("opening-turns", &["0", "1"], "1",
        "How many turns opening a door takes: walking into a closed door opens it, or opens it and goes through."),
    Param::choice("knows", &["nothing", "map"], "",
        "What walkers know from the start. Auto: the cells that the scene marks as known; without marks, nothing.")
    .or_auto(),
    SIGHT[0],
    SIGHT[1],
];

static CARD: Card = Card {
    id: "npc",
    title: "Walking by a Dijkstra map",
    summary: "Goes to the target, or to where it was seen last, down a Dijkstra map over what the walker knows.",
    source: "Stephen Sherratt: 7DRL development notes and code (2016); RogueBasin: The Incredible Power of Dijkstra Maps",
    listing: &[
        "for each turn, for each character",
        "    (first, what the script says)",
        "    see: each visible cell into memory",
        "    target in sight: place ← where it is",
        "    else: place stays, the last known one",
        "    no place is known: wait",
        "    at the place, and the target too: wait",
        "    at the place, and the target is not: wait",
        "    plan: d ← Dijkstra from place over known cells",
        "        unknown no; any door yes; solid no; void no",
        "    move: rank all eight neighbours by d + step",
        "        of the equal best one at random",
        "        none leads to the place: wait",
        "        the best is farther than here: wait",
        "    a locked door, and no key: wait",
        "    not open as believed: wait",
        "    a closed door: open it",
        "    else go there",
    ],
    params: PARAMS,
    layers: &[
        Layer::status("status", "Seen, remembered, wrong, unknown; while planning, the flood."),
        Layer::field("distance", "How far from the target's last known place."),
        Layer::field("known-since", "The turn of the last observation."),
        Layer::status("memory", "The ground as it is remembered."),
    ],
    roles: &[
        (Role::Seen, "in sight"),
        (Role::Remembered, "remembered"),
        (Role::Wrong, "remembered, and not so"),
        (Role::Unknown, "unknown"),
        (Role::Queued, "waiting"),
        (Role::Done, "settled"),
        (Role::Candidate, "weighed"),
        (Role::Chosen, "chosen by the dice"),
        (Role::Path, "the way that it means to go"),
    ],
    series: &["cells seen anew", "steps", "cells of the plan", "arrivals"],
    actors: &[Need::many(WALKERS, "who walks"), Need::one(TARGETS, "what is walked to")],
    checks: &[
        Check::new("the target was sighted elsewhere", "A walker saw the target where it did not believe it."),
        Check::new("went by memory", "The target was out of sight, and its last known place counted."),
        Check::new("opened a door", "A walker walked into a closed door."),
        Check::new("several neighbours were nearest", "Dice decided over the step."),
        Check::new("arrived", "A walker is where the target is."),
        Check::new("waited", "A walker stayed where it is, and says why."),
        Check::new("stepped on the unknown", "Only a script can put a walker where it knows nothing."),
    ],
    tie_params: &[],
    score_params: &[],
    first_layer: "distance",
    tools: &[super::shadowcast::ASYMMETRY],
    best: None,
    suite: None,
};

impl Algorithm for Npc {
    type Event = NpcEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        let context = &problem.context;
        let registers = stage::MOST_MINDS + context.starts.len();
        let layers = event::MEMORY + context.minds.len() as u8;
        Layout::new(context.size, layers).with_registers(registers as u32).with_passing(2, 1)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<NpcEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}

impl Lens for Npc {
    fn value(layer: usize, cell: &CellState<NpcEvent>) -> Option<Value> {
        lens::value(layer, cell)
    }

    fn number(layer: usize, event: &NpcEvent, _: &Context) -> Option<(u8, f64)> {
        match event {
            NpcEvent::Reached { d, .. } | NpcEvent::Settled { d, .. } if layer == 1 => {
                Some((event::DISTANCE, d.approx()))
            }
            _ => None,
        }
    }

    fn paint<'a>(layer: usize, now: &Moment<'a, NpcEvent>) -> Paint<'a> {
        let now = *now;
        Paint::Of(Vec::new(), Box::new(move |index, _| Self::role_at(layer, &now.at_index(index))))
    }

    fn role_at(_: usize, cell: &CellState<NpcEvent>) -> Role {
        lens::role(cell)
    }

    fn arrow(cell: &CellState<NpcEvent>) -> Option<Dir> {
        lens::arrow(cell)
    }

    fn path(player: &Moment<NpcEvent>) -> Vec<Cell> {
        lens::path(player)
    }

    fn explain(player: &Moment<NpcEvent>) -> String {
        lens::explain(player)
    }

    fn gauge(series: usize, event: &NpcEvent, context: &Context) -> Gauge {
        lens::gauge(series, event, context)
    }

    fn check(check: usize, before: &Moment<NpcEvent>, event: &NpcEvent, _: bool) -> bool {
        lens::check(check, before, event)
    }

    fn question(event: &NpcEvent, _: &Context) -> Option<&'static str> {
        matches!(event, NpcEvent::Moved { .. }).then_some("Where does the walker step?")
    }

    fn is_tie(event: &NpcEvent, _: &Context) -> bool {
        matches!(event, NpcEvent::Rolled { .. })
    }

    fn tie(before: &Moment<NpcEvent>, event: &NpcEvent, _: &[(Cell, usize)]) -> Option<Tie> {
        lens::tie(before, event)
    }

    fn rewatches(event: &NpcEvent) -> bool {
        matches!(event, NpcEvent::Reached { .. } | NpcEvent::Settled { .. })
    }

    fn restages(event: &NpcEvent) -> bool {
        matches!(event, NpcEvent::Changed { .. })
    }

    fn watch(player: &Moment<NpcEvent>) -> Vec<(&'static str, Value)> {
        lens::watch(player)
    }

    fn turn(player: &Moment<NpcEvent>) -> Option<u32> {
        lens::turn(player)
    }

    fn eyes(context: &Context) -> Vec<String> {
        context.minds.iter().map(|&actor| context.names[actor].clone()).collect()
    }

    fn tiles(player: &Moment<NpcEvent>) -> Vec<(Cell, Tile)> {
        lens::tiles(player)
    }

    fn tokens(player: &Moment<NpcEvent>) -> Vec<Token> {
        lens::tokens(player)
    }

    fn figures(player: &Moment<NpcEvent>) -> Vec<Figure> {
        lens::figures(player)
    }

    fn tables(player: &Moment<NpcEvent>) -> Vec<Table> {
        tables::tables(player)
    }

    fn waiting(player: &Moment<NpcEvent>) -> Option<Vec<QueueEntry>> {
        Some(lens::waiting(player))
    }

    fn why_not(_: &Problem, end: &Moment<NpcEvent>, cell: Cell) -> Option<WhyNot> {
        Some(tables::why_not(end, cell))
    }
}
