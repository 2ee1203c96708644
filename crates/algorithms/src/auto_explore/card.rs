//! The card: its text, the parameters, and the names of what is shown.

use super::adjacency::bounds_tests;
use super::choose::List;
use super::event::{AIR, ExploreEvent as E, FLOOD, KNOWN, LISTS, WALKED};
use super::flood::NONE;
use super::lens;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::event::Value;
use crate::params::Param;
use crate::shadowcast::Variant;
use crate::trace::lens::Gauge;
use crate::{ActorKind, Role};

/// Ground that the parameter `interesting` can select.
const INTERESTING: &[&str] = &[
    "nothing",
    "window",
    "portcullis",
    "rubble",
    "chair",
    "table",
    "bush",
    "swamp",
    "water",
    "trap",
    "lava",
    "airless",
    "crate",
    "tree",
];

/// The parameters of auto-explore.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::int("picks", (0, 100_000), 0,
        "How many targets are picked. 0 goes on until nothing is left. 1 picks from what is known, without looking around."),
    Param::int("item-greed", (0, 1000), 5, "How many steps farther than the nearest unknown cell an item may be."),
    Param::int("single-greed", (0, 1000), 4,
        "How many steps farther than the nearest unknown cell a single unknown cell may be."),
    Param::flag("solitary", true, "An unknown cell whose neighbours are all known is a single one."),
    Param::flag("corner", true, "An unknown cell that is a probable corner is a single one."),
    Param::flag("wall", true, "An unknown cell that is a probable wall is a single one."),
    Param::int("extra-rings", (0, 1000), 5, "How many more rings the flood makes once there is enough to choose from."),
    Param::int("trap-cost", (0, 10_000), 67, "The extra cost of a step onto a known trap. The higher it is, the longer the detours around traps."),
    Param::choice("traps", &["weighed", "last"], "weighed",
        "Whether a path over a known trap only costs more, or comes after all others except exits, as the article says.")
    .labelled(&[("weighed", "cost more"), ("last", "come last")])
        .new_scene_default("last"),
    Param::choice("at-trap", &["onto", "before"], "onto",
        "Whether a run steps onto a known trap at the start of its path, or stops before it, so that only a run that starts there goes over it. The article leaves it open.")
    .labelled(&[("onto", "steps onto it"), ("before", "stops before it")]),
    Param::int("lava-cost", (0, 10_000), 32, "What damaging ground costs on top of the step."),
    Param::int("airless-cost", (0, 10_000), 15, "What airless ground and deep water cost on top of the step."),
    Param::flag("dear-diagonals", false,
        "A diagonal step costs 2, as much as two straight ones. At a higher cost the three and five neighbours of a direction would miss paths."),
    Param::flag("terrain-costs", false,
        "Ground costs what the table of tiles says on top of the step, if that is more: swamp, rubble, furniture, water."),
    Param::flag("chutes", false,
        "One-way windows are chutes: an explorer that enters one in its direction slides to its end at no cost, and cannot come back. Every node then looks at all eight neighbours, because the three or five of a direction would miss the entrance of a chute."),
    Param::int("door-cost", (0, 1000), 1, "What a safe door costs on top of the step."),
    Param::int("door-weight", (0, 1000), 10,
        "How many times a step counts against the straight-line distance, when doors and exits are compared."),
    Param::choice("sight", Variant::NAMES, "recursive", "The rule by which the explorer sees on a run.")
    .labelled(Variant::LABELS),
    Param::int("radius", (0, 100), 10, "How far the explorer sees on a run, in cells."),
    Param::flag("resume", false, "A run goes on after a door and after an item, as if the key were pressed again. Sets both of the next two."),
    Param::flag("resume-items", false, "A run picks up an item and goes on."),
    Param::flag("resume-doors", false, "A run opens the door that it reached and goes on."),
    Param::flag("opening-turn", false,
        "Opening a door takes a turn of its own: the explorer looks through it, and then others move, before it steps on."),
    Param::flag("actions", false,
        "The explorer picks up and goes on, opens doors and goes on, pushes weaker enemies away, disarms known traps beside its path, rests while it is hurt, and takes stairs that lead to another deck when nothing else is left on its own."),
    Param::choice("people", &["still", "hunt"], "still",
        "With actions: whether enemies stay where they are, or follow an explorer that they saw, and strike.")
    .labelled(&[("still", "stand still")]),
    Param::flag("air", false,
        "With actions: the map has air, as in the algorithm Air. Without air, the explorer is hurt. It closes doors behind it."),
    Param::choice("interesting", INTERESTING, "nothing", "The kind of ground that stops a run when it is first seen."),
    Param::flag("ambush", true, "A diagonal step past a blind corner is made in two."),
    Param::flag("cheat", false,
        "When the explorer chooses a target, it peeks at unknown cells and skips walls. When it walks, it does not peek."),
    Param::flag("together", false,
        "On a run, every sixth pick takes the one with the most unknown neighbours among the nearest unknown cells."),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("auto-explore", "Auto-explore",
    "Floods what is known, picks an item, an unknown cell, a door or an exit, and walks there, until nothing \
              is left.")
    .group(Group::Exploring)
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Equals, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot, CodeOnlyAnswer::Charts])
    .outcome(&[
        OutcomeWords::named("value", "value of the target"),
        OutcomeWords::named("kind", "kind of target"),
        OutcomeWords::count("explored", "cell known", "cells known"),
    ])
    .source("tiger_eye: The Anatomy of Auto-explore in T-Engine (2012)")
    .listing(&[
        "until nothing is left, or something interrupts",
        "    look round",
        "    flood: the start has value 0 and no direction",
        "    for each ring: each node emits what its direction newly reaches",
        "        no node is left: the slow ones",
        "    cardinal arrivals, then diagonal ones:",
        "        unknown: list it; is it single?",
        "        wall, or no cheaper than before: ignore",
        "        else it takes the value: next ring, or slow",
        "        an item, a door or an exit: list it",
        "    enough is listed: five more rings, then stop",
        "    items, up to the lowest unknown + 5",
        "    single cells, up to the lowest unknown + 4",
        "    the lowest unknown cells",
        "    unexplored doors, exits down, exits up",
        "    equal: the nearest by straight line, then dice",
        "    path: falling values, straight before diagonal",
        "    walk it",
        "        a blind corner: two steps instead of a diagonal",
        "        a trap, an unexplored door, or blocked: pick again",
        "        with actions: a lesser foe beside: bump it away",
        "        a known trap beside: disarm it, 80 in 100",
        "        hurt, and nobody in view: rest",
        "    nothing but stairs is left: take them, or go back",
        "    each turn: who saw the explorer walks after it",
        "    each turn: air leaves; without it one is hurt",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::status("status", "What each cell is in this pick."),
        Layer::of_event("ring", "The ring of the flood in which the cell took its value.",
            FLOOD, |e, _| lens::flooded(e).map(|f| Value::Int(f.1.into()))),
        Layer::of_event("value", "Steps from the explorer, extra costs included.", FLOOD, |e, _| lens::flooded(e).map(|f| Value::Int(f.0.into()))),
        Layer::words("direction", "The direction of the step by which the cell was reached.",
            |cell| lens::flooded(cell.layer(FLOOD)?)?.2.map(Value::Dir)),
        Layer::words("list", "The list of targets that the cell is on.", |cell| match cell.layer(LISTS)? {
            E::Listed { list, .. } => Some(Value::Word(list.word().into())),
            _ => None,
        }),
        Layer::of_event("discovered", "After how many steps the cell was first seen.",
            KNOWN, value!(E::Discovered { turn, .. } => Value::Int((*turn).into()))),
        Layer::of_event("walked", "How often the cell was stepped on.", WALKED, value!(E::Walked { count, .. } => Value::Int((*count).into()))),
        Layer::of_event("air", "The air of the cell in tenths, where it changed.", AIR, value!(E::Aired { air, .. } => Value::Int((*air).into()))),
    ])
    .roles(&[
        (Role::Unknown, "unknown"),
        (Role::Queued, "unknown, listed"),
        (Role::Raised, "single unknown cell"),
        (Role::Candidate, "item"),
        (Role::Pressure, "unexplored door"),
        (Role::Venting, "exit"),
        (Role::Seen, "reached, expanded next"),
        (Role::Dimmed, "slow ground, waits"),
        (Role::Done, "expanded"),
        (Role::Chosen, "target"),
        (Role::Path, "path"),
        (Role::Walked, "walked over"),
        (Role::Remembered, "discovered"),
        (Role::Current, "current"),
        (Role::Threat, "no air left"),
    ])
    .series(&[
        Series::by("unknown cells", gauge!(E::PickBegan { unknown, .. } => *unknown as f64, - E::Discovered { new: true, .. })),
        Series::by("expansions by ring", gauge!(E::RingBegan { nodes, .. } => *nodes as f64)),
        Series::by("neighbour checks", |e, _| match e {
            E::FloodBegan { .. } => Gauge::Set(0.0),
            E::Expanded { emitted, .. } => Gauge::Add(*emitted as i64),
            _ => Gauge::Same,
        }),
        Series::by("target value", gauge!(E::Aimed { value, .. } => *value as f64)),
        Series::by("moves", gauge!(+ E::Moved { .. } | E::TookStairs { .. })),
        Series::by("bounds tests", |e, _| match e {
            E::FloodBegan { .. } => Gauge::Set(0.0),
            E::Expanded { by, .. } => Gauge::Add(bounds_tests(*by).into()),
            _ => Gauge::Same,
        }),
    ])
    .needs(&[Need::one(&[ActorKind::Explorer], "who explores")])
    .checks(&[
        Check::by("dice chose the target", "Several targets were equal in every way.", on!(E::Rolled { .. })),
        Check::by("a cheaper way was found", "A cell that had a value got a lower one.", on!(E::Reached { lowered: true, .. })),
        Check::by("only slow ground was left", "The slow nodes became the frontier.", on!(E::RingBegan { slow: true, .. })),
        Check::by("a single cell was found", "An unknown cell was judged worth more than others.", on!(E::Listed { list: List::Single, .. })),
        Check::by("an ambush was avoided", "A diagonal step past a blind corner was made in two.", on!(E::Sidestepped { .. })),
        Check::by("a door was approached squarely", "A straight step was taken though a diagonal was cheaper.", on!(E::Traced { squared: true, .. })),
        Check::by("a trap made it plan again", "A known trap was on the path.", on!(E::Replanned { .. })),
        Check::by("greed was not enough", "A list was passed over because its lowest value is too high.",
            on!(E::Weighed { lowest, bound, .. } if *lowest != NONE && lowest > bound)),
        Check::by("a door made it plan again", "A closed door with unknown cells beside it came into view on the path.", on!(E::DoorMet { .. })),
    ])
    .faster("Explorer", "picks the same target from what is known")
    .score_params(&["item-greed", "single-greed", "door-cost", "door-weight"])
    .first_layer("ring")
    .tools(&[crate::shadowcast::ASYMMETRY]);
