//! The card: its text, the parameters, and the names of what is shown.

use super::event::{Cause, FAR, FLEE, FlowEvent as E, How};
use super::lens;
use super::rules::Walk;
use super::shape::on_ridge;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::event::{Event as _, Value};
use crate::movement::Corners;
use crate::params::{Param, labels};
use crate::trace::lens::Gauge;
use crate::{ActorKind, Role};

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
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("flow-map", "Flow map",
    "Fills every free cell with its distance to the nearest exit, level by level, and repairs the table when something opens or closes. Prisoners walk downhill, or by a simple rule.")
    .group(Group::Flow)
    .numbers(&["distance"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Equals, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .outcome(&[
        OutcomeWords::count("reached", "cell reached", "cells reached"),
        OutcomeWords::count("out", "prisoner got out", "prisoners got out"),
        OutcomeWords::named("share_out", "share of prisoners that got out"),
        OutcomeWords::count("waves", "wave", "waves"),
    ])
    .ending(super::outcome::ending)
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
        Layer::with_number("distance", "Steps to the nearest exit, or wall. If steps cost more, the number includes entering the cell. Solid cells have -1, cells not reached 500 or the number of cells.",
            |cell| Some(lens::distance(cell)), lens::distance_number),
        Layer::words("queued", "Whether the cell waits in the queue.", |cell| Some(lens::queued(cell))),
        Layer::with_number("level", "The level of the run at which it was written.", lens::level, lens::level_number),
        Layer::words("flow", "The direction of descent.", lens::flow),
        Layer::with_number("global", "If there are rooms: the distance out of the dungeon, by one map of the whole.", lens::global, lens::global_number),
        Layer::with_number("flee", "The values that prisoners walk down when they flee.",
            |cell| lens::flee_number(cell.layer(FLEE)?, cell.player().context()).map(|flee| Value::Real(flee.1)), lens::flee_number),
        Layer::words("ridge", "If the map starts at the walls: whether no neighbour of the cell is higher.",
            |cell| on_ridge(cell.player(), cell.cell()).map(Value::Flag)),
    ])
    .roles(&[
        (Role::Queued, "queued"),
        (Role::Done, "written"),
        (Role::Current, "expanded now"),
        (Role::Raised, "raised"),
        (Role::Path, "walked, or the way out"),
        (Role::Candidate, "shortest path out by the global map"),
    ])
    .series(&[
        Series::by("cells of the level", gauge!(E::LevelBegan { cells, .. } => *cells as f64)),
        Series::by("queue", |e, cx| match e {
            E::Wrote { how: How::Expanded, .. } | E::Skipped { .. } => Gauge::Add(-1),
            e if e.keys(cx).is_some() => Gauge::Add(1),
            _ => Gauge::Same,
        }),
        Series::by("written since the wave began", |e, _| match e {
            E::WaveBegan { .. } => Gauge::Set(0.0),
            E::Wrote { how: How::Expanded | How::Requeued | How::Uncovered, .. } | E::Wrote { value: FAR, .. } => Gauge::Same,
            E::Wrote { .. } | E::Raised { .. } => Gauge::Add(1),
            _ => Gauge::Same,
        }),
        Series::by("full recomputation", gauge!(E::WaveEnded { full, .. } => *full as f64)),
        Series::by("prisoners out", gauge!(+ E::Left { .. })),
    ])
    .needs(&[
        Need::many(&[ActorKind::Exit, ActorKind::Goal, ActorKind::Enemy],
            "where the map starts; an enemy only if prisoners flee"),
        Need::many(&[ActorKind::Prisoner], "who walks out, if present"),
    ])
    .checks(&[
        Check::by("a value was lowered", "The ripple met a cell that was reached by a longer path before.", on!(E::Wrote { how: How::Lowered, .. })),
        Check::by("a cell was raised", "A cell lost its value: it is solid, or nothing supports it.", on!(E::Raised { .. })),
        Check::by("a doubtful cell was supported", "A cell beside a raised one keeps its value.", on!(E::Supported { .. })),
        Check::by("a prisoner woke", "A ripple reached a prisoner.", on!(E::Woke { .. })),
        Check::by("a prisoner had a choice", "Several free neighbours had the same lowest value.", on!(E::Tied { .. })),
        Check::by("a prisoner waited", "A prisoner who is awake could not move.", on!(E::Waited { .. })),
        Check::by("a prisoner changed rooms", "A prisoner went on through an exit and follows another map.", on!(E::Stepped { crossed: true, .. })),
        Check::by("a wave was over", "A wave after the first ripple has ended.", on!(E::WaveEnded { cause, .. } if *cause != Cause::First)),
        Check::by("a wave reached nothing", "Something opened or closed, and no value changed.",
            on!(E::WaveEnded { cause, cells: 0, .. } if *cause != Cause::First)),
    ])
    .tie_params(&["ties"]);
