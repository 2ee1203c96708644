//! The card: its text, the parameters, and the names of what is shown.

use super::event::{Context, GuardsEvent as E, Wait, place, plan};
use super::lens::{self, Aspect, RECORDS};
use super::{Curiosity, Knowledge};
use crate::astar;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, Series};
use crate::params::Param;
use crate::shadowcast::Variant;
use crate::trace::lens::Gauge;
use crate::{ActorKind, Role};

#[rustfmt::skip]
pub(crate) const OWN: [Param; 10] = [
    Param::choice("knowledge", Knowledge::WORDS, "default-memory",
        "What a guard believes about a cell that it does not see: the truth, what the map shows, or what it last saw there.")
    .labelled(&[("omniscient", "the truth"), ("default-memory", "the map"), ("last-seen", "what it saw last")]),
    Param::choice("sight", Variant::NAMES, "portal", "The field of view by which guards see and lamps throw light.")
    .labelled(Variant::LABELS),
    Param::int("lit-factor", (1, 10), 2, "A cell that a lamp lights is seen from this many times a guard's range."),
    Param::int("opening-turns", (0, 100), 0, "A guard waits this many turns at a closed door while it opens. With 0 it opens the door and goes on."),
    Param::choice("others", &["wait", "around"], "wait",
        "What a guard does if another is in its way: wait until it is gone, or plan around those that it sees.")
    .labelled(&[("wait", "waits"), ("around", "plans around them")]),
    Param::choice("curiosity", Curiosity::WORDS, "off",
        "Whether a guard inspects cells that differ from the map: not at all, by looking from beside them, or by also closing what is open.")
    .labelled(&[("look", "looks"), ("close", "looks and closes")]),
    Param::int("tells", (0, 1000), 0,
        "Curious guards who see each other from at most 3 cells away tell each other what they saw in this many turns. With 0, they tell nothing."),
    Param::flag("hunts", false,
        "Guards chase prisoners that they see where the map does not show them, then go to where they last saw them, and catch those they reach."),
    crate::world::WIDTH,
    Param::int("max-turns", (1, 60_000), 200, "The run ends after this many turns at the latest."),
];

