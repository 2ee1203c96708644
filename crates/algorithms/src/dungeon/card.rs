//! The card: its text, the parameters, and the names of what is shown.

use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::flow_map::PARAMS as FLOW;
use crate::guards::OWN as GUARDS;
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
pub(super) static CARD: Card = Card::new("dungeon", "Whole dungeon",
    "Prisoners walk out of a dungeon by flow maps, which are repaired as doors open and shut. Guards act on what they believe and hunt the prisoners they see.")
    .group(Group::Flow)
    .numbers(&["distance"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Equals, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Path, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
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
        Layer::field("distance", "Steps to the nearest exit of the room. Solid cells have -1, cells not reached 500 or more."),
        Layer::status("queued", "Whether the cell waits in the queue of a wave."),
        Layer::field("level", "The level of the run at which it was written."),
        Layer::status("flow", "The direction of descent."),
        Layer::field("global", "The distance out of the dungeon, by one map of the whole."),
        Layer::status("belief", "What the guard believes is there, and where that is wrong."),
        Layer::status("overlay", "What the guard sees from its own cell."),
        Layer::status("truth", "What the cell really is, and where it differs from the map."),
        Layer::status("light", "What the lamps light."),
        Layer::status("search", "The search of the guard's plan: open, closed, candidate or path."),
        Layer::field("f", "g + weight · h of the plan's search."),
        Layer::field("g", "The cost of the cheapest path found so far by the plan's search."),
        Layer::field("h", "The estimate of the rest in the plan's search."),
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
    .series(&["prisoners out", "prisoners caught", "written in the maps of rooms", "written in the map of the whole"])
    .needs(&[
        Need::many(&[ActorKind::Exit, ActorKind::Goal], "where the maps start"),
        Need::many(&[ActorKind::Prisoner], "who walks out"),
        Need::many(&[ActorKind::Guard], "who walks a route, and hunts"),
    ])
    .checks(&[
        Check::new("a prisoner woke", "A ripple reached a prisoner."),
        Check::new("a prisoner changed rooms", "A prisoner went on through an exit and follows another map."),
        Check::new("a prisoner left", "A prisoner is out of the dungeon."),
        Check::new("a prisoner waited", "A prisoner who is awake could not move."),
        Check::new("a wave was over", "A wave after the first ripple has ended."),
        Check::new("a guard saw a prisoner at large", "A prisoner is in sight, and not where the map shows them."),
        Check::new("a guard gave a prisoner up", "The prisoner is not where the guard last saw them."),
        Check::new("a prisoner was caught", "A guard reached the cell of an escaped prisoner."),
        Check::new("a guard noticed something odd", "It saw, or heard of, a cell that differs from the map."),
        Check::new("a belief went wrong", "A guard believes something wrong about a cell."),
    ])
    .tie_params(&["ties"]);
