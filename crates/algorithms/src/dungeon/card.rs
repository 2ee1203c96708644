//! The card: its text, the parameters, and the names of what is shown.

use super::event::DungeonEvent as E;
use super::lens;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::flow_map::PARAMS as FLOW;
use crate::flow_map::lens as flow_map;
use crate::flow_map::{Cause, FlowEvent};
use crate::guards::GuardsEvent;
use crate::guards::OWN as GUARDS;
use crate::guards::lens::{self as guards, Aspect};
use crate::params::{Default, Param};
use crate::{ActorKind, Role};

/// Returns the parameter with this name from one of the two cards.
const fn of(name: &str) -> Param {
    let mut i = 0;
    // An unknown name fails to compile.
    loop {
        let param = if i < FLOW.len() { FLOW[i] } else { GUARDS[i - FLOW.len()] };
        if same(param.name, name) {
            return param;
        }
        i += 1;
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Returns `param` with another default.
const fn but(param: Param, default: Default) -> Param {
    Param { default, ..param }
}

#[rustfmt::skip]
pub(super) const PARAMS: [Param; 14] = [
    of("rooms"),
    of("follow"),
    of("neighbours"),
    of("corners"),
    of("ties"),
    of("ripple"),
    but(of("hunts"), Default::Flag(true)),
    but(of("curiosity"), Default::Word("look")),
    of("tells"),
    of("knowledge"),
    of("sight"),
    of("opening-turns"),
    but(of("others"), Default::Word("around")),
    Param::int("turns", (1, 60_000), 200, "The run ends after this many turns at the latest."),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("dungeon", "Whole dungeon",
    "Prisoners walk out of a dungeon by flow maps, which are repaired as doors open and shut. Guards act on what they believe and hunt the prisoners they see.")
    .group(Group::Flow)
    .numbers(&["distance"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Equals, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Path, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .outcome(&[
        OutcomeWords::count("escaped", "prisoner escaped", "prisoners escaped"),
        OutcomeWords::count("caught", "prisoner caught", "prisoners caught"),
        OutcomeWords::count("inside", "prisoner still inside", "prisoners still inside"),
        OutcomeWords::count("filled.each", "cell filled in the maps of rooms", "cells filled in the maps of rooms"),
        OutcomeWords::count("filled.whole", "cell filled in the whole map", "cells filled in the whole map"),
        OutcomeWords::count("written.each", "cell updated in the maps of rooms", "cells updated in the maps of rooms"),
        OutcomeWords::count("written.whole", "cell updated in the whole map", "cells updated in the whole map"),
        OutcomeWords::count("reached", "cell reached", "cells reached"),
    ])
    .ending(super::outcome::ending)
    .source("Design notes of Dungeon Dregs; James McNeill: Pathfinding improvements (2008); Stephen Sherratt: 7DRL development notes (2016)")
    .listing(&[
        "fill the map of each room, and the one of the whole",
        "for each turn",
        "    play the script",
        "    where it opened or shut: mend the maps that hold it",
        "    each prisoner, smallest value first: one cell down",
        "        on an exit: on into the next room, or out",
        "    for each guard",
        "        overlay ← field of view;  believe it",
        "        a prisoner at large in sight: hunt it",
        "        out of sight: go where it was seen last",
        "        something odd in sight: go and look at it",
        "        else go on along the route",
        "        plan ← A* on what it believes",
        "        a shut door: open it;  move one cell",
        "        on the cell of a prisoner at large: caught",
        "until nobody is left inside, or turns run out",
    ])
    .params(&PARAMS)
    .layers(&[
        Layer::with_number("distance", "Steps to the nearest exit of the room. Solid cells have -1, cells not reached 500 or more.",
            |cell| lens::of_flow(cell, |cell| Some(flow_map::distance(cell))), |e, cx| flow_map::distance_number(lens::in_flow(e)?, &cx.flow)),
        Layer::words("queued", "Whether the cell waits in the queue of a wave.", |cell| lens::of_flow(cell, |cell| Some(flow_map::queued(cell)))),
        Layer::with_number("level", "The level of the run at which it was written.",
            |cell| lens::of_flow(cell, flow_map::level), |e, cx| flow_map::level_number(lens::in_flow(e)?, &cx.flow)),
        Layer::words("flow", "The direction of descent.", |cell| lens::of_flow(cell, flow_map::flow)),
        Layer::with_number("global", "The distance out of the dungeon, by one map of the whole.",
            |cell| lens::of_flow(cell, flow_map::global), |e, cx| flow_map::global_number(lens::in_flow(e)?, &cx.flow)),
        Layer::words("belief", "What the guard believes is there, and where that is wrong.", |cell| lens::of_guards(cell, |cell| Some(guards::belief(cell))))
            .with_paint(|now| lens::paint_guards(now, Aspect::Belief)),
        Layer::words("overlay", "What the guard sees from its own cell.", |cell| lens::of_guards(cell, guards::overlay_word))
            .with_paint(|now| lens::paint_guards(now, Aspect::Overlay)),
        Layer::words("truth", "What the cell really is, and where it differs from the map.", |cell| lens::of_guards(cell, |cell| Some(guards::truth(cell))))
            .with_paint(|now| lens::paint_guards(now, Aspect::Actual)),
        Layer::words("light", "What the lamps light.", |cell| lens::of_guards(cell, guards::light))
            .with_paint(|now| lens::paint_guards(now, Aspect::Lamplight)),
        Layer::words("search", "The search of the guard's plan: open, closed, candidate or path.", |cell| lens::of_guards(cell, guards::search_word))
            .with_paint(|now| lens::paint_guards(now, Aspect::Search)),
        Layer::with_number("f", "g + weight · h of the plan's search.",
            |cell| lens::search_value(cell, guards::f), |e, cx| lens::search_number(e, cx, guards::f))
            .with_paint(|now| lens::paint_guards(now, Aspect::Search)),
        Layer::with_number("g", "The cost of the cheapest path found so far by the plan's search.",
            |cell| lens::search_value(cell, guards::g), |e, cx| lens::search_number(e, cx, guards::g))
            .with_paint(|now| lens::paint_guards(now, Aspect::Search)),
        Layer::with_number("h", "The estimate of the rest in the plan's search.",
            |cell| lens::search_value(cell, guards::h), |e, cx| lens::search_number(e, cx, guards::h))
            .with_paint(|now| lens::paint_guards(now, Aspect::Search)),
    ])
    .roles(&[
        (Role::Queued, "queued, or open in the search"),
        (Role::Done, "written, or closed in the search"),
        (Role::Current, "expanded now"),
        (Role::Raised, "raised, or differs from the map"),
        (Role::Path, "walked, the way out, or planned path"),
        (Role::Candidate, "shortest path out by the global map"),
        (Role::Wrong, "believed wrongly"),
        (Role::Seen, "seen by the guard"),
        (Role::Hidden, "seen before, not now"),
        (Role::Remembered, "known, differs from the map"),
        (Role::Dimmed, "lit by a lamp"),
        (Role::Chosen, "the closest reachable cell"),
    ])
    .series(&[
        Series::by("prisoners out", gauge!(+ E::Flow(FlowEvent::Left { .. }))),
        Series::by("prisoners caught", gauge!(+ E::Guard(GuardsEvent::Caught { .. }))),
        Series::by("written in the maps of rooms", |e, cx| lens::cells_written(e, cx, false)),
        Series::by("written in the map of the whole", |e, cx| lens::cells_written(e, cx, true)),
    ])
    .needs(&[
        Need::many(&[ActorKind::Exit, ActorKind::Goal], "where the maps start"),
        Need::many(&[ActorKind::Prisoner], "who walks out"),
        Need::many(&[ActorKind::Guard], "who walks a route, and hunts"),
    ])
    .checks(&[
        Check::by("a prisoner woke", "A ripple reached a prisoner.", on!(E::Flow(FlowEvent::Woke { .. }))),
        Check::by("a prisoner changed rooms", "A prisoner went on through an exit and follows another map.",
            on!(E::Flow(FlowEvent::Stepped { crossed: true, .. }))),
        Check::by("a prisoner left", "A prisoner is out of the dungeon.", on!(E::Flow(FlowEvent::Left { .. }))),
        Check::by("a prisoner waited", "A prisoner who is awake could not move.", on!(E::Flow(FlowEvent::Waited { .. }))),
        Check::by("a wave was over", "A wave after the first ripple has ended.",
            on!(E::Flow(FlowEvent::WaveEnded { cause, .. }) if *cause != Cause::First)),
        Check::by("a guard saw a prisoner at large", "A prisoner is in sight, and not where the map shows them.",
            on!(E::Guard(GuardsEvent::Spotted { .. }))),
        Check::by("a guard gave a prisoner up", "The prisoner is not where the guard last saw them.", on!(E::Guard(GuardsEvent::Lost { .. }))),
        Check::by("a prisoner was caught", "A guard reached the cell of an escaped prisoner.", on!(E::Guard(GuardsEvent::Caught { .. }))),
        Check::by("a guard noticed something odd", "It saw, or heard of, a cell that differs from the map.",
            on!(E::Guard(GuardsEvent::Noticed { .. }))),
        Check::by("a belief went wrong", "A guard believes something wrong about a cell.",
            on!(E::Guard(GuardsEvent::Believed { tile, actual, .. }) if tile != actual)),
    ])
    .tie_params(&["ties"]);