pub(super) const PARAMS: [Param; OWN.len() + astar::PARAMS.len()] = astar::concat_params(&OWN, astar::PARAMS);

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("guards", "Guards",
    "Guards plan every turn with what they see and remember, and walk into things they do not know.")
    .group(Group::Sight)
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Path, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .ending(super::run::ending)
    .source("James McNeill: Pathfinding improvements (2008), 2D portal visibility (2007); Stephen Sherratt: 7DRL development notes (2016)")
    .listing(&[
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
        "        no path: to the closest cell",
        "        another actor or an obstacle in the way: wait",
        "        a closed door: open it",
        "        move one cell",
        "        at the goal: arrived",
        "until all arrived, nothing stirs, or turns run out",
        "curious: what is not as the map has it is odd",
        "    goal ← the odd cell cheapest to reach",
        "    beside it: looked at, no errand any more",
        "    or close it, if it stands open",
        "    tell those who are near what was seen",
        "wide: a cell is free where the whole body fits",
        "hunts: goal ← the prisoner at large whom it sees",
        "    out of sight: where it saw them last, then on",
        "    on the same cell: caught",
    ])
    .params(&PARAMS)
    .layers(&[
        Layer::words("belief", "What the guard believes is there, and where that is wrong.", |cell| Some(lens::belief(cell)))
            .with_paint(|now| lens::paint_now(Aspect::Belief, now)),
        Layer::words("overlay", "What the guard sees from its own cell.", lens::overlay_word)
            .with_paint(|now| lens::paint_now(Aspect::Overlay, now)),
        Layer::words("truth", "What the cell really is, and where it differs from the map.", |cell| Some(lens::truth(cell)))
            .with_paint(|now| lens::paint_now(Aspect::Actual, now)),
        Layer::words("light", "What the lamps light.", lens::light).with_paint(|now| lens::paint_now(Aspect::Lamplight, now)),
        Layer::words("search", "The search of the plan: open, closed, candidate or path.", lens::search_word),
        Layer::of_event("f", "g + weight · h of the plan's search.", RECORDS, lens::f),
        Layer::of_event("g", "The cost of the cheapest path found so far by the plan's search.", RECORDS, lens::g),
        Layer::of_event("h", "The estimate of the rest in the plan's search.", RECORDS, lens::h),
    ])
    .roles(&[
        (Role::Wrong, "believed wrongly"),
        (Role::Seen, "seen by the guard"),
        (Role::Hidden, "seen before, not now"),
        (Role::Remembered, "known, differs from the map"),
        (Role::Raised, "differs from the map"),
        (Role::Dimmed, "lit by a lamp"),
        (Role::Queued, "open in the search"),
        (Role::Done, "closed in the search"),
        (Role::Current, "current"),
        (Role::Path, "planned path"),
        (Role::Candidate, "candidate of the fallback"),
        (Role::Chosen, "the closest reachable cell"),
    ])
    .series(&[
        Series::by("plan cost, guard 1", |e, cx| lens::plan_cost(e, cx, 0)),
        Series::by("plan cost, guard 2", |e, cx| lens::plan_cost(e, cx, 1)),
        Series::by("plan cost, guard 3", |e, cx| lens::plan_cost(e, cx, 2)),
        Series::by("changed cells", |e, cx: &Context| match e {
            E::Changed { cell, from, to, .. } => lens::away(cx, *cell, *from, *to),
            _ => Gauge::Same,
        }),
        Series::by("changes believed", |e, cx: &Context| match e {
            E::Believed { cell, was, tile, .. } => lens::away(cx, *cell, *was, *tile),
            _ => Gauge::Same,
        }),
    ])
    .needs(&[
        Need::many(&[ActorKind::Guard], "who walks"),
        Need::one(&[ActorKind::Goal, ActorKind::Thief], "where guards without a goal or route of their own go"),
    ])
    .checks(&[
        Check::by("a plan became costlier", "A guard's plan costs more than its last one: it learned, or forgot.", |before, e, _| match *e {
            E::Planned { guard, cost, .. } => {
                matches!(before.get(plan(guard)), Some(E::Planned { cost: old, .. }) if cost.get() > old.get())
            }
            _ => false,
        })
            .former_names(&["a plan became dearer"]),
        Check::by("a belief went wrong", "A guard believes something wrong about a cell.", on!(E::Believed { tile, actual, .. } if tile != actual)),
        Check::by("a belief came right", "A guard now believes the truth about a cell, and did not before.",
            on!(E::Believed { tile, actual, .. } if tile == actual)),
        Check::by("a guard turned back", "It moved to the cell that it had come from.", |before, e, _| match *e {
            // The guard goes back to where it came from.
            E::Moved { actor, cell, .. } => {
                matches!(before.get(place(actor)), Some(E::Moved { from, .. }) if *from == cell)
            }
            _ => false,
        }),
        Check::by("a guard waited for another", "Another guard stood on its next cell.", on!(E::Waited { why: Wait::Guard(_), .. })),
        Check::by("a guard walked into what it did not know", "Its next cell was not as it believed.", on!(E::Waited { why: Wait::Refused(_), .. })),
        Check::by("a guard arrived", "It is at its goal and plans no more.", on!(E::Arrived { .. })),
        Check::by("a guard noticed something odd", "It saw, or heard of, a cell that differs from the map.", on!(E::Noticed { .. })),
        Check::by("an errand was done", "A guard looked at what was odd, closed it, or saw it right again.",
            on!(E::Examined { .. } | E::Righted { .. })),
        Check::by("a script line did nothing", "What should have been done could not be done.", on!(E::Denied { .. })),
        Check::by("a guard saw a prisoner at large", "A prisoner is in sight, and not where the map shows them.", on!(E::Spotted { .. })),
        Check::by("a prisoner was caught", "A guard reached the cell of an escaped prisoner.", on!(E::Caught { .. })),
    ])
    .tie_params(&["ties", "open-order", "turn"])
    .tools(&[crate::shadowcast::ASYMMETRY]);
